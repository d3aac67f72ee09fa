//! Commands that the program advises can be pasted wherever the reader is; and every command takes its match folder
//! with `--folder` and without.

use crate::refereed_match;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::folders::copy_all;
use clap::CommandFactory;
use refereed_match::RefereedMatch;

/// A reader in an empty folder, whose matches have names that need quoting in a shell.
struct Reader {
    root: tempfile::TempDir,
    /// The commands that were advised, each but once; numbers count alike.
    seen: BTreeSet<String>,
    /// Those that were run.
    pasted: usize,
}

struct Ran {
    code: i32,
    output: String,
}

impl Reader {
    fn new() -> Reader {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("elsewhere")).unwrap();
        Reader { root, seen: BTreeSet::new(), pasted: 0 }
    }

    /// A path as `sh` takes it.
    fn path(&self, name: &str) -> String {
        shlex::try_quote(self.root.path().join(name).to_str().unwrap()).unwrap().into_owned()
    }

    /// Runs a line as `sh` understands it.
    fn run(&self, seat: &str, line: &str) -> Ran {
        let program = Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().unwrap();
        let ran = Command::new("sh")
            .args(["-c", line])
            .current_dir(self.root.path().join("elsewhere"))
            .env("PATH", format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default()))
            .env("ADJUTANT_HOME", self.root.path().join(format!("secrets of {seat}")))
            .output()
            .unwrap();
        let said = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).join("\n");
        Ran { code: ran.status.code().expect("no signal"), output: said }
    }

    /// Runs a line, which must not end worse than this, and pastes everything that it advises for looking at the match.
    fn follow(&mut self, seat: &str, line: &str, worst: i32) -> String {
        let ran = self.run(seat, line);
        assert!(ran.code <= worst, "{line}: {}", ran.output);
        for hint in hints(&ran.output) {
            let digits = |c: char| if c.is_ascii_digit() { '#' } else { c };
            let place = self.root.path().display().to_string();
            let alike: String = hint.replace(&place, "").chars().map(digits).collect();
            let looks = ["check", "legal", "odds", "show", "report", "verify", "match status", "practice hint"];
            let looks = looks.iter().any(|verb| hint.starts_with(&format!("adjutant {verb}")));
            // Placeholders for something that the reader knows are in capitals or left out.
            let open = hint.split(' ').any(|word| word.len() > 2 && word.chars().all(|c| c.is_ascii_uppercase()));
            if self.seen.insert(alike) && looks && !open && !hint.contains('…') {
                let pasted = self.run(seat, &hint);
                assert!(pasted.code < 2, "{line}\nadvised: {hint}\nwhich said: {}", pasted.output);
                self.pasted += 1;
            }
        }
        ran.output
    }
}

/// The commands that a text advises: alone in a line, or between backticks.
fn hints(said: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in said.lines() {
        let own = line.trim();
        if own.starts_with("adjutant ") && !own.ends_with('\\') {
            found.push(own.split("  #").next().unwrap_or(own).trim_end().to_owned());
        }
        let inside = line.split('`').skip(1).step_by(2).filter(|part| part.starts_with("adjutant "));
        found.extend(inside.map(str::to_owned));
    }
    found
}

/// The hint in a text that begins so.
fn hint(said: &str, verb: &str) -> String {
    let found = hints(said).into_iter().find(|hint| hint.starts_with(&format!("adjutant {verb}")));
    found.unwrap_or_else(|| panic!("nobody is told to {verb}: {said}"))
}

#[test]
fn a_match_for_practice_is_played_by_its_hints_alone() {
    let mut reader = Reader::new();
    let begin = format!("adjutant practice new {} --side union --seed 7", reader.path("Ann's war"));
    let mut said = reader.follow("ann", &begin, 0);
    for _ in 0..200 {
        if said.contains("The match is over: ") {
            reader.follow("ann", &hint(&said, "verify"), 0);
            // Playing on and looking, in each way that a reader was advised.
            assert!(reader.pasted >= 3, "{:?}", reader.seen);
            return;
        }
        let ask = hint(&said, "practice hint");
        let written = reader.follow("ann", &format!("{ask} --write --force"), 0);
        said = reader.follow("ann", &hint(&written, "practice go"), 0);
    }
    panic!("the match has no end: {said}");
}

#[test]
fn a_match_by_mail_is_begun_by_its_hints_alone() {
    let mut reader = Reader::new();
    let own = reader.path("our war; it's long");
    let mut said =
        reader.follow("ann", &format!("adjutant match new {own} --title 'By hints' --scenario virginia_1861"), 0);
    for seat in ["ann", "bob"] {
        let join = hint(&said, "match join").replace('…', seat);
        let refused = reader.follow(seat, &join, 2);
        reader.follow(seat, &hint(&refused, "keygen"), 0);
        said = reader.follow(seat, &join, 0);
    }
    for seat in ["ann", "bob"] {
        let sign = hint(&said, "match sign");
        said = reader.follow(seat, &sign, 0);
    }
    // Ann sets up the match: Bob is told so, and only she is told by which command.
    let status = reader.follow("bob", &format!("adjutant match status {own}"), 0);
    assert!(status.contains("union sets up the match") && !status.contains("adjutant adjudicate"), "{status}");
    let status = reader.follow("ann", &format!("adjutant match status {own}"), 0);
    reader.follow("ann", &hint(&status, "adjudicate"), 0);
    reader.follow("bob", &hint(&status, "adjudicate"), 0);
    // Bob is asked for a choice; what he does wrong is answered with what would be right.
    let refused = reader.follow("bob", &format!("adjutant check --folder {own}"), 2);
    let drafted = reader.follow("bob", &hint(&refused, "draft"), 0);
    let check = hint(&drafted, "check");
    reader.follow("bob", &check, 1);
    let draft = shlex::split(&check).unwrap().last().cloned().unwrap();
    let text = std::fs::read_to_string(&draft).unwrap();
    std::fs::write(&draft, text.replacen("  # - ", "  - ", 1)).unwrap();
    let checked = reader.follow("bob", &check, 0);
    reader.follow("bob", &hint(&checked, "sign"), 0);
    reader.follow("ann", &hint(&status, "adjudicate"), 0);
    reader.follow("ann", &format!("adjutant show leader grunt {own}"), 2);
    assert!(reader.pasted >= 2, "{:?}", reader.seen);
}

#[test]
fn both_seats_on_one_machine_play_by_the_hints_alone() {
    let mut reader = Reader::new();
    let own = reader.path("hot seat");
    let mut said =
        reader.follow("us", &format!("adjutant match new {own} --title 'At one table' --scenario virginia_1861"), 0);
    for key in ["one", "two"] {
        reader.follow("us", &format!("adjutant keygen --name {key}"), 0);
        let join = hint(&said, "match join").replace('…', key);
        said = reader.follow("us", &format!("{join} --key {key}"), 0);
    }
    // Without a seat, the program says what to write.
    let refused = reader.follow("us", &format!("adjutant match sign {own}"), 2);
    assert!(refused.contains("choose one with --seat union or --seat confederate"), "{refused}");
    for _ in 0..2 {
        said = reader.follow("us", &hint(&said, "match sign"), 0);
    }
    said = reader.follow("us", &hint(&said, "adjudicate"), 0);
    let mut drafted = 0;
    for _ in 0..30 {
        let status = reader.follow("us", &format!("adjutant match status {own}"), 0);
        if status.contains(": orders.") {
            // Every question that a player asks about orders, each command as it was advised.
            let advised = hints(&said).into_iter().find(|hint| hint.starts_with("adjutant draft"));
            let seat = if status.contains("To move: Union") { "union" } else { "confederate" };
            let draft = advised.unwrap_or_else(|| format!("adjutant draft --seat {seat} {own}"));
            let draft = reader.follow("us", &draft, 0);
            reader.follow("us", &hint(&draft, "check"), 1);
            reader.follow("us", &format!("adjutant legal {own}"), 0);
            assert!(drafted >= 2, "each side has chosen its priorities: {said}");
            return;
        }
        let advised =
            |verb: &str| hints(&status).into_iter().find(|hint| hint.starts_with(&format!("adjutant {verb}")));
        if let Some(next) = advised("adjudicate").or_else(|| advised("sign")) {
            assert!(next.contains("--seat"), "{next}");
            let answer = reader.follow("us", &next, 0);
            if !next.starts_with("adjutant sign") {
                said = answer;
            }
            continue;
        }
        let draft = reader.follow("us", &hint(&said, "draft"), 0);
        let check = hint(&draft, "check");
        let file = shlex::split(&check).unwrap().last().cloned().unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replacen("  # - ", "  - ", 1)).unwrap();
        let checked = reader.follow("us", &check, 0);
        reader.follow("us", &hint(&checked, "sign"), 0);
        drafted += 1;
    }
    panic!("no orders are ever asked for: {said}");
}

#[test]
fn every_command_that_the_source_advises_has_what_it_needs() {
    let mut wrong = Vec::new();
    let mut read = 0;
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        // A string literal that continues on the next line of the source.
        let parts: Vec<String> = code.join("\n").split("\\\n").map(|part| part.trim_start().to_owned()).collect();
        let code = parts.concat();
        for advised in code.split("`adjutant ").skip(1).filter_map(|rest| rest.split('`').next()) {
            let Some(words) = words(advised) else { continue };
            read += 1;
            let asked = adjutant::cli::Cli::command().try_get_matches_from(words);
            if let Err(error) = asked {
                wrong.push(format!("{}: adjutant {advised}: {error}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty() && read > 60, "{read}: {wrong:#?}");
}

/// The words of a command, with a number in place of each placeholder; `None` where the text is not a command.
fn words(advised: &str) -> Option<Vec<String>> {
    let mut whole = String::from("adjutant ");
    let mut rest = advised;
    while let Some((before, after)) = rest.split_once('{') {
        whole += before;
        whole += "5106";
        rest = after.split_once('}')?.1;
    }
    whole += rest;
    shlex::split(&whole.replace("\\\"", "\"")).filter(|_| !advised.contains('\n'))
}

/// Every source file in a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The arguments that a command needs besides the folder; `None` where it is not about a match.
fn needs(command: &str, match_id: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = match command {
        "keygen" | "digest" | "canonical" | "case" | "schema" | "demo" | "doctor" | "completions" | "man" => {
            return None;
        }
        command if command.starts_with("pack ") || command.starts_with("archive ") => return None,
        // Their folder is that of a tournament: `tournament_season.rs`.
        command if command.starts_with("tournament ") => return None,
        "match new" => vec!["--title", "Another"],
        "match join" => vec!["--seat", "union", "--name", "Ann"],
        "rule" => vec!["--reason", "The mail was lost.", "--default", "union", "--preview"],
        "roll" => vec!["--match", match_id, "--reveal", match_id, "--reveal", match_id, "--roll", "1", "--dice", "d6"],
        // Of a match that has begun; and a folder that is there is refused.
        "match invite" => vec!["--to", "bob@example.org"],
        "match accept" => return None,
        // It takes several folders.
        "go" => return None,
        "match continue" => vec!["--from", "kept"],
        "match leave" => vec!["--days", "1"],
        "review" => vec!["--futures", "0"],
        "backup" | "restore" => return None,
        // It serves until its page is closed, unless it is asked one question.
        "board" => vec!["--ask", "events"],
        "receive" => vec!["kept/states/0000.yaml"],
        "show hex" | "show stack" | "show supply" => vec!["5106"],
        "show place" => vec!["Manassas"],
        "show leader" => vec!["jackson"],
        "show army" => vec!["potomac"],
        "show river" => vec!["Potomac"],
        _ => Vec::new(),
    };
    Some(words.into_iter().map(str::to_owned).collect())
}

/// The commands under one, each as its words.
fn leaves(command: &clap::Command, above: &str, found: &mut Vec<String>) {
    let under: Vec<&clap::Command> = command.get_subcommands().filter(|under| under.get_name() != "help").collect();
    for one in &under {
        let name = format!("{above} {}", one.get_name()).trim().to_owned();
        if one.get_subcommands().next().is_none() {
            found.push(name);
        } else {
            leaves(one, &name, found);
        }
    }
}

#[test]
fn every_command_takes_its_folder_with_and_without_the_option() {
    let table = RefereedMatch::new();
    let match_id = "ab".repeat(32);
    let mut found = Vec::new();
    leaves(&adjutant::cli::Cli::command(), "", &mut found);
    assert!(found.len() > 35, "{}", found.len());
    let kept = table.root.path().join("kept");
    copy_all(&table.folder(), &kept);
    let mut asked = 0;
    for name in &found {
        let Some(more) = needs(name, &match_id) else { continue };
        let (place, other) = (table.root.path().join("a place"), table.root.path().join("other"));
        let run = |folder: &[&str]| {
            for fresh in [&place, &other] {
                let _ = std::fs::remove_dir_all(fresh);
                if !name.ends_with(" new") {
                    copy_all(&kept, fresh);
                }
            }
            let secrets = table.root.path().join("asker");
            let _ = std::fs::remove_dir_all(&secrets);
            copy_all(&table.home("union"), &secrets);
            let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
                .args(name.split(' '))
                .args(&more)
                .args(folder)
                .current_dir(table.root.path())
                .env("ADJUTANT_HOME", &secrets)
                .output()
                .unwrap();
            let [out, err] = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
            (ran.status.code(), out, err)
        };
        let with = run(&["--folder", "a place"]);
        let without = run(&["a place"]);
        let both = run(&["a place", "--folder", "./a place/"]);
        for (what, ran) in [("with", &with), ("without", &without), ("both", &both)] {
            let usage = ["Usage:", "there is no charter.yaml", "two folders", "no such folder"];
            assert!(!usage.iter().any(|said| ran.2.contains(said)), "{name}, {what}: {}", ran.2);
        }
        // A signature is like no other where the key is new; a match that is begun draws its keys.
        if name != "practice new" {
            assert_eq!((with.0, &with.2), (without.0, &without.2), "{name}");
            assert_eq!(with.1, without.1, "{name}");
        }
        assert_eq!(with.0, both.0, "{name}: {}", both.2);
        // Copies differ; and a ship or a side may have the name of a folder.
        if !["dispute", "show fleet", "show standing"].contains(&name.as_str()) {
            let differ = run(&["a place", "--folder", "other"]);
            assert_eq!(differ.0, Some(2), "{name}: {}{}", differ.1, differ.2);
            assert!(differ.2.contains("two folders are named: a place and other"), "{name}: {}", differ.2);
        }
        asked += 1;
    }
    assert!(asked >= 27, "{asked}");
}
