//! `match pause`: all clocks stand still, because the players agree.

use chrono::{SecondsFormat, TimeDelta, Utc};
use serde_json::json;

use super::leave::{date, sign_and_send};
use crate::cli::agreed_pause::{Agreed, Pause, UNTIL_ENDED, end};
use crate::cli::folder::Folder;
use crate::cli::mail::MailArgs;
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::open_match::Match;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, home, out, seat, wall_clock};
use crate::document::Problem;
use crate::document::kinds::SeatEntry;

/// Agree that all clocks stand still: until a date, or until a player ends the pause.
///
/// The clocks stop when every player has agreed, and for as long as every agreement lasts. A pause uses up no leave. If another
/// player has agreed to one already, yours ends with his unless you say otherwise.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The day on which the clocks start again, such as 2027-01-04; at midnight in your time zone.
    #[arg(long, value_name = "DATE")]
    until: Option<String>,
    /// For how many days from now.
    #[arg(long, value_parser = super::clock_args::number_of_days, conflicts_with = "until")]
    days: Option<u32>,
    /// End the pause: the clocks start again in a day, so that the others hear of it first.
    #[arg(long, conflicts_with_all = ["until", "days"])]
    end: bool,
    /// The seat that agrees [default: the one whose secrets are on this machine].
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
    if entry.side.is_none() {
        let problem = Problem::new("only players agree to a pause; the adjudicator's clock stands still with theirs");
        return Err(Failure::no(problem.rule("protocol 11")));
    }
    let own = found.chain.leaves.iter().filter(|leave| leave.typed.pause && leave.typed.seat == entry.seat);
    // Of two agreements the later counts, so that no two are written in the same second.
    if own.map(|leave| leave.typed.written.as_str()).max() >= Some(wall_clock::now().as_str()) {
        std::thread::sleep(std::time::Duration::from_millis(1_100));
    }
    let now = Utc::now();
    let before = Pause::at(&found.chain, now);
    let agreed_until = |one: &Agreed| one.until.filter(|_| one.seat == entry.seat);
    let until = if args.end {
        if before.agreed.iter().find_map(agreed_until).is_none() {
            let problem = Problem::new("you have agreed to no pause, so there is none to end");
            return Err(Failure::no(problem.rule("protocol 11").advice("see `adjutant match clock`")));
        }
        let left = before.agreed.iter().find_map(agreed_until).filter(|until| *until <= now + TimeDelta::days(1));
        if let Some(until) = left.filter(|_| before.is_running()) {
            let problem = Problem::new(format!("your pause already ends on {}", end(until, now)));
            return Err(Failure::no(problem.rule("protocol 11").advice("see `adjutant match clock`")));
        }
        // Nobody relies on an offer that nobody has accepted.
        if before.is_running() { now + TimeDelta::days(1) } else { now }
    } else if let Some(text) = &args.until {
        let until = date(text, "--until")?;
        if until <= now {
            let problem = Problem::new("a pause cannot end before it begins").rule("protocol 11");
            return Err(Failure::no(problem.advice("name a later day, or end the pause with --end")));
        }
        if until > now + TimeDelta::days(UNTIL_ENDED.into()) {
            let problem = Problem::new(format!("a pause lasts at most {UNTIL_ENDED} days")).rule("protocol 11");
            return Err(Failure::no(problem.advice("leave out --until: it then lasts until a player ends it")));
        }
        until
    } else if let Some(days) = args.days {
        now + TimeDelta::days(days.into())
    } else {
        let others = before.agreed.iter().filter(|one| one.seat != entry.seat).filter_map(|one| one.until);
        others.min().unwrap_or(now + TimeDelta::days(UNTIL_ENDED.into()))
    };
    // A document names whole days: the pause begins as many of them before its end as reach back to now.
    let begun = ((until - now).num_seconds() + 24 * 60 * 60 - 1) / (24 * 60 * 60);
    let days = u32::try_from(begun).unwrap_or(UNTIL_ENDED).min(UNTIL_ENDED);
    let from = until - TimeDelta::days(days.into());
    let content = json!({
        "adjutant": 1, "kind": "leave", "match": found.chain.match_id, "seat": entry.seat,
        "from": from.to_rfc3339_opts(SecondsFormat::Secs, true), "days": days, "pause": true, "written": wall_clock::now(),
    });
    let (path, document) = sign_and_send(&vault, &found, entry, content, (&folder, &place, &args.outgoing), format)?;
    let words = || {
        let says = if until == now {
            "withdraws the offer of a pause".to_owned()
        } else {
            format!("agrees to a pause until {}", end(until, now))
        };
        let mut words = format!("Signed: {}: {} {says}.\n", path.shown(), entry.seat);
        let waiting: Vec<&str> = found
            .chain
            .charter
            .typed
            .seats
            .iter()
            .filter(|one| waits_for(&before, one, entry))
            .map(|one| &*one.name)
            .collect();
        words += &match waiting.as_slice() {
            _ if until == now => String::new(),
            _ if args.end => "The clocks start again then, if no other agreement ends before.\n".to_owned(),
            [] => "All clocks stand still.\n".to_owned(),
            names => format!(
                "The clocks stand still as soon as {} agrees too.\n",
                crate::document::harmless(&names.join(" and "))
            ),
        };
        if !args.outgoing.is_wanted() {
            words += "Next:\n  mail it with `adjutant mail`\n";
        }
        words
    };
    out::answer(format, words, || json!({"ok": true, "file": path, "leave": document}))
}

/// Whether a player has not agreed yet.
fn waits_for(before: &Pause, other: &SeatEntry, own: &SeatEntry) -> bool {
    let agreed = || before.agreed.iter().any(|one| one.seat == other.seat && one.until.is_some());
    other.side.is_some() && other.seat != own.seat && !agreed()
}
