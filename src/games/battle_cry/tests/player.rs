//! The sensible player, and the lists of legal orders.

use adjutant_core::engine::decision::Decision;
use adjutant_core::engine::{OwnCards, Ruleset};
use adjutant_core::pack::Side::{Confederate, Union};
use adjutant_core::session::Rules;
use adjutant_core::session::self_play::Player;
use battle_cry::BattleCry;
use serde_json::json;

use crate::sensible_player::{assert_sees_own_cards_only, player_output, visit_positions};
use crate::support::{Field, card};

/// The game as a session plays it.
fn game() -> Rules<BattleCry> {
    Rules(BattleCry::shipped())
}

#[test]
fn the_player_sees_no_card_of_the_enemy() {
    assert_sees_own_cards_only(&game(), &[("gettysburg", 3), ("campaign", 3)], (16, 3));
}

/// The same position and seed give the same file.
#[test]
fn the_player_is_deterministic() {
    visit_positions(&game(), "gettysburg", 8, (6, 3), |play, side| {
        assert_eq!(player_output(&*play.table, side), player_output(&*play.table, side));
    });
}

#[test]
fn every_order_that_legal_lists_passes_check() {
    let mut checked = 0;
    for (scenario, stops) in [("gettysburg", 9), ("campaign", 14)] {
        visit_positions(&game(), scenario, 6, (stops, 3), |play, side| {
            // Some of each kind will do.
            let orders = play.table.legal(side).orders;
            let step = (orders.len() / 12).max(1);
            for order in orders.iter().step_by(step) {
                let act = Decision { orders: vec![order.clone()], ..Decision::default() };
                let plan = play.table.concealed(side, &act).unwrap_or_else(|why| panic!("{order}: {why:?}"));
                let found = play.table.check(side, &plan.act);
                assert!(found.is_ok(), "{scenario}, step {}: {order}: {:?}", play.steps, found.err());
                checked += 1;
            }
        });
    }
    assert!(checked > 100, "{checked}");
}

/// The four answers in advance go with every file of a battle, whatever is held.
#[test]
fn every_file_of_a_battle_seals_four_answers() {
    visit_positions(&game(), "gettysburg", 2, (8, 3), |play, side| {
        if play.table.position()["game"]["battle"].is_null() {
            return;
        }
        let plan = play.plan(side, &mut Player::sensible(4)).expect("a plan");
        let sealed: Vec<&str> = plan.act.commit.iter().map(|(id, _)| id.as_str().split('-').next().unwrap()).collect();
        assert_eq!(sealed, ["continue", "enemy_passes", "failure", "saved"]);
    });
}

/// A card that one answer to a send takes from the hand cannot serve for another, be it in a later file.
#[test]
fn no_card_answers_a_send_twice() {
    let mut field =
        Field::battle("shiloh", Union, [&["us_grant", "us_sherman", "us_thomas"], &["cs_bragg", "cs_hardee"]]);
    let [brigades, seas] = ["brigades_u", "command_of_seas"].map(|event| card(Union, event, 0));
    let effort = card(Confederate, "command_failure", 0);
    field.orders(
        Union,
        json!([
            {"attack": {"card": brigades, "half": "lower", "general": "us_grant"}},
            {"special": {"card": seas}},
            {"send": {}},
        ]),
    );
    field.orders(Confederate, json!([{"choose": {"for": 2, "discard": [effort]}}]));
    let twice = field.refused(Confederate, json!([{"react": {"card": effort, "to": 2}}]));
    assert_eq!(twice, ["twice"]);
    let other = card(Confederate, "command_failure", 1);
    let insists = field.refused(Confederate, json!([{"react": {"card": other, "to": 2, "insist": {"card": effort}}}]));
    assert_eq!(insists, ["wrong_reaction"]);
}

/// The claim that a hand has no card but generals leaves out those that other answers to the send name.
#[test]
fn a_claim_leaves_out_the_cards_that_are_named() {
    let rules = BattleCry::shipped();
    let side = Union.id();
    let position = rules.setup(&"gettysburg".parse().unwrap(), &serde_json::Map::new()).unwrap();
    let woods = card(Union, "woods", 0);
    let mut own = OwnCards::default();
    own.piles.insert("hand".to_owned(), vec![Some("us_meade".to_owned()), Some(woods.clone())]);
    let is_true = |claim| rules.is_claim_true(&position.game, &side, &claim, &own);
    assert!(!is_true(json!("no_cards_but_generals")));
    assert!(is_true(json!({"no_cards_but_generals": [woods]})));
    assert!(!is_true(json!({"no_cards_but_generals": []})));
}
