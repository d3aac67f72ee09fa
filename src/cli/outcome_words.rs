//! How a match has ended, in words.

use serde_json::Value;

use crate::chain::Chain;
use crate::chain::adjudicate::Adjudication;
use crate::session::Game;

/// An outcome as the end of a sentence, with the points of the last position if they decided.
pub fn outcome_words(chain: &Chain<'_>, game: &dyn Game, outcome: &Value) -> String {
    let told = Adjudication::newest(chain, game).ok().and_then(|adjudication| adjudication.table.outcome_words());
    told.unwrap_or_else(|| game.outcome_words(outcome))
}
