//! Whether a match is for practice, and which of its seats is the user's.

use super::home;
use crate::document::Charter;
use crate::document::kinds::SeatEntry;
use crate::trust::Vault;

/// The ending of the user's key names, such as `practice-3-you`.
pub const YOU: &str = "you";

/// Whether the secrets of a match are in the practice vault, beside the vault for matches against people.
pub fn is_practice(vault: &Vault, charter: &Charter) -> bool {
    let seeds = vault.dir().join(home::PRACTICE).join("seeds");
    let here = |seat: &SeatEntry| seeds.join(seat.seed.anchor.to_string()).is_dir();
    !charter.seats.is_empty() && charter.seats.iter().all(here)
}

/// Whether a match is for practice on this machine.
pub fn is_practised(charter: &Charter) -> bool {
    home::existing_vault().is_some_and(|vault| is_practice(&vault, charter))
}

/// How the user gets a draft of his turn in a match.
pub fn draft_advice(charter: &Charter) -> &'static str {
    match is_practised(charter) {
        true => "run `adjutant practice go`, which writes a new draft",
        false => "write one with `adjutant draft`",
    }
}

/// The user's seat in a practice match whose secrets are beside a vault.
pub fn own_seat<'c>(vault: &Vault, charter: &'c Charter) -> Option<&'c SeatEntry> {
    if !is_practice(vault, charter) {
        return None;
    }
    let vault = Vault::open(vault.dir().join(home::PRACTICE)).ok()?;
    let called = |seat: &&SeatEntry| vault.name_of(&seat.key).ok().flatten().is_some_and(|name| name.ends_with(YOU));
    charter.seats.iter().find(called)
}
