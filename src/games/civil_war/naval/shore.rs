//! Where ships and the shore meet: the stations next to a hex, and whether strength points may come ashore in it
//! (8.4.4, 8.4.5).

use crate::board::Hex;
use crate::pack::{Side, Station};
use crate::position::ledger::Game;
use crate::{CivilWar, movement::territory};

/// The stations from which ships can carry off units in a hex: its navigable hexsides, the hex itself if it is coastal,
/// and in a bay a hexside that ends at it (8.4.4, 8.8.1, CW-223).
pub fn stations_beside(rules: &CivilWar, hex: Hex) -> impl Iterator<Item = Station> + '_ {
    let ways = rules.pack.map.waterways();
    let near = rules.pack.map.neighbors(hex).flat_map(|there| ways.hexsides_of(there));
    let mut stations: Vec<Station> = ways.hexsides_of(hex).chain(near).chain([Station::Hex(hex)]).collect();
    stations.sort();
    stations.dedup();
    stations.into_iter().filter(move |&at| ways.landings(at).contains(&hex))
}

/// Whether strength points may simply be put ashore in a hex: not where the enemy is or in a hex that he controls; in
/// enemy territory, including a converted state, only where there are friendly strength points or a friendly Control
/// marker (8.4.5, 8.4.8, 8.4.8a, 8.8.3, 8.8.3a).
pub fn can_disembark(rules: &CivilWar, game: &Game, side: Side, hex: Hex) -> bool {
    let enemy = side.other();
    if game.sp_at(hex, enemy) > 0 {
        return false;
    }
    if game.sp_at(hex, side) > 0 {
        return true;
    }
    let controller = territory::controller(rules, game, hex);
    if controller == Some(enemy) || territory::fort_holder(rules, game, hex) == Some(enemy) {
        return false;
    }
    let enemy_state = rules.pack.map.hex(hex).is_some_and(|data| {
        data.states.iter().any(|state| territory::friendly_side(rules, game, state) == Some(enemy))
    });
    !enemy_state || controller == Some(side)
}
