//! Hands, if their secrets are on this machine: what a player sees of his own cards.

use std::collections::BTreeMap;

use serde_json::json;

use super::Failure;
use super::home;
use crate::chain::Chain;
use crate::chain::adjudicate::Adjudication;
use crate::chain::hands::{self, HandOwner, NO_SECRET, follow};
use crate::document::kinds::{Commit, SeatEntry};
use crate::document::{Bytes32, Id, Problem, Value};
use crate::engine::cards::OwnCards;
use crate::hidden::hidden_digest;
use crate::session::HandTracker;
use crate::trust::{SigningKey, Vault};

/// Returns the private key of a seat from a folder of secrets.
pub type Key<'k> = &'k dyn Fn(&Vault, &SeatEntry) -> Result<SigningKey, Failure>;

/// Whether a match has hands.
pub fn has_hands(adjudication: &Adjudication<'_, '_>) -> bool {
    adjudication.table.cards().is_some()
}

/// The owner of a seat's hand, from the secrets in a folder. `None` for a game without hands, and for a seat without
/// one.
///
/// # Errors
/// The secret is not here, or its passphrase is not given.
pub fn of_seat(
    vault: &Vault,
    adjudication: &Adjudication<'_, '_>,
    entry: &SeatEntry,
    key: Key<'_>,
) -> Result<Option<HandOwner>, Failure> {
    match entry.hidden.filter(|_| has_hands(adjudication)) {
        Some(_) => of_key(vault, adjudication, entry, &key(vault, entry)?),
        None => Ok(open_hand(adjudication, entry)),
    }
}

/// The same, from the seat's private key.
///
/// # Errors
/// The secret is not here.
pub fn of_key(
    vault: &Vault,
    adjudication: &Adjudication<'_, '_>,
    entry: &SeatEntry,
    key: &SigningKey,
) -> Result<Option<HandOwner>, Failure> {
    if entry.hidden.is_none() || !has_hands(adjudication) {
        return Ok(open_hand(adjudication, entry));
    }
    let secret = vault.hidden(key, &entry.seed.anchor).map_err(Failure::cannot)?;
    check_secret(entry, &secret)?;
    let known = vault.choices(key, &entry.seed.anchor).map_err(Failure::cannot)?;
    Ok(Some(owner(adjudication, &entry.seat, secret, &known)))
}

/// Checks that a secret is the one that the charter binds a seat to.
///
/// # Errors
/// It is a different secret.
pub fn check_secret(entry: &SeatEntry, secret: &Bytes32) -> Result<(), Failure> {
    if entry.hidden == Some(hidden_digest(&entry.key, secret)) {
        return Ok(());
    }
    let problem = Problem::new(format!(
        "the secret of the hand of '{}' on this machine is not the one in the charter",
        entry.seat
    ));
    let advice =
        "sign nothing: somebody has changed the charter, or this is the wrong secrets folder, or it is damaged";
    Err(Failure::no(problem.in_path("seats").rule("protocol 8.1").advice(advice)))
}

/// The owner of an open hand, which everybody can see; in a team, the first seat holds it.
fn open_hand(adjudication: &Adjudication<'_, '_>, entry: &SeatEntry) -> Option<HandOwner> {
    let first = adjudication.chain.seats.entries.iter().find(|other| other.side == entry.side);
    let acts = entry.side.is_some() && first.is_some_and(|first| first.seat == entry.seat);
    (acts && has_hands(adjudication) && entry.hidden.is_none()).then(|| open_handed(&entry.seat))
}

/// The owner of an open hand: everybody can see it.
fn open_handed(seat: &Id) -> HandOwner {
    HandOwner { seat: seat.clone(), secret: NO_SECRET, choices: Vec::new() }
}

/// A seat with its secret, and what its commitments in the chain hide. A card or secret choice that was forgotten is
/// found again by trying all possible ones against the digest, so no salt can be lost.
fn owner(
    adjudication: &Adjudication<'_, '_>,
    seat: &Id,
    secret: Bytes32,
    known: &BTreeMap<Bytes32, Value>,
) -> HandOwner {
    let chain = adjudication.chain;
    let mut owner = with_choices(chain, seat, secret, known);
    let decks = adjudication.table.decks();
    let side = adjudication.side_of(seat);
    let cards = side.and_then(|side| decks.get(side)).into_iter().flat_map(|piles| piles.values().flatten());
    let simple = [json!("ask"), json!("pass"), json!({"pass": {}})];
    let tried: Vec<Value> = cards.map(|card| json!(card)).chain(simple).collect();
    let mut found = Vec::new();
    for turn in chain.turns.values().filter(|turn| turn.typed.seat == *seat) {
        let lost = turn.typed.commit.iter().flatten().filter(|commit| !known.contains_key(&commit.digest));
        for commit in lost {
            let chosen = side.map(|side| adjudication.table.choice_values(side, &commit.id)).unwrap_or_default();
            let all = tried.iter().chain(&chosen);
            let one = HandOwner {
                choices: all.map(|choice| (turn.typed.step, commit.id.clone(), choice.clone())).collect(),
                ..owner.clone()
            };
            let choice = one.chosen(&chain.match_id, &turn.typed, &commit.id, &commit.digest).cloned();
            found.extend(choice.map(|choice| (turn.typed.step, commit.id.clone(), choice)));
        }
    }
    owner.choices.extend(found);
    owner
}

fn with_choices(chain: &Chain<'_>, seat: &Id, secret: Bytes32, known: &BTreeMap<Bytes32, Value>) -> HandOwner {
    let turns = chain.turns.values().filter(|turn| turn.typed.seat == *seat);
    let commits =
        turns.flat_map(|turn| turn.typed.commit.iter().flatten().map(move |commit| (turn.typed.step, commit)));
    let choice = |(step, commit): (u64, &Commit)| Some((step, commit.id.clone(), known.get(&commit.digest)?.clone()));
    HandOwner { seat: seat.clone(), secret, choices: commits.filter_map(choice).collect() }
}

/// What a seat knows of its cards at the newest state; `None` if something that it committed to is not here.
///
/// # Errors
/// The match contradicts the secrets: the seat's own turns were not made by this program.
pub fn known(adjudication: &Adjudication<'_, '_>, owner: &HandOwner) -> Result<Option<HandTracker>, Failure> {
    let mut after = followed(adjudication, owner)?;
    Ok(after.pop().filter(|_| after.len() + 1 == adjudication.chain.line.len()))
}

/// What a seat knew of its cards after each step, as far as this machine can tell.
///
/// # Errors
/// As [`known`].
pub fn own_cards_by_step(adjudication: &Adjudication<'_, '_>, owner: &HandOwner) -> Result<Vec<OwnCards>, Failure> {
    Ok(followed(adjudication, owner)?.iter().map(HandTracker::cards).collect())
}

fn followed(adjudication: &Adjudication<'_, '_>, owner: &HandOwner) -> Result<Vec<HandTracker>, Failure> {
    follow(adjudication.chain, adjudication.game, owner).map_err(|untrue: hands::FalseStatement| {
        let advice = "the audit will find this: tell the other side, and resign or agree on a ruling";
        Failure::no(untrue.lie.problem().advice(advice))
    })
}

/// Lets queries of a table for a seat see its own cards. If the match contradicts the secrets, prints a warning: the
/// seat can still resign.
pub fn show_own_cards(adjudication: &mut Adjudication<'_, '_>, owner: &HandOwner) {
    match (known(adjudication, owner), adjudication.side_of(&owner.seat).cloned()) {
        (Ok(Some(own)), Some(side)) => adjudication.table.follow(&side, own),
        (Err(Failure::Negative(diagnostics) | Failure::Cannot(diagnostics)), _) => {
            diagnostics.iter().for_each(|one| super::out::warn(&one.problem.to_string()));
        }
        _ => {}
    }
}

/// The owner of a seat's hand, if its secret is on this machine.
///
/// # Errors
/// Its passphrase is not given.
pub fn find_owner(
    adjudication: &Adjudication<'_, '_>,
    entry: &SeatEntry,
    key: Key<'_>,
) -> Result<Option<HandOwner>, Failure> {
    if entry.hidden.is_none() {
        return Ok(open_hand(adjudication, entry));
    }
    let Some(vault) = home::existing_vault() else { return Ok(None) };
    let is_here = |vault: &Vault| vault.anchors().is_ok_and(|anchors| anchors.contains(&entry.seed.anchor));
    let vault = match is_here(&vault) {
        true => Some(vault),
        false => home::practice_vault(&vault).filter(is_here),
    };
    vault.map_or(Ok(None), |vault| of_seat(&vault, adjudication, entry, key))
}

/// The same for commands that cannot do without the hand: a secret that is neither among those of matches nor among
/// those of practice is reported missing.
///
/// # Errors
/// The secret is not here, or its passphrase is not given.
pub fn require_owner(
    adjudication: &Adjudication<'_, '_>,
    entry: &SeatEntry,
    key: Key<'_>,
) -> Result<Option<HandOwner>, Failure> {
    match find_owner(adjudication, entry, key)? {
        None if entry.hidden.is_some() => of_seat(&home::vault()?, adjudication, entry, key),
        found => Ok(found),
    }
}

/// The same state with a table that sees the cards of a seat, if this machine has its secret.
///
/// # Errors
/// As [`find_owner`] and [`known`].
pub fn with_own_cards<'c, 'f>(
    mut adjudication: Adjudication<'c, 'f>,
    entry: &SeatEntry,
    key: Key<'_>,
) -> Result<Adjudication<'c, 'f>, Failure> {
    if has_hands(&adjudication)
        && let Some(owner) = find_owner(&adjudication, entry, key)?
    {
        show_own_cards(&mut adjudication, &owner);
    }
    Ok(adjudication)
}
