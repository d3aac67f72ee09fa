//! An army that leaders and strength points join.

use crate::document::Id;
use crate::position::ledger::Piece;

use super::super::hex_graph::HexIndex;

/// An army that is gathered.
#[derive(Clone, Debug)]
pub struct MainArmy {
    pub at: HexIndex,
    /// Of a theater without an army the strongest stack, where one may be formed.
    pub army: Option<Id>,
    /// Strength points that it has, that it may have, and that its leaders command.
    pub sp: u32,
    pub most: u32,
    pub led: u32,
    pub leaders: Vec<Piece>,
    /// The foremost of its theater, round which others gather.
    pub first: bool,
}
