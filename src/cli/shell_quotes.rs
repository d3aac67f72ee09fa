//! Words of commands that people paste, quoted for the shell that the user has.
//!
//! On Linux and macOS commands have the form of [`everywhere`], which `sh` and PowerShell take alike; on Windows they
//! have that of PowerShell or of `cmd`, or that of `sh` in Git Bash.

mod cmd;
mod everywhere;
mod letters;
mod powershell;
mod user_shell;

use std::path::Path;

pub use user_shell::Shell;

use super::paths::Shown;

/// What cannot stand in a line that somebody pastes: it ends the line, or a terminal acts on it.
pub fn is_unwritable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// A text with `?` for each character that no line can have, so that it stays one word. This program makes no folder with
/// such a name, and takes none.
fn writable(text: &str) -> String {
    text.replace(is_unwritable, "?")
}

/// A path as a word of a command for the user's shell, not mistaken for an option.
pub fn path(path: &Path) -> String {
    Shell::of_user().path(path)
}

/// An option with its value for the user's shell, as one or two words.
pub fn option(name: &str, value: &str) -> String {
    Shell::of_user().option(name, value)
}

/// An option with its value for somebody whose shell is unknown, such as the reader of a mail: where that is possible in
/// double quotes, which every shell takes.
pub fn option_for_anybody(name: &str, value: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || " -./:=@_,+'".contains(c);
    match value.contains(' ') && value.chars().all(is_safe) && !value.starts_with('-') && !value.starts_with(' ') {
        true => format!("{name} \"{value}\""),
        false => Shell::Sh.option(name, value),
    }
}

/// The words of a command in the form of the user's shell; `None` if it is no single command.
pub fn split(line: &str) -> Option<Vec<String>> {
    Shell::of_user().split(line)
}

/// The program and the arguments in a setting such as `ADJUTANT_SENDMAIL`: on Windows as its programs read their command
/// line, so that backslashes are kept; elsewhere as `sh` does. `None` if a quotation mark is missing or there is no word.
pub fn command_words(line: &str) -> Option<Vec<String>> {
    words_of_setting(line, cfg!(windows))
}

fn words_of_setting(line: &str, is_windows: bool) -> Option<Vec<String>> {
    let words = if is_windows { winsplit::split(line) } else { shlex::split(line)? };
    (!words.is_empty()).then_some(words)
}

impl Shell {
    /// A path as a word of a command, not mistaken for an option.
    pub fn path(self, path: &Path) -> String {
        let shown = writable(&path.shown());
        let is_rooted = shown.starts_with(['/', '.', '\\']) || shown.get(1..2) == Some(":");
        let separator = if cfg!(windows) { '\\' } else { '/' };
        match self {
            _ if is_rooted => self.word(&shown),
            // A word that begins with a dash would be an option.
            _ if shown.starts_with('-') => self.word(&format!(".{separator}{shown}")),
            // One that begins with a quotation mark could not be put together.
            Shell::Sh if everywhere::is_mixed(&shown) => self.word(&format!("./{shown}")),
            _ => self.word(&shown),
        }
    }

    /// An option with its value, as one or two words.
    pub fn option(self, name: &str, value: &str) -> String {
        let value = &writable(value);
        match value.starts_with('-') || (self == Shell::Sh && everywhere::must_follow_a_plain_word(value)) {
            true => self.word(&format!("{name}={value}")),
            false => format!("{name} {}", self.word(value)),
        }
    }

    /// A text as one word. In the form of [`everywhere`], one that needs both kinds of quotes must begin with a plain
    /// character: [`Shell::path`] and [`Shell::option`] see to that.
    pub fn word(self, text: &str) -> String {
        match self {
            Shell::Sh => everywhere::word(text),
            Shell::PowerShell => powershell::word(text),
            Shell::Cmd => cmd::word(text),
        }
    }

    /// The words of a command as this shell passes them to a program; `None` where it would do more than pass words.
    pub fn split(self, line: &str) -> Option<Vec<String>> {
        match self {
            Shell::Sh => shlex::split(line),
            Shell::PowerShell => powershell::split(line),
            Shell::Cmd => cmd::split(line),
        }
    }
}

#[cfg(test)]
mod tests;
