//! `archive export`: everything in the index, for other programs.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use archive::export::TableForm;
use archive::{Index, IndexError};
use serde_json::json;
use tempfile::TempPath;

use super::archive_folder::{Archive, MATCHES};
use super::attachments::ATTACHMENTS;
use super::open_index::open_for_query;
use super::tournaments::TOURNAMENTS;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, files, out};
use crate::document::{Problem, harmless};
use crate::games::spelling::instead;

/// Write everything in the index for other programs: matches, seats, dice, single rolls, decisions, combats, moments,
/// rulings, tournaments, the words of reports.
///
/// CSV, JSON Lines and Parquet have a file for each table, in the folder that --out names.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The format: a file for each table (csv, jsonl, parquet), one JSON value, or SQL statements that create a database.
    #[arg(long, value_enum)]
    to: Form,
    /// Where to write: a folder for files of tables, otherwise a file [default: standard output].
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// With files of tables: only this one.
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    Csv,
    Jsonl,
    Parquet,
    Json,
    Sql,
}

impl Form {
    /// The form of the files, if each table has its own.
    fn of_tables(self) -> Option<TableForm> {
        match self {
            Form::Csv => Some(TableForm::Csv),
            Form::Jsonl => Some(TableForm::JsonLines),
            Form::Parquet => Some(TableForm::Parquet),
            Form::Json | Form::Sql => None,
        }
    }
}

pub fn run(archive: &Archive, args: Args, format: Format) -> CommandResult {
    let wanted = tables(&args)?;
    args.out.iter().try_for_each(|out| not_among_its_files(archive, out))?;
    let index = open_for_query(archive)?;
    if let Some(form) = args.to.of_tables() {
        return write_tables(archive, &index, &wanted, form, args.out.as_deref(), format);
    }
    let fault = |fault: IndexError| archive.fault(&fault);
    let mut text = Vec::new();
    match args.to {
        Form::Sql => index.write_sql(&mut text).map_err(fault)?,
        _ => index.write_json(&mut text).map_err(fault)?,
    }
    let Some(path) = args.out else { return print(&text) };
    files::write(&path, &text).map_err(|problem| Failure::cannot_in(&path, problem))?;
    written(&[path], format)
}

/// Checks that an export does not go among the files of the archive itself, which its index and its verification are about.
fn not_among_its_files(archive: &Archive, out: &Path) -> CommandResult {
    let real = |path: &Path| {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        // The end of the path may not exist yet.
        let known = whole.ancestors().find_map(|above| Some((above.canonicalize().ok()?, above.to_owned())));
        known.map_or(whole.clone(), |(real, above)| {
            whole.strip_prefix(above).map_or(real.clone(), |rest| real.join(rest))
        })
    };
    let (root, out_real) = (real(&archive.path), real(out));
    let own = [MATCHES, TOURNAMENTS, ATTACHMENTS].map(|part| root.join(part));
    match own.iter().any(|part| out_real.starts_with(part))
        || out_real == archive.index_path()
        || out_real == real(&archive.index_path())
    {
        false => Ok(()),
        true => {
            let problem = Problem::new("this is a place for the archive's own files");
            Err(Failure::cannot_in(out, problem.advice("name another folder with --out")))
        }
    }
}

/// The tables that were asked for.
fn tables(args: &Args) -> Result<Vec<&'static str>, Failure> {
    let all: Vec<&'static str> = Index::tables().collect();
    match (args.to.of_tables(), &args.table) {
        (Some(TableForm::Parquet), _) if args.out.is_none() => {
            let problem = Problem::new("Parquet needs a folder for its files");
            Err(Failure::cannot(problem.advice("name one with --out")))
        }
        (Some(_), Some(name)) => match all.iter().find(|table| *table == name) {
            Some(table) => Ok(vec![table]),
            None => {
                let problem = Problem::new(format!("there is no table '{name}'"));
                Err(Failure::cannot(problem.advice(instead(name, &all, "the tables are"))))
            }
        },
        (Some(_), None) if args.out.is_none() => {
            let problem = Problem::new("each table needs a file of its own");
            Err(Failure::cannot(problem.advice("name a folder for them with --out, or one of them with --table")))
        }
        (None, Some(_)) => {
            let problem = Problem::new("--table works only with CSV, JSON Lines and Parquet");
            Err(Failure::cannot(problem.advice("leave it out: JSON and SQL hold all tables")))
        }
        _ => Ok(all),
    }
}

/// Writes tables to files of their own, row by row. The files get their names once all of them are written.
fn write_tables(
    archive: &Archive,
    index: &Index,
    wanted: &[&str],
    form: TableForm,
    folder: Option<&Path>,
    format: Format,
) -> CommandResult {
    let Some(folder) = folder else {
        let mut text = Vec::new();
        for name in wanted {
            index.write_table(name, form, &mut text).map_err(|fault| archive.fault(&fault))?;
        }
        return print(&text);
    };
    if folder.is_file() {
        return Err(Failure::cannot_in(folder, Problem::new("this is a file, not a folder")));
    }
    let cannot =
        |error: io::Error| Failure::cannot_in(folder, Problem::new(format!("cannot write the tables: {error}")));
    fs::create_dir_all(folder).map_err(cannot)?;
    let mut made: Vec<(TempPath, PathBuf)> = Vec::new();
    for name in wanted {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".adjutant-");
        #[cfg(unix)]
        builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
        let (file, place) = builder.tempfile_in(folder).map_err(cannot)?.into_parts();
        let mut to = BufWriter::new(file);
        index.write_table(name, form, &mut to).map_err(|fault| archive.fault(&fault))?;
        to.flush().map_err(cannot)?;
        made.push((place, folder.join(format!("{name}.{}", form.ending()))));
    }
    let mut paths = Vec::new();
    for (place, path) in made {
        place.persist(&path).map_err(|error| cannot(error.error))?;
        paths.push(path);
    }
    written(&paths, format)
}

fn written(paths: &[PathBuf], format: Format) -> CommandResult {
    let words = || paths.iter().map(|path| format!("{}\n", path.shown())).collect::<String>();
    out::answer(format, words, || json!({"ok": true, "files": paths}))
}

/// A program gets everything unchanged; on a terminal, control characters are escaped.
fn print(text: &[u8]) -> CommandResult {
    let text = String::from_utf8_lossy(text);
    match io::stdout().is_terminal() {
        true => out::print(&text.lines().map(|line| format!("{}\n", harmless(line))).collect::<String>()),
        false => out::print(&text),
    }
}
