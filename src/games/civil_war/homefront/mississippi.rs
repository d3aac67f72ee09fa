//! Control of the Mississippi (4.1.4, 4.1.5).

use crate::engine::Events;
use crate::events::Event;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, movement::territory};

/// Whether the Union controls every city of the scenario's list (4.1.4); never where it has none.
pub fn is_lost(rules: &CivilWar, game: &Game) -> bool {
    let cities = rules.pack.scenarios.get(&game.scenario).map(|scenario| scenario.mississippi.as_slice());
    let cities = cities.unwrap_or_default();
    !cities.is_empty() && cities.iter().all(|&hex| territory::controller(rules, game, hex) == Some(Side::Union))
}

/// Looks whether the river has been lost or regained: the instant that a hex changes hands (4.1.4, 4.1.5).
pub fn update_mississippi(rules: &CivilWar, game: &mut Game, events: &mut Events) {
    let lost = is_lost(rules, game);
    if lost != game.mississippi_lost {
        game.mississippi_lost = lost;
        events.emit(if lost { "4.1.4" } else { "4.1.5" }, &Event::Mississippi { lost });
    }
}
