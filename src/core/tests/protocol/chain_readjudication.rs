//! Adjudicating a match again: which document is named, what it proves, and what is only reported (protocol 6 and 9).

use crate::common;
use adjutant_core::chain::verify::{Check, Failure, NoticeKind, Proof, Verification, verify};
use adjutant_core::chain::{MatchFiles, Verified, compose};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Bytes32, Problem, Value, digest};
use common::alter::{Resigner, content};
use common::{Rig, at_orders, eventful, id, refereed_at_orders};
use serde_json::json;

type Change<'a> = &'a dyn Fn(&mut Value);

fn done() -> Value {
    json!({"orders": [{"rest": {}}, {"done": {}}]})
}

fn too_much() -> Value {
    json!({"orders": [{"raid": {"dice": 99}}]})
}

/// The findings after a document was changed, and everybody signed it and everything that names it again.
fn changed(rig: &Rig, name: &str, change: impl FnOnce(&mut Value)) -> Verification {
    let mut document = content(rig.text(name));
    change(&mut document);
    let mut files = MatchFiles::default();
    for (name, text) in Resigner::new(&rig.files, rig.keys()).resigned(name, &document) {
        files.add(&name, text.as_bytes());
    }
    verify(&files, &rig.games)
}

#[track_caller]
fn failure(found: &Verification, check: Check) -> Failure {
    found.failure(check).unwrap_or_else(|| panic!("{found:#?}")).clone()
}

/// A head-to-head match with a step of bert's orders; the files of his turn and of the state after it.
fn played() -> (Rig, String, String) {
    let mut rig = at_orders();
    let turn = rig.turn("bert", done());
    let state = rig.respond().unwrap();
    rig.play("anna", done());
    rig.assert_verifies();
    (rig, turn, state)
}

#[test]
fn every_state_but_the_first_is_adjudicated_again() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let counts = eventful(trust).assert_verifies().counts;
        assert_eq!(counts.adjudicated, counts.steps - 1);
    }
}

#[test]
fn a_false_set_up_is_its_issuers() {
    let (rig, ..) = played();
    let found = changed(&rig, "states/0000.yaml", |state| state["position"]["game"]["strength"]["north"] = json!(60));
    let failure = failure(&found, Check::Adjudication);
    assert_eq!(
        (failure.file.as_str(), failure.seat, failure.proof),
        ("states/0000.yaml", Some(id("anna")), Proof::FalseState)
    );
    assert_eq!(failure.problem.path.as_deref(), Some("position.game.strength.north"));
}

/// Whoever signs an illegal turn answers for it; the state that resolved it is named beside it.
#[test]
fn an_illegal_turn_that_was_resolved_is_its_players() {
    let (rig, turn, state) = played();
    let found = changed(&rig, &turn, |document| document["orders"] = too_much()["orders"].clone());
    let failure = failure(&found, Check::Adjudication);
    assert_eq!((&failure.file, &failure.seat, failure.proof), (&turn, &Some(id("bert")), Proof::IllegalTurn));
    assert_eq!(failure.with, Some(state));
    assert!(failure.problem.message.starts_with("this turn should have been refused: "), "{failure:#?}");
}

/// What was signed for another step is no fault of its signer: the state that takes it for one of its own is false.
#[test]
fn a_turn_for_another_step_makes_the_state_false() {
    let (rig, turn, state) = played();
    let parent = content(rig.text(&turn))["parent"].clone();
    let older = rig.files.iter().map(|(_, text)| content(text)).find(|document| document["kind"] == "state").unwrap();
    assert_ne!(json!(digest(&older)), parent);
    let changes: [Change<'_>; 2] = [&|turn| turn["step"] = json!(turn["step"].as_u64().unwrap() + 1), &|turn| {
        turn["parent"] = json!(digest(&older))
    }];
    for change in changes {
        let found = changed(&rig, &turn, change);
        let failure = failure(&found, Check::Adjudication);
        assert_eq!((&failure.file, &failure.seat, failure.proof), (&state, &Some(id("anna")), Proof::FalseState));
    }
}

/// The match of a refused turn, and of another that does not say so; the names of both turns.
fn refused_and_forgetful() -> (Rig, String, String) {
    let mut rig = at_orders();
    let illegal = rig.turn("bert", too_much());
    let problems = rig.respond().unwrap_err();
    rig.refuse_turn(&illegal, &problems);
    let mut forgetful = rig.turn_content("bert", &done());
    forgetful.as_object_mut().unwrap().shift_remove("refusal");
    let again = rig.mail_turn("bert", &forgetful);
    (rig, illegal, again)
}

/// The match of a refused turn, and of another that does not say so and is refused as well; the names of both turns,
/// and of the refusals.
fn twice_refused() -> (Rig, [String; 2], Bytes32) {
    let (mut rig, illegal, again) = refused_and_forgetful();
    let second = rig.refuse_turn(&again, &[Problem::new("it names no refusal")]);
    (rig, [illegal, again], second)
}

#[test]
fn a_pending_turn_that_names_no_refusal_fails_in_the_chain() {
    let (rig, _, again) = refused_and_forgetful();
    let found = rig.verify();
    let failure = failure(&found, Check::Chain);
    assert_eq!((&failure.file, failure.problem.path.as_deref()), (&again, Some("refusal")));
    assert!(failure.problem.message.starts_with("this turn must be refused: "), "{failure:#?}");
    assert_eq!(found.failure(Check::Adjudication), None);
}

/// Whether a refusal was just cannot be told while what was refused before is missing.
#[test]
fn a_refusal_that_rests_on_a_missing_document_is_not_checked() {
    let (mut rig, [illegal, _], second) = twice_refused();
    let mut content = rig.turn_content("bert", &done());
    assert_eq!(content["refusal"], json!(second));
    rig.mail_turn("bert", &content);
    rig.respond().unwrap();
    rig.assert_verifies();
    rig.drop_file(&illegal);
    let found = rig.verify();
    let file = rig.with(|chain, _| chain.refusals[&second].file.clone());
    let words = format!("the refusal {file}, because a refused document of that step is missing");
    assert!(found.unchecked.contains(&(Check::Adjudication, words)), "{found:#?}");
    assert_eq!(found.failure(Check::Adjudication), None);
    assert!(found.notices.iter().all(|notice| notice.kind != NoticeKind::Refusal), "{found:#?}");

    // What was refused in an earlier step makes no difference to a later one.
    let mut rig = at_orders();
    let illegal = rig.turn("bert", too_much());
    let problems = rig.respond().unwrap_err();
    rig.refuse_turn(&illegal, &problems);
    rig.play("bert", done());
    let turn = rig.turn("anna", done());
    rig.refuse_turn(&turn, &[Problem::new("I do not like it")]);
    content = rig.turn_content("anna", &done());
    rig.mail_turn("anna", &content);
    rig.respond().unwrap();
    rig.drop_file(&illegal);
    let found = rig.verify();
    let unjust = |notice: &&adjutant_core::chain::verify::Notice| notice.kind == NoticeKind::Refusal;
    assert_eq!(found.notices.iter().filter(unjust).count(), 1, "{found:#?}");
}

/// A state whose turn names a refusal cannot be adjudicated while what was refused is missing, or the refusal itself.
#[test]
fn a_step_that_rests_on_a_missing_refused_turn_is_not_checked() {
    let refused = || {
        let mut rig = at_orders();
        let illegal = rig.turn("bert", too_much());
        let problems = rig.respond().unwrap_err();
        let refusal = rig.refuse_turn(&illegal, &problems);
        let turn = rig.turn("bert", done());
        rig.respond().unwrap();
        let step = rig.step();
        let file = rig.with(|chain, _| chain.refusals[&refusal].file.clone());
        (rig, illegal, turn, file, step)
    };
    let (mut rig, illegal, _, file, step) = refused();
    rig.drop_file(&illegal);
    let words = format!("the adjudication of step {step}, because the document that {file} refuses is missing");
    let found = rig.verify();
    assert!(found.unchecked.contains(&(Check::Adjudication, words)), "{found:#?}");
    assert_eq!(found.failure(Check::Adjudication), None);

    let (mut rig, _, turn, file, step) = refused();
    rig.drop_file(&file);
    let words = format!("the adjudication of step {step}, because the refusal that {turn} names is missing");
    let found = rig.verify();
    assert!(found.unchecked.contains(&(Check::Adjudication, words)), "{found:#?}");
}

/// The reveal of a pending turn cannot be held against one that is missing; what else is wrong with it can.
#[test]
fn a_pending_turn_after_a_missing_one_is_checked_but_for_its_reveal() {
    let mut rig = at_orders();
    let turn = rig.turn("bert", json!({"orders": [{"rest": {}}]}));
    rig.respond().unwrap();
    assert_eq!(rig.asked()[0].0, "bert", "he is not done");
    let good = rig.turn_content("bert", &done());
    let illegal = rig.turn_content("bert", &too_much());
    rig.drop_file(&turn);
    let name = rig.mail_turn("bert", &good);
    let found = rig.verify();
    assert_eq!((found.failure(Check::Reveals), found.failure(Check::Adjudication)), (None, None), "{found:#?}");
    rig.drop_file(&name);
    let name = rig.mail_turn("bert", &illegal);
    let found = rig.verify();
    assert_eq!(found.failure(Check::Reveals), None);
    assert_eq!(failure(&found, Check::Adjudication).file, name);
}

/// A right state that was refused is told of, whether or not the match was verified before.
#[test]
fn an_unjust_refusal_of_a_known_state_is_told_again() {
    let mut rig = at_orders();
    rig.turn("bert", done());
    let right = rig.respond().unwrap();
    let refusal = rig.refuse_state("bert", "I do not believe it");
    rig.replace_state(refusal).unwrap();
    rig.play("anna", done());
    let told = |found: &Verification| -> Vec<String> {
        let unjust = found.notices.iter().filter(|notice| notice.kind == NoticeKind::Refusal);
        unjust.map(|notice| notice.text.clone()).collect()
    };
    let verdict = rig.assert_verifies();
    assert_eq!(told(&verdict), [format!("'bert' refused {right}, and adjudicating it again gives the same result")]);
    let known = Verified::of(&rig.load(), &verdict).expect("the match holds");
    assert_eq!(known.verify_newest(&rig.load(), &rig.games, &()), Some(verdict));
}

/// A refusal excuses a second state only where the first one stood.
#[test]
fn a_refusal_of_a_state_elsewhere_excuses_no_other() {
    let bogus: [(&str, Change<'_>); 2] = [
        ("bert", &|state| state["responder"] = json!("bert")),
        ("anna", &|state| state["step"] = json!(state["step"].as_u64().unwrap() + 1)),
    ];
    for (signer, change) in bogus {
        let mut rig = at_orders();
        rig.turn("bert", done());
        let issued = rig.now();
        let (_, mut right) = rig.resolved(&issued).unwrap();
        let mut wrong = right.clone();
        change(&mut wrong);
        let wrong = rig.sign_and_add("states/bogus.yaml", &id(signer), &wrong);
        let refuser = if signer == "anna" { "bert" } else { "anna" };
        let step = wrong["step"].as_u64().unwrap();
        let reasons = [Problem::new("it has no place here")];
        let refusal =
            rig.with(|chain, _| compose::refuse(chain, digest(&wrong), step, &id(refuser), &reasons, &issued).unwrap());
        let refusal = rig.sign_and_add("refusals/bogus.yaml", &id(refuser), &refusal);
        right["refusal"] = json!(digest(&refusal));
        rig.sign_and_add("states/right.yaml", &id("anna"), &right);
        let found = rig.verify();
        let failure = failure(&found, Check::Chain);
        assert_eq!(failure.file, "states/right.yaml", "{found:#?}");
        assert_eq!(
            failure.problem.message,
            "refusals/bogus.yaml refuses states/bogus.yaml, a state in another place of the chain"
        );
    }
}

#[test]
fn only_the_adjudicator_rules() {
    let mut rig = refereed_at_orders();
    let position = rig.state()["position"].clone();
    let ruling = rig.rule(json!({"reason": "a slip", "position": position})).unwrap();
    let found = changed(&rig, &ruling, |state| state["responder"] = json!("north"));
    assert!(found.is_valid(false), "{found:#?}");
    assert!(found.notices.iter().all(|notice| notice.kind != NoticeKind::Ruling), "{found:#?}");
    let words = "'north' signed a state that changes nothing: 'north' may not issue a ruling";
    assert!(found.notices.iter().any(|notice| notice.file == ruling && notice.text == words), "{found:#?}");
}

/// A set-up and a ruling resolve nothing, reveal nothing and roll nothing, and messages say which of the two it is.
#[test]
fn a_set_up_or_a_ruling_with_turns_reveals_or_rolls_has_no_place() {
    let mut rig = refereed_at_orders();
    let position = rig.state()["position"].clone();
    let ruling = rig.rule(json!({"reason": "a slip", "position": position})).unwrap();
    let turn = rig.files.iter().map(|(_, text)| content(text)).find(|document| document["kind"] == "turn").unwrap();
    let roll = json!({"n": 0, "purpose": "raid", "rule": "T1", "sides": 6, "faces": [1]});
    let changes: [(&str, Change<'_>); 3] = [
        ("resolves no turn", &|state| state["turns"] = json!([digest(&turn)])),
        ("reveals nothing", &|state| state["reveal"] = json!("11".repeat(32))),
        ("rolls nothing", &|state| state["rolls"] = json!([roll])),
    ];
    for (words, change) in changes {
        for (name, what) in [("states/0000.yaml", "state 0"), (ruling.as_str(), "a ruling")] {
            let found = changed(&rig, name, change);
            let failure = failure(&found, Check::Chain);
            assert_eq!((failure.file.as_str(), failure.problem.message), (name, format!("{what} {words}")));
        }
    }
}

/// One state that stands on a missing one is one step, not a row of them.
#[test]
fn a_single_step_after_a_missing_state_is_named_as_one() {
    let (mut rig, _, state) = played();
    rig.drop_file(&state);
    let last = content(&rig.files.last().unwrap().1)["step"].clone();
    let found = rig.verify();
    for (check, words) in [
        (Check::Rolls, format!("the rolls of step {last}, because states/")),
        (Check::Adjudication, format!("the adjudication of step {last}, because states/")),
    ] {
        let told = found.unchecked.iter().any(|(of, text)| *of == check && text.starts_with(&words));
        assert!(told, "{words} {:#?}", found.unchecked);
    }
}

/// Protocol 6: a ruling goes back to any step that there is, the newest among them, and to none that is yet to come.
#[test]
fn a_ruling_takes_back_to_any_step_that_there_is() {
    let mut rig = refereed_at_orders();
    let (step, newest) = (rig.step(), rig.state());
    let back = |step: u64| json!({"reason": "by agreement", "take_back": {"to_step": step}});
    let problem = rig.rule(back(step + 1)).unwrap_err();
    assert_eq!(problem.message, format!("there is no step {} yet", step + 1));
    assert_eq!(problem.path.as_deref(), Some("ruling.take_back.to_step"));
    rig.rule(back(step)).unwrap();
    assert_eq!((&rig.state()["position"], &rig.state()["awaiting"]), (&newest["position"], &newest["awaiting"]));
    rig.rule(back(0)).unwrap();
    let first = content(rig.text("states/0000.yaml"));
    assert_eq!((&rig.state()["position"], &rig.state()["awaiting"]), (&first["position"], &first["awaiting"]));
    rig.assert_verifies();
}
