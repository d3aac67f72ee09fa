//! The invariants of every position.

use crate::Longstreet;
use crate::document::Problem;
use crate::engine::Position;
use crate::engine::cards::TABLE;
use crate::ledger::{DISCARD, Phase};
use crate::options::decks;
use crate::side::Side;

/// Every violated invariant.
pub fn broken(rules: &Longstreet, position: &Position<Longstreet>) -> Vec<Problem> {
    let game = &position.game;
    let mut found = Vec::new();
    let decks = decks(&rules.pack, game);
    found.extend(Side::BOTH.into_iter().filter_map(|side| game.cards.lost_count(&side.id(), &decks)));
    let mut never = |wrong: bool, path: &str, words: &str| {
        found.extend(wrong.then(|| Problem::new(words).in_path(format!("game.{path}"))));
    };
    for side in Side::BOTH {
        never(game.count(side, TABLE) > 0, "cards", "a card lies on the table");
        let shown = game.shown.get(&side).map_or(0, Vec::len);
        never(shown > game.count(side, DISCARD), "shown", "more cards were seen to be discarded than there are");
    }
    never(rules.battle(game).is_none(), "battle", "the pack has no such battle");
    for (id, unit) in &game.units {
        let path = format!("units.{id}");
        let known = rules.unit(game, id);
        never(known.is_none(), &path, "the battle has no such unit");
        never(known.is_some_and(|(_, data)| unit.bases > data.bases), &path, "it has more bases than at first");
        let acted = known.is_some_and(|(side, _)| side != game.side) && (unit.fired || unit.charged);
        never(acted, &path, "it has acted in the enemy's turn");
    }
    let unnumbered = game.facts.iter().any(|fact| fact.n == 0 || fact.n > game.declared);
    never(unnumbered, "facts", "a fact has no number");
    let invoked = matches!(game.phase, Phase::Fire | Phase::Movement | Phase::Combat);
    never(invoked && game.invoked.is_none(), "invoked", "a phase is under way that nobody has invoked");
    found
}
