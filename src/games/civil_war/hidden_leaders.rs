//! What a side knows about its face-down leaders when it gives orders (CW-281).

use crate::engine::{OwnCards, Position};
use crate::legality::check;
use crate::orders::{Order, Reinforce, Source};
use crate::pack::Side;
use crate::position::ledger::hidden_leaders::{HAND, HiddenLeaders};
use crate::position::ledger::{Game, Piece};
use crate::{CivilWar, player};

pub mod sealed_orders;

/// Writes into orders which draw they mean, where they do not say so: the newest.
pub fn with_draw_numbers(game: &Game, side: Side, mut orders: Vec<Order>) -> Vec<Order> {
    for order in &mut orders {
        if let (Order::Reinforce(order), Some(hidden)) = (order, &game.hidden)
            && order.leader.is_some()
        {
            order.draw = order.draw.or(Some(hidden.draws(side)));
        }
    }
    orders
}

/// Legal orders. Those that bring in a leader name whom the side holds, or without its cards anybody whom it may hold.
pub fn legal(rules: &CivilWar, game: &Game, side: Side, own: Option<&OwnCards>) -> Vec<Order> {
    let Some(hidden) = &game.hidden else { return check::legal(rules, game, side) };
    let next = next(hidden, side, own);
    let orders = check::legal(rules, &open(game), side).into_iter();
    orders.flat_map(|order| named(order, &next, hidden.draws(side))).collect()
}

/// Orders of a sensible player: as with an open pool, up to a second leader, whom nobody knows yet.
pub fn recommend_orders(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    (side, seed): (Side, u64),
    own: Option<&OwnCards>,
) -> Vec<Order> {
    let Some(hidden) = &position.game.hidden else { return player::orders(rules, position, side, seed) };
    let next: Vec<Piece> = next(hidden, side, own).into_iter().take(1).collect();
    let shown = Position { game: open(&position.game), ..position.clone() };
    let mut entered = 0;
    let within = player::orders(rules, &shown, side, seed).into_iter().take_while(|order| {
        entered += u32::from(is_leader(order));
        entered < 2
    });
    within.flat_map(|order| named(order, &next, hidden.draws(side))).collect()
}

/// The position as with an open pool.
fn open(game: &Game) -> Game {
    Game { hidden: None, ..game.clone() }
}

/// Whom a side holds, if its cards are known; otherwise whom it may hold.
fn next(hidden: &HiddenLeaders, side: Side, own: Option<&OwnCards>) -> Vec<Piece> {
    match own {
        Some(own) => own.known_cards(HAND).into_iter().filter_map(|card| card.parse().ok()).collect(),
        None => hidden.leaders(side).to_vec(),
    }
}

fn is_leader(order: &Order) -> bool {
    matches!(order, Order::Reinforce(order) if order.from == Source::Leaders)
}

/// An order that brings in a leader, with each of these; another as it is.
fn named(order: Order, leaders: &[Piece], draw: u64) -> Vec<Order> {
    match order {
        Order::Reinforce(order) if order.from == Source::Leaders => {
            let with = |leader: &Piece| Reinforce { leader: Some(leader.clone()), draw: Some(draw), ..order.clone() };
            leaders.iter().map(|leader| Order::Reinforce(with(leader))).collect()
        }
        order => vec![order],
    }
}
