use serde_json::{Value, json};

use crate::present::test_reports::position;
use adjutant_core::document::{Problem, from_value};
use seven_days::orders::Order;
use seven_days::pack::Side;
use seven_days::present::warnings::*;

fn warned(changes: Value, side: Side, orders: Value) -> Vec<String> {
    let (rules, position) = position(changes);
    let orders: Vec<Order> = from_value(orders).expect("orders");
    let found = warnings(&rules, &position, side, &orders);
    let words = |problem: Problem| {
        let words = problem.clause().into_owned();
        format!("{} {words} [{}]", problem.path.unwrap_or_default(), problem.rule.unwrap_or_default())
    };
    found.into_iter().map(words).collect()
}

#[test]
fn an_assault_that_must_still_be_made() {
    let changes = json!({"set_up": false, "union": {"6": {"units": ["mccall_infantry"]}},
        "confederate": {"3": {"units": ["winder_infantry", "winder_artillery"], "leaders": ["jackson"]}}});
    let orders =
        json!([{"assault": {"area": 3, "leader": "jackson"}}, {"move": {"units": ["winder_infantry"], "path": [6]}}]);
    let found = warned(changes, Side::Confederate, orders);
    let wanted = "orders[1] if the orders before it succeed, leaves enemies in Ellerson's Mill (6), which must be assaulted before the impulse ends [10.1]";
    assert_eq!(found, [wanted]);
}

#[test]
fn an_order_for_the_case_of_failure() {
    // A. P. Hill's infantry may be the one unit that acts where Jackson fails; where he activates his command, it may
    // not.
    let changes = json!({"set_up": false, "confederate":
        {"3": {"units": ["winder_infantry", "ap_hill_infantry"], "leaders": ["jackson"]}}});
    let orders = json!([{"assault": {"area": 3, "leader": "jackson"}},
        {"move": {"units": ["ap_hill_infantry"], "path": [2]}}]);
    let found = warned(changes, Side::Confederate, orders);
    let wanted = "orders[1] if the orders before it succeed, is illegal: A.P. Hill Infantry does not belong to an activated command [9.1.1]";
    assert_eq!(found, [wanted]);
}

#[test]
fn what_waits_and_whom_lee_commands() {
    let changes = json!({"set_up": false,
        "confederate": {"45": {"units": ["ap_hill_infantry", "anderson_infantry"], "leaders": ["ap_hill", "lee", "longstreet"]}}});
    let wait = warned(changes.clone(), Side::Confederate, json!([{"wait": {}}, {"pass": {}}]));
    let wanted = [
        "orders[0] waits before any other order: you will be asked for the same orders again [9.2.2]",
        "orders[0] ends the turn here, and the order after it is not carried out [9.2.2]",
    ];
    assert_eq!(wait, wanted);
    let mut active = changes;
    active["armies_active"] = json!(["confederate"]);
    let combined = json!({"leaders": ["ap_hill", "longstreet"], "by": "lee_commands"});
    let found = warned(active, Side::Confederate, json!([{"assault": {"area": 45, "combined": combined}}]));
    assert_eq!(found, ["orders[0] makes Lee Inactive at the end of the impulse [9.6]"]);
}

#[test]
fn who_is_left_and_who_is_idle() {
    let changes = json!({"set_up": false,
        "confederate": {"2": {"units": ["winder_infantry", "whiting_infantry"], "leaders": ["jackson"]}}});
    let orders = json!([{"assault": {"area": 2, "leader": "jackson"}},
        {"move": {"units": ["winder_infantry"], "path": [4]}}, {"end": {}}]);
    let found = warned(changes.clone(), Side::Confederate, orders);
    assert_eq!(
        found,
        [
            "orders[2] if the orders before it succeed, ends the impulse before these units have moved: Whiting Infantry [9.1]"
        ]
    );
    let both = json!([{"assault": {"area": 2, "leader": "jackson"}},
        {"move": {"units": ["winder_infantry", "whiting_infantry"], "path": [4]}}, {"end": {}}]);
    let found = warned(changes, Side::Confederate, both);
    assert_eq!(found, ["orders[1] if the orders before it succeed, leaves Jackson alone in Enon Church (2) [9.6]"]);
}

#[test]
fn what_is_given_away() {
    let night = json!({"at": "night", "active": "union", "advantage": "union",
        "union": {"36": {"units": ["penn_8_cavalry-"]}}});
    let found = warned(night.clone(), Side::Union, json!([{"night": {"advantage": true}}]));
    assert_eq!(
        found,
        [
            "orders[0] uses the Advantage, which then passes to the enemy [12.1.1]",
            "orders[0] leaves 3 Replacement Points unused while 1 Exhausted unit could be made Fresh [13.2]",
        ]
    );
    let found = warned(night, Side::Union, json!([{"night": {"replace": ["penn_8_cavalry"]}}]));
    assert!(found.is_empty(), "{found:?}");
}
