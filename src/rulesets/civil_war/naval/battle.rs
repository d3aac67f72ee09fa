//! Combat on water (8.10): ships against ships, and the guns of forts.

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Cx, Input, Next};

use super::super::force::Force;
use super::super::ledger::Piece;
use super::super::pack::{Side, Station};
use super::super::{CivilWar, Reply};

/// What ships under way meet at a station: enemy ships, round by round until one side has none, and after each round
/// every fortification that fires there; without enemy ships each fires once (8.8.2, 8.10.8, 8.10¶11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The side under way.
    pub side: Side,
    /// Its squadron.
    pub fleet: u32,
    /// Where they are.
    pub at: Station,
    /// The hexes whose fortifications fire, in this order.
    pub forts: Vec<Hex>,
    /// What they carry, which a hit may fall on (8.10.5, 8.10.5b).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cargo: Option<Force>,
    /// Everybody on board: each is checked once by whoever called (8.2.3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aboard: Vec<Piece>,
    #[serde(default)]
    pub round: u32,
}

impl Battle {
    /// The battle's next step.
    pub fn step(&mut self, _: &CivilWar, _: Cx<'_, CivilWar>, _: Input<CivilWar>) -> Next<CivilWar> {
        Next::Return(Reply::Battle)
    }
}
