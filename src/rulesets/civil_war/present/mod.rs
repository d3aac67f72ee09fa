//! How the game tells its story: the [`report`] of a step, which a [`narrator`] tells event by event, with [`orders`] as a
//! dispatch and each [`combat`] as an audit; [`show`] with the [`map`]; and the notes of a [`draft`].

mod combat;
mod draft;
mod map;
mod narrator;
mod orders;
mod report;
mod show;
mod words;

use crate::document::{Id, Problem};
use crate::engine::Position;
use crate::report::{Present, Report, Show, StepFacts};

use super::CivilWar;

pub use map::{draw, legend};
pub use words::plural;

impl Present for CivilWar {
    fn report(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Report {
        report::report(self, before, after, facts)
    }

    fn show(&self, position: &Position<Self>, what: &Show) -> Result<Report, Problem> {
        show::show(self, position, what)
    }

    fn draft_notes(&self, position: &Position<Self>, side: &Id) -> Vec<String> {
        draft::notes(self, position, side)
    }
}
