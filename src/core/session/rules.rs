//! A ruleset as a game, and a position of it as a session: the types for which the files beside this one implement what
//! the rest of the program asks.

use serde_json::Value;

use super::cards::HandTracker;
use crate::document::{Id, Problem};
use crate::engine::position::Position;
use crate::engine::ruleset::Ruleset;
use crate::sorted::SortedMap;

/// Implements [`super::Game`] for a [`Ruleset`].
#[derive(Clone, Debug)]
pub struct Rules<R: Ruleset>(pub R);

/// What owners know of their cards, by side.
pub type HandTrackers = SortedMap<Id, HandTracker>;

/// Implements [`super::Session`] for a [`Ruleset`].
#[derive(Clone, Debug)]
pub struct RulesetSession<R: Ruleset> {
    pub rules: R,
    pub position: Position<R>,
    /// The cards of the sides whose secrets are known here; no result depends on them.
    pub own: HandTrackers,
    /// Whether the sensible player decides in haste here.
    pub hasty: bool,
}

impl<R: Ruleset> RulesetSession<R> {
    /// A position at which nobody's cards are known.
    pub fn new(rules: R, position: Position<R>) -> RulesetSession<R> {
        RulesetSession { rules, position, own: HandTrackers::new(), hasty: false }
    }
}

/// A value read as a part of a position; `path` says where it stands.
///
/// # Errors
/// It does not have that form.
pub(super) fn decode<T: serde::de::DeserializeOwned>(path: &str, value: &Value) -> Result<T, Problem> {
    crate::document::decode::decode_at(None, path, value)
}

/// Why acts were not fully resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unfinished {
    /// What is wrong with them, or that there are no more dice.
    pub problems: Vec<Problem>,
    /// The events up to then; empty if the acts are refused.
    pub events: Vec<Value>,
}

impl From<Vec<Problem>> for Unfinished {
    fn from(problems: Vec<Problem>) -> Self {
        Unfinished { problems, events: Vec::new() }
    }
}
