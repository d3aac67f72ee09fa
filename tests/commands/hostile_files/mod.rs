//! Hostile files, given to every command that reads: each is answered at once, with little memory, and changes nothing.
//!
//! `cargo test` tries a sample. `ADJUTANT_HOSTILE=all cargo test --release --test commands hostile_files:: --
//! --nocapture` tries every content with every command and prints a table; `ADJUTANT_PROGRAM=FILE` measures another
//! build of the program.

mod contents;
mod hostile_text;
pub mod measure;
mod special_files;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::folders::copy_all;
use crate::refereed_match::RefereedMatch;
use contents::Content;
use measure::{Measured, everything, run, snapshot, steering};

/// What an answer to a hostile file may take. A build without optimisation, on a machine that is busy with other tests,
/// is given more.
const MAX_MEMORY: u64 = 64 << 20;
pub const MAX_MEMORY_IN_TESTS: u64 = 112 << 20;
const AT_ONCE: Duration = Duration::from_millis(100);
const AT_ONCE_IN_TESTS: Duration = Duration::from_secs(10);

/// A command, and the path of the hostile file that it reads.
struct Reader {
    /// The command's name in the table.
    name: &'static str,
    /// The path of the file in the scene's folder; a file that was there before is restored afterwards.
    file: String,
    seat: &'static str,
    args: Vec<String>,
    from_input: bool,
    sample: bool,
}

/// A match in which orders are asked for, with the folders for the hostile files, and the commands that read them.
struct Scene {
    table: RefereedMatch,
    seat: &'static str,
    readers: Vec<Reader>,
}

impl Scene {
    fn new() -> Scene {
        let table = RefereedMatch::new();
        let seat = if table.until_orders() == "union" { "union" } else { "confederate" };
        table.draft(seat);
        let step = table.state()["step"].as_u64().unwrap() + 1;
        let root = table.root.path().to_owned();
        fs::create_dir(root.join("loose")).unwrap();
        fs::create_dir(root.join("unsigned")).unwrap();
        copy_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/seven_days"), &root.join("pack"));
        copy_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/civil_war"), &root.join("atlas"));
        for part in ["post/new", "post/cur", "post/tmp", "match/mail"] {
            fs::create_dir_all(root.join(part)).unwrap();
        }
        for part in ["disclosures", "receipts", "leaves"] {
            fs::create_dir_all(root.join("match").join(part)).unwrap();
        }
        table.run_ok("guest", &["keygen"]);
        let alone = root.join("alone").display().to_string();
        table.run_ok("practice", &["practice", "new", &alone, "--game", "crossroads", "--seed", "7"]);
        let mut drafts = fs::read_dir(root.join("alone/drafts")).unwrap();
        let practised = drafts.next().unwrap().unwrap().file_name().into_string().unwrap();
        let seeds = table.home(seat).join("seeds");
        let seed = fs::read_dir(seeds).unwrap().next().unwrap().unwrap().file_name().into_string().unwrap();
        let (bad, draft) = ("loose/bad.yaml", format!("match/drafts/{step:04}-{seat}.yaml"));
        let mut readers = Vec::new();
        let mut reads = |name, file: &str, seat, args: &[&str]| {
            let args = args.iter().map(|arg| arg.replace("ROOT", root.to_str().unwrap())).collect();
            let sample = matches!(name, "adjudicate FILE" | "check FILE" | "a state" | "pack check" | "digest FILE");
            readers.push(Reader { name, file: file.to_owned(), seat, args, from_input: false, sample });
        };
        let file = "ROOT/loose/bad.yaml";
        reads("digest FILE", bad, seat, &["digest", file]);
        reads("digest -", bad, seat, &["digest", "-"]);
        reads("canonical FILE", bad, seat, &["canonical", file]);
        reads("case FILE", bad, seat, &["case", file]);
        reads("adjudicate FILE", bad, "adjudicator", &["adjudicate", file]);
        reads("check FILE", bad, seat, &["check", file]);
        reads("check", &draft, seat, &["check"]);
        reads("sign FILE", bad, seat, &["sign", file]);
        reads("odds FILE", bad, seat, &["odds", file]);
        reads("rule --outcome", bad, "adjudicator", &["rule", "--reason", "x", "--preview", "--outcome", file]);
        reads("rule --position", bad, "adjudicator", &["rule", "--reason", "x", "--preview", "--position", file]);
        reads("match sign --from", bad, seat, &["match", "sign", "--from", file]);
        reads("replay --compare", bad, seat, &["replay", "--compare", file]);
        reads("dispute FILE", bad, seat, &["dispute", file, "ROOT/match"]);
        reads("keygen --import", bad, seat, &["keygen", "--name", "other", "--import", file]);
        for (name, part) in [
            ("a state", "match/states/junk.yaml"),
            ("the newest state", &format!("match/states/{:04}.yaml", step - 1)),
            ("a turn", "match/turns/junk.yaml"),
            ("a refusal", "match/refusals/junk.yaml"),
            ("a pack's map", "match/packs/civil_war/map.yaml"),
        ] {
            let reader = if name == "a state" { "verify" } else { "match status" };
            let words: Vec<&str> = reader.split(' ').collect();
            reads(name, part, seat, &words);
            reads(name, part, seat, &["sign"]);
            reads(name, part, "adjudicator", &["adjudicate"]);
        }
        reads("a charter: match status", "match/charter.yaml", seat, &["match", "status"]);
        reads("a charter: sign", "match/charter.yaml", seat, &["sign"]);
        reads("a charter: verify", "match/charter.yaml", seat, &["verify"]);
        let join = ["match", "join", "ROOT/unsigned", "--seat", "union", "--name", "x"];
        reads("a charter: match join", "unsigned/charter.yaml", seat, &join);
        reads("pack check", "pack/map.yaml", seat, &["pack", "check", "ROOT/pack"]);
        reads("pack check", "pack/forces.yaml", seat, &["pack", "check", "ROOT/pack"]);
        reads("pack diff", "pack/map.yaml", seat, &["pack", "diff", "ROOT/pack", "ROOT/pack"]);
        let new = ["match", "new", "ROOT/new", "--game", "seven_days", "--title", "x", "--pack", "ROOT/pack"];
        reads("match new --pack", "pack/map.yaml", seat, &new);
        reads("pack build", "atlas/sources/rivers.yaml", seat, &["pack", "build", "ROOT/atlas"]);
        let secrets = format!("secrets-{seat}");
        reads("a key", &format!("{secrets}/keys/default"), seat, &["sign"]);
        reads("a public key", &format!("{secrets}/keys/default.pub"), seat, &["sign"]);
        reads("a root of secrets", &format!("{secrets}/seeds/{seed}/root"), seat, &["sign"]);
        reads("a signing log", &format!("{secrets}/seeds/{seed}/log"), seat, &["sign"]);
        for (name, part) in [("a disclosure", "disclosures"), ("a receipt", "receipts"), ("a leave", "leaves")] {
            reads(name, &format!("match/{part}/junk.yaml"), seat, &["match", "status"]);
        }
        reads("receive FILE", bad, seat, &["receive", file, "--folder", "ROOT/match"]);
        reads("receive MAILDIR", "post/new/1000", seat, &["receive", "ROOT/post", "--folder", "ROOT/match"]);
        let accept = ["match", "accept", file, "ROOT/accepted", "--seat", "union", "--name", "x"];
        reads("match accept FILE", bad, "guest", &accept);
        reads("restore FILE", bad, "restored", &["restore", file]);
        reads("tournament import", bad, seat, &["tournament", "import", file]);
        reads("receipt --timestamp", bad, seat, &["receipt", "ROOT/match", "--timestamp", file]);
        reads("an address book", "match/mail/addresses.yaml", seat, &["mail", "ROOT/match"]);
        reads("what was mailed", "match/mail/sent", seat, &["mail", "ROOT/match"]);
        reads("practice go", &format!("alone/drafts/{practised}"), "practice", &["practice", "go", "ROOT/alone"]);
        reads("practice hint", "alone/turns/junk.yaml", "practice", &["practice", "hint", "ROOT/alone"]);
        readers[1].from_input = true;
        Scene { table, seat, readers }
    }

    fn root(&self) -> &Path {
        self.table.root.path()
    }

    /// Has one reader read one content.
    fn read(&self, reader: &Reader, content: &Content, wrong: &mut Vec<String>) -> Measured {
        let (file, aside) = (self.root().join(&reader.file), self.root().join("aside"));
        let kept = fs::rename(&file, &aside).is_ok();
        content.write(&file);
        let measured = self.watch(reader, &format!("{}, {}", content.name, reader.words()), wrong);
        fs::remove_file(&file).unwrap();
        if kept {
            fs::rename(&aside, &file).unwrap();
        }
        measured
    }

    /// Runs a reader, and notes what must not be.
    fn watch(&self, reader: &Reader, what: &str, wrong: &mut Vec<String>) -> Measured {
        let scratch = tempfile::tempdir().unwrap();
        let before = snapshot(self.root());
        let args: Vec<&str> = reader.args.iter().map(String::as_str).collect();
        let input = self.root().join(&reader.file);
        let here = self.table.folder();
        let home = self.table.home(reader.seat);
        let measured = run(scratch.path(), &here, &home, reader.from_input.then_some(&input), &args);
        let mut note = |fault: String| wrong.push(format!("{what}: {fault}"));
        match measured.code {
            Some(0) => {}
            Some(1 | 2) => {
                let after = snapshot(self.root());
                let changed: Vec<&PathBuf> = after
                    .iter()
                    .filter(|(path, about)| before.get(*path) != Some(about) && !is_kept(path))
                    .map(|(path, _)| path)
                    .collect();
                if !changed.is_empty() || after.len() < before.len() {
                    note(format!("refused, and changed on the disk: {changed:?}"));
                }
            }
            code => note(format!("ended with {code:?}: {}", &measured.output.chars().take(300).collect::<String>())),
        }
        let (most, most_memory) =
            if everything() { (AT_ONCE, MAX_MEMORY) } else { (AT_ONCE_IN_TESTS, MAX_MEMORY_IN_TESTS) };
        if measured.time > most {
            note(format!("{} ms", measured.time.as_millis()));
        }
        if measured.memory > most_memory {
            note(format!("{} MB", measured.memory >> 20));
        }
        if measured.output.contains("panicked") {
            note(format!("panicked: {}", &measured.output.chars().take(300).collect::<String>()));
        }
        // `canonical` into a file or a pipe is the very bytes that are hashed.
        if let Some(c) = steering(&measured.output).filter(|_| reader.args[0] != "canonical") {
            note(format!("says {c:?}"));
        }
        if measured.code != Some(0) && measured.output.len() > 20_000 {
            note(format!("says {} bytes", measured.output.len()));
        }
        measured
    }
}

impl Reader {
    fn words(&self) -> String {
        let args: Vec<&str> = self.args.iter().take(2).map(|arg| arg.rsplit('/').next().unwrap()).collect();
        format!("{} ({})", self.name, args.join(" "))
    }
}

/// Files that a refused command may leave: the lock of the folder of secrets, and the record of what was verified
/// before the refusal, which holds nothing of the match and is checked whenever it is used (docs/secrets.md).
fn is_kept(path: &Path) -> bool {
    path.ends_with("lock") || path.ends_with("cache") || path.parent().is_some_and(|folder| folder.ends_with("cache"))
}

#[test]
fn hostile_files_are_refused_at_once_with_little_memory_and_change_nothing() {
    let scene = Scene::new();
    assert!(!scene.seat.is_empty());
    let contents = contents::all();
    let mut wrong = Vec::new();
    let mut table = String::new();
    for reader in &scene.readers {
        let (mut yes, mut no, mut time, mut memory) = (0, 0, (Duration::ZERO, ""), (0, ""));
        for content in contents.iter().filter(|content| everything() || (content.sample && reader.sample)) {
            let measured = scene.read(reader, content, &mut wrong);
            *(if measured.code == Some(0) { &mut yes } else { &mut no }) += 1;
            time = time.max((measured.time, &content.name));
            memory = memory.max((measured.memory, &content.name));
        }
        table += &format!(
            "| {} | {no} | {yes} | {} ms: {} | {} MB: {} |\n",
            reader.words(),
            time.0.as_millis(),
            time.1,
            memory.0 >> 20,
            memory.1
        );
    }
    if everything() {
        println!(
            "{} contents\n\n| command | refused | read | most time | most memory |\n|---|---|---|---|---|\n{table}",
            contents.len()
        );
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
