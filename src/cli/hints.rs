//! Commands that the program names in its advice: each is completed so that it can be pasted where the reader is.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::CommandFactory;
use serde_json::Value;

use super::Cli;

/// The match folder that this run's command names; nothing where it is found from the current folder.
static ABOUT: OnceLock<PathBuf> = OnceLock::new();
/// The fields of an answer in JSON in which commands are named.
const FIELDS: [&str; 6] = ["advice", "next", "told", "notes", "message", "effects"];
const PROGRAM: &str = "adjutant ";

/// Says which match folder this run is about, since it was named; the first one counts.
pub fn about(folder: &Path) {
    if folder != Path::new(".") {
        let _ = ABOUT.set(folder.to_owned());
    }
}

/// A path as a shell takes it, and no option of a command.
pub fn quoted(path: &Path) -> String {
    let shown = path.display().to_string();
    let shown = if shown.starts_with('-') { format!("./{shown}") } else { shown };
    shlex::try_quote(&shown).map_or_else(|_| shown.clone(), Cow::into_owned)
}

/// A text in which each command that is about a match names the folder that this run is about. A command stands between
/// backticks, or alone in its line, a note behind it after two blanks and `#`.
pub fn complete(text: &str) -> Cow<'_, str> {
    match ABOUT.get() {
        Some(folder) if text.contains(PROGRAM) => Cow::Owned(complete_for(text, folder)),
        _ => Cow::Borrowed(text),
    }
}

/// The same for every text in the fields of an answer that advise.
pub fn complete_json(value: &mut Value) {
    if ABOUT.get().is_none() {
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

fn complete_for(text: &str, folder: &Path) -> String {
    let mut whole = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        let indent = rest.len() - rest.trim_start_matches(' ').len();
        if rest[indent..].starts_with(PROGRAM) {
            let body = rest.trim_end();
            let end = body.find("  #").map_or(body.len(), |note| rest[..note].trim_end().len());
            whole += &rest[..indent];
            whole += &command(&rest[indent..end], folder);
            rest = &rest[end..];
        }
        while let Some(at) = rest.find(&format!("`{PROGRAM}")) {
            let from = at + 1;
            let Some(length) = rest[from..].find('`') else { break };
            whole += &rest[..from];
            whole += &command(&rest[from..from + length], folder);
            whole.push('`');
            rest = &rest[from + length + 1..];
        }
        whole += rest;
    }
    whole
}

/// A command with the folder, if it takes one and does not name it.
fn command<'t>(text: &'t str, folder: &Path) -> Cow<'t, str> {
    let Some(words) = shlex::split(text).filter(|_| !text.ends_with('\\')) else { return Cow::Borrowed(text) };
    let names = |word: &String| word == "--folder" || Path::new(word).starts_with(folder);
    let mut called = Cli::command();
    for word in words.iter().skip(1) {
        match called.find_subcommand(word) {
            Some(under) => called = under.clone(),
            None => break,
        }
    }
    // A new match has another folder, and a pack is no match.
    if called.get_name() == "new" || words.get(1).is_some_and(|word| word == "pack") {
        return Cow::Borrowed(text);
    }
    let takes = called.get_arguments().any(|arg| arg.get_id() == "folder");
    // Below `show` the option is inherited.
    let inherits = words.get(1).is_some_and(|word| word == "show");
    if !(takes || inherits) || words.iter().skip(1).any(names) {
        return Cow::Borrowed(text);
    }
    let first = called.get_positionals().next().and_then(|arg| arg.get_value_names()?.first().cloned());
    let shown = quoted(folder);
    Cow::Owned(match first {
        Some(name) if name == "FOLDER" && !inherits => format!("{text} {shown}"),
        _ => format!("{text} --folder {shown}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(text: &str) -> String {
        complete_for(text, Path::new("my match"))
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
    }

    #[test]
    fn a_command_that_names_it_or_needs_none_stays() {
        for text in [
            "  adjutant sign 'my match/drafts/0002-union.yaml'",
            "`adjutant report 3 --folder 'my match'`",
            "`adjutant keygen` makes one",
            "the adjutant sends; `adjutant",
            "begin another with `adjutant match new`",
            "adjutant roll --match ab \\\n  --roll 2\n",
            "it's as `adjutant don't` says",
        ] {
            assert_eq!(done(text), text);
        }
    }

    #[test]
    fn paths_are_quoted_for_a_shell() {
        assert_eq!(quoted(Path::new("ann/drafts")), "ann/drafts");
        assert_eq!(quoted(Path::new("ann's war")), "\"ann's war\"");
        assert_eq!(quoted(Path::new("-x")), "./-x");
    }
}
