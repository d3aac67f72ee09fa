//! When clocks stand still: the leave of a seat, and pauses on which all players agree (protocol 11).

use chrono::{DateTime, TimeDelta, Utc};

use crate::chain::charter::MAX_DAYS;
use crate::chain::timeline::Chain;
use crate::document::Id;
use crate::document::kinds::{CarriedClock, Pace};

/// A stretch of time.
pub type Span = (DateTime<Utc>, DateTime<Utc>);

/// When the clock of a seat stands still: its leave, up to what the charter grants, and pauses.
pub(super) struct Leaves {
    /// When the clock stands still: in order, and none touches another.
    pub(super) spans: Vec<Span>,
    /// The time that was charged, whether or not the clock stood still then; likewise.
    charged: Vec<Span>,
    /// What is not yet declared.
    pub(super) left: TimeDelta,
}

impl Leaves {
    pub(super) fn of(chain: &Chain<'_>, seat: &Id) -> Leaves {
        let mut leaves = Leaves::declared(chain, seat);
        for pause in pauses(chain).into_iter().chain(holidays(&chain.charter.typed.pace)) {
            add(&mut leaves.spans, pause);
        }
        leaves
    }

    /// The leave of a seat alone, without pauses.
    pub(super) fn declared(chain: &Chain<'_>, seat: &Id) -> Leaves {
        let carried = carried(chain, seat);
        let granted = days(chain.charter.typed.pace.leave.unwrap_or(0));
        let left = carried.map_or(granted, |carried| seconds(carried.leave));
        let mut leaves = Leaves { spans: Vec::new(), charged: Vec::new(), left };
        let away = carried.and_then(|carried| carried.away.as_ref()).into_iter().flatten();
        for away in away.filter_map(|away| Some((time(&away.from)?, time(&away.until)?))) {
            // It was charged in the match before.
            add(&mut leaves.charged, away);
            add(&mut leaves.spans, away);
        }
        for leave in chain.leaves.iter().filter(|leave| leave.typed.seat == *seat && !leave.typed.pause) {
            let (Some(from), Some(written)) = (time(&leave.typed.from), time(&leave.typed.written)) else { continue };
            leaves.take((from, from + days(leave.typed.days)), written);
        }
        leaves
    }

    /// Takes a leave. Time that it shares with another is charged once.
    fn take(&mut self, wanted: Span, written: DateTime<Utc>) {
        let mut granted: Vec<Span> = self.charged.iter().map(|span| shared(*span, wanted)).collect();
        for (from, until) in self.not_charged(wanted) {
            let charge = (until - from).min(self.left);
            self.left -= charge;
            granted.push((from, from + charge));
        }
        for span in granted {
            add(&mut self.charged, span);
            // Nobody can take leave for days that are past.
            add(&mut self.spans, (span.0.max(written), span.1));
        }
    }

    /// The parts of a span that were not charged before, in order.
    fn not_charged(&self, (mut from, until): Span) -> Vec<Span> {
        let mut parts = Vec::new();
        for (begins, ends) in &self.charged {
            parts.push((from, until.min(*begins)));
            from = from.max(*ends);
        }
        parts.push((from, until));
        parts.retain(|(from, until)| from < until);
        parts
    }

    /// The moment at which this much time, not counting leave, has passed since another moment.
    pub(super) fn after(&self, from: DateTime<Utc>, time: TimeDelta) -> DateTime<Utc> {
        after(&self.spans, from, time)
    }

    pub(super) fn within(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> TimeDelta {
        let part = |span: &Span| shared(*span, (from, to));
        self.spans.iter().map(part).map(|(begins, ends)| ends - begins).sum()
    }
}

/// What a leave that a seat wants to declare would be charged: beyond what it has declared for the same time. With what
/// the seat has left.
pub fn leave_charge(chain: &Chain<'_>, seat: &Id, from: DateTime<Utc>, number: u32) -> (TimeDelta, TimeDelta) {
    let leaves = Leaves::declared(chain, seat);
    let parts = leaves.not_charged((from, from + days(number)));
    (parts.into_iter().map(|(from, until)| until - from).sum(), leaves.left)
}

/// When the clocks of all seats stand still because every player agrees, in order.
pub fn pauses(chain: &Chain<'_>) -> Vec<Span> {
    let mut players = chain.seats.entries.iter().filter(|entry| entry.side.is_some());
    let Some(first) = players.next() else { return Vec::new() };
    players.fold(agreement(chain, &first.seat), |agreed, entry| in_both(&agreed, &agreement(chain, &entry.seat)))
}

/// The holidays of a clock, in order, and none touches another.
pub fn holidays(pace: &Pace) -> Vec<Span> {
    let mut spans = Vec::new();
    for holiday in pace.holidays.iter().flatten() {
        if let (Some(from), Some(until)) = (time(&holiday.from), time(&holiday.until)) {
            add(&mut spans, (from, until));
        }
    }
    spans
}

/// The moment at which this many days, not counting the holidays of a clock, have passed since another moment.
pub fn days_without_holidays(pace: &Pace, from: DateTime<Utc>, number: u32) -> DateTime<Utc> {
    after(&holidays(pace), from, TimeDelta::days(number.into()))
}

/// When one seat agrees to a pause, in order: what it wrote last counts from then on.
pub fn agreement(chain: &Chain<'_>, seat: &Id) -> Vec<Span> {
    let of_seat = chain.leaves.iter().filter(|leave| leave.typed.seat == *seat && leave.typed.pause);
    let mut written: Vec<(DateTime<Utc>, Span)> = of_seat
        .filter_map(|leave| {
            let from = time(&leave.typed.from)?;
            Some((time(&leave.typed.written)?, (from, from + days(leave.typed.days))))
        })
        .collect();
    written.sort();
    let mut agreed = Vec::new();
    for (at, (when, (from, until))) in written.iter().enumerate() {
        let replaced = written.get(at + 1).map_or(*until, |(later, _)| *later);
        // Nobody can agree to what is past.
        add(&mut agreed, ((*from).max(*when), (*until).min(replaced)));
    }
    agreed
}

/// The moment at which this much time has passed since another moment, not counting some spans.
fn after(spans: &[Span], from: DateTime<Utc>, mut time: TimeDelta) -> DateTime<Utc> {
    let mut at = from;
    for (begins, ends) in spans.iter().filter(|(_, ends)| *ends > from) {
        let before = (*begins - at).max(TimeDelta::zero());
        if before >= time {
            break;
        }
        time -= before;
        at = *ends;
    }
    at + time
}

fn in_both(some: &[Span], others: &[Span]) -> Vec<Span> {
    let mut both = Vec::new();
    for one in some {
        for other in others {
            add(&mut both, shared(*one, *other));
        }
    }
    both
}

/// What two spans have in common; empty if they have nothing.
fn shared(one: Span, other: Span) -> Span {
    let from = one.0.max(other.0);
    (from, one.1.min(other.1).max(from))
}

/// Adds a span to others, as one with those that it touches.
fn add(spans: &mut Vec<Span>, new: Span) {
    if new.0 >= new.1 {
        return;
    }
    let apart = |span: &Span| span.1 < new.0 || new.1 < span.0;
    let (mut kept, touched): (Vec<Span>, Vec<Span>) = spans.drain(..).partition(apart);
    kept.push(touched.into_iter().fold(new, |whole, span| (whole.0.min(span.0), whole.1.max(span.1))));
    kept.sort();
    *spans = kept;
}

/// The clock that a seat brings from the match that this one continues.
pub(super) fn carried<'c>(chain: &'c Chain<'_>, seat: &Id) -> Option<&'c CarriedClock> {
    let continues = chain.charter.typed.continues.as_ref()?;
    continues.clocks.iter().flatten().find(|clock| clock.seat == *seat)
}

pub(super) fn days(number: u32) -> TimeDelta {
    // A charter with more days is not one to sign, but it can still be looked at.
    TimeDelta::days(number.min(MAX_DAYS).into())
}

pub(super) fn seconds(number: u64) -> TimeDelta {
    let most = i64::from(MAX_DAYS) * 24 * 60 * 60;
    TimeDelta::seconds(i64::try_from(number).unwrap_or(most).min(most))
}

pub(super) fn time(text: &str) -> Option<DateTime<Utc>> {
    Some(DateTime::parse_from_rfc3339(text).ok()?.to_utc())
}
