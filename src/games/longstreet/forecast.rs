//! What can be said about orders after something undecided: they are tried on a copy of the record, as if nobody
//! interrupted and every die missed. An interrupt can only take something away, and dice change nothing that an order
//! of the same turn depends on.

use crate::Longstreet;
use crate::engine::ruleset::{Forecast, LaterOrder};
use crate::engine::{Events, Position};
use crate::events::Refusal;
use crate::ledger::{DECK, Game, Phase};
use crate::orders::Order;
use crate::side::Side;
use crate::view::View;
use crate::{Procedure, order_execution};

/// Which of these orders are certain to be refused, and which are not.
pub fn forecast(
    rules: &Longstreet,
    position: &Position<Longstreet>,
    side: Side,
    orders: &[LaterOrder<'_, Order>],
) -> Forecast {
    let mut found = Forecast { problems: Vec::new(), undecided: Vec::new() };
    let mut game = position.game.clone();
    apply_turn_start(&mut game, side);
    for procedure in &position.stack {
        if let Procedure::Carry(order_execution::OrderExecution { order, .. }) = procedure {
            apply_certain_effects(&mut game, order);
        }
    }
    let mut known = true;
    for (n, order) in orders.iter().enumerate() {
        // What follows a faulty or refused order may depend on how it is corrected.
        let LaterOrder::Order(order) = order else {
            known = false;
            continue;
        };
        let refused = if known { order.refused(View::of(rules, &game, side)) } else { Vec::new() };
        if refused.is_empty() {
            found.undecided.push(n);
        }
        known &= refused.is_empty();
        if known {
            apply_certain_effects(&mut game, order);
        }
        found.problems.extend(Refusal::to_problems(refused, rules, side).into_iter().map(|problem| (n, problem)));
    }
    found
}

/// Applies what the start of a turn does if nobody interrupts: a side without a deck reshuffles (Reshuffle).
pub fn apply_turn_start(game: &mut Game, side: Side) {
    if game.phase == Phase::Start {
        game.phase = Phase::Choice;
        if game.count(side, DECK) == 0 {
            game.reshuffle(&mut Events::discarding(), side, true);
        }
    }
}

/// Applies what an order does whatever the dice and the enemy say.
pub fn apply_certain_effects(game: &mut Game, order: &Order) {
    let events = &mut Events::discarding();
    game.acted |= !matches!(order, Order::Settle {});
    if let Some(symbol) = order.invokes() {
        let (cards, modify) = order.cards();
        game.invoke(events, symbol, cards, modify);
        return;
    }
    let mut change = |unit: &crate::document::Id, change: fn(&mut crate::shared::table::Unit)| {
        game.units.entry(unit.clone()).and_modify(change);
    };
    match order {
        Order::Volley { units, .. } => units.iter().for_each(|unit| change(unit, |unit| unit.fired = true)),
        Order::Move { unit, .. } => change(unit, |unit| unit.moved = true),
        Order::Charge { unit, .. } => change(unit, |unit| unit.charged = true),
        Order::Reshuffle {} if !game.reshuffled => {
            game.reshuffle(events, game.side, false);
        }
        Order::Pass {} | Order::EndTurn {} => game.phase = Phase::Status,
        _ => {}
    }
    if let (Order::Volley { reroll: true, .. }, Some(invoked)) = (order, &mut game.invoked) {
        invoked.used = true;
    }
}
