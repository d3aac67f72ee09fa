//! The plan of a `move` order (6.1, 6.2).

use crate::board::Hex;
use crate::document::Id;
use crate::position::ledger::{Piece, Points};

/// The plan of a `move` order, once there are no objections to it.
#[derive(Clone, Debug)]
pub struct Plan {
    pub leader: Option<Piece>,
    pub others: Vec<Piece>,
    pub armies: Vec<Id>,
    pub from: Hex,
    pub sp: u32,
    pub(super) allowance: u32,
    pub(super) supplied: bool,
    pub paid: Points,
}
