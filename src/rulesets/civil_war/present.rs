//! How the game tells its story: the report, `show`, and notes for a drafted turn.

use crate::document::{Id, Problem};
use crate::engine::Position;
use crate::report::{Present, Report, Show, StepFacts};

use super::CivilWar;

impl Present for CivilWar {
    fn report(&self, _before: &Position<Self>, _after: &Position<Self>, _facts: &StepFacts) -> Report {
        Report { title: String::new(), subtitle: String::new(), sections: Vec::new() }
    }

    fn show(&self, _position: &Position<Self>, _what: &Show) -> Result<Report, Problem> {
        Err(Problem::new("nothing to show yet"))
    }

    fn draft_notes(&self, _position: &Position<Self>, _side: &Id) -> Vec<String> {
        Vec::new()
    }
}
