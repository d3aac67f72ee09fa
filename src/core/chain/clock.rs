//! How much time each seat has used, and on what evidence (protocol 11). The clock decides no result; people judge what
//! follows from it.
//!
//! A seat's time starts when the document that it must answer has reached it, and ends when its answer has reached the
//! recipient. A document has arrived when its recipient's receipt says so. Without a receipt, the time given in the
//! state that resolves the document counts, or else the document's own date.

mod leaves;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use crate::document::kinds::{Away, CarriedClock, Miss, Pace};
use crate::document::{Bytes32, Id};

use super::match_files::ParsedDocument;
use super::state_header::StateHeader;
use super::timeline::{Chain, Step};
use leaves::{Leaves, carried, days, seconds, time};

pub use leaves::{Span, agreement, days_without_holidays, holidays, leave_charge, pauses};

/// What a time is based on: the file of a document, and what kind of evidence it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    pub file: String,
    pub kind: EvidenceKind,
}

/// How reliable a time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvidenceKind {
    /// The recipient signed when it arrived.
    Receipt,
    /// The state that resolves a turn says when the turn arrived.
    Received,
    /// The date that the issuer gave a document, or the one of the state after it.
    Issued,
    /// The period has not ended: the present time.
    Now,
}

/// A moment, and the evidence for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    pub time: DateTime<Utc>,
    pub evidence: Evidence,
}

/// What a seat had to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A turn for a step.
    Turn,
    /// A state or a refusal, in answer to turns.
    Answer,
}

/// A stretch of time that counts against a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    pub seat: Id,
    pub step: u64,
    pub task: Task,
    pub from: Moment,
    /// When it ended; for the last one, the present time.
    pub to: Moment,
    /// How much of it was leave, a pause or a holiday.
    pub leave: TimeDelta,
    /// Whether it is still running.
    pub open: bool,
    /// What is left of the time bank afterwards.
    pub bank: TimeDelta,
    /// By how much the seat is late, beyond its days and its bank.
    pub late: TimeDelta,
    /// Whether the delay is forgiven as the seat's first.
    pub forgiven: bool,
}

impl Period {
    /// The time used, without leave, pauses and holidays; never negative.
    pub fn used(&self) -> TimeDelta {
        (self.to.time - self.from.time - self.leave).max(TimeDelta::zero())
    }
}

/// The final account of one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatAccount {
    pub seat: Id,
    pub used: TimeDelta,
    pub answers: usize,
    pub bank: TimeDelta,
    /// How many days of leave the seat has left, begun days not counted.
    pub leave_left: u32,
    /// Whether the seat was late at all, forgiven or not, in this match or in one that it continues.
    pub was_late: bool,
    /// How often the seat was late, not counting what was forgiven.
    pub misses: usize,
}

/// The clocks of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub periods: Vec<Period>,
    /// In charter order.
    pub seats: Vec<SeatAccount>,
    pub miss: Miss,
}

impl Account {
    /// The running period of a seat, if there is one.
    pub fn running(&self, seat: &Id) -> Option<&Period> {
        self.periods.iter().rev().find(|period| period.open && period.seat == *seat)
    }
}

/// By when the awaited answer is due: within the seat's days, and with the bank added. `None` where nothing is awaited.
pub fn due(chain: &Chain<'_>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let pace = &chain.charter.typed.pace;
    let newest = time(&chain.newest()?.state.typed.issued)?;
    let account = account(chain, newest);
    let running = account.periods.iter().filter(|period| period.open);
    let ends = running.map(|period| {
        let leaves = Leaves::of(chain, &period.seat);
        // A period that has no length yet has not used any of the bank.
        let due = leaves.after(period.from.time, days(pace.days));
        (due, leaves.after(period.from.time, days(pace.days) + period.bank))
    });
    ends.min()
}

/// The account of a match at the time `now`.
pub fn account(chain: &Chain<'_>, now: DateTime<Utc>) -> Account {
    let pace = &chain.charter.typed.pace;
    let receipts = Receipts::of(chain);
    let mut periods = Vec::new();
    for at in 0..chain.line.len() {
        stretches(chain, &receipts, at, now, &mut periods);
    }
    let mut seats: Vec<SeatAccount> = Vec::new();
    for entry in &chain.seats.entries {
        seats.push(settle(chain, pace, &entry.seat, &mut periods));
    }
    Account { periods, seats, miss: pace.miss.unwrap_or_default() }
}

/// Charges the periods of a seat, in order.
fn settle(chain: &Chain<'_>, pace: &Pace, seat: &Id, periods: &mut [Period]) -> SeatAccount {
    let leaves = Leaves::of(chain, seat);
    let carried = carried(chain, seat);
    let mut bank = carried.map_or_else(|| days(pace.bank.unwrap_or(0)), |carried| seconds(carried.reserve));
    let mut account = SeatAccount {
        seat: seat.clone(),
        used: TimeDelta::zero(),
        answers: 0,
        bank,
        leave_left: u32::try_from(leaves.left.num_days()).unwrap_or(0),
        was_late: carried.is_some_and(|carried| carried.missed),
        misses: 0,
    };
    let grown = |bank: TimeDelta| match pace.most {
        // What was left over from an earlier match, or was there in the beginning, is not cut off.
        Some(most) => bank.max((bank + days(pace.increment.unwrap_or(0))).min(days(most))),
        None => bank + days(pace.increment.unwrap_or(0)),
    };
    let mut earlier: Option<(u64, Task)> = None;
    let mut spent = TimeDelta::zero();
    let mut answering = false;
    for period in periods.iter_mut().filter(|period| period.seat == *seat) {
        period.leave = leaves.within(period.from.time, period.to.time);
        // A turn that was refused and sent again counts as one answer.
        if earlier != Some((period.step, period.task)) {
            if earlier.is_some() {
                bank = grown(bank);
            }
            spent = TimeDelta::zero();
            account.answers += 1;
            earlier = Some((period.step, period.task));
        }
        let over = |spent: TimeDelta| (spent - days(pace.days)).max(TimeDelta::zero());
        let before = over(spent);
        spent += period.used();
        let more = over(spent) - before;
        period.late = (more - bank).max(TimeDelta::zero());
        bank = (bank - more).max(TimeDelta::zero());
        period.bank = bank;
        account.used += period.used();
        if period.late > TimeDelta::zero() {
            period.forgiven = !account.was_late && period.late <= days(pace.grace.unwrap_or(0));
            account.was_late = true;
            account.misses += usize::from(!period.forgiven);
        }
        answering = period.open;
    }
    if earlier.is_some() && !answering {
        bank = grown(bank);
    }
    account.bank = bank;
    account
}

/// The clocks of a match as they stand, for the charter of a match that continues it.
pub fn carry(chain: &Chain<'_>, now: DateTime<Utc>) -> Vec<CarriedClock> {
    let written = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Secs, true);
    let of_seat = |account: SeatAccount| {
        // A pause is agreed on anew, by those who play the new match.
        let leaves = Leaves::declared(chain, &account.seat);
        let ahead = leaves.spans.iter().filter(|(_, until)| *until > now);
        let away: Vec<Away> =
            ahead.map(|(from, until)| Away { from: written(*from), until: written(*until) }).collect();
        CarriedClock {
            reserve: u64::try_from(account.bank.num_seconds()).unwrap_or(0),
            leave: u64::try_from(leaves.left.num_seconds()).unwrap_or(0),
            missed: account.was_late,
            away: (!away.is_empty()).then_some(away),
            seat: account.seat,
        }
    };
    account(chain, now).seats.into_iter().map(of_seat).collect()
}

/// The periods between a state of the line and the next one.
fn stretches<'c>(
    chain: &'c Chain<'_>,
    receipts: &Receipts<'c>,
    at: usize,
    now: DateTime<Utc>,
    periods: &mut Vec<Period>,
) {
    let step = &chain.line[at];
    let next = chain.line.get(at + 1);
    let here = Moment { time: now, evidence: Evidence { file: String::new(), kind: EvidenceKind::Now } };
    let mut came: Option<Moment> = None;
    let mut waits = false;
    let of = step.state.typed.step + 1;
    for seat in chain.awaited(&step.state.typed) {
        let Some(responder) = chain.seats.responder_to(seat) else { continue };
        let Some(mut from) = state_received_at(receipts, step.state, seat) else { continue };
        let mut push = |seat: &Id, task, from: &Moment, to: &Moment, open| {
            let zero = TimeDelta::zero();
            let (from, to) = (from.clone(), to.clone());
            let seat = seat.clone();
            periods.push(Period {
                seat,
                step: of,
                task,
                from,
                to,
                leave: zero,
                open,
                bank: zero,
                late: zero,
                forgiven: false,
            });
        };
        // A refused turn stops the clock until the refusal has arrived.
        let mut refused: Vec<_> = chain
            .turns_to(&step.state.digest)
            .iter()
            .filter(|turn| turn.typed.seat == *seat)
            .filter_map(|turn| Some((turn, chain.refusal_of_turn(turn)?)))
            .collect();
        refused.sort_by(|one, other| one.1.typed.issued.cmp(&other.1.typed.issued));
        for (turn, refusal) in refused {
            let issued = time(&refusal.typed.issued).map(|time| moment(time, &refusal.file, EvidenceKind::Issued));
            let Some(issued) = issued else { continue };
            let sent = receipts.received_at(&turn.digest, responder).unwrap_or_else(|| issued.clone());
            push(seat, Task::Turn, &from, &sent, false);
            push(responder, Task::Answer, &sent, &issued, false);
            from = receipts.received_at(&refusal.digest, seat).unwrap_or(issued);
        }
        let resolved = next.and_then(|next| next.turns.iter().find(|turn| turn.typed.seat == *seat));
        let open = chain.open_turns().into_iter().find(|turn| turn.typed.seat == *seat).filter(|_| next.is_none());
        let turn = resolved.copied().or(open).map(|turn| turn.digest);
        // The seat that resolved a turn had it by then, whatever its receipt says.
        let told = turn.and_then(|digest| receipts.received_at(&digest, responder));
        let resolved = next.and_then(|next| issued(next.state)).map(|issued| issued.time);
        let to = told.filter(|told| resolved.is_none_or(|resolved| told.time <= resolved));
        let to = to.or_else(|| next.and_then(resolved_at));
        match to {
            Some(to) => {
                push(seat, Task::Turn, &from, &to, false);
                came = Some(came.filter(|other| other.time >= to.time).unwrap_or(to));
            }
            None => {
                push(seat, Task::Turn, &from, &here, true);
                waits = true;
            }
        }
    }
    let Some(from) = came else { return };
    let Some(responder) = chain.awaited(&step.state.typed).first().and_then(|seat| chain.seats.responder_to(seat))
    else {
        return;
    };
    let next_moment = next.filter(|next| next.state.typed.ruling.is_none()).and_then(|next| {
        // For the seats that it awaits, a state has arrived when it reached them.
        let awaited = chain.awaited(&next.state.typed);
        let other = awaited.into_iter().find(|seat| **seat != next.state.typed.responder);
        other.map_or_else(|| issued(next.state), |seat| state_received_at(receipts, next.state, seat))
    });
    let zero = TimeDelta::zero();
    let (to, open) = match next_moment {
        Some(to) => (to, false),
        None if next.is_none() && !waits => (here, true),
        None => return,
    };
    let (seat, task) = (responder.clone(), Task::Answer);
    periods.push(Period { seat, step: of, task, from, to, leave: zero, open, bank: zero, late: zero, forgiven: false });
}

fn moment(time: DateTime<Utc>, file: &str, kind: EvidenceKind) -> Moment {
    Moment { time, evidence: Evidence { file: file.to_owned(), kind } }
}

fn issued(state: &ParsedDocument<StateHeader>) -> Option<Moment> {
    Some(moment(time(&state.typed.issued)?, &state.file, EvidenceKind::Issued))
}

/// When a state reached a seat: by the seat's own receipt, or else when it was issued.
fn state_received_at<'c>(receipts: &Receipts<'c>, state: &ParsedDocument<StateHeader>, seat: &'c Id) -> Option<Moment> {
    let own = state.typed.responder == *seat;
    receipts.received_at(&state.digest, seat).filter(|_| !own).or_else(|| issued(state))
}

/// When the turns of a state had arrived, according to the state.
fn resolved_at(next: &Step<'_>) -> Option<Moment> {
    let state = next.state;
    let received = state.typed.received.as_deref().and_then(time);
    received.map(|received| moment(received, &state.file, EvidenceKind::Received)).or_else(|| issued(state))
}

/// When documents reached seats by their own receipts: the earliest time that any receipt gives.
struct Receipts<'c>(BTreeMap<(Bytes32, &'c Id), Moment>);

impl<'c> Receipts<'c> {
    fn of(chain: &'c Chain<'_>) -> Receipts<'c> {
        let mut earliest: BTreeMap<(Bytes32, &Id), Moment> = BTreeMap::new();
        for one in &chain.receipts {
            // No document arrived later than its receipt was written.
            let Some(written) = time(&one.typed.written) else { continue };
            let when = one.typed.came.as_deref().and_then(time).map_or(written, |came| came.min(written));
            for digest in &one.typed.of {
                let came = moment(when, &one.file, EvidenceKind::Receipt);
                match earliest.entry((*digest, &one.typed.seat)) {
                    Entry::Vacant(entry) => drop(entry.insert(came)),
                    Entry::Occupied(mut entry) if came.time < entry.get().time => drop(entry.insert(came)),
                    Entry::Occupied(_) => {}
                }
            }
        }
        Receipts(earliest)
    }

    fn received_at(&self, digest: &Bytes32, seat: &'c Id) -> Option<Moment> {
        self.0.get(&(*digest, seat)).cloned()
    }
}
