//! What is legal in an order and probably unwanted.

use crate::Longstreet;
use crate::document::{Id, Problem};
use crate::engine::{OwnCards, Position};
use crate::ledger::{DECK, DISCARD, HAND};
use crate::orders::Order;
use crate::pack::Effect;
use crate::plausible::{opened, suppose};
use crate::side::Side;
use crate::view::View;

/// A deck of no more cards than this runs out in a few turns.
const SMALL: usize = 12;
/// So many cards are removed by a reshuffle (Reshuffling Penalty).
const PENALTY: usize = 6;

/// What is said of an order: the rule, the words, and what to do instead.
type Said = (&'static str, String, &'static str);

/// Warnings of a side's orders, each with the order that it is about, as if nobody interrupted and every die missed.
pub fn warnings(
    rules: &Longstreet,
    position: &Position<Longstreet>,
    id: &Id,
    own: Option<&OwnCards>,
    orders: &[Order],
) -> Vec<Problem> {
    let Ok(side) = Side::named(id) else { return Vec::new() };
    let mut game = position.game.clone();
    opened(&mut game, side);
    let mut hand = View { rules, game: &game, side, own }.hand();
    let mut found = Vec::new();
    for (n, order) in orders.iter().enumerate() {
        let view = View { rules, game: &game, side, own };
        if !order.refused(view).is_empty() {
            break;
        }
        let (cards, modify) = order.cards();
        let spent: Vec<&String> = cards.iter().chain(modify).collect();
        let mut said = of_cards(view, order, &orders[n + 1..]);
        if own.is_some() && !spent.is_empty() {
            said.extend(last_interrupt(view, &hand, &spent));
            hand.retain(|card| !spent.contains(&card));
        }
        said.extend(of_units(view, order).into_iter().chain(turns_about(view, order)));
        let told =
            |(rule, words, advice): Said| Problem::new(words).rule(rule).advice(advice).in_path(format!("orders[{n}]"));
        found.extend(said.into_iter().map(told));
        suppose(&mut game, order);
    }
    found
}

/// What an order does to deck and hand, with those after it.
fn of_cards(view: View<'_>, order: &Order, after: &[Order]) -> Vec<Said> {
    let (deck, discards) = (view.game.count(view.side, DECK), view.game.count(view.side, DISCARD));
    let hand = view.game.count(view.side, HAND);
    let mut said = Vec::new();
    let in_phase = || after.iter().take_while(|order| order.stays_in_phase() || matches!(order, Order::Settle {}));
    match order {
        Order::Reshuffle {} if !view.game.reshuffled => {
            let left = (deck + discards).saturating_sub(PENALTY);
            if left <= SMALL {
                let words = format!("this reshuffle leaves a deck of {left} cards");
                said.push(("Reshuffling Penalty", words, "wait until the deck is empty, if it is not"));
            } else if deck >= view.game.hand_size(view.side) {
                let words = format!("the deck still has {deck} cards, and a reshuffle removes {PENALTY}");
                said.push(("Reshuffling Penalty", words, "wait until the deck is nearly empty"));
            }
        }
        Order::Movement { cards, .. } | Order::Combat { cards, .. } if cards.len() == 2 => {
            let disorders = |order: &Order| {
                matches!(order, Order::Move { disorder: true, .. } | Order::Charge { disorder: true, .. })
            };
            if !in_phase().any(disorders) {
                let words = "two cards are paid, and nothing that follows causes disorder".to_owned();
                said.push((
                    "Disorder Requires Two Cards",
                    words,
                    "invoke the phase with one card, or order what disorders",
                ));
            }
        }
        Order::Fire { modify: Some(card), .. } => {
            let rerolls = view.card(card).is_some_and(|card| card.effect == Effect::RerollMisses);
            if rerolls && !in_phase().any(|order| matches!(order, Order::Volley { reroll: true, .. })) {
                let words = format!("{} is played, and no volley rolls its misses again", title(view, card));
                said.push(("Modifying a Phase", words, "write `reroll: true` into a volley of a single unit"));
            }
        }
        Order::Pass {} if deck + discards == 0 => {
            let words = "a pass with neither deck nor discards loses the battle".to_owned();
            said.push(("Pass", words, "invoke a phase with a card of the hand: it becomes a discard"));
        }
        Order::Pass {} if hand > 0 => {
            let words = "a pass now bars a pass in the next turn".to_owned();
            said.push(("Pass", words, "keep a card with which to invoke a phase then"));
        }
        _ => {}
    }
    let lacks = view.game.hand_size(view.side).saturating_sub(hand);
    if matches!(order, Order::Pass {} | Order::EndTurn {}) && deck > 0 && lacks >= deck {
        let words =
            format!("the redraw takes the last of the deck ({deck}), and the next turn begins with a reshuffle");
        said.push(("Redraw", words, "play fewer cards, if the deck is to last"));
    }
    said
}

/// The last interrupt of the hand is spent on something else (Interrupt).
fn last_interrupt(view: View<'_>, hand: &[String], spent: &[&String]) -> Option<Said> {
    let interrupts = |card: &&String| view.card(card).is_some_and(|card| card.interrupt.is_some());
    let card = spent.iter().copied().find(|card| interrupts(card))?;
    let left = hand.iter().filter(interrupts).any(|other| !spent.contains(&other));
    let words = format!("{} is the last interrupt of the hand", title(view, card));
    (!left).then_some(("Interrupt", words, "play another card, if the enemy is to be interrupted"))
}

/// A unit with smoke is sent to move or charge, which the players' own rules may forbid.
fn of_units(view: View<'_>, order: &Order) -> Option<Said> {
    let (Order::Move { unit, .. } | Order::Charge { unit, .. }) = order else { return None };
    let smoke = view.game.units.get(unit).is_some_and(|unit| unit.smoke || unit.fired);
    let words = format!("{} has fired in this turn, and has smoke", super::names::unit(view.rules, unit));
    smoke.then_some(("LS-10", words, "look whether your rules let it"))
}

/// A move without `facing` turns a unit to the north.
fn turns_about(view: View<'_>, order: &Order) -> Option<Said> {
    let Order::Move { unit, to, .. } = order else { return None };
    let was = view.game.units.get(unit).map_or(0, |unit| unit.at.facing);
    let words = format!("{} turns to the north", super::names::unit(view.rules, unit));
    (to.facing == 0 && was != 0).then_some(("LS-10", words, "write `facing` with the move, if it is to look elsewhere"))
}

fn title(view: View<'_>, card: &str) -> String {
    view.card(card).map_or_else(|| card.to_owned(), |card| card.title.clone())
}
