use serde_json::json;

use adjutant_core::board::Area;
use adjutant_core::document::from_value;
use adjutant_core::engine::{Events, Ruleset};
use seven_days::SevenDays;
use seven_days::movement::regroup::*;
use seven_days::orders::Regroup;
use seven_days::pack::Side;

#[test]
fn those_without_room_are_named_once() {
    let rules = SevenDays::shipped();
    let position = rules.case(&json!({"set_up": true, "active": "union"})).expect("a position");
    let mut game = position.game.clone();
    // Nine of ten places in 40 are taken (5.2.1); of three one finds room.
    assert_eq!(game.count(&rules.pack, Area(40), Side::Union), 9);
    let order =
        json!({"from": 39, "to": [{"area": 40, "units": ["hooker_infantry", "hooker_artillery", "kearny_infantry"]}]});
    let order: Regroup = from_value(order).expect("an order");
    let refused = begin(&rules, &mut game, &mut Events::discarding(), Side::Union, &order).expect_err("no room");
    let messages: Vec<&str> = refused.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        messages,
        ["Hooker Infantry and Kearny Infantry cannot go to Fair Oaks (40), which would then have more than ten units"]
    );
}
