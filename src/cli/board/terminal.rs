//! Questions in the terminal that runs the board. The board goes on meanwhile.

use std::io::{IsTerminal, stderr, stdin};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::cli::question::typed;
use crate::cli::{Failure, out};
use crate::document::Problem;

/// What the terminal is doing.
#[derive(Clone, Debug, Default)]
struct Terminal {
    /// Whether it waits for an answer, or the program runs in it.
    busy: bool,
    /// How the last question was answered.
    said: Option<String>,
}

static TERMINAL: Mutex<Terminal> = Mutex::new(Terminal { busy: false, said: None });

/// What the terminal is doing, for the page.
pub fn state() -> Value {
    let terminal = TERMINAL.lock().unwrap_or_else(PoisonError::into_inner);
    json!({"busy": terminal.busy, "said": terminal.said})
}

fn set(busy: bool, said: Option<String>) {
    *TERMINAL.lock().unwrap_or_else(PoisonError::into_inner) = Terminal { busy, said };
}

/// Asks in the terminal whether to run a command, and runs it there if the number that is shown is typed: what was typed
/// before the question does not answer it. `copy` is a file that the command reads.
///
/// # Errors
/// Nobody sits at a terminal, or it is busy already.
pub fn ask(what: &str, shown: &[String], mut command: Command, copy: Option<NamedTempFile>) -> Result<Value, Failure> {
    if !stdin().is_terminal() || !stderr().is_terminal() {
        let problem = Problem::new("a document is signed only in a terminal");
        return Err(Failure::no(problem.advice("run the board in one, or sign with `adjutant sign`")));
    }
    if state()["busy"] == json!(true) {
        return Err(Failure::no(
            Problem::new("the terminal waits for an answer already").advice("go there and answer"),
        ));
    }
    let mut random = [0; 2];
    let fault = |error: getrandom::Error| Failure::cannot(Problem::new(error.to_string()));
    getrandom::fill(&mut random).map_err(fault)?;
    let number = format!("{:04}", u16::from_le_bytes(random) % 10_000);
    let lines: Vec<String> = shown.iter().map(|line| format!("  {}\n", out::harmless(line))).collect();
    let question =
        format!("\nThe board asks to {what}:\n{}Type {number} to do it, anything else to leave it: ", lines.concat());
    set(true, None);
    thread::spawn(move || {
        let said = match typed(&question).is_some_and(|answer| answer == number) {
            false => Some("nothing was signed: the answer in the terminal was no".to_owned()),
            true => match command.status() {
                Ok(status) if status.success() => None,
                _ => Some("nothing was signed; the terminal says why".to_owned()),
            },
        };
        drop(copy);
        set(false, said);
    });
    Ok(json!({"asked": true}))
}
