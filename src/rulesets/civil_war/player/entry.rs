//! Reinforcements, leaders, armies and works: what comes onto the map, and where.

use super::{Picture, Proposal};

/// Orders that are worth giving.
pub fn propose(_picture: &Picture<'_>) -> Vec<Proposal> {
    Vec::new()
}
