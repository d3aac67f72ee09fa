//! Why the `if` of an order does not hold.

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;

use crate::position::ledger::Outcome;

/// The part of a condition that does not hold when the order is carried out. "Own" and "enemy" are from the point of
/// view of the player who gave the order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unmet {
    /// No leader has activated his command.
    NotActivated,
    /// A leader has activated his command.
    Activated,
    /// There are enemies in the area.
    NotClear { area: Area },
    /// The two sides do not both have units in the area.
    NotContested { area: Area },
    /// The side does not control the area; the enemy does.
    NotOurs { area: Area },
    /// The unit is Exhausted, or out of play.
    NotFresh { unit: Id },
    /// The assault in the area did not end with the result asked for.
    OtherResult { area: Area, was: Outcome },
    /// It is later than asked for.
    TooLate { impulse: u8, at_most: u8 },
    /// The side does not have the Advantage.
    NoAdvantage,
    /// The side has the Advantage.
    HasAdvantage,
    /// Every part of `not` holds.
    NotHolds,
}
