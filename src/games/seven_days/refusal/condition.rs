//! Why the `if` of an order does not hold.

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;

use crate::position::ledger::Outcome;

/// The part of a condition that does not hold when the order's turn comes. "Own" and "enemy" are from the point of view
/// of the player who gave it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unmet {
    /// No leader has activated his command.
    NotActivated,
    /// A leader has activated his command.
    Activated,
    /// Enemies are there.
    NotClear { area: Area },
    /// Not both sides have units there.
    NotContested { area: Area },
    /// The enemy controls it.
    NotOurs { area: Area },
    /// The unit is Exhausted, or out of play.
    NotFresh { unit: Id },
    /// The assault there did not end so.
    OtherResult { area: Area, was: Outcome },
    /// It is later than asked for.
    TooLate { impulse: u8, at_most: u8 },
    /// The side has not the Advantage.
    NoAdvantage,
    /// The side has the Advantage.
    HasAdvantage,
    /// All of `not` holds.
    NotHolds,
}
