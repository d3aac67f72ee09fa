//! Color, width and progress: at a terminal, in a pipe, and as the environment and `--color` require.

use crate::example::HEAD_TO_HEAD;
use crate::refereed_match;
use crate::verification_records::Place;
use std::process::{Command, Output};

use clap::CommandFactory;

use refereed_match::RefereedMatch;

/// A finished match.
const MATCH: &str = "examples/virginia-head-to-head";

/// The program with nothing in its environment that speaks of color.
fn adjutant(args: &[&str]) -> Command {
    clean(Command::new(env!("CARGO_BIN_EXE_adjutant")), args)
}

fn clean(mut command: Command, args: &[&str]) -> Command {
    let home = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-secrets");
    command
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("ADJUTANT_HOME", home)
        .env("TERM", "xterm")
        .env("PAGER", "");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "CI", "LESS"] {
        command.env_remove(name);
    }
    command
}

fn out(ran: &Output) -> String {
    String::from_utf8(ran.stdout.clone()).unwrap()
}

fn err(ran: &Output) -> String {
    String::from_utf8(ran.stderr.clone()).unwrap()
}

/// A text without its escape sequences, each of which must be a color.
fn stripped(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (numbers, rest) = part.split_once('m').expect("a color");
        assert!(numbers.chars().all(|c| c.is_ascii_digit() || c == ';'), "{part:?}");
        plain.push_str(rest);
    }
    assert!(!plain.contains('\u{1b}'), "{plain:?}");
    plain
}

#[test]
fn a_pipe_gets_no_color_unless_it_is_asked_for() {
    for args in [vec!["report", "--folder", MATCH], vec!["show", "track", "--folder", MATCH], vec!["verify", MATCH]] {
        let with = |more: &[&str], set: &[(&str, &str)]| {
            let ran = adjutant(&[&args, more].concat()).envs(set.iter().copied()).output().unwrap();
            assert!(ran.status.success(), "{args:?}: {}", err(&ran));
            assert_eq!(err(&ran), "");
            out(&ran)
        };
        let plain = with(&[], &[]);
        assert!(!plain.contains('\u{1b}') && plain.lines().count() > 1, "{plain:?}");
        assert_eq!(with(&["--color", "auto"], &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]), plain);
        assert_eq!(with(&["--color=never"], &[("CLICOLOR_FORCE", "1")]), plain);
        let colored = with(&["--color", "always"], &[("NO_COLOR", "1")]);
        assert!(colored.contains('\u{1b}'), "{colored:?}");
        assert_eq!(stripped(&colored), plain);
        assert_eq!(with(&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]), colored);
        assert!(!with(&["--color", "always", "--format", "json"], &[]).contains('\u{1b}'));
    }
}

#[test]
fn verdicts_have_a_color_and_the_same_words() {
    let holds = out(&adjutant(&["verify", MATCH, "--color", "always"]).output().unwrap());
    assert!(
        holds.contains("\u{1b}[32m'Virginia 1861, an example, head-to-head' verifies: every check passes.\u{1b}[0m\n"),
        "{holds:?}"
    );
    let case = "tests/fixtures/cmd/turn.yaml";
    let refused = adjutant(&["case", case, "--color", "always"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert_ne!(stripped(&err(&refused)), err(&refused));
    assert_eq!(stripped(&err(&refused)), err(&adjutant(&["case", case]).output().unwrap()));
}

#[test]
fn help_and_bad_usage_follow_the_same_choice() {
    let help = |args: &[&str]| out(&adjutant(args).output().unwrap());
    assert!(help(&["--help", "--color", "always"]).contains('\u{1b}'));
    assert!(!help(&["--help"]).contains('\u{1b}'));
    let wrong = |args: &[&str]| err(&adjutant(args).output().unwrap());
    assert!(wrong(&["--color=always", "verif"]).contains('\u{1b}'));
    assert!(!wrong(&["verif"]).contains('\u{1b}'));
    // Arguments after `--` are not options, and the last option counts.
    assert!(!wrong(&["verif", "--", "--color=always"]).contains('\u{1b}'));
    assert!(!wrong(&["verif", "--color=always", "--color", "never"]).contains('\u{1b}'));
}

/// Runs the program in a pseudo-terminal of this many columns; returns everything shown there.
#[cfg(unix)]
fn at_a_terminal(width: u16, args: &[&str], set: &[(&str, &str)]) -> String {
    const PROGRAM: &str = "
import fcntl, os, pty, select, struct, sys, termios
shown, terminal = pty.openpty()
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 40, int(sys.argv[1]), 0, 0))
pid = os.fork()
if pid == 0:
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for stream in range(3):
        os.dup2(terminal, stream)
    os.closerange(3, 10)
    os.execv(sys.argv[2], sys.argv[2:])
# The terminal stays open here: whoever closes it last may lose what has not been read.
ended = None
while True:
    if select.select([shown], [], [], 0.02)[0]:
        os.write(1, os.read(shown, 65536))
    elif ended is not None:
        break
    else:
        done, status = os.waitpid(pid, os.WNOHANG)
        ended = status if done else None
sys.exit(os.waitstatus_to_exitcode(ended))
";
    let width = width.to_string();
    let own = ["-c", PROGRAM, &width, env!("CARGO_BIN_EXE_adjutant")];
    let mut python = clean(Command::new("python3"), &[&own, args].concat());
    let ran = python.envs(set.iter().copied()).output().expect("python3, for a pseudo-terminal");
    assert!(ran.status.success(), "{args:?}: {}{}", out(&ran), err(&ran));
    out(&ran).replace("\r\n", "\n")
}

/// Runs the program in a pseudo-terminal in which somebody types an answer; its exit code and everything shown there.
#[cfg(unix)]
fn asked_at_a_terminal(answer: &str, args: &[&str], folder: &std::path::Path, home: &std::path::Path) -> (i32, String) {
    const PROGRAM: &str = "
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])
seen = b''
while True:
    try:
        read = os.read(fd, 65536)
    except OSError:
        break
    if not read:
        break
    if b'[y/N]' in seen + read and b'[y/N]' not in seen:
        os.write(fd, sys.argv[1].encode() + b'\\n')
    seen += read
sys.stdout.buffer.write(seen)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
";
    let own = ["-c", PROGRAM, answer, env!("CARGO_BIN_EXE_adjutant")];
    let mut python = clean(Command::new("python3"), &[&own, args].concat());
    let ran = python.current_dir(folder).env("ADJUTANT_HOME", home).output().expect("python3, for a pseudo-terminal");
    (ran.status.code().expect("no signal"), stripped(left(&out(&ran).replace("\r\n", "\n"))))
}

#[cfg(unix)]
#[test]
fn who_sits_at_a_terminal_is_asked_once_before_he_signs_what_is_warned_of() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let order = table.legal_order(&seat);
    let (folder, home) = (table.folder(), table.home(&seat));
    table.drafted(&seat, &format!("orders: [{order}, {{spend: {{west: 1}}}}]"));
    let warned = table.run(&seat, &["check"]);
    assert!(warned.out.contains("Warning:"), "{}", warned.out);
    let turns = || std::fs::read_dir(folder.join("turns")).map_or(0, Iterator::count);
    let before = turns();
    for answer in ["n", "", "what"] {
        let (code, shown) = asked_at_a_terminal(answer, &["sign"], &folder, &home);
        assert_eq!(code, 1, "{shown}");
        assert!(shown.contains("Warning:") && shown.contains("Sign it anyway? [y/N]"), "{shown}");
        assert!(shown.contains("nothing was signed") && shown.contains("--yes"), "{shown}");
        assert_eq!(turns(), before);
    }
    let (code, shown) = asked_at_a_terminal("y", &["sign"], &folder, &home);
    assert_eq!(code, 0, "{shown}");
    assert_eq!((shown.matches("[y/N]").count(), turns()), (1, before + 1), "{shown}");
    // A turn that is signed already is handed out again without a question.
    let (code, shown) = asked_at_a_terminal("n", &["sign"], &folder, &home);
    assert!(code == 0 && !shown.contains("[y/N]"), "{shown}");
}

#[cfg(unix)]
#[test]
fn nobody_is_asked_with_yes_or_without_a_terminal() {
    for yes in [true, false] {
        let table = RefereedMatch::new();
        let seat = table.until_orders();
        let order = table.legal_order(&seat);
        table.drafted(&seat, &format!("orders: [{order}, {{spend: {{west: 1}}}}]"));
        if yes {
            let (code, shown) = asked_at_a_terminal("n", &["sign", "--yes"], &table.folder(), &table.home(&seat));
            assert!(code == 0 && !shown.contains("[y/N]") && shown.contains("Warning:"), "{shown}");
        } else {
            // The warning comes once, just before what was written.
            let ran = table.run(&seat, &["sign"]);
            assert_eq!((ran.code, ran.out.matches("Warning:").count()), (0, 1), "{}", ran.out);
            assert!(ran.out.find("Warning:") < ran.out.find("Signed: "), "{}", ran.out);
        }
    }
}

/// A drafted turn with a warning about an attack in which the attackers are eliminated without a die roll, and its
/// seat.
#[cfg(unix)]
fn a_destroyed_attack() -> (RefereedMatch, String) {
    let drafted = || {
        let table = RefereedMatch::new();
        let seat = drafts_a_destroyed_attack(&table)?;
        Some((table, seat))
    };
    // Each table has other dice.
    (0..20).find_map(|_| drafted()).expect("a half with points enough for an attack")
}

#[cfg(unix)]
fn drafts_a_destroyed_attack(table: &RefereedMatch) -> Option<String> {
    let attack = |leader: &str, path: &str| format!("{{move: {{leader: {leader}, sp: 1, path: [{path}]}}}}");
    let attacks = |seat: &str| match seat {
        "confederate" => ["longstreet", "ewell", "beauregard"].map(|leader| attack(leader, "\"5106\", \"5206\"")),
        _ => ["stone", "heintzelman", "mcdowell"].map(|leader| attack(leader, "\"5106\", \"5006\"")),
    };
    for _ in 0..12 {
        let seat = table.until_orders();
        let first = table.legal_order(&seat);
        for attack in attacks(&seat) {
            for orders in [format!("[{attack}]"), format!("[{first}, {attack}]")] {
                table.drafted(&seat, &format!("orders: {orders}"));
                let said = table.run(&seat, &["check"]);
                if said.code == 0 && said.out.contains("eliminated without a die roll") {
                    return Some(seat);
                }
            }
        }
        // The dice of this half allow none.
        table.drafted(&seat, &format!("orders: [{first}]"));
        table.run_ok(&seat, &["sign"]);
        table.run_ok("adjudicator", &["adjudicate"]);
    }
    None
}

#[cfg(unix)]
#[test]
fn who_would_attack_only_to_be_destroyed_is_asked_first() {
    let (table, seat) = a_destroyed_attack();
    let warning = "the attackers are eliminated without a die roll [7.2.3]";
    let checked = table.run(&seat, &["check"]);
    assert_eq!(checked.out.matches(warning).count(), 1, "{}", checked.out);
    let line = checked.out.lines().find(|line| line.contains(warning)).unwrap_or_default();
    assert!(line.trim_start().starts_with("Warning: order "), "{}", checked.out);
    let (code, shown) = asked_at_a_terminal("n", &["sign"], &table.folder(), &table.home(&seat));
    assert!(code == 1 && shown.contains("Sign it anyway? [y/N]"), "{shown}");
    assert_eq!(shown.split_whitespace().collect::<Vec<_>>().join(" ").matches(warning).count(), 1, "{shown}");
    // In a script the warning comes once.
    let ran = table.run(&seat, &["sign"]);
    assert_eq!((ran.code, ran.out.matches(warning).count()), (0, 1), "{}", ran.out);
}

/// The text that remains on the terminal: the progress line is erased at the end.
#[cfg(unix)]
fn left(shown: &str) -> &str {
    shown.rsplit("\u{1b}[2K").next().unwrap_or_default()
}

#[cfg(unix)]
#[test]
fn a_terminal_gets_color_and_lines_that_fit() {
    let args = ["show", "track", "--folder", MATCH];
    let shown = at_a_terminal(52, &args, &[]);
    assert!(left(&shown).contains('\u{1b}'), "{shown:?}");
    let plain = stripped(left(&shown));
    let widest = plain.lines().map(unicode_width::UnicodeWidthStr::width).max();
    assert!(widest.is_some_and(|widest| (45..=52).contains(&widest)), "{widest:?}: {plain}");
    assert_eq!(left(&at_a_terminal(52, &args, &[("NO_COLOR", "1")])), plain);
    // A terminal that cannot do anything is shown nothing but words.
    assert_eq!(at_a_terminal(52, &args, &[("TERM", "dumb")]), plain);
    assert_eq!(left(&at_a_terminal(200, &args, &[("NO_COLOR", "1"), ("COLUMNS", "52")])), plain);
}

#[cfg(unix)]
#[test]
fn a_command_that_takes_long_says_that_it_is_still_working() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let place = Place::at(HEAD_TO_HEAD, 60);
    let played = place.folder().to_str().unwrap().to_owned();
    let turns = format!("{played}/turns");
    let (home, backup, page) = (path("home"), path("all.age"), path("page.html"));
    let set = [
        ("NO_COLOR", "1"),
        ("ADJUTANT_PATIENCE", "1"),
        ("ADJUTANT_HOME", home.as_str()),
        ("ADJUTANT_PASSPHRASE", "long"),
    ];
    at_a_terminal(100, &["keygen"], &set[..3]);
    let commands: [(&[&str], &str, &str); 8] = [
        (&["verify", MATCH], "verifying [", "every check passes."),
        (&["dispute", MATCH, MATCH], "verifying [", "and the match verifies."),
        (&["match", "status", MATCH], "verifying [", "The match is over"),
        (&["receive", &turns, "--folder", &played], "reading mails: ", "known."),
        (&["replay", MATCH, "--out", &page], "drawing [", "page.html"),
        (&["backup", &backup], "encrypting, ", "Written: "),
        (&["pack", "check", "scenarios/civil_war"], "working, ", ""),
        (&["case", "tests/cases/seven_days"], "working, ", ""),
    ];
    for (args, during, after) in commands {
        let shown = at_a_terminal(100, args, &set);
        assert!(shown.contains(during), "{args:?}: {shown:?}");
        let left = left(&shown);
        assert!(left.contains(after) && !left.contains(during), "{args:?}: {shown:?}");
    }
    // Nothing in the environment makes it cheap to guess the passphrase of this backup.
    let bytes = std::fs::read(&backup).unwrap();
    let header = String::from_utf8_lossy(&bytes[..200.min(bytes.len())]).into_owned();
    let work = header.lines().nth(1).and_then(|stanza| stanza.rsplit(' ').next()?.parse::<u8>().ok());
    assert!(work.is_some_and(|work| work >= 12), "{header}");
}

#[cfg(unix)]
#[test]
fn what_takes_long_is_shown_while_it_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let played = |name: &str, set: &[(&str, &str)]| {
        let place = folder.path().join(name);
        at_a_terminal(100, &["demo", "--player", "sensible", "--out", place.to_str().unwrap()], set)
    };
    let shown = played("one", &[("NO_COLOR", "1"), ("ADJUTANT_PATIENCE", "1")]);
    assert!(shown.contains("playing: step "), "{shown:?}");
    assert!(left(&shown).contains("The match verifies: ") && !left(&shown).contains("playing"), "{shown:?}");
    let dumb = played("two", &[("TERM", "dumb"), ("ADJUTANT_PATIENCE", "1")]);
    assert!(!dumb.contains("playing") && !dumb.contains('\u{1b}'), "{dumb:?}");
}

/// What a reader copies is whole, everything else fits, and no word is broken; returns the words without `#`.
#[cfg(unix)]
fn fits(shown: &str, width: usize) -> Vec<String> {
    let plain = stripped(shown);
    for line in plain.lines() {
        let body = line.trim_start();
        let copied = ["- {", "adjutant ", "# yaml-language-server", "match: \"", "parent: \""];
        let is_copied = copied.iter().any(|begin| body.starts_with(begin)) || !body.contains(' ');
        assert!(is_copied || unicode_width::UnicodeWidthStr::width(line) <= width, "{width}: {line}");
        // A note stands beside what is copied only where it fits.
        assert!(unicode_width::UnicodeWidthStr::width(line) <= width || !line.contains("  # "), "{width}: {line}");
    }
    plain.split_whitespace().filter(|word| *word != "#").map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn legal_status_and_hint_are_in_color_and_fit_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (place, home) = (path("game"), path("secrets"));
    let deep = path("a/folder/that/leaves/no/room/for/anything/beside/it");
    let set = [("ADJUTANT_HOME", home.as_str()), ("ADJUTANT_CACHE", "off")];
    let piped = |args: &[&str]| {
        let ran = adjutant(args).envs(set).output().unwrap();
        assert!(ran.status.success(), "{args:?}: {}", err(&ran));
        out(&ran)
    };
    let is_note = |line: &&str| line.trim_start().starts_with('#');
    piped(&["practice", "new", &place, "--seed", "7"]);
    piped(&["practice", "new", &format!("{deep}/game"), "--seed", "7"]);
    for stage in ["a choice", "orders"] {
        let asks: [&[&str]; 7] = [
            &["legal", &place],
            &["legal", &place, "--all"],
            &["legal", &place, "--for", "mcdowell"],
            &["match", "status", &place],
            &["match", "status", folder.path().to_str().unwrap()],
            &["match", "status", &deep],
            &["practice", "hint", &place],
        ];
        for args in asks {
            let whole = piped(args);
            assert!(!whole.contains('\u{1b}'), "{whole:?}");
            // The folder of a match is never broken, so the table of matches needs some room.
            let is_table = args[..2] == ["match", "status"] && args[2] != place;
            for width in if is_table || stage == "a choice" { [80].as_slice() } else { &[60, 80] } {
                let width = *width;
                let shown = left(&at_a_terminal(width, args, &set)).to_owned();
                assert!(shown.contains("\u{1b}["), "{stage}: {args:?}: {shown:?}");
                let words: Vec<&str> = whole.split_whitespace().filter(|word| *word != "#").collect();
                // The table of matches repeats nothing, but its cells take several lines.
                let (mut at_terminal, mut in_pipe) = (fits(&shown, usize::from(width)), words);
                if args[..2] == ["match", "status"] {
                    // Time passes between the two.
                    let is_number = |word: &str| word.contains(|c: char| c.is_ascii_digit());
                    at_terminal.retain(|word| !is_number(word));
                    in_pipe.retain(|word| !is_number(word));
                    at_terminal.sort();
                    in_pipe.sort_unstable();
                }
                assert_eq!(at_terminal, in_pipe, "{stage}: {args:?} at {width}: {shown}");
                let plain = stripped(&shown);
                // What is copied says the same: the entries are the same lines, and a draft is the same document.
                let without_notes = |text: &str| -> Vec<String> {
                    let lines = text.lines().filter(|line| line.starts_with("  - "));
                    lines.map(|line| line.split("  # ").next().unwrap_or_default().to_owned()).collect()
                };
                assert_eq!(without_notes(&plain), without_notes(&whole));
                if args[0] == "practice" {
                    let lines =
                        |text: &str| text.lines().filter(|line| !is_note(line)).map(str::to_owned).collect::<Vec<_>>();
                    assert_eq!(lines(&plain), lines(&whole));
                }
            }
        }
        for _ in 0..3 {
            piped(&["practice", "hint", &place, "--write", "--force"]);
            if piped(&["practice", "go", &place]).contains("Your move: orders") {
                break;
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_long_answer_is_shown_in_a_pager() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let marks = ("PAGER", "sed s/^/|/");
    let is_paged = |shown: &str| !shown.is_empty() && shown.lines().all(|line| line.starts_with('|'));
    let at = |args: &[&str], set: &[(&str, &str)]| {
        left(&at_a_terminal(80, args, &[&[("NO_COLOR", "1")], set].concat())).to_owned()
    };
    let report = ["report", "8", "--folder", MATCH];
    let long: [&[&str]; 4] =
        [&report, &["report", "8", "--folder", MATCH, "--markdown"], &["show", "map", "--folder", MATCH], &["--help"]];
    for args in long {
        let paged = at(args, &[marks]);
        assert!(is_paged(&paged), "{args:?}: {paged}");
        let direct = at(args, &[]);
        assert_eq!(paged.replace("\n|", "\n").trim_start_matches('|'), direct, "{args:?}");
        assert_eq!(at(&[args, &["--no-pager"]].concat(), &[marks]), direct);
        if args != report {
            continue;
        }
        for set in [("PAGER", "cat"), ("PAGER", "no-such-pager --at-all"), ("PAGER", "'unclosed")] {
            assert_eq!(at(args, &[set]), direct, "{set:?}");
        }
        assert_eq!(at(args, &[marks, ("TERM", "dumb")]), direct);
        // A reader who leaves early is no failure.
        assert_eq!(at(args, &[("PAGER", "true")]), "");
        assert_eq!(at(args, &[("PAGER", "head -n 1")]).lines().count(), 1);
        let piped = adjutant(args).envs([marks]).output().unwrap();
        assert!(piped.status.success() && !out(&piped).starts_with('|'), "{args:?}");
    }
    let colored = at_a_terminal(80, &report, &[marks]);
    assert!(is_paged(left(&colored)) && colored.contains("\u{1b}["), "{colored:?}");
    // A pager that cannot show colors is given none.
    let more = folder.path().join("more");
    std::fs::write(&more, "#!/bin/sh\nexec sed 's/^/|/'\n").unwrap();
    std::fs::set_permissions(&more, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(left(&at_a_terminal(80, &report, &[("PAGER", more.to_str().unwrap())])), at(&report, &[marks]));
    // What fits on the screen is printed there, data for programs too, and an answer that is no is read at once.
    for args in [&["match", "status", MATCH][..], &["show", "hex", "5106", "--folder", MATCH], &["schema", "turn"]] {
        assert!(!is_paged(&at(args, &[marks])), "{args:?}");
    }
    assert!(!is_paged(&at(&[&report[..], &["--format", "json"]].concat(), &[marks])));
}

#[test]
fn nobody_who_stops_reading_is_told_of_a_failure() {
    let report = format!("'{}' report 8 --folder {MATCH} | head -n 1", env!("CARGO_BIN_EXE_adjutant"));
    let ran = clean(Command::new("bash"), &["-c", &format!("set -o pipefail; {report}")]).output().unwrap();
    assert!(ran.status.success(), "{}", err(&ran));
    assert_eq!((err(&ran).as_str(), out(&ran).lines().count()), ("", 1));
}

#[cfg(unix)]
#[test]
fn reports_and_odds_are_as_wide_as_the_terminal() {
    // The command that recomputes a roll is never broken, since it is there to be copied.
    let widest = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with("adjutant roll") && !line.starts_with("  --"));
        lines.map(unicode_width::UnicodeWidthStr::width).max().unwrap_or_default()
    };
    let place = Place::at(HEAD_TO_HEAD, 25);
    let folder = place.folder().display().to_string();
    let order = "move: {leader: magruder, sp: 1, path: [\"5410\"]}";
    for args in [&["report", "8", "--folder", MATCH][..], &["odds", "--folder", &folder, "--order", order]] {
        for width in [60, 90, 130] {
            let shown = at_a_terminal(width, args, &[("NO_COLOR", "1")]);
            let (widest, width) = (widest(left(&shown)), usize::from(width));
            // Prose has at most 100 columns, so that it stays easy to read.
            assert!(widest <= width && widest + 8 > width.min(100), "{args:?} at {width}: {widest}\n{shown}");
        }
    }
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let place = folder.path().join(name);
        let ran = adjutant(&["man", place.to_str().unwrap(), "--format", "json"]).output().unwrap();
        assert!(ran.status.success(), "{}", err(&ran));
        let mut pages: Vec<(String, String)> = std::fs::read_dir(&place)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(&path).unwrap())
            })
            .collect();
        pages.sort();
        pages
    };
    let (pages, again) = (write("one"), write("two"));
    assert_eq!(pages, again);
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    let mut expected = Vec::new();
    fn name_all(command: &clap::Command, above: &str, names: &mut Vec<String>) {
        names.push(format!("{above}.1"));
        for under in command.get_subcommands().filter(|under| under.get_name() != "help") {
            name_all(under, &format!("{above}-{}", under.get_name()), names);
        }
    }
    name_all(&adjutant::cli::Cli::command(), "adjutant", &mut expected);
    expected.sort();
    assert_eq!(names, expected);
    for (name, page) in &pages {
        let called = name.trim_end_matches(".1");
        assert!(page.contains(&format!("\n.TH {called} 1  \"adjutant ")), "{name}: {page}");
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "OUTPUT"] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name}: {page}");
        }
    }
    // `man` itself reads them without a complaint, where it is there.
    let page = folder.path().join("one/adjutant-match-status.1");
    if let Ok(ran) = Command::new("man").args(["--warnings", "-l"]).arg(&page).env("MANPAGER", "cat").output() {
        assert!(ran.status.success() && err(&ran).is_empty(), "{}", err(&ran));
    }
}
