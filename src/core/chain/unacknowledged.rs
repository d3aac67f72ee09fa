//! Which documents a seat may not have. A seat that answers a state has shown that it has that state and everything
//! before it; the rest is mailed to it.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Bytes32, Id, Kind, Receipt};

use super::match_files::{AnyDocument, MatchFiles, ParsedDocument};
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
    /// it has lost its documents and asks for them. `unsent` says which receipts were never mailed to it, as far as that
    /// is known.
    pub fn unacknowledged(
        &self,
        files: &'f MatchFiles,
        seat: &Id,
        unsent: &dyn Fn(&ParsedDocument<Receipt>) -> bool,
    ) -> Unacknowledged<'f> {
        let shown = self.last_acknowledged_step(seat);
        let question = self.open_question(seat);
        let shown = match (question, shown) {
            (Some(question), Some(shown)) => question.typed.step.checked_sub(1).map(|step| step.min(shown)),
            _ => shown,
        };
        let shown_from = self.latest_shown(shown);
        let (receipts, new_receipts): (BTreeSet<Bytes32>, BTreeSet<Bytes32>) = {
            let new = |one: &&&ParsedDocument<Receipt>| {
                unsent(one) || self.is_receipt_unshown(one, seat, shown_from.get(&one.typed.seat).copied())
            };
            let all = self.receipts.iter().map(|one| one.digest).collect();
            (all, self.receipts.iter().filter(new).map(|one| one.digest).collect())
        };
        let counts = |document: &AnyDocument<'_>| match document.kind {
            Kind::Turn => self.turns.contains_key(&document.digest),
            Kind::State => self.states.contains_key(&document.digest),
            Kind::Refusal => self.refusals.contains_key(&document.digest),
            Kind::Disclosure | Kind::Leave | Kind::Queue => true,
            Kind::Receipt => receipts.contains(&document.digest),
            Kind::Charter => false,
        };
        let later = |document: &AnyDocument<'_>| match document.kind {
            Kind::Receipt => new_receipts.contains(&document.digest),
            Kind::Queue => self.is_queue_needed(&document.digest, shown),
            _ => document.step().is_none_or(|step| shown.is_none_or(|shown| step > shown)),
        };
        let others = |document: &AnyDocument<'_>| question.is_some() || document.signer() != Some(seat.as_str());
        let mut documents: Vec<AnyDocument<'f>> = files.documents();
        documents.retain(|document| counts(document) && later(document) && others(document));
        documents.sort_by_key(order);
        Unacknowledged { everything: shown.is_none(), documents }
    }

    /// For each seat, the latest time before which it signed everything that went with a turn or state of its own up to
    /// this step: a state's `issued`, and for a turn that of the state that it answers.
    fn latest_shown(&self, shown: Option<u64>) -> BTreeMap<&Id, &str> {
        let mut latest: BTreeMap<&Id, &str> = BTreeMap::new();
        let Some(shown) = shown else { return latest };
        let states = self.states.values().filter(|state| state.typed.step <= shown);
        let states = states.map(|state| (&state.typed.responder, state.typed.issued.as_str()));
        let turns = self.turns.values().filter(|turn| turn.typed.step <= shown);
        let turns = turns
            .filter_map(|turn| Some((&turn.typed.seat, self.states.get(&turn.typed.parent)?.typed.issued.as_str())));
        for (seat, time) in states.chain(turns) {
            let known = latest.entry(seat).or_insert(time);
            *known = (*known).max(time);
        }
        latest
    }

    /// Whether a seat may not have a receipt. A question is open until that seat has answered it, and an answer until
    /// whoever asked has gone on. No step tells of any other receipt, for it may be signed long after what it names;
    /// but it went at the latest with what its signer signed next.
    fn is_receipt_unshown(&self, one: &ParsedDocument<Receipt>, seat: &Id, shown: Option<&str>) -> bool {
        let receipt = &one.typed;
        if receipt.asks.is_some() {
            let answers = |other: &Receipt| other.seat == *seat && other.answers == receipt.asks;
            return !self.receipts.iter().any(|other| answers(&other.typed));
        }
        if receipt.answers.is_some() && self.open_question(seat).is_some_and(|open| open.typed.asks == receipt.answers)
        {
            return true;
        }
        shown.is_none_or(|shown| receipt.written.as_str() >= shown)
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
        Kind::Queue => 6,
    };
    (document.step().unwrap_or(u64::MAX), rank, document.file)
}
