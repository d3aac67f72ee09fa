//! The words for refusals: Why the rules forbid reinforcements, armies, rails, works and rallies, and what they would cost.

use crate::document::Problem;

use super::super::super::refusal::ForceRefusal;
use super::Voice;

impl Voice<'_> {
    pub(super) fn forces(&self, refusal: &ForceRefusal) -> Problem {
        match refusal {
            ForceRefusal::ForceRefusalPlaceholder { hex } => Problem::new(self.place(*hex)),
        }
    }
}
