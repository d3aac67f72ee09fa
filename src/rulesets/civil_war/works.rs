//! Depots, forts and fortresses: building and destroying (9.2, 14).

use crate::document::Problem;
use crate::engine::Cx;

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

/// Begins a `destroy` order.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn destroy(_: &CivilWar, _: Cx<'_, CivilWar>, _: Side, _: &Destroy) -> Result<Option<Frame>, Vec<Problem>> {
    Ok(None)
}
