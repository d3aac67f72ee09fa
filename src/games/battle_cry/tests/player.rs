//! The sensible player, and the lists of legal orders.

use adjutant_core::document::Id;
use adjutant_core::engine::decision::Decision;
use adjutant_core::engine::{OwnCards, Ruleset};
use adjutant_core::pack::Side::{Confederate, Union};
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game as _, HandTracker, Request, Rules, Session};
use battle_cry::BattleCry;
use serde_json::json;

use crate::support::{Field, card};

/// Brings matches of the sensible player to every third turn of orders, and looks at the table there.
fn visit_positions(scenario: &str, seed: u64, stops: usize, mut look: impl FnMut(&SelfPlay, &Id)) {
    let sides = BattleCry::shipped().sides();
    let start = Rules(BattleCry::shipped()).setup(&scenario.parse().unwrap(), &serde_json::Map::new()).unwrap();
    let mut play = SelfPlay::new(start, &sides, seed);
    let mut players = [Player::sensible(seed), Player::sensible(seed + 1)];
    for _ in 0..stops {
        let over = play.run(&sides, &mut players, play.steps + 3, &mut |_, _| {}).expect("a match");
        let wants = play.table.awaiting().into_iter().find(|awaited| matches!(awaited.want, Request::Orders(_)));
        match (over, wants) {
            (Some(_), _) => return,
            (None, Some(awaited)) => look(&play, &awaited.side),
            _ => {}
        }
    }
}

/// Everything that the player says: orders and answers in advance.
fn player_output(table: &dyn Session, side: &Id) -> String {
    let plan = table.recommend_plan(side, 5).expect("a plan");
    format!("{:?} {:?}", plan.act, table.recommend_advance(side, &plan.act))
}

/// A side's cards as if it had drawn none: another hand than it has.
fn other_hand(play: &SelfPlay, side: &Id) -> HandTracker {
    HandTracker::new(side, &play.table.decks())
}

#[test]
fn the_player_sees_no_card_of_the_enemy() {
    let (mut compared, mut moved) = (0, 0);
    for scenario in ["gettysburg", "campaign"] {
        visit_positions(scenario, 3, 16, |play, side| {
            let other = BattleCry::shipped().sides().into_iter().find(|one| one != side).unwrap();
            let said = player_output(&*play.table, side);
            let mut swapped = play.table.clone();
            swapped.follow(&other, other_hand(play, &other));
            assert_eq!(player_output(&*swapped, side), said);
            compared += 1;
            // His own cards do make a difference.
            let mut empty = play.table.clone();
            empty.follow(side, other_hand(play, side));
            let act = |table: &dyn Session| table.recommend_plan(side, 5).map(|plan| format!("{:?}", plan.act));
            moved += u32::from(act(&*empty) != act(&*play.table));
        });
    }
    assert!(compared >= 12 && moved * 2 > compared, "{compared}, {moved}");
}

/// The same position and seed give the same file.
#[test]
fn the_player_is_deterministic() {
    visit_positions("gettysburg", 8, 6, |play, side| {
        assert_eq!(player_output(&*play.table, side), player_output(&*play.table, side));
    });
}

#[test]
fn every_order_that_legal_lists_passes_check() {
    let mut checked = 0;
    for (scenario, stops) in [("gettysburg", 9), ("campaign", 14)] {
        visit_positions(scenario, 6, stops, |play, side| {
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
    visit_positions("gettysburg", 2, 8, |play, side| {
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
