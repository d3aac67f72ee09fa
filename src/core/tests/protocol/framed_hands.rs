//! One cheat, who has signed true documents until then, tries to have the audit name an honest hand (protocol 8.7): by a
//! state that says something false of it, and by a refusal under 8.6 that he held back until the hand was disclosed.

use adjutant_core::chain::escrow;
use adjutant_core::chain::hands;
use adjutant_core::chain::verify::{Check, Verification};
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Problem, Value};
use adjutant_core::engine::Decision;
use adjutant_core::session::Plan;
use serde_json::json;

use crate::common::id;
use crate::escrow_match::{self, lays};
use crate::hidden_match::{Table, orders_of_bert};

fn done() -> Plan {
    Plan { act: Decision { orders: vec![json!({"done": {}})], ..Decision::default() }, ..Plan::default() }
}

/// Nobody but the cheat is named, in whatever check.
#[track_caller]
fn names_only(cheat: &str, found: &Verification) {
    for failure in found.failures.iter().filter(|failure| failure.proof.accuses()) {
        assert_eq!(failure.seat, Some(id(cheat)), "{found:#?}");
    }
}

/// What a cheat adds to the events of a state that is otherwise true: bert plays a card that he does not hold.
fn bert_plays(state: &mut Value, card: &str) {
    let event = json!({"event": "played", "rule": "C3", "side": "north", "card": card, "pile": "hand"});
    state["events"].as_array_mut().unwrap().insert(0, event);
}

/// Signs a document in another form, in the place of the one in a file.
fn sign_instead(table: &mut Table, file: &str, by: &str, change: impl FnOnce(&mut Value)) {
    let mut content = crate::common::alter::content(table.rig.text(file));
    content.as_object_mut().unwrap().shift_remove("signatures");
    change(&mut content);
    table.rig.drop_file(file);
    table.rig.sign_and_add(file, &id(by), &content);
}

/// Protocol 8.7: with open hands every statement is audited at once; what a false state says of a hand is not its owner's.
#[test]
fn a_false_state_says_nothing_against_an_open_hand() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let (mut table, _, other) = orders_of_bert(trust, true);
        table.turn(&id("bert"), &done());
        table.respond().unwrap();
        let cheat = table.rig.state()["responder"].as_str().unwrap().to_owned();
        let file = format!("states/{:04}.yaml", table.rig.step());
        sign_instead(&mut table, &file, &cheat, |state| bert_plays(state, &other));
        let found = table.rig.verify();
        assert!(!found.failures.is_empty());
        names_only(&cheat, &found);
        // The same where the turn is held back, so that nobody can adjudicate it again.
        let turn = table.rig.files.iter().map(|(name, _)| name.clone()).filter(|name| name.contains("bert")).max();
        table.rig.drop_file(&turn.unwrap());
        let found = table.rig.verify();
        assert!(!found.failures.is_empty());
        names_only(&cheat, &found);
    }
}

/// Protocol 8.6: the adjudicator knows the secrets, and can disclose them for a final state that he has made up.
#[test]
fn a_false_state_with_a_disclosure_by_the_adjudicator_says_nothing_against_a_hand() {
    let mut entrusting = escrow_match::Entrusting::new(4, 3);
    entrusting.play(false, 1);
    let hand = entrusting.table.hand("bert");
    let all = (1..=6).flat_map(|n| ["a", "b"].map(|copy| format!("n{n}{copy}")));
    let other = all.into_iter().find(|card| !hand.known_cards("hand").contains(&card.as_str())).unwrap();
    let file = format!("states/{:04}.yaml", entrusting.table.rig.step());
    sign_instead(&mut entrusting.table, &file, "adjudicator", |state| bert_plays(state, &other));
    let owner = entrusting.escrow.owner(&id("bert")).unwrap();
    let told = entrusting
        .table
        .rig
        .with(|chain, _| hands::disclosure_by(chain, &id("adjudicator"), &owner, "2026-11-22T10:00:00Z").unwrap());
    entrusting.table.rig.sign_and_add("disclosures/bert.yaml", &id("adjudicator"), &told);
    let found = entrusting.table.rig.verify();
    assert!(!found.failures.is_empty());
    names_only("adjudicator", &found);
}

/// Protocol 8.7: a seat discloses what its turns committed to that it knows to be refused by 8.6. A refusal that the
/// adjudicator held back until then asks nothing more of it.
#[test]
fn a_refusal_by_the_hand_that_was_held_back_says_nothing_against_it() {
    // The turn crosses a ruling.
    let (mut entrusting, held, _) = escrow_match::at_berts_turn();
    let plan = lays(&entrusting, &held, &held);
    let file = entrusting.turn("bert", &plan);
    let files = entrusting.table.rig.files.clone();
    entrusting.table.rig.refuse_turn(&file, &[escrow::reason()]);
    let refusal = entrusting.table.rig.files.last().unwrap().clone();
    entrusting.table.rig.files = files;
    let turn = entrusting.table.rig.files.pop().unwrap();
    entrusting.table.rig.rule(json!({"reason": "late", "default": "bert"})).unwrap();
    entrusting.table.rig.files.push(turn);
    entrusting.disclose();
    assert!(entrusting.table.rig.verify().failures.is_empty());
    entrusting.table.rig.files.push(refusal);
    names_only("adjudicator", &entrusting.table.rig.verify());

    // The turn was refused for another reason, and the seat signed another.
    for n in 0..4 {
        let (mut entrusting, held, _) = escrow_match::at_berts_turn();
        let plan = lays(&entrusting, &held, &held);
        let file = entrusting.turn("bert", &plan);
        let mut files = entrusting.table.rig.files.clone();
        entrusting.table.rig.refuse_turn(&file, &[escrow::reason()]);
        let hidden = entrusting.table.rig.files.last().unwrap().clone();
        std::mem::swap(&mut files, &mut entrusting.table.rig.files);
        entrusting.table.rig.refuse_turn(&file, &[Problem::new(format!("no {n}"))]);
        entrusting.turn("bert", &done());
        entrusting.respond();
        entrusting.play(false, 1);
        entrusting.disclose();
        names_only("adjudicator", &entrusting.table.rig.verify());
        entrusting.table.rig.files.push(("refusals/held-back.yaml".to_owned(), hidden.1));
        let found = entrusting.table.rig.verify();
        names_only("adjudicator", &found);
        assert!(found.failure(Check::Hands).is_none_or(|failure| failure.seat == Some(id("adjudicator"))));
    }
}
