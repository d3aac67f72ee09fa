//! `match leave`: days on which a player's clock is stopped.

use chrono::{DateTime, Datelike, NaiveDate, SecondsFormat, TimeDelta, Utc};
use serde_json::json;

use super::clock_args::span;
use crate::chain::clock::leave_charge;
use crate::cli::folder::Folder;
use crate::cli::mail::MailArgs;
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::open_match::{Match, Outgoing, Signer};
use crate::cli::out::counted;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, home, out, seat, wall_clock};
use crate::document::{Kind, Problem};

/// Declare leave: days on which your clock stops, up to the number that the charter grants.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// For how many days.
    #[arg(long, value_parser = super::clock_args::number_of_days)]
    days: u32,
    /// The first day, such as 2026-12-20; it begins at midnight in your time zone [default: now].
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// The seat that goes on leave [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    #[command(flatten)]
    outgoing: MailArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let place = args.place.find()?;
    let folder = Folder::read_cached(&place)?;
    let found = Match::open_to_read(&folder)?;
    let vault = home::vault()?;
    let entry = seat::acting_seat(&vault, &found.chain.charter.typed, args.seat.as_deref())?;
    let now = Utc::now();
    let from = match &args.from {
        None => now,
        Some(text) => date(text)?,
    };
    if from + TimeDelta::days(1) <= now {
        let problem = Problem::new("leave cannot begin before you declare it");
        return Err(Failure::no(problem.rule("protocol 11").advice("name a later day, or leave out --from")));
    }
    let (charge, left) = leave_charge(&found.chain, &entry.seat, from, args.days);
    if charge > left {
        let problem = Problem::new(match found.chain.charter.typed.pace.leave {
            None => "the charter grants no leave".to_owned(),
            Some(_) => {
                format!("the charter grants {} only {} of leave", entry.seat, more(left))
            }
        });
        return Err(Failure::no(
            problem.rule("protocol 11").advice("ask the other players to wait; the clock decides nothing by itself"),
        ));
    }
    let known = if charge.num_days() < i64::from(args.days) {
        format!(" You had declared some of these days before, so they cost {} of your leave.", span(charge))
    } else {
        String::new()
    };
    let content = json!({
        "adjutant": 1, "kind": "leave", "match": found.chain.match_id, "seat": entry.seat,
        "from": from.to_rfc3339_opts(SecondsFormat::Secs, true), "days": args.days, "written": wall_clock::now(),
    });
    let mut signer = Signer::unlock_off_chain(&vault, &found, entry)?;
    let signed = signer.sign(&found.chain, Kind::Leave, 0, content)?;
    let path = Outgoing::document(&folder, &signed.document().document).write(&folder)?;
    args.outgoing.send(&place, Some(entry.seat.as_str()), format)?;
    let words = || {
        let until = wall_clock::shown_moment(from + TimeDelta::days(i64::from(args.days)));
        let from = wall_clock::shown_moment(from);
        let next = if args.outgoing.is_wanted() { "" } else { "Next:\n  mail it with `adjutant mail`\n" };
        let days = counted(args.days as usize, "day");
        let signed = format!("Signed: {}: {} is on leave for {days}, from {from} to {until}", path.shown(), entry.seat);
        format!("{signed}.{known}\n{next}")
    };
    out::answer(format, words, || json!({"ok": true, "file": path, "leave": signed.document().document}))
}

/// What is left, as the end of "only …": `3 more days`.
fn more(left: chrono::TimeDelta) -> String {
    match left.num_hours() % 24 {
        0 => counted(left.num_days().unsigned_abs() as usize, "more day"),
        _ => format!("{} more", span(left)),
    }
}

fn date(text: &str) -> Result<DateTime<Utc>, Failure> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().and_then(wall_clock::beginning_of_day);
    let moment = DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc());
    let found = day.or(moment).filter(|date| (1970..=9999).contains(&date.year()));
    let problem = Problem::new(format!("'{text}' is not a date")).advice("write --from 2026-12-20");
    found.ok_or_else(|| Failure::cannot(problem))
}
