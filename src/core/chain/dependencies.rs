//! Which documents the line of a match rests on, and which merely lie beside it. A document that the line does not need
//! cannot harm the match.

use std::collections::BTreeSet;

use crate::document::{Bytes32, Disclosure, Id};

use super::hands;
use super::match_files::ParsedDocument;
use super::state_header::StateHeader;
use super::timeline::{Chain, Step};

impl<'f> Chain<'f> {
    /// Whether a state, or a state before it, has a parent that nobody has.
    pub fn has_missing_ancestor(&self, state: &ParsedDocument<StateHeader>) -> bool {
        let mut state = state;
        // This ends: a state contains its parent's digest, so it cannot be its own ancestor.
        while let Some(parent) = self.states.get(&state.typed.parent) {
            state = parent;
        }
        state.typed.parent != self.match_id
    }

    /// The refusals that the line rests on: those named by its states and their turns, and those named in turn by the
    /// documents that were refused.
    pub fn needed_refusals(&self) -> BTreeSet<Bytes32> {
        let of_turns = self.line.iter().flat_map(|step| &step.turns).filter_map(|turn| turn.typed.refusal);
        let of_states = self.line.iter().filter_map(|step| step.state.typed.refusal);
        let mut open: Vec<Bytes32> = of_turns.chain(of_states).collect();
        let mut needed = BTreeSet::new();
        while let Some(named) = open.pop() {
            let Some(refusal) = self.refusals.get(&named).filter(|_| needed.insert(named)) else { continue };
            let turn = self.turns.get(&refusal.typed.of).and_then(|turn| turn.typed.refusal);
            let state = self.states.get(&refusal.typed.of).and_then(|state| state.typed.refusal);
            open.extend(turn.or(state));
        }
        needed
    }

    /// Whether the responder of a state of the line has gone on from it: has issued a later state of the line, answered
    /// one, or disclosed for this state or a later one.
    pub fn responder_has_continued(&self, state: &ParsedDocument<StateHeader>) -> bool {
        let seat = &state.typed.responder;
        let mut later = self.line.iter().filter(|step| step.state.typed.step > state.typed.step);
        let signed = |step: &Step<'_>| {
            let answered = self.turns_to(&step.state.digest).iter().any(|turn| turn.typed.seat == *seat);
            step.state.typed.responder == *seat || answered
        };
        let final_state = self.newest().map(|newest| newest.state.digest);
        let disclosed = |of: &Bytes32| *of == state.digest || Some(*of) == final_state;
        let disclosed = || self.disclosures.iter().any(|one| one.typed.seat == *seat && disclosed(&one.typed.state));
        later.any(signed) || disclosed()
    }

    /// The disclosures that reveal the secret of a hand while the match is still running: their state was replaced, or
    /// a ruling has gone on from it (protocol 8.7).
    pub fn early_disclosures(&self) -> Vec<&'f ParsedDocument<Disclosure>> {
        if self.newest().is_none_or(|newest| newest.state.typed.outcome.is_some()) {
            return Vec::new();
        }
        let hidden = |seat: &Id| self.seats.entry(seat).is_some_and(|entry| entry.hidden.is_some());
        let true_ones = self.disclosures.iter().copied().filter(|one| hidden(&one.typed.seat));
        true_ones.filter(|one| hands::is_bound(self, &one.typed.seat, &one.typed.secret)).collect()
    }

    /// The seats that have disclosed for a state, in charter order.
    pub fn seats_disclosed_for(&self, state: &Bytes32) -> Vec<&Id> {
        let seats = self.seats.entries.iter().map(|entry| &entry.seat);
        let disclosed =
            |seat: &&Id| self.disclosures.iter().any(|one| one.typed.seat == **seat && one.typed.state == *state);
        seats.filter(disclosed).collect()
    }

    /// The files of documents that the line does not rest on: adjudication gives the same line without them.
    pub fn unneeded_files(&self) -> Vec<&'f str> {
        let mut needed: BTreeSet<Bytes32> = self.needed_refusals();
        let refused = needed.iter().filter_map(|refusal| Some(self.refusals.get(refusal)?.typed.of));
        let refused: Vec<Bytes32> = refused.collect();
        needed.extend(refused);
        for step in &self.line {
            needed.insert(step.state.digest);
            needed.extend(&step.state.typed.turns);
            needed.extend(step.state.typed.spent.map(|spent| spent.turn));
        }
        needed.insert(self.match_id);
        needed.extend(self.charter.typed.continues.as_ref().map(|before| before.state));
        let bad: BTreeSet<&str> = self.bad.iter().map(|bad| bad.file.as_str()).collect();
        let unread = self.files.unread.iter().map(|(file, _)| file.as_str());
        let documents = self.files.documents().into_iter();
        let beside = documents.filter(|one| !needed.contains(&one.digest) || bad.contains(one.file));
        let beside = beside.map(|one| one.file).filter(|file| *file != self.charter.file);
        let states = self.files.states.iter().filter(|state| state.fails()).map(|state| state.file.as_str());
        beside.chain(unread).chain(states).collect()
    }
}
