use serde_json::json;

use crate::present::test_reports::{report_text, report_text_with};
use adjutant_core::board::Area;
use adjutant_core::document::kinds::Roll;
use adjutant_core::document::{Id, from_value};
use adjutant_core::sorted::SortedMap;
use seven_days::present::narrator::*;

#[test]
fn an_impulse_is_told_order_by_order() {
    let page = report_text(&json!([
        {"event": "order", "rule": "orders", "side": "confederate", "n": 0, "order": {"assault": {"area": 45, "leader": "ap_hill"}}},
        {"event": "impulse", "rule": "8.1.1", "side": "confederate", "impulse": 0, "kind": "assault", "areas": [45]},
        {"event": "activation", "rule": "8.1.1", "leader": "ap_hill", "area": 45, "die": 2, "modifier": 1, "needs": 2, "activated": true},
        {"event": "order", "rule": "orders", "side": "confederate", "n": 1, "order": {"move": {"units": ["ap_hill_infantry"], "path": [5]}}},
        {"event": "entered", "rule": "9.2", "side": "confederate", "units": ["ap_hill_infantry"], "leaders": [], "from": 45, "to": 5,
            "water": "major", "road": true, "cost": 1},
        {"event": "control", "rule": "7.2", "area": 5, "side": "confederate"},
        {"event": "order", "rule": "orders", "side": "confederate", "n": 2, "order": {"end": {}}},
        {"event": "skipped", "rule": "orders", "side": "confederate", "n": 3, "order": {"pass": {}}, "reasons": [{"code": "not_ours", "facts": {"area": 5}}]},
        {"event": "handed_back", "rule": "8.1", "side": "confederate", "n": 4, "orders": [{"pass": {}}, {"wait": {}}],
            "reasons": [{"code": "waits", "rule": "9.2.2"}]},
    ]));
    for wanted in [
        "In brief -------- - Orders 5 and 6 of the Confederacy were not carried out.",
        "Confederate impulse 0: an Assault Impulse",
        "1. The Confederacy chooses Meadow's Bridge Road (45) as the Active Area. [8.1.1] A.P. Hill rolls 2",
        "2. A.P. Hill Infantry moves from Meadow's Bridge Road (45) to Mechanicsville (5) for 1 Movement Factor. [9.2] \
         Mechanicsville (5) comes under Confederate control. [7.2]",
        "3. The Confederacy ends the impulse.",
        "4. Skipped, because the Confederacy does not control Mechanicsville (5): pass.",
        "Orders 5 and 6 of the Confederacy were not carried out. The turn file ends at the `wait` before this order. \
         [8.1]",
        "- order 6: stop here and see the results",
        "†a: the ratings of leaders (SD-7)",
    ] {
        assert!(page.contains(wanted), "no '{wanted}' in: {page}");
    }
    assert!(!page.contains("continued"), "{page}");
}

#[test]
fn the_areas_that_a_march_takes_are_one_sentence() {
    let entered = |from: u8, to: u8| {
        json!({"event": "entered", "rule": "9.2", "side": "confederate", "units": ["ap_hill_infantry"], "leaders": [],
            "from": from, "to": to, "water": "open", "road": true, "cost": 1})
    };
    let control = |area: u8| json!({"event": "control", "rule": "7.2", "area": area, "side": "confederate"});
    let page = report_text(&json!([entered(45, 5), control(5), entered(5, 4), control(4)]));
    let wanted = "Mechanicsville (5) and Shady Grove Church (4) come under Confederate control. [7.2]";
    assert!(page.contains(wanted), "{page}");
}

fn assault() -> serde_json::Value {
    json!({"event": "assault", "rule": "10.4", "area": 6, "side": "confederate", "mandatory": true,
        "units": ["ap_hill_infantry", "ap_hill_artillery"], "point": "ap_hill_infantry",
        "forward": "mccall_infantry", "defenders": ["mccall_infantry", "mccall_artillery"]})
}

#[test]
fn an_assault_is_an_audit() {
    let roll = |n, faces: &[u64]| Roll::of_dice(n, "an assault", "10.4.1", 6, faces.to_vec());
    let events = json!([
        {"event": "answered", "rule": "10.4", "side": "union", "id": "forward-1", "by": "standing",
            "answer": {"forward": "mccall_infantry"}},
        assault(),
        {"event": "values", "rule": "10.4.2",
            "attack": [{"what": "point", "value": 6, "who": ["ap_hill_infantry"]}, {"what": "fresh_others", "value": 1}],
            "defense": [{"what": "forward", "value": 5, "who": ["mccall_infantry"]}, {"what": "terrain", "value": 3}]},
        {"event": "assault_dice", "rule": "10.4.4", "area": 6, "attack": [6, 5], "defense": [3, 2], "attack_total": 18,
            "defense_total": 13, "outcome": "success"},
        {"event": "sunset", "rule": "6.3.1", "total": 11, "impulse": 4, "ends": false},
        {"event": "casualty_points", "rule": "10.6.1", "area": 6, "points": 4, "spared": 1},
        {"event": "retreated", "rule": "10.7", "who": "mccall_artillery", "from": 6, "to": 7},
        {"event": "assault_over", "rule": "10.4.4", "area": 6, "outcome": "success"},
        {"event": "deactivated", "rule": "9.6", "leaders": ["ap_hill"], "because": "activated"},
    ]);
    let page = report_text_with(&events, vec![roll(7, &[6, 5]), roll(8, &[3, 2])], StepContext::default());
    for wanted in [
        "- The Confederacy assaults Ellerson's Mill (6) with 2 units: a Success (18 against 13). McCall Artillery retreats to \
         Gaines Mill/Cold Harbor (7).",
        "The Union makes McCall Infantry the Forward Unit, by default. [10.4]",
        "Assault on Ellerson's Mill (6)",
        "Attackers Confederate: A.P. Hill (infantry and artillery); Point Unit A.P. Hill Infantry 6-7-5. It is a Mandatory \
         Assault. [10.1]",
        "Attack +6 Attack Factor of the Point Unit: A.P. Hill Infantry. [10.4.2]",
        "Attack Value 7 in total.",
        "Defense +5 †a Defense Factor of the Forward Unit: McCall Infantry. [10.4.3]",
        "Defense +3 †b terrain. [10.4.3] Defense Value 8 in total.",
        "Attack Total 6 + 5 (roll 7) + Attack Value 7 = 18. [10.4.1]",
        "Defense Total 3 + 2 (roll 8) + Defense Value 8 = 13. [10.4.1]",
        "Result 18 against 13: a Success, by 5 points. [10.4.4]",
        // The roll has been told already.
        "Sunset The Sunset roll is 11 against impulse 4: the day goes on. [6.3.1]",
        "Losses The defender takes 4 Casualty Points; the entrenchment absorbs 1 more. [10.6.1]",
        "Retreat McCall Artillery retreats from Ellerson's Mill (6) to Gaines Mill/Cold Harbor (7). [10.7] A.P. Hill \
         becomes Inactive",
    ] {
        assert!(page.contains(wanted), "no '{wanted}' in: {page}");
    }
    // What the dice said is not said again.
    assert!(!page.contains("Final result"), "{page}");
}

#[test]
fn an_assault_that_a_question_cuts_through() {
    let waits = StepContext { assault: None, waits: true };
    let page = report_text_with(&json!([assault()]), Vec::new(), waits);
    assert!(page.contains("with 2 units. It waits for a decision."), "{page}");
    let events = json!([
        {"event": "exhausted", "rule": "13.1", "units": ["mccall_infantry"]},
        {"event": "assault_over", "rule": "10.5", "area": 6, "outcome": "rout"},
    ]);
    let midway = StepContext { assault: Some(Area(6)), waits: false };
    let page = report_text_with(&events, Vec::new(), midway);
    let wanted = "Assault on Ellerson's Mill (6), continued Exhausted McCall Infantry becomes Exhausted. [13.1] Final result The \
                  assault is a Rout. [10.5]";
    assert!(page.contains(wanted), "{page}");
    // An assault without a beginning is no news where nothing waits.
    let page = report_text_with(&json!([assault()]), Vec::new(), StepContext::default());
    assert!(!page.contains("In brief"), "{page}");
}

#[test]
fn a_screen_is_told_once_and_by_whom_it_was_decided() {
    let events = json!([
        {"event": "answered", "rule": "9.4", "side": "union", "id": "screen-3", "by": "standing",
            "answer": {"screen": ["blake_cavalry"]}},
        {"event": "screened", "rule": "9.4", "units": ["blake_cavalry"], "area": 9},
        {"event": "answered", "rule": "10.7.2", "side": "union", "id": "retreat-4", "by": "standing", "answer": {"retreat": 10}},
        {"event": "retreated", "rule": "10.7", "who": "blake_cavalry", "from": 9, "to": 10},
    ]);
    let page = report_text(&events);
    assert!(
        page.contains("Blake Cavalry screens in Bowles (9), by default. [9.4] Blake Cavalry retreats from"),
        "{page}"
    );
    assert!(!page.contains("question"), "{page}");
    let (rules, game) = crate::present::test_reports::start();
    let own = from_value(json!({"elsewhere": {"screen": "always"}})).expect("standing orders");
    let standing = SortedMap::from([(Id::known("union"), own)]);
    let facts = crate::present::test_reports::facts(&events, Vec::new());
    let page = crate::present::test_reports::flat(narrate(&rules, &game, &standing, &facts, StepContext::default()));
    assert!(page.contains("screens in Bowles (9), by its standing orders."), "{page}");
}

#[test]
fn a_night_is_a_list() {
    let page = report_text(&json!([
        {"event": "phase", "rule": "6.4", "turn": 2, "phase": "night"},
        {"event": "refit", "rule": "13.2", "units": ["mccall_artillery"]},
        {"event": "order", "rule": "orders", "side": "union", "n": 0, "order": {"night": {}}},
        {"event": "replacements", "rule": "13.3", "side": "union", "received": 2, "used": 1, "reserve": 1},
        {"event": "replaced", "rule": "13.2", "units": ["mccall_infantry"]},
        {"event": "answered", "rule": "11.3", "side": "union", "id": "remove-1", "by": "standing", "answer": {"remove": []}},
        {"event": "phase", "rule": "6.5", "turn": 2, "phase": "end"},
        {"event": "victory", "rule": "14.2", "side": "confederate", "how": "train_taken"},
        {"event": "comet", "rule": "0", "tail": "long"},
    ]));
    for wanted in [
        "In brief -------- - The Confederacy wins: the Supply Train is captured.",
        "Night of June 27 ---------------- - McCall Artillery refits and is Fresh again. [13.2]",
        "1. The Union receives 2 Replacement Points, uses 1, and has 1 in reserve. [13.3] McCall Infantry is Fresh again. [13.2]",
        "End of June 27",
        "- Comet: tail \"long\". [0]",
    ] {
        assert!(page.contains(wanted), "no '{wanted}' in: {page}");
    }
    // That nothing was done is no news.
    assert!(!page.contains("remove-1"), "{page}");
}

#[test]
fn the_use_of_the_advantage_is_told_once() {
    let used = |by: &str| {
        json!([
            {"event": "answered", "rule": "12.1", "side": "union", "id": "rouse-1", "by": by, "answer": {"rouse": true}},
            {"event": "advantage_used", "rule": "12.1", "side": "union", "for": "army_leader"},
            {"event": "placed", "rule": "9.6", "leader": "porter", "at": 6},
        ])
    };
    let says = "The Union uses the Advantage to make its Army Leader Active";
    let page = report_text(&used("turn"));
    assert!(page.contains(&format!("{says}. [12.1] Porter is placed in Ellerson's Mill (6). [9.6]")), "{page}");
    assert_eq!(page.matches("Army Leader Active").count(), 1, "{page}");
    let page = report_text(&used("standing"));
    assert!(
        page.contains(&format!("{says}, by default. [12.1] Porter is placed in Ellerson's Mill (6). [9.6]")),
        "{page}"
    );
    assert_eq!(page.matches("Army Leader Active").count(), 1, "{page}");
}
