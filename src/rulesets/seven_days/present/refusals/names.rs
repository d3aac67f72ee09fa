//! The words for refusals: Units, leaders and areas that are not there, or not the player's.

use crate::document::Problem;

use super::super::super::refusal::NameRefusal;
use super::Voice;

impl Voice<'_> {
    pub(super) fn names(&self, refusal: &NameRefusal) -> Problem {
        match refusal {
            NameRefusal::NameRefusalPlaceholder { area } => Problem::new(self.place(*area)),
        }
    }
}
