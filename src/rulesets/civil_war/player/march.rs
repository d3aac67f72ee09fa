//! Marches, attacks and rail movement.

use super::{Picture, Proposal};

/// Orders that are worth giving.
pub fn propose(_picture: &Picture<'_>) -> Vec<Proposal> {
    Vec::new()
}
