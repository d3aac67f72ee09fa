//! `doctor`: what is set up on this computer, and what is not.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::go::settings::{self, Settings};
use super::mail::{addresses, match_folders};
use super::out::{Printout, Tone};
use super::paths::Shown;
use super::shell_quotes::{self, Shell};
use super::{CommandResult, Failure, Format, home, out, verification_record, version};
use crate::document::harmless;

/// Say what is set up on this computer for playing, and what is not: secrets, keys, mail, addresses, matches.
///
/// It changes nothing, and sends nothing.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// One thing that was looked at.
struct Finding {
    name: &'static str,
    /// Whether it is there.
    is_set_up: bool,
    words: String,
    /// What to do if it is needed.
    advice: Option<String>,
}

impl Finding {
    fn there(name: &'static str, words: String) -> Finding {
        Finding { name, is_set_up: true, words, advice: None }
    }

    fn lacking(name: &'static str, words: &str, advice: &str) -> Finding {
        Finding { name, is_set_up: false, words: words.to_owned(), advice: Some(advice.to_owned()) }
    }

    fn value(&self) -> Value {
        json!({"name": self.name, "set_up": self.is_set_up, "message": self.words, "advice": self.advice})
    }
}

pub fn run(_: &Args, format: Format) -> CommandResult {
    let findings =
        [secrets(), key(), cache(), sending(), opening(), going(), known_addresses(), shell(), matches_here()];
    let words = || {
        let mut words = Printout::default();
        words.line(format!("adjutant {}\n", version::long()));
        for one in &findings {
            let (mark, tone) = if one.is_set_up { ("yes", Tone::Good) } else { ("no", Tone::Caution) };
            words.tone(tone, format!("{mark:<4} {:<10} {}", one.name, harmless(&one.words)));
            if let Some(advice) = &one.advice {
                words.line(format!("     {:<10} {advice}", ""));
            }
        }
        words
    };
    let value = || json!({"ok": true, "findings": findings.iter().map(Finding::value).collect::<Vec<_>>()});
    out::answer(format, words, value)
}

fn secrets() -> Finding {
    let (name, advice) = (
        "secrets",
        "`adjutant keygen` makes it with your key, and `adjutant practice new FOLDER` with keys for practice",
    );
    match home::home() {
        Err(_) => {
            Finding::lacking(name, "this system names no folder for them", "set ADJUTANT_HOME to a folder of your own")
        }
        Ok(folder) if folder.symlink_metadata().is_ok() && std::fs::read_dir(&folder).is_err() => {
            let why = std::fs::read_dir(&folder).err().map(|error| error.to_string()).unwrap_or_default();
            let words = format!("{} cannot be used: {why}", folder.shown());
            Finding::lacking(name, &words, "set ADJUTANT_HOME to a folder of your own, or mend this one")
        }
        Ok(folder) if !folder.is_dir() => {
            Finding::lacking(name, &format!("they will be in {}, which is not there yet", folder.shown()), advice)
        }
        Ok(folder) => Finding::there(name, format!("in {}, {}", folder.shown(), who_can_read(&folder))),
    }
}

/// Who can read what is in the folder of secrets.
#[cfg(unix)]
fn who_can_read(folder: &Path) -> &'static str {
    use std::os::unix::fs::PermissionsExt;
    let others = std::fs::metadata(folder).map(|about| about.permissions().mode() & 0o077);
    match others {
        Ok(0) => "which only you can enter",
        _ => "whose files only you can read, though others can enter it",
    }
}

/// Who can read what is in the folder of secrets.
#[cfg(not(unix))]
fn who_can_read(_: &Path) -> &'static str {
    "which whoever can read your user profile can read: protect your key with `adjutant keygen --passphrase` if others \
     use this computer"
}

fn key() -> Finding {
    let names = home::existing_vault().and_then(|vault| vault.key_names().ok()).unwrap_or_default();
    match names.as_slice() {
        [] => Finding::lacking("key", "none; you need one to play against people", "`adjutant keygen` makes one"),
        names => Finding::there("key", format!("{}; keep a copy elsewhere with `adjutant backup`", names.join(", "))),
    }
}

fn cache() -> Finding {
    match verification_record::cache() {
        Some(folder) => Finding::there("cache", format!("in {}", folder.shown())),
        None => Finding::lacking("cache", "off, so that every question reads the whole match", "unset ADJUTANT_CACHE"),
    }
}

fn sending() -> Finding {
    let named = std::env::var("ADJUTANT_SENDMAIL").ok();
    let line = named.as_deref().unwrap_or("sendmail");
    let Some(words) = shell_quotes::command_words(line) else {
        return Finding::lacking("send", &unreadable("ADJUTANT_SENDMAIL", line), "close every quote in it");
    };
    let program = words.into_iter().next().unwrap_or_default();
    let advice = "not needed: `adjutant mail --open` and the drafts that `adjutant mail` writes go through your mail program; \
                  docs/mail.md shows how to set up msmtp";
    match on_path(&program) {
        Some(program) => Finding::there("send", format!("`adjutant mail --send` uses {}", program.shown())),
        None => Finding::lacking("send", &format!("`adjutant mail --send` finds no program '{program}'"), advice),
    }
}

fn opening() -> Finding {
    let Ok(line) = std::env::var("ADJUTANT_MAILER") else {
        let words = "`adjutant mail --open` asks the system for the program that opens .eml files";
        return Finding::there("open", words.to_owned());
    };
    let Some(words) = shell_quotes::command_words(&line) else {
        return Finding::lacking("open", &unreadable("ADJUTANT_MAILER", &line), "close every quote in it");
    };
    let program = words.into_iter().next().unwrap_or_default();
    match on_path(&program) {
        Some(_) => Finding::there("open", format!("`adjutant mail --open` runs {line}")),
        None => {
            let words = format!("`adjutant mail --open` finds no program '{program}'");
            Finding::lacking("open", &words, "set ADJUTANT_MAILER to a program that opens .eml files, or unset it")
        }
    }
}

fn unreadable(variable: &str, line: &str) -> String {
    format!("{variable} is no command: {line}")
}

/// What `adjutant go` does without being told each time.
fn going() -> Finding {
    match Settings::read() {
        Ok(settings) if settings.mailboxes.is_empty() => Finding::lacking(
            "go",
            &format!("`adjutant go` has no mailbox to read: none is in {}", settings::NAME),
            "not needed: name one with `adjutant go --mailbox PATH`; docs/mail.md has an example of the file",
        ),
        Ok(settings) => {
            let mailboxes = out::counted(settings.mailboxes.len(), "mailbox").replace("mailboxs", "mailboxes");
            let sends = if settings.send { "sends" } else { "only writes" };
            Finding::there("go", format!("`adjutant go` reads {mailboxes}, and {sends} mails"))
        }
        Err(Failure::Negative(told) | Failure::Cannot(told)) => {
            let why = told.first().map(|one| one.problem.message.clone()).unwrap_or_default();
            Finding::lacking("go", &format!("{} cannot be used: {why}", settings::NAME), "mend it, or delete it")
        }
    }
}

/// Where a program is: at its path, or in one of the folders of `PATH`.
fn on_path(program: &str) -> Option<PathBuf> {
    if program.is_empty() {
        return None;
    }
    if Path::new(program).components().count() > 1 {
        return Some(PathBuf::from(program)).filter(|path| path.is_file());
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&folders)
        .flat_map(|folder| ["", ".exe"].map(|end| folder.join(format!("{program}{end}"))));
    places.find(|path| path.is_file())
}

fn known_addresses() -> Finding {
    match addresses::count() {
        0 => Finding::lacking("addresses", "none", "`adjutant mail --address SEAT=ADDRESS` keeps one"),
        count => {
            Finding::there("addresses", if count == 1 { "1 is known".to_owned() } else { format!("{count} are known") })
        }
    }
}

/// What ADJUTANT_SHELL may be.
const SHELLS: [&str; 3] = ["sh", "powershell", "cmd"];

fn shell() -> Finding {
    if let Ok(named) = std::env::var("ADJUTANT_SHELL")
        && !SHELLS.contains(&named.to_lowercase().as_str())
    {
        let words = format!("ADJUTANT_SHELL is '{named}', which is none of {}", SHELLS.join(", "));
        return Finding::lacking("shell", &words, "set it to one of them, or unset it");
    }
    let name = match Shell::of_user() {
        Shell::Sh => "sh (also bash, zsh and PowerShell on Linux and macOS)",
        Shell::PowerShell => "PowerShell",
        Shell::Cmd => "cmd",
    };
    Finding::there(
        "shell",
        format!("commands are quoted for {name}; ADJUTANT_SHELL=sh, powershell or cmd changes that"),
    )
}

fn matches_here() -> Finding {
    match match_folders::matches(Path::new(".")).unwrap_or_default().as_slice() {
        [] => Finding::lacking(
            "matches",
            "none in this folder",
            "`adjutant practice new FOLDER` begins one against the program, and `adjutant match new FOLDER --title TITLE` one by mail",
        ),
        found => {
            Finding::there("matches", format!("{} in this folder: `adjutant match status .` shows them", found.len()))
        }
    }
}
