use serde_json::{Value, json};

use adjutant_core::engine::Ruleset;
use civil_war::CivilWar;
use civil_war::naval::control::*;
use civil_war::pack::{Side, Station};

/// The hexsides that either side's ships control in a position of 1864 on the whole map.
fn controlled_stations(union: Value, confederate: Value, built: Value) -> [Vec<String>; 2] {
    let rules = CivilWar::shipped().for_scenario(&"campaign_1864".parse().expect("an id"));
    let given = json!({
        "scenario": "campaign_1864", "phasing": "union", "union": union, "confederate": confederate,
        "works": built["works"], "control": built["control"],
    });
    let position = rules.case(&given).expect("a position");
    Side::BOTH.map(|side| controlled(&rules, &position.game, side).iter().map(Station::to_string).collect())
}

#[test]
fn above_mobile() {
    // EX 8.5.7: the Ozark on the Tombigbee, the Virginia below it, a transport on the Alabama, a fortress in Mobile.
    let [union, confederate] = controlled_stations(
        json!({"ships": {"2425/2525": {"ships": ["ozark"]}, "2625/2726": {"river": 1}}, "at": {"2428": {"sp": 1}}}),
        json!({"ships": {"2426/2526": {"ships": ["virginia"]}}}),
        json!({"works": {"2428": {"held": {"side": "union", "kind": "fortress"}}}, "control": {}}),
    );
    // The Tombigbee from the contested hexside up, five from the Ozark, and the Alabama from the transport up.
    let expected = [
        "2422/2523",
        "2423/2523",
        "2423/2524",
        "2424/2524",
        "2424/2525",
        "2425/2525",
        "2425/2526",
        "2523/2524",
        "2523/2623",
        "2624/2725",
        "2625/2725",
        "2625/2726",
        "2724/2725",
        "2724/2824",
        "2823/2824",
    ];
    assert_eq!(union, expected);
    // From the contested hexside down to Mobile's own, and up the Alabama to the transport's.
    let expected =
        ["2425/2526", "2426/2526", "2426/2527", "2427/2527", "2427/2528", "2526/2527", "2526/2626", "2625/2626"];
    assert_eq!(confederate, expected);
}

#[test]
fn ships_under_the_guns_of_a_fort_control_nothing() {
    // CW-230: Fort Jackson with a garrison, and taken by the Union.
    let ships = || json!({"ships": {"2032/2132": {"ocean": 2}}});
    let manned = controlled_stations(ships(), json!({"at": {"2032": {"sp": 1}}}), json!({"works": {}, "control": {}}));
    assert_eq!(manned, [Vec::<String>::new(), Vec::new()]);
    let [union, _] = controlled_stations(ships(), json!({}), json!({"works": {}, "control": {"2032": "union"}}));
    assert!(union.contains(&"2032/2132".to_owned()) && union.contains(&"2031/2032".to_owned()), "{union:?}");
}
