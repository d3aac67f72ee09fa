//! Ships: fleets that sail, transports that carry, landings, common attacks, ships that enter.

use super::{Picture, Proposal};

/// Orders that are worth giving.
pub fn propose(_picture: &Picture<'_>) -> Vec<Proposal> {
    Vec::new()
}
