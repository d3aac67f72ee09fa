//! Queued turns (protocol 13): which of them is due, and whether a turn is the one that was queued. Nothing is resolved
//! from a queue: the turn that its owner signs counts.

use serde_json::{Value, json};

use crate::document::kinds::{OpenedFromQueue, PlayedFromQueue, Queue, QueueCondition, QueuedTurn};
use crate::document::{Bytes32, Id, Turn, nodes};
use crate::trust::choice_digest;

use super::match_files::ParsedDocument;
use super::state_header::StateHeader;
use super::timeline::Chain;

/// The rule that all of this follows.
pub const RULE: &str = "protocol 13";

/// How many nodes the conditions of a queued turn have at most, so that every pattern is soon compared.
pub const MAX_CONDITION: usize = 500;

/// Whether the conditions of a queued turn are too long.
pub fn is_long(only_if: Option<&QueueCondition>, unless: Option<&QueueCondition>) -> bool {
    only_if.into_iter().chain(unless).map(|one| nodes(&json!(one))).sum::<usize>() > MAX_CONDITION
}

/// Whether a turn that says so was queued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Queued {
    /// It is the one that was queued, and it was due.
    Proven { number: u64, place: u64 },
    /// It shows no more than its place in the queue.
    Sealed { number: u64, place: u64 },
    /// What it says cannot be checked, because the queue is not here.
    Unknown,
    /// It was not queued, or not due: why, as a clause.
    Untrue(String),
}

impl Queued {
    /// The same as the end of a sentence about the turn of this step.
    pub fn words(&self, step: u64) -> String {
        match self {
            Queued::Proven { number, place } => {
                format!("was played as queued at step {step}: it is turn {place} of queue {number}, and it was due")
            }
            Queued::Sealed { number, place } => {
                format!("is said to be turn {place} of queue {number}, which its player has not opened")
            }
            Queued::Unknown => "is said to have been queued, but the queue is not here".to_owned(),
            Queued::Untrue(why) => format!("is said to have been queued, which is not so: {why}"),
        }
    }
}

/// What becomes of a queue at the step that comes.
#[derive(Clone, Debug, PartialEq)]
pub enum Due<'q> {
    /// No turn is queued for what is asked now.
    Nothing,
    /// This one is played; its place is from 1.
    Turn(u64, &'q QueuedTurn),
    /// The queue has ended: why, as a clause.
    Ended(String),
}

/// The id under which a seat commits to a turn in a queue.
pub fn id_of(number: u64, place: u64) -> Id {
    let text = format!("queued-{number}-{place}");
    text.parse().unwrap_or_else(|_| Id::known("queued"))
}

/// The digest of a queued turn: that of a secret choice (protocol 7) under [`id_of`].
pub fn digest_of(
    match_id: &Bytes32,
    salt: &Bytes32,
    seat: &Id,
    (number, place): (u64, u64),
    turn: &QueuedTurn,
) -> Bytes32 {
    choice_digest(match_id, salt, &id_of(number, place), seat, &json!(turn))
}

/// Whether a value has everything that a pattern names: a mapping its fields, a list an item for each item of the
/// pattern; anything else is equal.
pub fn fits(pattern: &Value, value: &Value) -> bool {
    match (pattern, value) {
        (Value::Object(pattern), Value::Object(value)) => {
            pattern.iter().all(|(key, part)| value.get(key).is_some_and(|there| fits(part, there)))
        }
        (Value::Array(pattern), Value::Array(value)) => {
            pattern.iter().all(|part| value.iter().any(|there| fits(part, there)))
        }
        _ => pattern == value,
    }
}

impl QueuedTurn {
    /// What an entry of `awaiting` must ask for, so that this turn answers it.
    pub fn asked_by(&self) -> &'static [&'static str] {
        if self.answers.is_some() && self.orders.is_none() {
            &["answer", "name"]
        } else if self.orders.is_none() && self.standing.is_none() {
            &["commit"]
        } else {
            &["orders"]
        }
    }

    fn answers_to(&self, asked: &Value) -> bool {
        self.asked_by().iter().any(|what| asked.get(what).is_some())
    }

    /// The part that a turn which plays it does not have.
    pub fn opened(&self, salt: Bytes32) -> OpenedFromQueue {
        let QueuedTurn { from, until, next, only_if, unless, .. } = self.clone();
        OpenedFromQueue { salt, from, until, next, only_if, unless }
    }

    /// The queued turn that a turn says it plays.
    fn played_by(turn: &Turn, opened: &OpenedFromQueue) -> QueuedTurn {
        let OpenedFromQueue { from, until, next, only_if, unless, .. } = opened.clone();
        let Turn { orders, answers, standing, .. } = turn.clone();
        QueuedTurn { from, until, next, only_if, unless, orders, answers, standing, commit: None }
    }
}

impl<'f> Chain<'f> {
    /// The queue of a seat that is in force: the one with the highest number, unless there are several of that number.
    pub fn queue_of(&self, seat: &Id) -> Option<&'f ParsedDocument<Queue>> {
        let newest = self.queues.iter().rev().find(|one| one.typed.seat == *seat)?;
        (self.rival(newest).is_none()).then_some(*newest)
    }

    /// Whether a seat that has shown to have everything up to a step may still need a queue: no later one replaces it, or a
    /// later turn was played from it.
    pub(super) fn is_queue_needed(&self, digest: &Bytes32, shown: Option<u64>) -> bool {
        let Some(queue) = self.queues.iter().find(|one| one.digest == *digest) else { return false };
        let names = |turn: &Turn| turn.queued.as_ref().is_some_and(|played| played.queue == *digest);
        !self.queues.iter().any(|one| one.typed.seat == queue.typed.seat && one.typed.number > queue.typed.number)
            || self.turns.values().any(|turn| names(&turn.typed) && shown.is_none_or(|shown| turn.typed.step > shown))
    }

    /// The places of the turns of a queue that its seat has played on the line, or signed for the step that comes.
    pub fn places_played(&self, queue: &ParsedDocument<Queue>) -> Vec<u64> {
        let step = self.line.len() as u64;
        let waiting = self.turns.values().copied().filter(|turn| turn.typed.step == step);
        let turns = self.line.iter().flat_map(|one| one.turns.iter().copied()).chain(waiting);
        let played =
            turns.filter(|turn| turn.typed.seat == queue.typed.seat).filter_map(|turn| turn.typed.queued.as_ref());
        let mut places: Vec<u64> =
            played.filter(|played| played.queue == queue.digest).map(|played| played.place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Another queue of the same seat and number.
    pub fn rival(&self, queue: &ParsedDocument<Queue>) -> Option<&'f ParsedDocument<Queue>> {
        let same = |one: &&&ParsedDocument<Queue>| {
            one.typed.seat == queue.typed.seat && one.typed.number == queue.typed.number && one.digest != queue.digest
        };
        self.queues.iter().find(same).copied()
    }

    /// The states from the one after that which a queue names up to the one at `step`.
    fn since(&self, after: u64, step: u64) -> impl Iterator<Item = &ParsedDocument<StateHeader>> {
        self.line.iter().map(|one| one.state).filter(move |one| after < one.typed.step && one.typed.step <= step)
    }

    /// What a state asks of a seat.
    fn asked_at(&self, step: u64, seat: &Id) -> Option<&Value> {
        let state = self.line.get(usize::try_from(step).ok()?)?.state;
        state.typed.awaiting.iter().find(|entry| entry.get("seat").and_then(Value::as_str) == Some(seat.as_str()))
    }

    /// The part of a condition that does not hold at the state of `step`, as a clause.
    fn fails(&self, condition: &QueueCondition, (seat, after, step): (&Id, u64, u64)) -> Option<&'static str> {
        let held = self.parts(condition, seat, after, step);
        held.into_iter().find_map(|(words, holds)| (!holds).then_some(words))
    }

    /// Each part of a condition, as a clause that says that it does not hold, and whether it holds.
    fn parts(&self, condition: &QueueCondition, seat: &Id, after: u64, step: u64) -> Vec<(&'static str, bool)> {
        let mut parts = Vec::new();
        if let Some(pattern) = &condition.position {
            let state = self.line.iter().map(|one| one.state).find(|one| one.typed.step == step);
            let position = state.and_then(|state| state.document.content.get("position"));
            let pattern = Value::Object(pattern.clone());
            parts.push(("the position is another", position.is_some_and(|there| fits(&pattern, there))));
        }
        for pattern in condition.happened.iter().flatten() {
            let mut events = self
                .since(after, step)
                .flat_map(|state| state.document.content.get("events").and_then(Value::as_array).into_iter().flatten());
            parts.push(("what it waits for has not happened", events.any(|event| fits(pattern, event))));
        }
        for pattern in condition.ordered.iter().flatten() {
            let turns = self.since(after, step).flat_map(|state| &state.typed.turns);
            let others = turns.filter_map(|turn| self.turns.get(turn)).filter(|turn| turn.typed.seat != *seat);
            let mut orders = others.flat_map(|turn| turn.typed.orders.iter().flatten());
            parts.push(("nobody has given the order that it waits for", orders.any(|order| fits(pattern, order))));
        }
        parts
    }

    /// Why a queued turn is not due at the step after `step`, as a clause; `None` if its condition holds.
    pub fn holds_back(&self, turn: &QueuedTurn, seat: &Id, after: u64, step: u64) -> Option<&'static str> {
        let failing = turn.only_if.as_ref().and_then(|condition| self.fails(condition, (seat, after, step)));
        let unless = turn.unless.iter().flat_map(|condition| self.parts(condition, seat, after, step));
        failing.or_else(|| unless.into_iter().any(|(_, holds)| holds).then_some("its `unless` holds"))
    }

    /// Whether a queued turn is for the turn of its seat at the step after `parent`.
    fn serves(&self, turn: &QueuedTurn, seat: &Id, after: u64, parent: u64) -> bool {
        let step = parent + 1;
        let Some(asked) = self.asked_at(parent, seat) else { return false };
        if !turn.answers_to(asked) || step < turn.from || turn.until < step || step < after + 2 {
            return false;
        }
        // The turn that is asked for when the queue is signed is not one of the next ones.
        let counted =
            (after + 1..=parent).filter(|at| self.asked_at(*at, seat).is_some_and(|one| turn.answers_to(one)));
        turn.next.is_none_or(|next| counted.count() as u64 == next)
    }

    /// What a queue, whose turns its owner knows, has for the step that comes.
    pub fn due<'q>(&self, queue: &ParsedDocument<Queue>, turns: &'q [QueuedTurn]) -> Due<'q> {
        let Queue { seat, after, state, .. } = &queue.typed;
        let Some(parent) = self.line.len().checked_sub(1).map(|at| at as u64) else { return Due::Nothing };
        if turns.is_empty() {
            return Due::Nothing;
        }
        let named = usize::try_from(*after).ok().and_then(|at| self.line.get(at));
        if named.is_none_or(|step| step.state.digest != *state) {
            return Due::Ended("the state after which it was signed was replaced".to_owned());
        }
        let serving = |parent: u64| {
            let all = turns.iter().zip(1..).filter(move |(turn, _)| self.serves(turn, seat, *after, parent));
            all.map(|(turn, place)| (place, turn)).collect::<Vec<(u64, &QueuedTurn)>>()
        };
        let mut used = Vec::new();
        for step in self.line.iter().filter(|step| step.state.typed.step > after + 1) {
            let Some(own) = step.turns.iter().find(|turn| turn.typed.seat == *seat) else { continue };
            let played = own.typed.queued.as_ref().filter(|played| played.queue == queue.digest);
            match played {
                Some(played) => used.push(played.place),
                None if !serving(step.state.typed.step - 1).is_empty() => {
                    let step = step.state.typed.step;
                    return Due::Ended(format!("another turn was played at step {step}, for which one was queued"));
                }
                None => {}
            }
        }
        let refused = self.refusals.values().filter_map(|refusal| self.turns.get(&refusal.typed.of));
        let refused = refused.filter(|turn| turn.typed.seat == *seat && turn.typed.step == parent + 1);
        if refused.into_iter().any(|turn| turn.typed.queued.as_ref().is_some_and(|one| one.queue == queue.digest)) {
            return Due::Ended("the turn that was played from it was refused".to_owned());
        }
        let mut serving = serving(parent);
        serving.retain(|(place, _)| !used.contains(place));
        let mut why = None;
        for (place, turn) in &serving {
            match self.holds_back(turn, seat, *after, parent) {
                None => return Due::Turn(*place, turn),
                Some(because) => {
                    why.get_or_insert_with(|| {
                        format!("turn {place} of it is not played at step {}: {because}", parent + 1)
                    });
                }
            }
        }
        match why {
            Some(why) => Due::Ended(why),
            None if turns.iter().all(|turn| turn.until <= parent) => Due::Ended("its last step has passed".to_owned()),
            None => Due::Nothing,
        }
    }

    /// Whether a turn that says so was queued; `None` if it does not say so.
    pub fn queued(&self, turn: &ParsedDocument<Turn>) -> Option<Queued> {
        let played = turn.typed.queued.as_ref()?;
        let Some(queue) = self.queues.iter().find(|one| one.digest == played.queue) else {
            return Some(Queued::Unknown);
        };
        let (number, place) = (queue.typed.number, played.place);
        Some(match self.untrue(turn, played, queue) {
            Some(why) => Queued::Untrue(why),
            None if played.opened.is_none() => Queued::Sealed { number, place },
            None => Queued::Proven { number, place },
        })
    }

    fn untrue(
        &self,
        turn: &ParsedDocument<Turn>,
        played: &PlayedFromQueue,
        queue: &ParsedDocument<Queue>,
    ) -> Option<String> {
        let Queue { seat, number, after, state, turns, shown, .. } = &queue.typed;
        let (place, step) = (played.place, turn.typed.step);
        if *seat != turn.typed.seat {
            return Some("the queue that it names is another seat's".to_owned());
        }
        let named = usize::try_from(*after).ok().and_then(|at| self.line.get(at));
        if named.is_none_or(|step| step.state.digest != *state) {
            return Some("its queue follows a state that the match does not have".to_owned());
        }
        if after.checked_add(2).is_none_or(|first| step < first) {
            return Some(format!("its queue was signed after step {after}, when nothing was queued for step {step}"));
        }
        if self.rival(queue).is_some() {
            return Some(format!("'{seat}' has signed two queues with the number {number}"));
        }
        let later = |one: &&&ParsedDocument<Queue>| {
            one.typed.seat == *seat && one.typed.number > *number && one.typed.after + 1 < step
        };
        if let Some(later) = self.queues.iter().find(later) {
            return Some(format!("queue {number} was replaced by queue {} before", later.typed.number));
        }
        let Some(digest) = usize::try_from(place).ok().and_then(|at| turns.get(at.checked_sub(1)?)) else {
            return Some(format!("queue {number} has no turn {place}"));
        };
        let before = self.line.iter().take_while(|one| one.state.typed.step < step).flat_map(|one| &one.turns);
        let mut before = before.filter_map(|one| one.typed.queued.as_ref());
        if before.any(|one| one.queue == played.queue && one.place == place) {
            return Some(format!("turn {place} of queue {number} was played before"));
        }
        let shows = shown.as_ref().is_some_and(|shown| {
            let digests = shown
                .iter()
                .zip(1..)
                .map(|(one, place)| digest_of(&self.match_id, &one.salt, seat, (*number, place), &one.turn));
            digests.eq(turns.iter().copied())
        });
        if self.charter.typed.open_queues == Some(true) && !shows {
            return Some(format!("queue {number} does not show its turns, as the charter asks"));
        }
        let opened = played.opened.as_ref()?;
        if is_long(opened.only_if.as_ref(), opened.unless.as_ref()) {
            return Some(format!("its conditions have more than {MAX_CONDITION} nodes"));
        }
        let was = QueuedTurn::played_by(&turn.typed, opened);
        if digest_of(&self.match_id, &opened.salt, seat, (*number, place), &was) != *digest {
            return Some(format!("turn {place} of queue {number} is another"));
        }
        if !self.serves(&was, seat, *after, step - 1) {
            return Some(format!("turn {place} of queue {number} is not for step {step}"));
        }
        self.holds_back(&was, seat, *after, step - 1)
            .map(|why| format!("turn {place} of queue {number} was not due: {why}"))
    }
}
