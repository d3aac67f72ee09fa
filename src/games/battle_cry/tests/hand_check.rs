//! What only the owner of a hand can see to be false is not signed (BC-29, BC-30).

use adjutant_core::document::Id;
use adjutant_core::engine::{OwnCards, OwnTurn, Ruleset};
use adjutant_core::pack::Side::Union;
use serde_json::{Value, json};

use crate::support::{Field, card};

/// The codes for which a turn of the Union at Corinth is refused, which holds these cards.
fn refused(hand: &[&str], orders: Value, sealed: (&str, Value)) -> Vec<String> {
    let field = Field::battle("corinth", Union, [&["us_rosecrans"], &["cs_polk"]]);
    let (rules, position) = field.parts();
    let mut own = OwnCards::default();
    own.piles.insert("hand".to_owned(), hand.iter().map(|card| Some((*card).to_owned())).collect());
    let orders: Vec<_> =
        orders.as_array().unwrap().iter().map(|order| Some(serde_json::from_value(order.clone()).unwrap())).collect();
    let id: Id = format!("{}-7", sealed.0).parse().unwrap();
    let choices = [(id, sealed.1)];
    let turn = OwnTurn { orders: &orders, answer: None, choices: &choices, own: &own };
    let problems = rules.refuse_by_hand(position, &Union.id(), &turn);
    problems.iter().map(|problem| problem.refusal.as_ref().unwrap()["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn battle_continues_is_announced_only_by_who_holds_it() {
    let held = card(Union, "battle_continues", 0);
    let orders = json!([{"pass": {"continue": "yes"}}]);
    let quiet = ("continue", json!("no"));
    assert_eq!(refused(&[], orders.clone(), quiet.clone()), ["not_in_hand"]);
    assert_eq!(refused(&[&held], orders, quiet), [""; 0]);
    assert_eq!(refused(&[], json!([]), ("continue", json!("yes"))), ["not_in_hand"]);
}

/// An answer that cannot apply would show a card for nothing: Heroic Effort saves a draw from nobody (I.7), and only a
/// general of one's own pays.
#[test]
fn a_sealed_answer_to_command_failure_can_apply() {
    let [effort, failure, draws, woods] =
        ["heroic_effort", "command_failure", "by_rail", "woods"].map(|event| card(Union, event, 0));
    let hand = [effort.as_str(), failure.as_str(), draws.as_str(), woods.as_str()];
    let special = |card: &str| json!([{"special": {"card": card}}, {"send": {}}]);
    let sealed = |says: Value| ("failure", says);
    assert_eq!(refused(&hand, special(&draws), sealed(json!({"card": effort}))), ["wrong_half"]);
    assert_eq!(refused(&hand, special(&woods), sealed(json!({"card": effort}))), [""; 0]);
    assert_eq!(refused(&hand, special(&draws), sealed(json!({"card": failure}))), [""; 0]);
    assert_eq!(refused(&hand, special(&draws), sealed(json!({"pay": "cs_polk"}))), ["not_present"]);
    assert_eq!(refused(&hand, special(&draws), sealed(json!({"pay": "us_rosecrans"}))), [""; 0]);
}
