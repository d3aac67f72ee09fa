//! Reinforcements enter (10.2, 10.3).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::{Cx, Input, Next};

use super::ledger::Game;
use super::orders::{Order, Reinforce};
use super::pack::Side;
use super::{CivilWar, Frame, Reply};

/// A leader is drawn from the pool for a hex (10.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    pub side: Side,
    pub at: Hex,
    pub free: bool,
}

impl Draw {
    /// The draw's next step.
    pub fn step(&mut self, _rules: &CivilWar, _cx: Cx<'_, CivilWar>, _input: Input<CivilWar>) -> Next<CivilWar> {
        Next::Return(Reply::Done)
    }
}

/// Begins a `reinforce` order.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn begin(
    _rules: &CivilWar,
    _cx: Cx<'_, CivilWar>,
    _side: Side,
    _order: &Reinforce,
) -> Result<Option<Frame>, Vec<Problem>> {
    Ok(None)
}

/// Whether a side has a reinforcement that has a hex to go to.
pub fn any_possible(_rules: &CivilWar, _game: &Game, _side: Side) -> bool {
    false
}

/// Legal reinforce orders.
pub fn legal(_rules: &CivilWar, _game: &Game, _side: Side) -> Vec<Order> {
    Vec::new()
}
