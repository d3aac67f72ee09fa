use serde_json::json;

use seven_days::pack::Pack;
use seven_days::present::event_groups::Groups;

fn line(events: &[serde_json::Value]) -> String {
    Groups::after(None, events).fights.first().expect("an assault").words(&Pack::shipped())
}

#[test]
fn an_assault_in_a_line() {
    let begun = json!({"event": "assault", "area": 6, "side": "confederate", "mandatory": true,
        "units": ["ap_hill_infantry", "ap_hill_artillery"], "point": "ap_hill_infantry",
        "forward": "mccall_infantry", "defenders": ["mccall_infantry"]});
    let dice = json!({"event": "assault_dice", "area": 6, "attack": [6, 5], "defense": [1, 2], "attack_total": 20,
        "defense_total": 15, "outcome": "success"});
    let gone = json!({"event": "eliminated", "units": ["mccall_infantry"], "area": 6, "because": "losses"});
    let back = json!({"event": "retreated", "who": "mccall_artillery", "from": 6, "to": 7});
    let hit = json!({"event": "leader_check", "leader": "porter", "dice": [4, 4], "modifier": 0, "fate": "casualty"});
    let over = json!({"event": "assault_over", "area": 6, "outcome": "rout"});
    let all = [begun.clone(), dice.clone(), gone, back, hit, over.clone()];
    assert_eq!(
        line(&all),
        "The Confederacy assaults Ellerson's Mill (6) with 2 units: a Rout (20 against 15). Eliminated: McCall Infantry. \
         McCall Artillery retreats to Gaines Mill/Cold Harbor (7). Porter is wounded."
    );
    assert_eq!(
        line(&[begun, dice]),
        "The Confederacy assaults Ellerson's Mill (6) with 2 units: a Success (20 against 15). It waits for a decision."
    );
    assert_eq!(line(&[over]), "The assault on Ellerson's Mill (6) continues: a Rout.");
}
