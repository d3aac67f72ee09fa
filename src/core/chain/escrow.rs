//! Escrow (protocol 8.6): what the seats with hands entrust to the adjudicator, and what he works out with it. Nothing
//! in it is signed: an entry counts only if it matches the charter and the turns.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use zeroize::Zeroizing;

use crate::document::canonical::canonical_complete;
use crate::document::kinds::Commit;
use crate::document::{Bytes32, Charter, Form, Id, Problem, Turn, decode_at, read};
use crate::engine::Decision;
use crate::hidden::hidden_digest;

use super::adjudicate::Adjudication;
use super::hand_refusals::RULE;
use super::hands::{HandOwner, follow_to};
use super::match_files::ParsedDocument;
use super::timeline::Chain;

/// How the line that holds a secret begins.
const SECRET: &str = "adjutant/1 escrow ";

/// The seats that entrust their secrets, in charter order.
pub fn entrusting(charter: &Charter) -> impl Iterator<Item = &Id> {
    charter.seats.iter().filter(|entry| entry.hidden.is_some()).map(|entry| &entry.seat)
}

/// The only reason that a refusal under 8.6 gives.
pub fn reason() -> Problem {
    Problem::new("the hand does not allow this turn").rule(RULE)
}

/// What one file entrusts.
#[derive(Clone, Debug, PartialEq)]
pub enum Entrusted {
    /// The secret of a seat's hand.
    Secret { match_id: Bytes32, seat: Id, secret: Bytes32 },
    /// The choices that a turn commits to.
    Choices(Choices),
}

/// The choices that a turn commits to, in the order of its `commit`.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    pub match_id: Bytes32,
    pub step: u64,
    pub seat: Id,
    pub choices: Vec<(Id, Value)>,
}

/// The same choices in the form in which they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(rename = "match")]
    match_id: Bytes32,
    step: u64,
    seat: Id,
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choice {
    id: Id,
    choice: Value,
}

impl Entrusted {
    /// The match that it is for.
    pub fn match_id(&self) -> &Bytes32 {
        match self {
            Entrusted::Secret { match_id, .. } => match_id,
            Entrusted::Choices(choices) => &choices.match_id,
        }
    }

    /// The seat that entrusts it, as it states itself.
    pub fn seat(&self) -> &Id {
        match self {
            Entrusted::Secret { seat, .. } => seat,
            Entrusted::Choices(choices) => &choices.seat,
        }
    }

    /// The bytes to be encrypted.
    pub fn write(&self) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(match self {
            Entrusted::Secret { match_id, seat, secret } => {
                format!("{SECRET}{match_id} {seat} {secret}\n").into_bytes()
            }
            Entrusted::Choices(Choices { match_id, step, seat, choices }) => {
                let choice = |(id, choice): &(Id, Value)| json!({"id": id, "choice": choice});
                let choices: Vec<Value> = choices.iter().map(choice).collect();
                canonical_complete(&json!({"match": match_id, "step": step, "seat": seat, "choices": choices}))
            }
        })
    }

    /// Reads decrypted bytes.
    ///
    /// # Errors
    /// They are neither the line of a secret nor choices in canonical form.
    pub fn read(bytes: &[u8]) -> Result<Entrusted, Problem> {
        let other = || Problem::new("it contains neither the secret of a hand nor the choices of a turn").rule(RULE);
        let found = match bytes.starts_with(SECRET.as_bytes()) {
            true => read_secret(bytes),
            false => read_choices(bytes),
        };
        // Only one way of writing it is accepted.
        found.filter(|found| found.write().as_slice() == bytes).ok_or_else(other)
    }
}

fn read_secret(bytes: &[u8]) -> Option<Entrusted> {
    let words: Vec<&str> = std::str::from_utf8(bytes).ok()?.strip_suffix('\n')?.split(' ').collect();
    let [_, _, match_id, seat, secret] = words.as_slice() else { return None };
    let (match_id, seat, secret) = (match_id.parse().ok()?, seat.parse().ok()?, secret.parse().ok()?);
    Some(Entrusted::Secret { match_id, seat, secret })
}

fn read_choices(bytes: &[u8]) -> Option<Entrusted> {
    let content = read("escrow", bytes, Form::Signed).ok()?.content;
    let Written { match_id, step, seat, choices } = decode_at(None, "", &content).ok()?;
    let choices = choices.into_iter().map(|one| (one.id, one.choice)).collect();
    Some(Entrusted::Choices(Choices { match_id, step, seat, choices }))
}

/// Everything entrusted in a match that matches its charter and turns.
#[derive(Clone, Debug, Default)]
pub struct Escrow {
    secrets: BTreeMap<Id, Bytes32>,
    choices: Vec<Choices>,
}

impl Escrow {
    /// Takes in the content of one file.
    ///
    /// # Errors
    /// It belongs to another match or to a seat without a hand, or it is not the secret that the charter binds the seat
    /// to.
    pub fn take(&mut self, charter: &ParsedDocument<Charter>, one: Entrusted) -> Result<(), Problem> {
        let wrong = |message: String| Err(Problem::new(message).rule(RULE));
        if *one.match_id() != charter.digest {
            return wrong("it belongs to another match, or to this charter before somebody joined".to_owned());
        }
        let entry = charter.typed.seats.iter().find(|entry| entry.seat == *one.seat());
        let Some((entry, hidden)) = entry.and_then(|entry| Some((entry, entry.hidden?))) else {
            return wrong(format!("'{}' has no hidden hand in this match", one.seat()));
        };
        match one {
            Entrusted::Secret { seat, secret, .. } if hidden_digest(&entry.key, &secret) == hidden => {
                self.secrets.insert(seat, secret);
            }
            Entrusted::Secret { seat, .. } => {
                return wrong(format!("this is not the secret to which the charter commits '{seat}'"));
            }
            Entrusted::Choices(choices) if self.choices.contains(&choices) => {}
            Entrusted::Choices(choices) => self.choices.push(choices),
        }
        Ok(())
    }

    /// The secrets, by seat.
    pub fn secrets(&self) -> &BTreeMap<Id, Bytes32> {
        &self.secrets
    }

    /// The seats whose secrets have not arrived, in charter order.
    pub fn missing_secrets<'c>(&self, charter: &'c Charter) -> Vec<&'c Id> {
        entrusting(charter).filter(|seat| !self.secrets.contains_key(*seat)).collect()
    }

    /// Whether this entry has already been taken in.
    pub fn contains(&self, one: &Entrusted) -> bool {
        match one {
            Entrusted::Secret { seat, secret, .. } => self.secrets.get(seat) == Some(secret),
            Entrusted::Choices(choices) => self.choices.contains(choices),
        }
    }

    /// A seat with its secret and everything that it has entrusted.
    pub fn owner(&self, seat: &Id) -> Option<HandOwner> {
        self.owner_with(seat, self.choices.iter().filter(|choices| choices.seat == *seat))
    }

    fn owner_with<'o>(&self, seat: &Id, own: impl Iterator<Item = &'o Choices>) -> Option<HandOwner> {
        let of = |of: &'o Choices| {
            let step = of.step;
            of.choices.iter().map(move |(id, choice)| (step, id.clone(), choice.clone()))
        };
        Some(HandOwner { seat: seat.clone(), secret: *self.secrets.get(seat)?, choices: own.flat_map(of).collect() })
    }

    /// Whether these choices are what a turn commits to: all of them, in the same order.
    pub fn fits(&self, choices: &Choices, turn: &Turn) -> bool {
        let commits = turn.commit.as_deref().unwrap_or_default();
        let Some(owner) = self.owner_with(&choices.seat, std::iter::once(choices)) else { return false };
        let one = |(commit, (id, _)): (&Commit, &(Id, Value))| {
            commit.id == *id && owner.chosen(&choices.match_id, turn, id, &commit.digest).is_some()
        };
        (&choices.seat, choices.step, choices.choices.len()) == (&turn.seat, turn.step, commits.len())
            && commits.iter().zip(&choices.choices).all(one)
    }

    /// Whether the choices that a turn commits to have arrived; true for a turn that commits to nothing.
    pub fn has(&self, turn: &Turn) -> bool {
        turn.commit.as_deref().unwrap_or_default().is_empty()
            || self.choices.iter().any(|choices| self.fits(choices, turn))
    }

    /// The openings that the adjudicator can give, for every seat.
    pub fn openings<'o>(&self, chain: &'o Chain<'_>) -> impl Fn(&Id, &Id, &Bytes32) -> Option<(Bytes32, Value)> + 'o {
        let owners: Vec<HandOwner> = self.secrets.keys().filter_map(|seat| self.owner(seat)).collect();
        move |seat, id, digest| {
            let owner = owners.iter().find(|owner| owner.seat == *seat)?;
            owner.openings(chain)(seat, id, digest)
        }
    }
}

impl Adjudication<'_, '_> {
    /// Whether a hand allows a turn that answers this state and is otherwise valid, as far as can be seen before
    /// anything is drawn, rolled or asked. `None` if the hand cannot be followed up to here, or the choices that the
    /// turn commits to are not known.
    pub fn hand_allows(&self, turn: &Turn, owner: &HandOwner) -> Option<bool> {
        let (problems, plays) = self.check_form(turn);
        let Some(side) = plays.filter(|_| problems.is_empty()) else { return Some(true) };
        let after = follow_to(self.chain, self.game, owner, self.at).ok()?;
        let own = after.into_iter().nth(self.at)?;
        let choice = |commit: &Commit| {
            let chosen = owner.chosen(&self.chain.match_id, turn, &commit.id, &commit.digest)?;
            Some((commit.id.clone(), chosen.clone()))
        };
        let choices = turn.commit.iter().flatten().map(choice).collect::<Option<Vec<_>>>()?;
        let mut table = self.table.boxed_clone();
        table.follow(side, own);
        Some(table.check(side, &Decision { choices, ..Decision::of_turn(turn) }).is_ok())
    }
}
