//! Answers, the allocation, and standing orders.

use serde_json::Value;

use crate::document::Id;
use crate::engine::{Position, Ruleset};
use crate::rulesets::civil_war::CivilWar;
use crate::rulesets::civil_war::ledger::Game;
use crate::rulesets::civil_war::orders::{Answer, Question, Standing};
use crate::rulesets::civil_war::pack::Side;

/// What the player answers to a question.
pub fn answer(rules: &CivilWar, position: &Position<CivilWar>, _side: Side, question: &Question) -> Option<Answer> {
    rules.answers(position, question).into_iter().next()
}

/// What the player chooses where both sides choose in secret: the allocation of the next turn (4.1).
pub fn choice(_rules: &CivilWar, _game: &Game, _side: Side, _id: &Id, _seed: u64) -> Option<Value> {
    None
}

/// The standing orders that the player leaves, if they are to change.
pub fn standing(_rules: &CivilWar, _position: &Position<CivilWar>, _side: Side) -> Option<Standing> {
    None
}
