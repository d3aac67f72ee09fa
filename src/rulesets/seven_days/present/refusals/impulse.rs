//! The words for refusals: Why the rules forbid an assault, an attack, a regroup or another kind of impulse (8, 10, 11).

use crate::document::Problem;

use super::super::super::refusal::ImpulseRefusal;
use super::super::words;
use super::Voice;

impl Voice<'_> {
    pub(super) fn impulse(&self, refusal: &ImpulseRefusal) -> Problem {
        match refusal {
            ImpulseRefusal::Waits => Problem::new("the turn waits here"),
            ImpulseRefusal::Overtaken { night } => {
                let part = if *night { "night" } else { "impulse" };
                let next = words::side(self.side.other());
                Problem::new(format!(
                    "the {} {part} ends with an order before it, and {next} moves next",
                    self.side.title()
                ))
                .advice("leave this order out, and give it in your next turn")
            }
        }
    }
}
