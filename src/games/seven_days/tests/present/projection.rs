use serde_json::json;

use crate::present::test_reports::position;
use adjutant_core::board::Area;
use adjutant_core::document::{Id, from_value};
use seven_days::orders::Order;
use seven_days::pack::Side;
use seven_days::position::ledger::Game;
use seven_days::projection::*;

#[test]
fn an_impulse_is_followed_as_if_its_leader_activated() {
    let (rules, position) = position(json!({}));
    let order = |value| from_value::<Order>(value).expect("an order");
    let first = order(json!({"assault": {"area": 45, "leader": "ap_hill"}}));
    let ahead =
        after_order(&rules, &position, &position.game, Side::Confederate, &first).expect("legal").expect("a game");
    assert!(!ahead.sure && ahead.game.current.as_ref().is_some_and(|current| current.leaders.len() == 1));
    let second = order(json!({"move": {"units": ["ap_hill_infantry"], "path": [5]}}));
    let ahead =
        after_order(&rules, &position, &ahead.game, Side::Confederate, &second).expect("legal").expect("a game");
    assert!(ahead.sure);
    assert_eq!(ahead.game.units[&Id::known("ap_hill_infantry")].at, Area(5));
    // An impulse that is under way is not begun again.
    assert!(after_order(&rules, &position, &ahead.game, Side::Confederate, &first).is_err());
    // A. P. Hill's rating is 2, and Lee is Active: any die will do.
    assert_eq!(activation_roll_needed(&rules, &position.game, Side::Confederate, &Id::known("ap_hill")), 1);
    assert_eq!(activation_roll_needed(&rules, &position.game, Side::Union, &Id::known("keyes")), 5);
    assert_eq!(activation_roll_needed(&rules, &position.game, Side::Union, &Id::known("nobody")), 7);
}

#[test]
fn what_comes_of_an_assault_is_left_to_dice() {
    let (rules, position) = position(json!({"set_up": false,
        "confederate": {"6": {"units": ["ap_hill_infantry"]}}, "union": {"6": {"units": ["illinois_8_cavalry-"]}}}));
    let order = |value| from_value::<Order>(value).expect("an order");
    let walk = |game: &Game, written| after_order(&rules, &position, game, Side::Confederate, &order(written));
    let begun = walk(&position.game, json!({"assault": {"area": 6}})).expect("legal").expect("a game");
    assert!(matches!(walk(&begun.game, json!({"attack": {"area": 6}})), Ok(None)));
    // Nobody is in 5.
    assert!(walk(&begun.game, json!({"attack": {"area": 5}})).is_err());
}
