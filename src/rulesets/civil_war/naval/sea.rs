//! Movement by sea without ships (8.6, 8.7).

use crate::document::Problem;
use crate::engine::Cx;

use super::super::ledger::Game;
use super::super::orders::Sea;
use super::super::pack::Side;
use super::super::{CivilWar, Frame};

/// Moves strength points by sea.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn sea(_: &CivilWar, _: Cx<'_, CivilWar>, _: Side, _: &Sea) -> Result<Option<Frame>, Vec<Problem>> {
    Err(vec![Problem::new("nobody moves by sea yet")])
}

/// The command points that a `sea` order costs, if who acts is there.
pub fn price(_: &CivilWar, _: &Game, _: Side, _: &Sea) -> u32 {
    0
}
