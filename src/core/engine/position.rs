//! The complete position of a match at one moment, as plain data.

use crate::sorted::SortedMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document::{Id, is_zero};

use super::choices::Choice;
use super::ruleset::Ruleset;
use super::side_terms::SideTerms;

/// A position: the game's ledger, and every procedure, choice and order that is in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Position<R: Ruleset> {
    /// The ledger: everything on the table.
    pub game: R::Game,
    /// What the players settle before the game, and have settled: who plays which side, and a handicap (TN-19).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<SideTerms>,
    /// The standing orders in force, by side.
    #[serde(default = "SortedMap::new", skip_serializing_if = "SortedMap::is_empty")]
    pub standing: SortedMap<Id, R::Standing>,
    /// Secret choices in progress, by id.
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    pub choices: SortedMap<Id, Choice>,
    /// Orders that are signed but not begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue: Option<Queue<R>>,
    /// The procedures in progress, the innermost last.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<R::Procedure>,
    /// What the innermost procedure waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pending: Option<Pending<R>>,
    /// An offer or take-back that waits for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
    /// How many questions have been asked so far; this number is the last part of a question's id.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub asked: u64,
    /// The outcome, once the match is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Value>,
}

impl<R: Ruleset> Position<R> {
    /// A position in which only `root` is in progress, waiting to be started.
    pub fn new(game: R::Game, root: R::Procedure) -> Self {
        Position {
            game,
            sides: None,
            standing: SortedMap::new(),
            choices: SortedMap::new(),
            queue: None,
            stack: vec![root],
            pending: Some(Pending::Start),
            proposal: None,
            asked: 0,
            outcome: None,
        }
    }
}

impl<R: Ruleset> Position<R> {
    /// Whether both sides have committed to a choice.
    pub fn is_committed(&self, id: &Id) -> bool {
        self.choices.get(id).is_some_and(|choice| choice.commitments.len() == 2)
    }

    /// Whether a choice is in progress to which a side has yet to commit.
    pub fn is_to_be_made(&self, id: &Id) -> bool {
        self.choices.contains_key(id) && !self.is_committed(id)
    }
}

/// Orders of one side that wait for their turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Queue<R: Ruleset> {
    pub side: Id,
    /// The index, in the turn that brought them, of the first order here.
    pub first: usize,
    pub orders: Vec<R::Order>,
}

/// What the innermost procedure waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields, bound = "")]
pub enum Pending<R: Ruleset> {
    /// To be started.
    Start,
    /// Orders of a side.
    Orders { side: Id },
    /// An answer of a side to a question.
    Answer { side: Id, id: String, rule: String, question: R::Question },
    /// Commitments to a secret choice.
    Commit { id: Id, rule: String },
    /// Openings of a secret choice.
    Open { id: Id, rule: String },
    /// Side `side` must open these face-down cards or answers in advance of its own.
    TurnUp { side: Id, ids: Vec<Id>, rule: String },
    /// `side` must name the choice that replaces the one that the other side forfeited.
    Name { id: Id, rule: String, side: Id },
}

/// A proposal that waits for the other side's answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// To go back to the position of a step.
    TakeBack { by: Id, to_step: u64 },
    /// A draw, to be answered before anything else.
    Draw { by: Id },
    /// A draw offered together with orders; it stands until the other side's next turn.
    StandingDraw { by: Id },
}
