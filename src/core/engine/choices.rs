//! Choices that both sides make before either is revealed (protocol 7), as far as the position knows them.

use crate::sorted::SortedMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document::{Bytes32, Id};

/// The opening of a choice, as a turn brings it. It has already been checked against its commitment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// What was chosen.
    Choice(Value),
    /// The side cannot or will not open.
    Forfeit,
}

/// A secret choice in progress: what each side has committed to and opened.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub commitments: SortedMap<Id, Bytes32>,
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    pub opened: SortedMap<Id, Opening>,
}
