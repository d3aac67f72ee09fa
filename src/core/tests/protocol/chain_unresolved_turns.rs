//! Turns that no state of the line resolves: what they prove, and what they do not (protocol 6 and 9). Of several
//! equally serious faults of a step, the one of the seat whose name comes first is reported: so anna's turns are the
//! stray ones here.

use crate::common;
use adjutant_core::chain::verify::Proof;
use adjutant_core::document::{Value, digest};
use common::alter::content;
use common::{Rig, at_orders, id};
use serde_json::json;

const STATE: &str = "states/other.yaml";

fn done() -> Value {
    json!({"orders": [{"rest": {}}, {"done": {}}]})
}

/// A match in which anna has signed a turn for the newest state, and bert a state on it, which is changed in some way.
/// Gives the name of the turn.
fn resolved(change: impl FnOnce(&mut Rig, &str, &mut Value)) -> (Rig, String) {
    let mut rig = at_orders();
    rig.play("bert", done());
    let turn = rig.turn("anna", done());
    let issued = rig.now();
    let (bert, mut state) = rig.resolved(&issued).unwrap();
    assert_eq!(bert, id("bert"));
    change(&mut rig, &turn, &mut state);
    rig.sign_and_add(STATE, &bert, &state);
    (rig, turn)
}

/// The same, and the state resolves another turn of anna's, which is changed in some way. Gives the names of both.
fn resolved_in_place_of_another(change: impl FnOnce(&mut Value)) -> (Rig, [String; 2]) {
    let mut another = String::new();
    let (rig, turn) = resolved(|rig, turn, state| {
        let mut other = content(rig.text(turn));
        other.as_object_mut().unwrap().shift_remove("signatures");
        other["comment"] = json!("another");
        change(&mut other);
        another = rig.mail_turn("anna", &other);
        state["turns"] = json!([digest(&other)]);
    });
    (rig, [turn, another])
}

/// The proof of each failure of a file.
fn proofs(rig: &Rig, file: &str) -> Vec<(Proof, String)> {
    let failures = rig.verify().failures.into_iter().filter(|failure| failure.file == file);
    failures.map(|failure| (failure.proof, failure.problem.message)).collect()
}

#[test]
fn two_turns_for_one_state_and_step_are_double_dealing_and_others_are_not() {
    let (rig, [one, _]) = resolved_in_place_of_another(|_| ());
    assert_eq!(proofs(&rig, &one)[0].0, Proof::DoubleDealing);

    let later = |turn: &mut Value| turn["step"] = json!(turn["step"].as_u64().unwrap() + 1);
    let (rig, [one, two]) = resolved_in_place_of_another(later);
    assert_eq!(proofs(&rig, &one), [], "the other turn is for another step");
    assert!(proofs(&rig, &two).iter().all(|(proof, _)| *proof != Proof::DoubleDealing));
    assert!(proofs(&rig, STATE).iter().any(|(proof, _)| *proof == Proof::FalseState));
}

#[test]
fn a_turn_in_whose_place_a_missing_one_was_resolved_is_withheld_and_no_more() {
    let (mut rig, [one, two]) = resolved_in_place_of_another(|_| ());
    rig.drop_file(&two);
    let words = format!("{STATE} resolves another turn of this step, which is missing");
    assert_eq!(proofs(&rig, &one), [(Proof::Withheld, words)]);
}

#[test]
fn a_turn_of_an_awaited_seat_that_a_state_passes_over_is_no_fault_of_its_signer() {
    let (rig, turn) = resolved(|_, _, state| state["turns"] = json!([]));
    assert_eq!(proofs(&rig, &turn), []);
    assert!(!proofs(&rig, STATE).is_empty());
}

/// A ruling may say how a match stands that is over: nobody is asked for anything, not even what was proposed.
#[test]
fn after_a_ruling_that_ends_the_match_nobody_is_awaited() {
    let mut rig = common::refereed_at_orders();
    rig.play("north", json!({"take_back": {"to_step": 0}}));
    let mut position = rig.state()["position"].clone();
    assert!(position.get("proposal").is_some(), "{position}");
    position.as_object_mut().unwrap().shift_remove("pending");
    position["outcome"] = json!({"winner": "north"});
    rig.rule(json!({"reason": "a match that was over", "rule": "T9", "position": position})).unwrap();
    assert_eq!(rig.state()["outcome"], json!({"winner": "north"}));
    assert_eq!(rig.state()["awaiting"], json!([]));
}
