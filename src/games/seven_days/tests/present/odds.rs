//! What `odds` says of orders.

use serde_json::{Value, json};

use crate::present::test_reports::position;
use adjutant_core::document::from_value;
use adjutant_core::report::{Block, Chances, OrderOdds, Section};
use seven_days::orders::Order;
use seven_days::pack::Side;
use seven_days::present::odds::*;

fn value(changes: Value, side: Side, order: Value) -> Option<Value> {
    let (rules, position) = position(changes);
    let order = from_value(order).expect("an order");
    match order_odds(&rules, &position, side, &order).expect("a legal order") {
        OrderOdds::Sure(_) => None,
        OrderOdds::Chances(Chances { data: value, .. }) | OrderOdds::Supposed(_, Chances { data: value, .. }) => {
            Some(value)
        }
    }
}

#[test]
fn an_assault_in_the_active_area() {
    // Both stand in 6: infantry of 6 against an Exhausted regiment of 1 on ground of 3, both army leaders away, who
    // count as Inactive: 5 against 4. It is Contested, so that the assault is optional.
    let (rules, position) = position(json!({"set_up": false, "confederate": {"6": {"units": ["ap_hill_infantry"]}},
        "union": {"6": {"units": ["illinois_8_cavalry-"]}}}));
    let order = |value: Value| from_value::<Order>(value).expect("an order");
    let begun = order_odds(&rules, &position, Side::Confederate, &order(json!({"assault": {"area": 6}})));
    let Ok(OrderOdds::Sure(after)) = begun else { panic!("no die decides") };
    let attack = order_odds(&rules, &after, Side::Confederate, &order(json!({"attack": {"area": 6}})));
    let Ok(OrderOdds::Supposed(after, Chances { blocks, data: value, .. })) = attack else { panic!("dice decide") };
    assert_eq!((value["attack"].as_i64(), value["defense"].as_i64()), (Some(5), Some(4)));
    // One above: the attacker's throw may be one less than equal. 6·5 and so on make 140 of 1296 for a stalemate.
    assert_eq!((value["stalemate"].as_u64(), value["of"].as_u64()), (Some(140), Some(1296)));
    let of = |key: &str| value[key].as_u64().expect("a count");
    assert_eq!(of("repulse") + of("stalemate") + of("success") + of("rout"), 1296);
    // Any Success empties the area, where no entrenchment stands; the units came by no way that forbids a Rout (10.5).
    assert_eq!((of("success"), of("rout")), (0, 721));
    let page = page(blocks);
    for wanted in [
        "Attack Value 5: +6 Attack Factor of the Point Unit: A.P. Hill Infantry; -1 Inactive Army Leader.",
        // 435, 140 and 721 of 1296 are 33.6, 10.8 and 55.6.
        "Repulse 33% 435 Stalemate 11% 140 Success 56% 721",
        "Rout (part of Success) 56% 721",
        "A Repulse exhausts all assaulting units. A Stalemate or a Success exhausts A.P. Hill Infantry; a Stalemate also \
         eliminates 8 Illinois Cavalry, which is Exhausted [10.4.4].",
        "chooses its Forward Unit and its losses by default, and makes no Heroic Defense.",
    ] {
        assert!(page.contains(wanted), "no '{wanted}' in: {page}");
    }
    // The area has been assaulted, so that the impulse can be ended.
    assert!(order_odds(&rules, &after, Side::Confederate, &order(json!({"end": {}}))).is_ok());
}

/// Blocks as text on one line.
fn page(blocks: Vec<Block>) -> String {
    crate::present::test_reports::flat(vec![Section { heading: "Odds".to_owned(), blocks }])
}

#[test]
fn leaders_at_risk_and_what_stands_in_an_if() {
    // Jackson goes along from 3 to 6 and lends his rating: in 146 of 1296 throws both are the same, and then a 6 on two
    // dice kills with 1 added, which 5 of 36 throws are.
    let changes = json!({"set_up": false, "options": {"leader_casualties": true},
        "union": {"6": {"units": ["illinois_8_cavalry"]}, "33": {"leaders": ["mcclellan"]}},
        "confederate": {"3": {"units": ["winder_infantry", "winder_artillery"], "leaders": ["jackson"]}}});
    let changes = match changes {
        Value::Object(mut changes) => {
            changes.insert("standing".to_owned(), json!({"union": {"elsewhere": {"screen": "never"}}}));
            Value::Object(changes)
        }
        other => other,
    };
    let (rules, mut at) = position(changes);
    let mut pages = Vec::new();
    for order in [
        json!({"assault": {"area": 3, "leader": "jackson"}}),
        json!({"wait": {"if": {"activated": false}}}),
        json!({"move": {"units": ["winder_infantry"], "leaders": ["jackson"], "path": [6]}}),
        json!({"attack": {"area": 6, "if": {"contested": [6]}}}),
        json!({"end": {}}),
    ] {
        let order = from_value(order).expect("an order");
        match order_odds(&rules, &at, Side::Confederate, &order).expect("a legal order") {
            OrderOdds::Sure(after) => at = *after,
            OrderOdds::Supposed(after, Chances { blocks, .. }) => {
                at = *after;
                pages.push(page(blocks));
            }
            OrderOdds::Chances(Chances { blocks, .. }) => pages.push(page(blocks)),
        }
    }
    // No die decides whether the day ends with impulse 0.
    let [activates, passed, answers, odds] = &pages[..] else { panic!("{pages:#?}") };
    assert!(activates.contains("assumes that he activates it"), "{activates}");
    assert!(passed.contains("Skipped in this position: a leader has activated his command."), "{passed}");
    assert!(answers.contains("the enemy is asked"), "{answers}");
    // 146·5 of 46656 are 1.6 in a hundred, 146·21 are 6.6.
    assert!(odds.contains("The dice are equal in 11% of assaults; a roll is then made for Jackson: overall 2% killed, 7% wounded [15.2]."), "{odds}");
}

#[test]
fn dice_and_no_dice() {
    let jackson = value(json!({}), Side::Confederate, json!({"assault": {"area": 2, "leader": "jackson"}}));
    assert_eq!(jackson, Some(json!({"activates": {"ways": 4, "of": 6}})));
    // A. P. Hill needs no more than a 1 while Lee is Active.
    assert_eq!(value(json!({}), Side::Confederate, json!({"assault": {"area": 45, "leader": "ap_hill"}})), None);
    assert_eq!(value(json!({}), Side::Confederate, json!({"pass": {}})), None);
    // 2, 3 and 4 on two dice.
    let dusk = value(json!({"impulse": 4}), Side::Confederate, json!({"pass": {}}));
    assert_eq!(dusk, Some(json!({"sunset": {"ways": 6, "of": 36}})));
    let (rules, position) = position(json!({}));
    let order = from_value(json!({"assault": {"area": 17}})).expect("an order");
    assert!(order_odds(&rules, &position, Side::Confederate, &order).is_err());
}
