//! Status of a match: whose move it is, since when, and what is asked.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::Value;

use crate::document::kinds::Reason;
use crate::document::{Bytes32, Id};

use super::charter;
use super::clock;
use super::missing::MissingDocument;
use super::timeline::Chain;

/// The status of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    pub match_id: Bytes32,
    pub title: String,
    /// The step of the newest state.
    pub step: Option<u64>,
    /// When the newest state was issued, according to its issuer.
    pub since: Option<String>,
    /// By when an answer is promised, and until when the time bank can postpone it (protocol 11).
    pub due: Option<String>,
    pub reserve_until: Option<String>,
    pub pace_days: u32,
    /// Who has to do what next.
    pub next: Next,
    /// Missing turns and states that other documents name.
    pub missing: Vec<MissingDocument>,
}

/// What a match waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Signatures of these seats under the charter.
    Signatures(Vec<Id>),
    /// The charter as it was signed: the signatures of these seats are not valid under this one.
    Charter(Vec<Id>),
    /// The set-up, to be issued by this seat.
    SetUp(Id),
    /// Turns of these seats. Turns that are already here wait for the others.
    Turns(Vec<Asked>),
    /// The state that resolves the turns in these files, to be issued by this seat.
    State { seat: Id, turns: Vec<String> },
    /// The replacement, by this seat, of a state that was refused in the file named.
    Replacement { seat: Id, refusal: String },
    /// Nothing: the match is over, with this outcome.
    Over(Value),
}

/// What is asked of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    pub seat: Id,
    /// The person's name.
    pub name: String,
    /// The seat's entry in `awaiting`.
    pub what: Value,
    /// The file of the seat's turn, if it is here.
    pub turn: Option<String>,
    /// The file of the latest refusal of a turn by this seat, which its next turn must replace.
    pub refused: Option<String>,
    /// Why it was refused.
    pub reasons: Vec<Reason>,
}

/// The status of a match.
pub fn status(chain: &Chain<'_>) -> Status {
    let charter = &chain.charter.typed;
    let newest = chain.newest().map(|step| step.state);
    let since = newest.map(|state| state.typed.issued.clone());
    let pace_days = charter.pace.days;
    let runs = newest.is_some_and(|state| state.typed.outcome.is_none());
    let due = clock::due(chain).filter(|_| runs);
    let written = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Secs, true);
    Status {
        match_id: chain.match_id,
        title: charter.title.clone(),
        step: newest.map(|state| state.typed.step),
        due: due.map(|(due, _)| written(due)),
        reserve_until: due.filter(|(due, reserve)| reserve > due).map(|(_, reserve)| written(reserve)),
        since,
        pace_days,
        next: next(chain),
        missing: chain.missing_documents(),
    }
}

fn next(chain: &Chain<'_>) -> Next {
    let charter = chain.charter;
    let Some(newest) = chain.newest() else {
        let wrong = charter::false_signatures(&charter.typed, charter.digest);
        if !wrong.is_empty() {
            return Next::Charter(wrong.into_iter().cloned().collect());
        }
        if charter::check_signatures(&charter.typed, charter.digest).is_err() {
            let signed = |seat: &Id| charter.typed.signatures.iter().any(|signature| signature.by == *seat);
            let seats = charter.typed.seats.iter().map(|entry| &entry.seat);
            return Next::Signatures(seats.filter(|seat| !signed(seat)).cloned().collect());
        }
        return match chain.seats.first_issuer() {
            Some(seat) => Next::SetUp(seat.clone()),
            None => Next::Turns(Vec::new()),
        };
    };
    let head = &newest.state.typed;
    if let Some(refusal) = chain.open_refusals().first() {
        return Next::Replacement { seat: head.responder.clone(), refusal: refusal.file.clone() };
    }
    if let Some(outcome) = &head.outcome {
        return Next::Over(outcome.clone());
    }
    let open = chain.open_turns();
    let asked: Vec<Asked> = chain
        .awaited(head)
        .into_iter()
        .map(|seat| {
            let turn = open.iter().find(|turn| turn.typed.seat == *seat);
            let (due, must) = chain.due_refusals(chain.line.len() - 1, seat, None);
            let refused = due.first().filter(|_| must && turn.is_none()).and_then(|due| chain.refusals.get(due));
            let of_seat = |entry: &&Value| entry.get("seat").and_then(Value::as_str) == Some(seat.as_str());
            Asked {
                seat: seat.clone(),
                name: chain.seats.entry(seat).map(|entry| entry.name.clone()).unwrap_or_default(),
                what: head.awaiting.iter().find(of_seat).cloned().unwrap_or_default(),
                turn: turn.map(|turn| turn.file.clone()),
                refused: refused.map(|refusal| refusal.file.clone()),
                reasons: refused.map(|refusal| refusal.typed.reasons.clone()).unwrap_or_default(),
            }
        })
        .collect();
    let turns: Vec<String> = asked.iter().filter_map(|asked| asked.turn.clone()).collect();
    match asked.first().and_then(|asked| chain.seats.responder_to(&asked.seat)) {
        Some(responder) if turns.len() == asked.len() => Next::State { seat: responder.clone(), turns },
        _ => Next::Turns(asked),
    }
}
