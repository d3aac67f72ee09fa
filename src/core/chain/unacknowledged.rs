//! Which documents a seat may not have. A seat that answers a state has shown that it has that state and everything
//! before it; the rest is mailed to it.

use std::collections::BTreeSet;

use crate::document::{Bytes32, Id, Kind};

use super::match_files::{AnyDocument, MatchFiles};
use super::timeline::Chain;

/// The documents to mail to a seat.
#[derive(Clone, Debug, Default)]
pub struct Unacknowledged<'f> {
    /// Whether the seat has not shown yet that it has anything, so that charter and data go along.
    pub everything: bool,
    /// The documents in the order in which they were written.
    pub documents: Vec<AnyDocument<'f>>,
}

impl<'f> Chain<'f> {
    /// The last step whose state a seat has shown to have; `None` if there is none.
    pub fn last_acknowledged_step(&self, seat: &Id) -> Option<u64> {
        let answered = self.turns.values().filter(|turn| turn.typed.seat == *seat).map(|turn| &turn.typed.parent);
        let answered = answered.filter_map(|parent| self.states.get(parent)).map(|state| state.typed.step);
        let issued = self.states.values().filter(|state| state.typed.responder == *seat).map(|state| state.typed.step);
        answered.chain(issued).max()
    }

    /// The documents here that count and that a seat has not shown to have; without those that it signed itself, unless
    /// it has lost its documents and asks for them.
    pub fn unacknowledged(&self, files: &'f MatchFiles, seat: &Id) -> Unacknowledged<'f> {
        let shown = self.last_acknowledged_step(seat);
        let question = self.open_question(seat);
        let shown = match (question, shown) {
            (Some(question), Some(shown)) => question.typed.step.checked_sub(1).map(|step| step.min(shown)),
            _ => shown,
        };
        let receipts: BTreeSet<Bytes32> = self.receipts.iter().map(|one| one.digest).collect();
        let counts = |document: &AnyDocument<'_>| match document.kind {
            Kind::Turn => self.turns.contains_key(&document.digest),
            Kind::State => self.states.contains_key(&document.digest),
            Kind::Refusal => self.refusals.contains_key(&document.digest),
            Kind::Disclosure | Kind::Leave => true,
            Kind::Receipt => receipts.contains(&document.digest),
            Kind::Charter => false,
        };
        // A receipt names what the seat itself has sent for that step.
        let after =
            |document: &AnyDocument<'_>| document.step().map(|step| step + u64::from(document.kind == Kind::Receipt));
        let later =
            |document: &AnyDocument<'_>| after(document).is_none_or(|step| shown.is_none_or(|shown| step > shown));
        let others = |document: &AnyDocument<'_>| question.is_some() || document.signer() != Some(seat.as_str());
        let mut documents: Vec<AnyDocument<'f>> = files.documents();
        documents.retain(|document| counts(document) && later(document) && others(document));
        documents.sort_by_key(order);
        Unacknowledged { everything: shown.is_none(), documents }
    }
}

/// A sort key for the order in which documents were written, as far as they tell: by step, and within a step by what
/// answers what.
pub fn order<'f>(document: &AnyDocument<'f>) -> (u64, u8, &'f str) {
    let rank = match document.kind {
        Kind::Charter | Kind::Turn => 0,
        Kind::Refusal => 1,
        Kind::State => 2,
        Kind::Disclosure => 3,
        Kind::Receipt => 4,
        Kind::Leave => 5,
    };
    (document.step().unwrap_or(u64::MAX), rank, document.file)
}
