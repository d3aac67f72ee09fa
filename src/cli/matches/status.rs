//! `match status`: whose move it is, since when, and what is asked.

use std::path::PathBuf;

use chrono::Utc;
use serde_json::{Value, json};

use super::sign::{seat_line, terms};
use super::status_list;
use crate::chain::adjudicate::Adjudication;
use crate::chain::charter::false_signatures;
use crate::chain::missing::MissingDocument;
use crate::chain::status::{Next, Status, status};
use crate::chain::verify::{Check, Proof};
use crate::chain::{Chain, ParsedDocument};
use crate::cli::agreed_pause::Pause;
use crate::cli::folder::Folder;
use crate::cli::mail::match_folders;
use crate::cli::match_args::{FolderOption, has_charter};
use crate::cli::open_match::refusable;
use crate::cli::out::{self, Printout, Tone};
use crate::cli::prompts::{
    asked_words, first_round, game_words, open_offer, owed_disclosures, reason_words, seat_called,
};
use crate::cli::queue::in_force::{queued_lines, queued_values};
use crate::cli::suggested_commands::shell_quoted;
use crate::cli::tournament::seats;
use crate::cli::verify::failure_value;
use crate::cli::{
    CommandResult, Failure, Format, continued, invented_turn, open_questions, practice_match, seat, wall_clock,
};
use crate::document::kinds::SeatEntry;
use crate::document::{Charter, Id};
use crate::report::grammar::{capital, side_name};
use crate::session::Game;

/// Show whose move it is, since when, and what he must decide; before the first move, who has joined and signed.
///
/// Also lists what is missing from the folder and what is wrong in it. For a folder with many matches, or for several
/// folders, it shows a table: a line for each match, overdue ones first.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The match folder, as with --folder; or folders with many matches.
    #[arg(value_name = "FOLDER")]
    named: Vec<PathBuf>,
    #[command(flatten)]
    place: FolderOption,
    /// In the table, only the matches in which it is your move.
    #[arg(long)]
    mine: bool,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let many = |path: &PathBuf| {
        path.is_dir() && !has_charter(path) && !match_folders::matches(path).unwrap_or_default().is_empty()
    };
    let place = match args.named.as_slice() {
        [] if args.mine => return status_list::run(&[PathBuf::from(".")], true, format),
        [one] if args.mine || many(one) => return status_list::run(std::slice::from_ref(one), args.mine, format),
        [] => args.place,
        [one] => args.place.and(Some(one.clone()))?,
        several => return status_list::run(several, args.mine, format),
    };
    let folder = Folder::read_cached(&place.find_to_read()?)?;
    let charter = folder.charter()?;
    let typed = &charter.typed;
    let game = folder.game()?;
    let before = super::setup_steps::remaining_setup_steps(typed, &game.sides());
    let unfit: Vec<String> = seats::wrong_charter(typed, &folder.path, before.is_empty())
        .iter()
        .map(|problem| format!("Wrong: charter.yaml: {} [protocol 12.3].", problem.message))
        .collect();
    if !before.is_empty() {
        let words = || {
            let mut words = head(charter);
            unfit.iter().for_each(|line| words.tone(Tone::Bad, line));
            words.tone(Tone::Title, "The match has not begun. Next:");
            before.iter().for_each(|line| words.line(format!("  {line}")));
            words.fitted()
        };
        let value = || json!({"title": typed.title, "begun": false, "next": before, "unfit": unfit});
        return out::answer(format, words, value);
    }
    let chain = folder.chain()?;
    let Standing { status, lines, next } = Standing::of(&chain, game.as_ref());
    let wrong = wrong(&folder, &chain);
    let conflicts = crate::cli::mail::conflicts(&folder.path);
    let questions = open_questions::questions(&chain);
    let continued = continued::of(&folder, &chain);
    let is_left = continued.as_ref().is_some_and(|continued| continued.is_signed);
    let pause = Pause::at(&chain, Utc::now());
    let is_over = matches!(status.next, Next::Over(_));
    let words = || {
        let mut words = head(charter);
        unfit.iter().for_each(|line| words.tone(Tone::Bad, line));
        words.line(format!("Match id {}", status.match_id));
        if let (Some(step), Some(since)) = (status.step, &status.since) {
            let ago = wall_clock::ago(since).map(|ago| format!(", {ago}")).unwrap_or_default();
            let due = due_words(&status, typed).map(|due| format!(" {due}")).unwrap_or_default();
            let due = if is_left || pause.is_running() { String::new() } else { due };
            let line = format!("Step {step}, issued {}{ago}.{due}", wall_clock::shown(since));
            let last = status.reserve_until.as_ref().or(status.due.as_ref());
            match last.is_some_and(|last| !due.is_empty() && wall_clock::has_passed(last)) {
                true => words.tone(Tone::Bad, line),
                false => words.line(line),
            }
        }
        pause.words().iter().filter(|_| !is_left && !is_over).for_each(|line| words.tone(Tone::Caution, line));
        continued.iter().for_each(|continued| words.tone(Tone::Caution, continued.words()));
        for (tone, line) in lines.iter().filter(|_| !is_left) {
            match tone {
                Some(tone) => words.tone(*tone, line),
                None => words.line(line),
            }
        }
        questions.iter().for_each(|line| words.tone(Tone::Caution, line));
        status
            .missing
            .iter()
            .for_each(|gap| words.tone(Tone::Caution, format!("Note: {}.", invented_turn::problem_of(&chain, gap))));
        wrong.iter().for_each(|(line, _)| words.tone(Tone::Bad, line));
        if !conflicts.is_empty() {
            words.tone(
                Tone::Bad,
                "Somebody has signed two different documents for one place; mail/conflicts has those that do not count.",
            );
            words.line(format!("`adjutant dispute {}` says what that proves.", shell_quoted(&folder.path)));
        }
        // Everything else in the folder was signed under the earlier version of the charter.
        let altered = matches!(status.next, Next::Charter(_));
        for bad in chain.bad.iter().filter(|_| !altered) {
            words.tone(Tone::Bad, format!("Not counted: {}: {}", bad.file, bad.problem));
        }
        words.fitted()
    };
    let value = || {
        json!({"title": status.title, "begun": true, "match": status.match_id, "step": status.step,
               "since": status.since, "due": status.due, "reserve_until": status.reserve_until, "next": next,
               "pause": pause.value(), "queues": queued_values(&chain),
               "continued": continued.as_ref().map(|continued| &continued.folder),
               "questions": questions, "unfit": unfit, "conflicts": conflicts,
               "missing": status.missing.iter().map(gap_value).collect::<Vec<_>>(),
               "wrong": wrong.iter().map(|(_, value)| value).collect::<Vec<_>>()})
    };
    out::answer(format, words, value)
}

/// A line of the status in its tone.
type Line = (Option<Tone>, String);

/// The status of a match and whose move it is, in words and as data.
struct Standing {
    status: Status,
    lines: Vec<Line>,
    next: Value,
}

impl Standing {
    fn of(chain: &Chain<'_>, game: &dyn Game) -> Standing {
        let (typed, status) = (&chain.charter.typed, status(chain));
        // Even if the newest position cannot be read, the status can say whose move it is.
        let table = Adjudication::newest(chain, game).ok().map(|adjudication| adjudication.table);
        let called = |seat: &Id| match &table {
            Some(table) => seat_called(chain, &**table, seat),
            None => seat.to_string(),
        };
        let over = |outcome: &Value| {
            let told = table.as_ref().and_then(|table| table.outcome_words());
            told.unwrap_or_else(|| game.outcome_words(outcome))
        };
        let (mut lines, next) = next_words(&status.next, (&over, typed), &called, &|who, line, how| {
            let how = if seat::is_elsewhere(typed, who) { "" } else { how };
            seat::hinted(typed, who, &format!("{line}{how}."))
        });
        if let Some(table) = table.as_ref().filter(|table| table.exchanged()) {
            let plays = |entry: &SeatEntry| {
                let side = chain.seats.side_of(&**table, &entry.seat)?;
                Some(format!("{} plays the {} side", entry.name, side_name(side.as_str())))
            };
            let plays: Vec<String> = typed.seats.iter().filter_map(plays).collect();
            lines.insert(0, (None, format!("The players have exchanged sides: {}.", plays.join(", "))));
        }
        if let Some(said) = table.as_ref().and_then(|table| table.handicap_words()) {
            lines.insert(0, (None, format!("{}.", capital(&said))));
        }
        let mut more: Vec<String> = owed_disclosures(chain);
        if let Next::Turns(asked) = &status.next {
            let elsewhere = asked.iter().all(|one| seat::is_elsewhere(typed, &one.seat));
            more.extend(first_round(asked.iter().map(|one| &one.what), elsewhere));
        }
        if let (Next::Turns(_), Some(table)) = (&status.next, &table) {
            more.extend(game_words(&**table));
            more.extend(open_offer(chain, &**table));
        }
        if !matches!(status.next, Next::Over(_)) {
            more.extend(queued_lines(chain));
        }
        lines.extend(more.into_iter().map(|line| (None, line)));
        Standing { status, lines, next }
    }
}

/// Whose move it is in a match, and what is missing or wrong, one line each.
///
/// # Errors
/// The match cannot be read.
pub fn whose_move(folder: &Folder) -> Result<Vec<String>, Failure> {
    let charter = folder.charter()?;
    let game = folder.game()?;
    let before = super::setup_steps::remaining_setup_steps(&charter.typed, &game.sides());
    if !before.is_empty() {
        return Ok(before);
    }
    let chain = folder.chain()?;
    let Standing { status, lines, .. } = Standing::of(&chain, game.as_ref());
    let mut lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
    if matches!(status.next, Next::Turns(_) | Next::State { .. }) {
        let pause = Pause::at(&chain, Utc::now());
        lines.extend(due_words(&status, &charter.typed).filter(|_| !pause.is_running()));
        lines.extend(pause.words());
    }
    lines.extend(status.missing.iter().map(|gap| format!("Note: {}.", invented_turn::problem_of(&chain, gap))));
    lines.extend(wrong(folder, &chain).into_iter().map(|(line, _)| line));
    Ok(lines)
}

/// The deadline of the answer, in a sentence; in a practice match nobody waits.
fn due_words(status: &Status, charter: &Charter) -> Option<String> {
    let due = status.due.as_ref().filter(|_| !practice_match::is_practised(charter))?;
    Some(match &status.reserve_until {
        Some(until) => {
            format!(
                "An answer is due by {}; with the reserve, by {}.",
                wall_clock::shown(due),
                wall_clock::shown(until)
            )
        }
        None => format!("An answer is due by {}.", wall_clock::shown(due)),
    })
}

/// What a match asks of this machine's seat besides its moves, one line each.
///
/// # Errors
/// The match cannot be read.
pub fn other_questions(folder: &Folder) -> Result<Vec<String>, Failure> {
    Ok(open_questions::questions(&folder.chain()?))
}

/// What is wrong in the folder, apart from files that do not count, and what to do about it; in words and as data.
fn wrong(folder: &Folder, chain: &Chain<'_>) -> Vec<(String, Value)> {
    if chain.newest().is_none() {
        // There is only the charter to verify so far, and the next step covers that.
        return Vec::new();
    }
    let failures = folder.failures();
    let told = failures.iter().filter(|one| one.check != Check::Documents && one.proof != Proof::Withheld);
    told.map(|failure| {
        let problem = &failure.problem;
        let rule = problem.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
        let place = problem.mark.map(|mark| format!(" line {}:", mark.line)).unwrap_or_default();
        let mut line = format!("Wrong: {}:{place} {}{rule}.", failure.file, problem.message);
        if let Some(advice) = refusable(chain, failure).or(failure.proves.clone()) {
            line += &format!(" {}.", capital(&advice));
        }
        (line, failure_value(failure))
    })
    .collect()
}

/// A missing document as data.
pub fn gap_value(gap: &MissingDocument) -> Value {
    json!({"kind": gap.kind, "step": gap.step, "signer": gap.seat, "file": gap.file, "named_by": gap.named_by})
}

fn head(filed: &ParsedDocument<Charter>) -> Printout {
    let charter = &filed.typed;
    let wrong = false_signatures(charter, filed.digest);
    let mut head = Printout::default();
    let terms = terms(charter);
    let (title, rest) = terms.split_once('\n').unwrap_or((&terms, ""));
    head.tone(Tone::Title, title);
    head.line(rest);
    for seat in &charter.seats {
        let line = seat_line(charter, seat, &wrong);
        match charter.signatures.iter().any(|signature| signature.by == seat.seat) {
            _ if wrong.contains(&&seat.seat) => head.tone(Tone::Bad, line),
            false => head.tone(Tone::Caution, line),
            true => head.line(line),
        }
    }
    head
}

/// What a match waits for, in words and as data. `over`: how it has ended, as the end of a sentence. `hinted`: a sentence from a clause and the command that follows it if
/// that seat is played here, with commands completed for the seat.
fn next_words(
    next: &Next,
    (over, typed): (&dyn Fn(&Value) -> String, &Charter),
    called: &dyn Fn(&Id) -> String,
    hinted: &dyn Fn(&Id, String, &str) -> String,
) -> (Vec<Line>, Value) {
    // What the reader has to do himself is worth a look.
    let own = seat::user_seat(typed).map(|own| own.seat.clone());
    let tone = |seat: &Id| Some(if own.as_ref() == Some(seat) { Tone::Caution } else { Tone::Title });
    match next {
        Next::Signatures(seats) => {
            let names: Vec<&str> = seats.iter().map(|seat| seat.as_str()).collect();
            (
                vec![(Some(Tone::Title), format!("Next: {} must sign the charter.", names.join(", ")))],
                json!({"sign": seats}),
            )
        }
        Next::Charter(seats) => {
            let names: Vec<&str> = seats.iter().map(|seat| seat.as_str()).collect();
            let line = format!(
                "The charter was changed after it was signed: {} no longer valid. Restore the signed charter; every other seat \
                 has a copy.",
                match names.as_slice() {
                    [one] => format!("the signature of {one} is"),
                    _ => format!("the signatures of {} are", names.join(" and ")),
                }
            );
            (vec![(Some(Tone::Bad), line)], json!({"charter": seats}))
        }
        Next::SetUp(seat) => {
            let line = format!("Next: {seat} sets up the match");
            (vec![(tone(seat), hinted(seat, line, " with `adjutant adjudicate`"))], json!({"set_up": seat}))
        }
        Next::Turns(asked) => {
            let mut lines = Vec::new();
            for one in asked {
                let asked = asked_words(&one.what, seat::is_elsewhere(typed, &one.seat));
                let mut line = format!("To move: {} ({}): {asked}.", called(&one.seat), one.name);
                if let Some(turn) = &one.turn {
                    line += &format!(" The turn is here: {turn}.");
                }
                if let Some(refused) = &one.refused {
                    line += &format!(" The last turn was refused: {refused}:");
                }
                lines.push((tone(&one.seat), seat::hinted(typed, &one.seat, &line)));
                lines.extend(one.reasons.iter().map(|reason| (None, format!("  {}", reason_words(reason)))));
            }
            let asked: Vec<Value> = asked
                .iter()
                .map(|one| {
                    json!({"seat": one.seat, "asked": one.what, "turn": one.turn, "refused": one.refused,
                                 "reasons": one.reasons})
                })
                .collect();
            (lines, json!({"turns": asked}))
        }
        Next::State { seat, turns } => {
            let line = format!("Next: {seat} answers {} with a state", turns.join(", "));
            (vec![(tone(seat), hinted(seat, line, ": `adjutant adjudicate`"))], json!({"state": seat, "turns": turns}))
        }
        Next::Replacement { seat, refusal } => {
            let line = format!("Next: {seat} answers the refusal of its state, {refusal}");
            let line = hinted(seat, line, ": `adjutant adjudicate`");
            (vec![(tone(seat), line)], json!({"replacement": seat, "refusal": refusal}))
        }
        Next::Over(outcome) => {
            let line = format!("The match is over: {}.", over(outcome));
            (vec![(Some(Tone::Title), line)], json!({"over": outcome}))
        }
    }
}
