//! What holds in every position.

use crate::Longstreet;
use crate::document::Problem;
use crate::engine::Position;
use crate::engine::cards::TABLE;
use crate::ledger::Phase;
use crate::options::decks;
use crate::side::Side;

/// Everything that does not hold.
pub fn broken(rules: &Longstreet, position: &Position<Longstreet>) -> Vec<Problem> {
    let game = &position.game;
    let mut found = Vec::new();
    let mut wrong = |path: String, words: String| found.push(Problem::new(words).in_path(path));
    let decks = decks(&rules.pack, game);
    for side in Side::BOTH {
        let id = side.id();
        let all: usize = decks.get(&id).into_iter().flat_map(|piles| piles.values()).map(Vec::len).sum();
        let piles: usize =
            game.cards.of(&id).into_iter().flat_map(|own| own.piles.values()).map(|pile| pile.count()).sum();
        if piles != all {
            wrong("game.cards".to_owned(), format!("{side} has {piles} cards of {all}"));
        }
        if game.cards.count(&id, TABLE) > 0 {
            wrong("game.cards".to_owned(), format!("a card of {side} lies on the table"));
        }
        let shown = game.shown.get(&side).map_or(0, Vec::len);
        if shown > game.count(side, crate::ledger::DISCARD) {
            wrong(format!("game.shown.{side}"), "more cards were seen to be discarded than there are".to_owned());
        }
    }
    let Some(battle) = rules.battle(game) else {
        wrong("game.battle".to_owned(), format!("the pack has no battle {}", game.battle));
        return found;
    };
    for (id, unit) in &game.units {
        match battle.unit(id) {
            None => wrong(format!("game.units.{id}"), "the battle has no such unit".to_owned()),
            Some((_, data)) if unit.bases > data.bases => {
                wrong(format!("game.units.{id}"), format!("it has {} bases of {}", unit.bases, data.bases));
            }
            Some((side, _)) if side != game.side && (unit.fired || unit.charged) => {
                wrong(format!("game.units.{id}"), "it has acted in the enemy's turn".to_owned());
            }
            _ => {}
        }
    }
    if game.facts.iter().any(|fact| fact.n == 0 || fact.n > game.declared) {
        wrong("game.facts".to_owned(), "a fact has no number".to_owned());
    }
    let invoked = matches!(game.phase, Phase::Fire | Phase::Movement | Phase::Combat);
    if invoked && game.invoked.is_none() {
        wrong("game.invoked".to_owned(), "a phase is under way that nobody has invoked".to_owned());
    }
    found
}
