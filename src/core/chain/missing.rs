//! Documents that others name and that are missing, or are here but do not count. A missing copy proves nothing against
//! anybody; what rests on it just cannot be checked.

use std::collections::BTreeMap;

use crate::document::{Bytes32, Id, Kind, Problem, Turn};
use crate::trust::seeds;

use super::match_files::ParsedDocument;
use super::state_header::StateHeader;
use super::timeline::{Chain, Step};

/// A missing turn or state that other documents name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingDocument {
    pub kind: Kind,
    pub step: u64,
    /// Who signed it, as far as that follows from the documents here.
    pub seat: Option<Id>,
    /// The file that usually holds it; or the file that should hold it but does not count.
    pub file: String,
    /// Whether there is a file for it that does not count or cannot be read.
    pub spoilt: bool,
    /// The file of the document that names it.
    pub named_by: String,
    /// For a state: the first and the last step of the states here that stand on it.
    pub after: Option<(u64, u64)>,
}

impl MissingDocument {
    /// What it is: `union's turn of step 10`.
    pub fn description(&self) -> String {
        match (self.kind, &self.seat) {
            (Kind::State, _) => format!("the state of step {}", self.step),
            (kind, Some(seat)) => format!("{seat}'s {} of step {}", kind.as_str(), self.step),
            (kind, None) => format!("a {} of step {}", kind.as_str(), self.step),
        }
    }

    /// Why anything that rests on it cannot be checked.
    pub fn because(&self) -> String {
        let lack = if self.spoilt { "is not valid" } else { "is missing" };
        format!("{} ({}) {lack}", self.file, self.description())
    }

    /// The problem reported to a person who lacks it.
    pub fn problem(&self) -> Problem {
        let (file, step) = (&self.file, self.step);
        let message = match (self.kind, self.after) {
            _ if self.spoilt => format!("{}, and {} depends on it", self.because(), self.named_by),
            (Kind::State, Some((first, last))) if first < last => {
                format!("states {first} to {last} are here, but state {step} is missing ({file})")
            }
            (Kind::State, Some((first, _))) => {
                format!("state {first} is here, but state {step} is missing ({file})")
            }
            (Kind::State, None) => {
                format!("{} is here, but state {step}, which it answers, is missing ({file})", self.named_by)
            }
            _ => format!("{} ({file}) is missing: {} answers it", self.description(), self.named_by),
        };
        Problem::new(message).rule("protocol 6").advice(if self.spoilt { "ask for a good copy" } else { "ask for it" })
    }
}

impl Chain<'_> {
    /// Every turn and state that other documents name and that is missing, in order of steps.
    pub fn missing_documents(&self) -> Vec<MissingDocument> {
        let mut gaps: BTreeMap<(u64, Kind, Option<Id>), MissingDocument> = BTreeMap::new();
        let turns = (0..self.line.len()).flat_map(|at| self.missing_turns(at));
        for gap in turns.chain(self.missing_states()) {
            gaps.entry((gap.step, gap.kind, gap.seat.clone())).or_insert(gap);
        }
        gaps.into_values().collect()
    }

    /// The missing turns that a state of the line resolves.
    pub fn missing_turns(&self, at: usize) -> Vec<MissingDocument> {
        let state = self.line[at].state;
        let lacking = state.typed.turns.iter().filter(|digest| !self.turns.contains_key(digest)).count();
        let absent = if lacking == 0 { Vec::new() } else { self.absent(at) };
        (0..lacking)
            .map(|n| {
                let seat = absent.get(n).filter(|_| absent.len() == lacking).map(|seat| (*seat).clone());
                self.gap(Kind::Turn, state.typed.step, seat, &state.file)
            })
            .collect()
    }

    /// The awaited seats for which the state at `at` resolves no turn that is here.
    fn absent(&self, at: usize) -> Vec<&Id> {
        let Some(before) = at.checked_sub(1).and_then(|before| self.line.get(before)) else { return Vec::new() };
        let here = |seat: &Id| self.line[at].turns.iter().any(|turn| turn.typed.seat == *seat);
        self.awaited(&before.state.typed).into_iter().filter(|seat| !here(seat)).collect()
    }

    /// Whether nothing can follow the newest state: the match is over, and nobody could rule otherwise.
    pub(super) fn is_over(&self) -> bool {
        let over = self.newest().is_some_and(|newest| newest.state.typed.outcome.is_some());
        over && self.seats.adjudicator().is_none()
    }

    /// Whether the line may later go on to this state, whose parent nobody has: it is later than the newest state, and
    /// its signer may issue such a state. A state that can never be on the line leaves nothing missing.
    pub(super) fn may_go_on_to(&self, state: &ParsedDocument<StateHeader>) -> bool {
        let head = &state.typed;
        let beyond = head.step >= self.line.len() as u64;
        let issuer = self.seats.adjudicator().is_none_or(|adjudicator| *adjudicator == head.responder);
        beyond && issuer && !self.is_over()
    }

    /// The same for a turn that answers a state that nobody has.
    pub(super) fn may_answer_later(&self, turn: &ParsedDocument<Turn>) -> bool {
        turn.typed.step >= self.line.len() as u64 && !self.is_over()
    }

    fn missing_states(&self) -> Vec<MissingDocument> {
        let known = |parent: &Bytes32| *parent == self.match_id || self.states.contains_key(parent);
        let mut gaps = Vec::new();
        let orphaned = |state: &&&ParsedDocument<StateHeader>| state.typed.step > 0 && !known(&state.typed.parent);
        for state in self.states.values().filter(orphaned).filter(|state| self.may_go_on_to(state)) {
            let mut last = state.typed.step;
            let mut above = vec![state.digest];
            while let Some(next) = above.pop() {
                for state in self.states_on(&next) {
                    last = last.max(state.typed.step);
                    above.push(state.digest);
                }
            }
            let mut gap = self.gap(Kind::State, state.typed.step - 1, None, &state.file);
            gap.after = Some((state.typed.step, last));
            gaps.push(gap);
        }
        let later = |turn: &&&ParsedDocument<Turn>| turn.typed.step > 0 && self.may_answer_later(turn);
        for turn in self.turns.values().filter(|turn| !known(&turn.typed.parent)).filter(later) {
            gaps.push(self.gap(Kind::State, turn.typed.step - 1, None, &turn.file));
        }
        gaps
    }

    /// The problem with the state of a step that is here but does not count; that problem is reported for the state
    /// itself.
    pub(super) fn spoilt_state(&self, step: u64, named_by: &str) -> Option<MissingDocument> {
        Some(self.gap(Kind::State, step, None, named_by)).filter(|gap| gap.spoilt)
    }

    fn gap(&self, kind: Kind, step: u64, seat: Option<Id>, named_by: &str) -> MissingDocument {
        let usual = match (kind, &seat) {
            (Kind::State, _) => format!("states/{step:04}.yaml"),
            (_, Some(seat)) => format!("turns/{step:04}-{seat}.yaml"),
            (_, None) => format!("turns/{step:04}-….yaml"),
        };
        let spoilt = self.bad.iter().find(|bad| {
            let same = bad.kind == Some(kind) && bad.step == Some(step) && (kind == Kind::State || bad.seat == seat);
            same || bad.file.ends_with(&usual)
        });
        let file = spoilt.map_or(usual, |bad| bad.file.clone());
        MissingDocument { kind, step, seat, file, spoilt: spoilt.is_some(), named_by: named_by.to_owned(), after: None }
    }

    /// The missing turn because of which the latest reveal of a seat is unknown at an index on the line.
    pub(super) fn gap_before(&self, at: usize, seat: &Id) -> Option<MissingDocument> {
        (0..=at).rev().flat_map(|at| self.missing_turns(at)).find(|gap| gap.seat.as_ref().is_none_or(|one| one == seat))
    }

    /// Fills gaps in the known reveals where turns are missing: the reveal in a missing turn is the hash of the seat's
    /// next one, if that one is here.
    pub(super) fn infer_missing_reveals(&mut self) {
        let absent = |at: usize| if self.missing_turns(at).is_empty() { Vec::new() } else { self.absent(at) };
        let missing: Vec<Vec<usize>> = (0..self.line.len())
            .map(|at| absent(at).into_iter().filter_map(|seat| self.seats.index(seat)).collect())
            .collect();
        if missing.iter().all(Vec::is_empty) {
            return;
        }
        for (seat, entry) in self.seats.entries.iter().enumerate() {
            let mut reveals: Vec<(usize, Option<Bytes32>)> = Vec::new();
            for (at, step) in self.line.iter().enumerate() {
                let own = reveal_of(step, &entry.seat);
                if own.is_some() || missing[at].contains(&seat) {
                    reveals.push((at, own));
                }
            }
            hash_back(&mut reveals, entry.seed.anchor);
            let (mut latest, mut known, mut spent) = (entry.seed.anchor, true, 0);
            let mut reveals = reveals.into_iter().peekable();
            for (at, step) in self.line.iter_mut().enumerate() {
                if let Some((_, reveal)) = reveals.next_if(|(of, _)| *of == at) {
                    spent += 1;
                    known = reveal.is_some();
                    latest = reveal.unwrap_or(latest);
                }
                step.reveals[seat] = latest;
                step.revealed[seat] = spent;
                if !known {
                    step.unknown.push(seat);
                }
            }
        }
    }
}

/// The reveal of a seat in a step, if it is here.
fn reveal_of(step: &Step<'_>, seat: &Id) -> Option<Bytes32> {
    let head = &step.state.typed;
    let turn = step.turns.iter().find(|turn| turn.typed.seat == *seat).map(|turn| turn.typed.reveal);
    turn.or_else(|| head.reveal.filter(|_| head.responder == *seat))
}

/// Fills in the reveals that are missing between two known ones, if the later hashes to the earlier in exactly that
/// many steps.
fn hash_back(reveals: &mut [(usize, Option<Bytes32>)], anchor: Bytes32) {
    let mut before = anchor;
    let mut first = 0;
    for n in 0..reveals.len() {
        let Some(reveal) = reveals[n].1 else { continue };
        let mut links = Vec::new();
        let mut link = reveal;
        for _ in first..n {
            link = seeds::step(&link);
            links.push(link);
        }
        if seeds::follows(&link, &before) {
            for (entry, link) in reveals[first..n].iter_mut().rev().zip(links) {
                entry.1 = Some(link);
            }
        }
        (before, first) = (reveal, n + 1);
    }
}
