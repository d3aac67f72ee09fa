//! What is legal in an order and probably unwanted.

use super::names;
use crate::Dixie;
use crate::document::{Bytes32, Condition, Problem};
use crate::engine::{CardTable, Events};
use crate::ledger::{CardAction, Game, Phase};
use crate::moves::Route;
use crate::orders::Order;
use crate::pack::Kind;
use crate::place::Place;
use crate::report::draft_examples::Warnings;
use crate::report::grammar::{list, plural};
use crate::side::Side;
use crate::view::View;

/// Warnings about a side's orders, each after those before it. After an order that dice decide they go on as things
/// stand now: cards that are to fire have fired, a force march has succeeded, scouts have come back.
pub fn warnings(rules: &Dixie, before: &Game, side: Side, orders: &[Order]) -> Vec<Problem> {
    let mut found = Warnings::new(Condition::AsThingsStand);
    let mut game = before.clone();
    expect_laid(&mut game, side, orders);
    for (n, order) in orders.iter().enumerate() {
        found.n = n;
        game.coming = orders[n + 1..].to_vec();
        let before = game.clone();
        if !order.refused(View::of(rules, &before, side)).is_empty() {
            found.sure = false;
            continue;
        }
        let certain = suppose(rules, &mut game, side, order);
        warn(rules, (&before, &game), side, order, &mut found);
        found.sure &= certain;
    }
    found.found
}

/// The table expects the cards that these orders lay face down.
fn expect_laid(game: &mut Game, side: Side, orders: &[Order]) {
    let deployed = |order: &Order| match order {
        Order::Deploy { cards, .. } => cards.values().flatten().cloned().collect(),
        _ => Vec::new(),
    };
    for card in orders.iter().flat_map(|order| [order.cards().to_vec(), deployed(order)].concat()) {
        if let Ok(id) = card.parse()
            && CardTable::is_lay(&card)
            && !game.cards.is_laid(&side.id(), &card)
            && let Some(own) = game.cards.sides.get_mut(&side.id())
        {
            own.committed.insert(id, Bytes32([0; 32]));
        }
    }
}

/// Carries out an order; where dice decide, as its side hopes. Returns whether the result is certain.
fn suppose(rules: &Dixie, game: &mut Game, side: Side, order: &Order) -> bool {
    let events = &mut Events::discarding();
    let certain = order.carry_out(rules, game, events, side).is_none();
    match order {
        Order::Fire { cards, .. } => cards.iter().for_each(|card| game.record_action(side, card, CardAction::Fired)),
        Order::Melee { place, .. } => {
            for card in rules.troops(game, *place, side).iter().map(|placed| placed.card.clone()).collect::<Vec<_>>() {
                game.record_action(side, &card, CardAction::Fired);
            }
        }
        Order::ForceMarch { cards, path, general } => {
            let all: Vec<String> = cards.iter().chain(general).cloned().collect();
            Route { cards: &all, path, forced: true }.carry_out(rules, game, events, side, &all);
        }
        Order::Scout { cards, place } if game.has_enemies(*place, side) => {
            for card in cards {
                let way = (*place, place.opposite());
                game.move_card(events, "13.7", (side, card), way, Some(CardAction::Fired));
            }
        }
        Order::Outflank(_) => game.begin_phase(Phase::Outflank),
        _ => {}
    }
    if !matches!(order, Order::EndTurn {}) {
        rules.apply_immediate_effects(game, events);
    }
    certain
}

/// What is legal in an order and probably unwanted, with the tables before and after it.
fn warn(rules: &Dixie, (before, after): (&Game, &Game), side: Side, order: &Order, found: &mut Warnings) {
    let kind = |card: &String| rules.kind(before, side, card);
    match order {
        Order::Deploy { cards, .. } => {
            let held = |place: Place| Side::BOTH.iter().any(|side| !before.cards_in(place, *side).is_empty());
            let none = |place: &Place| cards.get(place).is_none_or(Vec::is_empty) && !held(*place);
            let empty = list(before.own_line(side).into_iter().filter(none).map(names::place), "and", "");
            let words = format!("leaves positions of your line empty, so that the enemy can occupy them: {empty}");
            if !empty.is_empty() {
                found.warn("4.0", words, "deploy a troop card in each of them");
            }
        }
        Order::Move { cards, .. } | Order::ForceMarch { cards, .. } => {
            let from = cards.iter().find_map(|card| before.find(side, card)).map(|(place, _)| place);
            if let Some(place) = from.filter(|place| leaves_open(rules, before, after, side, *place)) {
                let words = format!("leaves {} without troops, so that the enemy can occupy it", names::place(place));
                found.warn("4.0", words, "leave a troop card there, or send one from the Reserve");
            }
            let horse = |card: &String| rules.card(before, side, card).is_some_and(|card| card.horse);
            let waits = |card: &String| before.placed(side, card).is_some_and(|placed| placed.did.is_none());
            let gun = |card: &&String| kind(card) == Some(Kind::Artillery) && !horse(card) && waits(card);
            let guns: Vec<String> = cards.iter().filter(gun).cloned().collect();
            let fires = from.is_some_and(|place| fires_from(rules, before, side, place));
            if !guns.is_empty() && fires && before.phase == Phase::Combat {
                let guns = names::cards(rules, before, side, &guns);
                let words = format!("moves artillery that could fire first: {guns}");
                found.warn("7.0", words, "fire with it first, or leave it where it is");
            }
        }
        Order::EndTurn {} | Order::Outflank(_) if before.phase <= Phase::Move => {
            for place in before.places.keys().filter(|place| rules.overstacked_by(before, **place, side) > 0) {
                let (over, place) = (rules.overstacked_by(before, *place, side).into(), names::place(*place));
                let words = format!(
                    "leaves {place} overstacked by {}: all its cards check morale, and some go to the Reserve",
                    plural(over, "card")
                );
                found.warn("8.4", words, "send fewer cards there, or move others out first");
            }
            for (place, general) in alone(rules, before, side) {
                let words =
                    format!("leaves {general} engaged in {} without troops, and he is eliminated", names::place(place));
                found.warn("11.2", words, "send troops there too, or move him out");
            }
            let idle = list(idle(rules, before, side), "and", "");
            let words = format!("ends the Battle Turn before these engaged cards have acted: {idle}");
            if !idle.is_empty() && matches!(order, Order::EndTurn {}) {
                found.warn("7.0", words, "fire with them before any move");
            }
        }
        _ => {}
    }
}

/// The generals of a side who are engaged without troops.
fn alone(rules: &Dixie, game: &Game, side: Side) -> Vec<(Place, String)> {
    let alone = |place: &&Place| game.has_enemies(**place, side) && !rules.has_troops(game, **place, side);
    let generals = |place: &Place| {
        let generals = rules.generals(game, *place, side).into_iter();
        generals.map(|general| (*place, names::card(rules, game, side, &general))).collect::<Vec<_>>()
    };
    game.places.keys().filter(alone).flat_map(generals).collect()
}

/// Whether the last troops of a side have left a position of its own line that the enemy can reach.
fn leaves_open(rules: &Dixie, before: &Game, after: &Game, side: Side, place: Place) -> bool {
    let had = rules.has_troops(before, place, side);
    let left = !rules.has_troops(after, place, side);
    let own = before.own_line(side).contains(&place);
    let near = rules.has_troops(after, place.opposite(), side.other()) || after.has_enemies(place, side);
    let follows = View::of(rules, before, side).moves_later().any(|(_, to)| to == place);
    own && had && left && near && !follows
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
