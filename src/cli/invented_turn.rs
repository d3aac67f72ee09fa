//! A state that resolves a turn which its seat never signed. Others cannot tell such a turn from one that they have not
//! received; the seat itself can, by its signing log.

use std::collections::BTreeSet;

use super::home;
use crate::chain::Chain;
use crate::chain::missing::MissingDocument;
use crate::document::{Bytes32, Id, Kind, Problem};

/// The newest state, if it resolves a turn that a seat of this machine never signed.
pub struct InventedTurn {
    pub seat: Id,
    /// The digest of the turn.
    pub digest: Bytes32,
}

impl InventedTurn {
    /// What is wrong with the state, as a reason to refuse it.
    pub fn reason(&self) -> Problem {
        let InventedTurn { seat, digest } = self;
        let message =
            format!("this state resolves the turn {digest} of '{seat}', and '{seat}' never signed such a turn");
        Problem::new(message).in_path("turns").rule("protocol 6")
    }
}

/// The invented turn that the newest state resolves, if it resolves one.
pub fn in_newest(chain: &Chain<'_>) -> Option<InventedTurn> {
    let at = chain.line.len().checked_sub(1)?;
    let state = chain.line[at].state;
    let lacking: Vec<&Bytes32> = state.typed.turns.iter().filter(|turn| !chain.turns.contains_key(turn)).collect();
    if lacking.is_empty() {
        return None;
    }
    // Whose turns these are is only known if there are as many of them as seats without one.
    let gaps = chain.missing_turns(at);
    let vault = home::existing_vault()?;
    gaps.into_iter().filter(|gap| !gap.spoilt).find_map(|gap| {
        let seat = gap.seat?;
        let signed = vault.signed(&chain.seats.entry(&seat)?.seed.anchor).ok()??;
        // A log that lacks what the match shows of the seat is old, and shows nothing.
        let is_old = chain.signed_by(&seat).iter().any(|(.., digest)| !signed.contains(digest));
        let is_signed = |signed: &BTreeSet<Bytes32>| lacking.iter().any(|digest| signed.contains(digest));
        let digest = **lacking.first().filter(|_| lacking.len() == 1)?;
        (!is_old && !is_signed(&signed)).then_some(InventedTurn { seat, digest })
    })
}

/// What to say of a missing document: for an invented turn, that nobody has it, and what to do.
pub fn problem_of(chain: &Chain<'_>, gap: &MissingDocument) -> Problem {
    let newest = chain.newest().map(|newest| newest.state);
    let is_of_newest = |step: u64| gap.kind == Kind::Turn && gap.step == step;
    let Some((state, invented)) =
        newest.filter(|state| is_of_newest(state.typed.step)).and_then(|state| Some((state, in_newest(chain)?)))
    else {
        return gap.problem();
    };
    let (seat, step, responder) = (&invented.seat, state.typed.step, &state.typed.responder);
    let problem = Problem::new(format!(
        "{} resolves a turn of {seat} for step {step} that {seat} never signed, according to the signing log on this machine",
        state.file
    ));
    let before = step.saturating_sub(1);
    let go_on = format!("`adjutant match continue NEW --from OLD --step {before}`");
    let advice = match chain.open_refusals().iter().any(|refusal| refusal.typed.seat == *seat) {
        true => format!(
            "{seat} has refused it, and '{responder}', who can show no such turn, has to answer; to play on from step \
             {before}, with '{responder}' or with somebody in his place (`--left {responder}`), run {go_on}"
        ),
        false => format!("refuse it with `adjutant refuse`; after that {go_on} plays on from step {before}"),
    };
    problem.rule("protocol 6").advice(advice)
}
