//! Pulses in which nobody can do anything (CW-34): combined, with the reason given once.

use serde_json::Value;

use crate::document::from_tagged;
use crate::report::Span;

use super::narrator::{Narrator, capital};
use super::vocabulary;
use crate::events::Event;
use crate::orders::Source;
use crate::pack::Side;

/// Pulses one after the other in which neither side spent anything.
pub struct IdlePulses {
    /// How many events they are.
    pub events: usize,
    /// Their numbers, and the initiative rolls of the Union and the Confederacy.
    pulses: Vec<(u32, u32, u32)>,
    /// What waits for each side, and no hex may take.
    waiting: [Vec<Source>; 2],
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

impl Narrator<'_> {
    /// Tells idle pulses in one paragraph.
    pub(super) fn idle(&mut self, idle: &IdlePulses) {
        let (Some((first, ..)), Some((last, ..))) = (idle.pulses.first(), idle.pulses.last()) else { return };
        self.open(format!("Pulses {first} to {last}"));
        self.listing = false;
        self.pulse = Some(*last);
        let reasons = Side::BOTH.into_iter().zip(&idle.waiting).filter_map(|(side, waiting)| no_place(side, waiting));
        let reasons: Vec<String> = reasons.collect();
        let mut said = "In these pulses neither side can spend anything: no command points are left".to_owned();
        if !reasons.is_empty() {
            said.push_str(&format!(", and {}", vocabulary::list(reasons, "and")));
        }
        said.push_str(
            ". The waiting reinforcements keep the Action Phase going until a tied initiative roll ends it \
                       or brings command points.",
        );
        self.say("", capital(&said), "CW-34");
        let mut text = vec![Span::plain("Initiative rolls, the Union first:")];
        for (n, (_, union, confederate)) in idle.pulses.iter().enumerate() {
            text.push(Span::plain(format!("{} {union} ", if n > 0 { "," } else { "" })));
            text.extend(self.rolled("initiative union"));
            text.push(Span::plain(format!(" to {confederate} ")));
            text.extend(self.rolled("initiative confederate"));
        }
        text.push(Span::plain("."));
        self.say_all("", text, "4.2.3");
    }
}
