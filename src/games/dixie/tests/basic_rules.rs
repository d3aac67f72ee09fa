//! The basic rules that have no worked example, each by its case.

use crate::support::{TestPosition, fire};
use adjutant_core::engine::position::Pending;
use adjutant_core::engine::run::Stop;
use dixie::orders::{First, Standing};
use dixie::place::Place;
use dixie::side::Side::{self, Csa, Usa};
use serde_json::{Value, json};

fn bull_run(side: Side) -> TestPosition {
    TestPosition::new("first_bull_run", json!({}), side)
}

/// A fight in the USA Left: the CSA attacks.
fn fight(side: Side) -> TestPosition {
    bull_run(side).put(Usa, Place::UsaLeft, &["me_2", "us_marines"]).put(Csa, Place::UsaLeft, &["nc_11", "csa_jackson"])
}

/// 4.0: two enemy positions, unopposed, win at once.
#[test]
fn rule_4_0_two_positions_win() {
    let mut field = bull_run(Csa)
        .put(Csa, Place::UsaLeft, &["nc_11"])
        .held_by(Place::UsaLeft, Csa)
        .put(Csa, Place::CsaCenter, &["sc_2"])
        .put(Usa, Place::UsaRight, &["me_2"]);
    field.orders(json!([{"move": {"cards": ["sc_2"], "path": ["usa_center"]}}]), &[]);
    assert_eq!(field.position.outcome, Some(json!({"winner": "csa", "how": "occupation"})));
}

/// 7.0: a position is finished before the next, and a card that fired does not move.
#[test]
fn rule_7_0_one_position_after_the_other() {
    let mut field = fight(Usa).put(Usa, Place::UsaRight, &["usa_carlisle"]).put(Csa, Place::CsaLeft, &["sc_2"]);
    field.orders(json!([{"fire": {"cards": ["me_2"]}}, {"fire": {"cards": ["usa_carlisle"]}}]), &[4, 4, 4, 4, 4]);
    assert_eq!(field.refused(fire(&["us_marines"])), ["7.0"]);
    assert_eq!(field.refused(json!([{"move": {"cards": ["me_2"], "path": ["reserve"]}}])), ["8.0"]);
}

/// 7.0: cards fire until the hits are scored that were wanted; the others may still move.
#[test]
fn rule_7_0_until_hits() {
    let mut field = fight(Usa);
    field.orders(json!([{"fire": {"cards": ["me_2", "us_marines"], "until_hits": 1}}]), &[1, 4, 4]);
    assert_eq!(field.events_named("held_fire")[0]["because"], "enough");
    field.orders(json!([{"move": {"cards": ["us_marines"], "path": ["reserve"]}}]), &[]);
    assert_eq!(field.place(Usa, "us_marines"), None);
}

/// 7.2: horse artillery moves, also to engage, and fires.
#[test]
fn rule_7_2_horse_artillery() {
    let mut field = TestPosition::new("gettysburg", json!({}), Csa)
        .put(Csa, Place::CsaLeft, &["beckham"])
        .put(Csa, Place::CsaCenter, &["cabell"])
        .put(Usa, Place::UsaRight, &["meredith"])
        .put(Usa, Place::UsaCenter, &["paul"]);
    field.orders(json!([{"move": {"cards": ["beckham"], "path": ["usa_right"]}}]), &[]);
    field.orders(fire(&["beckham"]), &[2, 4]);
    assert_eq!((field.hits(Usa, "meredith"), &field.events_named("fired")[0]["range"]), (1, &json!("short")));
    assert_eq!(field.refused(fire(&["cabell"])), ["5.0"]);
}

/// 7.2: horse artillery never gets two moves.
#[test]
fn rule_7_2_horse_artillery_does_not_march_by_force() {
    let mut field = TestPosition::new("gettysburg", json!({}), Csa).put(Csa, Place::CsaLeft, &["beckham", "cabell"]);
    let march = |card: &str| json!([{"force_march": {"cards": [card], "path": ["reserve", "csa_right"]}}]);
    assert_eq!(field.refused(march("beckham")), ["7.2"]);
    field.orders(march("cabell"), &[1]);
    assert_eq!(field.place(Csa, "cabell"), Some(Place::CsaRight));
}

/// 7.3: the owner chooses by his standing orders, or is asked.
#[test]
fn rule_7_3_the_owner_chooses() {
    let hit = |standing: Option<Standing>| {
        let mut field = fight(Csa);
        field = standing.into_iter().fold(field, |field, standing| field.standing(Usa, standing));
        field.orders(fire(&["nc_11"]), &[1, 4, 4]);
        field
    };
    assert_eq!(hit(None).hits(Usa, "us_marines"), 1, "the weakest first");
    assert_eq!(hit(Some(Standing { hits: First::Strongest, ..Standing::default() })).hits(Usa, "me_2"), 1);
    assert_eq!(hit(Some(Standing { first: vec!["me_2".to_owned()], ..Standing::default() })).hits(Usa, "me_2"), 1);
    let mut asked = hit(Some(Standing { hits: First::Ask, ..Standing::default() }));
    assert!(matches!(asked.position.pending, Some(Pending::Answer { .. })));
    asked.answer(json!({"hits": ["me_2"]}), &[]);
    assert_eq!(asked.hits(Usa, "me_2"), 1);
}

/// 8.0: no lateral or diagonal moves, none to the enemy's Reserve.
#[test]
fn rule_8_0_ways() {
    let field = || bull_run(Usa).put(Usa, Place::UsaRight, &["me_2"]).put(Usa, Place::CsaRight, &["ct_1"]);
    let go = |card: &str, to: &str| json!([{"move": {"cards": [card], "path": [to]}}]);
    assert_eq!(field().refused(go("me_2", "usa_center")), ["8.0"]);
    assert_eq!(field().refused(go("me_2", "csa_center")), ["8.0"]);
    assert_eq!(field().refused(go("ct_1", "reserve")), ["8.0"]);
}

/// 8.6: infantry marches two moves if it passes, with a general's Attack rating if he goes along, and else stays.
#[test]
fn rule_8_6_force_march() {
    let field = || bull_run(Usa).put(Usa, Place::UsaLeft, &["me_2", "usa_sherman"]);
    let order =
        json!([{"force_march": {"cards": ["me_2"], "path": ["reserve", "usa_right"], "general": "usa_sherman"}}]);
    let mut passed = field();
    passed.orders(order.clone(), &[4]);
    assert_eq!(passed.place(Usa, "me_2"), Some(Place::UsaRight));
    assert_eq!(passed.place(Usa, "usa_sherman"), Some(Place::UsaRight));
    let mut failed = field();
    failed.orders(order, &[5]);
    assert_eq!(failed.place(Usa, "me_2"), Some(Place::UsaLeft));
    assert_eq!(failed.place(Usa, "usa_sherman"), Some(Place::UsaLeft), "the general stays with him");
    assert_eq!(failed.refused(json!([{"move": {"cards": ["me_2"], "path": ["reserve"]}}])), ["8.0"]);
}

/// 10.2: terrain is played in an unengaged position of one's own; one creek a column.
#[test]
fn rule_10_2_terrain_is_played() {
    let field = || fight(Usa).put(Csa, Place::CsaLeft, &["csa_bull_run"]);
    let play = |card: &str, place: &str| json!([{"terrain": {"card": card, "place": place}}]);
    assert_eq!(field().refused(play("usa_dogan_ridge", "usa_left")), ["10.2"]);
    assert_eq!(field().refused(play("usa_dogan_ridge", "csa_left")), ["10.2"]);
    assert_eq!(field().refused(play("usa_cub_run", "usa_right")), ["10.2"]);
    let mut played = field();
    played.orders(play("usa_dogan_ridge", "usa_right"), &[]);
    assert_eq!(played.rules.stacking_limit(&played.position.game, Place::UsaRight, Usa), 3);
    let mut third = field().put(Usa, Place::UsaRight, &["usa_dogan_ridge", "usa_carter_field"]);
    assert_eq!(third.refused(play("usa_matthews_hill", "usa_right")), ["10.0"]);
    // At Shiloh a card names its position.
    let mut shiloh = TestPosition::new("shiloh", json!({}), Usa).put(Usa, Place::BackLeft, &["mi_15"]);
    assert_eq!(shiloh.refused(play("usa_t_cloud_field", "back_left")), ["10.1"]);
}

/// 11.0, 11.2: one general in a position; one who is engaged alone is eliminated.
#[test]
fn rule_11_0_generals() {
    let mut field = fight(Csa).put(Csa, Place::CsaRight, &["csa_bee"]);
    assert_eq!(field.refused(json!([{"move": {"cards": ["csa_bee"], "path": ["usa_left"]}}])), ["11.0"]);
    let mut lone = bull_run(Csa).put(Usa, Place::UsaLeft, &["usa_sherman"]).put(Csa, Place::CsaRight, &["nc_11"]);
    lone.orders(json!([{"move": {"cards": ["nc_11"], "path": ["usa_left"]}}]), &[]);
    assert_eq!(lone.place(Usa, "usa_sherman"), None);
    assert_eq!(lone.events_named("eliminated")[0]["because"], "alone");
}

/// 12.0: what the specials do before enemy fire (DX-30).
#[test]
fn rule_12_0_specials_before_fire() {
    let asked = |play: Value, dice: &[u64]| {
        let standing = Standing { ask_specials: true, ..Standing::default() };
        let mut field = fight(Csa).standing(Usa, standing);
        let stop = field.orders(fire(&["nc_11"]), &[]);
        assert_eq!(stop, Stop::Waiting);
        field.answer(json!({"specials": [play]}), dice);
        field
    };
    let cover = asked(json!({"card": "usa_cover_1", "place": "usa_left"}), &[1, 2, 4]);
    assert_eq!(cover.hits(Usa, "us_marines") + cover.hits(Usa, "me_2"), 1);
    let silent = asked(json!({"card": "usa_ammunition_1", "place": "usa_left", "target": "nc_11"}), &[]);
    assert_eq!(silent.events_named("held_fire")[0]["because"], "ammunition");
    let confused =
        asked(json!({"card": "usa_uniform_confusion_1", "place": "usa_left", "target": "nc_11"}), &[1, 4, 4]);
    assert_eq!((confused.hits(Csa, "nc_11"), confused.hits(Usa, "us_marines")), (1, 0));
    let shot =
        asked(json!({"card": "usa_sharpshooters_1", "place": "usa_left", "target": "csa_jackson"}), &[2, 4, 4, 4]);
    assert_eq!(shot.hits(Csa, "csa_jackson"), 1);
    assert!(shot.position.game.cards.open(&Usa.id(), "lost").contains(&"usa_sharpshooters_1".to_owned()));
}

/// 12.0: what a side plays in its own turn (DX-30).
#[test]
fn rule_12_0_specials_of_the_own_turn() {
    let special = |play: Value| json!([{"special": play}]);
    let mut guard = fight(Csa);
    guard.orders(special(json!({"card": "csa_color_guard_1", "place": "usa_left"})), &[]);
    let game = &guard.position.game;
    let card = guard.rules.set(game).card(Csa, "nc_11").unwrap();
    assert_eq!(guard.rules.morale(game, (Csa, card), Place::UsaLeft, false).total(), 3 + 1 + 1);
    let mut ford = bull_run(Csa).put(Usa, Place::UsaLeft, &["usa_cub_run"]);
    ford.orders(special(json!({"card": "csa_ford_1", "place": "usa_left"})), &[]);
    assert_eq!(ford.rules.movement_limit(&ford.position.game, Place::UsaLeft), Some(2));
    let mut railway = bull_run(Csa).put(Csa, Place::CsaLeft, &["nc_11"]);
    railway.orders(json!([{"special": {"card": "csa_railway_1"}}, {"end_turn": {}}]), &[]);
    assert_eq!(railway.events_named("reinforced")[0]["count"], 2);
    let mut rally = bull_run(Usa).put(Csa, Place::CsaLeft, &["nc_11"]).hit(Csa, "nc_11", 1);
    rally.morale(Csa, &[6]);
    rally.orders(special(json!({"card": "csa_rally_1", "target": "nc_11"})), &[]);
    assert_eq!(rally.events_named("rallied").len(), 1);
    assert!(rally.position.game.cards.open(&Csa.id(), "lost").iter().all(|card| card != "nc_11"));
    assert_eq!(fight(Csa).refused(special(json!({"card": "csa_cover_1", "place": "usa_left"}))), ["12.0"]);
}

/// 8.3: two creeks in a column; a die removes one.
#[test]
fn rule_8_3_two_creeks() {
    let mut field =
        bull_run(Csa).put(Usa, Place::UsaLeft, &["usa_bull_run"]).put(Csa, Place::CsaRight, &["csa_bull_run"]);
    field.position.stack = vec![dixie::Procedure::Battle(dixie::sequence::Stage::Water {})];
    field.orders(json!([]), &[2]);
    assert_eq!(field.events_named("water_removed")[0]["card"], "usa_bull_run");
}

/// 8.3: each of three creeks in a column has the same chance to stay.
#[test]
fn rule_8_3_three_creeks() {
    let removed = |face: u64| {
        let mut field = bull_run(Csa).put(Usa, Place::UsaLeft, &["usa_bull_run", "usa_cub_run"]).put(
            Csa,
            Place::CsaRight,
            &["csa_bull_run"],
        );
        field.position.stack = vec![dixie::Procedure::Battle(dixie::sequence::Stage::Water {})];
        field.orders(json!([]), &[face, 1]);
        field.events_named("water_removed")[0]["card"].as_str().unwrap_or_default().to_owned()
    };
    let counts = ["usa_bull_run", "usa_cub_run", "csa_bull_run"]
        .map(|card| (1..=6).filter(|face| removed(*face) == card).count());
    assert_eq!(counts, [2, 2, 2]);
}

/// 12.0: two specials on a position in a phase, both sides' together (DX-35); the next phase counts anew.
#[test]
fn rule_12_0_two_specials_in_a_phase() {
    let standing = Standing { ask_specials: true, ..Standing::default() };
    let mut field = fight(Csa).standing(Usa, standing);
    let shot = |n: u8| json!([{"special": {"card": format!("csa_sharpshooters_{n}"), "place": "usa_left", "target": "usa_sherman"}}]);
    field = field.put(Usa, Place::UsaLeft, &["usa_sherman"]);
    field.orders(shot(1), &[6]);
    assert_eq!(field.refused(shot(2)), ["12.0"], "one of a kind");
    field.orders(fire(&["nc_11"]), &[]);
    field.answer(json!({"specials": [{"card": "usa_cover_1", "place": "usa_left"}]}), &[1, 4, 4]);
    assert_eq!(field.position.game.played.len(), 2);
    field.orders(json!([{"special": {"card": "csa_color_guard_1", "place": "usa_left"}}]), &[]);
    assert_eq!(field.events_named("special").len(), 1, "the Move Phase has its own two");
    assert_eq!(field.position.game.played.len(), 1);
}

/// DX-30: a Railway does not end combat, and a Rally comes before a melee.
#[test]
fn rule_12_0_the_time_of_specials() {
    let mut railway = fight(Csa);
    railway.orders(json!([{"special": {"card": "csa_railway_1"}}]), &[]);
    railway.orders(fire(&["nc_11"]), &[4, 4, 4]);
    assert_eq!(railway.events_named("fired").len(), 1);
    railway.orders(json!([{"move": {"cards": ["csa_jackson"], "path": ["csa_right"]}}, {"end_turn": {}}]), &[]);
    assert_eq!(railway.events_named("reinforced")[0]["count"], 2, "it still counts");
    let mut late = TestPosition::new("first_bull_run", json!({"advanced": true}), Csa)
        .put(Usa, Place::UsaLeft, &["me_2"])
        .put(Csa, Place::UsaLeft, &["nc_11"])
        .put(Csa, Place::CsaLeft, &["sc_2"])
        .hit(Csa, "sc_2", 1);
    late.morale(Csa, &[6]);
    late.orders(json!([{"melee": {"place": "usa_left", "again": "never"}}]), &[4, 4, 4, 4, 4, 4]);
    let rally = json!([{"special": {"card": "csa_rally_1", "target": "sc_2"}}]);
    assert_eq!(late.refused(rally), ["12.0"]);
}

/// 3.21: a lone general or terrain card does not hold a position of Shiloh (DX-36).
#[test]
fn rule_3_21_troops_in_each_position() {
    use dixie::deploy::{Deployment, refused};
    use dixie::view::View;
    let field = TestPosition::new("shiloh", json!({}), Usa);
    let mut game = field.position.game.clone();
    (game.turn, game.phase) = (0, dixie::ledger::Phase::Deployment);
    let set = field.rules.set(&game);
    let mut troops = set.of(Usa).filter(|card| card.kind.is_troop()).map(|card| card.id.clone());
    let mut cards: Deployment = game.places.keys().map(|place| (*place, troops.by_ref().take(1).collect())).collect();
    let found = |cards: &Deployment| -> Vec<&str> {
        refused(View::of(&field.rules, &game, Usa), cards, &[]).into_iter().map(|(_, rule)| rule).collect()
    };
    assert!(found(&cards).is_empty());
    let general = set.of(Usa).find(|card| card.kind == dixie::pack::Kind::General).unwrap().id.clone();
    cards.insert(Place::BackLeft, vec![general.clone()]);
    assert_eq!(found(&cards), ["3.21"]);
    cards.entry(Place::BackLeft).or_default().extend(troops.next());
    assert!(found(&cards).is_empty());
}

/// 5.0: an order at the wrong time is told where it belongs.
#[test]
fn rule_5_0_deployment_comes_first() {
    use dixie::events::Refusal;
    use dixie::ledger::Phase;
    use dixie::orders::Order;
    use dixie::view::View;
    let field = fight(Csa);
    let order: Order = serde_json::from_value(json!({"deploy": {"cards": {}}})).unwrap();
    let refused = order.refused(View::of(&field.rules, &field.position.game, Csa));
    assert_eq!(refused, [(Refusal::WrongPhase { phase: Phase::Deployment }, "5.0")]);
}
