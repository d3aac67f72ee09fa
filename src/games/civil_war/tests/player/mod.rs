//! What the player does on small positions.

mod combat_estimate;
mod fleet;

use serde_json::{Value, json};

use adjutant_core::document::Id;
use adjutant_core::engine::{Position, Ruleset};
use civil_war::CivilWar;
use civil_war::orders::{Move, Order, Reinforce, Source};
use civil_war::pack::Side;
use civil_war::player::movers::Mover;
use civil_war::player::{Situation, orders};

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
            "confederate": {"at": {"5006": {"sp": 6, "leaders": ["longstreet-2"]}, "5108": {"sp": 1}, "5109": {"sp": 15}}},
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
    let fed = civil_war::supply::in_supply;
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
    let kentucky: Id = "kentucky".parse().expect("an id");
    let orders = orders(&rules, &position, Side::Union, 0);
    let entered = orders.iter().flat_map(|order| match order {
        Order::Move(march) if march.strength() > 0 => march.path.clone(),
        Order::Rail(rail) => vec![rail.to],
        Order::Reinforce(reinforce) if reinforce.from != Source::Leaders => {
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
            "control": {"4905": "union", "5004": "union", "5106": "union", "4708": "union", "5108": "union", "4904": "union", "4506": "union", "4409": "union"},
            "confederate": {"at": {"5109": {"sp": 12, "leaders": ["longstreet-2"]}}},
        }),
    );
    let joins = |march: &&Move| {
        march.leader.as_ref().is_some_and(|leader| leader.as_str() == "hooker")
            && march.path.last().is_some_and(|hex| hex.to_string() == "5206")
    };
    assert!(marches(&orders).iter().any(joins), "{orders:?}");
}

/// What the best march of a force into a hex is worth to a side.
fn worth_of(picture: &Situation<'_>, end: &str) -> Option<i64> {
    let to = picture.chart.ix(end.parse().expect("a hex"))?;
    let movers = picture.stacks_of(picture.side).flat_map(|stack| Mover::of(picture, stack));
    let into = movers.filter(|mover| mover.sp >= 6).filter_map(|mover| {
        let ways = mover.reach(picture);
        ways.reaches(to).then(|| civil_war::player::march::worth(picture, &mover, to, Some(&ways)))
    });
    into.max()
}

#[test]
fn an_even_attack_is_worth_more_to_the_union_when_it_is_behind() {
    let army = json!({"sp": 12, "leaders": ["mcclellan-3", "hooker-2", "sumner-2"]});
    let (rules, position) = position(json!({
        "phasing": "union", "difference": 4,
        "union": {"at": {"5206": {"sp": 9}, "5108": {"armies": {"potomac": army}}}},
        "control": {"5108": "union"},
        "confederate": {"at": {"5007": {"sp": 12, "leaders": ["longstreet-2"]}, "5109": {"sp": 15}, "5110": {"sp": 9}}},
    }));
    assert_eq!(civil_war::player::time_pressure::pressure(&rules, &position.game, Side::Confederate), 0);
    let mut picture = Situation::new(&rules, &position.game, Side::Union, 0);
    assert!(picture.press >= 50);
    let behind = worth_of(&picture, "5007");
    picture.press = 0;
    assert!(behind > Some(0) && behind > worth_of(&picture, "5007"), "{behind:?}");
}

#[test]
fn the_demoralized_are_attacked_again() {
    let worth = |shaken: bool| {
        let beaten = json!({"sp": 7, "leaders": ["hooker-2"], "demoralized": shaken});
        let army = json!({"sp": 10, "leaders": ["je_johnston-3", "longstreet-2"]});
        let (rules, position) = position(json!({
            "phasing": "confederate", "difference": 4,
            "union": {"at": {"5206": {"sp": 12}, "5108": beaten}},
            "control": {"5108": "union"},
            "confederate": {"at": {"5109": {"sp": 9}, "5007": {"armies": {"northern_virginia": army}}}},
        }));
        worth_of(&Situation::new(&rules, &position.game, Side::Confederate, 0), "5108")
    };
    assert!(worth(true) > Some(0) && worth(true) > worth(false), "{:?} {:?}", worth(true), worth(false));
}

#[test]
fn an_army_goes_through_the_ring_of_another_to_attack_it() {
    // From 5206 it is two hexes to Northern Virginia at 5108, and both ways lie in its Reaction Radius (12.3).
    let army = json!({"sp": 20, "leaders": ["grant-3", "hooker-2", "sumner-2", "sedgwick-2", "meade-2"]});
    let (rules, position) = position(json!({
        "phasing": "union", "difference": 6,
        "union": {"at": {"5206": {"sp": 9, "armies": {"potomac": army}}}},
        "confederate": {"at": {"5108": {"armies": {"northern_virginia": {"sp": 5, "leaders": ["longstreet-3"]}}}}},
    }));
    let picture = Situation::new(&rules, &position.game, Side::Union, 0);
    assert!(worth_of(&picture, "5108") > Some(0));
}

#[test]
fn a_city_is_not_guarded_against_those_who_are_driven_off() {
    // With the army gone to fight next door little stays in Nashville, and what it fears is what is beaten there.
    let army = json!({"sp": 15, "leaders": ["as_johnston-3", "hardee-2", "cleburne-2", "breckinridge-2"]});
    let (rules, position) = position(json!({
        "phasing": "confederate", "difference": 5,
        "union": {"at": {"2713": {"sp": 5, "leaders": ["hooker-2"]}}},
        "control": {"2713": "union"},
        "confederate": {"at": {"2813": {"sp": 2, "armies": {"tennessee_csa": army}}}},
    }));
    let mut picture = Situation::new(&rules, &position.game, Side::Confederate, 0);
    let driven_off = worth_of(&picture, "2713").expect("it is near");
    picture.weights.beaten = 0;
    let still_feared = worth_of(&picture, "2713").expect("it is near");
    assert!(driven_off > still_feared, "{driven_off} {still_feared}");
}

#[test]
fn a_garrison_of_a_fortress_in_supply_is_enough() {
    // Nobody is driven out of Washington (7.7.8): with eight in it the army may go, with three it had better not.
    let stand = |sp: u32| {
        let (rules, position) = position(json!({
            "phasing": "union", "difference": 4,
            "union": {"at": {"5206": {"sp": sp, "leaders": ["hooker-2"]}}},
            "confederate": {"at": {"5108": {"armies": {"northern_virginia": {"sp": 20, "leaders": [
                "re_lee-3", "longstreet-2", "jackson-2", "ap_hill-2", "ewell-2", "dh_hill-2"]}}}}},
        }));
        let picture = Situation::new(&rules, &position.game, Side::Union, 0);
        let at = picture.chart.ix("5206".parse().expect("a hex")).expect("on the chart");
        picture.hold_value(at, sp)
    };
    assert!(stand(3) < -1_000, "{}", stand(3));
    assert!(stand(9) > -150, "{}", stand(9));
}

#[test]
fn nobody_storms_a_fortress_that_is_well_held() {
    // Six against twelve, where nobody is ever driven out (7.7.8): however much Washington is worth, it is not taken
    // so.
    let orders = given(
        Side::Confederate,
        json!({
            "phasing": "confederate", "difference": 6,
            "union": {"at": {"5206": {"sp": 12, "leaders": ["hooker-2"]}}},
            "confederate": {"at": {
                "5307": {"sp": 7, "leaders": ["longstreet-2"]},
                "5207": {"sp": 12, "leaders": ["ewell-2", "ap_hill-2"]},
            }},
        }),
    );
    assert!(!ends(&orders).contains(&"5206".to_owned()), "{orders:?}");
}
