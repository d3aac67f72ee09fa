//! Why an order cannot be given at this moment (4.2).

use serde::{Deserialize, Serialize};

/// What speaks against any order of this kind now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", content = "facts", rename_all = "snake_case")]
pub enum TurnRefusal {
    /// The side's half of the pulse is over (4.2.6).
    HalfOver,
    /// The Action Phase is over (4.2.9).
    ActionPhaseOver,
    /// The winner of the initiative enters his free reinforcement first (4.2.5).
    FreeReinforcementFirst,
}
