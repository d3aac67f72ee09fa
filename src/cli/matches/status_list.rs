//! `match status` for many matches: one line each, those with overdue answers first.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;

use crate::chain::status::{Next, status};
use crate::cli::agreed_pause::Pause;
use crate::cli::folder::Folder;
use crate::cli::mail::match_folders::{self, MatchFolder};
use crate::cli::out::{self, Printout, Tone};
use crate::cli::outcome_words::outcome_words;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, continued, home, seat};
use crate::document::{Bytes32, Id, Problem, harmless};
use crate::report::grammar::{capital, side_name};

/// The status of a match, on one line.
struct Row {
    path: PathBuf,
    title: String,
    step: Option<u64>,
    /// What is awaited, and whether from a seat of this machine.
    awaits: String,
    mine: bool,
    /// The deadline of the answer, and the deadline including the time in reserve.
    due: Option<DateTime<Utc>>,
    reserve: Option<DateTime<Utc>>,
    over: bool,
}

impl Row {
    /// The number of days that an answer is late; negative while there is time.
    fn late(&self, now: DateTime<Utc>) -> Option<i64> {
        self.reserve.or(self.due).map(|due| now.signed_duration_since(due).num_minutes().div_euclid(24 * 60))
    }

    fn clock(&self, now: DateTime<Utc>) -> String {
        match self.due.map(|due| due.signed_duration_since(now)) {
            None => String::new(),
            Some(left) if left.num_minutes() < 0 && self.reserve.is_some_and(|until| until > now) => {
                let left = self.reserve.unwrap_or(now).signed_duration_since(now);
                format!("{} in reserve", super::clock_args::span(left))
            }
            Some(left) if left.num_minutes() < 0 => match -left.num_days() {
                0 => "overdue today".to_owned(),
                days => format!("overdue {}", out::counted(days.unsigned_abs() as usize, "day")),
            },
            Some(left) if left.num_days() < 1 => format!("{} left", out::counted(left.num_hours() as usize, "hour")),
            Some(left) => format!("{} left", out::counted(left.num_days() as usize, "day")),
        }
    }
}

/// Shows every match beneath folders; with `mine`, only those in which it is your move.
pub fn run(roots: &[PathBuf], mine: bool, format: Format) -> CommandResult {
    let mut found: Vec<MatchFolder> = Vec::new();
    for root in roots {
        if !root.is_dir() {
            return Err(Failure::cannot_in(
                root,
                Problem::new("there is no such folder").advice("check the spelling of the path"),
            ));
        }
        found.extend(match_folders::matches(root)?);
    }
    if found.is_empty() {
        let problem = Problem::new("there is no match in this folder or beneath it");
        return Err(Failure::no_in(&roots[0], problem.advice("name the folder that your match folders are in")));
    }
    let anchors = home::existing_vault().and_then(|vault| vault.anchors().ok()).unwrap_or_default();
    let now = Utc::now();
    let mut rows: Vec<Row> = found.iter().map(|one| row(one, &anchors)).collect();
    rows.retain(|row| !mine || row.mine);
    rows.sort_by(|one, other| {
        let key = |row: &Row| (row.over, row.due.is_none(), row.due);
        key(one).cmp(&key(other)).then_with(|| one.path.cmp(&other.path))
    });
    let words = || words(&rows, now, out::terminal_width());
    let value = || {
        let rows: Vec<Value> = rows
            .iter()
            .map(|row| {
                json!({"folder": row.path, "title": row.title, "step": row.step, "awaits": row.awaits, "mine": row.mine,
                       "due": row.due.map(|due| due.format("%Y-%m-%dT%H:%M:%SZ").to_string()),
                       "reserve_until": row.reserve.map(|until| until.format("%Y-%m-%dT%H:%M:%SZ").to_string()),
                       "overdue": row.late(now).is_some_and(|days| days >= 0), "over": row.over})
            })
            .collect();
        json!({"matches": rows})
    };
    out::answer(format, words, value)
}

fn row(found: &MatchFolder, anchors: &[Bytes32]) -> Row {
    let mut row = Row {
        path: found.path.clone(),
        title: harmless(&found.charter.typed.title).into_owned(),
        step: None,
        awaits: String::new(),
        mine: false,
        due: None,
        reserve: None,
        over: false,
    };
    // A problem with a match is shown on its line; the others are still shown.
    if let Err(failure) = fill(&mut row, &found.path, anchors) {
        let (Failure::Negative(diagnostics) | Failure::Cannot(diagnostics)) = failure;
        let why = diagnostics.first().map(|one| one.problem.message.clone()).unwrap_or_default();
        row.awaits = format!("cannot be read: {}", harmless(&why));
    }
    row
}

fn fill(row: &mut Row, path: &Path, anchors: &[Bytes32]) -> Result<(), Failure> {
    let folder = Folder::read_cached(path)?;
    let charter = folder.charter()?;
    let game = folder.game()?;
    let here = |seat: &Id| {
        let entry = charter.typed.seats.iter().find(|entry| entry.seat == *seat);
        let practices = || seat::user_seat(&charter.typed).is_some_and(|own| own.seat == *seat);
        entry.is_some_and(|entry| anchors.contains(&entry.seed.anchor) || practices())
    };
    let named = |seat: &Id| {
        let entry = charter.typed.seats.iter().find(|entry| entry.seat == *seat);
        let name = entry.map_or("", |entry| &entry.name);
        let side = side_name(seat.as_str());
        if here(seat) { format!("you ({side})") } else { format!("{} ({side})", harmless(name)) }
    };
    if !super::setup_steps::remaining_setup_steps(&charter.typed, &game.sides()).is_empty() {
        let signed = |seat: &Id| charter.typed.signatures.iter().any(|one| one.by == *seat);
        row.mine = charter.typed.seats.iter().any(|entry| here(&entry.seat) && !signed(&entry.seat));
        row.awaits = "the charter is not signed yet".to_owned();
        return Ok(());
    }
    let chain = folder.chain()?;
    let status = status(&chain);
    row.step = status.step;
    if let Some(continued) = continued::of(&folder, &chain).filter(|continued| continued.is_signed) {
        row.over = true;
        row.awaits = format!("continued in {}", harmless(&continued.folder.shown()));
        return Ok(());
    }
    let time = |due: &str| Some(DateTime::parse_from_rfc3339(due).ok()?.to_utc());
    row.due = status.due.as_deref().and_then(time);
    row.reserve = status.reserve_until.as_deref().and_then(time);
    let list = |seats: Vec<&Id>| seats.into_iter().map(named).collect::<Vec<_>>().join(", ");
    let (awaits, mine) = match &status.next {
        Next::Signatures(seats) => (format!("{} to sign", list(seats.iter().collect())), seats.iter().any(here)),
        Next::Charter(_) => ("the charter was changed after it was signed".to_owned(), false),
        Next::SetUp(seat) => (format!("{} to set up", named(seat)), here(seat)),
        Next::Turns(asked) => {
            let open: Vec<&Id> = asked.iter().filter(|one| one.turn.is_none()).map(|one| &one.seat).collect();
            let mine = open.iter().any(|seat| here(seat));
            (format!("{} to move", list(open)), mine)
        }
        Next::State { seat, .. } => (format!("{} to answer", named(seat)), here(seat)),
        Next::Replacement { seat, .. } => (format!("{} to answer a refusal", named(seat)), here(seat)),
        Next::Over(outcome) => {
            row.over = true;
            row.due = None;
            let how = outcome_words(&chain, &*game, outcome);
            let owed = chain.owed_disclosures();
            match owed.is_empty() {
                true => (format!("over: {how}"), false),
                false => {
                    (format!("over: {how}; {} to disclose", list(owed.clone())), owed.iter().any(|seat| here(seat)))
                }
            }
        }
    };
    let pause = Pause::at(&chain, Utc::now());
    if pause.is_running() {
        (row.due, row.reserve) = (None, None);
    }
    let awaits = if pause.is_running() && !row.over { format!("{awaits}; paused") } else { awaits };
    row.awaits = if status.missing.is_empty() { awaits } else { format!("{awaits}; documents are missing") };
    row.mine = mine;
    Ok(())
}

/// The table; on a terminal of so many columns, texts that are too long for it take several lines.
fn words(rows: &[Row], now: DateTime<Utc>, columns: Option<usize>) -> Printout {
    let mut words = Printout::default();
    if rows.is_empty() {
        words.line("No match is waiting for you.");
        return words;
    }
    let heads = ["match", "step", "clock", "awaits", "folder"];
    let cells: Vec<[String; 5]> = rows
        .iter()
        .map(|row| {
            let step = row.step.map_or(String::new(), |step| step.to_string());
            [short(&row.title, 32), step, row.clock(now), capital(&short(&row.awaits, 60)), row.path.shown()]
        })
        .collect();
    let (widths, is_beside) = widths(&cells, &heads, columns);
    let line = |row: &[String; 5]| {
        let lines: Vec<Vec<String>> = (0..4).map(|column| out::cell(&row[column], widths[column])).collect();
        let many = lines.iter().map(Vec::len).max().unwrap_or_default();
        let mut all = Vec::new();
        for n in 0..many {
            let mut line = String::new();
            for (lines, width) in lines.iter().zip(&widths) {
                let text = lines.get(n).map_or("", String::as_str);
                line += text;
                line.extend(std::iter::repeat_n(' ', width.saturating_sub(text.width()) + 2));
            }
            all.push(if n == 0 && is_beside { line + &row[4] } else { line.trim_end().to_owned() });
        }
        if !is_beside {
            all.push(format!("  {}", row[4]));
        }
        all.join("\n")
    };
    words.tone(Tone::Title, line(&heads.map(str::to_owned)));
    for (row, cells) in rows.iter().zip(&cells) {
        match row.late(now) {
            Some(days) if days >= 0 => words.tone(Tone::Bad, line(cells)),
            _ if row.mine => words.tone(Tone::Caution, line(cells)),
            _ => words.line(line(cells)),
        }
    }
    let mine = rows.iter().filter(|row| row.mine).count();
    let late = rows.iter().filter(|row| row.late(now).is_some_and(|days| days >= 0)).count();
    words.line(format!(
        "{}; {mine} waiting for you, {late} overdue.",
        match rows.len() {
            1 => "1 match".to_owned(),
            count => format!("{count} matches"),
        }
    ));
    words
}

/// The widths of all columns but the folder's, and whether it stands beside them. On a terminal, the texts of matches and what
/// they await are narrowed until the lines fit, but not below the longest word; a folder that has no room even then takes a
/// line of its own.
fn widths(cells: &[[String; 5]], heads: &[&str; 5], columns: Option<usize>) -> ([usize; 4], bool) {
    let widest = |column: usize, of: &dyn Fn(&str) -> usize| {
        let all = cells.iter().map(|row| of(&row[column])).chain([heads[column].len()]);
        all.max().unwrap_or_default()
    };
    let whole = UnicodeWidthStr::width;
    let longest_word = |text: &str| text.split(' ').map(whole).max().unwrap_or_default();
    let narrowed = |taken: usize| {
        let mut widths = [0, 1, 2, 3].map(|column| widest(column, &whole));
        let room = columns.map_or(usize::MAX, |columns| columns.saturating_sub(taken + 2 * widths.len()));
        while widths.iter().sum::<usize>() > room {
            let spare = [0, 3].into_iter().filter(|&column| widths[column] > widest(column, &longest_word));
            let column = spare.max_by_key(|&column| widths[column]).ok_or(widths)?;
            widths[column] -= 1;
        }
        Ok(widths)
    };
    match narrowed(widest(4, &whole)) {
        Ok(widths) => (widths, true),
        Err(_) => (narrowed(0).unwrap_or_else(|narrowest: [usize; 4]| narrowest), false),
    }
}

fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
    }
}
