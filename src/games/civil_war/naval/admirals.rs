//! Naval leaders on land, and how they get to their ships (8.2.4a, 8.2.4c, 8.2.5). With ships they are not part of the
//! units in a hex: a fight for it neither uses nor checks them (8.2.4b).

use crate::board::Hex;

use super::shore::stations_beside;
use crate::CivilWar;
use crate::pack::{Side, Station};
use crate::position::ledger::{Game, Piece, Place, is_naval, side_of};

/// Naval leaders in a hex next to ships of their side board them (8.2.4a, CW-220).
pub fn board(rules: &CivilWar, game: &mut Game) {
    if game.squadrons.is_empty() {
        return;
    }
    let ashore: Vec<(Piece, Hex, bool)> = game
        .pieces
        .iter()
        .filter_map(|(piece, place)| match place {
            Place::Map { hex, moved, marching: false, .. } if is_naval(&rules.pack, piece) => {
                Some((piece.clone(), *hex, *moved))
            }
            _ => None,
        })
        .collect();
    for (piece, hex, moved) in ashore {
        let Some(side) = side_of(&rules.pack, &piece) else { continue };
        if let Some(at) = berth(rules, game, side, &piece, hex) {
            game.pieces.insert(piece, Place::Afloat { at, moved, sailing: false });
        }
    }
}

/// Where a naval leader in a hex finds a ship: of the adjacent stations that have one for him besides those of other
/// naval leaders (6.2.11f), the one with the most points (CW-220).
fn berth(rules: &CivilWar, game: &Game, side: Side, piece: &Piece, hex: Hex) -> Option<Station> {
    let resting = |at: &Station| {
        let squadrons = game.squadrons_at(*at, side).filter(|(_, squadron)| !squadron.sailing);
        squadrons.map(|(_, squadron)| squadron.hulls.points()).sum::<u32>()
    };
    let others = |at: &Station| {
        let there = game.afloat_at(&rules.pack, *at, side).into_iter();
        there.filter(|other| other != piece && is_naval(&rules.pack, other)).count()
    };
    let free = stations_beside(rules, hex).filter(|at| resting(at) as usize > others(at));
    free.max_by_key(|at| (resting(at), std::cmp::Reverse(*at)))
}

/// The hexes in which a naval leader steps ashore from where his ships lie: those that no enemy strength points are in.
pub fn ashore(rules: &CivilWar, game: &Game, piece: &Piece) -> Vec<Hex> {
    let (Some(Place::Afloat { at, .. }), Some(side)) = (game.pieces.get(piece), side_of(&rules.pack, piece)) else {
        return Vec::new();
    };
    let landings = rules.pack.map.waterways().landings(*at).into_iter();
    landings.filter(|hex| game.sp_at(*hex, side.other()) == 0).collect()
}

/// Whether a naval leader who ends his move in a hex finds a ship of his side there, which he may be with (6.2.10c).
pub fn meets_ships(rules: &CivilWar, game: &Game, piece: &Piece, hex: Hex) -> bool {
    let Some(side) = side_of(&rules.pack, piece) else { return false };
    is_naval(&rules.pack, piece) && berth(rules, game, side, piece, hex).is_some()
}
