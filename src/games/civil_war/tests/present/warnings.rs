//! What `check` warns of.

use serde_json::{Value, json};

use adjutant_core::engine::Decision;
use adjutant_core::session::{Game, Rules};
use civil_war::CivilWar;

/// The warnings of legal orders: where, by which rule, and what.
fn warned(side: &str, given: Value, orders: Value) -> Vec<String> {
    let mut given = given;
    given["scenario"] = json!("virginia_1862");
    given["phasing"] = json!(side);
    if given.get("difference").is_none() {
        given["difference"] = json!(9);
    }
    let table = Rules(CivilWar::shipped()).case(&given).expect("a position");
    let side = side.parse().expect("a side");
    let act = Decision { orders: orders.as_array().expect("a list").clone(), ..Decision::default() };
    assert_eq!(table.check(&side, &act), Ok(()), "{orders}");
    let warnings = table.warnings(&side, &act).into_iter().map(|problem| {
        let words = problem.clause().into_owned();
        format!("{} [{}] {words}", problem.path.unwrap_or_default(), problem.rule.unwrap_or_default())
    });
    warnings.collect()
}

fn march(leader: &str, sp: u32, path: &[&str]) -> Value {
    json!({"move": {"leader": leader, "sp": sp, "path": path}})
}

#[test]
fn a_plain_order_is_not_warned_of() {
    let given = json!({"union": {"at": {"5206": {"sp": 6, "leaders": ["mcdowell-3"]}}}, "confederate": {}});
    assert_eq!(warned("union", given, json!([march("mcdowell", 3, &["5205"])])), Vec::<String>::new());
}

#[test]
fn an_attack_out_of_supply() {
    // Lexington lies three hexes from any rail of the Union.
    let given = json!({"union": {"at": {"4709": {"sp": 4, "leaders": ["hooker-2"]}}},
        "confederate": {"at": {"4708": {"sp": 2}}}});
    let said = warned("union", given, json!([march("hooker", 4, &["4708"])]));
    assert_eq!(
        said,
        ["orders[0] [9.1.3] attacks Staunton (4708) out of supply: the force is demoralized, whatever the result"]
    );
}

#[test]
fn an_attack_out_of_a_depot() {
    let given = json!({"confederate": {"at": {"5304": {"sp": 3, "leaders": ["jackson-2"]}, "5302": {"sp": 1, "depot": true}}},
        "union": {"at": {"5204": {"sp": 3}}}});
    let said = warned("confederate", given, json!([march("jackson", 3, &["5204"])]));
    assert!(
        said.iter().any(|words| words.starts_with(
            "orders[0] [9.2.5] attacks Sykesville (5204), held by 3 strength points, with supply from the depot in \
             Lancaster (5302), which a combat uses up"
        )),
        "{said:?}"
    );
}

#[test]
fn an_attack_of_whom_nobody_commands() {
    let given = |leaders: Value| {
        json!({"union": {"at": {"5106": {"sp": 11, "leaders": leaders, "army": "potomac"}, "5206": {"sp": 1}}},
            "confederate": {"at": {"5006": {"sp": 5}}}})
    };
    let order = json!([{"move": {"army": "potomac", "path": ["5006"]}}]);
    let said = warned("union", given(json!(["mcdowell-3"])), order.clone());
    let wanted =
        "orders[0] [6.2.8] attacks Manassas (5006) with only 6 of its 11 strength points: the rest have no commander";
    assert!(said.contains(&wanted.to_owned()), "{said:?}");
    // Six and, for one of the six, another six of Hooker's.
    let said = warned("union", given(json!(["mcdowell-3", "hooker-2"])), order);
    assert!(said.iter().all(|words| !words.contains("[6.2.8]")), "{said:?}");
}

#[test]
fn what_is_left_unguarded_beside_the_enemy() {
    let given = json!({"union": {"at": {"5106": {"sp": 2, "leaders": ["hooker-2"], "depot": true}}},
        "confederate": {"at": {"5006": {"sp": 5}}}});
    let said = warned("union", given, json!([march("hooker", 2, &["5206"])]));
    let wanted = "orders[0] [6.2.4] leaves Alexandria (5106) unguarded: the adjacent enemy force of 5 strength points \
                  in Manassas (5006) may take the depot";
    assert!(said.contains(&wanted.to_owned()), "{said:?}");
    let given = json!({"union": {"at": {"5106": {"sp": 3, "leaders": ["hooker-2"], "depot": true}}},
        "confederate": {"at": {"5006": {"sp": 5}}}});
    let said = warned("union", given, json!([march("hooker", 2, &["5206"])]));
    assert!(said.iter().all(|words| !words.contains("unguarded")), "{said:?}");
}

#[test]
fn a_city_and_a_junction_left_unguarded() {
    let given = json!({"union": {"at": {"5305": {"sp": 1}}}, "confederate": {"at": {"5306": {"sp": 5}}}});
    let said = warned("union", given, json!([{"move": {"from": "5305", "path": ["5205"]}}]));
    let wanted = "orders[0] [6.2.4] leaves Baltimore (5305) unguarded: the adjacent enemy force of 5 strength points \
                  in Annapolis (5306) may take the railroad junction and Baltimore, 5 victory points";
    assert!(said.contains(&wanted.to_owned()), "{said:?}");
}

#[test]
fn the_last_strength_point_out_of_a_fort() {
    let given = json!({"union": {"at": {"5206": {"sp": 1}, "5205": {"sp": 1}}}, "confederate": {}});
    let said = warned("union", given, json!([{"move": {"from": "5206", "path": ["5205"]}}]));
    let wanted = "orders[0] [9.1.5a] takes the last strength point out of the fortress in Washington (5206): an \
                  unmanned fortress holds only while it is in supply";
    assert_eq!(said, [wanted]);
}

#[test]
fn a_march_out_of_supply() {
    let given = json!({"confederate": {"at": {"5306": {"sp": 3, "leaders": ["jackson-2"]}}}, "union": {}});
    let said = warned("confederate", given, json!([march("jackson", 2, &["5305", "5304"])]));
    assert!(said.contains(&"orders[0] [9.2] ends out of supply in Cockeysville (5304)".to_owned()), "{said:?}");
}

#[test]
fn a_defence_out_of_a_depot() {
    let given = json!({"confederate": {"at": {"5303": {"sp": 4, "leaders": ["jackson-2"]}, "5302": {"sp": 1, "depot": true}}},
        "union": {"at": {"5204": {"sp": 3}}}});
    let said = warned("confederate", given, json!([march("jackson", 2, &["5304"])]));
    let wanted = "orders[0] [9.2.5] ends in Cockeysville (5304), where the depot in Lancaster (5302) supplies its \
                  defense: a combat there uses it up";
    assert!(said.contains(&wanted.to_owned()), "{said:?}");
}

#[test]
fn a_leader_who_rides_to_the_weaker_side_of_the_enemy() {
    let given = json!({"union": {"at": {"5206": {"sp": 6, "leaders": ["hooker-2", "meade-1"]}, "5106": {"sp": 1}}},
        "confederate": {"at": {"5006": {"sp": 5}}}});
    let order = json!([{"move": {"leader": "meade", "path": ["5106"]}}]);
    let said = warned("union", given.clone(), order.clone());
    let wanted = "orders[0] [5.4.1] takes Meade to Alexandria (5106), where he has 1 strength point beside an enemy \
                  force of 5 strength points in Manassas (5006)";
    assert_eq!(said, [wanted]);
    let mut strong = given;
    strong["union"]["at"]["5106"]["sp"] = json!(5);
    assert_eq!(warned("union", strong, order), Vec::<String>::new());
}

#[test]
fn strength_points_without_a_leader_on_enemy_ground() {
    let given = json!({"union": {"at": {"5106": {"sp": 4, "leaders": ["hooker-2"]}}}, "confederate": {}});
    let said = warned("union", given, json!([march("hooker", 2, &["5206"])]));
    let wanted = "orders[0] [6.5.1] leaves 2 strength points without a leader in Alexandria (5106), in enemy \
                  territory: without a leader they cannot march on";
    assert!(said.contains(&wanted.to_owned()), "{said:?}");
}

#[test]
fn a_depot_burnt_under_those_who_live_off_it() {
    let given = json!({"confederate": {"at": {"5304": {"sp": 3}, "5302": {"sp": 1, "depot": true}}}, "union": {}});
    let said = warned("confederate", given, json!([{"destroy": {"what": "depot", "at": "5302"}}]));
    let wanted = "orders[0] [9.2] cuts the force in Lancaster (5302) and Cockeysville (5304) off from supply";
    assert_eq!(said, [wanted]);
}

#[test]
fn commands_burnt_while_reinforcements_wait() {
    let given = json!({"union": {"at": {"5206": {"sp": 1}}, "reinforcements": {"east": 2}}, "confederate": {}});
    let said = warned("union", given, json!([{"spend": {"east": 1}}]));
    let wanted = "orders[0] [10.2] spends 1 command point without an action while reinforcements wait, which use \
                  initiative points but no command points";
    assert_eq!(said, [wanted]);
}

#[test]
fn a_half_pulse_finished_while_reinforcements_wait() {
    let given = json!({"union": {"at": {"5206": {"sp": 1}}, "reinforcements": {"east": 2}}, "confederate": {}});
    let said = warned("union", given, json!([{"finish": {}}]));
    let wanted = "orders[0] [10.2] ends the half-pulse while reinforcements wait, which use initiative points but no \
                  command points";
    assert_eq!(said, [wanted]);
    let given = json!({"union": {"at": {"5206": {"sp": 1}}}, "confederate": {}});
    assert_eq!(warned("union", given, json!([{"finish": {}}])), Vec::<String>::new());
}

#[test]
fn a_half_pulse_finished_after_an_attack_that_costs_every_point() {
    // McDowell's initiative rating is 3: his attack leaves nothing of 3 points, however the dice fall, and 1 of 4.
    let given = |difference: u32| {
        json!({"difference": difference,
            "union": {"at": {"5206": {"sp": 6, "leaders": ["mcdowell-3"]}}, "commands": {"east": 9},
                "reinforcements": {"east": 2}},
            "confederate": {"at": {"5106": {"sp": 4}}}})
    };
    let orders = json!([march("mcdowell", 6, &["5106"]), {"finish": {}}]);
    let of_finish = |difference| -> Vec<String> {
        let said = warned("union", given(difference), orders.clone());
        said.into_iter().filter(|line| line.starts_with("orders[1]")).collect()
    };
    assert_eq!(of_finish(3), Vec::<String>::new());
    let wanted = "orders[1] [10.2] as things stand now, ends the half-pulse while reinforcements wait, which use \
                  initiative points but no command points";
    assert_eq!(of_finish(4), [wanted]);
}

#[test]
fn what_can_only_be_burnt_afterwards() {
    // Hooker's march costs 2 of 3, and he alone could move: one point is left that buys nothing.
    let given = json!({"difference": 3,
        "union": {"at": {"5206": {"sp": 1, "leaders": ["hooker-2"]}}, "commands": {"east": 9}}, "confederate": {}});
    let said = warned("union", given, json!([march("hooker", 1, &["5205"])]));
    let wanted = "orders[0] [4.2.19] leaves 1 initiative point that can only be spent without an action";
    assert!(said.contains(&wanted.to_owned()), "{said:?}");
}

#[test]
fn what_follows_on_dice_is_warned_of_as_things_stand() {
    let given = json!({"union": {"at": {"5106": {"sp": 6, "leaders": ["mcdowell-3"]}, "5206": {"sp": 1},
            "5205": {"sp": 1}}},
        "confederate": {"at": {"5006": {"sp": 3}}}});
    let orders = json!([march("mcdowell", 6, &["5006"]), {"move": {"from": "5206", "path": ["5205"]}}]);
    let said = warned("union", given, orders);
    assert!(said.iter().any(|words| words.starts_with("orders[1] [9.1.5a] as things stand now, takes")), "{said:?}");
}
