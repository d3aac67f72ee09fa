//! What the rules hold against an order, as data: a code with what it is said of. The words for it are in
//! `present/refusals`; a signed state holds only what is here.

pub mod condition;
pub mod impulse;
pub mod movement;
pub mod names;
pub mod night;

use serde::Serialize;

use crate::SevenDays;
use crate::pack::Side;

pub use condition::Unmet;
pub use impulse::{Ending, ImpulseRefusal};
pub use movement::MoveRefusal;
pub use names::NameRefusal;
pub use night::NightRefusal;

/// Any refusal of this game. Its code tells which; no two have the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Refusal {
    /// Of the condition of an order.
    Unmet(Unmet),
    /// Of units, leaders and areas that are not there, or not the player's.
    Name(NameRefusal),
    /// Of an impulse: its kind, the Advantage, its assaults, its regroups (8, 10, 12).
    Impulse(ImpulseRefusal),
    /// Of movement, with bridges and the Siege Guns (7, 9, 15.4, 16.2).
    Move(MoveRefusal),
    /// Of the orders of the night, with entrenchments (11, 13).
    Night(NightRefusal),
}

adjutant_core::join_refusals!(
    SevenDays, Side: Unmet => Unmet, NameRefusal => Name, ImpulseRefusal => Impulse, MoveRefusal => Move, NightRefusal => Night
);
