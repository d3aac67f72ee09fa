//! Recovery from a backup: a seat whose secrets come from a backup asks the other seats what it has signed since,
//! before it signs again (protocol 4).

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::document::{Bytes32, Id, Receipt};

use super::match_files::{AnyDocument, ParsedDocument};
use super::timeline::Chain;

/// How far a seat has come that asked the others which of its documents they have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Whether the seat has asked.
    pub asked: bool,
    /// The seats that must answer and have not.
    pub silent: Vec<Id>,
    /// Documents of the seat that seats which must answer have, and that are missing here.
    pub absent: BTreeSet<Bytes32>,
    /// The seats that have named these documents.
    pub named_by: Vec<Id>,
    /// The seats that need not answer and have not.
    pub unheard: Vec<Id>,
    /// The seats that need not answer and have named documents that nobody has shown.
    pub unshown_by: Vec<Id>,
}

impl Recovery {
    /// Whether the seat may sign again: who must answer has answered, and every document named there is here.
    pub fn is_complete(&self) -> bool {
        self.asked && self.silent.is_empty() && self.absent.is_empty()
    }
}

impl<'f> Chain<'f> {
    /// The progress of a seat's recovery; `number` identifies its question.
    pub fn recovery(&self, seat: &Id, number: &Bytes32) -> Recovery {
        let asked = self.receipts.iter().any(|one| one.typed.seat == *seat && one.typed.asks == Some(*number));
        let answers = || self.receipts.iter().filter(|one| one.typed.answers == Some(*number));
        let answered = |other: &Id| answers().any(|one| one.typed.seat == *other);
        let others = self.seats.entries.iter().map(|entry| &entry.seat).filter(|other| *other != seat);
        let (silent, unheard) =
            others.filter(|other| !answered(other)).cloned().partition(|one| self.must_answer(seat, one));
        let mut found = Recovery { asked, silent, unheard, ..Recovery::default() };
        for answer in answers().filter(|one| one.typed.seat != *seat) {
            let lacking: Vec<Bytes32> =
                answer.typed.of.iter().filter(|digest| !self.has_document(digest)).copied().collect();
            match (lacking.is_empty(), self.must_answer(seat, &answer.typed.seat)) {
                (true, _) => {}
                (false, true) => {
                    found.absent.extend(lacking);
                    found.named_by.push(answer.typed.seat.clone());
                }
                (false, false) => found.unshown_by.push(answer.typed.seat.clone()),
            }
        }
        found.named_by.dedup();
        found.unshown_by.dedup();
        found
    }

    /// Whether a seat that has restored a backup waits for another's answer (protocol 4): a player of a refereed match
    /// only for the adjudicator's, to whom every turn and refusal of his went.
    fn must_answer(&self, asker: &Id, other: &Id) -> bool {
        match self.seats.adjudicator() {
            Some(adjudicator) if adjudicator != asker => other == adjudicator,
            _ => true,
        }
    }

    /// Whether a turn, state or refusal is here and counts.
    pub(super) fn has_document(&self, digest: &Bytes32) -> bool {
        self.turns.contains_key(digest) || self.states.contains_key(digest) || self.refusals.contains_key(digest)
    }

    /// The latest question of a seat, unless the seat has gone on since: signed something that the others did not name
    /// to it.
    pub fn open_question(&self, seat: &Id) -> Option<&'f ParsedDocument<Receipt>> {
        let question = self.receipts.iter().rev().find(|one| one.typed.seat == *seat && one.typed.asks.is_some())?;
        let of_question = |one: &&&ParsedDocument<Receipt>| one.typed.answers == question.typed.asks;
        let answers: Vec<_> = self.receipts.iter().filter(of_question).collect();
        let named = |digest: &Bytes32| {
            question.typed.of.contains(digest) || answers.iter().any(|one| one.typed.of.contains(digest))
        };
        let all_answered = self.seats.entries.iter().all(|one| {
            one.seat == *seat || !self.must_answer(seat, &one.seat) || answers.iter().any(|a| a.typed.seat == one.seat)
        });
        let since = self.signed_since(seat, question.typed.step);
        let gone_on = all_answered && since.iter().any(|digest| !named(digest));
        (!gone_on).then_some(*question)
    }

    /// The answer of another seat, given when this seat asked after a loss, that it had none of these documents for a
    /// step. It speaks in the seat's favour if they turn up later.
    pub fn denied(&self, seat: &Id, step: u64, documents: &[Bytes32]) -> Option<&'f ParsedDocument<Receipt>> {
        let asked = self.receipts.iter().filter(|one| one.typed.seat == *seat && one.typed.step <= step);
        let numbers: BTreeSet<Bytes32> = asked.filter_map(|one| one.typed.asks).collect();
        let answers = |one: &&&ParsedDocument<Receipt>| {
            one.typed.seat != *seat && one.typed.answers.is_some_and(|number| numbers.contains(&number))
        };
        let none_of =
            |one: &&&ParsedDocument<Receipt>| documents.iter().all(|document| !one.typed.of.contains(document));
        self.receipts.iter().filter(answers).find(none_of).copied()
    }

    /// The turns, states and refusals that a seat has signed for this step or a later one, latest first: the answer to
    /// its question.
    pub fn signed_since(&self, seat: &Id, step: u64) -> Vec<Bytes32> {
        let files = self.files.documents();
        let of_seat = |one: &&AnyDocument<'_>| self.has_document(&one.digest) && one.signer() == Some(seat.as_str());
        let since = |one: &&AnyDocument<'_>| one.step().is_some_and(|of| of >= step);
        let found = files.iter().filter(of_seat).filter(since).map(|one| (Reverse(one.step()), one.digest));
        let found: BTreeSet<(Reverse<Option<u64>>, Bytes32)> = found.collect();
        found.into_iter().map(|(_, digest)| digest).collect()
    }
}
