//! The clock. Rules never depend on it; it only gives documents their time of writing.

/// The current time in the format of documents: RFC 3339, UTC, whole seconds.
pub fn now() -> String {
    chrono::Utc::now().format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The time that many days from now, in the same format.
pub fn days_from_now(days: u32) -> String {
    let then = chrono::Utc::now() + chrono::Duration::days(i64::from(days));
    then.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The time that many days after a document's time, or after now if that is later or the time is invalid.
pub fn days_after(time: Option<&str>, days: u32) -> String {
    let now = chrono::Utc::now();
    let from = time.and_then(|time| chrono::DateTime::parse_from_rfc3339(time).ok()).map_or(now, |time| time.to_utc());
    let then = from.max(now) + chrono::Duration::days(i64::from(days));
    then.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// A document's time for people: `2026-12-03 16:18 UTC`; unchanged if it is not a valid time.
pub fn shown(time: &str) -> String {
    match chrono::DateTime::parse_from_rfc3339(time) {
        Ok(moment) => moment.to_utc().format("%Y-%m-%d %H:%M UTC").to_string(),
        Err(_) => crate::document::harmless(time).into_owned(),
    }
}

/// How long ago a document's time was, in words; `None` if it is invalid or in the future.
pub fn ago(time: &str) -> Option<String> {
    let then = chrono::DateTime::parse_from_rfc3339(time).ok()?;
    let passed = chrono::Utc::now().signed_duration_since(then);
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
