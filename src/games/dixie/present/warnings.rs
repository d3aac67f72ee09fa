//! What is legal in an order and probably unwanted.

use super::names;
use crate::Dixie;
use crate::document::Problem;
use crate::ledger::{CardAction, Game, Phase};
use crate::orders::Order;
use crate::pack::Kind;
use crate::place::Place;
use crate::report::grammar::{list, plural};
use crate::side::Side;

/// A warning of an order; `after` is the position that it leads to, where nothing decides but the order.
pub fn warning(rules: &Dixie, before: &Game, after: Option<&Game>, side: Side, order: &Order) -> Option<Problem> {
    let warn = |rule: &str, words: String, advice: &str| Some(Problem::new(words).rule(rule).advice(advice));
    let kind = |card: &String| rules.kind(before, side, card);
    match order {
        Order::Deploy { cards, .. } => {
            let held = |place: Place| Side::BOTH.iter().any(|side| !before.cards_in(place, *side).is_empty());
            let none = |place: &Place| cards.get(place).is_none_or(Vec::is_empty) && !held(*place);
            let empty = list(before.own_line(side).into_iter().filter(none).map(names::place), "and", "");
            let words = format!("leaves positions of your line empty, so that the enemy can occupy them: {empty}");
            if empty.is_empty() { None } else { warn("4.0", words, "deploy a troop card in each of them") }
        }
        Order::Move { cards, path } | Order::ForceMarch { cards, path, .. } => {
            let from = cards.iter().find_map(|card| before.find(side, card)).map(|(place, _)| place);
            if let Some(place) = from.filter(|place| leaves_open(rules, before, after, side, *place)) {
                let words = format!("leaves {} without troops, so that the enemy can occupy it", names::place(place));
                return warn("4.0", words, "leave a troop card there, or send one from the Reserve");
            }
            let horse = |card: &String| rules.card(before, side, card).is_some_and(|card| card.horse);
            let gun = |card: &&String| kind(card) == Some(Kind::Artillery) && !horse(card);
            let guns: Vec<String> = cards.iter().filter(gun).cloned().collect();
            let fires = from.is_some_and(|place| fires_from(rules, before, side, place));
            if !guns.is_empty() && fires && before.phase == Phase::Combat {
                let guns = names::cards(rules, before, side, &guns);
                let words = format!("moves artillery that could fire first: {guns}");
                return warn("7.0", words, "fire with it first, or leave it where it is");
            }
            let last = *path.last()?;
            let generals = cards.iter().all(|card| kind(card) == Some(Kind::General));
            let alone = generals && before.has_enemies(last, side) && !rules.has_troops(before, last, side);
            let words =
                format!("engages in {} with a general who has no troops there and is eliminated", names::place(last));
            if alone { warn("11.2", words, "send troops there first") } else { None }
        }
        Order::EndTurn {} => {
            if let Some(place) = before.places.keys().find(|place| rules.overstacked_by(before, **place, side) > 0) {
                let (over, place) = (rules.overstacked_by(before, *place, side).into(), names::place(*place));
                let words = format!(
                    "leaves {place} overstacked by {}: all its cards check morale, and some go to the Reserve",
                    plural(over, "card")
                );
                return warn("8.4", words, "send fewer cards there, or move others out first");
            }
            let idle = list(idle(rules, before, side), "and", "");
            let words = format!("ends the Battle Turn before these engaged cards have acted: {idle}");
            if idle.is_empty() { None } else { warn("7.0", words, "fire with them before any move") }
        }
        _ => None,
    }
}

/// Whether the last troops of a side have left a position of its own line that the enemy can reach.
fn leaves_open(rules: &Dixie, before: &Game, after: Option<&Game>, side: Side, place: Place) -> bool {
    let Some(after) = after else { return false };
    let had = rules.has_troops(before, place, side);
    let left = !rules.has_troops(after, place, side);
    let own = before.own_line(side).contains(&place);
    let near = rules.has_troops(after, place.opposite(), side.other()) || after.has_enemies(place, side);
    own && had && left && near
}

/// Whether artillery of a side can fire from a position.
fn fires_from(rules: &Dixie, game: &Game, side: Side, place: Place) -> bool {
    let across = place.opposite();
    rules.engaged(game, place) || (game.has_enemies(across, side) && !rules.has_troops(game, across, side))
}

/// The troop cards of a side in engaged positions that have not acted, while its combat is not over.
fn idle(rules: &Dixie, game: &Game, side: Side) -> Vec<String> {
    if game.phase > Phase::Combat {
        return Vec::new();
    }
    let places = game.places.keys().filter(|place| rules.engaged(game, **place));
    let cards = places.flat_map(|place| rules.troops(game, *place, side));
    let waits = cards
        .filter(|placed| !matches!(placed.did, Some(CardAction::Fired | CardAction::Engaged | CardAction::Disengaged)));
    waits.map(|placed| names::card(rules, game, side, &placed.card)).collect()
}
