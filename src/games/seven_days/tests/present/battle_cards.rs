use serde_json::json;

use crate::present::test_reports::position;
use adjutant_core::board::Area;
use seven_days::present::battle_cards::*;
use seven_days::present::picture;

#[test]
fn an_assault_on_a_card() {
    // The assault on White House Landing in examples/seven-days, step 79.
    let events = json!([
        {"event": "assault", "area": 17, "side": "confederate", "mandatory": true,
            "units": ["whiting_artillery", "whiting_infantry"], "point": "whiting_infantry",
            "forward": "white_house_infantry",
            "defenders": ["army_hq_cavalry", "penn_3_cavalry", "white_house_infantry"]},
        {"event": "values", "attack": [{"what": "point", "value": 4, "who": ["whiting_infantry"]},
            {"what": "leaders", "value": 3, "who": ["jackson"]},
            {"what": "fresh_others", "value": 1, "who": ["whiting_artillery"]}],
            "defense": [{"what": "forward", "value": 2, "who": ["white_house_infantry"]},
            {"what": "terrain", "value": 2}]},
        {"event": "assault_dice", "area": 17, "attack": [6, 5], "defense": [3, 2], "attack_total": 19,
            "defense_total": 14, "outcome": "success"},
        {"event": "exhausted", "units": ["whiting_artillery", "whiting_infantry"]},
        {"event": "casualty_points", "area": 17, "points": 4, "spared": 1},
        {"event": "exhausted", "units": ["white_house_infantry"]},
        {"event": "eliminated", "units": ["penn_3_cavalry"], "area": 17, "because": "losses"},
        {"event": "assault_over", "area": 17, "outcome": "success"},
    ]);
    let (rules, before) = position(json!({}));
    let cards = cards(&rules, &before, events.as_array().expect("a list"));
    let [card] = cards.as_slice() else { panic!("one card: {cards:?}") };
    assert_eq!(card.title, "White House Landing (17)");
    assert_eq!(card.table, ["Attack Total 19, Defense Total 14: the attacker has 5 more"]);
    assert_eq!(card.at, picture::area_centres(&rules).get(&Area(17)).copied());
    let [attacker, defender] = &card.sides;
    assert_eq!((attacker.heading.as_str(), defender.heading.as_str()), ("Confederacy attacks", "Union defends"));
    assert_eq!((attacker.dice.as_slice(), attacker.total), (&[6, 5][..], Some(19)));
    assert_eq!(attacker.modifiers[1], ("Jackson".to_owned(), 3));
    assert_eq!(attacker.result, "Exhausted: Whiting (infantry and artillery)");
    assert_eq!(
        defender.result,
        "takes 4 Casualty Points; eliminated: 3 Pennsylvania Cavalry; Exhausted: White House Infantry"
    );
    assert_eq!(card.outcome, "A Success.");
}

#[test]
fn no_dice_no_card() {
    let (rules, before) = position(json!({}));
    let begun = json!([{"event": "assault", "area": 6, "side": "confederate", "mandatory": true,
        "units": ["ap_hill_infantry"], "point": "ap_hill_infantry", "forward": "mccall_infantry",
        "defenders": ["mccall_infantry"]}]);
    assert!(cards(&rules, &before, begun.as_array().expect("a list")).is_empty());
}
