//! `tournament import`: read another program's report file, and show the standings and next pairings that this
//! program computes.

use std::path::PathBuf;

use serde_json::{Value, json};
use tournament::crosstable::{Bye, ByeKind, Crosstable, Round, TieBreak, standings, swiss, trf};

use super::plan::swiss_tie_breaks;
use super::standings::table_text;
use crate::cli::{CommandResult, Diagnostic, Failure, Format, files, out};
use crate::document::{Id, Problem, harmless};
use crate::report::grammar::capital;

/// Read another program's FIDE report file (TRF): show its standings, and the pairings of the next round.
///
/// Nothing is signed: a tournament of this program begins with `tournament new`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The report file.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The tie-breaks, in their order [default: those of a Swiss tournament].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    tie_breaks: Vec<String>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let bytes = files::read(&args.file, files::MAX_BYTES)?;
    let several = |problems: Vec<Problem>| {
        let placed = |problem| Diagnostic { problem, file: Some(args.file.clone()), text: None };
        Failure::Negative(problems.into_iter().map(placed).collect())
    };
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::no_in(&args.file, Problem::new("this is not UTF-8 text").advice("convert the file to UTF-8 or ASCII"))
    })?;
    let report = trf::read(&text).map_err(several)?;
    let ties = match args.tie_breaks.is_empty() {
        true => swiss_tie_breaks(),
        false => args.tie_breaks.iter().map(|name| tie_named(name)).collect::<Result<_, _>>()?,
    };
    let table = &report.table;
    let rows = standings(table, &ties);
    let name = |player: usize| harmless(&table.players()[player].name).into_owned();
    let played = table.rounds().len();
    let next = played + 1;
    let running = running_games(table);
    let is_last = report.notes.announced.is_some_and(|rounds| played >= rounds as usize);
    // Somebody whom the file gives a full point for the round to come is not paired in it either.
    let away: Vec<Bye> = report.absent.iter().map(|bye| Bye { kind: bye.kind.max(ByeKind::Half), ..*bye }).collect();
    let (boards, mut byes, why) = match () {
        () if !running.is_empty() || is_last => (Vec::new(), Vec::new(), None),
        () => match swiss::pair(table, &away) {
            Ok(draft) => (draft.round.boards, draft.round.byes, None),
            Err(unpaired) => (Vec::new(), Vec::new(), Some(tournament::state::why_unpaired(&unpaired))),
        },
    };
    for bye in &mut byes {
        let asked = report.absent.iter().find(|asked| asked.player == bye.player);
        *bye = asked.copied().unwrap_or(*bye);
    }
    let words = || {
        let mut words = format!("{}, after round {played}\n", harmless(&report.heading.name));
        if !running.is_empty() {
            words = format!(
                "{}, in round {played}, {} without a result\n",
                harmless(&report.heading.name),
                out::counted(running.len(), "game")
            );
        }
        words += &table_text(table, &rows, &ties);
        for line in &report.notes.adjustments {
            words += &format!("{}.\n", capital(line));
        }
        for player in &report.notes.empty {
            words += &format!("{} has no entry in round {played} and counts as absent.\n", name(*player));
        }
        for (round, bye) in &report.notes.later {
            words += &format!("{} {} in round {round}.\n", name(bye.player), bye_words(bye.kind));
        }
        for (round, pair) in &running {
            words += &format!("  round {round}  {} – {} has no result\n", name(pair[0]), name(pair[1]));
        }
        match &why {
            _ if !running.is_empty() => words += &format!("Round {next} can be paired when every game has a result.\n"),
            _ if is_last => words += &format!("The tournament is over: all its rounds, {played}, are played.\n"),
            Some(problem) => words += &format!("Round {next} cannot be paired: {}.\n", problem.message),
            None => words += &format!("Round {next}, as this program pairs it:\n"),
        }
        for (board, number) in boards.iter().zip(1..) {
            words += &format!("  board {number:>2}  {} – {}\n", name(board.pair[0]), name(board.pair[1]));
        }
        byes.iter().for_each(|bye| words += &format!("  {} {}\n", name(bye.player), bye_words(bye.kind)));
        words
    };
    let value = || {
        let row = |row: &tournament::crosstable::Row| {
            let ties = row.values.iter().filter_map(|one| Some((one.tie_break.name(), json!(one.value?))));
            json!({"rank": row.rank, "player": table.players()[row.player].id, "name": name(row.player), "points": row.points,
                   "tie_breaks": ties.collect::<serde_json::Map<String, Value>>()})
        };
        let id = |player: usize| table.players()[player].id.clone();
        let boards: Vec<Value> = boards.iter().map(|board| json!(board.pair.map(id))).collect();
        let byes: Vec<Value> = byes.iter().map(|bye| json!(id(bye.player))).collect();
        let running: Vec<Value> =
            running.iter().map(|(round, pair)| json!({"round": round, "board": pair.map(id)})).collect();
        let empty: Vec<Id> = report.notes.empty.iter().map(|player| id(*player)).collect();
        json!({"title": report.heading.name, "after": played, "over": is_last, "running": running, "no_entry": empty, "adjustments": report.notes.adjustments, "rows": rows.iter().map(row).collect::<Vec<_>>(),
               "boards": boards, "byes": byes, "unpaired": why.as_ref().map(|problem| problem.message.clone())})
    };
    out::answer(format, words, value)
}

/// The games without a result, each with its round.
fn running_games(table: &Crosstable) -> Vec<(usize, [usize; 2])> {
    let of_round = |(round, number): (&Round, usize)| {
        let open = round.boards.iter().filter(|board| !board.is_over());
        open.map(|board| (number, board.pair)).collect::<Vec<_>>()
    };
    table.rounds().iter().zip(1..).flat_map(of_round).collect()
}

fn bye_words(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::Full => "has no opponent, for a full point",
        ByeKind::Half => "has a half-point bye",
        ByeKind::Zero => "is absent",
    }
}

fn tie_named(name: &str) -> Result<TieBreak, Failure> {
    let known = || TieBreak::ALL.iter().map(|tie| tie.name()).collect::<Vec<_>>().join(", ");
    TieBreak::ALL.into_iter().find(|tie| tie.name() == name).ok_or_else(|| {
        let problem = Problem::new(format!("there is no tie-break called '{}'", harmless(name)));
        Failure::cannot(problem.advice(format!("they are {}", known())))
    })
}
