//! The current point in the turn (6).

use serde::{Deserialize, Serialize};

use crate::pack::Side;

/// The game, turn by turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub stage: Stage,
}

/// A point in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The bids for the sides (16.1).
    Bids,
    /// The turn begins (6.2).
    Dawn,
    /// The weather, before any other action (15.1).
    Weather,
    /// Arrivals on the map, and successors of leaders (6.2.2, 15.2).
    Arrivals,
    /// The die rolls for Lee and McClellan (6.2.1).
    Lee,
    McClellan,
    /// The Advantage may reverse a die roll (12.1).
    Rouse,
    /// Jackson's die roll (16.6).
    Sleep,
    /// The Supply Train (6.2.2).
    Train,
    /// The die roll for McDowell (16.5).
    Help,
    /// The impulse of a side (8).
    Impulse(Side),
    /// A side's wounded leaders return at the beginning of its Night Phase (15.2, SD-47).
    Dusk(Side),
    /// The Night Phase of a side (13.2).
    Night(Side),
    /// The End Phase begins (6.5).
    Close,
    /// The End Phase of a side (11.3).
    End(Side),
    /// The next turn.
    Next,
}
