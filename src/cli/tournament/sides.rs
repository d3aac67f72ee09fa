//! The names of the sides in a tournament's games.

use tournament::documents::GamePlan;

use crate::cli::folder;
use crate::report::grammar::{capital, side_name};

/// The names of a game's two sides: `Union`, `Confederacy`. If this program does not have the game, the ids in the
/// documents.
pub fn names(plan: &GamePlan) -> [String; 2] {
    let table = || {
        let known = *folder::games().find(plan.ruleset.id.as_str()).ok()?;
        let game = folder::games().game(known.id, known.revision, &known.shipped()).ok()?;
        game.setup(&plan.scenario, &plan.options).ok()
    };
    let table = table();
    plan.sides.each_ref().map(|side| match &table {
        Some(table) => {
            let words = table.side_words(side);
            capital(words.strip_prefix("the ").unwrap_or(&words))
        }
        None => side_name(side.as_str()),
    })
}
