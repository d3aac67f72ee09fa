//! Questions to somebody at a terminal.

use std::io::{self, BufRead, IsTerminal, Write};

use super::{Format, progress};

/// Whether there is a user who can see a question and answer it.
pub fn is_interactive(format: Format) -> bool {
    format == Format::Text && io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Puts a question to the user; anything but yes counts as no.
pub fn ask(question: &str) -> bool {
    progress::suspend(|| answer(question)).unwrap_or(false)
}

/// What the user types at a question; `None` if nobody answers.
pub fn typed(question: &str) -> Option<String> {
    progress::suspend(|| line(question)).ok()
}

fn answer(question: &str) -> io::Result<bool> {
    Ok(matches!(line(question)?.to_lowercase().as_str(), "y" | "yes"))
}

fn line(question: &str) -> io::Result<String> {
    let mut err = io::stderr().lock();
    write!(err, "{question}")?;
    err.flush()?;
    drop(err);
    let mut answer = String::new();
    if io::stdin().lock().read_line(&mut answer)? == 0 {
        // The end of the input is no answer, not even an empty one.
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(answer.trim().to_owned())
}
