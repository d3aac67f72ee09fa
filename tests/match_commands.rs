//! Whole exchanges from the command line: what is signed once, refused, ruled, recovered and kept secret.

#[path = "support/table.rs"]
mod table;

use std::fs;

use adjutant::document::Value;
use serde_json::json;
use table::{Table, load};

fn json_of(table: &Table, seat: &str, args: &[&str]) -> (i32, Value) {
    let ran = table.run(seat, &[args, &["--format", "json"]].concat());
    let value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{args:?}: {}{}", ran.out, ran.err));
    (ran.code, value)
}

/// The number of the next step.
fn next_step(table: &Table) -> u64 {
    table.state()["step"].as_u64().unwrap() + 1
}

#[test]
#[cfg(unix)]
fn secrets_are_their_owners_alone_and_lie_outside_the_match() {
    use std::os::unix::fs::PermissionsExt;
    let table = Table::new();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let home = table.home("union");
    assert_eq!(mode(&home), 0o700);
    assert_eq!(mode(&home.join("keys")), 0o700);
    assert_eq!(mode(&home.join("keys/default")), 0o600);
    for entry in fs::read_dir(home.join("seeds")).unwrap() {
        let seed = entry.unwrap().path();
        assert_eq!(mode(&seed), 0o700);
        for file in fs::read_dir(&seed).unwrap() {
            assert_eq!(mode(&file.unwrap().path()), 0o600);
        }
    }
    let inside = table.folder().join("secrets");
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .arg("keygen")
        .env("ADJUTANT_HOME", &inside)
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("your secrets would lie in a match folder"));
    assert!(!inside.exists());
}

#[test]
fn a_step_is_signed_once_whatever_the_draft_says_later() {
    let table = Table::new();
    let seat = table.until_orders();
    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.yes(&seat, &["check"]);
    table.yes(&seat, &["sign"]);
    let signed = table.folder().join(format!("turns/{:04}-{seat}.yaml", next_step(&table)));
    let bytes = fs::read(&signed).unwrap();
    let draft = table.folder().join(format!("drafts/{:04}-{seat}.yaml", next_step(&table)));
    let drafted = fs::read_to_string(&draft).unwrap();
    fs::write(&draft, drafted + "comment: on second thoughts\n").unwrap();
    let ran = table.run(&seat, &["draft", "--force"]);
    assert_eq!(ran.code, 1, "a draft that cannot be signed is not written");
    assert!(ran.err.contains("you have signed your turn") && ran.err.contains("a step is signed once"), "{}", ran.err);
    let ran = table.run(&seat, &["check"]);
    assert!(ran.out.contains("you have signed your turn for this step already"), "{}", ran.out);
    let (code, value) = json_of(&table, &seat, &["sign"]);
    assert_eq!((code, &value["again"]), (0, &json!(true)));
    assert_eq!(fs::read(&signed).unwrap(), bytes);
    fs::remove_file(&signed).unwrap();
    table.yes(&seat, &["sign"]);
    assert_eq!(fs::read(&signed).unwrap(), bytes, "a lost file is written again");
    table.yes("adjudicator", &["adjudicate"]);
    table.yes("union", &["verify"]);
}

#[test]
fn a_restored_backup_signs_nothing_before_it_recovers() {
    let table = Table::new();
    let seat = table.until_orders();
    let seeds = table.home(&seat).join("seeds");
    let log = fs::read_dir(&seeds).unwrap().next().unwrap().unwrap().path().join("log");
    let whole = fs::read(&log).unwrap();
    // The log as it was after the charter was signed.
    let first = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    fs::write(&log, &whole[..first]).unwrap();
    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    let ran = table.run(&seat, &["sign"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("--recover"), "{}", ran.err);
    table.yes(&seat, &["sign", "--recover", table.folder().to_str().unwrap()]);
    table.yes("adjudicator", &["adjudicate"]);
    table.yes(&seat, &["verify"]);
}

#[test]
fn a_false_state_is_refused_and_replaced_with_the_same_dice_and_a_right_one_is_not() {
    let table = Table::new();
    let seat = table.until_orders();
    let ran = table.run(&seat, &["refuse"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("is right"), "{}", ran.err);

    // The adjudicator gives a side one command point too many, and signs that.
    let step = next_step(&table) - 1;
    let path = table.folder().join(format!("states/{step:04}.yaml"));
    let right = load(&path);
    let mut wrong = right.clone();
    wrong["position"]["game"]["sides"][&seat]["commands"]["east"] = json!(40);
    fs::write(&path, table.sealed(&wrong, "adjudicator", "adjudicator")).unwrap();
    let (code, verdict) = json_of(&table, &seat, &["verify"]);
    assert_eq!(code, 1);
    assert_eq!(verdict["failures"][0]["proof"], json!("false_state"), "{verdict:#}");
    table.yes(&seat, &["refuse", "--reason", "forty commands in the East?"]);

    // The adjudicator's log holds what he let out, and not the right state.
    let seeds = table.home("adjudicator").join("seeds");
    let log = fs::read_dir(&seeds).unwrap().next().unwrap().unwrap().path().join("log");
    let whole = fs::read(&log).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    fs::write(&log, &whole[..last]).unwrap();
    table.yes("adjudicator", &["adjudicate", "--recover", table.folder().to_str().unwrap()]);
    table.yes(&seat, &["verify"]);
    let replaced = load(&table.folder().join(format!("states/{step:04}-2.yaml")));
    for field in ["reveal", "rolls", "position"] {
        assert_eq!(replaced[field], right[field], "{field}");
    }
    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.yes(&seat, &["sign"]);
    table.yes("adjudicator", &["adjudicate"]);
    table.yes(&seat, &["verify"]);
}

#[test]
fn a_ruling_takes_back_or_ends_the_match_and_stands_at_the_head_of_the_answer() {
    let table = Table::new();
    let seat = table.until_orders();
    let ran = table.run(&seat, &["rule", "--reason", "I win", "--default", "union"]);
    assert_eq!(ran.code, 2, "a player does not rule: {}", ran.out);
    table.yes("adjudicator", &["rule", "--reason", "a snowstorm in July", "--take-back", "1"]);
    table.until_orders();
    table.yes("adjudicator", &["rule", "--reason", "he never answered", "--default", "confederate", "--rule", "CW-1"]);
    let ran = table.run("union", &["verify"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("ruling: "), "{}", ran.out);
    let (_, status) = json_of(&table, "union", &["match", "status"]);
    assert_eq!(status["next"]["over"]["winner"], json!("union"), "{status:#}");
    let ran = table.run("union", &["draft"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("the match is over"), "{}", ran.err);
}

#[test]
fn what_is_shown_comes_as_text_and_as_json() {
    let table = Table::new();
    let seat = table.until_orders();
    for args in [
        &["show", "map"][..],
        &["show", "hex", "5206"],
        &["show", "leader", "mcdowell"],
        &["show", "stack", "5206"],
        &["show", "track"],
        &["show", "standing"],
        &["report"],
        &["report", "--markdown"],
        &["report", "0"],
        &["legal"],
        &["match", "status"],
        &["verify"],
    ] {
        let ran = table.run(&seat, args);
        assert_eq!(ran.code, 0, "{args:?}: {}{}", ran.out, ran.err);
        assert!(ran.out.lines().count() >= 1, "{args:?} says nothing");
        json_of(&table, &seat, args);
    }
    let ran = table.run(&seat, &["show", "leader", "napoleon"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("napoleon"), "{}", ran.err);
    assert_eq!(table.run(&seat, &["report", "99"]).code, 2);
}

#[test]
fn copies_are_compared() {
    let table = Table::new();
    table.until_orders();
    let folder = table.folder();
    let copy = table.root.path().join("copy");
    let names = |folder: &str| fs::read_dir(table.folder().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    for part in ["states", "turns"] {
        fs::create_dir_all(copy.join(part)).unwrap();
        for path in names(part) {
            fs::copy(&path, copy.join(part).join(path.file_name().unwrap())).unwrap();
        }
    }
    fs::copy(folder.join("charter.yaml"), copy.join("charter.yaml")).unwrap();
    let (one, two) = (folder.to_str().unwrap(), copy.to_str().unwrap());
    table.yes("union", &["dispute", one, two]);
    // One seat signs another turn for a step that is done: two signatures prove it.
    let mut turn = load(&copy.join("turns/0002-union.yaml"));
    turn["comment"] = json!("or rather this");
    fs::write(copy.join("turns/0002-union.yaml"), table.sealed(&turn, "union", "union")).unwrap();
    let (code, found) = json_of(&table, "union", &["dispute", one, two]);
    assert_eq!(code, 1);
    assert_eq!(found["failure"]["proof"], json!("double_dealing"), "{found:#}");
    assert_eq!(found["failure"]["seat"], json!("union"));
    let loose = copy.join("turns/0002-union.yaml");
    let (_, found) = json_of(&table, "union", &["dispute", one, loose.to_str().unwrap()]);
    assert_eq!(found["failure"]["proof"], json!("double_dealing"), "{found:#}");
}

#[test]
fn who_refused_a_state_answers_only_what_comes_in_its_place() {
    let table = Table::new();
    let seat = table.until_orders();
    let step = next_step(&table) - 1;
    let newest = table.folder().join(format!("states/{step:04}.yaml"));
    let mut state = load(&newest);
    state["position"]["game"]["sides"][&seat]["vp"] = json!(7);
    fs::write(&newest, table.sealed(&state, "adjudicator", "adjudicator")).unwrap();
    let ran = table.run(&seat, &["show", "track"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("this match does not verify"), "a reader is warned: {}", ran.err);
    table.yes(&seat, &["refuse"]);
    for command in [["draft", "--force"].as_slice(), &["sign"], &["check"]] {
        let ran = table.run(&seat, command);
        assert_eq!(ran.code, 1, "{command:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains("you refused the newest state"), "{command:?}: {}", ran.err);
    }
}

#[test]
fn a_position_that_cannot_be_is_named_and_brings_nothing_down() {
    let table = Table::new();
    let seat = table.until_orders();
    let step = next_step(&table) - 1;
    let newest = table.folder().join(format!("states/{step:04}.yaml"));
    let right = load(&newest);
    let mut harmed: Vec<(Value, &str)> = Vec::new();
    let mut harm = |pointer: &str, value: Value, words: &'static str| {
        let mut state = right.clone();
        *state.pointer_mut(pointer).unwrap() = value;
        harmed.push((state, words));
    };
    harm("/position/game/sides", json!({"union": {}}), "the confederate side is missing");
    harm("/position/game/scenario", json!("nowhere"), "there is no scenario nowhere");
    let (group, _) = right["position"]["game"]["groups"].as_object().unwrap().iter().next().unwrap();
    harm(&format!("/position/game/groups/{group}/sp"), json!(4_294_967_295_u32), "more than 9999");
    harm(&format!("/position/game/groups/{group}/hex"), json!("9999"), "off the map");
    for (state, words) in harmed {
        fs::write(&newest, table.sealed(&state, "adjudicator", "adjudicator")).unwrap();
        for command in [["show", "track"].as_slice(), &["report"], &["legal"], &["draft", "--force"]] {
            let ran = table.run(&seat, command);
            assert_eq!(ran.code, 1, "{command:?}: {}{}", ran.out, ran.err);
            assert!(ran.err.contains(words) || ran.err.contains("adjudicating gives"), "{command:?}: {}", ran.err);
        }
        let ran = table.run(&seat, &["verify"]);
        assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
        let position = table.folder().join("position.txt");
        fs::write(&position, adjutant::document::write(&state["position"])).unwrap();
        fs::write(&newest, table.sealed(&right, "adjudicator", "adjudicator")).unwrap();
        let path = position.display().to_string();
        let ran = table.run("adjudicator", &["rule", "--reason", "a correction", "--position", &path]);
        assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
        assert!(ran.err.contains(words), "{}", ran.err);
    }
}
