//! `archive export`: everything in the index, for other programs.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use archive::export::write_csv;
use archive::{Index, IndexError};
use serde_json::json;

use super::archive_folder::Archive;
use super::open_index::open_for_query;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, files, out};
use crate::document::{Problem, harmless};
use crate::games::spelling::instead;

/// Write everything in the index for other programs: matches, seats, dice, combats, moments, rulings, the words of
/// reports.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The format: a CSV file for each table, one JSON value, or SQL statements that create a database.
    #[arg(long, value_enum)]
    to: Form,
    /// Where to write: a folder for CSV, otherwise a file [default: standard output].
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// With CSV: only this table.
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    Csv,
    Json,
    Sql,
}

pub fn run(archive: &Archive, args: Args, format: Format) -> CommandResult {
    let wanted = tables(&args)?;
    let index = open_for_query(archive)?;
    let fault = |fault: IndexError| archive.fault(&fault);
    let mut text = Vec::new();
    match args.to {
        Form::Json => index.write_json(&mut text).map_err(fault)?,
        Form::Sql => index.write_sql(&mut text).map_err(fault)?,
        Form::Csv => return csv(archive, &index, &wanted, &args, format),
    }
    write_output(text, args.out, format)
}

/// The CSV tables that were asked for.
fn tables(args: &Args) -> Result<Vec<&'static str>, Failure> {
    let all: Vec<&'static str> = Index::tables().collect();
    match (args.to, &args.table) {
        (Form::Csv, Some(name)) => match all.iter().find(|table| *table == name) {
            Some(table) => Ok(vec![table]),
            None => {
                let problem = Problem::new(format!("there is no table '{name}'"));
                Err(Failure::cannot(problem.advice(instead(name, &all, "the tables are"))))
            }
        },
        (Form::Csv, None) if args.out.is_none() => {
            let problem = Problem::new("CSV needs a file for each table");
            Err(Failure::cannot(problem.advice("name a folder for them with --out, or one of them with --table")))
        }
        (_, Some(_)) => {
            let problem = Problem::new("--table works only with CSV");
            Err(Failure::cannot(problem.advice("leave it out: JSON and SQL hold all tables")))
        }
        _ => Ok(all),
    }
}

fn csv(archive: &Archive, index: &Index, wanted: &[&str], args: &Args, format: Format) -> CommandResult {
    let mut written = Vec::new();
    for name in wanted {
        let Some(table) = index.table(name).map_err(|fault| archive.fault(&fault))? else { continue };
        let mut text = Vec::new();
        write_csv(&table, &mut text).map_err(|error| archive.fault(&IndexError(error.to_string())))?;
        match &args.out {
            None => return write_output(text, None, format),
            Some(folder) if folder.is_file() => {
                return Err(Failure::cannot_in(folder, Problem::new("this is a file, not a folder")));
            }
            Some(folder) => {
                let path = folder.join(format!("{name}.csv"));
                files::write(&path, &text).map_err(|problem| Failure::cannot_in(&path, problem))?;
                written.push(path);
            }
        }
    }
    let words = || written.iter().map(|path| format!("{}\n", path.shown())).collect::<String>();
    out::answer(format, words, || json!({"ok": true, "files": written}))
}

fn write_output(text: Vec<u8>, file: Option<PathBuf>, format: Format) -> CommandResult {
    let Some(path) = file else {
        let text = String::from_utf8_lossy(&text);
        // A program gets everything unchanged; on a terminal, control characters are escaped.
        return match io::stdout().is_terminal() {
            true => out::print(&text.lines().map(|line| format!("{}\n", harmless(line))).collect::<String>()),
            false => out::print(&text),
        };
    };
    files::write(&path, &text).map_err(|problem| Failure::cannot_in(&path, problem))?;
    out::answer(format, || format!("{}\n", path.shown()), || json!({"ok": true, "files": [path]}))
}
