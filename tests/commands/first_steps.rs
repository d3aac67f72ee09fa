//! A computer on which nothing is set up yet: where secrets go, what `doctor` says, what `adjutant` alone asks, and names
//! and texts that come from other systems.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// The program in a folder of its own, with no variable of the user's.
fn adjutant(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(args).current_dir(folder).env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("HOME", folder).env("TZ", "UTC");
    command
}

fn said(ran: &Output) -> String {
    [&ran.stdout, &ran.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

fn ok(mut command: Command) -> String {
    let ran = command.output().unwrap();
    assert_eq!(ran.status.code(), Some(0), "{command:?}: {}", said(&ran));
    said(&ran)
}

fn refused(mut command: Command, code: i32) -> String {
    let ran = command.output().unwrap();
    assert_eq!(ran.status.code(), Some(code), "{command:?}: {}", said(&ran));
    said(&ran)
}

#[test]
#[cfg(target_os = "linux")]
fn secrets_have_a_place_with_and_without_home() {
    let folder = tempfile::tempdir().unwrap();
    let key = |under: &str| folder.path().join(under).join("keys/default");
    assert!(ok(adjutant(folder.path(), &["keygen"])).contains(".local/share/adjutant"));
    assert!(key(".local/share/adjutant").is_file());
    let mut elsewhere = adjutant(folder.path(), &["keygen"]);
    elsewhere.env("XDG_DATA_HOME", folder.path().join("data"));
    ok(elsewhere);
    assert!(key("data/adjutant").is_file());
    // Without the variable, the system knows the home folder; a test makes no key there.
    for home in [None, Some("")] {
        let mut command = adjutant(folder.path(), &["doctor", "--format", "json"]);
        match home {
            None => command.env_remove("HOME"),
            Some(home) => command.env("HOME", home),
        };
        let found: Value = serde_json::from_str(&ok(command)).unwrap();
        let secrets = found["findings"][0]["message"].as_str().unwrap();
        let (_, place) = secrets.split_once("in /").expect("a folder");
        assert!(place.contains("/.local/share/adjutant"), "{secrets}");
    }
}

#[test]
fn doctor_says_what_is_set_up_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("secrets");
    let asked = || {
        let mut command = adjutant(folder.path(), &["doctor", "--format", "json"]);
        command.env("ADJUTANT_HOME", &home).env("ADJUTANT_SENDMAIL", "no-such-program -t").env("ADJUTANT_CACHE", "off");
        serde_json::from_str::<Value>(&ok(command)).unwrap()
    };
    let set_up = |found: &Value, name: &str| {
        let all = found["findings"].as_array().unwrap();
        all.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}"))["set_up"] == true
    };
    let before = asked();
    for name in ["secrets", "key", "cache", "send", "addresses", "matches"] {
        assert!(!set_up(&before, name), "{name}: {before}");
    }
    assert!(!home.exists());
    for args in [&["keygen"][..], &["match", "new", "m", "--title", "One", "--game", "crossroads"]] {
        let mut command = adjutant(folder.path(), args);
        command.env("ADJUTANT_HOME", &home);
        ok(command);
    }
    let after = asked();
    for (name, expected) in [("secrets", true), ("key", true), ("matches", true), ("send", false)] {
        assert_eq!(set_up(&after, name), expected, "{name}: {after}");
    }
    let mut words = adjutant(folder.path(), &["doctor"]);
    words.env("ADJUTANT_HOME", &home);
    let words = ok(words);
    assert!(words.contains("yes  key") && words.contains("protocol  1"), "{words}");
}

#[test]
fn the_version_names_commit_protocol_and_rules() {
    let folder = tempfile::tempdir().unwrap();
    let long = ok(adjutant(folder.path(), &["--version"]));
    for part in ["adjutant 0.", "\ncommit  ", "\nbuild  ", "\nprotocol  1\n", "civil_war ", "crossroads "] {
        assert!(long.contains(part), "{part}: {long}");
    }
    assert_eq!(ok(adjutant(folder.path(), &["-V"])).lines().count(), 1);
}

#[test]
fn commands_are_quoted_for_the_shell_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    for (shell, quoted) in
        [("sh", "'solo game"), ("powershell", "'solo game"), ("cmd", "\"solo game"), ("unknown", "'solo game")]
    {
        let place = folder.path().join(shell);
        fs::create_dir(&place).unwrap();
        let mut command = adjutant(&place, &["practice", "new", "solo game", "--game", "crossroads"]);
        command.env("ADJUTANT_SHELL", shell);
        let words = ok(command);
        let advised: Vec<&str> = words.lines().filter(|line| line.trim_start().starts_with("adjutant ")).collect();
        assert!(!advised.is_empty() && advised.iter().all(|line| line.contains(quoted)), "{shell}: {words}");
    }
}

#[test]
fn names_that_windows_keeps_for_devices_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["keygen", "--name", "aux"][..],
        &["match", "new", "con", "--title", "T"],
        &["match", "new", "games/NUL.old/m", "--title", "T"],
        &["practice", "new", "com1"],
    ] {
        let words = refused(adjutant(folder.path(), args), 2);
        assert!(words.contains("Windows keeps this name for a device"), "{args:?}: {words}");
    }
    // Elsewhere such a folder may be there already, and its owner reads it.
    #[cfg(unix)]
    {
        ok(adjutant(folder.path(), &["match", "new", "fine", "--title", "T", "--game", "crossroads"]));
        fs::rename(folder.path().join("fine"), folder.path().join("aux")).unwrap();
        ok(adjutant(folder.path(), &["match", "status", "aux"]));
    }
}

#[test]
fn a_draft_in_utf_16_is_read() {
    let folder = tempfile::tempdir().unwrap();
    ok(adjutant(folder.path(), &["practice", "new", "m", "--game", "crossroads"]));
    ok(adjutant(folder.path(), &["practice", "hint", "m", "--write"]));
    let drafts = folder.path().join("m/drafts");
    let draft = fs::read_dir(drafts).unwrap().map(|entry| entry.unwrap().path()).max().expect("a draft");
    let text = fs::read_to_string(&draft).unwrap();
    // As PowerShell 5 writes what `>` and Out-File are given.
    let units = "\u{feff}".encode_utf16().chain(text.replace('\n', "\r\n").encode_utf16().collect::<Vec<_>>());
    fs::write(&draft, units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>()).unwrap();
    let checked = ok(adjutant(folder.path(), &["check", "--folder", "m"]));
    assert!(checked.contains("legal"), "{checked}");
    ok(adjutant(folder.path(), &["practice", "go", "m"]));
}

#[test]
fn without_a_terminal_the_program_alone_prints_its_help() {
    let folder = tempfile::tempdir().unwrap();
    let words = refused(adjutant(folder.path(), &[]), 2);
    assert!(words.contains("Usage: adjutant") && !words.contains("What do you want to do?"), "{words}");
}

/// Runs the program alone in a pseudo-terminal in which somebody types these lines; its exit code and what is shown.
#[cfg(unix)]
fn answered(folder: &Path, lines: &[&str]) -> (i32, String) {
    const PROGRAM: &str = "
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:2])
seen, waiting = b'', sys.argv[2:]
while True:
    try:
        read = os.read(fd, 65536)
    except OSError:
        break
    if not read:
        break
    seen += read
    if seen.endswith(b': ') and waiting:
        os.write(fd, waiting.pop(0).encode() + b'\\n')
sys.stdout.buffer.write(seen)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
";
    let mut python = Command::new("python3");
    python.args(["-c", PROGRAM, env!("CARGO_BIN_EXE_adjutant")]).args(lines).current_dir(folder).env_clear();
    python.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", folder).env("TERM", "dumb");
    let ran = python.output().expect("python3, for a pseudo-terminal");
    (ran.status.code().expect("no signal"), said(&ran).replace("\r\n", "\n"))
}

#[test]
#[cfg(unix)]
fn at_a_terminal_five_answers_make_an_invitation() {
    let folder = tempfile::tempdir().unwrap();
    let lines = ["play", "Ann O'Neil", "Crossroads", "union", "bob", "bob@example.org", "ann@example.org"];
    let (code, shown) = answered(folder.path(), &lines);
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("'bob' is not a mail address"), "{shown}");
    let (_, commands) = shown.split_once("What was done, as commands:\n").expect("the commands");
    let commands: Vec<&str> = commands.lines().map(str::trim).collect();
    assert_eq!(
        commands,
        [
            "adjutant keygen",
            "adjutant match new crossroads-by-mail '--title=A meeting engagement' --game=crossroads",
            "adjutant match join crossroads-by-mail --seat=union \"--name=Ann O'Neil\"",
            "adjutant match invite crossroads-by-mail --to=bob@example.org --from=ann@example.org",
        ],
        "{shown}"
    );
    let mails = folder.path().join("crossroads-by-mail/mail/out");
    let mail = fs::read_dir(mails).unwrap().next().expect("a mail").unwrap().path();
    let mail = fs::read_to_string(mail).unwrap();
    assert!(mail.contains("X-Unsent: 1") && mail.contains("bob@example.org"), "{mail}");
    // The match is offered the next time, and one that has not begun does not verify.
    let (code, shown) = answered(folder.path(), &["verify", "1"]);
    assert!(shown.contains("crossroads-by-mail: A meeting engagement"), "{shown}");
    assert!(code > 0 && shown.contains("adjutant verify crossroads-by-mail"), "{shown}");
}

#[test]
#[cfg(unix)]
fn who_gives_no_usable_answer_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (code, shown) = answered(folder.path(), &["nine", "0", "x", "y", "z"]);
    assert_eq!(code, 2, "{shown}");
    assert!(shown.contains("type a number from 1 to 7"), "{shown}");
    let (_, shown) = answered(folder.path(), &["7"]);
    assert!(shown.contains("Usage: adjutant"), "{shown}");
}
