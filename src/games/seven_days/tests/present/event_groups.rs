use serde_json::json;

use adjutant_core::board::Area;
use adjutant_core::engine::events::EngineEvent;
use seven_days::events::Event;
use seven_days::present::event_groups::*;

#[test]
fn what_goes_the_same_way_is_told_together() {
    let retreat = |who: &str, to: u8| json!({"event": "retreated", "rule": "10.7", "who": who, "from": 6, "to": to});
    let control = |area: u8| json!({"event": "control", "rule": "7.2", "area": area, "side": "union"});
    let events = [
        retreat("a", 7),
        retreat("b", 7),
        retreat("c", 9),
        control(6),
        control(5),
        json!({"event": "track_ends", "rule": "6.3.1"}),
        json!({"event": "standing", "side": "union"}),
        json!({"event": "exchanged", "rule": "protocol 3"}),
        json!({"event": "comet", "rule": "0"}),
    ];
    let found = Groups::after(None, &events).items;
    assert_eq!(found.len(), 6);
    assert!(matches!(&found[0].item, Item::Retreats { who, .. } if who.len() == 2));
    assert!(matches!(&found[1].item, Item::Retreats { to: Area(9), .. }));
    assert!(matches!(&found[2].item, Item::Taken { areas, .. } if *areas == [Area(6), Area(5)]));
    assert_eq!(found[2].rule(), "7.2");
    assert!(matches!(found[3].item, Item::Game(Event::TrackEnds {})));
    assert!(matches!(found[4].item, Item::Engine(EngineEvent::Standing { .. })));
    assert!(matches!(found[5].item, Item::Unknown));
}
