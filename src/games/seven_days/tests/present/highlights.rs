use serde_json::{Value, json};

use crate::present::test_reports::{facts, position};
use adjutant_core::report::{Highlight, Kind};
use seven_days::pack::Side;
use seven_days::present::highlights::*;

fn highlights_of(events: Value) -> Vec<Highlight> {
    let (rules, before) = position(json!({}));
    moments(&rules, &before, &facts(&events, Vec::new()))
}

#[test]
fn an_impulse_in_an_index() {
    let found = highlights_of(json!([
        {"event": "impulse", "rule": "8.1.1", "side": "confederate", "impulse": 0, "kind": "assault", "areas": [45]},
        {"event": "activation", "rule": "8.1.1", "leader": "ap_hill", "area": 45, "die": 3, "modifier": 1, "needs": 2,
            "activated": true},
        {"event": "entered", "rule": "9.2", "side": "confederate", "units": ["ap_hill_infantry"], "leaders": ["ap_hill"],
            "from": 45, "to": 5, "water": "major", "road": true, "cost": 1},
        {"event": "control", "rule": "7.2", "area": 5, "side": "confederate"},
        {"event": "exhausted", "rule": "13.1", "units": ["ap_hill_infantry"]},
        {"event": "resigned", "side": "union"},
    ]));
    let lines: Vec<(Kind, &str)> = found.iter().map(|moment| (moment.kind, moment.words.as_str())).collect();
    assert_eq!(
        lines,
        [
            (
                Kind::Order,
                "Confederate impulse 0: an Assault Impulse from Meadow's Bridge Road (45). A.P. Hill rolls 3 to activate \
             his command, modified by +1 to 4; he needs 2, and his command activates."
            ),
            (Kind::Order, "A.P. Hill with his infantry moves from Meadow's Bridge Road (45) to Mechanicsville (5)."),
            (Kind::Control, "Mechanicsville (5) comes under Confederate control."),
            (Kind::Score, "The Union resigns."),
        ]
    );
    assert_eq!(found[1].people, ["A.P. Hill"]);
    assert_eq!((found[1].part.as_deref(), found[1].rules.as_slice()), (Some("north"), &["9.2".to_owned()][..]));
    assert_eq!(found[3].side, Some(Side::Union.id()));
}

#[test]
fn an_assault_is_one_line_that_gathers_its_rules() {
    let found = highlights_of(json!([
        {"event": "assault", "rule": "10.4", "area": 6, "side": "confederate", "mandatory": true,
            "units": ["ap_hill_infantry"], "point": "ap_hill_infantry", "forward": "mccall_infantry",
            "defenders": ["mccall_infantry"]},
        {"event": "assault_dice", "rule": "10.4.4", "area": 6, "attack": [1, 1], "defense": [3, 2], "attack_total": 8,
            "defense_total": 13, "outcome": "repulse"},
        {"event": "exhausted", "rule": "10.4.4", "units": ["ap_hill_infantry"]},
        {"event": "retreated", "rule": "10.7", "who": "ap_hill_infantry", "from": 6, "to": 45},
        {"event": "leader_check", "rule": "15.2", "leader": "porter", "dice": [5, 6], "modifier": 0, "fate": "casualty"},
        {"event": "leader_gone", "rule": "15.2", "leader": "porter", "place": {"wounded": 2}},
        {"event": "assault_over", "rule": "10.4.4", "area": 6, "outcome": "repulse"},
    ]));
    assert_eq!(found.len(), 2);
    assert_eq!((found[0].kind, found[0].people.as_slice()), (Kind::Combat, &["Porter".to_owned()][..]));
    assert_eq!(found[0].rules, ["10.4", "10.4.4", "10.7", "15.2"]);
    assert_eq!(found[0].peak.as_deref(), Some("Beaver Dam Creek"));
    // A.P. Hill's infantry is Exhausted, nobody is lost.
    assert_eq!((found[0].weight, found[1].weight, found[1].peak.as_deref()), (1, 0, None));
    assert_eq!(
        found[0].words,
        "The Confederacy assaults Ellerson's Mill (6) with 1 unit: a Repulse (8 against 13). A.P. Hill Infantry retreats \
         to Meadow's Bridge Road (45). Porter is wounded."
    );
    assert_eq!(found[1].words, "Porter is wounded and returns on the night of June 27.");
}

#[test]
fn a_day_begins_and_ends() {
    let found = highlights_of(json!([
        {"event": "phase", "rule": "6.2", "turn": 2, "phase": "dawn"},
        {"event": "army_leader", "rule": "6.2.1", "leader": "lee", "side": "confederate", "die": 4, "active": true},
        {"event": "refreshed", "rule": "6.2", "leaders": ["jackson"]},
        {"event": "phase", "rule": "6.4", "turn": 2, "phase": "night"},
        {"event": "victory", "rule": "14.1", "side": "union", "how": "richmond"},
        {"event": "comet", "rule": "0"},
    ]));
    let lines: Vec<(Kind, &str)> = found.iter().map(|moment| (moment.kind, moment.words.as_str())).collect();
    assert_eq!(
        lines,
        [
            (Kind::Turn, "June 27, 1862"),
            (Kind::Leader, "The Confederacy rolls 4 for Lee: he is Active."),
            (Kind::Other, "Night falls on June 27, 1862."),
            (Kind::Score, "The Union wins: a Fresh Union unit is in Richmond, with a path to the Supply Train."),
        ]
    );
}
