//! The words for refusals on water, to the player who gave the order and to everybody, and their data.

use serde_json::{Value, json};

use adjutant_core::engine::Reason;
use adjutant_core::report::shared_sections::because;
use civil_war::CivilWar;
use civil_war::pack::Side;
use civil_war::refusal::Refusal;

/// A refusal of a Union order, as a state has it, reads so.
#[track_caller]
fn reads(code: &str, facts: Option<Value>, owner: &str, everyone: &str) {
    let rules = CivilWar::shipped();
    let reason = Reason { code: code.to_owned(), rule: None, at: None, facts };
    let refusal = Refusal::of(&reason).expect("a refusal");
    let problem = refusal.to_owner(&rules, Side::Union);
    assert_eq!(problem.message, owner);
    assert_eq!(Reason::of(&problem), reason, "its data come back as they were");
    assert_eq!(because(&rules, &Side::Union.id(), &[reason]), everyone);
}

#[test]
fn ships_and_stations_have_their_names() {
    reads(
        "no_ships_at",
        Some(json!({"at": "1911/2010", "elsewhere": ["5410"]})),
        "you have no ships at 1911/2010",
        "the Union has no ships at 1911/2010",
    );
    let elsewhere = |is: Value| Some(json!({"ship": "carondelet", "is": is, "at": "5410", "have": {"river": 2}}));
    let there = "the Carondelet is at 1911/2010, not at Fort Monroe (5410)";
    reads("ship_elsewhere", elsewhere(json!({"at": "1911/2010"})), there, there);
    let pool = "the Carondelet is in the Naval Pool, not at Fort Monroe (5410)";
    reads("ship_elsewhere", elsewhere(json!("in_pool")), pool, pool);
    let facts = |named: u32, have: Value| Some(json!({"waters": "river", "named": named, "at": "5410", "have": have}));
    reads(
        "too_few_transports_at",
        facts(4, json!({"river": 3})),
        "you have 3 river transports at Fort Monroe (5410), not 4",
        "the Union has 3 river transports at Fort Monroe (5410), not 4",
    );
    reads(
        "too_few_transports_at",
        facts(1, json!({"ocean": 2})),
        "you have no river transports at Fort Monroe (5410)",
        "the Union has no river transports at Fort Monroe (5410)",
    );
}

#[test]
fn numbers_agree() {
    let moved = |all: u32, moved: u32| Some(json!({"hex": "2211", "all": all, "moved": moved}));
    reads(
        "to_ship_moved",
        moved(3, 1),
        "1 of your 3 strength points in Cairo (2211) has already moved in this half-pulse",
        "1 of the Union's 3 strength points in Cairo (2211) has already moved in this half-pulse",
    );
    reads(
        "to_ship_moved",
        moved(2, 2),
        "both of your strength points in Cairo (2211) have already moved in this half-pulse",
        "both of the Union's strength points in Cairo (2211) have already moved in this half-pulse",
    );
    reads(
        "to_ship_moved",
        moved(1, 1),
        "your strength point in Cairo (2211) has already moved in this half-pulse",
        "the Union's strength point in Cairo (2211) has already moved in this half-pulse",
    );
    reads(
        "beyond_sea_lift",
        Some(json!({"capacity": 6, "lifted": 4})),
        "you can move 6 strength points by sea this turn, and have already moved 4",
        "the Union can move 6 strength points by sea this turn, and has already moved 4",
    );
}

#[test]
fn the_enemy_has_a_name_in_a_report() {
    reads(
        "drop_on_enemy_ground",
        Some(json!({"hex": "2428"})),
        "Mobile (2428) is the enemy's, and ships land against the enemy only at the end of their movement",
        "Mobile (2428) is the Confederacy's, and ships land against the enemy only at the end of their movement",
    );
    reads(
        "harbor_not_friendly",
        Some(json!({"hex": "2428", "enemy": true})),
        "Mobile (2428) is enemy territory",
        "Mobile (2428) is Confederate territory",
    );
    let stays = "McClellan commands the Army of the Potomac and stays with it";
    reads("army_commander_sails", Some(json!({"leader": "mcclellan", "army": "potomac"})), stays, stays);
    let empty = "the drop puts nothing ashore";
    reads("empty_drop", None, empty, empty);
}
