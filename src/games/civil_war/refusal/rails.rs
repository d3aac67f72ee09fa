//! Why strength points cannot go by rail (6.6, 11).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use crate::pack::Station;

/// Why the rules forbid a `rail` order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RailRefusal {
    // Who goes.
    /// Armies do not go by rail, and he commands one (6.6.7).
    ArmyByRail { leader: Id, army: Id },
    /// A leader alone needs no train (6.6.2).
    LeaderAloneByRail { leader: Id },
    /// The order takes Texas Rangers or Civilized Indians, who never go by rail (CW-318, CW-319).
    CountersByRail { hex: Hex, unit: Id },
    /// The trains of the turn carry fewer strength points (6.6.5).
    RailCapacityExceeded { capacity: u32, used: u32 },

    /// The same over captured rails, which take more capacity (21.11). `takes`: for each strength point.
    CapturedRailCapacityExceeded { capacity: u32, used: u32, takes: u32 },

    // From where to where.
    /// The goal is where they are (6.6.1).
    RailToSameHex { hex: Hex },
    /// No train runs where they are.
    RailFromClosed { why: RailBar },
    /// No train runs at the goal.
    RailToClosed { why: RailBar },
    /// No train goes anywhere from where they are. `bars`: what stops them, the nearest first.
    NoTrainLeaves { hex: Hex, bars: Vec<RailBar> },
    /// Trains do not go as far as the goal. `nearest`: the hex nearest to it to which they go, if it is nearer than
    /// where they are; `bars`: what stops them, what lies on the way first.
    RailsNotJoined { from: Hex, to: Hex, nearest: Option<Hex>, bars: Vec<RailBar> },
}

/// Why no train of a side runs in a hex, or between two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RailBar {
    /// No railroad is there.
    NoRailroad { hex: Hex },
    /// Enemy strength points are there.
    Enemy { hex: Hex },
    /// The rails are the enemy's.
    EnemyRails { hex: Hex },
    /// It is both sides' territory, and nobody has converted the rails.
    Unconverted { hex: Hex },
    /// The rails are nobody's.
    NobodysRails { hex: Hex },
    /// An enemy fortification is there.
    Fortification { hex: Hex },
    /// It is within the Reaction Radius of that army, and no own strength points are there.
    Reaction { hex: Hex, army: Id },
    /// Enemy ships are between the two.
    Ships { at: Station, from: Hex, to: Hex },
}

impl RailBar {
    /// The rule that says so.
    pub fn rule(&self) -> &'static str {
        match self {
            RailBar::NoRailroad { .. } => "6.6.1b",
            RailBar::Enemy { .. } | RailBar::Fortification { .. } | RailBar::Reaction { .. } => "6.6.1a",
            RailBar::EnemyRails { .. } | RailBar::NobodysRails { .. } => "11.1.1",
            RailBar::Unconverted { .. } => "11.1.3",
            RailBar::Ships { .. } => "6.6.4a",
        }
    }
}
