//! The charts of the states: neutral states with special rules, and militia (15, 16).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use super::{Side, Source};
use crate::document::Id;

/// A neutral state that joins a side otherwise than by all its cities (15.6, 15.7).
#[sparse(all_but(state, source))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NeutralState {
    pub state: Id,
    /// It joins the first side that controls cities in it worth this many points at the end of a turn.
    pub points: Option<u8>,
    /// Ground that belongs to it and that the map treats as a state of its own, for those points.
    pub with: Vec<Id>,
    /// The first side whose strength points enter it drives it to the other.
    pub inviolate: bool,
    /// Whom it joins of itself.
    pub joins: Option<Joins>,
    pub source: Source,
}

/// Whom a neutral state joins if nobody has moved it before, and at the end of which turn (15.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joins {
    pub side: Side,
    pub after: u8,
}

/// The militia of a state: strength points (16). A state without a row has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Militia {
    pub state: Id,
    pub sp: u8,
    pub source: Source,
}
