//! Turns that an adjudicator refused because of a hand entrusted to him (protocol 8.6).

use crate::document::{Id, Refusal, Turn};

use super::match_files::ParsedDocument;
use super::timeline::Chain;

/// The rule under which a turn that the hand does not allow is refused; the refusal gives no other reason.
pub const RULE: &str = "8.6";

/// A turn of a seat that was refused under 8.6, with the refusal and the index on the line of the state that it
/// answers.
#[derive(Clone, Copy, Debug)]
pub struct HandRefusal<'f> {
    pub at: usize,
    pub turn: &'f ParsedDocument<Turn>,
    pub refusal: &'f ParsedDocument<Refusal>,
}

/// Whether a refusal rests on a hand that only the adjudicator knows.
pub fn is_hand_refusal(chain: &Chain<'_>, refusal: &Refusal) -> bool {
    chain.seats.escrow
        && chain.seats.adjudicator() == Some(&refusal.seat)
        && refusal.reasons.iter().any(|reason| reason.rule.as_deref() == Some(RULE))
}

/// The turns of a seat that answer states of the line and were refused under 8.6, in order of steps. Of several refusals of
/// one turn the one counts under 8.6, whatever the others say.
pub fn hand_refusals<'f>(chain: &Chain<'f>, seat: &Id) -> Vec<HandRefusal<'f>> {
    let mut found = Vec::new();
    for (at, step) in chain.line.iter().enumerate() {
        let own = chain.turns_to(&step.state.digest).iter().copied().filter(|turn| turn.typed.seat == *seat);
        found.extend(own.filter_map(|turn| {
            let refusal = chain.refusals_of_turn(turn).find(|refusal| is_hand_refusal(chain, &refusal.typed))?;
            Some(HandRefusal { at, turn, refusal })
        }));
    }
    found
}
