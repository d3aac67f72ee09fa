//! Groups the events of a step for description: consecutive events of one kind belong together.

use serde_json::Value;

use crate::board::Area;
use crate::document::{Id, from_tagged};
use crate::engine::events::{EngineEvent, SeatEvent};

use crate::events::Event;
use crate::pack::Side;

/// Something that is described at once.
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
    // Who plays which side is described outside the game's events.
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
