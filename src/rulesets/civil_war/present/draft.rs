//! Comment lines for a drafted turn.

use crate::document::Id;
use crate::engine::Position;

use super::super::CivilWar;

/// What may be spent, what is asked, and examples of legal orders.
pub fn notes(_rules: &CivilWar, _position: &Position<CivilWar>, _side: &Id) -> Vec<String> {
    Vec::new()
}
