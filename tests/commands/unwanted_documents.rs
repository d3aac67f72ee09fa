//! Documents that a seat may not write, or that cross a ruling, harm nobody; a referee who resolves a turn that he refused is
//! named, and the player can refuse his state (protocol 6 and 9).

use crate::refereed_match;
use std::fs;
use std::path::{Path, PathBuf};

use adjutant::document::{Value, digest};
use refereed_match::{RefereedMatch, load};
use serde_json::json;

fn crossroads() -> (RefereedMatch, String) {
    let table = RefereedMatch::playing(&["--game", "crossroads"]);
    let seat = table.until_orders();
    (table, seat)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).map(|entries| entries.map(|entry| entry.unwrap().path()));
    let mut files: Vec<PathBuf> = entries.map(Iterator::collect).unwrap_or_default();
    files.sort();
    files
}

/// A refusal of a document by a seat.
fn refusal(table: &RefereedMatch, of: &Value, seat: &str) -> String {
    let refusal = json!({
        "adjutant": 1, "kind": "refusal", "match": of["match"], "step": of["step"], "of": digest(of), "seat": seat,
        "reasons": [{"message": "I lost"}], "issued": "2026-11-28T19:00:00Z",
    });
    table.sealed(&refusal, seat, seat)
}

/// Signs a turn of a seat with its first legal order, and gives its file.
fn orders(table: &RefereedMatch, seat: &str) -> PathBuf {
    let order = table.legal_order(seat);
    let before = files(&table.folder().join("turns"));
    table.drafted(seat, &format!("orders:\n  - {order}"));
    table.run_ok(seat, &["sign"]);
    files(&table.folder().join("turns")).into_iter().find(|file| !before.contains(file)).expect("a new turn")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()) {
        let to = to.join(entry.file_name().unwrap());
        if entry.is_dir() {
            copy(&entry, &to);
        } else {
            fs::copy(&entry, &to).unwrap();
        }
    }
}

#[test]
fn a_document_by_somebody_who_may_not_write_it_is_kept_apart_and_harms_nobody() {
    let (table, _) = crossroads();
    let turn = load(&table.folder().join("turns/0001-confederate.yaml"));
    let mail = table.root.path().join("mail.yaml");
    fs::write(&mail, refusal(&table, &turn, "union")).unwrap();
    let mail = mail.to_str().unwrap();
    let why = "'union' does not respond to the turns of 'confederate'";
    for _ in 0..2 {
        let ran = table.run("adjudicator", &["receive", mail, "--folder", "."]);
        assert_eq!(files(&table.folder().join("refusals")), [] as [PathBuf; 0], "{}", ran.out);
        let apart = files(&table.folder().join("mail/not-filed"));
        assert_eq!(apart.len(), 1, "{}{}", ran.out, ran.err);
    }
    fs::remove_dir_all(table.folder().join("mail/not-filed")).unwrap();
    let ran = table.run("adjudicator", &["receive", mail, "--folder", "."]);
    assert!(ran.code == 1 && ran.out.contains(why) && ran.out.contains("It is kept apart"), "{}{}", ran.out, ran.err);
    let ran = table.run("adjudicator", &["adjudicate", mail]);
    assert!(ran.code == 1 && ran.err.contains(why), "{}{}", ran.out, ran.err);

    // What lies there already is a note: the match verifies, is ended and archived.
    fs::create_dir_all(table.folder().join("refusals")).unwrap();
    fs::copy(mail, table.folder().join("refusals/aaa.yaml")).unwrap();
    let ran = table.run("union", &["verify"]);
    assert!(ran.code == 0 && ran.out.contains(why), "{}{}", ran.out, ran.err);
    let seat = table.awaited()[0].0.clone();
    orders(&table, &seat);
    table.run_ok("adjudicator", &["adjudicate"]);
    table.run_ok("adjudicator", &["rule", "--reason", "late", "--default", "union"]);
    let ran = table.run("union", &["archive", "add", ".", "--archive", "../archive"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}

/// The adjudicator rules while a turn is on its way.
#[test]
fn a_turn_that_crossed_a_ruling_is_in_order() {
    let (table, seat) = crossroads();
    let turn = orders(&table, &seat);
    let text = fs::read(&turn).unwrap();
    fs::remove_file(&turn).unwrap();
    table.run_ok("adjudicator", &["rule", "--reason", "late", "--default", &seat]);
    fs::write(&turn, text).unwrap();
    let ran = table.run("union", &["verify"]);
    assert!(ran.code == 0 && ran.out.contains("it crossed the ruling"), "{}{}", ran.out, ran.err);
    let ran = table.run("union", &["archive", "add", ".", "--archive", "../archive"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
}

#[test]
fn the_player_can_refuse_a_state_that_resolves_a_turn_which_was_refused() {
    let (table, seat) = crossroads();
    let first = orders(&table, &seat);
    let secretly = table.root.path().join("secretly");
    copy(&table.folder(), &secretly);
    table.run_ok("adjudicator", &["adjudicate", "--folder", secretly.to_str().unwrap()]);
    let state = files(&secretly.join("states")).pop().unwrap();

    fs::create_dir_all(table.folder().join("refusals")).unwrap();
    let refused = refusal(&table, &load(&first), "adjudicator");
    fs::write(table.folder().join("refusals/0001.yaml"), refused).unwrap();
    let second = orders(&table, &seat);
    fs::copy(&state, table.folder().join("states").join(state.file_name().unwrap())).unwrap();
    for command in [&["verify"][..], &["match", "status"], &["dispute", ".", "."]] {
        let ran = table.run(&seat, command);
        let said = ran.out + &ran.err;
        assert!(said.contains("which refusals/0001.yaml refuses") || said.contains("refuses"), "{command:?}: {said}");
        assert!(!said.contains("signed two turns"), "{command:?}: {said}");
        assert!(!said.contains(&format!("double dealing by '{seat}'")), "{command:?}: {said}");
    }
    table.run_ok(&seat, &["refuse"]);
    table.run_ok("adjudicator", &["adjudicate"]);
    table.run_ok(&seat, &["verify"]);
    let newest = files(&table.folder().join("states")).into_iter().map(|file| load(&file));
    let newest = newest.rev().find(|state| state.get("refusal").is_some()).expect("a replacement");
    assert_eq!(newest["turns"], json!([digest(&load(&second))]));
}
