use serde_json::json;

use seven_days::pack::Pack;
use seven_days::present::event_groups::{Groups, Item};
use seven_days::present::marches::sentences;

#[test]
fn those_who_go_the_same_way_are_told_together() {
    let enter = |unit: &str, leaders: &[&str], from: u8, to: u8, cost: u8| {
        json!({"event": "entered", "side": "confederate", "units": [unit], "leaders": leaders, "from": from, "to": to,
            "water": "open", "road": true, "cost": cost})
    };
    let mut events = Vec::new();
    for unit in ["winder_infantry", "winder_artillery"] {
        events.extend([enter(unit, &[], 2, 3, 1), enter(unit, &[], 3, 6, 4)]);
    }
    events.push(enter("whiting_infantry", &["jackson"], 2, 3, 1));
    let groups = Groups::after(None, &events);
    let [group] = groups.items.as_slice() else { panic!("{groups:?}") };
    let Item::March(march) = &group.item else { panic!("{group:?}") };
    assert_eq!(
        sentences(&Pack::shipped(), march, true),
        [
            "Winder (infantry and artillery) move from Enon Church (2) through Polegreen Church (3) to Ellerson's Mill (6) \
         for 5 Movement Factors.",
            "Jackson with Whiting Infantry moves from Enon Church (2) to Polegreen Church (3) for 1 Movement Factor.",
        ]
    );
}
