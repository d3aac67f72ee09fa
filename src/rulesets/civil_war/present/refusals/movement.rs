//! The words for refusals: Why the rules forbid a march (6, 9.1, 11.2, 12.2).

use crate::document::Problem;

use super::super::super::refusal::MoveRefusal;
use super::Voice;

impl Voice<'_> {
    pub(super) fn movement(&self, refusal: &MoveRefusal) -> Problem {
        match refusal {
            MoveRefusal::MoveRefusalPlaceholder { hex } => Problem::new(self.place(*hex)),
        }
    }
}
