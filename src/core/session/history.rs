//! A table in pictures and over time: its board, its pieces, what happened in one line each, and statistics.

use serde_json::Value;

use crate::document::kinds::Roll;
use crate::document::{Id, Problem};
use crate::report::svg::{Drawing, Measure, Point};
use crate::report::{
    BattleCard, Highlight, Past, Pieces, Present, Report, StepFacts, Tally, Target, When, Whereabouts,
};

use super::rules::{RulesetSession, decode};

/// What a page shows of a step.
#[derive(Clone, Debug)]
pub struct StepView {
    /// The game's own sections of the step's report, and whether the players had exchanged sides when the step began.
    pub report: (Report, bool),
    pub pieces: Pieces,
    pub moments: Vec<Highlight>,
    pub battles: Vec<BattleCard>,
}

/// What a table can tell of a match beyond its own position. Everything is as a side may see it (`None`: the public).
/// `past` is the position at the beginning of the step, and the events since.
pub trait History {
    /// The whole board, which stays the same all match long.
    ///
    /// # Errors
    /// The game has no drawing.
    fn board(&self, reader: Option<&Id>) -> Result<Drawing, Problem>;
    /// The pieces on the board, and what happened in the step that led here.
    ///
    /// # Errors
    /// The earlier position is not one of this game.
    fn pieces(&self, reader: Option<&Id>, past: Option<Past<'_, Value>>) -> Result<Pieces, Problem>;
    /// What can be pointed at on the board.
    fn targets(&self, reader: Option<&Id>) -> Vec<Target>;
    /// How places on a table without printed places lie on the board.
    fn measure(&self) -> Option<Measure>;
    /// The sheets of a map that has several: the name of each, and two corners of what it covers on the board.
    fn sheets(&self) -> Vec<(&'static str, [Point; 2])>;
    /// The regions of the map, each with its id.
    fn parts(&self) -> Vec<(String, String)>;
    /// The point in the game's calendar at which the position stands.
    fn when(&self) -> When;
    /// What happened in the step that led here, in one line each.
    ///
    /// # Errors
    /// The earlier position is not one of this game.
    fn moments(&self, before: &Value, facts: &StepFacts) -> Result<Vec<Highlight>, Problem>;
    /// The combats of the step that led here, each as a card.
    ///
    /// # Errors
    /// The earlier position is not one of this game.
    fn battles(&self, before: &Value, facts: &StepFacts) -> Result<Vec<BattleCard>, Problem>;
    /// All of these together, for the public: the pieces on the board, without events if it is the `first` step.
    ///
    /// # Errors
    /// The earlier position is not one of this game.
    fn shown(&self, before: &Value, facts: &StepFacts, first: bool) -> Result<StepView, Problem>;
    /// Who wins if nothing changes, in a sentence.
    fn current_winner(&self) -> Option<String>;
    /// The places of everybody whom a reader may want to follow.
    fn whereabouts(&self) -> Vec<Whereabouts>;
    /// The game's statistics.
    fn tallies(&self) -> Vec<Tally>;
    /// The side that a roll of the step that led here belongs to.
    fn roller(&self, roll: &Roll) -> Option<Id>;
}

impl<R: Present> History for RulesetSession<R> {
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

    fn targets(&self, reader: Option<&Id>) -> Vec<Target> {
        self.rules.targets(&self.rules.view(&self.position, reader))
    }

    fn measure(&self) -> Option<Measure> {
        self.rules.measure(&self.position)
    }

    fn sheets(&self) -> Vec<(&'static str, [Point; 2])> {
        self.rules.sheets()
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

    fn shown(&self, before: &Value, facts: &StepFacts, first: bool) -> Result<StepView, Problem> {
        let before = decode("position", before)?;
        let (before, after) = (self.rules.view(&before, None), self.rules.view(&self.position, None));
        let past = Past { before: &*before, facts };
        Ok(StepView {
            report: (self.rules.report(&before, &after, facts), before.exchanged(&self.rules)),
            pieces: self.rules.pieces(&after, (!first).then_some(past)),
            moments: self.rules.moments(&before, &after, facts),
            battles: self.rules.battles(&before, &after, facts),
        })
    }

    fn current_winner(&self) -> Option<String> {
        self.rules.current_winner(&self.rules.view(&self.position, None))
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
