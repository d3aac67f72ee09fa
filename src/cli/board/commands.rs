//! What changes the match: the program's own commands, run as a player would run them.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::draft_file::DraftFile;
use super::draft_text::{FIELDS, lines_of};
use super::played_match::Board;
use super::requests::{Answer, MAX_BODY, Question};
use super::terminal;
use crate::cli::Failure;
use crate::cli::out::{self, Diagnostic};
use crate::cli::turn_draft::Draft;
use crate::document::Problem;

/// The draft of a turn in which nothing is decided.
const EMPTY: &[u8] = b"adjutant: 1\nkind: turn\n";

/// Runs the command for a question: `play` and `sign` for the draft on disk, `adjudicate` for turns that have arrived,
/// `withdraw` for what is queued, `letter` for what the others do not have, `receive` for what came by mail.
pub fn run(board: &Board<'_, '_>, question: &Question, file: &DraftFile) -> Answer {
    // What is played or signed is the draft that the page shows.
    if !file.is_current() || question.fields.get("digest").is_some_and(|shown| *shown != json!(file.digest())) {
        return Answer::changed();
    }
    match question.name.as_str() {
        "play" => changing(play(board)),
        "sign" if !board.is_practice() => sign(board).into(),
        "adjudicate" if !board.is_practice() => adjudicate(board).into(),
        "withdraw" if !board.is_practice() => withdraw(board).into(),
        "sign" | "adjudicate" | "withdraw" => {
            let problem = Problem::new("a practice match is played on with `adjutant practice go`");
            Answer::refused(Failure::no(problem))
        }
        "letter" => letter(board).into(),
        _ => changing(receive(board, question)),
    }
}

fn changing(result: Result<Value, Failure>) -> Answer {
    Answer { changes_match: true, ..Answer::from(result) }
}

/// Signs and plays on; in a practice match only, whose keys are for nothing else.
fn play(board: &Board<'_, '_>) -> Result<Value, Failure> {
    board.must_be_practised()?;
    let played = answered(board, &["practice", "go", "--yes"], None).map_err(|(failure, _)| failure)?;
    Ok(json!({"steps": played["steps"], "over": played["outcome"]}))
}

/// Signs the draft in the terminal that runs the board: never without somebody who answers there. What is shown there is
/// what is signed, whatever becomes of the file meanwhile.
fn sign(board: &Board<'_, '_>) -> Result<Value, Failure> {
    let path = board.draft_path();
    // Where nothing is to be decided there is no draft. One that appears while the terminal asks is not signed.
    let bytes = match std::fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => EMPTY.to_vec(),
        read => read.map_err(|error| Failure::cannot_in(&path, Problem::new(error.to_string())))?,
    };
    let draft = Draft::parse(&path, &bytes)?.in_form(board.table());
    let decisions = draft.decisions(&FIELDS);
    let mut shown: Vec<String> = decisions.iter().flat_map(|(field, value)| lines_of(field, value)).collect();
    let words = draft.orders().into_iter().map(|order| board.table().order_words(&board.side, &order));
    shown.extend(words.enumerate().map(|(n, words)| format!("Order {}: {words}", n + 1)));
    shown.extend(board.warnings(&decisions));
    let fault =
        |error: std::io::Error| Failure::cannot(Problem::new(format!("a copy of the draft cannot be made: {error}")));
    let mut copy = tempfile::Builder::new().suffix(".yaml").tempfile().map_err(fault)?;
    copy.write_all(&bytes).map_err(fault)?;
    let mut command = program(board, &["sign", "--yes", "--seat", board.entry.seat.as_str()])?;
    command.arg(copy.path());
    terminal::ask("sign this turn", &shown, command, Some(copy))
}

/// Answers the turns that have arrived, in the terminal too: the state is signed.
fn adjudicate(board: &Board<'_, '_>) -> Result<Value, Failure> {
    terminal::ask(
        "answer the turns that have arrived, and sign the state",
        &[],
        program(board, &["adjudicate", "--seat", board.entry.seat.as_str()])?,
        None,
    )
}

/// Withdraws what the player has queued, in the terminal too: the withdrawal is signed.
fn withdraw(board: &Board<'_, '_>) -> Result<Value, Failure> {
    let withdraw = program(board, &["queue", "withdraw", "--seat", board.entry.seat.as_str()])?;
    terminal::ask("withdraw every turn that you have queued", &[], withdraw, None)
}

/// The documents that the others do not have, as text for a mail.
fn letter(board: &Board<'_, '_>) -> Result<Value, Failure> {
    if board.found.chain.seats.escrow {
        let problem = Problem::new("in a match with escrow some files are for the adjudicator alone");
        return Err(Failure::no(problem.advice("write the mails with `adjutant mail`")));
    }
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
        return Err(Failure::no(
            Problem::new("the file is too large").advice("take it in with `adjutant receive FILE`"),
        ));
    }
    let answer = answered(board, &["receive", "-"], Some(&bytes));
    match answer {
        // Mail in which nothing is new, or not everything could be taken in, is an answer too.
        Err((_, Some(value))) if value.get("new").is_some() => Ok(value),
        answer => answer.map_err(|(failure, _)| failure),
    }
}

/// The program with these arguments, for the board's match.
fn program(board: &Board<'_, '_>, arguments: &[&str]) -> Result<Command, Failure> {
    let mut command = Command::new(std::env::current_exe().map_err(|error| fault(&error.to_string()))?);
    command.args(arguments).arg("--folder").arg(board.folder());
    Ok(command)
}

/// Runs the program and returns its answer as data; or why it fails, with what it has answered then.
fn answered(
    board: &Board<'_, '_>,
    arguments: &[&str],
    input: Option<&[u8]>,
) -> Result<Value, (Failure, Option<Value>)> {
    let broken = |error: std::io::Error| (fault(&error.to_string()), None);
    let mut command = program(board, arguments).map_err(|failure| (failure, None))?;
    command.args(["--format", "json"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.spawn().map_err(broken)?;
    if let (Some(bytes), Some(mut pipe)) = (input, child.stdin.take()) {
        // If the program ends before it has read everything, its answer says why.
        let _ = pipe.write_all(bytes);
    }
    let output = child.wait_with_output().map_err(broken)?;
    let value = serde_json::from_slice::<Value>(&output.stdout).ok();
    match (output.status.success(), value) {
        (true, Some(value)) => Ok(value),
        (_, Some(value)) => Err((problems_of(&value), Some(value))),
        (_, None) => Err((told(&output.stderr), None)),
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
pub fn told(printed: &[u8]) -> Failure {
    let text = String::from_utf8_lossy(printed).into_owned();
    let lines: Vec<_> = text.lines().map(|line| out::harmless(line.trim())).filter(|line| !line.is_empty()).collect();
    let message =
        if lines.is_empty() { "the program was ended before it had finished".to_owned() } else { lines.join("; ") };
    Failure::no(Problem::new(message))
}

/// The program cannot be run.
pub fn fault(error: &str) -> Failure {
    Failure::cannot(Problem::new(format!("the program cannot be run: {error}")))
}
