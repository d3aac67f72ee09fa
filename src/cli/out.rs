//! What the program says: answers on standard output, problems on standard error, nothing that a terminal obeys.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::document::{self, Problem};

pub use crate::document::harmless;

/// At most so many problems are told in words: more than anybody mends at one go.
const MOST: usize = 24;

/// A problem, with the file that it is about.
#[derive(Clone, Debug)]
pub struct Told {
    pub problem: Problem,
    pub file: Option<PathBuf>,
    /// The file's text, from which the line is quoted.
    pub text: Option<String>,
}

impl From<Problem> for Told {
    fn from(problem: Problem) -> Self {
        Told { problem, file: None, text: None }
    }
}

/// Why a command does not end with yes.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The question was asked, and the answer is no: exit code 1.
    No(Vec<Told>),
    /// The question could not be asked: exit code 2.
    Cannot(Vec<Told>),
}

/// Says on standard error what a reader must know besides the answer.
pub fn warn(words: &str) {
    let _ = writeln!(io::stderr().lock(), "warning: {}", harmless(words));
}

/// What a command returns.
pub type Answer = Result<(), Failure>;

impl Failure {
    /// No, for a reason that stands in no file.
    pub fn no(problem: Problem) -> Self {
        Failure::No(vec![problem.into()])
    }
    /// The question could not be asked, for a reason that stands in no file.
    pub fn cannot(problem: Problem) -> Self {
        Failure::Cannot(vec![problem.into()])
    }
    /// The question could not be asked, because of a file.
    pub fn cannot_in(file: impl Into<PathBuf>, problem: Problem) -> Self {
        Failure::Cannot(vec![Told { problem, file: Some(file.into()), text: None }])
    }
    /// No, because of a file.
    pub fn no_in(file: impl Into<PathBuf>, problem: Problem) -> Self {
        Failure::No(vec![Told { problem, file: Some(file.into()), text: None }])
    }

    fn parts(&self) -> (&[Told], u8) {
        match self {
            Failure::No(told) => (told, 1),
            Failure::Cannot(told) => (told, 2),
        }
    }

    /// Tells the failure on standard error, or as JSON on standard output, and gives its exit code.
    pub fn tell(&self, format: Format) -> ExitCode {
        let (told, code) = self.parts();
        match format {
            Format::Text => {
                for one in told.iter().take(MOST) {
                    let _ = writeln!(io::stderr().lock(), "{}", in_words(one).trim_end());
                }
                if told.len() > MOST {
                    let more = told.len() - MOST;
                    let _ = writeln!(
                        io::stderr().lock(),
                        "and {more} more; mend these first, or see all with --format json"
                    );
                }
            }
            // Without a reason the answer itself, which is printed already, says no.
            Format::Json if told.is_empty() => {}
            Format::Json => {
                let problems: Vec<Value> = told.iter().map(as_json).collect();
                let _ = print_json(&json!({"ok": false, "problems": problems}));
            }
        }
        ExitCode::from(code)
    }
}

/// How a command answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON value on standard output.
    Json,
}

/// Prints an answer. A reader who has gone away, as `head` does, is no failure.
pub fn print(text: &str) -> Answer {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::cannot(Problem::new(format!("the answer cannot be written: {error}"))))
        }
        _ => Ok(()),
    }
}

/// Prints an answer as text or as JSON, whichever is wanted.
pub fn answer(format: Format, text: impl FnOnce() -> String, value: impl FnOnce() -> Value) -> Answer {
    match format {
        Format::Text => {
            let text = text();
            let lines = text.lines().map(|line| harmless(line).into_owned() + "\n");
            print(&lines.collect::<String>())
        }
        Format::Json => print_json(&value()),
    }
}

/// Prints a value as JSON, with whatever a terminal might obey as `\u` escapes.
fn print_json(value: &Value) -> Answer {
    print(&(escaped_json(&format!("{value:#}")) + "\n"))
}

/// JSON with the characters inside its strings that [`harmless`] would change written as escapes.
pub fn escaped_json(json: &str) -> String {
    let mut units = [0; 2];
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c != '\n' && harmless(c.encode_utf8(&mut [0; 4])) != *c.encode_utf8(&mut [0; 4]) {
            out.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            out.push(c);
        }
    }
    out
}

/// The problem in words: what, where, the line quoted, the rule, what to do next.
fn in_words(told: &Told) -> String {
    let text = told.text.as_deref().unwrap_or_default();
    let problem = std::slice::from_ref(&told.problem);
    match &told.file {
        Some(file) => document::render(&file.display().to_string(), text, problem, colour()),
        None => {
            let Problem { message, rule, advice, .. } = &told.problem;
            let mut words = format!("error: {}\n", harmless(message));
            let mut add = |what: &str, part: &Option<String>| {
                if let Some(part) = part {
                    words += &format!("  {what}: {}\n", harmless(part));
                }
            };
            add("rule", rule);
            add("help", advice);
            words
        }
    }
}

fn colour() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

fn as_json(told: &Told) -> Value {
    let mut value = json!({"message": told.problem.message});
    let mut put = |key: &str, part: Option<Value>| {
        if let Some(part) = part {
            value[key] = part;
        }
    };
    put("file", told.file.as_ref().map(|file| json!(file.display().to_string())));
    put("line", told.problem.mark.map(|mark| json!(mark.line)));
    put("column", told.problem.mark.map(|mark| json!(mark.column)));
    put("path", told.problem.path.as_ref().map(|path| json!(path)));
    put("rule", told.problem.rule.as_ref().map(|rule| json!(rule)));
    put("advice", told.problem.advice.as_ref().map(|advice| json!(advice)));
    value
}
