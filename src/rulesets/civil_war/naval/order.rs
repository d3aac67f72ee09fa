//! The check of a `sail` order (8.2 to 8.4, 8.8).

use crate::document::Problem;
use crate::engine::Cx;

use super::super::ledger::Game;
use super::super::orders::Sail;
use super::super::pack::Side;
use super::super::{CivilWar, Frame};

/// Begins a `sail` order of the phasing side.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn sail(_: &CivilWar, _: Cx<'_, CivilWar>, _: Side, _: &Sail) -> Result<Option<Frame>, Vec<Problem>> {
    Err(vec![Problem::new("ships do not sail yet")])
}

/// The command points that a `sail` order costs, if who acts is there.
pub fn price(_: &CivilWar, _: &Game, _: Side, _: &Sail) -> u32 {
    0
}
