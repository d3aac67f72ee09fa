//! Movement by land (6.1–6.5).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::{Cx, Input, Next};

use super::ledger::{Game, Piece};
use super::orders::{DropOff, Move, Order};
use super::pack::Side;
use super::{CivilWar, Frame, Reply};

/// A force on the march.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    pub side: Side,
    pub leader: Option<Piece>,
    /// The number of the moving strength points' group; none for a leader alone.
    pub group: Option<u32>,
    /// Where it is now.
    pub at: Hex,
    /// The hexes still to enter.
    pub path: Vec<Hex>,
    pub drop: Vec<DropOff>,
    /// Movement points left.
    pub left: u32,
    /// Supplied when it was activated (9.1).
    pub supplied: bool,
}

impl March {
    /// The march's next step.
    pub fn step(&mut self, _rules: &CivilWar, _cx: Cx<'_, CivilWar>, _input: Input<CivilWar>) -> Next<CivilWar> {
        Next::Return(Reply::Done)
    }
}

/// Begins a `move` order.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn begin(
    _rules: &CivilWar,
    _cx: Cx<'_, CivilWar>,
    _side: Side,
    _order: &Move,
) -> Result<Option<Frame>, Vec<Problem>> {
    Ok(None)
}

/// Legal move orders.
pub fn legal(_rules: &CivilWar, _game: &Game, _side: Side) -> Vec<Order> {
    Vec::new()
}
