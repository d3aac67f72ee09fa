//! A match played with data that its players have corrected: the charter pins it, and the folder keeps it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn adjutant(at: &Path, args: &[&str]) -> Output {
    let home = at.join("home");
    Command::new(env!("CARGO_BIN_EXE_adjutant")).args(args).current_dir(at).env("ADJUTANT_HOME", home).output().unwrap()
}

/// A copy of the pack's compiled files in `ours`, with a change to one of them.
fn copy(at: &Path, file: &str, change: impl Fn(String) -> String) {
    let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/civil_war");
    fs::create_dir_all(at.join("ours/scenarios")).unwrap();
    fs::create_dir_all(at.join("ours/sources")).unwrap();
    fs::write(at.join("ours/sources/notes.yaml"), "sources: [are, no, part, of, it]\n").unwrap();
    let scenarios = fs::read_dir(pack.join("scenarios")).unwrap();
    let scenarios = scenarios.map(|entry| format!("scenarios/{}", entry.unwrap().file_name().to_str().unwrap()));
    for name in ["map.yaml", "charts.yaml", "leaders.yaml"].map(str::to_owned).into_iter().chain(scenarios) {
        let text = fs::read_to_string(pack.join(&name)).unwrap();
        let text = if name == file { change(text) } else { text };
        fs::write(at.join("ours").join(name), text).unwrap();
    }
}

fn pinned(at: &Path, folder: &str) -> String {
    let charter = fs::read_to_string(at.join(folder).join("charter.yaml")).unwrap();
    charter.lines().find(|line| line.contains("sha256")).unwrap().trim().to_owned()
}

#[test]
fn a_corrected_pack_is_pinned_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    copy(at, "charts.yaml", |text| {
        assert!(text.contains("track_maximum: 19"));
        text.replace("track_maximum: 19", "track_maximum: 21")
    });
    let ran = adjutant(at, &["match", "new", "plain", "--title", "As printed"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let ran = adjutant(at, &["match", "new", "own", "--title", "As ours", "--pack", "ours"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_ne!(pinned(at, "plain"), pinned(at, "own"));
    let kept = fs::read_to_string(at.join("own/packs/civil_war/charts.yaml")).unwrap();
    assert!(kept.contains("track_maximum: 21"));
    assert!(!at.join("own/packs/civil_war/sources").exists());
}

#[test]
fn a_pack_that_does_not_fit_begins_no_match() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    copy(at, "map.yaml", |text| text.replacen("terrain: clear", "terrain: sandy", 1));
    let ran = adjutant(at, &["match", "new", "own", "--title", "As ours", "--pack", "ours"]);
    assert_eq!(ran.status.code(), Some(1));
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(told.contains("map.yaml") && told.contains("sandy"), "{told}");
    assert!(!at.join("own").exists());
}

/// The question of a leader of one star who rolls 4 on the chart of 22.1, and what happens to him.
fn question(fate: &str) -> String {
    format!(
        r#"case: "a leader of one star who rolls 4"
rule: "22.1"
ruleset: civil_war
given:
  options: {{variant_leaders: true}}
  phasing: union
  union: {{at: {{"5106": {{sp: 3, leaders: [heintzelman-2]}}}}}}
  confederate: {{at: {{"5006": {{leaders: [magruder-1]}}}}}}
turns:
  - union: {{orders: [{{move: {{leader: heintzelman, sp: 3, path: ["5006"]}}}}]}}
dice: [{{purpose: leader_loss magruder, faces: [1, 3]}}]
expect:
  events: [{{event: leader_check, piece: magruder-1, fate: {fate}}}]
"#
    )
}

/// A club that owns the game corrects the chart of 22.1 in its pack, and a case shows the difference.
#[test]
fn a_case_is_played_with_a_corrected_chart() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    copy(at, "", |text| text);
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/civil_war/pack/optional_rules.yaml");
    let usual = fs::read_to_string(usual).unwrap();
    let write = |text: &str| fs::write(at.join("ours/optional_rules.yaml"), text).unwrap();
    let corrected = |to: &str| usual.replacen("roll: 4, one_star: {terminated: true}", to, 1);
    fs::write(at.join("unhurt.yaml"), question("unhurt")).unwrap();
    fs::write(at.join("killed.yaml"), question("killed")).unwrap();
    let run = |args: &[&str]| {
        let ran = adjutant(at, args);
        let told = [&ran.stdout, &ran.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        (ran.status.code(), told.concat())
    };
    #[track_caller]
    fn assert_told(ran: (Option<i32>, String), code: i32, words: &[&str]) {
        let (found, told) = ran;
        assert_eq!(found, Some(code), "{told}");
        words.iter().for_each(|word| assert!(told.contains(word), "no {word:?} in\n{told}"));
        assert!(!told.contains("panicked"), "{told}");
    }
    const WITH: [&str; 3] = ["case", "--pack", "ours"];
    let with = |file: &'static str| run(&[&WITH[..], &[file]].concat());
    // The chart as the program has it, with and without a copy of it.
    assert_told(run(&["case", "unhurt.yaml"]), 0, &["1 of 1 cases as expected\n"]);
    assert_told(with("unhurt.yaml"), 0, &["1 of 1 cases as expected, with the pack in ours"]);
    write(&usual);
    assert_told(with("unhurt.yaml"), 0, &["1 of 1 cases as expected, with the pack in ours"]);
    assert_told(with("killed.yaml"), 1, &["killed.yaml:", "differs", "expected killed, found unhurt"]);
    // The corrected row: another result, and without the pack the old one.
    let killed = corrected("roll: 4, one_star: {result: killed}");
    assert_ne!(killed, usual);
    write(&killed);
    assert_told(with("killed.yaml"), 0, &["1 of 1 cases as expected, with the pack in ours"]);
    assert_told(with("unhurt.yaml"), 1, &["differs", "expected unhurt, found killed"]);
    assert_told(run(&["case", "killed.yaml"]), 1, &["0 of 1 cases as expected\n"]);
    let (_, json) = run(&["case", "--pack", "ours", "killed.yaml", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["pack"], serde_json::json!({"folder": "ours", "game": "civil_war"}));
    // What does not fit is told as by `pack check`, at its line.
    write(&corrected("roll: 4, one_star: {result: drowned}"));
    assert_told(with("killed.yaml"), 1, &["`drowned` is not allowed here", "ours/optional_rules.yaml:"]);
    write(&usual.replacen("captivity: 3", "captivity: 0", 1).replacen("sp: 25", "sp: 99", 1));
    let both = ["0 is not from 1 to 19", "99 is not from 1 to 50", "ours/optional_rules.yaml:"];
    assert_told(with("killed.yaml"), 1, &both);
    assert_told(run(&["case", "--pack", "theirs", "killed.yaml"]), 2, &["there is no such folder", "theirs"]);
    assert_told(run(&["case", "--pack", "home", "killed.yaml"]), 2, &["home"]);
    assert_told(run(&["case", "--pack", "ours", "--from", "ours"]), 2, &["cannot be used with"]);
    write(&killed);
    let other = question("killed").replace("civil_war", "seven_days");
    fs::write(at.join("other.yaml"), other).unwrap();
    let words = ["the pack in ours is one of The Civil War, and this case is not", "other.yaml:3:", "without `--pack`"];
    assert_told(with("other.yaml"), 2, &words);
}

/// A club without the sources of the program begins with the program's own data, of any game.
#[test]
fn the_program_writes_its_own_pack_for_a_club_to_correct() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for game in ["civil_war", "seven_days", "dixie", "longstreet", "battle_cry", "crossroads"] {
        let ran = adjutant(at, &["pack", "copy", game, "--game", game]);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let ran = adjutant(at, &["pack", "check", game]);
        assert!(ran.status.success(), "{game}: {}", String::from_utf8_lossy(&ran.stderr));
        let (table, title) = (format!("{game}-match"), ["--title", "Ours"]);
        let ran = adjutant(at, &[&["match", "new", &table, "--game", game, "--pack", game], title.as_slice()].concat());
        assert!(ran.status.success(), "{game}: {}", String::from_utf8_lossy(&ran.stderr));
    }
    for file in ["optional_rules.yaml", "far_west.yaml"] {
        let text = fs::read_to_string(at.join("civil_war").join(file)).unwrap();
        assert!(text.contains("source:"), "{file}");
    }
    // Nothing is overwritten.
    let before = fs::read(at.join("civil_war/map.yaml")).unwrap();
    let ran = adjutant(at, &["pack", "copy", "civil_war"]);
    assert_eq!(ran.status.code(), Some(2), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(fs::read(at.join("civil_war/map.yaml")).unwrap(), before);
}
