//! Which leaders have been revealed (5.5).

use crate::CivilWar;
use crate::engine::Events;
use crate::events::Event;
use crate::position::ledger::{Game, Piece, Place, side_of};

/// How many hexes cavalry may go with strength points in a pulse before it is revealed (5.5.2a).
pub const MAX_HEXES_UNREVEALED: u32 = 4;

/// Reveals those of these leaders who are face-down on the map, in this order (5.5.2): all in a hex where combat
/// occurs, whether or not their ratings count, and cavalry when it moves strength points more than four hexes or tries
/// to retreat before combat (5.5.2a). They stay revealed until they return to the pool (5.5.3).
pub fn reveal(rules: &CivilWar, game: &mut Game, events: &mut Events, pieces: &[Piece]) {
    for piece in pieces {
        let Some(side) = side_of(&rules.pack, piece) else { continue };
        if let Some(Place::Map { down, .. }) = game.pieces.get_mut(piece)
            && std::mem::take(down)
        {
            events.emit("5.5.2", &Event::Revealed { side, piece: piece.clone() });
        }
    }
}
