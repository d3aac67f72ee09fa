//! How the phases follow each other, and whose turn it is in them; a file may go on with an order of the next one (BC-31,
//! BC-39).

use crate::engine::Events;
use crate::events::Event;
use crate::ledger::{Game, Phase};
use crate::shared::Side;

impl Game {
    /// A phase begins, if it has not begun yet.
    pub fn begin_phase(&mut self, events: &mut Events, phase: Phase) {
        if self.phase != phase {
            self.phase = phase;
            events.emit(phase.letter(), &Event::Phase { phase });
        }
    }

    /// The side that acts next in these phases: one that goes on in its file, or the first that has not acted.
    pub fn due(&mut self, events: &mut Events, order: &[(Phase, Side)]) -> Option<Side> {
        if let Some((side, phase)) = self.ahead {
            if !self.has_acted(phase, side) {
                return Some(side);
            }
            self.ahead = None;
        }
        let (phase, side) = order.iter().copied().find(|(phase, side)| !self.has_acted(*phase, *side))?;
        self.begin_phase(events, phase);
        Some(side)
    }

    /// A side goes on at once with its order of this phase, if that stands next in its file.
    pub fn go_ahead(&mut self, side: Side, phase: Phase) {
        if self.foreseen == Some(phase) && !self.has_acted(phase, side) {
            self.ahead = Some((side, phase));
        }
    }
}
