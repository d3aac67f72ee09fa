//! Why an order cannot be paid for (4.2, 6.4).

use serde::{Deserialize, Serialize};

use crate::command::expense::Expense;
use crate::pack::Theater;
use crate::position::ledger::Track;

/// Why the points that an order costs or offers are not accepted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayRefusal {
    /// The order costs more than the initiative points that are left (4.2.1).
    CostsMoreThanInitiative { cost: u32, left: u32 },
    /// Whatever the order comes to, it costs more than that (4.2.1).
    CostsMoreThanInitiativeAtLeast { cost: u32, left: u32 },

    // Points that the order names.
    /// The track does not pay for what the order does (6.4, 8.2.4c, 8.3.8).
    TrackDoesNotPay { track: Track, purse: Expense, theater: Theater },
    /// No discretionary points are spent in the theater now (4.1.4b, 4.1.6d, 4.1.8c).
    DiscretionaryBarred { purse: Expense, theater: Theater, because: Barred },
    /// The track has fewer points (4.2).
    PaidMoreThanTrack { track: Track, paid: u32, left: u32 },
    /// The points are not what the order costs.
    PaidOtherThanCost { paid: u32, cost: u32 },

    // Points that the order leaves to the rules. `own`: on the tracks that pay first.
    /// The discretionary points would be needed, and none are spent in the theater now (4.1.4b, 4.1.6d, 4.1.8c).
    TooFewWithoutDiscretionary { cost: u32, own: u32, purse: Expense, theater: Theater, because: Barred },
    /// Not enough points are left on the tracks that pay (4.2).
    TooFewCommands { cost: u32, own: u32, discretionary: u32, purse: Expense, theater: Theater },
}

/// Why a side has no use of its discretionary points in a theater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Barred {
    /// The Confederacy holds Washington (4.1.6d).
    WashingtonHeld,
    /// Washington is isolated (4.1.8c).
    WashingtonIsolated,
    /// The Mississippi is lost (4.1.4b).
    MississippiLost,
}
