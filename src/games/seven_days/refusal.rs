//! The reasons why the rules refuse an order, as data: a code with the things that it is about. The words for them are
//! in `present/refusals`; a signed state holds only what is here.

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

/// Any refusal of this game. The code tells the variants apart; no two share one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Refusal {
    /// The condition of an order does not hold.
    Unmet(Unmet),
    /// About units, leaders and areas that do not exist or are not the player's.
    Name(NameRefusal),
    /// About an impulse: its kind, the Advantage, its assaults and regroups (8, 10, 12).
    Impulse(ImpulseRefusal),
    /// About movement, with bridges and the Siege Guns (7, 9, 15.4, 16.2).
    Move(MoveRefusal),
    /// About the orders of the night, with entrenchments (11, 13).
    Night(NightRefusal),
}

adjutant_core::join_refusals!(
    SevenDays, Side: Unmet => Unmet, NameRefusal => Name, ImpulseRefusal => Impulse, MoveRefusal => Move, NightRefusal => Night
);
