//! Leaders who leave the map: for good, or until a later turn (5.2.7, 5.4.3).

use crate::position::ledger::{Game, Piece, Place};

/// A leader is out of the game, dead or otherwise: his higher counters on the track and in the pool go with him (5.2.7,
/// CW-45).
pub(super) fn kill(game: &mut Game, piece: &Piece, how: Place) {
    for (other, place) in &mut game.pieces {
        if other.leader == piece.leader && other != piece && matches!(place, Place::Track(_) | Place::Pool) {
            *place = Place::Discarded;
        }
    }
    game.pieces.insert(piece.clone(), how);
}

/// A leader leaves the map for the turn track, wounded or displaced: his promotion counter in the pool goes with him
/// (5.2.7, CW-48).
pub(super) fn to_track(game: &mut Game, piece: &Piece, due: u8) {
    for (other, place) in &mut game.pieces {
        if other.leader == piece.leader && other != piece && *place == Place::Pool {
            *place = Place::Track(due);
        }
    }
    game.pieces.insert(piece.clone(), Place::Track(due));
}

/// A leader is away for longer than a turn, seriously wounded or captured: all his counters that wait go with him (22.1).
pub(super) fn leave(game: &mut Game, piece: &Piece, where_to: Place) {
    for (other, place) in &mut game.pieces {
        if other.leader == piece.leader && other != piece && matches!(place, Place::Track(_) | Place::Pool) {
            *place = where_to.clone();
        }
    }
    game.pieces.insert(piece.clone(), where_to);
}
