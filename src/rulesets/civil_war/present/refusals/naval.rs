//! The words for refusals: Why the rules forbid what ships are to do, or what is to go by sea (8, 10.4, 10.5).

use crate::document::Problem;

use super::super::super::refusal::NavalRefusal;
use super::Voice;

impl Voice<'_> {
    pub(super) fn naval(&self, refusal: &NavalRefusal) -> Problem {
        match refusal {
            NavalRefusal::NavalRefusalPlaceholder { hex } => Problem::new(self.place(*hex)),
        }
    }
}
