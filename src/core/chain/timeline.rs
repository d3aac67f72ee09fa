//! The line of states from the set-up to the newest, and all other documents of the match (protocol 6).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use crate::document::kinds::Offer;
use crate::document::{Bytes32, Charter, Disclosure, Id, Kind, Leave, Problem, Queue, Receipt, Refusal, Turn};
use crate::engine::Decision;
use crate::trust::seeds;

pub use super::match_files::BadDocument;
use super::match_files::{AnyDocument, MatchFiles, ParsedDocument, SignatureCache, StateFile};
use super::seats::Seats;
use super::state_before::{STATE_BEFORE, another_state};
use super::state_header::StateHeader;
use super::{charter, sign};

/// One state of the line, and what is known once it has been issued.
#[derive(Clone, Debug)]
pub struct Step<'f> {
    pub state: &'f ParsedDocument<StateHeader>,
    /// The turns that it resolves, in the order in which it lists them; missing turns are left out.
    pub turns: Vec<&'f ParsedDocument<Turn>>,
    /// The latest reveal of every seat, or its anchor, in charter order.
    pub reveals: Vec<Bytes32>,
    /// How many reveals each seat has spent, in charter order.
    pub revealed: Vec<u32>,
    /// Indices, in charter order, of the seats whose latest reveal is in a missing turn and cannot be worked out from a
    /// later one; `reveals` has the last one known.
    pub unknown: Vec<usize>,
    /// The choices committed to so far, each with its seat; a take-back removes those after its step.
    pub used: Arc<BTreeSet<(Id, Id)>>,
    /// What was awaited before the proposal that this state puts to a seat; awaited again if it is declined.
    pub resume: Option<Vec<Value>>,
}

impl<'f> Step<'f> {
    /// The turns, each once: a state that lists a turn twice is wrong, but the turn's seat has revealed only one link.
    pub fn each_turn_once(&self) -> Vec<&'f ParsedDocument<Turn>> {
        let mut seen = BTreeSet::new();
        self.turns.iter().copied().filter(|turn| seen.insert(turn.digest)).collect()
    }

    /// The latest reveal of every seat, and how many it has shown, from the point of view of the next step: including a
    /// reveal that this state declares as spent (protocol 6).
    pub fn links(&self, seats: &Seats) -> (Vec<Bytes32>, Vec<u32>) {
        let (mut reveals, mut revealed) = (self.reveals.clone(), self.revealed.clone());
        let head = &self.state.typed;
        if let (Some(spent), Some(at)) = (&head.spent, seats.index(&head.responder)) {
            reveals[at] = spent.reveal;
            revealed[at] += 1;
        }
        (reveals, revealed)
    }
}

/// The documents of a match, put in order.
#[derive(Debug)]
pub struct Chain<'f> {
    pub files: &'f MatchFiles,
    pub charter: &'f ParsedDocument<Charter>,
    /// The digest of the charter.
    pub match_id: Bytes32,
    pub seats: Seats,
    /// The states from the set-up on; each state's index is its step.
    pub line: Vec<Step<'f>>,
    /// Documents that cannot be read, belong to another match, or are not signed as they must be. They are ignored.
    pub bad: Vec<BadDocument>,
    /// The turns, states and refusals that count, by digest.
    pub turns: BTreeMap<Bytes32, &'f ParsedDocument<Turn>>,
    pub states: BTreeMap<Bytes32, &'f ParsedDocument<StateHeader>>,
    pub refusals: BTreeMap<Bytes32, &'f ParsedDocument<Refusal>>,
    /// The disclosures that count.
    pub disclosures: Vec<&'f ParsedDocument<Disclosure>>,
    /// Those of seats that have no hand to disclose, or not this one (protocol 8.6).
    pub(super) idle_disclosures: Vec<&'f ParsedDocument<Disclosure>>,
    /// The receipts and leaves that count, in the order of the times that they state.
    pub receipts: Vec<&'f ParsedDocument<Receipt>>,
    pub leaves: Vec<&'f ParsedDocument<Leave>>,
    /// The queues that count, by their numbers.
    pub queues: Vec<&'f ParsedDocument<Queue>>,
    refusals_of: BTreeMap<Bytes32, Vec<&'f ParsedDocument<Refusal>>>,
    turns_to: BTreeMap<Bytes32, Vec<&'f ParsedDocument<Turn>>>,
    states_on: BTreeMap<Bytes32, Vec<&'f ParsedDocument<StateHeader>>>,
    on_line: BTreeSet<Bytes32>,
}

impl<'f> Chain<'f> {
    /// Puts the documents of a match in order. Faulty documents are set aside in [`Chain::bad`]; whether the states
    /// follow from the turns is for [`super::verify`].
    ///
    /// # Errors
    /// There is no charter, or there are several.
    pub fn build(files: &'f MatchFiles) -> Result<Chain<'f>, Problem> {
        let mut chain = Chain::empty(files)?;
        chain.sort_in();
        chain.line.reserve(chain.states.len());
        chain.walk();
        chain.infer_missing_reveals();
        Ok(chain)
    }

    /// The turns and refusals of a match, without states and without checking signatures.
    pub(super) fn without_states(files: &'f MatchFiles) -> Result<Chain<'f>, Problem> {
        let mut chain = Chain::empty(files)?;
        files.turns.iter().for_each(|turn| chain.keep_turn(turn));
        files.refusals.iter().for_each(|refusal| chain.keep_refusal(refusal));
        Ok(chain)
    }

    /// Whether a state can be read, belongs to the match and is signed as it must be.
    pub(super) fn has_signed(&self, file: &StateFile) -> bool {
        let check =
            |one: &AnyDocument<'_>| check_once(&self.seats, self.match_id, &self.files.signature_cache, one).is_ok();
        file.get_if(&check).is_ok_and(|state| check(&state.any()))
    }

    /// Extends the line by a state that is known to follow its newest.
    pub(super) fn push(&mut self, state: &'f ParsedDocument<StateHeader>) {
        self.keep_state(state);
        let step = self.take(state);
        self.on_line.insert(state.digest);
        self.line.push(step);
    }

    fn empty(files: &'f MatchFiles) -> Result<Chain<'f>, Problem> {
        let charter = the_charter(files)?;
        let seats = Seats::of(&charter.typed);
        Ok(Chain {
            files,
            charter,
            match_id: charter.digest,
            seats,
            line: Vec::new(),
            bad: Vec::new(),
            turns: BTreeMap::new(),
            states: BTreeMap::new(),
            refusals: BTreeMap::new(),
            disclosures: Vec::new(),
            idle_disclosures: Vec::new(),
            receipts: Vec::new(),
            leaves: Vec::new(),
            queues: Vec::new(),
            refusals_of: BTreeMap::new(),
            turns_to: BTreeMap::new(),
            states_on: BTreeMap::new(),
            on_line: BTreeSet::new(),
        })
    }

    pub(super) fn keep_turn(&mut self, turn: &'f ParsedDocument<Turn>) {
        if self.turns.insert(turn.digest, turn).is_none() {
            self.turns_to.entry(turn.typed.parent).or_default().push(turn);
        }
    }

    pub(super) fn keep_state(&mut self, state: &'f ParsedDocument<StateHeader>) {
        if self.states.insert(state.digest, state).is_none() {
            self.states_on.entry(state.typed.parent).or_default().push(state);
        }
    }

    pub(super) fn keep_refusal(&mut self, refusal: &'f ParsedDocument<Refusal>) {
        if self.refusals.insert(refusal.digest, refusal).is_none() {
            self.refusals_of.entry(refusal.typed.of).or_default().push(refusal);
        }
    }

    fn sort_in(&mut self) {
        let files = self.files;
        for (file, problem) in &files.unread {
            let problem = problem.clone();
            self.bad.push(BadDocument { file: file.clone(), kind: None, step: None, seat: None, problem });
        }
        let charter = &self.charter.typed;
        let before = charter.source_state();
        let (seats, match_id, held) = (&self.seats, self.match_id, &files.signature_cache);
        for state in &files.states {
            let counts =
                |one: &AnyDocument<'_>| Some(one.digest) == before || check_once(seats, match_id, held, one).is_ok();
            if let Err(problem) = state.get_if(&counts) {
                let (file, problem) = (state.file.clone(), problem.clone());
                self.bad.push(BadDocument { file, kind: Some(Kind::State), step: None, seat: None, problem });
            }
        }
        let documents = files.documents();
        let checked = signed_well(seats, match_id, held, &documents);
        // The state that the match starts from belongs to another match; its digest is in the charter.
        let of_another = |at: usize| Some(documents[at].digest) == before;
        let good: Vec<bool> = checked.iter().enumerate().map(|(at, one)| one.is_ok() && !of_another(at)).collect();
        let bad = checked.into_iter().enumerate().filter(|(at, _)| !of_another(*at));
        let source = charter.source();
        let of_source = |one: &AnyDocument<'_>| {
            one.kind == Kind::State && source.is_some() && (one.match_id() == source || one.file == STATE_BEFORE)
        };
        self.bad.extend(bad.filter_map(|(at, one)| {
            let bad = *one.err()?;
            match of_source(&documents[at]) {
                true => Some(BadDocument { problem: another_state(charter, &bad.file), ..bad }),
                false => Some(bad),
            }
        }));
        let mut good = good.into_iter().skip(files.charters.len());
        files.turns.iter().filter(|_| good.next() == Some(true)).for_each(|turn| self.keep_turn(turn));
        files.read_states().filter(|_| good.next() == Some(true)).for_each(|state| self.keep_state(state));
        files.refusals.iter().filter(|_| good.next() == Some(true)).for_each(|refusal| self.keep_refusal(refusal));
        let disclosures = files.disclosures.iter().filter(|_| good.next() == Some(true));
        (self.disclosures, self.idle_disclosures) =
            disclosures.partition(|one| self.unauthorized(&one.any()).is_none());
        self.receipts = files.receipts.iter().filter(|_| good.next() == Some(true)).collect();
        self.leaves = files.leaves.iter().filter(|_| good.next() == Some(true)).collect();
        self.queues = files.queues.iter().filter(|_| good.next() == Some(true)).collect();
        self.queues.sort_by_key(|one| (one.typed.number, one.digest));
        self.receipts.sort_by(|one, other| (&one.typed.written, one.digest).cmp(&(&other.typed.written, other.digest)));
        self.leaves.sort_by(|one, other| (&one.typed.from, one.digest).cmp(&(&other.typed.from, other.digest)));
        // The order of the files must not matter.
        self.turns_to.values_mut().for_each(|list| list.sort_by_key(|turn| turn.digest));
        self.states_on.values_mut().for_each(|list| list.sort_by_key(|state| state.digest));
        self.refusals_of.values_mut().for_each(|list| list.sort_by_key(|refusal| refusal.digest));
    }

    // The order of the files must not matter.
    pub(super) fn order_turns_to(&mut self, state: &Bytes32) {
        self.turns_to.get_mut(state).into_iter().for_each(|list| list.sort_by_key(|turn| turn.digest));
    }

    pub(super) fn order_states_on(&mut self, parent: &Bytes32) {
        self.states_on.get_mut(parent).into_iter().for_each(|list| list.sort_by_key(|state| state.digest));
    }

    pub(super) fn order_refusals_of(&mut self, of: &Bytes32) {
        self.refusals_of.get_mut(of).into_iter().for_each(|list| list.sort_by_key(|refusal| refusal.digest));
    }

    /// Rebuilds the line from the documents that count.
    pub(super) fn rebuild_line(&mut self) {
        self.line.clear();
        self.on_line.clear();
        self.walk();
        self.infer_missing_reveals();
    }

    fn walk(&mut self) {
        let mut parent = self.match_id;
        while let Some(state) = self.follower(&parent) {
            let step = self.take(state);
            self.on_line.insert(state.digest);
            self.line.push(step);
            parent = state.digest;
        }
    }

    /// The state that follows a parent: one that its signer may issue and that was not replaced. If there are several,
    /// one from which the match went on.
    fn follower(&self, parent: &Bytes32) -> Option<&'f ParsedDocument<StateHeader>> {
        let step = self.line.len() as u64;
        let candidates = self.states_on.get(parent)?.iter().copied();
        let mut left: Vec<_> = candidates
            .filter(|state| state.typed.step == step && self.may_issue(state) && self.replacement(state).is_none())
            .collect();
        left.sort_by_key(|state| (!self.has_successor(state), self.lacks_refusal(state), state.digest));
        left.first().copied()
    }

    /// Whether a state that its signer may issue follows this one and all the turns that it resolves are here.
    fn has_successor(&self, state: &ParsedDocument<StateHeader>) -> bool {
        let here =
            |next: &&ParsedDocument<StateHeader>| next.typed.turns.iter().all(|turn| self.turns.contains_key(turn));
        self.states_on(&state.digest).iter().any(|next| here(next) && self.may_issue(next))
    }

    /// Whether a state names a refusal that is missing.
    pub(super) fn lacks_refusal(&self, state: &ParsedDocument<StateHeader>) -> bool {
        state.typed.refusal.is_some_and(|named| !self.refusals.contains_key(&named))
    }

    /// The first document that is missing behind a refusal that a turn or a state names: that refusal, what it refuses, the
    /// refusal that this names in turn, and so on. Such a document may excuse its signer.
    pub(super) fn lost_behind(&self, mut named: Option<Bytes32>) -> Option<Bytes32> {
        while let Some(digest) = named {
            let Some(refusal) = self.refusals.get(&digest) else { return Some(digest) };
            let of = refusal.typed.of;
            named = match (self.turns.get(&of), self.states.get(&of)) {
                (Some(turn), _) => turn.typed.refusal,
                (None, Some(state)) => state.typed.refusal,
                (None, None) => return Some(of),
            };
        }
        None
    }

    fn take(&self, state: &'f ParsedDocument<StateHeader>) -> Step<'f> {
        let head = &state.typed;
        let turns: Vec<&ParsedDocument<Turn>> =
            head.turns.iter().filter_map(|digest| self.turns.get(digest).copied()).collect();
        let Some(before) = self.line.last() else {
            let anchors = self.seats.entries.iter().map(|entry| entry.seed.anchor).collect();
            let revealed = vec![0; self.seats.entries.len()];
            let unknown = Vec::new();
            return Step { state, turns, reveals: anchors, revealed, unknown, used: Arc::default(), resume: None };
        };
        let (reveals, revealed) = before.links(&self.seats);
        let (unknown, used) = (before.unknown.clone(), Arc::clone(&before.used));
        let mut step = Step { state, turns, reveals, revealed, unknown, used, resume: None };
        let turns = step.each_turn_once();
        for (seat, reveal) in
            turns.iter().map(|turn| (&turn.typed.seat, Some(turn.typed.reveal))).chain([(&head.responder, head.reveal)])
        {
            if let (Some(at), Some(reveal)) = (self.seats.index(seat), reveal) {
                step.reveals[at] = reveal;
                step.revealed[at] += 1;
            }
        }
        let asks = |head: &StateHeader, what: &str| head.awaiting.iter().any(|entry| entry.get(what).is_some());
        let asked = |what: &str| asks(&before.state.typed, what);
        let answers = asked("take_back") || asked("draw");
        // Where the turn is missing, the state itself shows that something was proposed.
        let missing = step.turns.len() < head.turns.len();
        let puts = missing && (asks(head, "take_back") || asks(head, "draw"));
        let turn = step.turns.first().map(|turn| &turn.typed);
        let to_step = match (&head.ruling, turn) {
            (Some(ruling), _) => ruling.take_back.as_ref(),
            (None, Some(turn)) if asked("take_back") => turn.take_back.as_ref(),
            _ => None,
        };
        if let Some(back) = to_step.and_then(|back| self.line.get(usize::try_from(back.to_step).ok()?)) {
            step.used = Arc::clone(&back.used);
            step.resume.clone_from(&back.resume);
        } else if !answers && (puts || turn.is_some_and(proposes)) {
            step.resume = Some(before.state.typed.awaiting.clone());
        } else {
            let commits: Vec<(Id, Id)> = step
                .turns
                .iter()
                .flat_map(|turn| {
                    turn.typed.commit.iter().flatten().map(|commit| (turn.typed.seat.clone(), commit.id.clone()))
                })
                .collect();
            if !commits.is_empty() {
                Arc::make_mut(&mut step.used).extend(commits);
            }
        }
        step
    }

    /// The seats that owe a disclosure: the match is over, and their hands are hidden (protocol 8.7).
    pub fn owed_disclosures(&self) -> Vec<&Id> {
        let Some(last) = self.newest().filter(|step| step.state.typed.outcome.is_some()) else { return Vec::new() };
        let disclosed = |seat: &Id| {
            self.disclosures.iter().any(|one| one.typed.holder() == seat && one.typed.state == last.state.digest)
        };
        let hidden = self.seats.entries.iter().filter(|entry| entry.hidden.is_some());
        hidden.map(|entry| &entry.seat).filter(|seat| !disclosed(seat)).collect()
    }

    /// The newest state of the line.
    pub fn newest(&self) -> Option<&Step<'f>> {
        self.line.last()
    }

    /// Whether a state is on the line.
    pub fn is_on_line(&self, state: &Bytes32) -> bool {
        self.on_line.contains(state)
    }

    /// The turns that answer a state and count, ordered by digest.
    pub fn turns_to(&self, state: &Bytes32) -> &[&'f ParsedDocument<Turn>] {
        self.turns_to.get(state).map_or(&[], Vec::as_slice)
    }

    /// The states that follow a parent and count, ordered by digest.
    pub fn states_on(&self, parent: &Bytes32) -> &[&'f ParsedDocument<StateHeader>] {
        self.states_on.get(parent).map_or(&[], Vec::as_slice)
    }

    /// The seats that a state awaits, in charter order.
    pub fn awaited(&self, state: &StateHeader) -> Vec<&Id> {
        let named: Vec<&str> =
            state.awaiting.iter().filter_map(|entry| entry.get("seat").and_then(Value::as_str)).collect();
        self.seats.entries.iter().map(|entry| &entry.seat).filter(|seat| named.contains(&seat.as_str())).collect()
    }

    /// The refusal of a turn by its responder. Whether its reasons are right is another question.
    pub fn refusal_of_turn(&self, turn: &ParsedDocument<Turn>) -> Option<&'f ParsedDocument<Refusal>> {
        self.refusals_of_turn(turn).next()
    }

    /// Every refusal of a turn by its responder. There may be several; answering one answers all.
    pub(super) fn refusals_of_turn(
        &self,
        turn: &ParsedDocument<Turn>,
    ) -> impl Iterator<Item = &'f ParsedDocument<Refusal>> {
        let responder = self.seats.responder_to(&turn.typed.seat).cloned();
        let step = turn.typed.step;
        let refusals = self.refusals_of.get(&turn.digest).map_or(&[][..], Vec::as_slice).iter().copied();
        refusals.filter(move |one| Some(&one.typed.seat) == responder.as_ref() && one.typed.step == step)
    }

    /// The refusals of a state that its responder must answer: by another seat that has neither answered the state nor
    /// already refused it in the form that the responder stands by (protocol 6).
    pub fn refusals_of_state(&self, state: &ParsedDocument<StateHeader>) -> Vec<&'f ParsedDocument<Refusal>> {
        let refusals = self.refusals_of.get(&state.digest).map_or(&[][..], Vec::as_slice);
        refusals.iter().copied().filter(|refusal| self.state_refusal_fault(refusal, state).is_none()).collect()
    }

    /// The turns that a replacement of a state resolves: the same, but instead of one that its responder had refused the
    /// only one of its seat that was not (protocol 6).
    pub fn turns_in_place(&self, state: &ParsedDocument<StateHeader>) -> Vec<Bytes32> {
        let standing = |digest: &Bytes32| {
            let refused = self.turns.get(digest).filter(|turn| self.refusal_of_turn(turn).is_some())?;
            let mut own = self.turns_to(&refused.typed.parent).iter().filter(|other| {
                other.typed.seat == refused.typed.seat
                    && other.typed.step == refused.typed.step
                    && self.refusal_of_turn(other).is_none()
            });
            own.next().filter(|_| own.next().is_none()).map(|turn| turn.digest)
        };
        state.typed.turns.iter().map(|digest| standing(digest).unwrap_or(*digest)).collect()
    }

    /// Why a seat may not refuse a state, if it may not.
    pub fn state_refusal_fault(
        &self,
        refusal: &ParsedDocument<Refusal>,
        state: &ParsedDocument<StateHeader>,
    ) -> Option<Problem> {
        self.refuser_fault(refusal, state).or_else(|| {
            let message =
                || format!("the responder stands by its state, and '{}' cannot refuse it again", refusal.typed.seat);
            self.is_issued_again(refusal, state).then(|| Problem::new(message()).in_path("of").rule("protocol 6"))
        })
    }

    /// Whether the only fault of a refusal is that its seat has refused the same state before and the responder stood
    /// by it (protocol 6). Such a refusal changes nothing.
    pub fn is_refused_again(&self, refusal: &ParsedDocument<Refusal>, state: &ParsedDocument<StateHeader>) -> bool {
        self.refuser_fault(refusal, state).is_none() && self.is_issued_again(refusal, state)
    }

    fn refuser_fault(&self, refusal: &ParsedDocument<Refusal>, state: &ParsedDocument<StateHeader>) -> Option<Problem> {
        let fault = |message: String, path: &str| Some(Problem::new(message).in_path(path).rule("protocol 6"));
        let seat = &refusal.typed.seat;
        if *seat == state.typed.responder {
            return fault(format!("'{seat}' refuses its own state"), "seat");
        }
        if refusal.typed.step != state.typed.step {
            return fault("the refused state belongs to another step".to_owned(), "step");
        }
        if self.answer_of_refuser(refusal).is_some() && !self.answers_refusal(refusal, state) {
            return fault(format!("'{seat}' refuses a state that it has answered"), "of");
        }
        None
    }

    /// Whether the responder issued this state unchanged in place of one that the same seat refused.
    fn is_issued_again(&self, refusal: &ParsedDocument<Refusal>, state: &ParsedDocument<StateHeader>) -> bool {
        let earlier = state.typed.refusal.and_then(|digest| self.refusals.get(&digest));
        let earlier = earlier.filter(|earlier| earlier.typed.seat == refusal.typed.seat);
        let old = earlier.and_then(|earlier| self.states.get(&earlier.typed.of));
        old.is_some_and(|old| same_but_refusal(&old.document.content, &state.document.content))
    }

    /// The file of a turn, state or disclosure with which the seat that refuses a state nevertheless answered it. A
    /// seat that signs both is itself at fault; what the responder signed in good faith, relying on the refusal,
    /// remains valid.
    pub fn answer_of_refuser(&self, refusal: &ParsedDocument<Refusal>) -> Option<&'f str> {
        let (seat, of) = (&refusal.typed.seat, &refusal.typed.of);
        let turn = self.turns_to(of).iter().find(|turn| turn.typed.seat == *seat).map(|turn| turn.file.as_str());
        let state = || self.states_on(of).iter().find(|next| next.typed.responder == *seat);
        let disclosure = || self.disclosures.iter().find(|one| one.typed.seat == *seat && one.typed.state == *of);
        turn.or_else(|| state().map(|state| state.file.as_str())).or_else(|| disclosure().map(|one| one.file.as_str()))
    }

    /// Whether the responder of a state has signed another state that answers this refusal.
    fn answers_refusal(&self, refusal: &ParsedDocument<Refusal>, state: &ParsedDocument<StateHeader>) -> bool {
        let head = &state.typed;
        self.states_on(&head.parent).iter().any(|other| {
            other.digest != state.digest
                && other.typed.step == head.step
                && other.typed.responder == head.responder
                && other.typed.refusal == Some(refusal.digest)
        })
    }

    /// The turns of its responder that a state has made void by replacing the states that they answered; the most
    /// recently replaced state first.
    pub fn voided_by(&self, refusal: &Bytes32, responder: &Id) -> Vec<&'f ParsedDocument<Turn>> {
        let mut voided = Vec::new();
        let mut named = Some(*refusal);
        let mut seen = BTreeSet::new();
        while let Some(refusal) = named.and_then(|digest| self.refusals.get(&digest)) {
            let Some(old) = self.states.get(&refusal.typed.of).filter(|old| seen.insert(old.digest)) else { break };
            voided.extend(self.turns_to(&old.digest).iter().copied().filter(|turn| turn.typed.seat == *responder));
            named = old.typed.refusal;
        }
        voided
    }

    /// The state that replaces a refused one.
    pub fn replacement(&self, state: &ParsedDocument<StateHeader>) -> Option<&'f ParsedDocument<StateHeader>> {
        let refusals = self.refusals_of_state(state);
        let head = &state.typed;
        self.states_on(&head.parent).iter().copied().find(|other| {
            let named = other.typed.refusal;
            other.digest != state.digest
                && other.typed.step == head.step
                && other.typed.responder == head.responder
                && refusals.iter().any(|refusal| named == Some(refusal.digest))
        })
    }

    /// Whether a turn or state was refused, or is void because it answered a state that was refused and replaced. The
    /// signing log may then sign another in its place. A turn whose state is refused but not yet replaced is not void:
    /// the responder may resolve it before the refusal reaches him.
    pub fn is_void(&self, digest: Bytes32) -> bool {
        let replaced = |digest| self.states.get(digest).is_some_and(|state| self.is_replaced(state));
        if let Some(turn) = self.turns.get(&digest) {
            return self.refusal_of_turn(turn).is_some() || replaced(&turn.typed.parent);
        }
        let Some(state) = self.states.get(&digest) else { return false };
        let continued = self.on_line.contains(&digest) && self.has_successor(state);
        self.is_replaced(state) || (!continued && !self.refusals_of_state(state).is_empty())
    }

    /// Whether a state or its parent was refused and replaced.
    fn is_replaced(&self, state: &ParsedDocument<StateHeader>) -> bool {
        let parent = self.states.get(&state.typed.parent);
        self.replacement(state).is_some() || parent.is_some_and(|parent| self.replacement(parent).is_some())
    }

    /// The refusals of the newest state that its responder has to answer.
    pub fn open_refusals(&self) -> Vec<&'f ParsedDocument<Refusal>> {
        self.newest().map(|newest| self.refusals_of_state(newest.state)).unwrap_or_default()
    }

    /// The turns of the awaited seats that answer the newest state and are not refused: those that the responder is to
    /// resolve.
    pub fn open_turns(&self) -> Vec<&'f ParsedDocument<Turn>> {
        let Some(newest) = self.newest() else { return Vec::new() };
        let awaited = self.awaited(&newest.state.typed);
        let turns = self.turns_to(&newest.state.digest).iter().copied();
        turns.filter(|turn| awaited.contains(&&turn.typed.seat) && self.refusal_of_turn(turn).is_none()).collect()
    }

    /// The number (from 1) of the reveal that a seat owes next, and the link that it must hash to.
    pub fn due_reveal(&self, seat: &Id) -> Option<(u32, Bytes32)> {
        let at = self.seats.index(seat)?;
        match self.newest() {
            Some(step) => {
                let (reveals, revealed) = step.links(&self.seats);
                Some((revealed[at] + 1, reveals[at]))
            }
            None => Some((1, self.seats.entries[at].seed.anchor)),
        }
    }

    /// The refusals that a turn of `seat` answering step `at` of the line may name, and whether it must name one. It
    /// must if an earlier turn of the seat for that step was refused, or became void together with the state that it
    /// answered. `except` is the turn in question itself, if it is here.
    pub fn due_refusals(&self, at: usize, seat: &Id, except: Option<&Bytes32>) -> (Vec<Bytes32>, bool) {
        let Some(step) = self.line.get(at) else { return (Vec::new(), false) };
        let next = step.state.typed.step + 1;
        // Most turns were never refused: only the refused ones are looked at, ordered by digest.
        let refused: BTreeSet<Bytes32> = self.refusals.values().map(|refusal| refusal.typed.of).collect();
        let refused = refused.iter().filter_map(|digest| self.turns.get(digest));
        let own = refused.filter(|turn| turn.typed.seat == *seat);
        let same_step = own.filter(|turn| turn.typed.step == next || turn.typed.parent == step.state.digest);
        // Each refusal, with the turn that it refuses.
        let refused: Vec<(Bytes32, &ParsedDocument<Turn>)> = same_step
            .filter(|turn| Some(&turn.digest) != except)
            .flat_map(|turn| self.refusals_of_turn(turn).map(move |refusal| (refusal.digest, *turn)))
            .collect();
        // What came after the turn in question does not affect what it had to name. A turn that names a refusal which is
        // not here may have come after it, too: that may refuse the turn in question.
        let mut after: BTreeSet<Bytes32> = except
            .and_then(|digest| self.turns.get(digest))
            .into_iter()
            .flat_map(|turn| self.refusals_of_turn(turn))
            .map(|refusal| refusal.digest)
            .collect();
        for _ in 0..refused.len() {
            let more: Vec<Bytes32> = refused
                .iter()
                .filter(|(own, turn)| {
                    turn.typed.refusal.is_some_and(|named| after.contains(&named)) && !after.contains(own)
                })
                .map(|(own, _)| *own)
                .collect();
            if more.is_empty() {
                break;
            }
            after.extend(more);
        }
        let before: Vec<_> = refused.into_iter().filter(|(own, _)| !after.contains(own)).collect();
        let named: BTreeSet<Bytes32> = before.iter().filter_map(|(_, turn)| turn.typed.refusal).collect();
        let answered = |turn: &ParsedDocument<Turn>| self.refusals_of_turn(turn).any(|one| named.contains(&one.digest));
        let unanswered = before.iter().filter(|(_, turn)| !answered(turn));
        let mut due: Vec<Bytes32> = unanswered.map(|(own, _)| *own).collect();
        // The latest by its signer's date comes first; any of them will do.
        due.sort_by_key(|own| std::cmp::Reverse(self.refusals.get(own).map(|refusal| &refusal.typed.issued)));
        let lost = |turn: &ParsedDocument<Turn>| self.lost_behind(turn.typed.refusal).is_some();
        // One for another step may have come after the turn in question.
        let counts = |turn: &ParsedDocument<Turn>| except.is_none() || (turn.typed.step == next && !lost(turn));
        let mut must = before.iter().any(|(own, turn)| due.contains(own) && counts(turn));
        // The states that this one replaced, one after the other.
        let mut seen = BTreeSet::new();
        let mut state = step.state;
        while let Some(refusal) = state.typed.refusal.and_then(|digest| self.refusals.get(&digest)) {
            let Some(old) = self.states.get(&refusal.typed.of).filter(|old| seen.insert(old.digest)) else { break };
            due.push(refusal.digest);
            must |= self.turns_to(&old.digest).iter().any(|turn| turn.typed.seat == *seat);
            state = old;
        }
        (due, must)
    }

    /// Every turn and state of a seat that counts, with its step, reveal and digest, in order of steps: what the seat's
    /// signing log must hold.
    pub fn signed_by(&self, seat: &Id) -> Vec<(u64, Bytes32, Bytes32)> {
        let turns = self.turns.values().filter(|turn| turn.typed.seat == *seat);
        let turns = turns.map(|turn| (turn.typed.step, turn.typed.reveal, turn.digest));
        let states = self.states.values().filter(|state| state.typed.responder == *seat);
        let states = states.filter_map(|state| Some((state.typed.step, state.typed.reveal?, state.digest)));
        let mut signed: Vec<_> = turns.chain(states).collect();
        signed.sort_by_key(|(step, ..)| *step);
        signed
    }
}

/// Whether a turn, where no proposal is open, proposes something that must be answered before anything else.
fn proposes(turn: &Turn) -> bool {
    turn.take_back.is_some() || (turn.offer == Some(Offer::Draw) && Decision::of_turn(turn).is_empty())
}

/// Whether two states differ only in the refusal that they name.
pub fn same_but_refusal(one: &Value, two: &Value) -> bool {
    let (Value::Object(one), Value::Object(two)) = (one, two) else { return false };
    let ignored = |key: &str| key == "refusal" || key == "signatures";
    let holds = |this: &serde_json::Map<String, Value>, other: &serde_json::Map<String, Value>| {
        this.iter().filter(|(key, _)| !ignored(key)).all(|(key, value)| other.get(key) == Some(value))
    };
    holds(one, two) && holds(two, one)
}

/// The charter under which the match is played: the only one, or, if somebody altered a copy, the one that every seat
/// has signed.
///
/// # Errors
/// There is none, or there are several that cannot be told apart: several matches.
pub fn the_charter(files: &MatchFiles) -> Result<&ParsedDocument<Charter>, Problem> {
    let digests =
        |charters: &[&ParsedDocument<Charter>]| charters.iter().map(|one| one.digest).collect::<BTreeSet<_>>().len();
    let all: Vec<&ParsedDocument<Charter>> = files.charters.iter().collect();
    let signed = |one: &&ParsedDocument<Charter>| charter::check_signatures(&one.typed, one.digest).is_ok();
    let good: Vec<&ParsedDocument<Charter>> = all.iter().copied().filter(signed).collect();
    match (digests(&all), digests(&good)) {
        (0, _) => {
            Err(Problem::new("there is no charter here").rule("protocol 3").advice("add the match's charter.yaml"))
        }
        (_, 1) => Ok(good[0]),
        (1, _) => {
            let most = all.into_iter().max_by_key(|one| one.typed.signatures.len());
            most.ok_or_else(|| Problem::new("there is no charter here"))
        }
        (count, _) => {
            let message = format!("there are {count} different charters here; a match has one");
            Err(Problem::new(message).rule("protocol 3").advice("keep each match in its own folder"))
        }
    }
}

/// Whether a document belongs to the match and is signed as it must be; checked only once.
///
/// # Errors
/// What is wrong with it.
fn check_once(
    seats: &Seats,
    match_id: Bytes32,
    held: &SignatureCache,
    document: &AnyDocument<'_>,
) -> Result<(), Box<BadDocument>> {
    let name = SignatureCache::name(match_id, document);
    if held.contains(&name) {
        return Ok(());
    }
    if let Some(bad) = held.bad(name, document.file) {
        return Err(Box::new(bad));
    }
    let Err(problem) = check_signed(seats, match_id, document) else {
        held.insert(name);
        return Ok(());
    };
    let content = &document.document.content;
    let signer = content.get("seat").or(content.get("responder")).and_then(Value::as_str);
    let bad = BadDocument {
        file: document.file.to_owned(),
        kind: Some(document.kind),
        step: content.get("step").and_then(Value::as_u64),
        seat: signer.and_then(|seat| seat.parse().ok()),
        problem,
    };
    held.insert_bad(name, bad.clone());
    Err(Box::new(bad))
}

/// For each document, whether it belongs to the match and is signed as it must be.
fn signed_well(
    seats: &Seats,
    match_id: Bytes32,
    held: &SignatureCache,
    documents: &[AnyDocument<'_>],
) -> Vec<Result<(), Box<BadDocument>>> {
    let check_one = |document: &AnyDocument<'_>| check_once(seats, match_id, held, document);
    let check =
        |part: &[AnyDocument<'_>]| -> Vec<Result<(), Box<BadDocument>>> { part.iter().map(check_one).collect() };
    if documents.len() < 32 {
        return check(documents);
    }
    // Two threads share the work; the results keep the order of the documents.
    let (first, second) = documents.split_at(documents.len() / 2);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| check(second));
        let mut verdicts = check(first);
        match other.join() {
            Ok(rest) => verdicts.extend(rest),
            Err(_) => verdicts.extend(check(second)),
        }
        verdicts
    })
}

/// The documents that belong to the match of a charter and carry exactly the signatures that they must. Nothing that
/// is known from an earlier run is checked again.
pub fn signed_documents<'f>(files: &'f MatchFiles, charter: &ParsedDocument<Charter>) -> Vec<AnyDocument<'f>> {
    let documents = files.documents();
    let checked = signed_well(&Seats::of(&charter.typed), charter.digest, &files.signature_cache, &documents);
    documents.into_iter().zip(checked).filter_map(|(document, checked)| checked.is_ok().then_some(document)).collect()
}

/// Checks that a document belongs to the match of a charter and carries exactly the signatures that it must.
///
/// # Errors
/// It does not; the problem has its place.
pub fn check_signatures_of(charter: &ParsedDocument<Charter>, document: &AnyDocument<'_>) -> Result<(), Problem> {
    check_signed(&Seats::of(&charter.typed), charter.digest, document)
}

pub(super) fn check_signed(seats: &Seats, match_id: Bytes32, document: &AnyDocument<'_>) -> Result<(), Problem> {
    let content = &document.document.content;
    let placed = |mut problem: Problem| {
        problem.mark = document.document.placed().nearest_mark(problem.path.as_deref().unwrap_or(""));
        problem
    };
    let text = |field: &str| content.get(field).and_then(Value::as_str);
    let signer = match document.kind {
        Kind::Charter => {
            let signers: Vec<&Id> = seats.entries.iter().map(|entry| &entry.seat).collect();
            return sign::check(seats, Kind::Charter, document.digest, document.signatures, &signers).map_err(placed);
        }
        Kind::State => "responder",
        Kind::Turn | Kind::Refusal | Kind::Disclosure | Kind::Receipt | Kind::Leave | Kind::Queue => "seat",
    };
    if text("match") != Some(match_id.to_string().as_str()) {
        let problem = Problem::new(format!("this {} belongs to another match", document.kind.as_str()));
        return Err(placed(problem.in_path("match").rule("protocol 3")));
    }
    let entry = seats.entries.iter().find(|entry| text(signer) == Some(entry.seat.as_str()));
    let Some(entry) = entry else {
        let named = text(signer).unwrap_or_default();
        let problem = Problem::new(format!("the charter has no seat '{named}'")).in_path(signer);
        return Err(placed(problem.rule("protocol 3")));
    };
    sign::check(seats, document.kind, document.digest, document.signatures, &[&entry.seat]).map_err(placed)
}

/// Checks that a reveal is the one due after `previous`: number `index` of a chain of `length`.
pub fn check_reveal(reveal: &Bytes32, previous: &Bytes32, index: u32, length: u32) -> Result<(), Problem> {
    if index > length {
        return Err(Problem::new(format!("this seat's {length} reveals are used up"))
            .rule("protocol 4")
            .advice("start a new charter that continues this match"));
    }
    if seeds::follows(reveal, previous) {
        return Ok(());
    }
    Err(Problem::new(format!("this is not the seat's reveal number {index}: it does not hash to {previous}"))
        .in_path("reveal")
        .rule("protocol 4")
        .advice("sign with the program that joined the match: it reveals the links in order"))
}
