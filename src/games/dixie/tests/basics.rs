//! The basic rules that have no worked example, each by its case.

mod support;

use adjutant_core::engine::position::Pending;
use adjutant_core::engine::run::Stop;
use dixie::orders::{First, Standing};
use dixie::place::Place;
use dixie::side::Side::{self, Csa, Usa};
use serde_json::{Value, json};
use support::{Field, fire};

fn bull_run(side: Side) -> Field {
    Field::new("first_bull_run", json!({}), side)
}

/// A fight in the USA Left: the CSA attacks.
fn fight(side: Side) -> Field {
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
    assert_eq!(field.of("held_fire")[0]["because"], "enough");
    field.orders(json!([{"move": {"cards": ["us_marines"], "path": ["reserve"]}}]), &[]);
    assert_eq!(field.place(Usa, "us_marines"), None);
}

/// 7.2: horse artillery moves, also to engage, and fires.
#[test]
fn rule_7_2_horse_artillery() {
    let mut field = Field::new("gettysburg", json!({}), Csa)
        .put(Csa, Place::CsaLeft, &["beckham"])
        .put(Csa, Place::CsaCenter, &["cabell"])
        .put(Usa, Place::UsaRight, &["meredith"])
        .put(Usa, Place::UsaCenter, &["paul"]);
    field.orders(json!([{"move": {"cards": ["beckham"], "path": ["usa_right"]}}]), &[]);
    field.orders(fire(&["beckham"]), &[2, 4]);
    assert_eq!((field.hits(Usa, "meredith"), &field.of("fired")[0]["range"]), (1, &json!("short")));
    assert_eq!(field.refused(fire(&["cabell"])), ["5.0"]);
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
    assert_eq!(played.rules.limit(&played.position.game, Place::UsaRight, Usa), 3);
    let mut third = field().put(Usa, Place::UsaRight, &["usa_dogan_ridge", "usa_carter_field"]);
    assert_eq!(third.refused(play("usa_matthews_hill", "usa_right")), ["10.0"]);
    // At Shiloh a card names its position.
    let mut shiloh = Field::new("shiloh", json!({}), Usa).put(Usa, Place::BackLeft, &["mi_15"]);
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
    assert_eq!(lone.of("eliminated")[0]["because"], "alone");
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
    assert_eq!(silent.of("held_fire")[0]["because"], "ammunition");
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
    assert_eq!(railway.of("reinforced")[0]["count"], 2);
    let mut rally = bull_run(Usa).put(Csa, Place::CsaLeft, &["nc_11"]).hit(Csa, "nc_11", 1);
    rally.morale(Csa, &[6]);
    rally.orders(special(json!({"card": "csa_rally_1", "target": "nc_11"})), &[]);
    assert_eq!(rally.of("rallied").len(), 1);
    assert!(rally.position.game.cards.open(&Csa.id(), "lost").iter().all(|card| card != "nc_11"));
    assert_eq!(fight(Csa).refused(special(json!({"card": "csa_cover_1", "place": "usa_left"}))), ["12.0"]);
}

/// 8.3: two creeks in a column; a die removes one.
#[test]
fn rule_8_3_two_creeks() {
    let mut field =
        bull_run(Csa).put(Usa, Place::UsaLeft, &["usa_bull_run"]).put(Csa, Place::CsaRight, &["csa_bull_run"]);
    field.position.stack = vec![dixie::Frame::Battle(dixie::sequence::Stage::Water {})];
    field.orders(json!([]), &[2]);
    assert_eq!(field.of("water_removed")[0]["card"], "usa_bull_run");
}
