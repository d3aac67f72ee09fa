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
