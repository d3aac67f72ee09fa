//! A table in pictures and over time: its board, what stands there, what happened in a line each, what is counted.

use serde_json::Value;

use crate::document::kinds::Roll;
use crate::document::{Id, Problem};
use crate::report::svg::Drawing;
use crate::report::{BattleCard, Highlight, Past, Pieces, Present, Report, StepFacts, Tally, When, Whereabouts};

use super::{Seated, decode};

/// What a page shows of a step.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The game's own sections of its report, and whether the players had exchanged their sides when it began.
    pub report: (Report, bool),
    pub pieces: Pieces,
    pub moments: Vec<Highlight>,
    pub battles: Vec<BattleCard>,
}

/// What a table tells of a match beyond its own step. Everything is as a side may see it (`None`: the public); `past` is the
/// position that a step began with, and what happened in it.
pub trait History {
    /// The whole board, as it stays all match long.
    ///
    /// # Errors
    /// If the game draws none.
    fn board(&self, reader: Option<&Id>) -> Result<Drawing, Problem>;
    /// What stands on it, and what happened in the step that led here.
    ///
    /// # Errors
    /// If the earlier position is none of this game.
    fn pieces(&self, reader: Option<&Id>, past: Option<Past<'_, Value>>) -> Result<Pieces, Problem>;
    /// The parts of the map, each with its id.
    fn parts(&self) -> Vec<(String, String)>;
    /// When the position is.
    fn when(&self) -> When;
    /// What happened in the step that led here, each in a line.
    ///
    /// # Errors
    /// If the earlier position is none of this game.
    fn moments(&self, before: &Value, facts: &StepFacts) -> Result<Vec<Highlight>, Problem>;
    /// The combats of the step that led here, each on a card.
    ///
    /// # Errors
    /// If the earlier position is none of this game.
    fn battles(&self, before: &Value, facts: &StepFacts) -> Result<Vec<BattleCard>, Problem>;
    /// All of these together, for the public: what stands on the board, without what happened if it is the `first` step.
    ///
    /// # Errors
    /// If the earlier position is none of this game.
    fn shown(&self, before: &Value, facts: &StepFacts, first: bool) -> Result<Shown, Problem>;
    /// Who wins if all stays as it is, in a sentence.
    fn as_it_stands(&self) -> Option<String>;
    /// Where everybody is whom a reader may want to follow.
    fn whereabouts(&self) -> Vec<Whereabouts>;
    /// What is counted.
    fn tallies(&self) -> Vec<Tally>;
    /// Whose dice a roll of the step that led here is.
    fn roller(&self, roll: &Roll) -> Option<Id>;
}

impl<R: Present> History for Seated<R> {
    fn board(&self, reader: Option<&Id>) -> Result<Drawing, Problem> {
        self.rules.board(&self.rules.view(&self.position, reader))
    }

    fn pieces(&self, reader: Option<&Id>, past: Option<Past<'_, Value>>) -> Result<Pieces, Problem> {
        let after = self.rules.view(&self.position, reader);
        let Some(Past { before, facts }) = past else { return Ok(self.rules.pieces(&after, None)) };
        let before = decode("position", before)?;
        let before = self.rules.view(&before, reader);
        Ok(self.rules.pieces(&after, Some(Past { before: &before, facts })))
    }

    fn parts(&self) -> Vec<(String, String)> {
        self.rules.parts()
    }

    fn when(&self) -> When {
        self.rules.when(&self.rules.view(&self.position, None))
    }

    fn moments(&self, before: &Value, facts: &StepFacts) -> Result<Vec<Highlight>, Problem> {
        let before = decode("position", before)?;
        let reader = facts.reader.as_ref();
        let (before, after) = (self.rules.view(&before, reader), self.rules.view(&self.position, reader));
        Ok(self.rules.moments(&before, &after, facts))
    }

    fn battles(&self, before: &Value, facts: &StepFacts) -> Result<Vec<BattleCard>, Problem> {
        let before = decode("position", before)?;
        let reader = facts.reader.as_ref();
        let (before, after) = (self.rules.view(&before, reader), self.rules.view(&self.position, reader));
        Ok(self.rules.battles(&before, &after, facts))
    }

    fn shown(&self, before: &Value, facts: &StepFacts, first: bool) -> Result<Shown, Problem> {
        let before = decode("position", before)?;
        let (before, after) = (self.rules.view(&before, None), self.rules.view(&self.position, None));
        let past = Past { before: &*before, facts };
        Ok(Shown {
            report: (self.rules.report(&before, &after, facts), self.rules.exchanged(&before.game)),
            pieces: self.rules.pieces(&after, (!first).then_some(past)),
            moments: self.rules.moments(&before, &after, facts),
            battles: self.rules.battles(&before, &after, facts),
        })
    }

    fn as_it_stands(&self) -> Option<String> {
        self.rules.as_it_stands(&self.rules.view(&self.position, None))
    }

    fn whereabouts(&self) -> Vec<Whereabouts> {
        self.rules.whereabouts(&self.rules.view(&self.position, None))
    }

    fn tallies(&self) -> Vec<Tally> {
        self.rules.tallies(&self.rules.view(&self.position, None))
    }

    fn roller(&self, roll: &Roll) -> Option<Id> {
        self.rules.roller(&self.position, roll)
    }
}
