//! Why the rules forbid an order, as data: a code and its facts. The words are in `present/refusals`; a signed state
//! contains only what is here.

pub mod armies;
pub mod condition;
pub mod construction;
pub mod movement;
pub mod naval;
pub mod payment;
pub mod rails;
pub mod rally;
pub mod reinforcements;
pub mod turn;

use serde::Serialize;

use crate::CivilWar;
use crate::pack::Side;

pub use armies::ArmyRefusal;
pub use condition::Unmet;
pub use construction::WorksRefusal;
pub use movement::MoveRefusal;
pub use naval::NavalRefusal;
pub use payment::{Barred, PayRefusal};
pub use rails::{RailBar, RailRefusal};
pub use rally::RallyRefusal;
pub use reinforcements::ReinforceRefusal;
pub use turn::TurnRefusal;

/// Any refusal of this game, identified by its code; no two have the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Refusal {
    /// Of the condition of an order.
    Unmet(Unmet),
    /// What may be ordered at all, and when (4.2).
    Turn(TurnRefusal),
    /// Of the points that an order costs (4.2, 6.4).
    Pay(PayRefusal),
    /// Of reinforcements (10.2, 10.3).
    Reinforce(ReinforceRefusal),
    /// Of armies, and of orders that form and change them (12).
    Army(ArmyRefusal),
    /// Of depots, forts and fortresses (9.2, 14).
    Works(WorksRefusal),
    /// Of railroads (6.6, 11).
    Rail(RailRefusal),
    /// Of rallies (5.6).
    Rally(RallyRefusal),
    /// Of movement on land.
    Move(MoveRefusal),
    /// Of ships, landings and transport by sea.
    Naval(NavalRefusal),
}

adjutant_core::join_refusals!(
    CivilWar, Side: Unmet => Unmet, TurnRefusal => Turn, PayRefusal => Pay, ReinforceRefusal => Reinforce, ArmyRefusal => Army,
    WorksRefusal => Works, RailRefusal => Rail, RallyRefusal => Rally, MoveRefusal => Move, NavalRefusal => Naval
);
