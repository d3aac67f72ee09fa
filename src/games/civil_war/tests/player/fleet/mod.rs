mod answers;

use serde_json::{Value, json};

use adjutant_core::engine::{Position, Ruleset};
use civil_war::orders::Order;
use civil_war::pack::{Side, Station, Theater};
use civil_war::player::fleet::*;
use civil_war::player::{Proposal, Situation};
use civil_war::{CivilWar, player};

fn position(mut given: Value) -> (CivilWar, Position<CivilWar>) {
    given["scenario"] = json!("campaign_1862");
    let rules = CivilWar::shipped().for_scenario(&"campaign_1862".parse().expect("an id"));
    let position = rules.case(&given).expect("a position");
    (rules, position)
}

/// What is proposed to the side whose half it is, and legal.
fn proposed(given: Value) -> Vec<Proposal> {
    let (rules, position) = position(given);
    let side = position.game.phasing().expect("a half");
    let found = propose(&Situation::new(&rules, &position.game, side, 0));
    let legal = |proposal: &Proposal| {
        adjutant_core::engine::explore::surely(&rules, &position, &side.id(), &proposal.order).is_ok()
    };
    found.into_iter().filter(legal).collect()
}

/// What the player orders.
fn ordered(given: Value) -> Vec<Order> {
    let (rules, position) = position(given);
    player::orders(&rules, &position, position.game.phasing().expect("a half"), 0)
}

fn lands(proposals: &[Proposal], at: &str) -> bool {
    let hex = at.parse().expect("a hex");
    proposals.iter().any(|proposal| matches!(&proposal.order, Order::Sail(sail) if sail.land == Some(hex)))
}

#[test]
fn a_weakly_held_port_is_landed_in() {
    // Farragut with six transports and six strength points off Fort Monroe; some ports have nobody.
    let union = json!({
        "at": {"5410": {"sp": 8, "leaders": ["burnside-2"]}, "5206": {"sp": 9}},
        "ships": {"5410": {"ocean": 6, "leaders": ["farragut-2"]}},
    });
    let confederate = json!({"at": {"5109": {"sp": 6, "leaders": ["re_lee-3"]}, "5411": {"sp": 4}}});
    let given = json!({"phasing": "union", "turn": 5, "union": union, "confederate": confederate});
    let orders = ordered(given.clone());
    let landing = orders.iter().find_map(|order| match order {
        Order::Sail(sail) => sail.land,
        _ => None,
    });
    let (_, position) = position(given);
    let landing = landing.unwrap_or_else(|| panic!("{orders:#?}"));
    assert_eq!(position.game.sp_at(landing, Side::Confederate), 0, "{landing}");
}

#[test]
fn one_strength_point_does_not_land_on_five() {
    let union = json!({
        "at": {"5410": {"sp": 2}},
        "ships": {"5410": {"ocean": 1, "leaders": ["farragut-2"]}},
    });
    let confederate = json!({"at": {"5317": {"sp": 5}, "5411": {"sp": 5}}});
    let proposals = proposed(json!({"phasing": "union", "turn": 5, "union": union, "confederate": confederate}));
    assert!(!lands(&proposals, "5317") && !lands(&proposals, "5411"), "{proposals:#?}");
}

#[test]
fn the_naval_pool_enters_rivers_in_the_west_and_the_ocean_in_the_east() {
    let union = json!({
        "at": {"2211": {"sp": 2}, "5410": {"sp": 4}, "5206": {"sp": 9}},
        "navy": {"pool": {"ships": ["carondelet", "cincinnati"], "river": 4, "ocean": 6}},
    });
    let orders = ordered(json!({"phasing": "union", "turn": 4, "union": union}));
    let launch = orders.iter().find_map(|order| match order {
        Order::Launch(launch) => Some(launch),
        _ => None,
    });
    let launch = launch.unwrap_or_else(|| panic!("{orders:#?}"));
    assert_eq!(launch.ships.iter().map(|ships| (ships.river, ships.ocean)).collect::<Vec<_>>(), [(4, 0), (0, 6)]);
    let at = |n: usize| launch.ships[n].at.expect("a place");
    let rules = CivilWar::shipped();
    assert!(at(0).hexes().all(|hex| rules.pack.map.theater(hex) != Theater::East), "{}", at(0));
    assert!(at(1).borders("5410".parse().expect("a hex")), "{}", at(1));
}

#[test]
fn a_river_fleet_comes_to_an_army_in_front_of_the_enemy_and_attacks_with_it() {
    // The ground of EX 8.9.7: Grant at 2617, the enemy at 2718.
    let ironclads = json!(["benton", "carondelet", "chillicothe", "cincinnati"]);
    let given = |at: &str| {
        json!({
            "phasing": "union",
            "turn": 8,
            "union": {
                "commands": {"naval": 3, "west": 6},
                "at": {"2617": {"sp": 3, "leaders": ["grant-3"]}},
                "ships": {at: {"ships": ironclads, "leaders": ["foote-2"]}},
            },
            "confederate": {"at": {"2718": {"sp": 3}}},
        })
    };
    let come = proposed(given("2211/2311"));
    let comes = |proposal: &Proposal| match &proposal.order {
        Order::Sail(sail) => sail.to.iter().any(|at| at.borders("2617".parse().expect("a hex"))),
        _ => false,
    };
    assert!(come.iter().any(comes), "{come:#?}");
    let attack = proposed(given("2518/2617"));
    assert!(attack.iter().any(|proposal| matches!(proposal.order, Order::Together(_))), "{attack:#?}");
}

#[test]
fn nobody_runs_by_manned_fortresses_with_one_strength_point() {
    // New Orleans lies behind Fort Jackson and Fort Pike, Mobile behind Fort Morgan.
    let union = json!({
        "at": {"2730": {"sp": 2}, "5206": {"sp": 9}},
        "ships": {"2730": {"ocean": 1, "leaders": ["farragut-2"]}},
    });
    let at = json!({"2032": {"sp": 1}, "1930": {"sp": 1}, "2429": {"sp": 1}, "1830": {"sp": 1}, "2428": {"sp": 1}});
    let confederate = json!({"at": at});
    let proposals = proposed(json!({"phasing": "union", "turn": 5, "union": union, "confederate": confederate}));
    for hex in ["1830", "2428", "2032", "1930", "2429"] {
        assert!(!lands(&proposals, hex), "{hex}: {proposals:#?}");
    }
}

#[test]
fn a_confederate_ironclad_does_not_go_out_against_a_fleet() {
    let union = json!({
        "at": {"5410": {"sp": 2}},
        "ships": {"5410": {"ships": ["new_ironsides", "passaic", "monitor"], "ocean": 4, "leaders": ["farragut-2"]}},
    });
    let confederate = json!({"at": {"5411": {"sp": 2}}, "ships": {"5310/5311": {"ships": ["virginia"]}}});
    let proposals = proposed(json!({"phasing": "confederate", "turn": 8, "union": union, "confederate": confederate}));
    assert!(!proposals.iter().any(|proposal| matches!(proposal.order, Order::Sail(_))), "{proposals:#?}");
}

#[test]
fn a_strong_fleet_hunts_a_lone_ironclad_and_a_weak_one_does_not() {
    let given = |ships: Value| {
        let union = json!({"at": {"2211": {"sp": 2}}, "ships": {"2211/2311": ships}});
        let confederate = json!({"at": {"1916": {"sp": 2}}, "ships": {"2111/2211": {"ships": ["arkansas"]}}});
        json!({"phasing": "union", "turn": 8, "union": union, "confederate": confederate})
    };
    let hunts = |proposals: &[Proposal]| {
        proposals.iter().any(|proposal| {
            matches!(&proposal.order, Order::Sail(sail) if sail.to == ["2111/2211".parse::<Station>().expect("a station")])
        })
    };
    let strong = json!({"ships": ["benton", "carondelet", "cincinnati", "chillicothe"], "leaders": ["foote-2"]});
    let weak = json!({"river": 1});
    let found = proposed(given(strong));
    assert!(hunts(&found), "{found:#?}");
    let found = proposed(given(weak));
    assert!(!hunts(&found), "{found:#?}");
}

#[test]
fn raiders_are_bought_as_long_as_there_is_time_for_them() {
    let given = |turn: u8| {
        let confederate = json!({"at": {"5109": {"sp": 2}}, "navy": {"due": {"2": {"ships": ["sumter"]}}}});
        json!({"phasing": "confederate", "turn": turn, "confederate": confederate})
    };
    assert!(proposed(given(5)).iter().any(|proposal| matches!(proposal.order, Order::Launch(_))));
    assert!(proposed(given(19)).is_empty());
}
