//! What the rules hold against an order, as data: a code with what it is said of. The words for it are in
//! `present/refusals`; a signed state holds only what is here.

pub mod condition;
pub mod forces;
pub mod movement;
pub mod naval;
pub mod turn;

use serde::{Deserialize, Serialize};

pub use condition::Unmet;
pub use forces::ForceRefusal;
pub use movement::MoveRefusal;
pub use naval::NavalRefusal;
pub use turn::TurnRefusal;

/// Any refusal of this game. Its code tells which; no two have the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Refusal {
    /// Of the condition of an order.
    Unmet(Unmet),
    /// Of what may be ordered at all, and when (4.2).
    Turn(TurnRefusal),
    /// Of reinforcements, armies, rails, works, rallies, and what they cost.
    Force(ForceRefusal),
    /// Of movement on land.
    Move(MoveRefusal),
    /// Of ships, landings and transport by sea.
    Naval(NavalRefusal),
}
