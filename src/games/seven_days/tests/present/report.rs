use serde_json::json;

use crate::present::test_reports::{facts, position};
use adjutant_core::report::{ASKED, text};
use seven_days::present::report::*;

#[test]
fn a_report_from_end_to_end() {
    let (rules, before) = position(json!({"options": {"weather": true}, "weather": "rain"}));
    let events = json!([{"event": "impulse", "rule": "8.1.3", "side": "confederate", "impulse": 0, "kind": "pass",
        "areas": []}]);
    let report = report(&rules, &before, &before, &facts(&events, Vec::new()));
    assert_eq!(report.title, "June 26, 1862: impulse 0");
    let headings: Vec<&str> = report.sections.iter().map(|section| section.heading.as_str()).collect();
    assert_eq!(headings, ["The situation", "Confederate impulse 0: a Pass Impulse", ASKED]);
    let page = text::write(&report).split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        "June 26, 1862: impulse 0. It rains. McClellan is Inactive and Lee is Active. The Confederacy has the Advantage. \
         The Supply Train is at White House Landing (17).",
        "Fresh units 37 31",
        "Entrenchments 4 3",
        "Advantage 0 1",
        "The Confederacy passes. [8.1.3]",
        "The Confederacy plays impulse 0 of June 26",
    ] {
        assert!(page.contains(wanted), "no '{wanted}' in: {page}");
    }
}

#[test]
fn two_army_leaders_who_are_both_active_are_told_together() {
    let (rules, position) = position(json!({"armies_active": ["union", "confederate"]}));
    let said = standing(&rules, &position.game).join(" ");
    assert!(said.starts_with("McClellan and Lee are both Active. "), "{said}");
}

#[test]
fn before_the_dice_of_a_dawn_no_army_leader_is_said_to_be_active() {
    let (rules, dawn) = position(json!({"at": "dawn"}));
    let said = standing(&rules, &dawn.game).join(" ");
    assert!(!said.contains("ctive") && said.contains("Supply Train"), "{said}");
}
