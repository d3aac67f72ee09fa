//! `tournament import`: read another program's report file, and show the standings and next pairings that this
//! program computes.

use std::path::PathBuf;

use serde_json::{Value, json};
use tournament::crosstable::{TieBreak, standings, swiss, trf};

use super::plan::swiss_tie_breaks;
use super::standings::table_text;
use crate::cli::{CommandResult, Diagnostic, Failure, Format, files, out};
use crate::document::{Problem, harmless};

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
        Failure::No(problems.into_iter().map(placed).collect())
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
    let (boards, byes, why) = match swiss::pair(table, &report.absent) {
        Ok(draft) => (draft.round.boards, draft.round.byes, None),
        Err(unpaired) => (Vec::new(), Vec::new(), Some(tournament::state::why_unpaired(&unpaired))),
    };
    let next = table.rounds().len() + 1;
    let words = || {
        let mut words = format!("{}, after round {}\n", harmless(&report.heading.name), next - 1);
        words += &table_text(table, &rows, &ties);
        match &why {
            Some(problem) => words += &format!("Round {next} cannot be paired: {}.\n", problem.message),
            None => words += &format!("Round {next}, as this program pairs it:\n"),
        }
        for (board, number) in boards.iter().zip(1..) {
            words += &format!("  board {number:>2}  {} – {}\n", name(board.pair[0]), name(board.pair[1]));
        }
        byes.iter().for_each(|bye| words += &format!("  {} has no opponent\n", name(bye.player)));
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
        json!({"title": report.heading.name, "after": next - 1, "rows": rows.iter().map(row).collect::<Vec<_>>(),
               "boards": boards, "byes": byes, "unpaired": why.as_ref().map(|problem| problem.message.clone())})
    };
    out::answer(format, words, value)
}

fn tie_named(name: &str) -> Result<TieBreak, Failure> {
    let known = || TieBreak::ALL.iter().map(|tie| tie.name()).collect::<Vec<_>>().join(", ");
    TieBreak::ALL.into_iter().find(|tie| tie.name() == name).ok_or_else(|| {
        let problem = Problem::new(format!("there is no tie-break called '{}'", harmless(name)));
        Failure::cannot(problem.advice(format!("they are {}", known())))
    })
}
