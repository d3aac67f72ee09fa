//! Commands in the program's advice: each is completed so that it can be pasted from the reader's current folder.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;

use super::shell_quotes;
use crate::document::Id;

/// The match folder that this run's command named; unset if it is found from the current folder.
static NAMED_FOLDER: OnceLock<PathBuf> = OnceLock::new();
/// The seat that this run acts for, if the command had to name it because several are on this machine.
static SEAT: OnceLock<Id> = OnceLock::new();
/// The draft that this run is about, if it is not where a command looks for it.
static DRAFT: OnceLock<PathBuf> = OnceLock::new();
/// The whole command line, which says what each command takes.
static COMMAND_LINE: OnceLock<fn() -> clap::Command> = OnceLock::new();
/// The fields of a JSON answer that name commands.
const FIELDS: [&str; 6] = ["advice", "next", "messages", "notes", "message", "effects"];
const PROGRAM: &str = "adjutant ";

/// Says what the commands of this program are; nothing is completed before.
pub fn set_command_line(program: fn() -> clap::Command) {
    let _ = COMMAND_LINE.set(program);
}

/// Records the match folder that this run's command named; only the first call counts.
pub fn set_folder(folder: &Path) {
    if folder != Path::new(".") {
        let _ = NAMED_FOLDER.set(folder.to_owned());
    }
}

/// Records the seat that this run acts for, since a pasted command must name it too; only the first call counts.
pub fn set_seat(seat: &Id) {
    let _ = SEAT.set(seat.clone());
}

/// Records the draft that this run is about, since no command looks there for it; only the first call counts.
pub fn set_draft(file: &Path) {
    let _ = DRAFT.set(file.to_owned());
}

/// What the commands in a text are completed with.
#[derive(Clone, Copy, Default)]
struct CommandContext<'a> {
    folder: Option<&'a Path>,
    seat: Option<&'a str>,
    draft: Option<&'a Path>,
}

impl CommandContext<'static> {
    /// The folder, seat and draft of this run.
    fn here() -> CommandContext<'static> {
        CommandContext {
            folder: NAMED_FOLDER.get().map(PathBuf::as_path),
            seat: SEAT.get().map(Id::as_str),
            draft: DRAFT.get().map(PathBuf::as_path),
        }
    }

    fn nothing(&self) -> bool {
        self.folder.is_none() && self.seat.is_none() && self.draft.is_none()
    }
}

/// Whether a text may name a command of this program.
pub fn names_command(text: &str) -> bool {
    text.contains(PROGRAM)
}

/// A text in which each command that acts for a seat names this one.
pub fn with_seat(text: &str, seat: &Id) -> String {
    complete_with(text, CommandContext { seat: Some(seat.as_str()), ..CommandContext::default() })
}

/// A text in which each command that is about a match names this folder.
pub fn in_folder(text: &str, folder: &Path) -> String {
    complete_with(text, CommandContext { folder: Some(folder), ..CommandContext::default() })
}

/// A path quoted for a shell, and not mistaken for an option.
pub fn shell_quoted(path: &Path) -> String {
    shell_quotes::path(path)
}

/// A text in which each command about a match names the folder of this run, and the seat and draft where they must be
/// named. A command is between backticks, or alone on its line, optionally followed by two spaces, `#` and a note.
pub fn complete(text: &str) -> Cow<'_, str> {
    let named = CommandContext::here();
    if named.nothing() || !names_command(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(complete_with(text, named))
}

/// The same for every text in an answer's fields that give advice.
pub fn complete_json(value: &mut Value) {
    if CommandContext::here().nothing() {
        return;
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(complete_json),
        Value::Object(fields) => {
            for (name, value) in fields.iter_mut() {
                match value {
                    Value::String(text) if FIELDS.contains(&name.as_str()) => *text = complete(text).into_owned(),
                    Value::Array(lines) if FIELDS.contains(&name.as_str()) => {
                        for line in lines {
                            match line {
                                Value::String(text) => *text = complete(text).into_owned(),
                                other => complete_json(other),
                            }
                        }
                    }
                    value => complete_json(value),
                }
            }
        }
        _ => {}
    }
}

fn complete_with(text: &str, named: CommandContext<'_>) -> String {
    let mut whole = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        let indent = rest.len() - rest.trim_start_matches(' ').len();
        if rest[indent..].starts_with(PROGRAM) {
            let body = rest.trim_end();
            let end = body.find("  #").map_or(body.len(), |note| rest[..note].trim_end().len());
            whole += &rest[..indent];
            whole += &command(&rest[indent..end], named);
            rest = &rest[end..];
        }
        while let Some(at) = rest.find(&format!("`{PROGRAM}")) {
            let from = at + 1;
            let Some(length) = command_length(&rest[from..]) else { break };
            whole += &rest[..from];
            whole += &command(&rest[from..from + length], named);
            whole.push('`');
            rest = &rest[from + length + 1..];
        }
        whole += rest;
    }
    whole
}

/// How long a command is that ends at a backtick, which may also stand within its quotation marks.
fn command_length(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '`') => return Some(at),
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    // A quotation mark without another is an apostrophe.
    text.find('`')
}

/// A command completed with whichever of folder, seat and draft it takes and does not name.
fn command<'t>(text: &'t str, named: CommandContext<'_>) -> Cow<'t, str> {
    let Some(words) = shell_quotes::split(text).filter(|_| !text.ends_with('\\')) else { return Cow::Borrowed(text) };
    let Some(mut called) = COMMAND_LINE.get().map(|program| program()) else { return Cow::Borrowed(text) };
    let mut rest = words.get(1..).unwrap_or_default();
    while let [word, more @ ..] = rest {
        let Some(under) = called.find_subcommand(word).cloned() else { break };
        (called, rest) = (under, more);
    }
    // A new match has another folder, and a pack is not a match.
    if called.get_name() == "new" || words.get(1).is_some_and(|word| word == "pack") {
        return Cow::Borrowed(text);
    }
    let mut whole = Cow::Borrowed(text);
    let takes = |id: &str| called.get_arguments().any(|arg| arg.get_id() == id);
    // The value of another option is not the folder, though it may be within it.
    let takes_value = |word: &str| {
        let arg =
            word.strip_prefix("--").and_then(|long| called.get_arguments().find(|arg| arg.get_long() == Some(long)));
        arg.is_some_and(|arg| arg.get_action().takes_values())
    };
    let names = |(at, word): (usize, &String)| {
        let of_option = at.checked_sub(1).is_some_and(|before| takes_value(&words[before]));
        word == "--folder" || (!of_option && named.folder.is_some_and(|folder| Path::new(word).starts_with(folder)))
    };
    let first = called.get_positionals().next().and_then(|arg| arg.get_value_names()?.first().cloned());
    let of_draft = first.as_ref().is_some_and(|name| name == "FILE");
    // A draft says which seat it is for.
    let drafted = of_draft && rest.iter().any(|word| !word.starts_with('-'));
    if let Some(draft) = named.draft.filter(|_| of_draft && rest.is_empty()) {
        whole = Cow::Owned(format!("{whole} {}", shell_quoted(draft)));
    }
    if let Some(seat) = named.seat.filter(|_| takes("seat") && !drafted && !words.iter().any(|word| word == "--seat")) {
        whole = Cow::Owned(format!("{whole} --seat {seat}"));
    }
    // Subcommands of `show` inherit the option.
    let inherits = words.get(1).is_some_and(|word| word == "show");
    match named.folder {
        Some(folder) if (takes("folder") || inherits) && !words.iter().enumerate().skip(1).any(names) => {
            let shown = shell_quoted(folder);
            Cow::Owned(match first {
                Some(name) if name == "FOLDER" && !inherits => format!("{whole} {shown}"),
                _ => format!("{whole} --folder {shown}"),
            })
        }
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    fn done(text: &str) -> String {
        set_command_line(Cli::command);
        complete_with(text, CommandContext { folder: Some(Path::new("my match")), ..CommandContext::default() })
    }

    #[test]
    fn a_command_about_a_match_names_its_folder() {
        assert_eq!(done("write one with `adjutant draft`; or"), "write one with `adjutant draft 'my match'`; or");
        assert_eq!(done("Next:\n  adjutant practice go\n"), "Next:\n  adjutant practice go 'my match'\n");
        assert_eq!(
            done("  adjutant verify   # check everything\n"),
            "  adjutant verify 'my match'   # check everything\n"
        );
        let both = "`adjutant show fleet` and `adjutant show river NAME`";
        let named = "`adjutant show fleet --folder 'my match'` and `adjutant show river NAME --folder 'my match'`";
        assert_eq!(done(both), named);
        assert_eq!(done("  adjutant sign elsewhere.yaml"), "  adjutant sign elsewhere.yaml --folder 'my match'");
        // What an option names within the folder does not name the folder.
        let ruling = "  adjutant rule --position 'my match/states/0002.yaml' --reason agreed";
        assert_eq!(done(ruling), format!("{ruling} 'my match'"));
    }

    #[test]
    fn a_command_that_names_it_or_needs_none_stays() {
        for text in [
            "  adjutant sign 'my match/drafts/0002-union.yaml'",
            "`adjutant report 3 --folder 'my match'`",
            "`adjutant keygen` makes one",
            "the adjutant sends; `adjutant",
            "begin another with `adjutant match new FOLDER --title TITLE`",
            "adjutant roll --match ab \\\n  --roll 2\n",
            "it's as `adjutant don't` says",
        ] {
            assert_eq!(done(text), text);
        }
    }

    #[test]
    fn a_command_for_a_seat_names_it_where_it_must() {
        let union =
            CommandContext { folder: Some(Path::new("war")), seat: Some("union"), draft: Some(Path::new("plan.yaml")) };
        for (text, whole) in [
            ("`adjutant draft`", "`adjutant draft --seat union war`"),
            ("  adjutant match sign\n", "  adjutant match sign --seat union war\n"),
            // The draft says which seat it is for.
            ("`adjutant sign war/drafts/0002-confederate.yaml`", "`adjutant sign war/drafts/0002-confederate.yaml`"),
            ("`adjutant odds`", "`adjutant odds plan.yaml --seat union --folder war`"),
            ("`adjutant legal --seat confederate`", "`adjutant legal --seat confederate war`"),
            ("`adjutant show map`", "`adjutant show map --folder war`"),
            ("`adjutant keygen`", "`adjutant keygen`"),
        ] {
            assert_eq!(complete_with(text, union), whole);
        }
    }

    #[test]
    fn a_backtick_within_quotation_marks_belongs_to_the_command() {
        let text = "run `adjutant verify --folder 'a`b'`, or `adjutant draft`";
        assert_eq!(done(text), "run `adjutant verify --folder 'a`b'`, or `adjutant draft 'my match'`");
    }
}
