//! Whether a match is for practice, and whose seat in it is the person's.

use super::home;
use crate::document::Charter;
use crate::document::kinds::SeatEntry;
use crate::trust::Vault;

/// How the names of a person's keys end, such as `practice-3-you`.
pub const YOU: &str = "you";

/// Whether the secrets of a match are those of practice, beside a vault of matches against people.
pub fn is_here(vault: &Vault, charter: &Charter) -> bool {
    let seeds = vault.dir().join(home::PRACTICE).join("seeds");
    let here = |seat: &SeatEntry| seeds.join(seat.seed.anchor.to_string()).is_dir();
    !charter.seats.is_empty() && charter.seats.iter().all(here)
}

/// The person's seat in a match for practice whose secrets lie beside a vault.
pub fn person<'c>(vault: &Vault, charter: &'c Charter) -> Option<&'c SeatEntry> {
    if !is_here(vault, charter) {
        return None;
    }
    let vault = Vault::open(vault.dir().join(home::PRACTICE)).ok()?;
    let called = |seat: &&SeatEntry| vault.name_of(&seat.key).ok().flatten().is_some_and(|name| name.ends_with(YOU));
    charter.seats.iter().find(called)
}
