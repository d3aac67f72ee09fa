//! An order that a part of the player proposes.

use crate::orders::Order;

/// A possible order and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    pub order: Order,
    /// By how many hundredths of a victory point the position improves, minus the risk. Only orders with a positive
    /// value are proposed.
    pub worth: i64,
    /// Its cost in command points, for comparison; 0 if it is free.
    pub price: u32,
}
