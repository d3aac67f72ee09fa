//! Combats of armies as audits.

use serde_json::{Value, json};

use crate::present::test_reports::report_of;

/// The Army of the Potomac under Hooker attacks the Army of Northern Virginia under Lee.
fn opening(change: impl Fn(&mut Value)) -> Value {
    let mut event = json!({"event": "combat", "rule": "7.2", "side": "union", "hex": "5107", "from": "5106",
        "leader": "hooker-3", "others": ["sedgwick-2", "reynolds-1"], "armies": ["potomac"], "attackers": 14,
        "uncommanded": 3, "attacker_size": "L", "defenders": 10, "defender_size": "L",
        "defending_leaders": ["re_lee-3", "longstreet-2", "jackson-2"], "defending_armies": ["northern_virginia"],
        "defending_commander": "re_lee-3", "attacker_demoralized": false, "defender_demoralized": false,
        "attacker_supplied": true, "defender_supplied": true, "chart": "G", "odds": "+4", "shifts": [], "net": 0,
        "resolution": {"column": "G"}});
    change(&mut event);
    event
}

fn dice(attacker: u32, defender: u32) -> Value {
    let throw = |side: &str| {
        json!({"side": side, "purpose": format!("combat {side}"), "face": 3, "additions": [
            {"leader": "sedgwick-2", "rating": 1, "points": 1, "because": "rating", "rule": "7.4.5"},
            {"leader": "reynolds-1", "rating": 2, "points": 2, "because": "rating", "rule": "7.4.5"}],
            "added": 3, "total": 6})
    };
    json!({"event": "combat_dice", "rule": "7.4", "hex": "5107", "attacker": throw("union"),
        "defender": throw("confederate"), "rerolls": attacker, "defender_rerolls": defender})
}

#[track_caller]
fn assert_contains(page: &str, wanted: &[&str]) {
    for words in wanted {
        assert!(page.contains(words), "no '{words}' in: {page}");
    }
}

#[test]
fn an_audit_names_the_armies_and_everybody_in_them() {
    let page = report_of(json!([opening(|_| {})]));
    assert_contains(
        &page,
        &[
            "Attackers Union: 14 strength points of the Army of the Potomac under Hooker (3 stars), Sedgwick (2 \
             stars) and \
             Reynolds (1 star), from Alexandria (5106); a large force (10 points or more), in supply. [7.1]",
            "Not commanded 3 more strength points have no commander: they do not count in the combat, but they share \
             the result. [6.2.8c]",
            "Defenders Confederate: 10 strength points of the Army of Northern Virginia under R.E. Lee (3 stars), \
             Longstreet (2 \
             stars) and Jackson (2 stars)",
            "Commander The army command rating of R.E. Lee (3 stars) is 3",
        ],
    );
    let page = report_of(json!([opening(|event| event["uncommanded"] = json!(1))]));
    assert_contains(
        &page,
        &["1 more strength point has no commander: it does not count in the combat, but it shares the \
                    result"],
    );
}

#[test]
fn the_rating_of_each_commander_is_told() {
    // Grant's 2 and Lee's 3 are of EX 7.4.6.
    let grant = |event: &mut Value| {
        event["leader"] = json!("grant-3");
        event["others"] = json!([]);
    };
    assert_contains(
        &report_of(json!([opening(grant)])),
        &[
            "Commander The army command rating of Grant (3 stars) is 2",
            "The army command rating of R.E. Lee (3 stars) is 3",
        ],
    );
    let page = report_of(json!([opening(|event| {
        grant(event);
        event["defender_demoralized"] = json!(true);
    })]));
    assert_contains(
        &page,
        &[
            "The army command rating of Grant (3 stars) is 2, doubled against a demoralized force. [7.4.5a]",
            "The army command rating of R.E. Lee (3 stars) is 3, without effect because the defender is demoralized. \
             [7.4.5a]",
        ],
    );
    // Without an army his rating rolls nothing again.
    let page = report_of(json!([opening(|event| event["armies"] = json!([]))]));
    assert!(!page.contains("The army command rating of Hooker (3 stars)"), "{page}");
}

#[test]
fn who_may_roll_again_and_how_often() {
    let said = |attacker, defender| report_of(json!([opening(|_| {}), dice(attacker, defender)]));
    assert_contains(
        &said(2, 3),
        &[
            "3 , +1 for Sedgwick's tactical rating 1 [7.4.5], +2 for Reynolds's tactical rating 2 [7.4.5]; total 6.",
            "Rerolls The sides take turns to reroll a die or pass, the attacker first: the attacker twice, \
             the defender 3 times. [7.4.6]",
        ],
    );
    assert_contains(&said(1, 0), &["The attacker may reroll once. [7.4.6]"]);
    assert_contains(&said(0, 2), &["The defender may reroll twice. [7.4.6b]"]);
    assert!(!said(0, 0).contains("may reroll") && !said(0, 0).contains("take turns"), "{}", said(0, 0));
}

#[test]
fn leaders_whose_ratings_count_alike_are_told_together() {
    let mut dice = dice(0, 0);
    dice["attacker"]["additions"][1]["rating"] = json!(1);
    dice["attacker"]["additions"][1]["points"] = json!(1);
    let page = report_of(json!([opening(|_| {}), dice]));
    assert_contains(&page, &["+1 each for the tactical rating 1 of Sedgwick and Reynolds [7.4.5]; total 6."]);
}

#[test]
fn every_die_rolled_again_and_every_pass_is_told_in_order() {
    // EX 7.4.6: Grant, Lee, Grant, Lee, Lee; Grant passes once he has nothing left.
    let again = |side: &str, die: &str, face: Value| json!({"event": "reroll", "rule": "7.4.6", "side": side, "die": die, "face": face});
    let page = report_of(json!([
        opening(|_| {}),
        dice(2, 3),
        again("union", "own", json!(5)),
        again("confederate", "enemy", json!(2)),
        again("union", "pass", json!(null)),
        again("confederate", "own", json!(6)),
    ]));
    let wanted = [
        "Reroll The Union die: 5. [7.4.6]",
        "Reroll The Union die: 2. [7.4.6]",
        "Reroll The Union keeps both dice. [7.4.6]",
        "Reroll The Confederate die: 6. [7.4.6]",
    ];
    assert_contains(&page, &wanted);
    let places: Vec<_> = wanted.iter().map(|words| page.find(words)).collect();
    assert!(places.is_sorted(), "{page}");
}

#[test]
fn an_army_marches_under_its_commander() {
    let march = |armies: Value, leader: &str| {
        json!({"event": "march", "rule": "6.1.3", "side": "union", "leader": leader, "armies": armies, "sp": 11,
            "from": "5206", "allowance": 4, "supplied": true})
    };
    let entered = json!({"event": "entered", "rule": "6.1.3", "side": "union", "hex": "5106", "cost": 1, "left": 3});
    let dropped = json!({"event": "dropped", "rule": "6.2.4", "side": "union", "hex": "5106", "sp": 2,
        "leaders": ["burnside-2"]});
    let left = json!({"event": "dropped", "rule": "6.2.4", "side": "union", "hex": "5106", "sp": 0,
        "leaders": ["burnside-2"]});
    let page = report_of(json!([march(json!(["potomac"]), "mcdowell-3"), entered, dropped]));
    assert_contains(
        &page,
        &["The Army of the Potomac marches with 11 strength points under McDowell (3 stars) from Washington (5206) \
             to \
           Alexandria (5106), leaving 2 strength points and Burnside (2 stars) in Alexandria (5106) (1 of 4"],
    );
    let page = report_of(json!([march(json!(["james", "potomac"]), "grant-4"), left]));
    assert_contains(
        &page,
        &[
            "The Army of the James and the Army of the Potomac march with 11 strength points under Grant (4 stars)",
            ", leaving Burnside (2 stars) in Alexandria (5106)",
        ],
    );
}

#[test]
fn a_landing_tells_what_the_ships_and_the_hex_are_worth() {
    // EX 8.8, with one ship fewer.
    let page = report_of(json!([opening(|event| {
        event["hex"] = json!("5210");
        event["armies"] = json!([]);
        event["defending_armies"] = json!([]);
        event["uncommanded"] = json!(0);
        event["attackers"] = json!(5);
        event["defenders"] = json!(4);
        event["ships"] = json!({"at": "5309", "hulls": {"ships": ["monitor"], "ocean": 4}, "leader": "farragut-2",
            "strength": 3});
        event["defence"] = json!({"hex": 1, "sp": 1, "city": 1, "fort": 1, "kind": "fort"});
    })]));
    assert_contains(
        &page,
        &[
            "Landing in",
            "Attackers Union: 2 strength points under",
            "The Monitor and 4 ocean transports under Farragut (2 stars) add 3 points. [8.8.2e]",
            "Defenders Confederate: 1 strength point under",
            "Defense 1 for the hex, 1 for strength points, 1 for the city and 1 for the fort; 4 in total, regardless of terrain. \
             [8.8.2f]",
        ],
    );
}
