//! The teaching game, command by command: what the shared parts make of a small game.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Runs the program in a folder, and expects it to succeed; what it says.
fn says(folder: &Path, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(args).current_dir(folder).env("ADJUTANT_HOME", folder.join("secrets")).env("COLUMNS", "100");
    let ran = command.output().unwrap();
    let said = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
    assert!(ran.status.success(), "{args:?}: {said}");
    said
}

/// The same where it is asked about a match; every one of these stands in what it says.
fn tells(folder: &Path, args: &[&str], wanted: &[&str]) {
    let said = says(folder, args);
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for one in wanted {
        assert!(flat.contains(one), "{args:?}: no '{one}' in\n{said}");
    }
}

#[test]
fn a_match_is_played_by_command_from_its_first_draft_to_its_verified_end() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let new = ["practice", "new", "game", "--game", "crossroads", "--side", "union", "--seed", "3"];
    let said = says(folder, &new);
    assert!(said.contains("posture-1"), "{said}");
    let at =
        |args: &[&str]| [args, &["--folder", "game"]].concat().iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>();
    let ask = |args: &[&str], wanted: &[&str]| {
        let args = at(args);
        tells(folder, &args.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
    };
    ask(&["legal"], &["Both sides choose in secret: hold, assault or march.", "{id: posture-1, choice: march}"]);
    ask(&["show", "map"], &["The Crossroads (4) 3 0", "Calder Confederate 4 Old Chapel (6) in order"]);
    ask(&["show", "place", "old chapel"], &["Old Chapel (6)", "Control", "Confederate", "Calder, Maddox"]);
    ask(&["show", "leader", "Whitlok"], &["Whitlock"]);
    let mut orders = false;
    let mut steps = 0;
    loop {
        let state: Value = serde_json::from_str(&says(folder, &["status", "game", "--format", "json"])).unwrap();
        if state["outcome"].is_object() {
            break;
        }
        steps += 1;
        assert!(steps < 80, "the match does not end: {state:#}");
        let legal: Value =
            serde_json::from_str(&says(folder, &["legal", "--folder", "game", "--format", "json"])).unwrap();
        if !orders && legal["orders"].as_array().is_some_and(|orders| !orders.is_empty()) {
            orders = true;
            ask(
                &["legal", "--for", "Hale"],
                &["Hale", "march Hale to The Crossroads (4)", "no legal order of this kind names it"],
            );
            ask(
                &["draft", "--print"],
                &["March to an adjacent area [3.1]:", "- march: {unit: hale, to: 4} # march Hale to"],
            );
        }
        says(folder, &["practice", "hint", "game", "--write"]);
        says(folder, &["practice", "go", "game"]);
    }
    assert!(orders, "nobody was asked for orders");
    ask(&["report"], &["The situation", "The match is over:", "Points"]);
    says(folder, &["verify", "game"]);
    says(folder, &["replay", "--folder", "game", "--out", "match.html"]);
    let page = fs::read_to_string(folder.join("match.html")).unwrap();
    assert!(
        page.contains("The Crossroads") && page.contains("Round 5") && page.contains("<svg"),
        "the page of the match"
    );
}

#[test]
fn chances_are_exact() {
    let place = tempfile::tempdir().unwrap();
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/crossroads/5.2-cover.yaml");
    assert!(says(place.path(), &["case", case.to_str().unwrap()]).contains("as expected"), "the case");
}

#[test]
fn schemas_and_packs_know_it() {
    let place = tempfile::tempdir().unwrap();
    let schema = says(place.path(), &["schema", "turn", "--game", "crossroads"]);
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["$defs"]["Order"]["oneOf"].is_array(), "{schema:#}");
    tells(place.path(), &["pack", "check", "--game", "crossroads"], &["all consistent"]);
    tells(place.path(), &["pack", "show", "--game", "crossroads", "hale"], &["strength"]);
}
