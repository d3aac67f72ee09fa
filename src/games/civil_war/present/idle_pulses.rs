//! Pulses in which nobody can do anything (CW-34): combined, with the reason given once.

use serde_json::Value;

use crate::document::from_tagged;

use super::vocabulary;
use crate::events::Event;
use crate::orders::Source;
use crate::pack::Side;

/// Pulses one after the other in which neither side spent anything.
pub struct IdlePulses {
    /// How many events they are.
    pub events: usize,
    /// Their numbers, and the initiative rolls of the Union and the Confederacy.
    pub pulses: Vec<(u32, u32, u32)>,
    /// What waits for each side, and no hex may take.
    pub waiting: [Vec<Source>; 2],
}

/// The idle pulses with which these events begin, if there are two at least.
pub fn idle(events: &[Value]) -> Option<IdlePulses> {
    let mut idle = IdlePulses { events: 0, pulses: Vec::new(), waiting: Default::default() };
    while let Some(pulse) = events.get(idle.events..idle.events + 5) {
        let read: Vec<Event> = pulse.iter().filter_map(|event| from_tagged("event", event).ok()).collect();
        let [
            Event::Initiative { pulse, union, confederate, winner: Some(_), .. },
            Event::Half { free: false, difference: one, .. },
            Event::HalfOver { side: first, unspent: left, waiting },
            Event::Half { free: false, difference: two, .. },
            Event::HalfOver { unspent: right, waiting: others, .. },
        ] = read.as_slice()
        else {
            break;
        };
        if one != left || two != right {
            break;
        }
        idle.events += 5;
        idle.pulses.push((*pulse, *union, *confederate));
        idle.waiting = match first {
            Side::Union => [waiting.clone(), others.clone()],
            Side::Confederate => [others.clone(), waiting.clone()],
        };
    }
    (idle.pulses.len() > 1).then_some(idle)
}

/// Why the difference lapses: what waits has no hex to go to.
pub fn no_place(side: Side, waiting: &[Source]) -> Option<String> {
    let tracks: Vec<&str> = waiting.iter().filter_map(|from| from.track()).map(vocabulary::track).collect();
    let mut parts = Vec::new();
    if waiting.contains(&Source::Leaders) {
        parts.push(format!("the {} leader pool", side.title()));
    }
    if !tracks.is_empty() {
        let noun = if tracks.len() == 1 { "track" } else { "tracks" };
        let tracks = vocabulary::list(tracks.into_iter().map(str::to_owned), "and");
        parts.push(format!("the {} {tracks} reinforcement {noun}", side.title()));
    }
    (!parts.is_empty()).then(|| format!("no hex can receive reinforcements from {}", vocabulary::list(parts, "or")))
}
