//! `case`: a position, orders and dice, and the expected result.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::folder::Folder;
use super::game_choice::OwnPack;
use super::open_match::Match;
use super::out::{self, Printout, Tone};
use super::report::state_of;
use super::{CommandResult, Diagnostic, Failure, Format, files, folder, suggested_commands};
use crate::chain::adjudicate::Adjudication;
use crate::cli::paths::Shown;
use crate::document::{Form, Problem, harmless, inline, read, write};
use crate::engine::case::{Case, Played};

/// Run case files: a position, orders, scripted dice, and the expected result.
///
/// Prints every difference, and fails if there is one. A case is a rules question to the program, a bug report, or a
/// test. If the dice run out, or the next die is for another roll, it prints what happened up to that point and which
/// roll comes next. docs/cases.md describes the notation.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Case files, or folders: every `.yaml` file in a folder and its subfolders.
    #[arg(required_unless_present = "from", value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    /// Play the cases with the data pack in this folder instead of the program's own.
    #[arg(long, value_name = "DIR", conflicts_with = "from")]
    pack: Option<PathBuf>,
    /// Write a case from a position of this match, to ask "what if".
    #[arg(long, alias = "folder", value_name = "MATCH", conflicts_with = "files")]
    from: Option<PathBuf>,
    /// Take the position after this step [default: the newest].
    #[arg(long, requires = "from")]
    step: Option<u64>,
    /// Include the turns that were played from there and the dice that were rolled, so that you can change one of them.
    #[arg(long, requires = "from")]
    played: bool,
}

/// A case that was run.
struct Run {
    file: PathBuf,
    case: String,
    played: Played,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    if let Some(from) = &args.from {
        return what_if(from, args.step, args.played, format);
    }
    let own = args.pack.as_deref().map(OwnPack::read).transpose()?;
    let mut runs = Vec::new();
    let mut broken = Vec::new();
    for file in case_files(&args.files)? {
        match run_file(file, own.as_ref()) {
            Ok(run) => runs.push(run),
            Err(Failure::Cannot(diagnostics) | Failure::Negative(diagnostics)) => broken.extend(diagnostics),
        }
    }
    if runs.is_empty() && !broken.is_empty() {
        return Err(Failure::Cannot(broken));
    }
    let differing = runs.iter().filter(|run| !run.played.differences.is_empty()).count();
    let value = || {
        let cases: Vec<Value> = runs.iter().map(as_json).collect();
        let mut value = json!({"ok": differing == 0 && broken.is_empty(), "cases": cases});
        if let Some(own) = &own {
            value["pack"] = json!({"folder": own.folder, "game": own.known.id});
        }
        if !broken.is_empty() {
            value["problems"] = broken.iter().map(out::as_json).collect();
        }
        value
    };
    let words = || {
        let mut words = Printout::default();
        runs.iter().for_each(|run| add_run(run, &mut words));
        let with = own.as_ref().map_or(String::new(), |own| format!(", with the pack in {}", own.folder.shown()));
        words.line(format!("{} of {} cases as expected{with}", runs.len() - differing, runs.len()));
        words
    };
    out::answer(format, words, value)?;
    match (broken.is_empty(), format) {
        (true, _) if differing == 0 => Ok(()),
        (true, _) => Err(Failure::Negative(Vec::new())),
        (false, Format::Text) => Err(Failure::Cannot(broken)),
        // The differences are in the answer already.
        (false, Format::Json) => Err(Failure::Cannot(Vec::new())),
    }
}

/// Writes a case whose `given` is the position of a match after a step.
fn what_if(path: &Path, step: Option<u64>, played: bool, format: Format) -> CommandResult {
    let folder = Folder::read_cached(path)?;
    let found = Match::open_to_read(&folder)?;
    let newest = found.adjudication()?;
    let games = folder::games();
    for pin in &found.chain.charter.typed.packs {
        if games.shipped_pack(pin.name.as_str()).is_none_or(|pack| pack.digest() != pin.sha256) {
            let kept = suggested_commands::shell_quoted(&path.join("packs").join(pin.name.as_str()));
            super::out::warn(&format!(
                "this match uses its own data ({}): run the case with `--pack {kept}`; with the program's the results \
                 may differ",
                pin.name
            ));
        }
    }
    let adjudication = match step {
        None => newest,
        Some(step) => {
            state_of(&found, step)?;
            let at = usize::try_from(step).unwrap_or(usize::MAX);
            Adjudication::at(&found.chain, &*found.game, at).map_err(Failure::no)?
        }
    };
    let case = crate::chain::step_case::case(&adjudication, played).map_err(Failure::no)?;
    out::answer(format, || write(&case), || json!({"ok": true, "case": case}))
}

/// The files that are named, and those in the folders that are named, in the order of their names.
fn case_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        collect_cases(path, &mut files)?;
        if files.len() == before {
            let problem = Problem::new("there is no case in this folder");
            return Err(Failure::cannot_in(path, problem.advice("a case is a file whose name ends in `.yaml`")));
        }
        files[before..].sort();
    }
    Ok(files)
}

/// Every case in a folder and below it; links are not followed.
fn collect_cases(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable =
        |error: std::io::Error| Failure::cannot_in(folder, Problem::new(format!("cannot read the folder: {error}")));
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
        if kind.is_dir() {
            collect_cases(&path, files)?;
        } else if kind.is_file() && path.extension().is_some_and(|ending| ending == "yaml") {
            files.push(path);
        }
    }
    Ok(())
}

/// The problem of a part of a case that has the wrong form, with the form that it has.
fn formed(problem: Problem) -> Problem {
    let part = problem.path.as_deref().and_then(|path| path.split(['[', '.']).next()).unwrap_or_default();
    let form = match part {
        "dice" => {
            "write a list of faces: `dice: [4]`, or with what each roll is for: `dice: [{purpose: …, faces: [4]}]`"
        }
        "turns" => "write a list, each entry with a side and its turn: `turns: [{SIDE: {orders: […]}}]`",
        "expect" => {
            "write a mapping: `expect: {position: {…}, events: [{event: …}], refused: [{rule: …}]}`, or `expect: {}`"
        }
        _ => return problem,
    };
    match problem.message.starts_with("expected a ") || problem.message.starts_with("a roll is ") {
        true => problem.advice(form),
        false => problem,
    }
}

/// The problem of a case that is not of the game whose pack it should be played with.
fn of_another_game(own: &OwnPack) -> Problem {
    let OwnPack { folder, known, .. } = own;
    let problem =
        Problem::new(format!("the pack in {} is one of {}, and this case is not", folder.shown(), known.title));
    problem.advice("run it without `--pack`, or name a pack of its game")
}

fn run_file(file: PathBuf, own: Option<&OwnPack>) -> Result<Run, Failure> {
    let bytes = files::read(&file, Form::Draft.max_bytes() as u64)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let refused =
        |problem| Failure::Cannot(vec![Diagnostic { problem, file: Some(file.clone()), text: Some(text.clone()) }]);
    let document = read(&file.shown(), &bytes, Form::Draft).map_err(refused)?;
    let placed = |mut problem: Problem| {
        problem.mark = problem.mark.or_else(|| document.place_of(&problem));
        problem
    };
    let case = Case::of_document(&document).map_err(|problem| refused(placed(formed(problem))))?;
    let game = match own {
        Some(own) if own.known.id != case.ruleset.as_str() => Err(of_another_game(own)),
        Some(own) => Ok(Arc::clone(&own.game)),
        None => folder::games().shipped(case.ruleset.as_str()),
    };
    let game = game.map_err(|problem| refused(placed(problem.in_path("ruleset"))))?;
    let mut played = case.play(&*game).map_err(|problem| refused(placed(problem)))?;
    played.differences = played.differences.into_iter().map(placed).collect();
    Ok(Run { file, case: case.case, played })
}

fn add_run(run: &Run, words: &mut Printout) {
    let Run { file, case, played } = run;
    let (verdict, tone) = match played.differences.is_empty() {
        true => ("as expected", Tone::Good),
        false => ("differs", Tone::Bad),
    };
    let case = case.split_whitespace().collect::<Vec<_>>().join(" ");
    words.tone(tone, format!("{}: {verdict} ({})", file.shown(), harmless(&case)));
    for difference in &played.differences {
        // A difference may take several lines.
        difference.to_string().lines().for_each(|line| words.line(format!("  {}", harmless(line))));
    }
    if played.due.is_some() {
        let happened = if played.events.is_empty() { "nothing happened before it" } else { "what happened before it:" };
        words.line(format!("  {happened}"));
        played.events.iter().for_each(|event| words.line(format!("    {}", harmless(&inline(event)))));
    }
}

fn as_json(run: &Run) -> Value {
    let Run { file, case, played } = run;
    let without_place = |problem: &Problem| Problem { mark: None, ..problem.clone() }.to_string();
    let differences: Vec<String> = played.differences.iter().map(without_place).collect();
    let places: Vec<Value> = played
        .differences
        .iter()
        .map(|problem| json!({"path": problem.path, "line": problem.mark.map(|mark| mark.line), "column": problem.mark.map(|mark| mark.column)}))
        .collect();
    let rolls: Vec<Value> =
        played.rolls.iter().map(|(purpose, faces)| json!({"purpose": purpose, "faces": faces})).collect();
    let mut value = json!({
        "file": file, "case": case, "differences": differences, "places": places, "events": played.events,
        "rolls": rolls,
    });
    if let Some(due) = &played.due {
        value["next_roll"] = json!({"purpose": due.purpose, "rule": due.rule, "dice": due.count, "sides": due.sides});
    }
    value
}
