//! Depots, forts and fortresses: building and destroying (9.2, 14).

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::{Cx, Events};

use super::events::{DepotFate, Event};
use super::ledger::Game;
use super::orders::{Build, Destroy};
use super::pack::Side;
use super::{CivilWar, Frame};

/// Begins a `build` order.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn build(_: &CivilWar, _: Cx<'_, CivilWar>, _: Side, _: &Build) -> Result<Option<Frame>, Vec<Problem>> {
    Ok(None)
}

/// A depot has been the source of a combat's supply (9.2.5, 9.2.6).
pub fn spend_depot(game: &mut Game, events: &mut Events, hex: Hex) {
    if let Some(side) = game.depots.remove(&hex) {
        events.emit("9.2.5", &Event::DepotLost { side, hex, how: DepotFate::Spent });
    }
}

/// The attackers have won the hex in a combat: an enemy depot there is gone (9.2.8b).
pub fn lose_depot_in_combat(game: &mut Game, events: &mut Events, hex: Hex, winner: Side) {
    if game.depots.get(&hex) == Some(&winner.other()) {
        game.depots.remove(&hex);
        events.emit("9.2.8b", &Event::DepotLost { side: winner.other(), hex, how: DepotFate::Burnt });
    }
}

/// Begins a `destroy` order.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn destroy(_: &CivilWar, _: Cx<'_, CivilWar>, _: Side, _: &Destroy) -> Result<Option<Frame>, Vec<Problem>> {
    Ok(None)
}
