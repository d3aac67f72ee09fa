//! `match clock`: the time that each seat has used, with the evidence for it.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::clock_args::{self, span};
use crate::chain::clock::{Account, EvidenceKind, Moment, Period, Task, account};
use crate::cli::agreed_pause::Pause;
use crate::cli::folder::Folder;
use crate::cli::mail::timestamps::{self, Token};
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::open_match::Match;
use crate::cli::out::{self, Printout, Tone, counted};
use crate::cli::{CommandResult, Format, wall_clock};
use crate::document::harmless;

/// Show how much time each player has used, and on what evidence.
///
/// The clock decides nothing by itself. In a refereed match the referee rules when a player is late; head-to-head the
/// opponent makes a claim, and a third person checks the receipts that are named here.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// Show every period, not only the last ones and those that were too long.
    #[arg(long)]
    all: bool,
}

/// How many of the latest periods are always shown.
const LAST: usize = 6;

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = Folder::read_cached(&args.place.find_to_read()?)?;
    let found = Match::open_to_read(&folder)?;
    let now = Utc::now();
    let (account, pause) = (account(&found.chain, now), Pause::at(&found.chain, now));
    let tokens = timestamps::of_match(&folder.path);
    let words = || words(&found, &account, &pause, &tokens, args.all);
    out::answer(format, words, || value(&account, &pause, &tokens))
}

fn words(found: &Match<'_>, account: &Account, pause: &Pause, tokens: &[Token], all: bool) -> Printout {
    let mut words = Printout::default();
    let charter = &found.chain.charter.typed;
    words.line(format!("'{}': {}.", harmless(&charter.title), clock_args::words(&charter.pace)));
    if let Some(pause) = pause.words() {
        words.tone(Tone::Caution, pause);
    }
    for seat in &account.seats {
        let name = found.chain.seats.entry(&seat.seat).map_or("", |entry| &entry.name);
        let mut line =
            format!("{} ({}): {} for {}", harmless(name), seat.seat, span(seat.used), counted(seat.answers, "answer"));
        if charter.pace.bank.is_some() || charter.pace.increment.is_some() {
            line += &format!(", {} in reserve", span(seat.bank));
        }
        if charter.pace.leave.is_some() {
            line += &format!(", {} of leave left", counted(seat.leave_left as usize, "day"));
        }
        match seat.misses {
            0 => words.line(line),
            misses => {
                let times = if misses == 1 { "once".to_owned() } else { format!("{misses} times") };
                let means = clock_args::consequence(account.miss);
                words.tone(Tone::Bad, format!("{line}; late {times}: by the charter this means {means}"));
            }
        }
    }
    let shown =
        |at: usize, period: &Period| all || at + LAST >= account.periods.len() || period.late > TimeDelta::zero();
    let left_out = account.periods.iter().enumerate().filter(|(at, period)| !shown(*at, period)).count();
    if left_out > 0 {
        words.line(format!(
            "({}, in time; --all shows {})",
            counted(left_out, "earlier answer"),
            if left_out == 1 { "it" } else { "them" }
        ));
    }
    for (_, period) in account.periods.iter().enumerate().filter(|(at, period)| shown(*at, period)) {
        let line = line(found, period);
        match period.late > TimeDelta::zero() && !period.forgiven {
            true => words.tone(Tone::Bad, line),
            false => words.line(line),
        }
    }
    for token in tokens {
        let of = found.folder.files.documents().into_iter().find(|one| one.digest == token.digest);
        let of = of.map_or_else(|| token.digest.to_string(), |one| one.file.to_owned());
        words.line(format!("A timestamp shows that {of} existed on {}.", token.time));
    }
    words.line("The program decides nothing from this. People judge, by the documents named here.");
    words.fitted()
}

fn line(found: &Match<'_>, period: &Period) -> String {
    let did = match period.task {
        Task::Turn => format!("turn of step {}", period.step),
        Task::Answer => format!("answer to step {}", period.step),
    };
    let mut line = format!(
        "  {}, {did}: {} from {} to {}",
        period.seat,
        span(period.used()),
        moment(&period.from),
        moment(&period.to)
    );
    if period.leave > TimeDelta::zero() {
        line += &format!("; the clock stood still for {}", span(period.leave));
    }
    if period.late > TimeDelta::zero() {
        line += &format!("; {} late", span(period.late));
        if period.forgiven {
            line += ", forgiven as a first late answer";
        }
    } else if found.chain.charter.typed.pace.bank.is_some() {
        line += &format!("; {} in reserve", span(period.bank));
    }
    line
}

fn moment(moment: &Moment) -> String {
    let time = wall_clock::shown_moment(moment.time);
    match moment.evidence.kind {
        EvidenceKind::Now => "now".to_owned(),
        EvidenceKind::Receipt => format!("{time} (by {})", moment.evidence.file),
        EvidenceKind::Received | EvidenceKind::Issued => format!("{time} (as {} says)", moment.evidence.file),
    }
}

fn value(account: &Account, pause: &Pause, tokens: &[Token]) -> Value {
    let time = |time: DateTime<Utc>| time.format("%Y-%m-%dT%H:%M:%SZ").to_string();
    let moment = |moment: &Moment| {
        let kind = match moment.evidence.kind {
            EvidenceKind::Receipt => "receipt",
            EvidenceKind::Received => "received",
            EvidenceKind::Issued => "issued",
            EvidenceKind::Now => "now",
        };
        json!({"time": time(moment.time), "evidence": kind, "file": moment.evidence.file})
    };
    let periods: Vec<Value> = account
        .periods
        .iter()
        .map(|one| {
            let task = if one.task == Task::Turn { "turn" } else { "answer" };
            json!({"seat": one.seat, "step": one.step, "task": task, "from": moment(&one.from), "to": moment(&one.to),
                   "used_seconds": one.used().num_seconds(), "leave_seconds": one.leave.num_seconds(), "open": one.open,
                   "reserve_seconds": one.bank.num_seconds(), "late_seconds": one.late.num_seconds(),
                   "forgiven": one.forgiven})
        })
        .collect();
    let seats: Vec<Value> = account
        .seats
        .iter()
        .map(|one| {
            json!({"seat": one.seat, "used_seconds": one.used.num_seconds(), "answers": one.answers,
                   "reserve_seconds": one.bank.num_seconds(), "leave_days_left": one.leave_left, "misses": one.misses})
        })
        .collect();
    let tokens: Vec<Value> = tokens.iter().map(|one| json!({"of": one.digest, "time": one.time})).collect();
    json!({"ok": true, "seats": seats, "periods": periods, "miss": account.miss, "pause": pause.value(),
           "timestamps": tokens})
}
