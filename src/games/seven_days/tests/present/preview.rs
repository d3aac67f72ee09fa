use serde_json::{Value, json};

use crate::present::test_reports::position;
use adjutant_core::document::from_value;
use seven_days::orders::Order;
use seven_days::pack::Side;
use seven_days::present::preview::*;

fn preview_text(changes: Value, side: Side, orders: Value) -> String {
    let (rules, position) = position(changes);
    let orders: Vec<Order> = from_value(orders).expect("orders");
    chances(&rules, &position, side, &orders).join(" ")
}

#[test]
fn an_impulse() {
    let page = preview_text(
        json!({"impulse": 4}),
        Side::Confederate,
        json!([{"assault": {"area": 2, "leader": "jackson"}}, {"move": {"units": ["winder_infantry"], "path": [3]}},
            {"end": {}}]),
    );
    // Jackson's 4 with Lee Active: 3 or more. 2, 3 and 4 on two dice: 6 of 36.
    assert_eq!(
        page,
        "Order 1: Jackson activates his command on a roll of 3 or more (4 in 6); otherwise one unit and the Independent \
         units act [8.1.1]. The day ends after this impulse on 17% of Sunset rolls [6.3.1]."
    );
    // Where the weather may turn, the equal throw does not end the day: 3 of 36.
    let rain =
        preview_text(json!({"impulse": 4, "options": {"weather": true}}), Side::Confederate, json!([{"pass": {}}]));
    assert_eq!(rain, "The day ends after this impulse on 8% of Sunset rolls [6.3.1].");
    let union = preview_text(json!({"active": "union", "impulse": 9}), Side::Union, json!([{"pass": {}}]));
    assert_eq!(union, "");
}

#[test]
fn an_assault_and_what_follows() {
    let page = preview_text(
        json!({"set_up": false, "confederate": {"5": {"units": ["ap_hill_infantry"], "leaders": ["ap_hill"]},
            "45": {"leaders": ["lee"]}}, "union": {"6": {"units": ["illinois_8_cavalry-"]}, "33": {"leaders": ["mcclellan"]}}}),
        Side::Confederate,
        json!([{"assault": {"area": 5, "leader": "ap_hill"}}, {"move": {"units": ["ap_hill_infantry"], "path": [6]}},
            {"attack": {"area": 6}}]),
    );
    assert!(page.contains("Order 1: A.P. Hill activates"), "{page}");
    assert!(page.ends_with("The impulse continues after these orders, and you are asked again."), "{page}");
}

#[test]
fn a_night() {
    let page = preview_text(
        json!({"at": "night", "active": "union", "points": {"union": 1}}),
        Side::Union,
        json!([{"night": {}}]),
    );
    assert_eq!(page, "You use 0 of 3 Replacement Points and keep 3 in reserve [13.3].");
}

#[test]
fn what_becomes_legal_later() {
    let (rules, start) = position(json!({}));
    let (when, orders) = later(&rules, &start, Side::Confederate).expect("orders");
    assert!(when.starts_with("After an Assault Impulse of "), "{when}");
    assert!(orders.iter().any(|order| matches!(order, Order::Move(_))));
    let (rules, night) = position(json!({"at": "night"}));
    assert_eq!(later(&rules, &night, Side::Confederate), None);
}
