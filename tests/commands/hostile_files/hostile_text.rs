//! Texts that players write themselves and that would steer a terminal or mislead the eye: titles, names, comments,
//! reasons, file names and typed answers. None of them is ever printed, or put into a report or page, unescaped.

use std::fs;
use std::path::{Path, PathBuf};

use adjutant::document;

use super::measure::{Measured, run, steering};

/// Clears the screen, sets the window's title, turns the direction of writing, hides itself.
const WORDS: &str =
    "x\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}y\u{2066}\u{200f}\u{200b}\u{feff}\u{2028}\u{e0041}z\r\u{8}";

struct Scene {
    root: tempfile::TempDir,
    faults: Vec<String>,
}

impl Scene {
    fn run(&mut self, seat: &str, args: &[&str]) -> Measured {
        let scratch = tempfile::tempdir().unwrap();
        let home = self.root.path().join(format!("secrets-{seat}"));
        let folder = self.folder();
        let here = if folder.is_dir() { folder } else { self.root.path().to_owned() };
        let measured = run(scratch.path(), &here, &home, None, args);
        if let Some(c) = steering(&measured.output) {
            self.faults.push(format!("{args:?} says {c:?}"));
        }
        if !matches!(measured.code, Some(0..=2)) {
            self.faults.push(format!("{args:?} ends with {:?}", measured.code));
        }
        measured
    }

    fn run_ok(&mut self, seat: &str, args: &[&str]) {
        let ran = self.run(seat, args);
        assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.output);
    }

    fn folder(&self) -> PathBuf {
        self.root.path().join("match")
    }

    /// Everything that is written for people to look at.
    fn look_at(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let text = fs::read_to_string(entry.path()).unwrap();
            if let Some(c) = steering(&text.replace('\t', " ")) {
                let at = text.find(c).unwrap();
                let around: String = text[..at].chars().rev().take(40).collect();
                let around: String = around.chars().rev().collect();
                self.faults.push(format!("{} holds {c:?} after {around:?}", entry.path().display()));
            }
        }
    }
}

#[test]
fn no_word_of_a_player_steers_a_terminal_or_misleads_the_eye() {
    let mut scene = Scene { root: tempfile::tempdir().unwrap(), faults: Vec::new() };
    let folder = scene.folder().display().to_string();
    scene.run_ok(
        "union",
        &["match", "new", &folder, "--title", "x", "--trust", "refereed", "--scenario", "virginia_1861"],
    );
    let seats = ["union", "confederate", "adjudicator"];
    for seat in seats {
        scene.run_ok(seat, &["keygen"]);
        scene.run_ok(seat, &["match", "join", "--seat", seat, "--name", "x"]);
    }
    // The program refuses such names, and another may not.
    let path = scene.folder().join("charter.yaml");
    let mut charter = document::read("charter", &fs::read(&path).unwrap(), document::Form::Signed).unwrap().content;
    charter["title"] = WORDS.into();
    charter["seats"].as_array_mut().unwrap().iter_mut().for_each(|seat| seat["name"] = WORDS.into());
    fs::write(&path, document::write(&charter)).unwrap();
    scene.run("union", &["match", "status"]);
    seats.iter().for_each(|seat| scene.run_ok(seat, &["match", "sign"]));
    scene.run_ok("adjudicator", &["adjudicate"]);
    for seat in &seats[..2] {
        scene.run_ok(seat, &["draft"]);
        let draft = scene.folder().join(format!("drafts/0001-{seat}.yaml"));
        let text = fs::read_to_string(&draft).unwrap();
        let escaped: String = WORDS.chars().map(|c| format!("\\U{:08x}", u32::from(c))).collect();
        let text: String =
            text.lines().filter(|line| !line.starts_with("comment")).map(|line| format!("{line}\n")).collect();
        fs::write(&draft, format!("{text}comment: \"{escaped}\"\n")).unwrap();
        scene.run(seat, &["check"]);
        scene.run_ok(seat, &["sign"]);
    }
    scene.run_ok("adjudicator", &["adjudicate"]);
    scene.run("adjudicator", &["rule", "--reason", "x", "--rule", WORDS, "--take-back", "0", "--preview"]);
    let refused = scene.run("adjudicator", &["rule", "--reason", WORDS, "--take-back", "0"]);
    assert_eq!(refused.code, Some(2), "{}", refused.output);
    scene.run_ok("adjudicator", &["rule", "--reason", "the wrong table", "--rule", WORDS, "--take-back", "0"]);
    // A file that came by mail under such a name, and one that somebody put into the folder.
    let odd = scene.root.path().join(format!("{}.yaml", WORDS.replace('/', "")));
    fs::write(&odd, "adjutant: 1\nkind: turn\n").unwrap();
    let odd = odd.display().to_string();
    for args in [
        &["adjudicate", &odd][..],
        &["check", &odd],
        &["sign", &odd],
        &["digest", &odd],
        &["case", &odd],
        &["odds", &odd],
        &["dispute", &odd, "."],
        &["pack", "check", &odd],
        &["match", "status", &odd],
        &["replay", "--compare", &odd],
        &["keygen", "--name", "other", "--import", &odd],
        &["rule", "--reason", "x", "--outcome", &odd, "--preview"],
    ] {
        scene.run(if args[0] == "adjudicate" || args[0] == "rule" { "adjudicator" } else { "union" }, args);
    }
    let typed: [&[&str]; 14] = [
        &["show", "place", WORDS],
        &["show", "leader", WORDS],
        &["show", "hex", WORDS],
        &["show", "map", "--around", WORDS],
        &["show", "map", "--svg", "reports/map.svg"],
        &["legal", "--for", WORDS],
        &["odds", "--order", WORDS],
        &["draft", "--seat", WORDS],
        &["report", WORDS],
        &["match", "new", "other", "--title", "x", "--scenario", WORDS],
        &["match", "new", "other", "--title", "x", "--option", WORDS],
        &["roll", "--match", WORDS, "--reveal", WORDS],
        &[WORDS],
        &["schema", WORDS],
    ];
    typed.iter().for_each(|args| drop(scene.run("union", args)));
    let looks: [&[&str]; 17] = [
        &["match", "status"],
        &["report"],
        &["report", "0"],
        &["report", "1", "--markdown"],
        &["report", "2", "--html", "reports/two.html"],
        &["replay"],
        &["show", "map"],
        &["show", "track"],
        &["show", "standing"],
        &["verify"],
        &["dispute", "."],
        &["legal"],
        &["match", "status", "--format", "json"],
        &["report", "1", "--format", "json"],
        &["verify", "--format", "json"],
        &["dispute", ".", "--format", "json"],
        &["draft", "--force"],
    ];
    looks.iter().for_each(|args| drop(scene.run("union", args)));
    scene.look_at(&scene.folder().join("reports"));
    scene.look_at(&scene.folder().join("drafts"));
    fs::rename(&odd, scene.folder().join("turns").join(Path::new(&odd).file_name().unwrap())).unwrap();
    for args in [&["match", "status"][..], &["verify"], &["sign"], &["dispute", "."], &["report"], &["replay"]] {
        scene.run("union", args);
    }
    scene.look_at(&scene.folder().join("reports"));
    assert!(scene.faults.is_empty(), "{} faults:\n{}", scene.faults.len(), scene.faults.join("\n"));
}
