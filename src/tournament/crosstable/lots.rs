//! The draw of lots: nobody can influence it, and anybody can repeat it.

use std::collections::BTreeSet;

use adjutant_core::document::{Bytes32, Problem};
use adjutant_core::trust::dice::Dice;
use sha2::{Digest, Sha256};

/// The lot of each entry, from 1, in the order in which the entries are given.
///
/// ```text
/// key = SHA-256("adjutant/1 lots\n" || tournament || seed || e1 || e2 || …)
/// ```
///
/// where e1, e2, … are the digests of the entries in ascending order. Shuffle number 0 of that key (protocol 5) is an
/// order of them; the first has lot 1. The director commits to the seed before the first entry and reveals it after the
/// last, so he cannot choose a seed for the entries, nor can a player choose an entry for the seed.
///
/// # Errors
/// Two entries have the same digest, or there are more than a shuffle can have.
pub fn draw(tournament: &Bytes32, seed: &Bytes32, entries: &[Bytes32]) -> Result<Vec<u32>, Problem> {
    let sorted: BTreeSet<&Bytes32> = entries.iter().collect();
    if sorted.len() < entries.len() {
        return Err(Problem::new("two entries have the same digest").advice("list each entry once"));
    }
    let mut hash = Sha256::new().chain_update(b"adjutant/1 lots\n").chain_update(tournament.0).chain_update(seed.0);
    sorted.iter().for_each(|entry| hash.update(entry.0));
    let order = Dice { key: Bytes32(hash.finalize().into()) }.shuffle(0, entries.len() as u64)?;
    let sorted: Vec<&Bytes32> = sorted.into_iter().collect();
    let mut lots = vec![0; entries.len()];
    for (place, at) in order.into_iter().enumerate() {
        let drawn = sorted[at as usize];
        if let Some(index) = entries.iter().position(|entry| entry == drawn) {
            lots[index] = place as u32 + 1;
        }
    }
    Ok(lots)
}
