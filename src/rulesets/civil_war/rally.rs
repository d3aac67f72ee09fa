//! Rally by Commands (5.6, 7.7.4) and in the Rally Phase (3.9).

use crate::document::Problem;
use crate::engine::{Cx, Events};

use super::ledger::Game;
use super::orders::{Order, Rally};
use super::pack::Side;
use super::{CivilWar, Frame};

/// Begins a `rally` order.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn begin(
    _rules: &CivilWar,
    _cx: Cx<'_, CivilWar>,
    _side: Side,
    _order: &Rally,
) -> Result<Option<Frame>, Vec<Problem>> {
    Ok(None)
}

/// The Rally Phase: every demoralized stack loses a strength point, then supply is judged (3.9).
pub fn phase(_rules: &CivilWar, _game: &mut Game, _events: &mut Events) {}

/// Legal rally orders.
pub fn legal(_rules: &CivilWar, _game: &Game, _side: Side) -> Vec<Order> {
    Vec::new()
}
