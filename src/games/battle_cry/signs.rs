//! The signs of who is winning, from what everybody sees.

use crate::BattleCry;
use crate::engine::prospects::Sign;
use crate::ledger::{DECK, Game, HAND};
use crate::shared::Side;
use crate::view::View;

/// The signs as a side sees them.
pub fn signs(rules: &BattleCry, game: &Game, side: Side) -> Vec<Sign> {
    let lead = |of: &dyn Fn(Side) -> i64| of(side) - of(side.other());
    let union = lead(&|side| i64::from(side == Side::Union));
    let view = View::of(rules, game, side);
    let table = view.table().map_or(0, |table| i64::from(table.lead(side)));
    let battle_alone = rules.scenario(game).is_some_and(|scenario| scenario.days > 0);
    // The Confederate wins the campaign when the decks are out; other scenarios favor nobody.
    let (time, favored) = if game.scenario.as_str() == "campaign" { (20, -3_500) } else { (10, 0) };
    let mut signs = vec![
        Sign::new("value in the battle", table, if battle_alone { 150 } else { 200 }),
        Sign::new("cards in hand", lead(&|side| game.count(side, HAND) as i64), 150),
        Sign::new("generals in play", lead(&|side| game.side(side).generals.len() as i64), 150),
    ];
    if !battle_alone {
        signs.push(Sign::new("command points", lead(&|side| i64::from(game.side(side).points)), 200));
        signs.push(Sign::new("cities", union * rules.cities_taken(game) as i64, 200));
        signs.push(Sign::new("cards until the decks are out", union * time_left(game), time));
        signs.push(Sign::new("what the scenario favors", union, favored));
    }
    signs
}

/// The cards until the first deck is through for the second time: then the Confederate has won (End of Game).
fn time_left(game: &Game) -> i64 {
    let of = |side: Side| (i64::from(3 - game.side(side).deck.min(3))) * 60 + game.count(side, DECK) as i64;
    Side::BOTH.into_iter().map(of).min().unwrap_or(0)
}
