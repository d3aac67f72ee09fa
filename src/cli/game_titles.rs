//! What games and scenarios are called, by their ids.

use tournament::documents::GamePlan;

use super::folder::games;
use crate::report::grammar::capital;
use crate::session::GameEntry;

fn known(game: &str) -> Option<&'static GameEntry> {
    games().known().iter().find(|known| known.id == game)
}

/// The title of a game.
pub fn game_title(id: &str) -> String {
    known(id).map_or_else(|| capital(&id.replace('_', " ")), |known| known.title.to_owned())
}

/// The game and the scenario that a tournament plays: `Dixie (First Bull Run)`.
pub fn planned_title(plan: &GamePlan) -> String {
    let game = plan.ruleset.id.as_str();
    format!("{} ({})", game_title(game), scenario_title(game, plan.scenario.as_str()))
}

/// The title of a scenario of a game.
pub fn scenario_title(game: &str, scenario: &str) -> String {
    let words = || scenario.split('_').filter(|word| !word.is_empty()).map(capital).collect::<Vec<_>>().join(" ");
    known(game).map_or_else(words, |known| known.scenario_name(scenario))
}
