//! The printed figures of landings and of attacks with ships (8.8, 8.9).

use serde_json::{Value, json};

use crate::opening::hex;
use adjutant_core::engine::{Position, Ruleset};
use civil_war::CivilWar;
use civil_war::combat::Assault;
use civil_war::combat::dice::{harm, harm_ashore, harm_with_ships};
use civil_war::combat::odds::{Assessment, assess_with};
use civil_war::combat::retreat_priority::{WhoRetreats, decide_retreat};
use civil_war::combat::strength::Support;
use civil_war::events::combat::{Defence, Harm, Priority, Resolution, ShiftCause};
use civil_war::pack::{FortKind, Pack, Side};
use civil_war::position::ledger::Hulls;

fn rules() -> CivilWar {
    CivilWar::new(Pack::shipped()).for_scenario(&"campaign_1864".parse().expect("a scenario"))
}

fn given(rules: &CivilWar, union: Value, confederate: Value, works: Value) -> Position<CivilWar> {
    let given = json!({
        "scenario": "campaign_1864", "phasing": "union", "works": works,
        "union": {"at": union}, "confederate": {"at": confederate},
    });
    rules.case(&given).expect("a position")
}

fn hulls(ironclads: &[&str], river: u32, ocean: u32) -> Hulls {
    let ships = ironclads.iter().map(|id| id.parse().expect("an id")).collect();
    Hulls { ships, river, ocean }
}

/// A landing of `sp` in a hex.
fn landing(rules: &CivilWar, position: &Position<CivilWar>, at: &str, sp: u32, hulls: &Hulls) -> Assessment {
    let assault = Assault { side: Side::Union, from: hex("5206"), hex: hex(at), sp, demoralized: false };
    assess_with(rules, &position.game, assault, Some(Support { hulls, landing: true }))
}

#[test]
fn mobile_in_the_example_of_8_8() {
    let rules = rules();
    let works = json!({"2428": {"held": {"side": "confederate", "kind": "fort"}}});
    let position = given(&rules, json!({}), json!({"2428": {"sp": 1}}), works);
    let ships = hulls(&["tecumseh", "winnebago", "canonicus"], 0, 2);
    let found = landing(&rules, &position, "2428", 2, &ships);
    assert_eq!(
        (found.attackers, found.defenders),
        (6, 4),
        "3 ironclads, 1 for two transports, 2 SP; hex, fort, SP, city"
    );
    assert_eq!(found.defence, Some(Defence { hex: 1, sp: 1, city: 1, fort: 1, kind: Some(FortKind::Fort) }));
    assert_eq!((found.net, found.shifts.len(), found.resolution), (0, 0, Resolution::Column('F')));
}

#[test]
fn what_a_hex_is_worth() {
    let rules = rules();
    let worth = |confederate: Value, works: Value, at: &str| {
        Defence::of(&rules, &given(&rules, json!({}), confederate, works).game, hex(at), Side::Confederate).strength()
    };
    let built = |at: &str, kind: &str| json!({ at: {"held": {"side": "confederate", "kind": kind}} });
    // Moulton is a hex without a city, Decatur has one, whatever it scores.
    assert_eq!(worth(json!({}), json!({}), "2618"), 1);
    assert_eq!(worth(json!({}), json!({}), "2718"), 2);
    assert_eq!(worth(json!({"2618": {"sp": 3}}), built("2618", "fort"), "2618"), 5);
    assert_eq!(worth(json!({"2618": {"sp": 3}}), built("2618", "fortress"), "2618"), 6);
    // Nobody mans it: in supply by the rails of the Memphis and Charleston, or else nothing (9.1.5a).
    assert_eq!(worth(json!({}), built("2618", "fortress"), "2618"), 3);
    // In the Ozarks, six hexes from any rail.
    assert_eq!(worth(json!({}), built("1013", "fortress"), "1013"), 1);
    assert_eq!(worth(json!({"1013": {"sp": 1}}), built("1013", "fortress"), "1013"), 4, "manned, it counts");
}

#[test]
fn transports_count_by_halves_and_one_at_least() {
    let rules = rules();
    let strength = |transports: u32, sp: u32, landing: bool| {
        Support { hulls: &hulls(&[], transports, 0), landing }.strength(&rules, sp)
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(|transports| strength(transports, 1, true)), [1, 1, 1, 2, 2, 3], "8.8.2e");
    assert_eq!(strength(6, 2, false), 2, "8.9.3: no more than the strength points ashore");
    assert_eq!([0, 1, 2, 3, 4].map(|transports| strength(transports, 3, false)), [0, 0, 1, 1, 2], "CW-262");
}

#[test]
fn grant_and_foote_in_the_example_of_8_9_7() {
    let rules = rules();
    let works = json!({"2618": {"held": {"side": "confederate", "kind": "fort"}}});
    let position = given(&rules, json!({"2517": {"sp": 2}}), json!({"2618": {"sp": 3}}), works);
    let ships = hulls(&["cincinnati", "carondelet", "benton"], 1, 0);
    let assault = Assault { side: Side::Union, from: hex("2517"), hex: hex("2618"), sp: 2, demoralized: false };
    let support = Support { hulls: &ships, landing: false };
    let found = assess_with(&rules, &position.game, assault, Some(support));
    assert_eq!((found.attackers, found.defenders, found.defence), (4, 3, None));
    assert!(found.shifts.iter().any(|shift| shift.because == ShiftCause::Fort(FortKind::Fort) && shift.left == 1));
}

#[test]
fn who_is_demoralized_shifts_a_landing_too() {
    // CW-251; 3 and 2 against 2 and the hex are 5 to 3, column F, and a column more.
    let rules = rules();
    let position = given(&rules, json!({}), json!({"2618": {"sp": 2, "demoralized": true}}), json!({}));
    let found = landing(&rules, &position, "2618", 3, &hulls(&["cincinnati"], 3, 0));
    assert_eq!((found.attackers, found.defenders, found.net), (5, 3, -1));
    assert_eq!(found.resolution, Resolution::Column('G'));
}

#[test]
fn long_odds_overrun_an_empty_hex() {
    // CW-250; 5 and 3 against 1.
    let rules = rules();
    let position = given(&rules, json!({}), json!({}), json!({}));
    let found = |sp| landing(&rules, &position, "2618", sp, &hulls(&[], 6, 0)).resolution;
    assert_eq!(found(5), Resolution::Overrun);
    assert_eq!(found(4), Resolution::Column('L'));
}

fn outcome(sp: u32, before: bool, defender: &str, attacker: &str) -> (WhoRetreats, Priority) {
    let result = |text: &str| text.parse().expect("a result");
    let his = harm_ashore(Side::Confederate, sp, before, result(defender));
    let found = decide_retreat(&harm(Side::Union, 5, false, result(attacker)), &his, false);
    (found.who, found.priority)
}

#[test]
fn who_has_the_hex_in_the_examples_of_8_8_7() {
    use Priority::{DemoralizedAgain, Eliminated, GreaterLoss, Identical, NoResult, OneDemoralized};
    use WhoRetreats::{Attacker, Defender, Nobody};
    for (sp, before, defender, attacker, expected) in [
        // EX 8.8.7A: an empty hex; any loss eliminates it, a demoralization alone does not (8.8.7).
        (0, false, "1", "d3", (Nobody, Eliminated)),
        (0, false, "d1", "d", (Nobody, Eliminated)),
        (0, false, "d", "d", (Attacker, Identical)),
        (0, false, "d", "-", (Defender, OneDemoralized)),
        (0, false, "-", "-", (Attacker, NoResult)),
        // EX 8.8.7B: one strength point; two losses.
        (1, false, "2", "d3", (Nobody, Eliminated)),
        (1, false, "d3", "d3", (Nobody, Eliminated)),
        // EX 8.8.7C.
        (1, false, "d1", "d1", (Attacker, Identical)),
        (1, false, "d1", "d", (Defender, GreaterLoss)),
        (1, false, "d1", "1", (Defender, OneDemoralized)),
        (1, true, "d1", "d1", (Defender, DemoralizedAgain)),
        // EX 8.8.7D.
        (1, false, "d2", "d2", (Nobody, Eliminated)),
        (2, false, "d2", "d2", (Attacker, Identical)),
    ] {
        assert_eq!(outcome(sp, before, defender, attacker), expected, "{sp} SP: {defender} against {attacker}");
    }
}

#[test]
fn losses_ashore_come_from_strength_points_first() {
    let lost = |sp, result: &str| {
        let Harm { lost, left, hex, .. } = harm_ashore(Side::Confederate, sp, false, result.parse().expect("a result"));
        let harm = harm_ashore(Side::Confederate, sp, false, result.parse().expect("a result"));
        assert_eq!(hex, 1);
        (harm.sp_lost(), harm.hex_lost(), lost, left)
    };
    assert_eq!(lost(0, "1"), (0, true, 1, 0));
    assert_eq!(lost(1, "1"), (1, false, 1, 1));
    assert_eq!(lost(1, "d3"), (1, true, 2, 0));
    assert_eq!(lost(3, "d2"), (2, false, 2, 2));
}

#[test]
fn losses_of_a_common_attack_are_taken_in_turn() {
    // 8.9.5: a strength point, a ship, a strength point. CW-253: the ship counts.
    let lost = |sp, ships, result: &str| {
        let harm = harm_with_ships(Side::Union, sp, ships, false, result.parse().expect("a result"));
        (harm.sp_lost(), harm.ships, harm.lost, harm.left, harm.demoralized)
    };
    assert_eq!(lost(4, 2, "1"), (1, 0, 1, 3, false));
    assert_eq!(lost(4, 2, "d2"), (1, 1, 2, 3, true));
    assert_eq!(lost(4, 2, "d3"), (2, 1, 3, 2, true));
    assert_eq!(lost(1, 2, "d3"), (1, 1, 2, 0, false), "nobody is left to be demoralized, ships never are");
    assert_eq!(lost(4, 2, "d"), (0, 0, 0, 4, true));
}
