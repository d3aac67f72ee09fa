//! Documents that are not on the line of a match: those that have no place in it, those that wait, and who is to blame
//! (protocol 6).

use crate::common;
use adjutant_core::chain::Verified;
use adjutant_core::chain::verify::{Check, Failure, NoticeKind, Proof, Verification, verify};
use adjutant_core::document::{Bytes32, Value, digest, write};
use common::alter::content;
use common::{at_orders, id};
use serde_json::json;

fn done() -> Value {
    json!({"orders": [{"rest": {}}, {"done": {}}]})
}

fn rest() -> Value {
    json!({"orders": [{"rest": {}}]})
}

#[track_caller]
fn failure(found: &Verification, file: &str) -> Failure {
    let named = found.failures.iter().find(|failure| failure.file == file);
    named.unwrap_or_else(|| panic!("{found:#?}")).clone()
}

#[test]
fn a_turn_that_nobody_has_answered_waits() {
    let mut rig = at_orders();
    assert!(rig.assert_verifies().notices.is_empty());
    let turn = rig.turn("bert", done());
    let [notice] = &rig.assert_verifies().notices[..] else { panic!("{:?}", rig.verify().notices) };
    assert_eq!((notice.kind, &notice.file, &notice.seat), (NoticeKind::Pending, &turn, &Some(id("bert"))));
    assert_eq!(notice.text, "no state here answers the turn of 'bert'");
}

/// Of two turns for one step either proves with the other that their signer deals double; no name of a file decides
/// which.
#[test]
fn two_turns_for_a_step_are_double_dealing_whether_or_not_one_is_resolved() {
    let mut rig = at_orders();
    let [first, second] = [done(), rest()].map(|draft| rig.turn_content("bert", &draft));
    let [first, second] = [("turns/b.yaml", first), ("turns/a.yaml", second)].map(|(name, content)| {
        rig.sign_and_add(name, &id("bert"), &content);
        (name, digest(&content))
    });
    let found = rig.verify();
    let later = if first.1 < second.1 { second.0 } else { first.0 };
    let failure = failure(&found, later);
    assert_eq!((failure.proof, failure.seat.clone()), (Proof::DoubleDealing, Some(id("bert"))));
    assert_eq!(failure.problem.message, format!("'bert' signed two turns for step {}", rig.step() + 1));
    assert_eq!(failure.with.as_deref(), Some(if later == first.0 { second.0 } else { first.0 }));

    let mut rig = at_orders();
    let other = rig.turn_content("bert", &rest());
    let turn = rig.turn("bert", done());
    rig.respond().unwrap();
    rig.sign_and_add("turns/other.yaml", &id("bert"), &other);
    let failure = self::failure(&rig.verify(), "turns/other.yaml");
    assert_eq!((failure.proof, failure.with), (Proof::DoubleDealing, Some(turn)));
}

/// A turn of which its state tells that another one of its step was resolved, which is missing: perhaps its signer
/// refused it.
#[test]
fn a_second_turn_accuses_nobody_while_the_first_is_missing() {
    let mut rig = at_orders();
    let other = rig.turn_content("bert", &rest());
    let turn = rig.turn("bert", done());
    let state = rig.respond().unwrap();
    rig.sign_and_add("turns/other.yaml", &id("bert"), &other);
    rig.drop_file(&turn);
    let found = rig.verify();
    assert!(found.failures.iter().all(|failure| failure.proof == Proof::Withheld), "{found:#?}");
    let withheld = found.failures.iter().find(|failure| failure.check == Check::Chain).expect("a failure");
    assert!([state.as_str(), "turns/other.yaml"].contains(&withheld.file.as_str()), "{found:#?}");
}

#[test]
fn a_turn_of_a_seat_that_was_not_awaited_is_told_and_no_more() {
    let mut rig = at_orders();
    let mut content = rig.turn_content("bert", &done());
    rig.play("bert", done());
    content["seat"] = json!("anna");
    content["reveal"] = json!("11".repeat(32));
    rig.sign_and_add("turns/stray.yaml", &id("anna"), &content);
    let [notice] = &rig.assert_verifies().notices[..] else { panic!("{:?}", rig.verify().notices) };
    let words = "'anna' signed a turn that changes nothing: 'anna' was not awaited";
    assert_eq!((notice.file.as_str(), notice.text.as_str()), ("turns/stray.yaml", words));
}

#[test]
fn a_second_set_up_is_double_dealing() {
    let mut rig = at_orders();
    let mut second = content(rig.text("states/0000.yaml"));
    second["issued"] = json!("2026-11-21T23:00:00Z");
    rig.sign_and_add("states/again.yaml", &id("anna"), &second);
    let found = rig.verify();
    let failure = found.failure(Check::Chain).expect("a failure");
    assert_eq!((failure.proof, &failure.seat), (Proof::DoubleDealing, &Some(id("anna"))), "{found:#?}");
    assert_eq!(failure.problem.message, "'anna' signed two states for step 0");
}

#[test]
fn a_state_that_follows_another_step_or_none_has_no_place() {
    let mut rig = at_orders();
    rig.turn("bert", done());
    let issued = rig.now();
    let (seat, right) = rig.resolved(&issued).unwrap();
    let before = rig.state();
    let mut early = right.clone();
    early["step"] = json!(right["step"].as_u64().unwrap() + 1);
    rig.sign_and_add("states/stray.yaml", &seat, &early);
    let stray = failure(&rig.verify(), "states/stray.yaml");
    let on = format!(", which is step {}", before["step"]);
    assert!(
        stray.problem.message.starts_with("this state follows states/") && stray.problem.message.ends_with(&on),
        "{stray:#?}"
    );
    assert_eq!((stray.proof, stray.problem.path.as_deref()), (Proof::OutOfPlace, Some("parent")));

    rig.drop_file("states/stray.yaml");
    let mut orphan = right.clone();
    orphan["parent"] = json!(Bytes32([9; 32]));
    rig.sign_and_add("states/orphan.yaml", &seat, &orphan);
    let orphaned = failure(&rig.verify(), "states/orphan.yaml");
    let (step, parent) = (&right["step"], &before["step"]);
    assert_eq!(orphaned.problem.message, format!("state {step} is here, but state {parent} before it is missing"));
    assert_eq!(orphaned.proof, Proof::Withheld);
    assert_eq!(orphaned.problem.advice.as_deref().map(|advice| advice.starts_with("ask for states/000")), Some(true));
}

/// What is known reaches no further than the files that it is of.
#[test]
fn nothing_is_known_of_a_match_with_a_file_that_does_not_read() {
    let rig = at_orders();
    let mut files = rig.load();
    files.add("notes.yaml", b"adjutant: 1\nkind: letter\n");
    assert_eq!(files.unread.len(), 1);
    assert!(Verified::of(&files, &rig.verify()).is_none());
    assert!(Verified::of(&rig.load(), &verify(&files, &rig.games)).is_none(), "the verdict is of other files");
    assert!(Verified::of(&rig.load(), &rig.verify()).is_some());
}

/// Protocol 6: a turn that follows a void one names the refusal of the state that the void one answered. Whoever
/// resolves one that does not is found out, whether the states are read or written anew.
#[test]
fn a_turn_that_keeps_silent_about_a_void_one_is_found() {
    let mut rig = at_orders();
    rig.turn("bert", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    let issued = rig.now();
    let (seat, mut wrong) = rig.resolved(&issued).unwrap();
    wrong["position"]["game"]["strength"]["south"] = json!(1);
    rig.sign_and_add("states/wrong.yaml", &seat, &wrong);
    rig.turn("anna", json!({"orders": [{"done": {}}]}));
    let refusal = rig.refuse_state("bert", "points are missing");
    rig.replace_state(refusal).unwrap();
    let turn = rig.turn("anna", json!({"orders": [{"done": {}}]}));
    let state = rig.respond().unwrap();
    rig.assert_verifies();

    // The same, but the turn does not name the refusal.
    let mut silent = content(rig.text(&turn));
    assert_eq!(silent.as_object_mut().unwrap().shift_remove("refusal"), Some(json!(refusal)));
    let mut resolved = content(rig.text(&state));
    resolved["turns"] = json!([digest(&silent)]);
    let (silent, resolved) = (rig.sign(&id("anna"), &silent), rig.sign(&id("bert"), &resolved));
    rig.edit(&turn, |_| write(&silent));
    rig.edit(&state, |_| write(&resolved));
    for read_it in [false, true] {
        if read_it {
            rig.edit(&state, |text| format!("# read me\n{text}"));
        }
        let found = rig.verify();
        let failure = found.failure(Check::Adjudication).expect("a failure");
        assert_eq!((failure.proof, failure.seat.as_ref()), (Proof::IllegalTurn, Some(&id("anna"))), "{failure:#?}");
    }
}

/// Protocol 9: what fails is named with its line, also in a state that was written to be compared and not read.
#[test]
fn a_signature_that_does_not_hold_is_shown_in_its_line() {
    let mut rig = at_orders();
    let name = "states/0002.yaml";
    // The state is as it ought to be, but for the time that its signer gave it.
    let text = rig.text(name).to_owned();
    let issued = text.lines().find(|line| line.starts_with("issued:")).unwrap();
    rig.edit(name, |text| text.replacen(issued, "issued: \"2026-11-21T23:59:00Z\"", 1));
    let found = failure(&rig.verify(), name);
    assert_eq!(found.proof, Proof::Forgery);
    let line = rig.text(name).lines().position(|line| line.trim_start().starts_with("sig:")).unwrap() + 1;
    assert_eq!(found.problem.mark.map(|mark| mark.line), Some(line as u32), "{found:#?}");
}
