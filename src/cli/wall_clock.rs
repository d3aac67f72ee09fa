//! The clock. Rules never depend on it; it only gives documents their time of writing.

use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, FixedOffset, Local, NaiveDate, TimeDelta, Utc};

use crate::chain::clock::days_without_holidays;
use crate::document::kinds::Pace;

/// The current time in the format of documents: RFC 3339, UTC, whole seconds.
pub fn now() -> String {
    Utc::now().format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The time that many days after a document's time, or after now if that is later or the time is invalid. The holidays of a
/// clock do not count.
pub fn days_after(time: Option<&str>, days: u32, pace: &Pace) -> String {
    let now = Utc::now();
    let from = time.and_then(|time| DateTime::parse_from_rfc3339(time).ok()).map_or(now, |time| time.to_utc());
    let then = days_without_holidays(pace, from.max(now), days);
    then.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Whether times are shown in UTC alone (`--utc`).
static UTC_ALONE: AtomicBool = AtomicBool::new(false);

/// Shows times in UTC alone from now on.
pub fn show_utc_alone() {
    UTC_ALONE.store(true, Ordering::Relaxed);
}

/// A document's time for the reader: `2026-12-03 16:18 UTC`, and beside it the same in the time zone of this machine
/// where that differs; unchanged if it is not a valid time.
pub fn shown(time: &str) -> String {
    match DateTime::parse_from_rfc3339(time) {
        Ok(moment) => shown_moment(moment.to_utc()),
        Err(_) => crate::document::harmless(time).into_owned(),
    }
}

/// The same for a moment.
pub fn shown_moment(moment: DateTime<Utc>) -> String {
    let alone = UTC_ALONE.load(Ordering::Relaxed);
    beside(moment, &moment.with_timezone(&Local).fixed_offset(), alone)
}

fn beside(moment: DateTime<Utc>, local: &DateTime<FixedOffset>, alone: bool) -> String {
    let utc = moment_in_utc(moment);
    if alone || local.offset().local_minus_utc() == 0 {
        return utc;
    }
    let day = if local.date_naive() == moment.date_naive() { "" } else { "%Y-%m-%d " };
    format!("{utc} ({})", local.format(&format!("{day}%H:%M %:z")))
}

/// A document's time for others, whose time zone nobody here knows: `2026-12-03 16:18 UTC`.
pub fn in_utc(time: &str) -> String {
    match DateTime::parse_from_rfc3339(time) {
        Ok(moment) => moment_in_utc(moment.to_utc()),
        Err(_) => crate::document::harmless(time).into_owned(),
    }
}

/// The same for a moment.
pub fn moment_in_utc(moment: DateTime<Utc>) -> String {
    moment.format("%Y-%m-%d %H:%M UTC").to_string()
}

/// When a day begins in the time zone of this machine; where clocks are put forward at midnight, that is later.
pub fn beginning_of_day(day: NaiveDate) -> Option<DateTime<Utc>> {
    let minutes = |count: i64| Some(day.and_hms_opt(0, 0, 0)? + TimeDelta::minutes(count));
    let begins = |count| minutes(count)?.and_local_timezone(Local).earliest();
    (0..180).step_by(15).find_map(begins).map(|moment| moment.to_utc())
}

/// How long ago a document's time was, in words; `None` if it is invalid or in the future.
pub fn ago(time: &str) -> Option<String> {
    let then = DateTime::parse_from_rfc3339(time).ok()?;
    let passed = Utc::now().signed_duration_since(then);
    let (days, hours, minutes) = (passed.num_days(), passed.num_hours(), passed.num_minutes());
    let some = |number: i64, unit: &str| format!("{number} {unit}{} ago", if number == 1 { "" } else { "s" });
    match (days, hours, minutes) {
        (1.., _, _) => Some(some(days, "day")),
        (_, 1.., _) => Some(some(hours, "hour")),
        (_, _, 1..) => Some(some(minutes, "minute")),
        _ if passed.num_seconds() >= 0 => Some("just now".to_owned()),
        _ => None,
    }
}

/// Whether a document's time is in the past; false if it is invalid.
pub fn has_passed(time: &str) -> bool {
    DateTime::parse_from_rfc3339(time).is_ok_and(|then| then.to_utc() < Utc::now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readers_time_is_beside_utc_where_it_differs() {
        let moment = DateTime::parse_from_rfc3339("2026-12-19T11:00:00Z").unwrap().to_utc();
        let shown = |hours: i32, alone| {
            beside(moment, &moment.with_timezone(&FixedOffset::east_opt(hours * 3600).unwrap()), alone)
        };
        assert_eq!(shown(0, false), "2026-12-19 11:00 UTC");
        assert_eq!(shown(-5, false), "2026-12-19 11:00 UTC (06:00 -05:00)");
        assert_eq!(shown(13, false), "2026-12-19 11:00 UTC (2026-12-20 00:00 +13:00)");
        assert_eq!(shown(13, true), "2026-12-19 11:00 UTC");
        assert_eq!(in_utc("2026-12-19T11:00:00Z"), "2026-12-19 11:00 UTC");
        assert_eq!(in_utc("tomorrow"), "tomorrow");
    }
}
