//! The events of a step as they are told: those of one kind that follow one another belong together.

use serde_json::Value;

use crate::board::Area;
use crate::document::{Id, from_tagged};
use crate::engine::events::{EngineEvent, SeatEvent};

use crate::events::Event;
use crate::pack::Side;

/// Something that is told at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Game(Event),
    Engine(EngineEvent),
    /// Several retreat the same way.
    Retreats {
        who: Vec<Id>,
        from: Area,
        to: Area,
    },
    /// Several areas come under a side's control.
    Taken {
        areas: Vec<Area>,
        side: Side,
    },
    /// An event that this program does not know.
    Unknown(Value),
}

/// The events in their order, each with the rules that it cites.
pub fn items(events: &[Value]) -> Vec<(Item, String)> {
    let mut items: Vec<(Item, String)> = Vec::new();
    // Who plays which side is told beside the game.
    let of_game = |event: &&Value| from_tagged::<SeatEvent>("event", event).is_err();
    for event in events.iter().filter(of_game) {
        let rule = event.get("rule").and_then(Value::as_str).unwrap_or_default().to_owned();
        let item = item(event);
        match (items.last_mut(), item) {
            (Some((Item::Retreats { who, from, to }, last)), Item::Retreats { who: one, from: a, to: b })
                if (*from, *to) == (a, b) && *last == rule =>
            {
                who.extend(one);
            }
            (Some((Item::Taken { areas, side }, last)), Item::Taken { areas: one, side: by })
                if *side == by && *last == rule =>
            {
                areas.extend(one);
            }
            (_, item) => items.push((item, rule)),
        }
    }
    items
}

fn item(event: &Value) -> Item {
    match from_tagged::<Event>("event", event) {
        Ok(Event::Retreated { who, from, to }) => Item::Retreats { who: vec![who], from, to },
        Ok(Event::Control { area, side }) => Item::Taken { areas: vec![area], side },
        Ok(known) => Item::Game(known),
        Err(_) => match from_tagged::<EngineEvent>("event", event) {
            Ok(known) => Item::Engine(known),
            Err(_) => Item::Unknown(event.clone()),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_goes_the_same_way_is_told_together() {
        let retreat =
            |who: &str, to: u8| json!({"event": "retreated", "rule": "10.7", "who": who, "from": 6, "to": to});
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
        let found = items(&events);
        assert_eq!(found.len(), 6);
        assert!(matches!(&found[0].0, Item::Retreats { who, .. } if who.len() == 2));
        assert!(matches!(&found[1].0, Item::Retreats { to: Area(9), .. }));
        assert!(matches!(&found[2].0, Item::Taken { areas, .. } if *areas == [Area(6), Area(5)]));
        assert_eq!(found[2].1, "7.2");
        assert!(matches!(found[3].0, Item::Game(Event::TrackEnds {})));
        assert!(matches!(found[4].0, Item::Engine(EngineEvent::Standing { .. })));
        assert!(matches!(found[5].0, Item::Unknown(_)));
    }
}
