//! Several programs in one folder at once, as on a shared drive or in a second window: the result is always the same as
//! if they had run one after the other.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::refereed_match::{Ran, RefereedMatch};

/// Runs the program several times at once.
fn together(table: &RefereedMatch, runs: &[(&str, Vec<&str>)]) -> Vec<Ran> {
    thread::scope(|scope| {
        let started: Vec<_> = runs.iter().map(|(seat, args)| scope.spawn(move || table.run(seat, args))).collect();
        started.into_iter().map(|run| run.join().unwrap()).collect()
    })
}

/// Drafts the first legal order of the seat that is asked for orders; gives the seat, and the draft.
fn drafted(table: &RefereedMatch) -> (String, PathBuf) {
    let seat = table.until_orders();
    let order = table.legal_order(&seat);
    let draft = table.drafted(&seat, &format!("orders: [{order}]"));
    (seat, draft)
}

fn files(folder: &Path) -> BTreeSet<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

/// No half-written file is left, every check passes, and nobody has signed two documents for one thing.
fn all_is_well(table: &RefereedMatch) {
    for folder in ["states", "turns"] {
        let odd: Vec<String> =
            files(&table.folder().join(folder)).into_iter().filter(|name| !name.ends_with(".yaml")).collect();
        assert!(odd.is_empty(), "{folder}: {odd:?}");
    }
    table.run_ok("union", &["verify"]);
}

#[test]
fn a_seat_that_signs_two_drafts_at_once_signs_one() {
    let table = RefereedMatch::new();
    let (seat, draft) = drafted(&table);
    let draft = fs::read_to_string(draft).unwrap();
    let step = table.state()["step"].as_u64().unwrap() + 1;
    let drafts: Vec<String> = ["north", "south"]
        .iter()
        .map(|word| {
            let path = table.root.path().join(format!("{word}.yaml"));
            let lines = draft.lines().filter(|line| !line.starts_with("comment"));
            let lines: String = lines.map(|line| format!("{line}\n")).collect();
            fs::write(&path, lines.replace("\norders:", &format!("\ncomment: {word}\norders:"))).unwrap();
            path.display().to_string()
        })
        .collect();
    let runs: Vec<(&str, Vec<&str>)> = (0..6).map(|n| (seat.as_str(), vec!["sign", drafts[n % 2].as_str()])).collect();
    let ran = together(&table, &runs);
    assert!(ran.iter().any(|ran| ran.code == 0), "{:?}", ran.iter().map(|ran| &ran.err).collect::<Vec<_>>());
    assert!(ran.iter().all(|ran| ran.code <= 2 && !ran.err.contains("panicked")));
    let turns = files(&table.folder().join("turns"));
    let signed: Vec<&String> = turns.iter().filter(|name| name.starts_with(&format!("{step:04}-{seat}"))).collect();
    assert_eq!(signed.len(), 1, "{turns:?}");
    // A player whose draft came too late is told so, and shown what he did sign.
    let text = fs::read_to_string(table.folder().join("turns").join(signed[0])).unwrap();
    let kept =
        ["north", "south"].iter().position(|word| text.contains(&format!("comment: {word}"))).expect("one of them");
    for (n, ran) in ran.iter().enumerate() {
        let late = ran.code != 0 || ran.out.contains("You have already signed this step: this is the same file");
        assert!(late || n % 2 == kept, "{}{}", ran.out, ran.err);
    }
    table.run_ok("adjudicator", &["adjudicate"]);
    all_is_well(&table);
}

#[test]
fn a_step_is_resolved_once_however_many_resolve_it() {
    let table = RefereedMatch::new();
    let (seat, _) = drafted(&table);
    table.run_ok(&seat, &["sign"]);
    let before = files(&table.folder().join("states"));
    let ran = together(&table, &vec![("adjudicator", vec!["adjudicate"]); 5]);
    assert!(ran.iter().any(|ran| ran.code == 0));
    assert!(ran.iter().all(|ran| ran.code <= 2 && !ran.err.contains("panicked")));
    let after = files(&table.folder().join("states"));
    assert_eq!(after.difference(&before).count(), 1, "{after:?}");
    all_is_well(&table);
}

#[test]
fn who_looks_while_others_write_sees_the_match_before_or_after() {
    let table = RefereedMatch::new();
    for _ in 0..3 {
        let (seat, _) = drafted(&table);
        let questions = ["match status", "report", "show map", "verify", "legal"];
        let mut runs: Vec<(&str, Vec<&str>)> =
            questions.iter().map(|words| (seat.as_str(), words.split(' ').collect())).collect();
        runs.insert(2, (&seat, vec!["sign"]));
        runs.push(("adjudicator", vec!["adjudicate"]));
        for (ran, (_, args)) in together(&table, &runs).iter().zip(&runs) {
            // The command that resolves may come before the turn has been signed, and the question what is legal after
            // the state.
            let may_be_late = ["adjudicate", "legal"].contains(&args[0]);
            assert!(ran.code == 0 || (may_be_late && ran.code <= 2), "{args:?}: {}{}", ran.out, ran.err);
            assert!(!ran.err.contains("panicked"), "{}", ran.err);
        }
        // What came too early is done now.
        table.run("adjudicator", &["adjudicate"]);
    }
    all_is_well(&table);
}
