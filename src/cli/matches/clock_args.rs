//! The clock of a match, as its charter sets it: from the command line, and in words.

use chrono::{Days, NaiveDate, TimeDelta};

use crate::cli::out::counted;
use crate::cli::wall_clock;
use crate::document::harmless;
use crate::document::kinds::{Away, CarriedClock, Miss, Pace};

/// The clock that the charter names (protocol 11).
#[derive(Clone, Debug, clap::Args)]
pub struct ClockArgs {
    /// The number of days within which everyone promises to answer.
    #[arg(long, value_name = "DAYS", default_value_t = 7, value_parser = number_of_days)]
    pace_days: u32,
    /// Days in reserve for each player: an answer that takes longer than its days uses them up.
    #[arg(long, value_name = "DAYS", value_parser = days_or_none)]
    bank_days: Option<u32>,
    /// Days added to the reserve with each answer.
    #[arg(long, value_name = "DAYS", value_parser = days_or_none)]
    increment_days: Option<u32>,
    /// Up to how many days such additions fill the reserve [default: twice its days at the beginning, or the days of
    /// one answer if that is more].
    #[arg(long, value_name = "DAYS", value_parser = days_or_none, requires = "increment_days")]
    most_days: Option<u32>,
    /// Days of leave that each player may declare in the whole match.
    #[arg(long, value_name = "DAYS", value_parser = days_or_none)]
    leave_days: Option<u32>,
    /// Forgive a player's first miss if it is no longer than this many days.
    #[arg(long, value_name = "DAYS", value_parser = days_or_none)]
    grace_days: Option<u32>,
    /// What a miss means: a reminder, that the other side may claim the match, or that the referee rules a default.
    #[arg(long, value_name = "WHAT", value_enum)]
    on_miss: Option<OnMiss>,
    /// Days on which no clock runs, in UTC, the first and the last included: 2026-12-24..2027-01-01. May be given several
    /// times.
    #[arg(long, value_name = "FROM..TO", value_parser = holiday)]
    holiday: Vec<Away>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum OnMiss {
    Reminder,
    Claim,
    Default,
}

impl ClockArgs {
    /// The clock as a charter contains it.
    pub fn pace(self) -> Pace {
        let miss = self.on_miss.map(|miss| match miss {
            OnMiss::Reminder => Miss::Reminder,
            OnMiss::Claim => Miss::Claim,
            OnMiss::Default => Miss::Default,
        });
        let ClockArgs { pace_days, bank_days, increment_days, most_days, leave_days, grace_days, on_miss: _, holiday } =
            self;
        let pace = Pace {
            days: pace_days,
            bank: bank_days,
            increment: increment_days,
            most: most_days,
            leave: leave_days,
            grace: grace_days,
            miss,
            holidays: (!holiday.is_empty()).then_some(holiday),
        };
        pace.capped()
    }
}

/// The holiday from the beginning of a day to the end of another, as a charter has it.
///
/// # Errors
/// One of them is not a day, or the holiday ends before it begins.
pub fn holiday_of(from: &str, to: &str) -> Result<Away, String> {
    let day = |text: &str| {
        let read = NaiveDate::parse_from_str(text, "%Y-%m-%d");
        read.map_err(|_| format!("'{}' is not a day; write it as 2026-12-24", harmless(text)))
    };
    let (first, last) = (day(from)?, day(to)?);
    if last < first {
        return Err("the holiday ends before it begins; write its first day, then its last".to_owned());
    }
    let begins = |day: NaiveDate| day.format("%Y-%m-%dT00:00:00Z").to_string();
    Ok(Away { from: begins(first), until: begins(last.checked_add_days(Days::new(1)).unwrap_or(last)) })
}

fn holiday(text: &str) -> Result<Away, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    holiday_of(from.trim(), to.trim())
}

/// A number of days on the command line, at least 1.
pub fn number_of_days(text: &str) -> Result<u32, String> {
    days_from(1, text)
}

fn days_or_none(text: &str) -> Result<u32, String> {
    days_from(0, text)
}

fn days_from(least: u32, text: &str) -> Result<u32, String> {
    let days = text.parse().ok().filter(|days| (least..=3650).contains(days));
    days.ok_or_else(|| format!("write a number of days from {least} to 3650"))
}

/// The clock in words: `an answer within 7 days`, and the other settings.
pub fn words(pace: &Pace) -> String {
    let days = |days: u32| counted(days as usize, "day");
    let mut said = match pace.days {
        1 => "an answer within a day".to_owned(),
        number => format!("an answer within {}", days(number)),
    };
    if let Some(bank) = pace.bank {
        said += &format!(", {} in reserve", days(bank));
    }
    if let Some(increment) = pace.increment {
        said += &format!(", {} with each answer", counted(increment as usize, "more day"));
    }
    if let Some(leave) = pace.leave {
        said += &format!(", {} of leave", days(leave));
    }
    if let Some(grace) = pace.grace {
        said += &format!(", {} of grace for a first late answer", days(grace));
    }
    match pace.miss {
        None => {}
        Some(miss) => said += &format!("; a late answer means {}", consequence(miss)),
    }
    match (pace.most, pace.increment) {
        (Some(most), _) => said += &format!("; the reserve grows up to {}", days(most)),
        (None, Some(1..)) => said += "; the reserve grows without limit",
        (None, _) => {}
    }
    for holiday in pace.holidays.iter().flatten() {
        let [from, until] = [&holiday.from, &holiday.until].map(|time| wall_clock::in_utc(time));
        said += &format!("; no clock runs from {from} to {until}");
    }
    said
}

/// The clock that a seat brings from the match before, in words.
pub fn carried(clock: &CarriedClock) -> String {
    let spans = |seconds: u64| span(TimeDelta::seconds(i64::try_from(seconds).unwrap_or(0)));
    let mut said = format!("begins with {} in reserve and {} of leave", spans(clock.reserve), spans(clock.leave));
    for away in clock.away.iter().flatten() {
        said += &format!(", is on leave from {} to {}", wall_clock::shown(&away.from), wall_clock::shown(&away.until));
    }
    if clock.missed {
        said += ", and has been late before";
    }
    said
}

/// What missing a deadline means, in words.
pub fn consequence(miss: Miss) -> &'static str {
    match miss {
        Miss::Reminder => "a reminder",
        Miss::Claim => "that the other side may claim the match",
        Miss::Default => "that the referee rules a default",
    }
}

/// A length of time in words, with sensible precision.
pub fn span(span: TimeDelta) -> String {
    let (days, hours, minutes) = (span.num_days(), span.num_hours() % 24, span.num_minutes() % 60);
    let some = |number: i64, unit: &str| counted(number.unsigned_abs() as usize, unit);
    match (days, hours) {
        (0, 0) => some(minutes, "minute"),
        (0, hours) => some(hours, "hour"),
        (days, 0) => some(days, "day"),
        (days, hours) => format!("{} and {}", some(days, "day"), some(hours, "hour")),
    }
}
