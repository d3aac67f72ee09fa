//! Pauses on which players agree, and holidays (protocol 11), in words.

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};

use super::wall_clock;
use crate::chain::Chain;
use crate::chain::clock::{agreement, holidays, pauses};
use crate::document::Id;
use crate::report::grammar::side_name;

/// The days of a pause that lasts until a player ends it: as many as a document can name.
pub const UNTIL_ENDED: u32 = 3650;

/// What a player has agreed to.
pub struct Agreed {
    pub seat: Id,
    /// The end of the agreement that is in force; `None` without one.
    pub until: Option<DateTime<Utc>>,
}

/// What the players have agreed to at a moment.
pub struct Pause {
    now: DateTime<Utc>,
    /// When the clocks start again; `None` if they run.
    until: Option<DateTime<Utc>>,
    /// When the holiday ends on which no clock runs; `None` on other days.
    holiday_until: Option<DateTime<Utc>>,
    pub agreed: Vec<Agreed>,
}

impl Pause {
    pub fn at(chain: &Chain<'_>, now: DateTime<Utc>) -> Pause {
        let running = |spans: Vec<(DateTime<Utc>, DateTime<Utc>)>| {
            spans.into_iter().find(|(from, until)| *from <= now && now < *until).map(|(_, until)| until)
        };
        let players = chain.seats.entries.iter().filter(|entry| entry.side.is_some());
        let agreed = players
            .map(|entry| Agreed { seat: entry.seat.clone(), until: running(agreement(chain, &entry.seat)) })
            .collect();
        let holiday_until = running(holidays(&chain.charter.typed.pace));
        Pause { now, until: running(pauses(chain)), holiday_until, agreed }
    }

    /// Whether the clocks stand still.
    pub fn is_running(&self) -> bool {
        self.until.is_some()
    }

    /// That the clocks stand still, or who would like them to; `None` if nobody does.
    pub fn words(&self) -> Option<String> {
        if let Some(until) = self.until {
            return Some(format!(
                "All clocks stand still until {}, because the players agreed to a pause.",
                end(until, self.now)
            ));
        }
        if let Some(until) = self.holiday_until {
            let until = wall_clock::shown_moment(until);
            return Some(format!("All clocks stand still until {until}: the charter has a holiday until then."));
        }
        let one = self.agreed.iter().find(|one| one.until.is_some())?;
        let until = end(one.until?, self.now);
        Some(format!(
            "The {} offers a pause until {until}; the clocks run until every player agrees (`adjutant match pause`).",
            side_name(one.seat.as_str())
        ))
    }

    /// `{until}` if the clocks stand still (with `holiday: true` on a holiday), `{offered_by, until}` if a player would like
    /// them to; null otherwise.
    pub fn value(&self) -> Value {
        let written = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Secs, true);
        match (self.until, self.agreed.iter().find_map(|one| Some((&one.seat, one.until?)))) {
            (Some(until), _) => json!({"until": written(until)}),
            _ if self.holiday_until.is_some() => json!({"until": self.holiday_until.map(written), "holiday": true}),
            (None, Some((seat, until))) => json!({"offered_by": seat, "until": written(until)}),
            (None, None) => Value::Null,
        }
    }
}

/// When a pause ends, in words.
pub fn end(until: DateTime<Utc>, now: DateTime<Utc>) -> String {
    // Nobody who names a date names one that is years away.
    if until - now > TimeDelta::days((UNTIL_ENDED / 2).into()) {
        return "a player ends it".to_owned();
    }
    wall_clock::shown_moment(until)
}

/// What an agreement to a pause says, in a mail.
pub fn mail_words(who: &str, content: &Value) -> String {
    let from = content["from"].as_str().and_then(|from| DateTime::parse_from_rfc3339(from).ok());
    let days =
        content["days"].as_u64().and_then(|days| i64::try_from(days).ok()).filter(|days| *days <= UNTIL_ENDED.into());
    let (Some(from), Some(days)) = (from, days) else { return format!("{who} writes about a pause.\n") };
    let until = match days * 2 > i64::from(UNTIL_ENDED) {
        true => "a player ends it".to_owned(),
        false => wall_clock::moment_in_utc(from.to_utc() + TimeDelta::days(days)),
    };
    format!(
        "{who} agrees to a pause until {until}. All clocks stand still while every player agrees:\n\n  adjutant match pause\n\n"
    )
}
