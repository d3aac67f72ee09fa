//! Who takes part in a scenario.

use crate::document::Id;

use crate::CivilWar;
use crate::pack::Side;
use crate::position::ledger::Game;

/// Whether a leader has a part in the scenario that is played: he is on the table, or comes in a later turn (3.2,
/// 10.1).
pub fn is_in_scenario(rules: &CivilWar, game: &Game, leader: &Id) -> bool {
    if game.pieces.keys().any(|piece| piece.leader == *leader) || rules.pack.untried.stands_for(leader) {
        return true;
    }
    let Some(scenario) = rules.pack.scenarios.get(&game.scenario) else { return true };
    let is_he = |name: &Id| rules.pack.named_counter(name).is_some_and(|(data, _)| data.id == *leader);
    let comes = (game.turn..=scenario.last_turn)
        .flat_map(|turn| Side::BOTH.map(|side| scenario.arrivals(turn, side)))
        .flatten()
        .any(|arrivals| arrivals.leaders.iter().any(is_he));
    comes || scenario.ships.iter().any(|squadron| squadron.leaders.iter().any(is_he))
}
