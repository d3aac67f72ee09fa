//! Hands, as far as this machine has their secrets: what a player sees of his own cards.

use std::collections::BTreeMap;

use super::Failure;
use super::play::{Match, Signer};
use super::seat;
use super::{home, practice};
use crate::chain::adjudicate::Stand;
use crate::chain::hands::{self, NO_SECRET, Owner, follow};
use crate::document::kinds::SeatEntry;
use crate::document::{Bytes32, Id, Problem, Value};
use crate::session::Following;
use crate::trust::{SigningKey, Vault};

/// Whether a match has hands.
pub fn has_hands(stand: &Stand<'_, '_>) -> bool {
    stand.table.cards().is_some()
}

/// The owner of a seat's hand, by the secrets in a folder. `None` for a game without hands, and for a seat that has none.
///
/// # Errors
/// The secret is not here, or its passphrase is not given.
pub fn of_seat(vault: &Vault, found: &Match<'_>, entry: &SeatEntry) -> Result<Option<Owner>, Failure> {
    let stand = found.stand()?;
    if !has_hands(&stand) || !acts(found, entry) {
        return Ok(None);
    }
    match entry.hidden {
        None => Ok(Some(open_handed(&entry.seat))),
        Some(_) => {
            let key = seat::key(vault, entry)?;
            let secret = vault.hidden(&key, &entry.seed.anchor).map_err(Failure::cannot)?;
            let known = vault.choices(&key, &entry.seed.anchor).map_err(Failure::cannot)?;
            Ok(Some(owner(found, &entry.seat, secret, &known)))
        }
    }
}

/// The same for a seat that is unlocked to sign.
///
/// # Errors
/// The secret is not here.
pub fn of_signer(found: &Match<'_>, signer: &Signer) -> Result<Option<Owner>, Failure> {
    let entry = &signer.entry;
    if found.chain.line.is_empty() || !has_hands(&found.stand()?) || !acts(found, entry) {
        return Ok(None);
    }
    match entry.hidden {
        None => Ok(Some(open_handed(&entry.seat))),
        Some(_) => Ok(Some(known_to(found, entry, &signer.key, signer.ledger.vault())?)),
    }
}

fn known_to(found: &Match<'_>, entry: &SeatEntry, key: &SigningKey, vault: &Vault) -> Result<Owner, Failure> {
    let secret = vault.hidden(key, &entry.seed.anchor).map_err(Failure::cannot)?;
    let known = vault.choices(key, &entry.seed.anchor).map_err(Failure::cannot)?;
    Ok(owner(found, &entry.seat, secret, &known))
}

/// Whether a seat acts for its side: of a team the first does.
fn acts(found: &Match<'_>, entry: &SeatEntry) -> bool {
    let first = found.chain.seats.entries.iter().find(|other| other.side == entry.side);
    entry.side.is_some() && first.is_some_and(|first| first.seat == entry.seat)
}

/// The owner of an open hand: everybody.
fn open_handed(seat: &Id) -> Owner {
    Owner { seat: seat.clone(), secret: NO_SECRET, choices: Vec::new() }
}

/// A seat with its secret, and what lies under its commitments in the chain.
fn owner(found: &Match<'_>, seat: &Id, secret: Bytes32, known: &BTreeMap<Bytes32, Value>) -> Owner {
    let turns = found.chain.turns.values().filter(|turn| turn.typed.seat == *seat);
    let commits =
        turns.flat_map(|turn| turn.typed.commit.iter().flatten().map(move |commit| (turn.typed.step, commit)));
    let choice = |(step, commit): (u64, &crate::document::kinds::Commit)| {
        Some((step, commit.id.clone(), known.get(&commit.digest)?.clone()))
    };
    Owner { seat: seat.clone(), secret, choices: commits.filter_map(choice).collect() }
}

/// What a seat knows of its cards at the newest state.
///
/// # Errors
/// The match says something of them that is not true: its own turns were not made by this program.
pub fn known(found: &Match<'_>, owner: &Owner) -> Result<Option<Following>, Failure> {
    let untrue = |untrue: hands::Untrue| {
        let problem = Problem::new(format!("{}, but {}", untrue.lie.said, untrue.lie.truth)).rule(untrue.lie.rule);
        Failure::no(problem.advice("the audit will find this: tell the other side, and resign or agree on a ruling"))
    };
    let mut after = follow(&found.chain, &*found.game, owner).map_err(untrue)?;
    Ok(after.pop().filter(|_| after.len() + 1 == found.chain.line.len()))
}

/// Lets what is asked of a table for a seat see its own cards.
///
/// # Errors
/// As [`known`].
pub fn see(found: &Match<'_>, stand: &mut Stand<'_, '_>, owner: &Owner) -> Result<(), Failure> {
    if let (Some(own), Some(side)) = (known(found, owner)?, stand.side_of(&owner.seat).cloned()) {
        stand.table.follow(&side, own);
    }
    Ok(())
}

/// The newest state with its table, which sees the cards of a seat where this machine has its secret; whether it is so.
///
/// # Errors
/// There is no state yet.
pub fn seen_by<'m, 'f>(found: &'m Match<'f>, entry: &SeatEntry) -> Result<Stand<'m, 'f>, Failure> {
    let mut stand = found.stand()?;
    if has_hands(&stand)
        && let Some(owner) = seen_here(found, entry)?
    {
        see(found, &mut stand, &owner)?;
    }
    Ok(stand)
}

/// The owner of a seat's hand, if its secret is on this machine.
///
/// # Errors
/// Its passphrase is not given.
pub fn seen_here(found: &Match<'_>, entry: &SeatEntry) -> Result<Option<Owner>, Failure> {
    if entry.hidden.is_none() {
        return Ok(has_hands(&found.stand()?).then(|| open_handed(&entry.seat)));
    }
    let Some(vault) = home::vault_there() else { return Ok(None) };
    let is_here = |vault: &Vault| vault.anchors().is_ok_and(|anchors| anchors.contains(&entry.seed.anchor));
    let vault = match is_here(&vault) {
        true => Some(vault),
        false => practice::vault_beside(&vault).filter(is_here),
    };
    vault.map_or(Ok(None), |vault| of_seat(&vault, found, entry))
}
