//! Refusals about units, leaders and areas that do not exist or are not the player's.

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;

/// The reasons why the rules forbid it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NameRefusal {
    /// A unit (4.1) or leader (4.4.1) of the other side.
    EnemyCounter { id: Id },
    /// A unit or leader that has not entered the match (5.2, 4.4.1).
    NotInPlay { id: Id },
    /// The unit is lost (10.6).
    UnitEliminated { unit: Id },
    /// The leader is killed or wounded, and not back yet (15.2).
    LeaderOffMap { leader: Id },
    /// A leader is named where a unit is required (4.4).
    LeaderNotUnit { leader: Id },
    /// The pack has no unit of that name.
    NoSuchUnit { unit: Id },
    /// The pack has no leader of that name.
    NoSuchLeader { leader: Id },
    /// The map has no area of that number (3.2).
    NoSuchArea { area: Area },
    /// The map has no bridge of that name (15.4).
    NoSuchBridge { bridge: Id },
    /// An order names a unit or leader twice.
    NamedTwice { id: Id },
}
