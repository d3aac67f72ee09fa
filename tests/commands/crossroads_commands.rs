//! The teaching game, command by command: how the shared parts handle a small game.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Runs the program in a folder, expects it to succeed, and returns its output.
fn run_ok(folder: &Path, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(args).current_dir(folder).env("ADJUTANT_HOME", folder.join("secrets")).env("COLUMNS", "100");
    let ran = command.output().unwrap();
    let said = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
    assert!(ran.status.success(), "{args:?}: {said}");
    said
}

/// The same for questions about a match; the output must contain each of these.
fn assert_output(folder: &Path, args: &[&str], wanted: &[&str]) {
    let said = run_ok(folder, args);
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for one in wanted {
        assert!(flat.contains(one), "{args:?}: no '{one}' in\n{said}");
    }
}

/// The questions about the match in the folder `game`.
fn game(folder: &Path, args: &[&str], wanted: &[&str]) {
    assert_output(folder, &[args, &["--folder", "game"]].concat(), wanted);
}

fn json(folder: &Path, args: &[&str]) -> Value {
    serde_json::from_str(&run_ok(folder, &[args, &["--format", "json"]].concat())).unwrap()
}

/// The questions that a player may ask when he gives his first orders.
fn ask_of_orders(folder: &Path, legal: &[Value]) {
    game(folder, &["legal", "--for", "Hale"], &["March to an adjacent area [3.1]:", "march Hale to"]);
    let drafts = fs::read_dir(folder.join("game/drafts")).unwrap().map(|entry| entry.unwrap().path());
    let newest = drafts.filter(|path| path.to_string_lossy().ends_with("-union.yaml")).max().unwrap();
    let draft = fs::read_to_string(newest).unwrap();
    for wanted in ["of 5.", "March to an adjacent area [3.1]:", "- {march: {unit: hale, to: ", "End the orders [2.3]:"]
    {
        assert!(draft.contains(wanted), "no '{wanted}' in\n{draft}");
    }
    let march = legal.iter().find(|order| order["march"]["unit"] == "hale").expect("Hale can march");
    let lines = format!("  - march: {{unit: Hale, to: {}}}\n  - done: {{}}\n", march["march"]["to"]);
    fs::write(folder.join("named.yaml"), format!("adjutant: 1\nkind: turn\norders:\n{lines}")).unwrap();
    let wanted = ["Hale is written hale.", "ends the orders before these units have acted", "[2.3]"];
    game(folder, &["check", "named.yaml"], &wanted);
}

/// The exact chances of an attack.
fn ask_of_odds(folder: &Path, attack: &Value) {
    game(folder, &["odds", "--order", &attack.to_string()], &["Chance", "What happens"]);
}

#[test]
fn a_match_is_played_by_command_from_its_first_draft_to_its_verified_end() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path();
    let new = ["practice", "new", "game", "--game", "crossroads", "--side", "union", "--seed", "3"];
    assert!(run_ok(folder, &new).contains("posture-1"));
    game(folder, &["legal"], &["Both sides choose in secret: hold, assault or march.", "[2.1]"]);
    game(
        folder,
        &["show", "map"],
        &["Tanyard (2) 1 0 1, 4, 5 Union Tripp, Whitlock", "Calder Confederate 4 Old Chapel (6) in order"],
    );
    game(folder, &["show", "place", "old chapel"], &["Old Chapel (6)", "Control", "Confederate", "Calder, Maddox"]);
    game(folder, &["show", "leader", "whitlock"], &["Strength", "Tanyard (2)"]);
    game(folder, &["show", "track"], &["Round 1 of 5.", "Points 2 2", "Strength 12 12"]);
    run_ok(folder, &["show", "map", "--folder", "game", "--svg", "map.svg"]);
    let drawn = fs::read_to_string(folder.join("map.svg")).unwrap();
    assert!(["union-counter", "4 The Crossroads", "Calder"].iter().all(|wanted| drawn.contains(wanted)), "{drawn}");
    let (mut asked, mut odds_shown) = (false, false);
    for step in 0.. {
        assert!(step < 80, "the match does not end");
        let legal = json(folder, &["legal", "--folder", "game"]);
        let orders = legal["orders"].as_array().cloned().unwrap_or_default();
        if !asked && orders.iter().any(|order| order["march"]["unit"] == "hale") {
            asked = true;
            ask_of_orders(folder, &orders);
        }
        if let (false, Some(attack)) = (odds_shown, orders.iter().find(|order| order.get("attack").is_some())) {
            odds_shown = true;
            ask_of_odds(folder, attack);
        }
        run_ok(folder, &["practice", "hint", "game", "--write"]);
        if json(folder, &["practice", "go", "game", "--yes"])["outcome"].is_object() {
            break;
        }
    }
    game(folder, &["report"], &["The situation", "The match is over.", "Points"]);
    run_ok(folder, &["verify", "game"]);
    run_ok(folder, &["replay", "--folder", "game", "--out", "match.html"]);
    let page = fs::read_to_string(folder.join("match.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("Practice: A meeting engagement"));
}

#[test]
fn a_name_that_there_is_not_is_answered_with_the_nearest() {
    let place = tempfile::tempdir().unwrap();
    let new = ["practice", "new", "game", "--game", "crossroads", "--side", "union", "--seed", "3"];
    run_ok(place.path(), &new);
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let show = ["show", "place", "Tanyrad", "--folder", "game"];
    command.args(show).current_dir(place.path()).env("ADJUTANT_HOME", place.path().join("secrets"));
    let ran = command.output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert!(!ran.status.success() && said.contains("did you mean Tanyard?"), "{said}");
}

#[test]
fn schemas_and_packs_know_it() {
    let place = tempfile::tempdir().unwrap();
    let schema = run_ok(place.path(), &["schema", "turn", "--game", "crossroads"]);
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["$defs"]["Answer"]["oneOf"].is_array(), "{schema:#}");
    assert_output(place.path(), &["pack", "check", "--game", "crossroads"], &["all consistent"]);
    assert_output(place.path(), &["pack", "show", "--game", "crossroads", "hale"], &["strength"]);
}

#[test]
fn a_pack_of_the_game_is_known_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/crossroads");
    run_ok(folder.path(), &["match", "new", "game", "--game", "crossroads", "--title", "Ours", "--pack", pack]);
    assert!(folder.path().join("game/packs/crossroads/game.yaml").is_file());
}
