//! What a player has decided to do, before its secrets are committed to.

use serde_json::Value;

use crate::document::{Bytes32, Id};
use crate::engine::decision::Decision;

/// What a player does: the act, and the value behind each of its commitments. The caller makes the commitments'
/// digests.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub act: Decision,
    pub choose: Vec<(Id, Value)>,
    /// Answers in advance that follow from the orders; their commitments depend on the step of the turn.
    pub advance: Vec<(&'static str, Value)>,
}

impl Plan {
    /// Commits to the answers in advance that follow from the orders, in the turn of this step, except those that the
    /// side gives itself.
    pub fn commits_in_advance(&mut self, step: u64) {
        for (window, says) in std::mem::take(&mut self.advance) {
            let Ok(id) = format!("{window}-{step}").parse::<Id>() else { continue };
            if self.choose.iter().all(|(other, _)| *other != id) {
                self.act.commit.push((id.clone(), Bytes32([0; 32])));
                self.act.choices.push((id.clone(), says.clone()));
                self.choose.push((id, says));
            }
        }
        self.act.commit.sort();
    }
}
