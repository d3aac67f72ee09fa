//! The reaction radius of armies: what it covers, and the leaders who are alone in it (12.3.1 to 12.3.3, 12.3.17).

use crate::sorted::SortedSet;
use std::rc::Rc;

use crate::CivilWar;
use crate::board::Hex;
use crate::document::Id;
use crate::events::Cause;
use crate::leaders::army;
use crate::naval::control::Rivers;
use crate::pack::Side;
use crate::position::ledger::{Game, Piece, Place, by_command, side_of};

use super::terrain::crossable;

/// Whether the Reaction Radius of an army of `side` in `at` covers `hex` (12.3.1): its own hex and those around it, but
/// not across mountains without a road or gap, nor across a navigable river that an enemy fortification or enemy ships
/// control (8.5.7), nor into the sea, across an impassable hexside, or where the enemy stands (12.3.2); it does extend
/// into an unmanned enemy fortification (12.3.3). `forts_in_doubt`: whether an empty enemy fortification is assumed to
/// be in supply without checking.
pub fn covers(rules: &CivilWar, game: &Game, at: Hex, side: Side, hex: Hex, forts_in_doubt: bool) -> bool {
    covers_by(rules, game, at, side, hex, &Rivers::new(rules, game, forts_in_doubt))
}

/// Whether the radius covers a hex, rivers being as they are known to be.
fn covers_by(rules: &CivilWar, game: &Game, at: Hex, side: Side, hex: Hex, rivers: &Rivers<'_>) -> bool {
    if at == hex {
        return true;
    }
    let enemy = side.other();
    at.adjacent(hex)
        && crossable(rules, at, hex)
        && game.sp_at(hex, enemy) == 0
        && rivers.between((at, hex), side).is_none()
}

/// The hexes in the Reaction Radius of the armies of `side`, army by army in the order of their ids, each with its army
/// (12.3.1). `forts_in_doubt`: as for [`covers`].
pub fn covered_hexes<'a>(
    rules: &'a CivilWar,
    game: &'a Game,
    side: Side,
    forts_in_doubt: bool,
) -> impl Iterator<Item = (Hex, &'a Id)> {
    covered_hexes_over(rules, game, side, Rc::new(Rivers::new(rules, game, forts_in_doubt)))
}

/// [`covered_hexes`], rivers being as they are known to be.
pub fn covered_hexes_over<'a>(
    rules: &'a CivilWar,
    game: &'a Game,
    side: Side,
    rivers: Rc<Rivers<'a>>,
) -> impl Iterator<Item = (Hex, &'a Id)> {
    army::on_map(rules, game, side).flat_map(move |(army, at)| {
        let (near, rivers) = (std::iter::once(at).chain(rules.pack.map.neighbors(at)), Rc::clone(&rivers));
        near.filter(move |&hex| covers_by(rules, game, at, side, hex, &rivers)).map(move |hex| (hex, army))
    })
}

/// The enemy armies of `side` whose radius covers a hex, by id.
pub fn armies_covering(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Vec<Id> {
    let rivers = Rivers::new(rules, game, false);
    let enemies = army::on_map(rules, game, side.other());
    let covers = |(_, at): &(&Id, Hex)| covers_by(rules, game, *at, side.other(), hex, &rivers);
    enemies.filter(covers).map(|(army, _)| army.clone()).collect()
}

/// Leaders of the enemy of `side` without strength points in the radius of one of its armies, the highest first; they
/// are checked when they leave the map (12.3.17, 5.4.1d). A depot does not protect them.
pub fn uncovered_leaders(rules: &CivilWar, game: &Game, side: Side) -> impl Iterator<Item = (Piece, Cause)> + use<> {
    let enemy = side.other();
    let armies: Vec<Hex> = army::on_map(rules, game, side).map(|(_, at)| at).collect();
    let theirs = game.groups.values().filter(|group| group.side == enemy && group.sp > 0);
    let held: SortedSet<Hex> = theirs.map(|group| group.hex).collect();
    let rivers = Rivers::new(rules, game, false);
    let in_reach = |hex: Hex| armies.iter().any(|&at| at != hex && covers_by(rules, game, at, side, hex, &rivers));
    let covered = game.pieces.iter().filter(|(piece, place)| match place {
        Place::Map { hex, .. } => !held.contains(hex) && side_of(&rules.pack, piece) == Some(enemy) && in_reach(*hex),
        _ => false,
    });
    let covered = by_command(&rules.pack, covered.map(|(piece, _)| piece.clone()).collect());
    covered.into_iter().map(|piece| (piece, Cause::Covered))
}
