//! The plan of a `sail` order (8.2 to 8.4, 8.8).

use crate::board::Hex;
use crate::pack::{Side, Station};
use crate::position::ledger::{Game, Hulls, Piece, Points, Squadron};

/// The plan of a `sail` order, once there are no objections to it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who commands the ships.
    pub leader: Option<Piece>,
    pub from: Station,
    pub hulls: Hulls,
    /// Naval leaders who go along with him.
    pub escorts: Vec<Piece>,
    /// Where what they carry is taken on board.
    pub loaded: Option<Hex>,
    /// Strength points carried.
    pub sp: u32,
    /// Ground leaders on board, including one who commands the ships, the highest first.
    pub aboard: Vec<Piece>,
    /// The stations that they enter.
    pub way: Vec<Station>,
    pub supplied: bool,
    pub paid: Points,
}

impl Plan {
    /// Where the voyage ends.
    pub fn end(&self) -> Station {
        self.way.last().copied().unwrap_or(self.from)
    }

    /// Whether anybody is on board.
    pub fn has_cargo(&self) -> bool {
        self.sp > 0 || !self.aboard.is_empty()
    }
}

/// Makes ships that have not moved a squadron of their own, `at` a station.
pub(super) fn set_ships_apart(game: &mut Game, side: Side, from: Station, hulls: &Hulls, at: Station) -> u32 {
    let mut left = hulls.clone();
    for squadron in game.squadrons.values_mut() {
        if squadron.at == from && squadron.side == side && !squadron.moved {
            let part = left.intersection(&squadron.hulls);
            squadron.hulls.subtract(&part);
            left.subtract(&part);
        }
    }
    game.add_squadron(Squadron { side, at, hulls: hulls.clone(), moved: true, sailing: true })
}
