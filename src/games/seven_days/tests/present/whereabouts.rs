use serde_json::json;

use crate::present::test_reports::position;
use adjutant_core::report::Follow;
use seven_days::present::whereabouts::*;

#[test]
fn leaders_and_commands_of_the_set_up() {
    let (rules, position) = position(json!({}));
    let found = whereabouts(&rules, &position.game);
    // By 5.2: Jackson at Enon Church with most of his command, McClellan at White Oak Swamp.
    let place = |kind, name: &str| {
        found.iter().find(|one| one.kind == kind && one.name == name).map(|one| (one.side.as_str(), one.place.as_str()))
    };
    assert_eq!(place(Follow::Leader, "Jackson"), Some(("confederate", "Enon Church (2)")));
    assert_eq!(place(Follow::Army, "Jackson's command"), Some(("confederate", "Enon Church (2)")));
    assert_eq!(place(Follow::Leader, "McClellan"), Some(("union", "White Oak Swamp (33)")));
    // Four units of the corps are at Gaines Mill, two at Ellerson's Mill.
    assert_eq!(place(Follow::Army, "V Corps"), Some(("union", "Gaines Mill/Cold Harbor (7)")));
    assert_eq!(found.iter().filter(|one| one.kind == Follow::Leader).count(), 18);
    assert!(!found.iter().any(|one| one.name.contains("Independent")));
}

#[test]
fn who_is_off_the_map_is_nowhere() {
    let (rules, position) = position(json!({"away": {"jackson": {"wounded": 3}}}));
    assert!(!whereabouts(&rules, &position.game).iter().any(|one| one.name == "Jackson"));
}
