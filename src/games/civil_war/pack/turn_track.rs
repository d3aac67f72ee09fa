//! The Game-Turn Record Track, and what the whole war is worth (2.2, 3.10, 4.1, 17).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use super::{Side, Source};
use crate::document::Id;

/// A box of the Game-Turn Record Track: two months, or the four of the winter (3.0).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnBox {
    pub turn: u8,
    /// `July-August 1861`.
    pub period: String,
    pub months: u8,
    pub source: Source,
}

/// The Union Blockade Percentage of the turns up to one (2.2, 9.4.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockadePercent {
    pub through_turn: u8,
    pub percent: u8,
    pub source: Source,
}

/// What the Confederacy has when the war begins (9.4.2, 9.4.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InitialSupply {
    pub production: u8,
    pub imports: u8,
    pub source: Source,
}

/// The points of all cities of a state, which it is worth when it is converted (17).
#[sparse(with)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateWorth {
    pub state: Id,
    /// Ground that belongs to it and that the map treats as a state of its own.
    pub with: Vec<Id>,
    pub points: u8,
    pub source: Source,
}

/// What earns victory points (17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AwardCause {
    /// Each use of the Command Points Table in a turn.
    TableUse,
    /// A Confederate force, in supply and fresh, in Washington at a turn's end.
    WashingtonHeld,
    /// The same, demoralized or out of supply.
    WashingtonHeldWeakly,
    /// Washington isolated at a turn's end.
    WashingtonIsolated,
    /// Each point of a city that a side holds in ground not friendly to it.
    CityPoint,
    /// Each point of the cities of a state that a side has converted, besides the cities themselves.
    StatePoint,
    /// This many merchant ships sunk as `each` says.
    ShipsSunk,
}

/// A line of the list of awards.
#[sparse(side)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Award {
    pub deed: AwardCause,
    /// Who earns them; either side where none is named.
    pub side: Option<Side>,
    /// How many of the deed it takes.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub each: u8,
    pub points: u8,
    pub source: Source,
}

fn one() -> u8 {
    1
}

fn is_one(number: &u8) -> bool {
    *number == 1
}

/// A line of the Victory Schedule (17.4): at the end of a turn, Union points less Confederate points with which the war
/// ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleRow {
    pub turn: u8,
    /// With this many points or more the Union has won.
    pub union: i32,
    /// With this many points or fewer the Confederacy has won.
    pub confederate: i32,
    pub source: Source,
}

/// What the war is worth (17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VictoryAwards {
    pub states: Vec<StateWorth>,
    pub awards: Vec<Award>,
}
