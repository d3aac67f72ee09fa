//! Why the `if` of an order does not hold.

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

/// The part of a condition that does not hold when the order's turn comes. Own and enemy are as its giver sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unmet {
    /// No own strength points are there.
    NoneOfOurs { hex: Hex },
    /// No enemy strength points are there.
    NoEnemy { hex: Hex },
    /// Somebody's strength points are there.
    NotEmpty { hex: Hex },
    /// Own strength points are fewer or more than asked for.
    OwnStrength { hex: Hex, sp: u32 },
    /// Enemy strength points are fewer or more than asked for.
    EnemyStrength { hex: Hex, sp: u32 },
    /// The leader is somewhere else.
    LeaderElsewhere { leader: Id, hex: Hex },
    /// The own force there is not demoralized.
    NotDemoralized { hex: Hex },
    /// All of `not` holds.
    NotHolds,
}
