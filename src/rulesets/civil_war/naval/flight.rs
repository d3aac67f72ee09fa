//! Ships beside which a fortification is built (8.10.7).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Cx, Input, Next};

use super::super::pack::Side;
use super::super::{CivilWar, Reply};

/// Ships that lie under the guns of a fortification that has just been built: it fires, and they go, a hexside at a time,
/// until no enemy fortification reaches them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flight {
    /// Whose ships they are.
    pub side: Side,
    /// The squadrons, by number, that have still to go.
    pub fleets: Vec<u32>,
    /// The fortification.
    pub fort: Hex,
}

impl Flight {
    /// The flight's next step.
    pub fn step(&mut self, _: &CivilWar, _: Cx<'_, CivilWar>, _: Input<CivilWar>) -> Next<CivilWar> {
        Next::Return(Reply::Done)
    }
}
