//! The signs of who is winning a battle, from what everybody sees.

use crate::Dixie;
use crate::engine::prospects::Sign;
use crate::ledger::{Game, Phase};
use crate::pack::Edition;
use crate::place::Place;
use crate::side::Side;
use crate::state_changes::DECK;

/// The signs as a side sees them.
pub fn signs(rules: &Dixie, game: &Game, side: Side) -> Vec<Sign> {
    let lead = |of: &dyn Fn(Side) -> i64| of(side) - of(side.other());
    let to_move = if game.phase == Phase::Deployment { 0 } else { lead(&|side| i64::from(game.side == side)) };
    let [troops, cards, taken, lean] = weights(game);
    vec![
        Sign::new("troops in the battle line", lead(&|side| in_line(rules, game, side)), troops),
        Sign::new("cards in reserve", lead(&|side| in_reserve(game, side)), cards),
        Sign::new("ground taken", lead(&|side| ground(rules, game, side)), taken),
        Sign::new("the move", to_move, 140),
        Sign::new("what the battle favors", lead(&|side| i64::from(side == Side::Usa)), lean),
    ]
}

/// The weights of troops, reserves and ground, and what the battle itself gives the USA.
fn weights(game: &Game) -> [i64; 4] {
    match game.edition {
        Edition::BullRun => [450, 300, 205, 80],
        Edition::Shiloh => [335, 136, 190, 30],
        Edition::Gettysburg => [400, 210, 215, -415],
    }
}

fn in_line(rules: &Dixie, game: &Game, side: Side) -> i64 {
    game.places.keys().map(|place| rules.troops(game, *place, side).len() as i64).sum()
}

/// The cards of its Reserve, and those that are still to come.
fn in_reserve(game: &Game, side: Side) -> i64 {
    let deck = game.cards.count(&side.id(), DECK);
    let coming = game.today.get(&side).map_or(deck, |today| deck.min(usize::from(*today)));
    (game.reserve(side) + coming) as i64
}

/// The positions that count toward its victory and that it holds alone; one in which it is fighting counts half, in
/// halves.
fn ground(rules: &Dixie, game: &Game, side: Side) -> i64 {
    let counts = |place: &&Place| match (game.edition, side) {
        (Edition::Shiloh, Side::Csa) => matches!(place, Place::BackCenter | Place::FrontCenter),
        (Edition::Shiloh, Side::Usa) => **place == Place::FrontCenter,
        _ => place.line() == Some(side.other()),
    };
    let held = |place: &Place| match (rules.has_troops(game, *place, side), game.has_enemies(*place, side)) {
        (true, false) => 2,
        (true, true) => 1,
        _ => 0,
    };
    game.places.keys().filter(counts).map(held).sum()
}
