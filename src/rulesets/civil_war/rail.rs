//! Movement of strength points by rail (6.6).

use crate::document::Problem;
use crate::engine::Cx;

use super::orders::Rail;
use super::pack::Side;
use super::{CivilWar, Frame};

/// Begins a `rail` order.
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn begin(_: &CivilWar, _: Cx<'_, CivilWar>, _: Side, _: &Rail) -> Result<Option<Frame>, Vec<Problem>> {
    Ok(None)
}
