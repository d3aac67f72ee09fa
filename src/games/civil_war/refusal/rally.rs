//! Why a force is not rallied (5.6, 7.7.4).

use serde::{Deserialize, Serialize};

use crate::board::Hex;

/// Why the rules forbid a `rally` order. `demoralized`: where the side has demoralized forces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RallyRefusal {
    /// The force there is not demoralized (7.7.4).
    NothingToRally { hex: Hex, demoralized: Vec<Hex> },
    /// No own strength points are there (7.7.4).
    NobodyToRally { hex: Hex, demoralized: Vec<Hex> },
    /// No leader is there (5.6.1).
    NoLeaderToRally { hex: Hex },
    /// The only leader there is a naval leader, and he rallies nobody on land (5.6.3).
    NavalLeaderToRally { hex: Hex },
    /// The force is out of supply (7.7.4).
    RallyOutOfSupply { hex: Hex },
}
