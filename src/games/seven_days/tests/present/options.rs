use serde_json::json;

use crate::present::test_reports::position;
use adjutant_core::document::{Id, from_value};
use adjutant_core::report::OptionsFor;
use seven_days::orders::Order;
use seven_days::pack::Side;
use seven_days::present::options::*;
use seven_days::projection;

/// Everything of a subject that reaches a place.
fn to<'a>(subject: &'a str, place: &'a str) -> OptionsFor<'a> {
    OptionsFor { to: Some(place), ..OptionsFor::new(subject) }
}

#[test]
fn what_a_leader_can_do() {
    let (rules, start) = position(json!({}));
    let found = options(&rules, &start, Side::Confederate, &OptionsFor::new("Jackson")).expect("options");
    assert_eq!(found.title, "Jackson, in Enon Church (2)");
    assert_eq!(found.notes, [("He activates his command on a roll of 3 or more.".to_owned(), "8.1.1".to_owned())]);
    let assault = found.offers.iter().find(|offer| offer.what == "Begin an Assault Impulse").expect("assaults");
    assert!(
        assault
            .orders
            .iter()
            .all(|order| matches!(order, Order::Assault(order) if order.leader == Some(Id::known("jackson"))))
    );
    // Every order passes.
    assert!(found.offers.iter().flat_map(|offer| &offer.orders).all(|order| rules.can_begin(
        &start.game,
        Side::Confederate,
        order
    )));
}

#[test]
fn why_somebody_can_do_nothing() {
    let (rules, start) = position(json!({"advantage": "union", "confederate": {"2": {"leaders": ["jackson-"]}}}));
    let found = options(&rules, &start, Side::Confederate, &OptionsFor::new("jackson")).expect("options");
    let assault = found.offers.iter().find(|offer| offer.what == "Begin an Assault Impulse").expect("a reason");
    assert!(assault.orders.is_empty());
    assert_eq!(assault.because.first().map(|problem| problem.message.as_str()), Some("Jackson is Inactive"));
    let enemy = options(&rules, &start, Side::Confederate, &OptionsFor::new("porter")).expect_err("the enemy");
    assert_eq!(enemy.message, "Porter belongs to the enemy");
    assert!(options(&rules, &start, Side::Confederate, &OptionsFor::new("Ney")).is_err());
    let nowhere = options(&rules, &start, Side::Confederate, &to("jackson", "5")).expect("options");
    // 8.1.2: nobody regroups to Mechanicsville, which is not beside Enon Church, and Union ground.
    let regroup = nowhere.offers.iter().find(|offer| offer.what == "Regroup").expect("a reason");
    assert!(regroup.orders.is_empty() && regroup.because[0].message.contains("Mechanicsville (5)"), "{nowhere:?}");
    assert_eq!(regroup.because[0].rule.as_deref(), Some("8.1.2"));
    // Nothing is asked of the Union.
    let other = options(&rules, &start, Side::Union, &OptionsFor::new("6")).expect("options");
    assert!(other.offers.is_empty() && other.notes[0].0.starts_with("The Union is not asked for orders"), "{other:?}");
}

#[test]
fn who_can_get_somewhere_by_which_way_and_for_how_much() {
    // On an empty map A.P. Hill's infantry, which has 5 Movement Factors, and its leader stand in Richmond (44).
    // Control is the Confederacy's in 44 and 45, the Union's in 5. By road 44 to 45 costs 1, 45 to 5 over the Meadow
    // Bridge 1.
    let moving = json!({"set_up": false, "active": "confederate", "union": {"17": {"units": ["white_house_infantry"]}},
        "confederate": {"44": {"units": ["ap_hill_infantry"], "leaders": ["ap_hill"]}}});
    let (rules, start) = position(moving);
    let side = Side::Confederate;
    let found = options(&rules, &start, side, &to("ap_hill_infantry", "5")).expect("options");
    let assault = found.offers.iter().find(|offer| offer.what.starts_with("Begin an Assault")).expect("an impulse");
    assert_eq!(assault.cost, "2 Movement Factors", "{found:?}");
    assert!(assault.what.ends_with("{move: {units: [ap_hill_infantry], path: [45, 5]}}"), "{}", assault.what);
    // 8.1.2: he regroups one area at a time, to one under control.
    let regroup = found.offers.iter().find(|offer| offer.what == "Regroup").expect("a reason");
    assert!(regroup.orders.is_empty() && regroup.because[0].rule.as_deref() == Some("8.1.2"), "{found:?}");
    let near = options(&rules, &start, side, &to("ap_hill_infantry", "45")).expect("options");
    let regroup = near.offers.iter().find(|offer| offer.what == "Regroup").expect("a regroup");
    assert_eq!((regroup.orders.len(), regroup.cost.as_str()), (1, ""));
    // In the impulse every way is told by its cost, each of which passes.
    let begin: Order = from_value(json!({"assault": {"area": 44, "leader": "ap_hill"}})).expect("an order");
    let after =
        projection::after_order(&rules, &start, &start.game, side, &begin).expect("legal").expect("a game").game;
    let mut moving = start.clone();
    moving.game = after;
    let found = options(&rules, &moving, side, &to("ap_hill_infantry", "5")).expect("options");
    let told: Vec<(&str, &str, usize)> =
        found.offers.iter().map(|offer| (offer.what.as_str(), offer.cost.as_str(), offer.orders.len())).collect();
    assert_eq!(told, [("Move", "2 Movement Factors", 1)]);
    assert!(found.offers[0].orders.iter().all(|order| rules.can_begin(&moving.game, side, order)));
    // White House Landing is farther off than 5 Movement Factors.
    let far = options(&rules, &moving, side, &to("ap_hill_infantry", "White House Landing")).expect("options");
    assert!(far.offers.len() == 1 && far.offers[0].orders.is_empty(), "{far:?}");
    assert!(far.offers[0].because[0].rule.is_some(), "{far:?}");
    let here = options(&rules, &moving, side, &to("ap_hill_infantry", "Richmond")).expect("options");
    assert!(here.offers.is_empty() && here.notes.iter().any(|(said, _)| said.ends_with("is there already.")));
}
