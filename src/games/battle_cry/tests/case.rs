//! The positions of cases: an impossible one is refused with its place and its reason.

use battle_cry::BattleCry;
use battle_cry::case::position;
use serde_json::{Value, json};

/// What is wrong with a position, after its place.
fn refusal(given: &Value) -> String {
    match position(&BattleCry::shipped(), given) {
        Ok(_) => format!("{given} is possible"),
        Err(problem) => format!("{}: {}", problem.path.clone().unwrap_or_default(), problem.message),
    }
}

fn assert_refused(given: Value, place: &str, words: &str) {
    assert_eq!(refusal(&given), format!("given.{place}: {words}"), "{given}");
}

/// A battle at Corinth with these cards on the table.
fn corinth(table: Value) -> Value {
    json!({"battle": {"at": "corinth", "attacker": "union", "table": table}})
}

#[test]
fn a_card_lies_in_one_place() {
    let woods = json!({"card": "us_woods_u_1", "side": "union", "half": "upper"});
    assert_refused(
        json!({"discards": {"union": ["us_woods_u_1", "us_woods_u_1"]}}),
        "discards.union[1]",
        "us_woods_u_1 lies in two places",
    );
    assert_refused(
        json!({"generals": {"union": ["us_meade"]}, "discards": {"union": ["us_meade"]}}),
        "discards.union[0]",
        "us_meade lies in two places",
    );
    assert_refused(json!({"discards": {"union": ["us_buell"]}}), "discards.union[0]", "us_buell lies in two places");
    assert_refused(corinth(json!([woods, woods])), "battle.table[1]", "us_woods_u_1 lies in two places");
    assert_refused(
        json!({"generals": {"union": ["us_grant", "us_grant_3"]}}),
        "generals.union[1]",
        "Grant is in play twice",
    );
    assert_refused(
        json!({"discards": {"union": ["cs_woods_c_1"]}}),
        "discards.union[0]",
        "union has no card cs_woods_c_1",
    );
    assert_refused(
        json!({"scenario": "gettysburg", "generals": {"union": ["us_thomas"]}}),
        "generals.union[0]",
        "us_thomas is out of the game in this scenario",
    );
}

#[test]
fn counts_keep_within_their_limits() {
    assert_refused(json!({"points": {"union": 16}}), "points.union", "the Union has at most 15 command points");
    assert_refused(json!({"deck": {"confederate": 4}}), "deck.confederate", "a deck is 1, 2 or 3");
    let hands = refusal(&json!({"hands": {"union": 200}}));
    assert!(hands.starts_with("given.hands.union: only "), "{hands}");
    let left = refusal(&json!({"left": {"union": 110}}));
    assert!(left.starts_with("given.left.union: only "), "{left}");
    assert_refused(
        json!({"phase": "discretionary", "laying": {"union": {"east": {"open": 5}, "west": {"open": 5}}}}),
        "laying.union",
        "the Union has 8 command points, and here lie 10",
    );
    assert_refused(
        json!({"generals": {"union": ["us_pleasonton", "us_grierson"]}}),
        "generals.union[1]",
        "a theater has at most one cavalry general of a side",
    );
    assert_refused(json!({"day": 2}), "day", "only Gettysburg has days");
}

#[test]
fn battles_are_where_they_can_be() {
    let placed = |theater: &str, placed: Value| json!({"held": ["shiloh"], "placed": {theater: placed}});
    let west = |battle: &str| placed("west", json!({"battle": battle}));
    assert_refused(json!({"held": ["antietam"]}), "held[0]", "antietam is an invasion, which nobody holds");
    assert_refused(json!({"held": ["nashville"]}), "held[0]", "there is no battle nashville");
    assert_refused(west("manassas"), "placed.west", "manassas belongs to the other theater");
    assert_refused(west("shiloh"), "placed.west", "shiloh is held by the Union");
    assert_refused(west("perryville"), "placed.west", "perryville is an invasion: `offensive: true`");
    assert_refused(
        placed("west", json!({"battle": "corinth", "blocked": "chattanooga"})),
        "placed.west",
        "corinth does not block chattanooga",
    );
    assert_refused(
        json!({"battle": {"at": "antietam", "attacker": "union"}}),
        "battle.attacker",
        "antietam is an invasion, and the Confederate attacks",
    );
    let mut other_phase = corinth(json!([]));
    other_phase["phase"] = json!("discard");
    assert_refused(other_phase, "phase", "a battle is fought in the phase combat");
}

#[test]
fn the_table_names_what_lies_on_it() {
    let elan = json!({"card": "cs_elan_c_1", "side": "confederate", "half": "upper", "target": "cs_pressure"});
    assert_refused(corinth(json!([elan])), "battle.table[0]", "cs_pressure does not lie in the battle");
    let general = json!({"card": "us_meade", "side": "union", "half": "upper"});
    assert_refused(corinth(json!([general])), "battle.table[0]", "us_meade is a general, and is not played");
    assert_refused(json!({"played": {"armistice": 1}}), "played", "there is no event armistice");
    assert_refused(json!({"advance": {"union": {"failur": "accept"}}}), "advance.union", "there is no question failur");
}
