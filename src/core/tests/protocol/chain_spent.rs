//! Protocol 6: a reveal that a seat has shown in a turn that is now void counts as spent where the other seat acts
//! next.

use crate::common;
use adjutant_core::chain::verify::{Check, Failure, Proof};
use adjutant_core::document::{Bytes32, Value};
use common::{Rig, at_orders, id};
use serde_json::json;

fn resting() -> Value {
    json!({"orders": [{"rest": {}}]})
}

/// Anna has issued a state that wrongly awaits herself, and mailed her turn with it; bert refuses the state. The right
/// one awaits bert. Her turn's file, her reveal in it, and the refusal.
fn voided() -> (Rig, String, Value, Bytes32) {
    let mut rig = at_orders();
    rig.turn("bert", resting());
    let issued = rig.now();
    let (seat, right) = rig.resolved(&issued).unwrap();
    assert_eq!((seat.as_str(), &right["awaiting"][0]["seat"]), ("anna", &json!("bert")));
    let mut wrong = right;
    wrong["awaiting"][0]["seat"] = json!("anna");
    rig.sign_and_add("states/wrong.yaml", &seat, &wrong);
    let content = rig.turn_content("anna", &json!({}));
    let reveal = content["reveal"].clone();
    let turn = rig.mail_turn("anna", &content);
    let refusal = rig.refuse_state("bert", "it is my move");
    (rig, turn, reveal, refusal)
}

fn named<'f>(failures: &'f [Failure], words: &str) -> &'f Failure {
    failures.iter().find(|failure| failure.problem.message.contains(words)).unwrap_or_else(|| panic!("{failures:#?}"))
}

#[test]
fn the_replacement_names_the_spent_reveal_and_the_next_dice_come_of_the_one_after() {
    let (mut rig, _, reveal, refusal) = voided();
    let file = rig.replace_state(refusal).unwrap();
    let replacement = common::alter::content(rig.text(&file));
    assert_eq!(replacement["spent"]["reveal"], reveal);
    rig.assert_verifies();
    // Bert acts and knows that reveal; the next state shows another.
    rig.play("bert", json!({"orders": [{"raid": {"dice": 2}}]}));
    let next = rig.state();
    assert_eq!(next["responder"], json!("anna"));
    assert_ne!(next["reveal"], reveal);
    assert!(!next["rolls"].as_array().unwrap().is_empty());
    let seeds = &rig.secrets[&id("anna")].seeds;
    let at = (1..1024).find(|at| json!(seeds.reveal(*at).unwrap()) == reveal).unwrap();
    assert_eq!(next["reveal"], json!(seeds.reveal(at + 1).unwrap()));
    rig.assert_verifies();
    rig.play("bert", json!({"orders": [{"done": {}}]}));
    rig.assert_verifies();
    write_out(&rig, "spent");
}

/// Writes a match where `tests/independent_verifier/verify.py` looks for it, if `ADJUTANT_MATCHES` names a folder.
pub(crate) fn write_out(rig: &Rig, name: &str) {
    let Some(folder) = std::env::var_os("ADJUTANT_MATCHES") else { return };
    for (file, text) in &rig.files {
        let path = std::path::Path::new(&folder).join(name).join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

#[test]
fn who_uses_the_reveal_that_the_other_knows_is_found() {
    // She leaves out that it is spent.
    let (mut rig, turn, _, refusal) = voided();
    let file = rig.replace_state(refusal).unwrap();
    let mut content = common::alter::content(rig.text(&file));
    content.as_object_mut().unwrap().shift_remove("spent");
    content.as_object_mut().unwrap().shift_remove("signatures");
    rig.drop_file(&file);
    rig.sign_and_add("states/silent.yaml", &id("anna"), &content);
    let failures = rig.verify().failures;
    let failure = named(&failures, "must name that reveal as spent");
    assert_eq!((failure.seat.as_ref(), failure.check), (Some(&id("anna")), Check::Chain));
    assert!(failure.problem.message.contains(&turn), "{failure:#?}");

    // She names it, and resolves the next turn with it all the same.
    let (mut rig, _, reveal, refusal) = voided();
    rig.replace_state(refusal).unwrap();
    rig.turn("bert", resting());
    let issued = rig.now();
    let (seat, mut content) = rig.resolved(&issued).unwrap();
    content["reveal"] = reveal;
    rig.sign_and_add("states/known.yaml", &seat, &content);
    let failures = rig.verify().failures;
    let failure = failures.iter().find(|failure| failure.check == Check::Reveals).unwrap();
    assert_eq!((failure.seat.as_ref(), failure.proof), (Some(&id("anna")), Proof::FalseReveal), "{failures:#?}");
}

#[test]
fn nothing_is_said_to_be_spent_that_is_not() {
    // A reveal too many, or another turn's, would let her choose among keys.
    let change = |change: &dyn Fn(&mut Value, &Rig)| {
        let (mut rig, _, _, refusal) = voided();
        let file = rig.replace_state(refusal).unwrap();
        let mut content = common::alter::content(rig.text(&file));
        content.as_object_mut().unwrap().shift_remove("signatures");
        change(&mut content, &rig);
        rig.drop_file(&file);
        rig.sign_and_add("states/other.yaml", &id("anna"), &content);
        rig.verify().failures
    };
    let seeds = |rig: &Rig, reveal: &Value| {
        let seeds = &rig.secrets[&id("anna")].seeds;
        let at = (1..1024).find(|at| json!(seeds.reveal(*at).unwrap()) == *reveal).unwrap();
        json!(seeds.reveal(at + 1).unwrap())
    };
    let failures = change(&|state, rig| state["spent"]["reveal"] = seeds(rig, &state["spent"]["reveal"]));
    named(&failures, "is not the one that is said to be spent");
    assert!(failures.iter().any(|failure| failure.check == Check::Reveals), "{failures:#?}");
    let failures = change(&|state, _| state["spent"]["turn"] = state["turns"][0].clone());
    named(&failures, "did not become void with the state replaced here");
    let failures = change(&|state, _| {
        state["spent"]["turn"] = json!(Bytes32([3; 32]));
    });
    assert_eq!(named(&failures, "whose reveal is spent, is missing").proof, Proof::Withheld);

    // Without the void turn nobody is accused.
    let (mut rig, turn, _, refusal) = voided();
    rig.replace_state(refusal).unwrap();
    rig.play("bert", resting());
    rig.drop_file(&turn);
    let failures = rig.verify().failures;
    assert!(failures.iter().all(|failure| failure.proof == Proof::Withheld), "{failures:#?}");
    assert!(!failures.is_empty());

    // A state that replaces none has nothing to name.
    let mut rig = at_orders();
    rig.turn("bert", resting());
    let issued = rig.now();
    let (seat, mut content) = rig.resolved(&issued).unwrap();
    content["spent"] = json!({"turn": Bytes32([3; 32]), "reveal": Bytes32([4; 32])});
    rig.sign_and_add("states/plain.yaml", &seat, &content);
    named(&rig.verify().failures, "only a state that replaces another");
}

#[test]
fn a_replacement_that_awaits_the_same_seat_spends_nothing() {
    let mut rig = at_orders();
    rig.turn("bert", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    let issued = rig.now();
    let (seat, right) = rig.resolved(&issued).unwrap();
    assert_eq!(right["awaiting"][0]["seat"], json!("anna"));
    let mut wrong = right;
    wrong["position"]["game"]["strength"]["north"] = json!(60);
    rig.sign_and_add("states/wrong.yaml", &seat, &wrong);
    let content = rig.turn_content("anna", &resting());
    rig.mail_turn("anna", &content);
    let refusal = rig.refuse_state("bert", "a point too many");
    let file = rig.replace_state(refusal).unwrap();
    assert_eq!(common::alter::content(rig.text(&file)).get("spent"), None);
    rig.assert_verifies();
    let mut again = rig.turn_content("anna", &resting());
    assert_eq!(again["reveal"], content["reveal"]);
    again["refusal"] = json!(refusal);
    rig.mail_turn("anna", &again);
    rig.respond().unwrap();
    rig.assert_verifies();
}
