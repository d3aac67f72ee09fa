//! A referee's ruling on the command line: what it may state, what the program says about it, and that verification
//! demands the same.

use crate::refereed_match;
use std::fs;

use adjutant::document::Value;
use refereed_match::{Ran, RefereedMatch};
use serde_json::json;

const WHY: [&str; 3] = ["rule", "--reason", "the counter was knocked over"];

/// Runs `rule` with a file of this content.
fn rule(table: &RefereedMatch, option: &str, content: &str, more: &[&str]) -> Ran {
    let file = table.root.path().join("ruled.yaml");
    fs::write(&file, content).unwrap();
    table.run("adjudicator", &[&WHY[..], &[option, file.to_str().unwrap()], more].concat())
}

/// The newest state's text, with one thing in it changed.
fn altered(table: &RefereedMatch, from: &str, to: &str) -> String {
    let states = fs::read_dir(table.folder().join("states")).unwrap().map(|entry| entry.unwrap().path());
    let text = fs::read_to_string(states.max().unwrap()).unwrap();
    assert!(text.contains(from), "{from} in {text}");
    text.replacen(from, to, 1)
}

fn states(table: &RefereedMatch) -> usize {
    fs::read_dir(table.folder().join("states")).unwrap().count()
}

fn all(text: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(text.contains(wanted), "{wanted:?} is not in:\n{text}");
    }
}

#[test]
fn an_outcome_has_the_shape_of_one() {
    let table = RefereedMatch::new();
    let before = states(&table);
    let charter = fs::read_to_string(table.folder().join("charter.yaml")).unwrap();
    for (content, wanted) in [
        (charter.as_str(), ["there is no field `adjutant`", "`by`, `check`, `level`, `points`, `turn`, `winner`"]),
        ("{level: marginal, points: {union: 6}, winner: union}", ["`confederate` is missing", "ruled.yaml:1:"]),
        ("level: grand\npoints: {union: 1, confederate: 0}\n", ["`grand` is not allowed here", "ruled.yaml:1:8"]),
        (
            "outcome:\n  level: draw\n  points: {union: 0, confederate: 0}\n  winner: union\n",
            ["a draw has no winner", "ruled.yaml:4:11"],
        ),
        (
            "{level: decisive, points: {union: 9, confederate: 0}}",
            ["the `winner` is missing", "a draw names no winner"],
        ),
        ("{points: {union: 9, confederate: 0}}", ["an outcome must have a `level`", "draw, marginal or decisive"]),
    ] {
        let ran = rule(&table, "--outcome", content, &[]);
        assert_eq!(ran.code, 1, "{content}: {}{}", ran.out, ran.err);
        all(&ran.err, &wanted);
    }
    let good = "{level: marginal, points: {union: 6, confederate: 3}, winner: union}";
    let ran = rule(&table, "--outcome", good, &["--preview"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    all(
        &ran.out,
        &["Nothing has been signed", "The match ends: a marginal victory for the Union, Union 6 to Confederate 3."],
    );
    assert_eq!(states(&table), before);
    let ran = rule(&table, "--outcome", good, &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    table.run_ok("adjudicator", &["verify"]);
}

#[test]
fn a_ruled_position_can_be_and_is_told_by_what_it_changes() {
    let table = RefereedMatch::new();
    table.until_orders();
    let before = states(&table);
    for (from, to, wanted) in [
        ("hex: \"5003\"", "hex: \"9999\"", "hex 9999 is not on this map"),
        ("hex: \"5003\"", "hex: \"5006\"", "both sides have strength points in 5006"),
        ("mcdowell-3", "mcdowel-3", "there is no counter mcdowel-3; did you mean mcdowell-3?"),
        ("mcdowell-3", "mcdowell-2", "there is no counter mcdowell-2; there is mcdowell-3"),
        ("scenario: virginia_1861", "scenario: virginia_1863", "there is no scenario virginia_1863"),
        ("table_uses: ", "table_used: ", "there is no field `table_used`"),
    ] {
        let text = altered(&table, from, to);
        let line = text.lines().position(|line| line.contains(to)).unwrap() + 1;
        let ran = rule(&table, "--position", &text, &[]);
        assert_eq!(ran.code, 1, "{from} to {to}: {}{}", ran.out, ran.err);
        // Of two sides in one hex either is at fault.
        all(&ran.err, &[wanted, "ruled.yaml:"]);
        assert!(to == "hex: \"5006\"" || ran.err.contains(&format!("ruled.yaml:{line}:")), "line {line}: {}", ran.err);
    }
    assert_eq!(states(&table), before);
    let text = altered(&table, "hex: \"5003\"", "hex: \"5004\"");
    let ran = rule(&table, "--position", &text, &["--preview"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let change = "The Union in Harpers Ferry (5004): 0 strength points, now 3 strength points.";
    all(&ran.out, &["Nothing has been signed", change]);
    assert_eq!(states(&table), before);
    let ran = rule(&table, "--position", &text, &[]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    all(&ran.out, &[change]);
    let report = fs::read_dir(table.folder().join("reports")).unwrap().map(|entry| entry.unwrap().path());
    let report =
        fs::read_to_string(report.filter(|path| path.extension().is_some_and(|end| end == "txt")).max().unwrap());
    all(&report.unwrap().replace('\n', " "), &["Changes:", "0 strength points, now 3 strength points."]);
    table.run_ok("union", &["verify"]);
}

/// A take-back is previewed in words, in every game: what it undoes, what changes on the map, whose move it is then; and
/// the command that issues it.
#[test]
fn a_take_back_is_previewed_in_words() {
    let games: [&[&str]; 3] = [&["--scenario", "virginia_1861"], &["--game", "crossroads"], &["--game", "seven_days"]];
    for game in games {
        let table = RefereedMatch::playing(game);
        table.until_orders();
        let before = states(&table);
        let newest = table.state()["step"].as_u64().unwrap();
        let to = (newest - 1).to_string();
        // The reason needs both kinds of quotation marks in a shell.
        let reason = "Bob's file cost him $5";
        let why = ["rule", "--reason", reason, "--take-back", &to, "--preview"];
        let ran = table.run("adjudicator", &why);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let (back, undone) =
            (format!("Play goes back to the position after step {to}."), format!("Undone, step {newest}:"));
        all(&ran.out, &["Nothing has been signed", &back, &undone]);
        // No line is a path into the file.
        for line in ran.out.lines().filter(|line| line.contains(", now ")) {
            assert!(!line.contains("game.") && !line.contains('[') && !line.contains('_'), "{game:?}: {line}");
            let is_field = ["choices:", "pending:"].iter().any(|field| line.trim_start().starts_with(field));
            assert!(!is_field, "{game:?}: {line}");
        }
        let command = ran.out.lines().rfind(|line| line.trim_start().starts_with("adjutant rule")).unwrap();
        let words = shlex::split(command.trim()).unwrap();
        assert_eq!(words[1..4], ["rule", "--take-back", &to], "{command}");
        assert_eq!(states(&table), before);
        let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        table.run_ok("adjudicator", &words);
        assert_eq!(states(&table), before + 1);
        assert_eq!(table.state()["ruling"]["reason"], json!(reason), "{command}");
        table.run_ok("union", &["verify"]);
    }
}

#[test]
fn verification_asks_of_a_ruling_what_issuing_it_does() {
    let table = RefereedMatch::new();
    table.until_orders();
    let state = table.state();
    let parent = {
        let content = state.as_object().unwrap();
        adjutant::document::digest(&Value::Object(content.clone()))
    };
    let step = state["step"].as_u64().unwrap() + 1;
    let mut ruled = state.clone();
    ruled["step"] = json!(step);
    ruled["parent"] = json!(parent);
    ruled["turns"] = json!([]);
    ruled["rolls"] = json!([]);
    ruled["events"] = json!([]);
    ruled["reveal"] = Value::Null;
    ruled.as_object_mut().unwrap().shift_remove("received");
    let file = table.folder().join(format!("states/{step:04}.yaml"));
    let verified = |ruled: &Value| {
        fs::write(&file, table.sealed(ruled, "adjudicator", "adjudicator")).unwrap();
        table.run("union", &["verify"])
    };

    let mut position = state["position"].clone();
    ruled["ruling"] = json!({"reason": "as it was", "position": position});
    let ran = verified(&ruled);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);

    let groups = position["game"]["groups"].as_object_mut().unwrap();
    groups.values_mut().next().unwrap()["hex"] = json!("9999");
    ruled["ruling"] = json!({"reason": "for fun", "position": position});
    ruled["position"] = position;
    let ran = verified(&ruled);
    assert_eq!(ran.code, 1, "{}", ran.out);
    all(&ran.err, &["hex 9999 is not on this map"]);

    ruled["ruling"] = json!({"reason": "for fun", "outcome": {"winner": "me"}});
    ruled["position"] = state["position"].clone();
    ruled["outcome"] = json!({"winner": "me"});
    ruled["awaiting"] = json!([]);
    let ran = verified(&ruled);
    assert_eq!(ran.code, 1, "{}", ran.out);
    all(&ran.err, &["`me` is not allowed here"]);
}
