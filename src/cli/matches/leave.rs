//! `match leave`: days on which a player's clock is stopped.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Datelike, NaiveDate, SecondsFormat, TimeDelta, Utc};
use serde_json::{Value, json};

use super::clock_args::span;
use crate::chain::clock::leave_charge;
use crate::chain::status::{Next, status};
use crate::cli::folder::Folder;
use crate::cli::mail::{MailArgs, match_folders};
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::open_match::{Match, Outgoing, Signer};
use crate::cli::out::{Diagnostic, Printout, counted};
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, home, out, practice_match, seat, wall_clock};
use crate::document::kinds::SeatEntry;
use crate::document::{Id, Kind, Problem};
use crate::trust::vault::Vault;

/// Declare leave: days on which your clock stops, up to the number that the charter grants.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// For how many days.
    #[arg(long, value_parser = super::clock_args::number_of_days)]
    days: u32,
    /// In every match beneath this folder that you play in, as many of these days as each has left.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["named", "folder"])]
    all: Option<PathBuf>,
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
    if let Some(root) = &args.all {
        return declare_in_all(root, &args, format);
    }
    let place = args.place.clone().find()?;
    let vault = home::vault()?;
    let Some(declared) = declare(&vault, &place, &args, format)? else {
        return Err(Failure::no(Problem::new("the match is over, so no clock runs").rule("protocol 3")));
    };
    let next = if args.outgoing.is_wanted() { "" } else { "Next:\n  mail it with `adjutant mail`\n" };
    out::answer(format, || format!("Signed: {}{next}", declared.words()), || declared.value())
}

/// How many days ahead a leave can begin.
const FURTHEST_DAYS: i64 = 36_525;

/// A leave that has been signed.
struct Declared {
    path: PathBuf,
    document: Value,
    seat: Id,
    from: DateTime<Utc>,
    days: u32,
    /// What it costs of the leave that the charter grants.
    charge: TimeDelta,
}

impl Declared {
    fn words(&self) -> String {
        let known = if self.charge.num_days() < i64::from(self.days) {
            let charge = span(self.charge);
            format!(" You had declared some of these days before, so they cost {charge} of your leave.")
        } else {
            String::new()
        };
        let from = wall_clock::shown_moment(self.from);
        let until = wall_clock::shown_moment(self.from + TimeDelta::days(self.days.into()));
        let days = counted(self.days as usize, "day");
        format!("{}: {} is on leave for {days}, from {from} to {until}.{known}\n", self.path.shown(), self.seat)
    }

    fn value(&self) -> Value {
        json!({"ok": true, "file": self.path, "leave": self.document})
    }
}

/// Signs a leave for one match, and mails it if that is wanted; `None` if the match is over.
fn declare(vault: &Vault, place: &Path, args: &Args, format: Format) -> Result<Option<Declared>, Failure> {
    let folder = Folder::read_cached(place)?;
    let found = Match::open_to_read(&folder)?;
    if matches!(status(&found.chain).next, Next::Over(_)) {
        return Ok(None);
    }
    let entry = seat::acting_seat(vault, &found.chain.charter.typed, args.seat.as_deref())?;
    let now = Utc::now();
    let from = match &args.from {
        None => now,
        Some(text) => date(text, "--from")?,
    };
    if from + TimeDelta::days(1) <= now {
        let problem = Problem::new("leave cannot begin before you declare it");
        return Err(Failure::no(problem.rule("protocol 11").advice("name a later day, or leave out --from")));
    }
    if from > now + TimeDelta::days(FURTHEST_DAYS) {
        let problem = Problem::new("leave must begin within a hundred years").rule("protocol 11");
        return Err(Failure::no(problem.advice("name an earlier day with --from")));
    }
    let (mut days, (mut charge, left)) = (args.days, leave_charge(&found.chain, &entry.seat, from, args.days));
    if charge > left && args.all.is_some() {
        // In many matches at once, each gives what it has.
        days = (0..days).rev().find(|days| leave_charge(&found.chain, &entry.seat, from, *days).0 <= left).unwrap_or(0);
        charge = leave_charge(&found.chain, &entry.seat, from, days).0;
    }
    if charge > left || days == 0 {
        let problem = Problem::new(match found.chain.charter.typed.pace.leave {
            None => "the charter grants no leave".to_owned(),
            Some(_) => {
                format!("the charter grants {} only {} of leave", entry.seat, more(left))
            }
        });
        return Err(Failure::no(
            problem.rule("protocol 11").advice("ask the other players for a pause, with `adjutant match pause`"),
        ));
    }
    let content = json!({
        "adjutant": 1, "kind": "leave", "match": found.chain.match_id, "seat": entry.seat,
        "from": from.to_rfc3339_opts(SecondsFormat::Secs, true), "days": days, "written": wall_clock::now(),
    });
    let (path, document) = sign_and_send(vault, &found, entry, content, (&folder, place, &args.outgoing), format)?;
    Ok(Some(Declared { path, document, seat: entry.seat.clone(), from, days, charge }))
}

/// Declares leave in every match beneath a folder that one plays in, as much as each has left, and says what each gave.
fn declare_in_all(root: &Path, args: &Args, format: Format) -> CommandResult {
    let vault = home::vault()?;
    let anchors = vault.anchors().map_err(Failure::cannot)?;
    let mut matches = match_folders::matches(root)?;
    matches.retain(|one| one.charter.typed.seats.iter().any(|seat| anchors.contains(&seat.seed.anchor)));
    if matches.is_empty() {
        let problem = Problem::new("you have no seat in any match of this folder or beneath it");
        return Err(Failure::no_in(root, problem.advice("name the folder that your match folders are in")));
    }
    let (mut words, mut values, mut refused) = (Printout::default(), Vec::new(), Vec::new());
    for one in &matches {
        if practice_match::is_practice(&vault, &one.charter.typed) {
            continue;
        }
        match declare(&vault, &one.path, args, format) {
            Ok(Some(declared)) => {
                words.line(format!("Signed: {}", declared.words().trim_end()));
                values.push(declared.value());
            }
            Ok(None) => {}
            Err(Failure::Negative(problems) | Failure::Cannot(problems)) => {
                refused
                    .extend(problems.into_iter().map(|problem| Diagnostic { file: Some(one.path.clone()), ..problem }));
            }
        }
    }
    if !values.is_empty() && !args.outgoing.is_wanted() {
        words.line("Next:\n  mail each with `adjutant mail`, or all with `adjutant go`");
    }
    out::answer(format, || words, || json!({"ok": refused.is_empty(), "leaves": values}))?;
    if refused.is_empty() { Ok(()) } else { Err(Failure::Negative(refused)) }
}

/// Signs a leave or a pause, files it, and mails it if that is wanted. Returns its path and the document.
///
/// # Errors
/// The secrets are not here, the folder cannot be written, or a mail cannot be.
pub fn sign_and_send(
    vault: &Vault,
    found: &Match<'_>,
    entry: &SeatEntry,
    content: Value,
    (folder, place, outgoing): (&Folder, &Path, &MailArgs),
    format: Format,
) -> Result<(PathBuf, Value), Failure> {
    let mut signer = Signer::unlock_off_chain(vault, found, entry)?;
    let signed = signer.sign(&found.chain, Kind::Leave, 0, content)?;
    let path = Outgoing::document(folder, &signed.document().document).write(folder)?;
    outgoing.send(place, Some(entry.seat.as_str()), format)?;
    Ok((path, json!(signed.document().document)))
}

/// What is left, as the end of "only …": `3 more days`.
fn more(left: chrono::TimeDelta) -> String {
    match left.num_hours() % 24 {
        0 => counted(left.num_days().unsigned_abs() as usize, "more day"),
        _ => format!("{} more", span(left)),
    }
}

/// A day or a moment on the command line, of the option with this name.
///
/// # Errors
/// It is neither.
pub fn date(text: &str, option: &str) -> Result<DateTime<Utc>, Failure> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().and_then(wall_clock::beginning_of_day);
    let moment = DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc());
    let found = day.or(moment).filter(|date| (1970..=9999).contains(&date.year()));
    let problem = Problem::new(format!("'{text}' is not a date")).advice(format!("write {option} 2026-12-20"));
    found.ok_or_else(|| Failure::cannot(problem))
}
