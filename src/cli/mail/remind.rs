//! `remind`: a polite mail to players who are late.

use std::path::Path;

use adjutant_mail::compose::OutgoingMail;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::addresses::Book;
use super::receive::here;
use super::send::{DeliveryArgs, WrittenMail, write_mail};
use super::sent_log::SentLog;
use super::{bundle, match_folders};
use crate::chain::clock::{Account, Period, account, due};
use crate::chain::status::{Next, status};
use crate::cli::folder::Folder;
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::matches::clock_args::consequence;
use crate::cli::matches::clock_args::span;
use crate::cli::open_match::Match;
use crate::cli::out::{self, Printout, Tone};
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, home, practice_match, seat, suggested_commands, wall_clock};
use crate::document::kinds::SeatEntry;
use crate::document::{Bytes32, Id, Problem, harmless};
use crate::report::grammar::side_name;

/// Write a polite reminder to each player who is late, with the documents that he needs to answer.
///
/// The mail says what the match waits for, since when, what the charter says about it, and how to answer, and encloses again
/// every document that he may not have. With --all it goes through all your matches and reminds nobody twice of the same
/// answer, so that it can run every day by itself: `adjutant remind --all ~/wargames --send`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// Your seat [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// Write the reminder even if the player still has time.
    #[arg(long)]
    early: bool,
    /// In all matches beneath the folder [default: beneath the current one], each player once for each answer.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    how: DeliveryArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    if args.all {
        return everywhere(args, format);
    }
    let place = args.place.find()?;
    let folder = Folder::read_cached(&place)?;
    let found = Match::open_to_read(&folder)?;
    let me = seat::acting_seat(&home::vault()?, &found.chain.charter.typed, args.seat.as_deref())?;
    let awaited = awaited(&found, &me.seat);
    if awaited.is_empty() {
        return Err(Failure::no(Problem::new("nobody else has to answer in this match, so there is nobody to remind")));
    }
    let until = due(&found.chain).map(|(due, _)| due);
    if let Some(until) = until.filter(|until| *until > Utc::now() && !args.early) {
        let names: Vec<&str> = awaited.iter().map(|entry| entry.seat.as_str()).collect();
        let until = wall_clock::shown_moment(until);
        let problem = Problem::new(format!("{} has until {until} to answer, and is not late", names.join(" and ")));
        return Err(Failure::no(problem.advice("remind anyway with --early")));
    }
    let mut written = Vec::new();
    for entry in awaited {
        written.push(write(&place, &found, me, entry, args.how)?);
    }
    out::answer(
        format,
        || super::send::words(&written, false),
        || json!({"ok": true, "mails": super::send::values(&written)}),
    )
}

/// Reminds in all matches. A problem with one does not stop the others.
fn everywhere(args: Args, format: Format) -> CommandResult {
    let place = args.place.place()?;
    let root = place.named_folder().map_or_else(here, Path::to_owned);
    if !root.is_dir() {
        let problem = Problem::new("there is no such folder").advice("check the spelling of the path");
        return Err(Failure::cannot_in(&root, problem));
    }
    let all = match_folders::matches(&root)?;
    if all.is_empty() {
        let problem = Problem::new("there is no match in this folder or beneath it");
        return Err(Failure::no_in(&root, problem.advice("name the folder that your match folders are in")));
    }
    let (mut written, mut problems) = (Vec::new(), Vec::new());
    for found in all.iter().filter(|found| !practice_match::is_practised(&found.charter.typed)) {
        let reminded = once(&found.path, args.seat.as_deref(), args.early, args.how, &mut written);
        if let Err(Failure::Negative(told) | Failure::Cannot(told)) = reminded {
            problems.extend(told.into_iter().map(|one| (found.path.clone(), one.problem)));
        }
    }
    let words = || {
        let mut words = Printout::default();
        if written.is_empty() {
            words.line("Nobody is to be reminded.");
        } else {
            words.line(super::send::words(&written, false));
        }
        for (path, problem) in &problems {
            let advice = problem.advice.as_ref().map(|advice| format!("; {advice}")).unwrap_or_default();
            let line = format!("Not reminded: {}: {}{advice}.", path.shown(), problem.message);
            words.tone(Tone::Bad, suggested_commands::in_folder(&line, path));
        }
        words
    };
    let value = || {
        let problems: Vec<_> =
            problems.iter().map(|(path, one)| json!({"folder": path, "message": one.message})).collect();
        json!({"ok": problems.is_empty(), "mails": super::send::values(&written), "problems": problems})
    };
    out::answer(format, words, value)?;
    if problems.is_empty() { Ok(()) } else { Err(Failure::Negative(Vec::new())) }
}

/// Reminds the players of a match who are late, unless they have been reminded of this answer.
fn once(
    place: &Path,
    seat: Option<&str>,
    early: bool,
    how: DeliveryArgs,
    written: &mut Vec<WrittenMail>,
) -> CommandResult {
    let folder = Folder::read_cached(place)?;
    let found = Match::open_to_read(&folder)?;
    let charter = &found.chain.charter.typed;
    // Somebody else's match is none of our business.
    let Ok(me) = seat::acting_seat(&home::vault()?, charter, seat) else { return Ok(()) };
    let until = due(&found.chain).map(|(due, _)| due).or_else(|| {
        let signed_by = DateTime::parse_from_rfc3339(&charter.date).ok()?.to_utc();
        signed_by.checked_add_signed(TimeDelta::days(charter.pace.days.into()))
    });
    if !early && until.is_none_or(|until| until > Utc::now()) {
        return Ok(());
    }
    let mut sent = SentLog::open(place);
    let newest = found.chain.newest().map_or(found.chain.match_id, |newest| newest.state.digest);
    let answer = reminder_of(&newest);
    for entry in awaited(&found, &me.seat) {
        if sent.has(&answer, &entry.seat) {
            continue;
        }
        written.push(write(place, &found, me, entry, how)?);
        if how.is_sent() {
            sent.note(&[answer], &[&entry.seat])?;
        }
    }
    Ok(())
}

/// What stands in the list of sent mails for a reminder of the answer to a state (of a charter, for its signature).
pub fn reminder_of(newest: &Bytes32) -> Bytes32 {
    Bytes32(Sha256::digest(format!("a reminder of the answer to {newest}")).into())
}

/// Writes the reminder of one player.
fn write(
    place: &Path,
    found: &Match<'_>,
    me: &SeatEntry,
    entry: &SeatEntry,
    how: DeliveryArgs,
) -> Result<WrittenMail, Failure> {
    let (now, book) = (Utc::now(), Book::open(place)?);
    let mut letter = letter(found, me, entry, &account(&found.chain, now))?;
    letter.from = book.of(me);
    letter.to = book.of(entry).into_iter().collect();
    letter.date = now.timestamp();
    let nameless = if letter.to.is_empty() { vec![entry.seat.clone()] } else { Vec::new() };
    write_mail(place, &format!("reminder-{:04}-to-{}.eml", found.step(), entry.seat), &letter, nameless, how)
}

/// The other seats that the match waits for.
fn awaited<'c>(found: &'c Match<'_>, me: &Id) -> Vec<&'c SeatEntry> {
    let seats: Vec<Id> = match status(&found.chain).next {
        Next::Turns(asked) => asked.into_iter().filter(|one| one.turn.is_none()).map(|one| one.seat).collect(),
        Next::State { seat, .. } | Next::Replacement { seat, .. } | Next::SetUp(seat) => vec![seat],
        Next::Signatures(seats) => seats,
        Next::Charter(_) | Next::Over(_) => Vec::new(),
    };
    let charter = &found.chain.charter.typed;
    charter.seats.iter().filter(|entry| seats.contains(&entry.seat) && entry.seat != *me).collect()
}

fn letter(found: &Match<'_>, me: &SeatEntry, entry: &SeatEntry, account: &Account) -> Result<OutgoingMail, Failure> {
    let chain = &found.chain;
    let title = harmless(&chain.charter.typed.title).replace(['\n', '\r'], " ").replace("--", "-").replace("--", "-");
    let files = bundle::missing_files(found, &[entry])?;
    let mut said = format!(
        "Dear {},\n\nour match '{title}' is waiting for you ({}).\n",
        harmless(&entry.name),
        side_name(entry.seat.as_str())
    );
    match account.running(&entry.seat) {
        Some(period) => said += &time_words(found, period, account),
        None => {
            let words = crate::cli::matches::clock_args::words(&chain.charter.typed.pace);
            said += &format!("The charter promises {words}.\n");
        }
    }
    said += how_to_answer(&status(chain).next);
    said += "\nIf your answer is on its way, please ignore this mail.";
    if !files.is_empty() {
        said += " The documents that you need are below again.";
    }
    said += &format!("\n\nYours,\n{}\n", harmless(&me.name));
    let mut text = super::mail_text::folded(&adjutant_mail::normalize::plain(&said));
    if !files.is_empty() {
        text += "\nTo file the documents, save this mail and run `adjutant receive FILE`.\n\n";
        text += &bundle::armored(found, Some(&me.seat), &files)?;
    }
    let newest = chain.newest().map_or(chain.match_id, |newest| newest.state.digest);
    let today = Utc::now().format("%Y-%m-%d");
    let hash = Sha256::digest(format!("reminder {newest} {} {today}", entry.seat));
    let id: String = hash.iter().take(20).map(|byte| format!("{byte:02x}")).collect();
    Ok(OutgoingMail {
        subject: format!("[adjutant {}] {title} – a reminder", &chain.match_id.to_string()[..8]),
        text,
        id,
        answers: chain.newest().map(|newest| newest.state.digest.to_string()),
        thread: chain.match_id.to_string(),
        ..OutgoingMail::default()
    })
}

/// The commands with which the player answers.
fn how_to_answer(next: &Next) -> &'static str {
    match next {
        Next::Signatures(_) => {
            "\nTo sign the charter, run in the folder of the match:\n\n  adjutant match sign\n  adjutant mail --send\n"
        }
        Next::Turns(_) => {
            "\nTo move, run in the folder of the match, and write your turn into the draft that the first command \
             opens:\n\n  adjutant go\n  adjutant sign --mail\n"
        }
        _ => "\nTo answer, run in the folder of the match:\n\n  adjutant go --send\n",
    }
}

/// How long the match has waited, and what the charter says about it.
fn time_words(found: &Match<'_>, period: &Period, account: &Account) -> String {
    let pace = &found.chain.charter.typed.pace;
    let mut said = format!("It has been your move since {}. ", wall_clock::moment_in_utc(period.from.time));
    said += &format!("The charter promises {}. ", crate::cli::matches::clock_args::words(pace));
    match period.late > chrono::TimeDelta::zero() {
        true if period.forgiven => said += "This would be your first late answer, and it is within the grace period.",
        true => {
            said += &format!("You are {} late", span(period.late));
            said += &format!(", which means {}.", consequence(account.miss));
        }
        false if period.bank > chrono::TimeDelta::zero() => {
            said += &format!("You have {} of your reserve left.", span(period.bank));
        }
        false => {}
    }
    said + "\n"
}
