//! What the player does on small positions.

mod assault_estimates;
mod habits;

use serde_json::{Value, json};

use adjutant_core::board::Area;
use adjutant_core::engine::{Position, Ruleset};
use seven_days::SevenDays;
use seven_days::orders::Order;
use seven_days::pack::Side;
use seven_days::player::orders;

/// A position in the notation of cases, in the second turn with little on the map, in that side's impulse.
fn position(side: Side, given: Value) -> (SevenDays, Position<SevenDays>) {
    let mut whole = json!({"set_up": false, "turn": 2, "active": side, "armies_active": ["confederate", "union"]});
    if let (Some(fields), Value::Object(given)) = (whole.as_object_mut(), given) {
        fields.extend(given);
    }
    let rules = SevenDays::shipped();
    let position = rules.case(&whole).expect("a position");
    (rules, position)
}

fn given(side: Side, changes: Value) -> Vec<Order> {
    let (rules, position) = position(side, changes);
    let orders = orders(&rules, &position, side, 0);
    assert!(rules.can_begin(&position.game, side, orders.first().expect("an order")), "{orders:?}");
    orders
}

/// The areas that the moves of a turn enter.
fn entered(orders: &[Order]) -> Vec<Area> {
    let path = |order: &Order| match order {
        Order::Move(order) => order.path.clone(),
        _ => Vec::new(),
    };
    orders.iter().flat_map(path).collect()
}

fn attacks(orders: &[Order]) -> usize {
    orders.iter().filter(|order| matches!(order, Order::Attack(_))).count()
}

#[test]
fn he_takes_an_empty_landing() {
    // The Supply Train stands at White House Landing, and nobody is with it; 13 lies beside it.
    let changes = json!({"confederate": {"13": {"units": ["winder_infantry"]}, "44": {"units": ["richmond_infantry"]}},
        "union": {"40": {"units": ["smith_infantry"]}}, "control": {"13": "confederate", "12": "confederate", "10": "confederate", "5": "confederate"}});
    let orders = given(Side::Confederate, changes);
    assert!(entered(&orders).contains(&Area(17)), "{orders:?}");
}

#[test]
fn he_does_not_throw_one_regiment_at_a_corps() {
    let union = ["slocum_infantry", "smith_infantry", "slocum_artillery", "smith_artillery"];
    let changes = json!({"confederate": {"41": {"units": ["virginia_2_cavalry"]}, "44": {"units": ["richmond_infantry"]}}, "union": {"40": {"units": union}}});
    let orders = given(Side::Confederate, changes);
    assert_eq!(attacks(&orders), 0, "{orders:?}");
}
