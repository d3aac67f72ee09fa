//! A pager for answers that are longer than the screen.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use unicode_width::UnicodeWidthStr;

use crate::cli::shell_quotes;

/// The pager if `PAGER` names none: `less`, with colors, and only as long as the answer is longer than the screen.
const USUAL: &str = if cfg!(windows) { "more" } else { "less -R -F -X" };
/// What `less` is told if neither `PAGER` nor `LESS` says it.
const LESS: &str = "FRX";

/// Whether `--no-pager` was given.
static IS_OFF: AtomicBool = AtomicBool::new(false);
/// The answer that is shown once everything else is done.
static KEPT: Mutex<String> = Mutex::new(String::new());

/// Decides that nothing is shown in a pager in this run.
pub fn turn_off() {
    IS_OFF.store(true, Ordering::Relaxed);
}

/// Keeps an answer for the pager if it is longer than the screen, or follows one that is; returns whether it does.
pub fn keeps(text: &str, may_begin: bool) -> bool {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let wanted = !kept.is_empty() || may_begin && pager().is_some() && is_longer_than_the_screen(text);
    if wanted {
        kept.push_str(text);
    }
    wanted
}

/// Shows in the pager what was kept. It takes this program's place where the system allows that, so that keys such as
/// Ctrl-C are the pager's alone; so this comes last of all.
///
/// Returns what was kept if there is no such pager.
pub fn show() -> Option<String> {
    let text = std::mem::take(&mut *KEPT.lock().unwrap_or_else(PoisonError::into_inner));
    if text.is_empty() {
        return None;
    }
    let Some(words) = pager() else { return Some(text) };
    // `more` counts the letters of escape sequences, and breaks lines where they would fit.
    let is_more = Path::new(&words[0]).file_stem().is_some_and(|name| name == "more");
    let shown = if is_more { plain(&text) } else { text.clone() };
    run(&words, &shown).err().map(|_| text)
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

/// The words of the pager's command; `None` if there is to be none.
fn pager() -> Option<Vec<String>> {
    let dumb = std::env::var("TERM").map_or(cfg!(unix), |term| term == "dumb");
    if IS_OFF.load(Ordering::Relaxed) || dumb || !io::stdout().is_terminal() {
        return None;
    }
    let asked = std::env::var("PAGER").unwrap_or_else(|_| USUAL.to_owned());
    let words = shell_quotes::command_words(&asked).unwrap_or_default();
    let name = words.first()?;
    (name != "cat" && !name.is_empty()).then_some(words)
}

/// Whether a text needs more lines than the terminal has. If the terminal does not say how large it is, it does not.
fn is_longer_than_the_screen(text: &str) -> bool {
    let Some((width, height)) = terminal_size::terminal_size() else { return false };
    let rows = |line: &str| line.width().div_ceil(usize::from(width.0).max(1)).max(1);
    plain(text).lines().map(rows).sum::<usize>() >= usize::from(height.0)
}

fn command(words: &[String]) -> Option<Command> {
    let (name, args) = words.split_first()?;
    let mut command = Command::new(name);
    command.args(args);
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", LESS);
    }
    Some(command)
}

/// Puts the pager in this program's place, with the text as its input.
///
/// # Errors
/// The pager cannot be run.
#[cfg(unix)]
fn run(words: &[String], text: &str) -> io::Result<()> {
    use std::io::{Seek, Write};
    use std::os::unix::process::CommandExt;

    let mut file = tempfile::tempfile()?;
    file.write_all(text.as_bytes())?;
    file.rewind()?;
    command(words).map_or(Err(io::ErrorKind::NotFound.into()), |mut pager| Err(pager.stdin(file).exec()))
}

/// Runs the pager with the text as its input, and waits for it. That a reader leaves before the end is no failure.
///
/// # Errors
/// The pager cannot be run.
#[cfg(not(unix))]
fn run(words: &[String], text: &str) -> io::Result<()> {
    use std::io::Write;
    use std::process::Stdio;

    let mut pager = command(words).ok_or(io::ErrorKind::NotFound)?.stdin(Stdio::piped()).spawn()?;
    if let Some(mut input) = pager.stdin.take() {
        let _ = input.write_all(text.as_bytes());
    }
    pager.wait().map(drop)
}
