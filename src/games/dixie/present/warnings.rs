//! What is legal in an order and probably unwanted.

use super::names;
use crate::Dixie;
use crate::document::Problem;
use crate::ledger::{Did, Game, Phase};
use crate::orders::Order;
use crate::pack::Kind;
use crate::place::Place;
use crate::report::words::list;
use crate::side::Side;

/// A warning of an order; `after` is the position that it leads to, where nothing decides but the order.
pub fn warning(rules: &Dixie, before: &Game, after: Option<&Game>, side: Side, order: &Order) -> Option<Problem> {
    match order {
        Order::Move { cards, path } | Order::ForceMarch { cards, path, .. } => {
            let from = cards.iter().find_map(|card| before.find(side, card)).map(|(place, _)| place);
            let opened = from.filter(|place| opens(rules, before, after, side, *place));
            if let Some(place) = opened {
                let words = format!("{} is left without troops, and the enemy can occupy it", names::place(place));
                return Some(
                    Problem::new(words).rule("4.0").advice("leave a troop card there, or send one from the Reserve"),
                );
            }
            let last = *path.last()?;
            let guns: Vec<String> = cards
                .iter()
                .filter(|card| {
                    rules.card(before, side, card).is_some_and(|card| card.kind == Kind::Artillery && !card.horse)
                })
                .filter(|card| before.find(side, card).is_some_and(|(place, _)| fires_from(rules, before, side, place)))
                .cloned()
                .collect();
            if !guns.is_empty() && before.fought.is_empty() && before.phase == Phase::Combat {
                let words = format!(
                    "{} could fire first, and may not once it has moved",
                    names::cards(rules, before, side, &guns)
                );
                return Some(
                    Problem::new(words)
                        .rule("7.0")
                        .advice("put the order to fire before it, or leave the artillery where it is"),
                );
            }
            let general = |card: &String| rules.card(before, side, card).is_some_and(|card| card.kind == Kind::General);
            let alone = cards.iter().all(general) && last != Place::Reserve && before.enemies(last, side);
            let troops = !rules.troops(before, last, side).is_empty();
            (alone && !troops).then(|| {
                let words = format!("a general who engages in {} without troops is eliminated", names::place(last));
                Problem::new(words).rule("11.2").advice("send troops there first")
            })
        }
        Order::EndTurn {} => {
            let idle = idle(rules, before, side);
            (!idle.is_empty()).then(|| {
                let words = format!(
                    "the Battle Turn ends before these cards have acted in an engaged position: {}",
                    list(idle, "and", "")
                );
                Problem::new(words).rule("7.0").advice("fire with them before any move")
            })
        }
        _ => None,
    }
}

/// Whether the last troops of a side have left a position of its own line that the enemy can reach.
fn opens(rules: &Dixie, before: &Game, after: Option<&Game>, side: Side, place: Place) -> bool {
    let Some(after) = after else { return false };
    let had = !rules.troops(before, place, side).is_empty();
    let left = rules.troops(after, place, side).is_empty();
    let own = before.own_line(side).contains(&place);
    let near = !rules.troops(after, place.opposite(), side.other()).is_empty() || after.enemies(place, side);
    own && had && left && near
}

/// Whether artillery of a side can fire from a position.
fn fires_from(rules: &Dixie, game: &Game, side: Side, place: Place) -> bool {
    let across = place.opposite();
    rules.engaged(game, place) || (game.enemies(across, side) && rules.troops(game, across, side).is_empty())
}

/// The troop cards of a side in engaged positions that have not acted, while its combat is not over.
fn idle(rules: &Dixie, game: &Game, side: Side) -> Vec<String> {
    if game.phase > Phase::Combat {
        return Vec::new();
    }
    let places = game.places.keys().filter(|place| rules.engaged(game, **place));
    let cards = places.flat_map(|place| rules.troops(game, *place, side));
    let waits = cards.filter(|placed| !matches!(placed.did, Some(Did::Fired | Did::Engaged | Did::Disengaged)));
    waits.map(|placed| names::card(rules, game, side, &placed.card)).collect()
}
