//! The invariants of every position.

use crate::BattleCry;
use crate::document::Problem;
use crate::engine::cards::TABLE;
use crate::engine::{Position, Ruleset};
use crate::ledger::{ASIDE, INCOMING, Phase};
use crate::pack::Theater;
use crate::shared::Side;

/// Every violated invariant.
pub fn broken(rules: &BattleCry, position: &Position<BattleCry>) -> Vec<Problem> {
    let game = &position.game;
    let mut found = Vec::new();
    let decks = rules.decks(game);
    // Cards that lie face down are in no pile.
    let laid = |side: &Side| game.cards.of(&side.id()).map_or(0, |own| own.laid.len());
    let all_in_piles = Side::BOTH.into_iter().filter(|side| laid(side) == 0);
    found.extend(all_in_piles.filter_map(|side| game.cards.lost_count(&side.id(), &decks)));
    let mut never = |wrong: bool, path: String, words: &str| {
        found.extend(wrong.then(|| Problem::new(words).in_path(format!("game.{path}"))));
    };
    never(rules.scenario(game).is_none(), "scenario".to_owned(), "the pack has no such scenario");
    for side in Side::BOTH {
        let own = game.side(side);
        let path = |field: &str| format!("sides.{side}.{field}");
        never(own.points > 15, path("points"), "there are more command points than the track has");
        never(game.count(side, INCOMING) > 0, "cards".to_owned(), "cards are still on their way to the deck");
        let aside = game.aside.get(&side).map_or(0, Vec::len);
        never(aside != game.count(side, ASIDE), "aside".to_owned(), "the cards set aside are not those of the pile");
        let table = game.cards.open(&side.id(), TABLE);
        for general in &own.generals {
            let known = rules.pack.general(side, &general.card).is_some();
            let lies = table.contains(&general.card) || game.phase == Phase::SetUp;
            never(!known || !lies, path("generals"), "a general in play lies on the table");
        }
        for theater in Theater::BOTH {
            let cavalry = game
                .generals(side, theater)
                .filter(|one| rules.pack.general(side, &one.card).is_some_and(|general| general.cavalry));
            never(cavalry.count() > 1, path("generals"), "a theater has at most one cavalry general");
        }
        let battle = game.battle.iter().flat_map(|battle| &battle.table).filter(|played| played.side == side);
        for played in battle {
            never(!table.contains(&played.card), "battle.table".to_owned(), "a card of the battle lies on the table");
        }
    }
    found
}
