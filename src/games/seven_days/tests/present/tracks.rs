use serde_json::json;

use crate::present::test_reports::facts;
use adjutant_core::board::Area;
use adjutant_core::document::Id;
use seven_days::SevenDays;
use seven_days::pack::Side;
use seven_days::present::tracks::*;

#[test]
fn ways_and_marks() {
    let enter = |unit: &str, from: u8, to: u8| {
        json!({"event": "entered", "side": "confederate", "units": [unit], "leaders": [], "from": from, "to": to,
            "water": "open", "road": true, "cost": 1})
    };
    let events = json!([
        enter("winder_infantry", 2, 3), enter("winder_artillery", 2, 3), enter("winder_infantry", 3, 6),
        enter("winder_artillery", 3, 6),
        {"event": "assault", "area": 6, "side": "confederate", "mandatory": true, "units": ["winder_infantry"],
            "point": "winder_infantry", "forward": "mccall_infantry", "defenders": ["mccall_infantry"]},
        {"event": "assault_dice", "area": 6, "attack": [6, 6], "defense": [1, 1], "attack_total": 18, "defense_total": 9,
            "outcome": "success"},
        {"event": "retreated", "who": "mccall_infantry", "from": 6, "to": 7},
        {"event": "control", "area": 6, "side": "confederate"},
        {"event": "assault_over", "area": 6, "outcome": "rout"},
        {"event": "assault_over", "area": 9, "outcome": "repulse"},
        {"event": "bridge", "bridge": "new_bridge", "state": "destroyed"},
    ]);
    let tracks = Tracks::of(&SevenDays::shipped(), &facts(&events, Vec::new()));
    let course = |n: usize| (tracks.movements[n].way, tracks.movements[n].who.len(), tracks.movements[n].path.clone());
    assert_eq!(tracks.movements.len(), 2);
    assert_eq!(course(0), (MovementKind::March, 2, vec![Area(2), Area(3), Area(6)]));
    assert_eq!(course(1), (MovementKind::Retreat, 1, vec![Area(6), Area(7)]));
    let signs: Vec<(Area, MarkKind)> = tracks.marks.iter().map(|mark| (mark.area, mark.sign)).collect();
    assert_eq!(
        signs,
        [
            (Area(6), MarkKind::Assault(1, Some(Side::Confederate), Some(AssaultResult::Won))),
            (Area(6), MarkKind::Taken(Side::Confederate)),
            (Area(9), MarkKind::Assault(2, None, Some(AssaultResult::Repelled))),
        ]
    );
    assert_eq!(tracks.areas(), [2, 3, 6, 7, 9].map(Area).into());
    assert_eq!(tracks.destroyed_bridges, [Id::known("new_bridge")]);
}
