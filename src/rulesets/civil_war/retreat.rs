//! Retreats (7.7.13–7.7.19).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::engine::{Cx, Input, Next};

use super::orders::Standing;
use super::pack::Side;
use super::{CivilWar, Reply};

/// A force retreats from a hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreat {
    pub side: Side,
    pub from: Hex,
    /// The hex that the attacker came from.
    pub entry: Hex,
}

/// How a retreat ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    To(Hex),
    Destroyed,
}

impl Retreat {
    /// The retreat's next step.
    pub fn step(&mut self, _rules: &CivilWar, _cx: Cx<'_, CivilWar>, _input: Input<CivilWar>) -> Next<CivilWar> {
        Next::Return(Reply::Retreat(Ended::Destroyed))
    }
}

/// The hex that standing orders choose among the legal ones.
pub fn by_standing(_standing: &Standing, _from: Hex, _options: &[Hex]) -> Option<Hex> {
    None
}
