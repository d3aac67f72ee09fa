//! What games and scenarios are called, by their ids.

use tournament::documents::GamePlan;

use crate::registry::entry_of;
use crate::report::grammar::capital;

/// The title of a game.
pub fn game_title(id: &str) -> String {
    entry_of(id).map_or_else(|| capital(&id.replace('_', " ")), |known| known.title.to_owned())
}

/// The game and the scenario that a tournament plays: `Dixie (First Bull Run)`.
pub fn planned_title(plan: &GamePlan) -> String {
    let game = plan.ruleset.id.as_str();
    format!("{} ({})", game_title(game), scenario_title(game, plan.scenario.as_str()))
}

/// The title of a scenario of a game.
pub fn scenario_title(game: &str, scenario: &str) -> String {
    let words = || scenario.split('_').filter(|word| !word.is_empty()).map(capital).collect::<Vec<_>>().join(" ");
    entry_of(game).map_or_else(words, |known| known.scenario_name(scenario))
}
