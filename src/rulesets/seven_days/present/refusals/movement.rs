//! The words for refusals: Why the rules forbid a move (7, 9, 12).

use crate::document::Problem;

use super::super::super::refusal::MoveRefusal;
use super::Voice;

impl Voice<'_> {
    pub(super) fn movement(&self, refusal: &MoveRefusal) -> Problem {
        match refusal {
            MoveRefusal::MeetsEnemies => Problem::new("enemies are in the area"),
        }
    }
}
