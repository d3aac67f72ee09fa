//! A refereed match in one folder, played with the program itself; each seat has its own folder of secrets.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use adjutant::chain::sign::seal;
use adjutant::document::{Form, Id, Value, read, write};
use adjutant::trust::{SigningKey, Vault};

/// The seats, in charter order.
pub const SEATS: [&str; 3] = ["union", "confederate", "adjudicator"];

/// A match at which everybody sits.
pub struct RefereedMatch {
    pub root: tempfile::TempDir,
}

/// The result of running the program.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl RefereedMatch {
    /// Keys, charter, signatures, set-up.
    pub fn new() -> RefereedMatch {
        RefereedMatch::of("virginia_1861")
    }

    /// The same with another scenario.
    pub fn of(scenario: &str) -> RefereedMatch {
        RefereedMatch::playing(&["--scenario", scenario])
    }

    /// The same with these arguments of `match new` about the game.
    pub fn playing(game: &[&str]) -> RefereedMatch {
        let table = RefereedMatch { root: tempfile::tempdir().unwrap() };
        let folder = table.folder().display().to_string();
        let title = ["--title", "A summer by mail", "--trust", "refereed"];
        table.run_ok("union", &[&["match", "new", &folder], title.as_slice(), game].concat());
        for seat in SEATS {
            table.run_ok(seat, &["keygen"]);
            table.run_ok(seat, &["match", "join", &folder, "--seat", seat, "--name", &seat.to_uppercase()]);
        }
        SEATS.iter().for_each(|seat| table.run_ok(seat, &["match", "sign", &folder]));
        table.run_ok("adjudicator", &["adjudicate"]);
        table
    }

    pub fn folder(&self) -> PathBuf {
        self.root.path().join("match")
    }

    pub fn home(&self, seat: &str) -> PathBuf {
        self.root.path().join(format!("secrets-{seat}"))
    }

    /// Runs the program as a seat, in the match folder.
    pub fn run(&self, seat: &str, args: &[&str]) -> Ran {
        let here = if self.folder().exists() { self.folder() } else { self.root.path().to_owned() };
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(args).current_dir(here).env("ADJUTANT_HOME", self.home(seat)).env_remove("ADJUTANT_PASSPHRASE");
        let Output { status, stdout, stderr } = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
        Ran { code: status.code().expect("no signal"), out: text(stdout), err: text(stderr) }
    }

    /// Runs the program, which must answer yes.
    pub fn run_ok(&self, seat: &str, args: &[&str]) {
        let ran = self.run(seat, args);
        assert_eq!(ran.code, 0, "{args:?} as {seat}:\n{}{}", ran.out, ran.err);
    }

    /// The newest state.
    pub fn state(&self) -> Value {
        let mut states: Vec<PathBuf> =
            std::fs::read_dir(self.folder().join("states")).unwrap().map(|entry| entry.unwrap().path()).collect();
        states.sort();
        load(states.last().unwrap())
    }

    /// Each awaited seat, with what it is asked for.
    pub fn awaited(&self) -> Vec<(String, Value)> {
        let state = self.state();
        let entries = state["awaiting"].as_array().unwrap().clone();
        entries.into_iter().map(|entry| (entry["seat"].as_str().unwrap().to_owned(), entry)).collect()
    }

    /// Plays until orders are asked of somebody, and says of whom.
    pub fn until_orders(&self) -> String {
        for _ in 0..12 {
            let awaited = self.awaited();
            if let Some((seat, _)) = awaited.iter().find(|(_, asked)| asked.get("orders").is_some()) {
                return seat.clone();
            }
            for (seat, asked) in &awaited {
                if asked.get("empty").is_none() && asked.get("open").is_none() {
                    let draft = self.draft(seat);
                    let text = std::fs::read_to_string(&draft).unwrap();
                    std::fs::write(&draft, text.replacen("  # - ", "  - ", 1)).unwrap();
                }
                self.run_ok(seat, &["sign"]);
            }
            self.run_ok("adjudicator", &["adjudicate"]);
        }
        panic!("no orders are ever asked for");
    }

    /// Drafts the turn of a seat.
    pub fn draft(&self, seat: &str) -> PathBuf {
        self.run_ok(seat, &["draft", "--force"]);
        let step = self.state()["step"].as_u64().unwrap() + 1;
        self.folder().join(format!("drafts/{step:04}-{seat}.yaml"))
    }

    /// A draft of a seat with these lines in place of `orders:`.
    pub fn drafted(&self, seat: &str, lines: &str) -> PathBuf {
        let draft = self.draft(seat);
        let text = std::fs::read_to_string(&draft).unwrap();
        assert!(text.contains("\norders:\n"), "{text}");
        let text = text.replace("\norders:\n", &format!("\n{lines}\n"));
        // Without the notes, which depend on the dice.
        let own: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
        std::fs::write(&draft, own.join("\n") + "\n").unwrap();
        draft
    }

    /// The first legal order of a seat.
    pub fn legal_order(&self, seat: &str) -> Value {
        let ran = self.run(seat, &["legal", "--seat", seat, "--format", "json"]);
        let legal: Value = serde_json::from_str(&ran.out).unwrap();
        legal["orders"][0].clone()
    }

    pub fn key(&self, seat: &str) -> SigningKey {
        Vault::open(self.home(seat)).unwrap().load_key("default", || None).unwrap()
    }

    /// A document signed by a seat with its true key, whatever it says.
    pub fn sealed(&self, document: &Value, seat: &str, with: &str) -> String {
        let mut content = document.clone();
        content.as_object_mut().unwrap().shift_remove("signatures");
        let seat: Id = seat.parse().unwrap();
        write(&seal(&content, &seat, &self.key(with)).unwrap())
    }

    /// Every file under the match folder and the secrets, with its bytes; but not the record of what was verified.
    pub fn snapshot(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(self.root.path(), &mut files);
        files
    }
}

/// Reads a document of the match.
pub fn load(path: &Path) -> Value {
    let bytes = std::fs::read(path).unwrap();
    read(&path.display().to_string(), &bytes, Form::State).unwrap().content
}

fn collect(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !path.ends_with("cache") {
                collect(&path, files);
            }
        } else if path.is_file() && std::fs::metadata(&path).unwrap().len() < 1 << 24 {
            files.insert(path.clone(), std::fs::read(&path).unwrap());
        }
    }
}
