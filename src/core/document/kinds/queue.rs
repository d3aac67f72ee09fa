//! Turns for later steps (`docs/protocol.md` section 13).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Bytes32, Id, Kind, Signature, Version};

/// What a queued turn waits for: patterns of public facts (protocol 13).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueueCondition {
    /// A part of the position of the state that the turn answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Map<String, Value>>,
    /// Parts of events that have happened since the queue was signed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub happened: Option<Vec<Value>>,
    /// Parts of orders that another seat has given since then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ordered: Option<Vec<Value>>,
}

/// A secret choice of a queued turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueuedChoice {
    pub id: Id,
    pub choice: Value,
}

/// A turn for a later step: when it is played, and what it does (protocol 13).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueuedTurn {
    /// The first and the last step that it is for.
    pub from: u64,
    pub until: u64,
    /// Only the turn of this number that the seat is asked for after its next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub only_if: Option<QueueCondition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unless: Option<QueueCondition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<Vec<Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Map<String, Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<Vec<QueuedChoice>>,
}

/// A queued turn that is shown when it is queued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShownTurn {
    pub salt: Bytes32,
    pub turn: QueuedTurn,
}

/// The turns that a seat has signed for later steps: a promise of its program beside the chain (protocol 13).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Queue {
    pub adjutant: Version,
    pub kind: Kind,
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub seat: Id,
    /// From 1; each queue of a seat replaces the ones before.
    pub number: u64,
    /// The step of the newest state that the seat had, and that state's digest.
    pub after: u64,
    pub state: Bytes32,
    /// The digest of each queued turn; none withdraws what was queued before.
    pub turns: Vec<Bytes32>,
    /// The same turns for everybody to read, if the charter says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Vec<ShownTurn>>,
    pub written: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}

/// Which queued turn a turn plays, and what shows that it is the one that was queued (protocol 13).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayedFromQueue {
    /// The digest of the queue.
    pub queue: Bytes32,
    /// Its place in the queue, from 1.
    pub place: u64,
    /// What opens it; left out where that would show a secret choice or a card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<OpenedFromQueue>,
}

/// The part of a queued turn that the turn which plays it does not have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenedFromQueue {
    pub salt: Bytes32,
    pub from: u64,
    pub until: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    pub only_if: Option<QueueCondition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unless: Option<QueueCondition>,
}
