//! What the player does on small positions.

use serde_json::{Value, json};

use crate::engine::{Position, Ruleset};
use crate::rulesets::civil_war::CivilWar;
use crate::rulesets::civil_war::orders::{Move, Order, Reinforce};
use crate::rulesets::civil_war::pack::Side;

use super::orders;

/// A position in the notation of cases, in the campaign of 1861 with little on the map.
fn position(given: Value) -> (CivilWar, Position<CivilWar>) {
    let mut whole = json!({"scenario": "campaign_1861", "turn": 6});
    if let (Some(fields), Value::Object(given)) = (whole.as_object_mut(), given) {
        fields.extend(given);
    }
    let rules = CivilWar::shipped();
    let position = rules.case(&whole).expect("a position");
    (rules, position)
}

fn given(side: Side, given: Value) -> Vec<Order> {
    let (rules, position) = position(given);
    let orders = orders(&rules, &position, side, 0);
    assert!(!orders.is_empty());
    orders
}

fn marches(orders: &[Order]) -> Vec<&Move> {
    let mut found = Vec::new();
    for order in orders {
        if let Order::Move(march) = order {
            found.push(march);
        }
    }
    found
}

fn ends(orders: &[Order]) -> Vec<String> {
    marches(orders).into_iter().filter_map(|march| march.path.last().map(ToString::to_string)).collect()
}

#[test]
fn it_takes_an_empty_city_next_door() {
    let orders = given(
        Side::Union,
        json!({
            "phasing": "union", "difference": 3,
            "union": {"at": {"5206": {"sp": 12, "leaders": ["hooker-2"]}}},
            "confederate": {"at": {"5109": {"sp": 12, "leaders": ["longstreet-2"]}}},
        }),
    );
    let taken = marches(&orders).iter().any(|march| march.path.iter().any(|hex| hex.to_string() == "5106"))
        || ends(&orders).iter().any(|end| end == "5108");
    assert!(taken, "neither Alexandria nor Fredericksburg: {orders:?}");
}

#[test]
fn it_does_not_attack_two_against_eight() {
    let orders = given(
        Side::Union,
        json!({
            "phasing": "union", "difference": 4,
            "union": {"at": {"5206": {"sp": 8}, "5003": {"sp": 2, "leaders": ["shields-1"]}}},
            "confederate": {"at": {"5004": {"sp": 8, "leaders": ["jackson-2"]}}},
        }),
    );
    assert!(!ends(&orders).contains(&"5004".to_owned()), "{orders:?}");
}

#[test]
fn it_attacks_eight_against_two() {
    let orders = given(
        Side::Union,
        json!({
            "phasing": "union", "difference": 4,
            "union": {"at": {"5206": {"sp": 14, "leaders": ["hooker-2"]}}},
            "confederate": {"at": {"5108": {"sp": 2}, "5109": {"sp": 9}}},
        }),
    );
    assert!(ends(&orders).contains(&"5108".to_owned()), "{orders:?}");
}

#[test]
fn it_rallies() {
    let orders = given(
        Side::Confederate,
        json!({
            "phasing": "confederate", "difference": 3,
            "union": {"at": {"5206": {"sp": 8, "leaders": ["hooker-2"]}}},
            "confederate": {"at": {"5109": {"sp": 8, "leaders": ["longstreet-2"], "demoralized": true}}},
        }),
    );
    assert!(orders.iter().any(|order| matches!(order, Order::Rally(_))), "{orders:?}");
}

#[test]
fn it_brings_a_reinforcement_to_the_front() {
    let orders = given(
        Side::Confederate,
        json!({
            "phasing": "confederate", "difference": 1, "free": true,
            "union": {"at": {"5206": {"sp": 12, "leaders": ["hooker-2"]}}},
            "confederate": {
                "at": {"5109": {"sp": 4, "leaders": ["longstreet-2"]}, "4915": {"sp": 1}},
                "reinforcements": {"east": 1},
            },
        }),
    );
    let at: Vec<String> = orders
        .iter()
        .filter_map(
            |order| if let Order::Reinforce(Reinforce { at, .. }) = order { Some(at.to_string()) } else { None },
        )
        .collect();
    assert_eq!(at.len(), 1, "{orders:?}");
    assert!(["5109", "5108", "5110"].contains(&at[0].as_str()), "{orders:?}");
}

#[test]
fn it_does_not_leave_washington_empty() {
    let orders = given(
        Side::Union,
        json!({
            "phasing": "union", "difference": 4,
            "union": {"at": {"5206": {"sp": 6, "leaders": ["hooker-2"]}}},
            "confederate": {"at": {"5006": {"sp": 6, "leaders": ["longstreet-2"]}, "5108": {"sp": 1}, "5109": {"sp": 6}}},
        }),
    );
    let gone: u32 = marches(&orders).iter().map(|march| march.strength()).sum();
    assert!(gone <= 2, "{orders:?}");
}

#[test]
fn it_does_not_march_out_of_supply_for_nothing() {
    let (rules, position) = position(json!({
        "phasing": "union", "difference": 6,
        "union": {"at": {"1110": {"sp": 6, "leaders": ["curtis-2"]}, "1907": {"sp": 2}, "5206": {"sp": 8}},
                  "reinforcements": {"trans_mississippi": 2}},
        "control": {"1110": "union"},
        "confederate": {"at": {"1317": {"sp": 9, "leaders": ["price-2"]}}},
    }));
    let fed = crate::rulesets::civil_war::supply::in_supply;
    let before = fed(&rules, &position.game, "1110".parse().expect("a hex"), Side::Union, None);
    let orders = orders(&rules, &position, Side::Union, 0);
    for march in marches(&orders).into_iter().filter(|march| march.leader.is_some() && march.strength() > 1) {
        let end = *march.path.last().expect("a hex");
        let city = rules.pack.map.city(end).is_some();
        assert!(!before || city || fed(&rules, &position.game, end, Side::Union, None), "{march:?}");
    }
}

#[test]
fn nobody_is_first_to_enter_kentucky() {
    let (rules, position) = position(json!({
        "phasing": "union", "difference": 6, "turn": 2,
        "union": {"at": {"3007": {"sp": 6, "leaders": ["thomas-2"]}, "2211": {"sp": 5, "leaders": ["mcclernand-2"]}, "5206": {"sp": 8}},
                  "reinforcements": {"west": 4}},
        "confederate": {"at": {"2813": {"sp": 6, "leaders": ["polk-2"]}}},
    }));
    let kentucky: crate::document::Id = "kentucky".parse().expect("an id");
    let orders = orders(&rules, &position, Side::Union, 0);
    let entered = orders.iter().flat_map(|order| match order {
        Order::Move(march) if march.strength() > 0 => march.path.clone(),
        Order::Rail(rail) => vec![rail.to],
        Order::Reinforce(reinforce) if reinforce.from != crate::rulesets::civil_war::orders::Source::Leaders => {
            vec![reinforce.at]
        }
        _ => Vec::new(),
    });
    for hex in entered {
        let data = rules.pack.map.hex(hex).expect("a hex of the map");
        assert!(!data.states.contains(&kentucky), "{hex}: {orders:?}");
    }
}

#[test]
fn leaders_gather_where_an_army_has_more_than_is_led() {
    let orders = given(
        Side::Union,
        json!({
            "phasing": "union", "difference": 4,
            "union": {
                "at": {
                    "5206": {"armies": {"potomac": {"sp": 16, "leaders": ["mcclellan-3"]}}},
                    "5305": {"sp": 2, "leaders": ["hooker-2"]},
                },
            },
            "confederate": {"at": {"5109": {"sp": 12, "leaders": ["longstreet-2"]}}},
        }),
    );
    let joins = |march: &&Move| {
        march.leader.as_ref().is_some_and(|leader| leader.as_str() == "hooker")
            && march.path.last().is_some_and(|hex| hex.to_string() == "5206")
    };
    assert!(marches(&orders).iter().any(joins), "{orders:?}");
}
