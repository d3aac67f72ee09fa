//! Reports about documents that others name but that are missing, and which files are accepted for them.

use crate::common;
use adjutant_core::chain::missing::MissingDocument;
use adjutant_core::chain::{Chain, MatchFiles};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Bytes32, Form, Value, read};
use common::{Rig, eventful, id};
use serde_json::json;

type Files = Vec<(String, String)>;

fn gaps(files: &Files) -> Vec<MissingDocument> {
    let mut loaded = MatchFiles::default();
    files.iter().for_each(|(name, text)| loaded.add(name, text.as_bytes()));
    Chain::build(&loaded).unwrap().missing_documents()
}

#[track_caller]
fn gap(files: &Files) -> MissingDocument {
    let gaps = gaps(files);
    let [gap] = &gaps[..] else { panic!("{gaps:#?}") };
    gap.clone()
}

/// The file of the turn of a seat for a step.
fn turn_of(rig: &Rig, seat: &str, step: u64) -> String {
    let has = |text: &str, line: String| text.lines().any(|other| other == line);
    let is = |text: &str| {
        has(text, "kind: turn".to_owned()) && has(text, format!("seat: {seat}")) && has(text, format!("step: {step}"))
    };
    rig.files.iter().find(|(_, text)| is(text)).unwrap_or_else(|| panic!("{seat} {step}")).0.clone()
}

fn without(rig: &Rig, name: &str) -> Files {
    let left: Files = rig.files.iter().filter(|(other, _)| other != name).cloned().collect();
    assert_eq!(left.len() + 1, rig.files.len(), "{name}");
    left
}

/// The document of a file, changed by somebody who cannot sign it, under another name.
fn spoilt(rig: &Rig, name: &str) -> (String, String) {
    let changed = rig.text(name).replacen("\nsignatures:", "\ncomment: \"changed\"\nsignatures:", 1);
    let changed = changed.replacen("\nissued: \"2026", "\nissued: \"2027", 1).replace("\ncomment: \"changed\"\nsig", {
        if name.starts_with("states/") { "\nsig" } else { "\ncomment: \"changed\"\nsig" }
    });
    assert_ne!(changed, rig.text(name));
    ("inbox/copy.yaml".to_owned(), changed)
}

fn content(text: &str) -> Value {
    read("file", text.as_bytes(), Form::State).unwrap().content
}

#[test]
fn a_missing_turn_is_that_of_the_seat_whose_turn_is_not_here() {
    let rig = eventful(TrustMode::Refereed);
    for seat in ["north", "south", "aide"] {
        let gap = gap(&without(&rig, &turn_of(&rig, seat, 1)));
        assert_eq!((gap.seat.as_ref(), gap.step, gap.spoilt), (Some(&id(seat)), 1, false), "{gap:?}");
        let problem = gap.problem();
        let words = format!("{seat}'s turn of step 1 (turns/0001-{seat}.yaml) is missing: states/0001.yaml answers it");
        assert_eq!(problem.message, words);
        assert_eq!((problem.rule.as_deref(), problem.advice.as_deref()), (Some("protocol 6"), Some("ask for it")));
    }
}

#[test]
fn a_spoilt_copy_is_told_by_what_it_says_it_is() {
    let rig = eventful(TrustMode::Refereed);
    let souths = turn_of(&rig, "south", 1);
    let found = |more: (String, String)| {
        let mut files = without(&rig, &souths);
        files.push(more);
        let gap = gap(&files);
        assert_eq!((gap.seat.as_ref(), gap.step), (Some(&id("south")), 1), "{gap:?}");
        (gap.spoilt, gap.file.clone(), gap.problem())
    };
    let (bad, file, problem) = found(spoilt(&rig, &souths));
    assert_eq!((bad, file.as_str()), (true, "inbox/copy.yaml"));
    let words = "inbox/copy.yaml (south's turn of step 1) is not valid, and states/0001.yaml depends on it";
    assert_eq!((problem.message.as_str(), problem.advice.as_deref()), (words, Some("ask for a good copy")));
    // What cannot be read is known by its name alone.
    let (bad, file, _) = found(("inbox/turns/0001-south.yaml".to_owned(), "scribble".to_owned()));
    assert_eq!((bad, file.as_str()), (true, "inbox/turns/0001-south.yaml"));
    // Another seat's, another step's and another kind's are not it.
    for other in [turn_of(&rig, "north", 1), turn_of(&rig, "south", 2), "states/0001.yaml".to_owned()] {
        let (bad, file, _) = found(spoilt(&rig, &other));
        assert_eq!((bad, file.as_str()), (false, "turns/0001-south.yaml"), "{other}");
    }
}

#[test]
fn a_spoilt_state_is_told_by_its_step_whoever_signs_it() {
    let rig = eventful(TrustMode::HeadToHead);
    let found = |more: (String, String)| {
        let mut files = without(&rig, "states/0004.yaml");
        files.push(more);
        let gap = gap(&files);
        assert_eq!((gap.seat.as_ref(), gap.step), (None, 4), "{gap:?}");
        (gap.spoilt, gap.file)
    };
    assert_eq!(found(spoilt(&rig, "states/0004.yaml")), (true, "inbox/copy.yaml".to_owned()));
    let turn = ["anna", "bert"]
        .into_iter()
        .map(|seat| {
            (
                seat,
                rig.files
                    .iter()
                    .filter(|(_, text)| {
                        text.contains("\nkind: turn\n")
                            && text.contains("\nstep: 4\n")
                            && text.contains(&format!("\nseat: {seat}\n"))
                    })
                    .count(),
            )
        })
        .find(|(_, count)| *count > 0)
        .unwrap()
        .0;
    for other in ["states/0003.yaml".to_owned(), turn_of(&rig, turn, 4)] {
        assert_eq!(found(spoilt(&rig, &other)), (false, "states/0004.yaml".to_owned()), "{other}");
    }
}

#[test]
fn a_missing_state_is_told_by_what_stands_on_it() {
    let rig = eventful(TrustMode::HeadToHead);
    // The last states but one and the newest.
    let last = rig.step();
    let missing = last - 1;
    let files: Files =
        rig.files.iter().filter(|(name, _)| *name != format!("states/{missing:04}.yaml")).cloned().collect();
    let words = format!("state {last} is here, but state {missing} is missing (states/{missing:04}.yaml)");
    assert_eq!(gap(&files).problem().message, words);
    // Where no state stands on it, a turn that answers it names it.
    let files: Files = files.into_iter().filter(|(name, _)| *name != format!("states/{last:04}.yaml")).collect();
    let found = gap(&files);
    let words = format!(
        "{} is here, but state {missing}, which it answers, is missing (states/{missing:04}.yaml)",
        found.named_by
    );
    assert!(found.named_by.starts_with("turns/"), "{found:?}");
    assert_eq!(found.problem().message, words);
}

/// Nothing comes before step 0, whatever a document says.
#[test]
fn a_document_of_step_0_that_stands_on_something_has_no_missing_state_before_it() {
    let mut rig = common::at_orders();
    let (step, name) = (rig.step() + 1, "turns/none.yaml");
    let mut turn = rig.turn_content("bert", &json!({"orders": [{"done": {}}]}));
    assert_eq!(turn["step"], json!(step));
    turn["step"] = json!(0);
    turn["parent"] = json!(Bytes32([7; 32]));
    rig.sign_and_add(name, &id("bert"), &turn);
    let mut state = content(rig.text("states/0000.yaml"));
    state["parent"] = json!(Bytes32([7; 32]));
    rig.sign_and_add("states/none.yaml", &id("anna"), &state);
    assert_eq!(gaps(&rig.files), []);
}
