//! Who may write which document of a match (protocol 9, *Who may write what*). A document by somebody else moves
//! nothing, is not filed, and does no harm where it already lies in a folder.

use crate::document::{Bytes32, Id, Kind, Problem};

use super::match_files::{AnyDocument, ParsedDocument};
use super::seats::Seats;
use super::state_header::StateHeader;
use super::timeline::Chain;

/// What decides who may answer a document, or refuse it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addressee {
    /// A state: who issued it, and whom it awaits, in charter order.
    State { responder: Id, awaited: Vec<Id> },
    /// A turn, and whose it is.
    Turn { seat: Id },
}

impl Addressee {
    /// What a turn or a state tells by its own content; `None` for other documents.
    pub fn of(document: &AnyDocument<'_>) -> Option<Addressee> {
        let signer = document.signer()?.parse().ok()?;
        match document.kind {
            Kind::Turn => Some(Addressee::Turn { seat: signer }),
            Kind::State => {
                let awaited = document.awaited().filter_map(|seat| seat.parse().ok()).collect();
                Some(Addressee::State { responder: signer, awaited })
            }
            _ => None,
        }
    }
}

/// Why the signer of a document may not write it; `None` if it may, or if that depends on a document that `known` does
/// not find.
pub fn unauthorized(
    seats: &Seats,
    document: &AnyDocument<'_>,
    known: &dyn Fn(&Bytes32) -> Option<Addressee>,
) -> Option<Problem> {
    let signer: Id = document.signer()?.parse().ok()?;
    let answered = document.answers().and_then(|digest| known(&digest));
    match document.kind {
        Kind::Turn => turn(seats, &signer, answered.as_ref()),
        Kind::State => {
            let first = document.step() == Some(0);
            state(seats, &signer, first, document.is_ruling(), answered.as_ref())
        }
        Kind::Refusal => refusal(seats, &signer, answered.as_ref()),
        Kind::Disclosure => disclosure(seats, &signer, document.hand().map(Id::as_str)),
        Kind::Charter | Kind::Receipt | Kind::Leave | Kind::Queue => None,
    }
}

/// A turn: a seat that plays a side, and that the state awaits which it answers (protocol 3).
fn turn(seats: &Seats, signer: &Id, parent: Option<&Addressee>) -> Option<Problem> {
    let problem = |message: String| Some(Problem::new(message).in_path("seat").rule("protocol 3"));
    if seats.adjudicator() == Some(signer) {
        return problem("the adjudicator plays no side and moves nothing".to_owned());
    }
    match parent? {
        Addressee::State { awaited, .. } if awaited.contains(signer) => None,
        Addressee::State { awaited, .. } if awaited.is_empty() => problem("the match was over".to_owned()),
        _ => problem(format!("'{signer}' was not awaited")),
    }
}

/// A state: the first issuer the set-up, the adjudicator a ruling, the responder any other (protocol 3 and 6).
fn state(seats: &Seats, signer: &Id, first: bool, ruling: bool, parent: Option<&Addressee>) -> Option<Problem> {
    let issuer = match (ruling, first, parent) {
        (true, ..) => seats.adjudicator(),
        (_, true, _) => seats.first_issuer(),
        (_, _, Some(Addressee::State { awaited, .. })) => {
            awaited.iter().find(|seat| seats.index(seat).is_some()).and_then(|seat| seats.responder_to(seat))
        }
        (_, _, Some(Addressee::Turn { .. })) => None,
        // Head-to-head either seat may be the responder to a state that is not here.
        (_, _, None) => Some(seats.adjudicator().unwrap_or(signer)),
    };
    let what = if ruling { "a ruling" } else { "this state" };
    let message = || format!("'{signer}' may not issue {what}");
    (issuer != Some(signer)).then(|| Problem::new(message()).in_path("responder").rule("protocol 3"))
}

/// A refusal: of a turn its responder, of a state any other seat than its issuer (protocol 6).
fn refusal(seats: &Seats, signer: &Id, of: Option<&Addressee>) -> Option<Problem> {
    let problem = |message: String| Some(Problem::new(message).in_path("seat").rule("protocol 6"));
    match of? {
        Addressee::Turn { seat } if seats.responder_to(seat) != Some(signer) => {
            problem(format!("'{signer}' does not respond to the turns of '{seat}'"))
        }
        Addressee::State { responder, .. } if responder == signer => {
            problem(format!("'{signer}' refuses its own state"))
        }
        _ => None,
    }
}

/// A disclosure: a seat with a hidden hand its own; with escrow the adjudicator another's (protocol 8.6 and 8.7).
fn disclosure(seats: &Seats, signer: &Id, hand: Option<&str>) -> Option<Problem> {
    let holder = hand.unwrap_or(signer.as_str());
    let hidden = seats.entries.iter().any(|entry| entry.seat.as_str() == holder && entry.hidden.is_some());
    if hand.is_some() && !(seats.escrow && seats.adjudicator() == Some(signer) && hidden) {
        let message = format!("'{signer}' cannot disclose the hand of '{}'", crate::document::harmless(holder));
        let problem = Problem::new(message).in_path("hand").rule("protocol 8.6");
        return Some(problem.advice("only the adjudicator can, in a match with escrow"));
    }
    (!hidden).then(|| {
        Problem::new(format!("'{signer}' has no hidden hand to disclose")).in_path("seat").rule("protocol 8.7")
    })
}

impl Chain<'_> {
    /// Why the signer of a document of this match may not write it.
    pub fn unauthorized(&self, document: &AnyDocument<'_>) -> Option<Problem> {
        unauthorized(&self.seats, document, &|digest| self.addressee(digest))
    }

    fn addressee(&self, digest: &Bytes32) -> Option<Addressee> {
        if let Some(turn) = self.turns.get(digest) {
            return Some(Addressee::Turn { seat: turn.typed.seat.clone() });
        }
        let head = &self.states.get(digest)?.typed;
        let awaited = self.awaited(head).into_iter().cloned().collect();
        Some(Addressee::State { responder: head.responder.clone(), awaited })
    }

    /// Whether a state is signed by the seat that may issue it: state 0 by the first issuer, a ruling by the
    /// adjudicator, any other by the responder to the seats that its parent awaits (protocol 3 and 6). True if its
    /// parent is missing and this cannot be known.
    pub fn may_issue(&self, issued: &ParsedDocument<StateHeader>) -> bool {
        let head = &issued.typed;
        let parent = self.addressee(&head.parent);
        state(&self.seats, &head.responder, head.step == 0, head.ruling.is_some(), parent.as_ref()).is_none()
    }
}
