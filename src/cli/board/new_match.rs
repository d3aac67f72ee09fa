//! Another practice match of the same kind, begun from the page when this one is over.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::commands::{fault, told};
use super::played_match::Board;
use crate::cli::{Failure, shell_quotes};
use crate::document::Problem;

/// The most folders whose names are tried.
const MOST: u32 = 1000;

/// What distinguishes the match from others, as options of `practice new` with their values.
fn arguments(board: &Board<'_, '_>) -> Vec<[String; 2]> {
    let charter = &board.found.chain.charter.typed;
    let mut arguments = Vec::new();
    let mut add = |name: &str, value: String| arguments.push([format!("--{name}"), value]);
    add("game", charter.ruleset.id.to_string());
    add("scenario", charter.scenario.to_string());
    add("side", board.side.to_string());
    for (name, value) in &charter.options {
        match value {
            Value::Bool(true) => add("option", name.clone()),
            Value::String(value) => add("option", format!("{name}={value}")),
            value => add("option", format!("{name}={value}")),
        }
    }
    arguments
}

/// The commands that begin another match on the same side.
pub fn commands(board: &Board<'_, '_>) -> String {
    let arguments: Vec<String> =
        arguments(board).iter().map(|[name, value]| shell_quotes::option(name, value)).collect();
    format!("adjutant practice new FOLDER {}\nadjutant board FOLDER", arguments.join(" "))
}

/// Begins another match beside this one; returns its folder. In a practice match only, and when it is over: its keys are
/// used for nothing else.
///
/// # Errors
/// It is no practice match, it is not over, or the new one cannot be begun.
pub fn begin(board: &Board<'_, '_>) -> Result<(Value, PathBuf), Failure> {
    board.must_be_practised()?;
    if board.table().outcome().is_none() {
        let problem = Problem::new("the match is not over");
        return Err(Failure::no(
            problem.advice("play it to its end, or begin another with `adjutant practice new FOLDER`"),
        ));
    }
    let folder = free_folder(board.folder()).ok_or_else(|| {
        let problem = Problem::new("no name is free for another folder beside this one");
        Failure::no(problem.advice("begin a match in a folder of your choice with `adjutant practice new FOLDER`"))
    })?;
    let program = std::env::current_exe().map_err(|error| fault(&error.to_string()))?;
    let mut command = Command::new(program);
    command.args(["practice", "new"]).arg(&folder).args(arguments(board).concat());
    let output = command.output().map_err(|error| fault(&error.to_string()))?;
    match output.status.success() {
        true => Ok((json!({"folder": folder}), folder)),
        false => Err(told(&output.stderr)),
    }
}

/// The next folder beside this one that does not exist: `skirmish-2` beside `skirmish`.
fn free_folder(folder: &Path) -> Option<PathBuf> {
    let folder = folder.canonicalize().ok()?;
    let name = folder.file_name()?.to_str()?;
    let numbered =
        name.rsplit_once('-').and_then(|(stem, end)| Some((stem, end.parse::<u32>().ok().filter(|n| *n < MOST)?)));
    let (stem, own) = numbered.unwrap_or((name, 1));
    (own + 1..=own + MOST)
        .map(|n| folder.with_file_name(format!("{stem}-{n}")))
        .find(|free| free.symlink_metadata().is_err())
}
