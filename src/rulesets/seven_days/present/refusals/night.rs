//! The words for refusals: Why the rules forbid what is ordered for the night (13).

use crate::document::Problem;

use super::super::super::refusal::NightRefusal;
use super::Voice;

impl Voice<'_> {
    pub(super) fn night(&self, refusal: &NightRefusal) -> Problem {
        match refusal {
            NightRefusal::NightRefusalPlaceholder { area } => Problem::new(self.place(*area)),
        }
    }
}
