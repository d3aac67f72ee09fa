//! Why the rules forbid an order for the night (11.1, 13).

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;

/// The reasons why the rules forbid it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NightRefusal {
    /// The order is for the Night Phase, and the phase is another (13.2).
    NotNight,

    // Replacements (13.2, 13.3).
    /// On the last day the Advantage does not bring a Replacement Point (13.3).
    NoReplacementsOnLastDay,
    /// More units are named than there are Replacement Points (13.2).
    TooFewReplacementPoints { used: u32, have: u32 },
    /// Artillery refits without a Replacement Point (13.2).
    RefitsByItself { unit: Id },
    /// A Fresh unit needs no replacements (13.2).
    ReplacesFreshUnit { unit: Id },
    /// The unit is cut off from its source of supply (13.3.1).
    NoReplacementPath { unit: Id, to: Area },

    // Entrenchments (11).
    /// Only infantry entrenches (11.1).
    NoInfantryToEntrench { area: Area },
    /// The other side's entrenchment is there (11.1).
    EnemyEntrenched { area: Area },
    /// The entrenchment already has its highest value (11.1).
    FullyEntrenched { area: Area },
    /// No marker is left (11.0).
    NoEntrenchmentsLeft,

    // Engineers.
    /// No Engineers are at a bridge and could be kept there (15.4.4).
    NoEngineersAtBridge,
}
