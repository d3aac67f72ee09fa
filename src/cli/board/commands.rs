//! What changes the match: the program's own commands, run as a player would run them.

use std::io::{IsTerminal, Write, stdin};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::answers::Board;
use super::draft_file::DraftFile;
use super::requests::{Answer, MAX_BODY, Question};
use crate::cli::Failure;
use crate::cli::out::{self, Diagnostic};
use crate::cli::question::ask;
use crate::document::Problem;

/// Runs the command for a question: `play` and `sign` for the draft on disk, `letter` for what the others do not have,
/// `receive` for what came by mail.
pub fn run(board: &Board<'_, '_>, question: &Question, file: &DraftFile) -> Answer {
    if !file.is_current() {
        return Answer::changed();
    }
    match question.name.as_str() {
        "play" => changing(play(board)),
        "sign" => changing(sign(board)),
        "letter" => letter(board).into(),
        _ => changing(receive(board, question)),
    }
}

fn changing(result: Result<Value, Failure>) -> Answer {
    Answer { changes_match: true, ..Answer::from(result) }
}

/// Signs and plays on; in a practice match only, whose keys are for nothing else.
fn play(board: &Board<'_, '_>) -> Result<Value, Failure> {
    if !board.is_practice() {
        let problem = Problem::new("a match between people is not played on from here");
        return Err(Failure::no(problem.advice("sign your turn, and mail it")));
    }
    let played = answered(board, &["practice", "go", "--yes"], None)?;
    Ok(json!({"steps": played["steps"], "over": played["outcome"]}))
}

/// Signs the draft in the terminal that runs the board: never without somebody who answers there.
fn sign(board: &Board<'_, '_>) -> Result<Value, Failure> {
    let path = board.draft_path();
    if board.is_practice() || !stdin().is_terminal() {
        let problem = Problem::new("a turn is signed only in a terminal");
        return Err(Failure::no(problem.advice(format!("run `adjutant sign {}` there", path.display()))));
    }
    let shown = std::fs::read_to_string(&path).unwrap_or_default();
    let decisions = shown.lines().filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty());
    let decisions = decisions.collect::<Vec<_>>().join("\n");
    if !ask(&format!("\nThe board asks to sign this turn:\n\n{}\n\nSign it? [y/N] ", out::harmless(&decisions))) {
        return Err(Failure::no(Problem::new("it was not signed: the answer in the terminal was no")));
    }
    let mut command = program(board, &["sign", "--yes"])?;
    // Where nothing is to be decided there is no draft.
    if path.exists() {
        command.arg(&path);
    }
    let status = command.status().map_err(|error| fault(&error.to_string()))?;
    match status.success() {
        true => Ok(json!({"signed": true})),
        false => Err(Failure::no(Problem::new("it was not signed; the terminal says why"))),
    }
}

/// The documents that the others do not have, as text for a mail.
fn letter(board: &Board<'_, '_>) -> Result<Value, Failure> {
    let output = program(board, &["bundle", "--out", "-"])?.output().map_err(|error| fault(&error.to_string()))?;
    match output.status.success() {
        true => Ok(json!({"text": String::from_utf8_lossy(&output.stdout)})),
        false => Err(told(&output.stderr)),
    }
}

/// Takes in what was pasted or dropped: text, or a file in base 64.
fn receive(board: &Board<'_, '_>, question: &Question) -> Result<Value, Failure> {
    let bytes = match (question.text("text"), question.text("base64")) {
        (Some(text), _) => text.as_bytes().to_vec(),
        (None, Some(file)) => data_encoding::BASE64
            .decode(file.as_bytes())
            .map_err(|_| Failure::no(Problem::new("the file did not arrive whole").advice("drop it again")))?,
        (None, None) => return Err(Failure::no(Problem::new("nothing was pasted or dropped"))),
    };
    if bytes.len() > MAX_BODY {
        return Err(Failure::no(Problem::new("the file is too large").advice("take it in with `adjutant receive`")));
    }
    let adjudicate: &[&str] = if question.fields["adjudicate"] == json!(true) { &["--adjudicate"] } else { &[] };
    let arguments: Vec<&str> = ["receive", "-"].iter().chain(adjudicate).copied().collect();
    answered(board, &arguments, Some(&bytes))
}

/// The program with these arguments, for the board's match.
fn program(board: &Board<'_, '_>, arguments: &[&str]) -> Result<Command, Failure> {
    let mut command = Command::new(std::env::current_exe().map_err(|error| fault(&error.to_string()))?);
    command.args(arguments).arg("--folder").arg(board.folder());
    Ok(command)
}

/// Runs the program and returns its answer as data.
fn answered(board: &Board<'_, '_>, arguments: &[&str], input: Option<&[u8]>) -> Result<Value, Failure> {
    let mut command = program(board, arguments)?;
    command.args(["--format", "json"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.spawn().map_err(|error| fault(&error.to_string()))?;
    if let (Some(bytes), Some(mut pipe)) = (input, child.stdin.take()) {
        // If the program ends before it has read everything, its answer says why.
        let _ = pipe.write_all(bytes);
    }
    let output = child.wait_with_output().map_err(|error| fault(&error.to_string()))?;
    let value = serde_json::from_slice::<Value>(&output.stdout).ok();
    match (output.status.success(), value) {
        (true, Some(value)) => Ok(value),
        (_, Some(value)) => Err(problems_of(&value)),
        (_, None) => Err(told(&output.stderr)),
    }
}

/// The problems that the program has answered with.
fn problems_of(answer: &Value) -> Failure {
    let text = |problem: &Value, field: &str| problem.get(field).and_then(Value::as_str).map(str::to_owned);
    let problems = answer["problems"].as_array().into_iter().flatten().map(|one| {
        let mut problem = Problem::new(text(one, "message").unwrap_or_default());
        problem.path = text(one, "path");
        problem.rule = text(one, "rule");
        problem.advice = text(one, "advice");
        Diagnostic::from(problem)
    });
    Failure::Negative(problems.collect())
}

/// What the program has printed as a problem.
fn told(printed: &[u8]) -> Failure {
    Failure::no(Problem::new(out::harmless(String::from_utf8_lossy(printed).trim()).into_owned()))
}

fn fault(error: &str) -> Failure {
    Failure::cannot(Problem::new(format!("the program cannot be run: {error}")))
}
