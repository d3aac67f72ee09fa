//! The program with the second game: how games are named, and players who bid for their sides, file by file.

use crate::refereed_match;
use std::path::Path;
use std::process::Command;

use adjutant::document::Value;
use refereed_match::{RefereedMatch, load};

const GAME: [&str; 2] = ["--game", "seven_days"];

/// Runs the program in a folder; returns its exit code and its output.
fn run(folder: &Path, args: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(args).current_dir(folder).env("ADJUTANT_HOME", folder.join("secrets"));
    let ran = command.output().unwrap();
    let said = [ran.stdout, ran.stderr].concat();
    (ran.status.code().unwrap(), String::from_utf8(said).unwrap())
}

#[test]
fn the_demonstration_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    let (code, said) = run(folder.path(), &[["demo", "--out", "demo"].as_slice(), &GAME].concat());
    assert_eq!(code, 0, "{said}");
    for told in ["'The Seven Days, refereed'", "Lee is an Army Leader", "refereed verifies", "head-to-head verifies"] {
        assert!(said.contains(told), "{told}\n{said}");
    }
    let (code, said) = run(folder.path(), &["verify", "demo/forged"]);
    assert_eq!(code, 1, "{said}");
}

#[test]
fn a_charter_says_what_is_switched_on() {
    let folder = tempfile::tempdir().unwrap();
    let new = |place: &str, more: &[&str]| {
        let args = [["match", "new", place, "--title", "Seven days in June"].as_slice(), &GAME, more].concat();
        run(folder.path(), &args)
    };
    let (code, said) = new("advanced", &["--option", "advanced", "--option", "siege_guns=false"]);
    assert_eq!(code, 0, "{said}");
    let charter = load(&folder.path().join("advanced/charter.yaml"));
    assert_eq!(charter["options"], serde_json::json!({"advanced": true, "siege_guns": false}));
    assert_eq!(charter["ruleset"]["id"], "seven_days");
    assert_eq!(charter["scenario"], "seven_days", "the game's first");
    assert!(folder.path().join("advanced/packs/seven_days/map.yaml").is_file());
    let (code, said) = new("wrong", &["--option", "fog"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("fog") && said.contains("lincoln_sends_help"), "{said}");
    assert!(!folder.path().join("wrong").exists());
    let (code, said) = run(folder.path(), &["match", "new", "none", "--title", "x", "--game", "chess"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("civil_war, seven_days, dixie, longstreet, battle_cry and crossroads"), "{said}");
}

#[test]
fn practice_and_schemas_and_cases_know_it() {
    let folder = tempfile::tempdir().unwrap();
    let new = ["practice", "new", "alone", "--side", "confederate"];
    let (code, said) = run(folder.path(), &[new.as_slice(), &GAME].concat());
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Confederate: orders."), "{said}");
    let (code, said) = run(folder.path(), &["practice", "hint", "alone", "--write"]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = run(folder.path(), &["practice", "go", "alone"]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = run(folder.path(), &["show", "area", "44", "--folder", "alone"]);
    assert!(code == 0 && said.contains("Richmond (44)"), "{said}");
    let (_, schema) = run(folder.path(), &["schema", "turn", "--game", "seven_days"]);
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert!(schema["$defs"]["Assault"]["properties"]["combined"].is_object(), "{schema:#}");
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/seven_days");
    let case = std::fs::read_dir(cases).unwrap().map(|entry| entry.unwrap().path()).min().unwrap();
    let (code, said) = run(folder.path(), &["case", case.to_str().unwrap()]);
    assert_eq!(code, 0, "{said}");
}

/// The bid of a seat, as a line of its draft offers it.
pub fn bid(table: &RefereedMatch, seat: &str, side: &str, points: u32) {
    let draft = table.draft(seat);
    let line = format!("  - {{id: bid, choice: {{side: {side}, bid: {points}}}}}");
    let text = std::fs::read_to_string(&draft).unwrap();
    assert!(text.contains("Each player bids for the side that he wants"), "{text}");
    let chosen = text.lines().find(|offered| offered.starts_with(&line.replace("  - ", "  # - ")));
    let chosen = chosen.unwrap_or_else(|| panic!("no bid '{line}' in\n{text}"));
    std::fs::write(&draft, text.replace(chosen, &line)).unwrap();
    table.run_ok(seat, &["sign"]);
}

#[test]
fn who_bids_for_the_other_side_plays_it() {
    let table = RefereedMatch::playing(&[GAME.as_slice(), &["--option", "side_bids"]].concat());
    for _ in 0..2 {
        // The empty turns, and the bids: the Union's seat wants the Confederacy more than the other does.
        for (seat, asked) in table.awaited() {
            match asked.get("commit") {
                Some(_) => bid(&table, &seat, "confederate", if seat == "union" { 4 } else { 3 }),
                None => table.run_ok(&seat, &["sign"]),
            }
        }
        table.run_ok("adjudicator", &["adjudicate"]);
    }
    table.awaited().iter().for_each(|(seat, _)| table.run_ok(seat, &["sign"]));
    let ran = table.run("adjudicator", &["adjudicate"]);
    assert!(ran.out.contains("Union as Confederate is to move: orders."), "{}", ran.out);
    let state = table.state();
    assert_eq!(state["position"]["game"]["exchanged"], true);
    assert_eq!(state["position"]["game"]["points"], serde_json::json!({"union": 4}), "for the side that lost the bid");
    // The Confederacy has the first impulse, and the seat that plays it now is asked.
    assert_eq!(table.awaited()[0].0, "union");

    let status = table.run("confederate", &["match", "status"]).out;
    let exchanged =
        "The players have exchanged sides: UNION plays the Confederate side, CONFEDERATE plays the Union side.";
    assert!(status.contains(exchanged), "{status}");
    let report = table.run("union", &["report"]).out;
    assert!(report.contains("The players exchange sides: UNION now plays the Confederate side"), "{report}");
    let legal = table.run("union", &["legal"]).out;
    assert!(legal.starts_with("Your move (Union as Confederate): orders."), "{legal}");
    let about = table.run("union", &["legal", "--for", "jackson"]);
    assert_eq!(about.code, 0, "{}{}", about.out, about.err);
    // He orders the side that he now commands; the side that he had by the charter no longer obeys him.
    let draft = table.drafted("union", "orders: [{assault: {area: 40, leader: sumner}}]");
    let refused = table.run("union", &["check", draft.to_str().unwrap()]);
    assert_eq!(refused.code, 1, "{}", refused.out);
    table.drafted("union", "orders: [{pass: {}}]");
    table.run_ok("union", &["sign"]);
    table.run_ok("adjudicator", &["adjudicate"]);
    assert_eq!(table.awaited()[0].0, "confederate", "who commands the Union's army");
    table.run_ok("confederate", &["verify"]);
    // A default is that of the side which the seat plays.
    let ruled = ["rule", "--reason", "He does not answer.", "--default", "confederate"];
    table.run_ok("adjudicator", &ruled);
    assert_eq!(table.state()["outcome"]["winner"], "confederate", "played by the seat that the charter calls union");
    table.run_ok("union", &["verify"]);
    let page = table.root.path().join("replay.html");
    table.run_ok("union", &["replay", "--out", page.to_str().unwrap()]);
}

/// A player who could write a turn whose state nobody can read could end a match that he is losing.
#[test]
fn what_is_nested_too_deep_or_too_long_is_refused_before_it_is_signed() {
    let table = RefereedMatch::playing(&GAME);
    for _ in 0..2 {
        table.awaited().iter().for_each(|(seat, _)| table.run_ok(seat, &["sign"]));
        table.run_ok("adjudicator", &["adjudicate"]);
        if table.awaited().iter().any(|(_, asked)| asked.get("orders").is_some()) {
            break;
        }
    }
    let nested = |times: usize| {
        let condition = format!("{}{{activated: true}}{}", "{not: ".repeat(times), "}".repeat(times));
        format!("orders: [{{pass: {{if: {condition}}}}}, {{pass: {{}}}}]")
    };
    let draft = table.drafted("confederate", &nested(40));
    let refused = table.run("confederate", &["check", draft.to_str().unwrap()]);
    assert_eq!(refused.code, 1, "{}", refused.out);
    assert!(refused.err.contains("nested deeper than 32 levels"), "{}", refused.err);
    // Seven nodes each: the mapping, `pass`, its mapping, `if`, the condition, its key and its value.
    let long = |times: usize| format!("orders: [{}{{pass: {{}}}}]", "{pass: {if: {activated: true}}}, ".repeat(times));
    let draft = table.drafted("confederate", &long(720));
    let refused = table.run("confederate", &["check", draft.to_str().unwrap()]);
    assert_eq!(refused.code, 1, "{}", refused.out);
    assert!(refused.err.contains("this turn has more than 5000 nodes"), "{}", refused.err);
    // As deep as may be: the state repeats it, and is read.
    table.drafted("confederate", &nested(28));
    table.run_ok("confederate", &["sign"]);
    table.run_ok("adjudicator", &["adjudicate"]);
    table.run_ok("union", &["verify"]);
}
