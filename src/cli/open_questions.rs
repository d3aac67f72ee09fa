//! What a match asks of this machine's seat besides its moves.

use super::{home, seat};
use crate::chain::Chain;
use crate::document::Id;

/// What is open in a match besides moves: seats that lost something and wait for an answer, and what prevents this seat
/// from signing.
pub fn questions(chain: &Chain<'_>) -> Vec<String> {
    let Some(me) = seat::user_seat(&chain.charter.typed) else { return Vec::new() };
    let mut lines = Vec::new();
    for other in chain.seats.entries.iter().filter(|other| other.seat != me.seat) {
        let Some(question) = chain.open_question(&other.seat) else { continue };
        let answered =
            chain.receipts.iter().any(|one| one.typed.seat == me.seat && one.typed.answers == question.typed.asks);
        if !answered {
            lines.push(format!(
                "{} has restored a backup and asks which of its documents you have: receive all your mail, then run `adjutant receipt` and `adjutant mail`.",
                other.seat
            ));
        }
    }
    let number = home::existing_vault().and_then(|vault| vault.question(&me.seed.anchor).ok().flatten());
    if let Some(number) = number {
        let recovery = chain.recovery(&me.seat, &number);
        lines.push(match (recovery.asked, recovery.is_complete()) {
            (_, true) => {
                let unheard: Vec<&str> = recovery.unheard.iter().map(Id::as_str).collect();
                match unheard.as_slice() {
                    [] => "Your secrets come from a backup; the others have answered, and you may sign again.".to_owned(),
                    unheard => format!(
                        "Your secrets come from a backup; the adjudicator has answered, and you may sign again. Without need you can wait for the answer of {}, who may have something of yours that never came to him.",
                        unheard.join(" and ")
                    ),
                }
            }
            (false, _) => {
                "Your secrets come from a backup: before you sign, ask the others which of your documents they have, with `adjutant receipt`, then `adjutant mail`."
                    .to_owned()
            }
            (true, _) if recovery.silent.is_empty() => {
                let named: Vec<&str> = recovery.named_by.iter().map(Id::as_str).collect();
                let named = named.join(" and ");
                format!("Your secrets come from a backup: documents of your own that {named} has are still missing here.")
            }
            (true, _) => {
                let silent: Vec<&str> = recovery.silent.iter().map(Id::as_str).collect();
                format!(
                    "Your secrets come from a backup: before you sign, wait for the answer of {}.",
                    silent.join(" and ")
                )
            }
        });
    }
    lines
}
