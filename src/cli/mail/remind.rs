//! `remind`: a polite mail to players who are late.

use adjutant_mail::compose::OutgoingMail;
use chrono::Utc;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::addresses::Book;
use super::bundle;
use super::send::{DeliveryArgs, write_mail};
use crate::chain::clock::{Account, Period, account, due};
use crate::chain::status::{Next, status};
use crate::cli::folder::Folder;
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::matches::clock_args::consequence;
use crate::cli::matches::clock_args::span;
use crate::cli::open_match::Match;
use crate::cli::{CommandResult, Failure, Format, home, out, seat, wall_clock};
use crate::document::kinds::SeatEntry;
use crate::document::{Id, Problem, harmless};
use crate::report::grammar::side_name;

/// Write a polite reminder to each player who is late, with the documents that he needs to answer.
///
/// The mail says what the match waits for, since when, and what the charter says about it, and encloses again every
/// document that he may not have.
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
    #[command(flatten)]
    how: DeliveryArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let place = args.place.find()?;
    let folder = Folder::read_cached(&place)?;
    let found = Match::open_to_read(&folder)?;
    let me = seat::acting_seat(&home::vault()?, &found.chain.charter.typed, args.seat.as_deref())?;
    let now = Utc::now();
    let awaited = awaited(&found, &me.seat);
    if awaited.is_empty() {
        return Err(Failure::no(Problem::new("nobody else has to answer in this match, so there is nobody to remind")));
    }
    let until = due(&found.chain).map(|(due, _)| due);
    if let Some(until) = until.filter(|until| *until > now && !args.early) {
        let names: Vec<&str> = awaited.iter().map(|entry| entry.seat.as_str()).collect();
        let until = wall_clock::shown_moment(until);
        let problem = Problem::new(format!("{} has until {until} to answer, and is not late", names.join(" and ")));
        return Err(Failure::no(problem.advice("remind anyway with --early")));
    }
    let account = account(&found.chain, now);
    let book = Book::open(&place)?;
    let mut written = Vec::new();
    for entry in awaited {
        let mut letter = letter(&found, me, entry, &account)?;
        letter.from = book.of(me);
        letter.to = book.of(entry).into_iter().collect();
        letter.date = now.timestamp();
        let nameless = if letter.to.is_empty() { vec![entry.seat.clone()] } else { Vec::new() };
        let name = format!("reminder-{:04}-to-{}.eml", found.step(), entry.seat);
        written.push(write_mail(&place, &name, &letter, nameless, args.how)?);
    }
    out::answer(
        format,
        || super::send::words(&written, false),
        || json!({"ok": true, "mails": super::send::values(&written)}),
    )
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
    if let Some(period) = account.running(&entry.seat) {
        said += &time_words(found, period, account);
    }
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
