//! What is on the table, what players may say, what happens, and what the rules hold against an order: codes and facts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;
use crate::engine::sum::Sum;
use crate::shared::Side;
use crate::shared::areas::Field;
use crate::sorted::{SortedMap, SortedSet};

/// Everything on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The round, from 1, and how many are played (2).
    pub round: u8,
    pub rounds: u8,
    /// Units and control (1).
    pub field: Field,
    /// The postures of the round (2.1).
    pub postures: SortedMap<Side, Posture>,
    /// The units that have acted in the round (2.3).
    pub acted: SortedSet<Id>,
}

/// What a side chooses for a round in secret (2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    Hold,
    Assault,
    March,
}

/// An order of the side that gives orders (2.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// A unit marches to an adjacent area (3).
    March { unit: Id, to: Area },
    /// A shaken unit rallies (4).
    Rally { unit: Id },
    /// Units attack the enemies in an area (5); the first of them takes the hit of a stalemate.
    Attack { units: Vec<Id>, area: Area },
    /// The side's orders are over for this round.
    Done {},
}

/// What a beaten defender is asked: where it was beaten, and where it may retreat (5.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub area: Area,
    pub open: Vec<Area>,
}

/// What a beaten defender does (5.5): it stands, or retreats to an area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    Stand {},
    Retreat(Area),
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum Event {
    /// A round begins (2).
    Round { round: u8 },
    /// The postures, and the rolls for the first move (2.2).
    Initiative { postures: SortedMap<Side, Posture>, rolls: SortedMap<Side, u64>, first: Side },
    /// A unit marches (3.1), retreats (5.5) or advances after combat (5.6): the rule tells which.
    Moved { side: Side, unit: Id, from: Area, to: Area },
    /// A unit is in order again (4.1).
    Rallied { side: Side, unit: Id },
    /// A combat: both sides' values, and the result (5.3).
    Combat { side: Side, area: Area, attack: Sum, defense: Sum, result: Outcome },
    /// A unit takes a hit (5.4).
    Hit { side: Side, unit: Id, eliminated: bool },
    /// The match is over; nobody wins with equal points (6.1).
    Ended { points: SortedMap<Side, i64>, winner: Option<Side> },
}

/// The result of a combat (5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Repulse,
    Stalemate,
    Success,
}

/// What the rules hold against an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The side has no such unit in play.
    NotInPlay { unit: Id },
    /// It has acted in this round, or is named twice.
    HasActed { unit: Id },
    /// The areas are not adjacent.
    NotAdjacent { from: Area, to: Area },
    /// Enemies are there, or as many of the side's own as may be.
    NoRoom { area: Area },
    /// No enemies are in the area.
    NoEnemies { area: Area },
    /// The attack names no unit.
    NoUnits,
    /// A shaken unit cannot attack.
    Shaken { unit: Id },
    /// The unit is not shaken.
    InOrder { unit: Id },
}
