//! Output: answers on standard output, problems on standard error, and nothing that could control a terminal.

mod fit;
mod pager;
mod printout;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anstream::{AutoStream, stream::RawStream};
use clap::ColorChoice;
use serde_json::{Value, json};

use super::{progress, suggested_commands};
use crate::cli::paths::Shown;
use crate::document::{self, Problem};
use crate::report::grammar::plural;
use crate::report::text::Page;

pub use crate::document::harmless;
pub use fit::cell;
pub use pager::turn_off as turn_pager_off;
use printout::toned;
pub use printout::{Printout, Tone};

/// The width of a page if there is no terminal: that of mail and paper.
const PAGE: usize = 80;
/// The maximum number of problems that are printed in words: more than anybody fixes at once.
const MAX_PROBLEMS: usize = 24;

/// A problem, with the file that it is about.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub problem: Problem,
    pub file: Option<PathBuf>,
    /// The file's text, from which the line is quoted.
    pub text: Option<String>,
}

/// Problems of one file, ready to be printed. `printed` finds a problem in its file, which reads the whole file, so that
/// it is done only for as many as are printed in words; a hostile turn may have thousands.
pub fn diagnostics(problems: Vec<Problem>, printed: impl Fn(Problem) -> Diagnostic) -> Vec<Diagnostic> {
    let one = |(n, problem): (usize, Problem)| if n < MAX_PROBLEMS { printed(problem) } else { problem.into() };
    problems.into_iter().enumerate().map(one).collect()
}

impl From<Problem> for Diagnostic {
    fn from(problem: Problem) -> Self {
        Diagnostic { problem, file: None, text: None }
    }
}

/// Why a command does not succeed.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The question was asked, and the answer is no: exit code 1.
    Negative(Vec<Diagnostic>),
    /// The question could not be asked: exit code 2.
    Cannot(Vec<Diagnostic>),
}

/// Prints on standard error what a reader must know besides the answer.
pub fn warn(words: &str) {
    let warning = toned(Tone::Caution, "warning:", colors(&io::stderr()));
    progress::suspend(|| {
        let _ = writeln!(io::stderr().lock(), "{warning} {}", harmless(&suggested_commands::complete(words)));
    });
}

/// What a command returns.
pub type CommandResult = Result<(), Failure>;

impl Failure {
    /// The answer is no, for a reason that concerns no file.
    pub fn no(problem: Problem) -> Self {
        Failure::Negative(vec![problem.into()])
    }
    /// The question could not be asked, for a reason that concerns no file.
    pub fn cannot(problem: Problem) -> Self {
        Failure::Cannot(vec![problem.into()])
    }
    /// The question could not be asked, because of a file.
    pub fn cannot_in(file: impl Into<PathBuf>, problem: Problem) -> Self {
        Failure::Cannot(vec![Diagnostic { problem, file: Some(file.into()), text: None }])
    }
    /// The answer is no, because of a file.
    pub fn no_in(file: impl Into<PathBuf>, problem: Problem) -> Self {
        Failure::Negative(vec![Diagnostic { problem, file: Some(file.into()), text: None }])
    }

    fn parts(&self) -> (&[Diagnostic], u8) {
        match self {
            Failure::Negative(diagnostics) => (diagnostics, 1),
            Failure::Cannot(diagnostics) => (diagnostics, 2),
        }
    }

    /// Prints the failure on standard error, or as JSON on standard output, and returns its exit code.
    pub fn print(&self, format: Format) -> ExitCode {
        let (diagnostics, code) = self.parts();
        match format {
            Format::Text => {
                for one in diagnostics.iter().take(MAX_PROBLEMS) {
                    let _ = writeln!(io::stderr().lock(), "{}", in_words(one).trim_end());
                }
                if diagnostics.len() > MAX_PROBLEMS {
                    let more = diagnostics.len() - MAX_PROBLEMS;
                    let _ = writeln!(
                        io::stderr().lock(),
                        "and {more} more; fix these first, or see all with --format json"
                    );
                }
            }
            // Without a reason, the answer that was already printed says no.
            Format::Json if diagnostics.is_empty() => {}
            Format::Json => {
                let problems: Vec<Value> = diagnostics.iter().map(as_json).collect();
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

/// Decides for the whole run, from `--color`, whether colors are used. `auto`, the default, uses them if a stream is a
/// terminal that supports them, unless `NO_COLOR` is set and not empty; with `CLICOLOR_FORCE` it always does. The
/// argument parser's output follows this too.
pub fn choose_color(choice: ColorChoice) {
    match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

fn colors<S: RawStream>(stream: &S) -> bool {
    AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// The width of a line in columns: that of the terminal, or the value of COLUMNS.
pub fn width() -> usize {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    said.or_else(terminal).unwrap_or(PAGE)
}

/// The page format for reports: the terminal's, or that of files and mail.
pub fn page() -> Page {
    let width = terminal_width().unwrap_or(Page::default().width);
    Page { width, color: colors(&io::stdout()) }
}

/// A number of things, in words.
pub fn counted(count: usize, noun: &str) -> String {
    plural(u32::try_from(count).unwrap_or(u32::MAX), noun)
}

/// The columns of the terminal that shows the answer; `None` if none does.
pub fn terminal_width() -> Option<usize> {
    io::stdout().is_terminal().then(width)
}

/// Prints an answer. If the reader has closed the pipe, as `head` does, that is not a failure.
pub fn print(text: &str) -> CommandResult {
    print_or_keep(text, false)
}

/// Prints an answer, in a pager if it is longer than the screen.
pub fn print_paged(text: &str) -> CommandResult {
    print_or_keep(text, true)
}

fn print_or_keep(text: &str, is_paged: bool) -> CommandResult {
    if pager::keeps(text, is_paged) { Ok(()) } else { print_now(text) }
}

fn print_now(text: &str) -> CommandResult {
    let written = progress::answering(|| {
        let mut out = io::stdout().lock();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    });
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::cannot(Problem::new(format!("cannot write the answer: {error}"))))
        }
        _ => Ok(()),
    }
}

/// Shows the answer that was kept for the pager. This comes last of all, since the pager may take the program's place.
///
/// # Errors
/// There is no such pager, and the answer cannot be written.
pub fn show_paged() -> CommandResult {
    pager::show().map_or(Ok(()), |text| print_now(&text))
}

/// Prints help in its colors, in a pager if it is longer than the screen.
pub fn print_help(error: &clap::Error) -> CommandResult {
    let styled = error.render();
    let text = if colors(&io::stdout()) { styled.ansi().to_string() } else { styled.to_string() };
    print_paged(&text)
}

/// Prints an answer as text or as JSON, as requested.
pub fn answer<W: Into<Printout>>(
    format: Format,
    words: impl FnOnce() -> W,
    value: impl FnOnce() -> Value,
) -> CommandResult {
    match format {
        Format::Text => {
            let words = words().into();
            print_or_keep(&words.written(colors(&io::stdout()), terminal_width()), words.is_paged())
        }
        Format::Json => print_json(&value()),
    }
}

/// Prints a value as JSON, with control characters for terminals as `\u` escapes.
///
/// # Errors
/// Standard output is closed.
pub fn print_json(value: &Value) -> CommandResult {
    let mut value = value.clone();
    suggested_commands::complete_json(&mut value);
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
fn in_words(diagnostic: &Diagnostic) -> String {
    let text = diagnostic.text.as_deref().unwrap_or_default();
    let mut problem = diagnostic.problem.clone();
    problem.message = suggested_commands::complete(&problem.message).into_owned();
    problem.advice = problem.advice.map(|advice| suggested_commands::complete(&advice).into_owned());
    let color = colors(&io::stderr());
    match &diagnostic.file {
        Some(file) => document::render(&file.shown(), text, &[problem], color),
        None => {
            let Problem { message, rule, advice, .. } = &problem;
            let mut words = format!("{} {}\n", toned(Tone::Bad, "error:", color), harmless(message));
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

/// The problem as data for programs.
pub(super) fn as_json(diagnostic: &Diagnostic) -> Value {
    let mut value = json!({"message": diagnostic.problem.message});
    let mut put = |key: &str, part: Option<Value>| {
        if let Some(part) = part {
            value[key] = part;
        }
    };
    put("file", diagnostic.file.as_ref().map(|file| json!(file.shown())));
    put("line", diagnostic.problem.mark.map(|mark| json!(mark.line)));
    put("column", diagnostic.problem.mark.map(|mark| json!(mark.column)));
    put("path", diagnostic.problem.path.as_ref().map(|path| json!(path)));
    put("rule", diagnostic.problem.rule.as_ref().map(|rule| json!(rule)));
    put("advice", diagnostic.problem.advice.as_ref().map(|advice| json!(advice)));
    value
}
