//! The Reaction Radius (12.3.1 to 12.3.3).

use crate::board::Hex;
use crate::document::Id;

use super::ledger::Game;
use super::pack::{HexsideKind, Side};
use super::{CivilWar, army, movement, supply, territory};

/// Whether the Reaction Radius of an army of `side` in `at` covers `hex` (12.3.1): its own hex and those around it, but
/// not across mountains without a road or gap, nor across a navigable river that an enemy fortification controls, nor
/// into the sea, across an impassable hexside, or where the enemy stands (12.3.2). `forts_in_doubt`: an enemy's empty
/// fortification counts as supplied without a look.
pub fn covers(rules: &CivilWar, game: &Game, at: Hex, side: Side, hex: Hex, forts_in_doubt: bool) -> bool {
    if at == hex {
        return true;
    }
    let enemy = side.other();
    at.adjacent(hex)
        && movement::crossable(rules, at, hex)
        && game.sp_at(hex, enemy) == 0
        && !([at, hex].into_iter().any(|there| {
            rules.pack.map.hexside(at, hex).is_some_and(|side| side.kind == HexsideKind::NavigableRiver)
                && territory::fort_holder(rules, game, there) == Some(enemy)
                && (forts_in_doubt || supply::fort_in_force(rules, game, there, enemy))
        }))
}

/// The enemy armies of `side` whose radius covers a hex, by id.
pub fn covering(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Vec<Id> {
    let enemies = army::on_map(rules, game, side.other());
    enemies.filter(|(_, at)| covers(rules, game, *at, side.other(), hex, false)).map(|(army, _)| army.clone()).collect()
}
