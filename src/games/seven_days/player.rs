//! A sensible player, for solitaire practice and for testing. It represents the game as a [`search_context`] with a
//! [`board`] of units on it, values positions by its [`evaluation`], considers what each command could do from where it
//! is ([`candidates`], [`routes`], [`assault_estimates`], [`regroups`]), and gives the orders ([`plan_orders`]) of the
//! most promising plan. At [`night`] it replaces its losses and entrenches in front of the enemy; [`answers`] answers
//! questions.

use crate::engine::{LaterOrder, Position};

use crate::SevenDays;
use crate::legality::forecast::forecast;
use crate::orders::{Attack, Night, Order, Pass, Regroup};
use crate::pack::Side;
use crate::position::ledger::{Game, Phase};

use self::board::build_search;
use candidates::{Plan, Planner};
use evaluation::Evaluator;
use search_context::SearchContext;

mod answers;
pub mod assault_estimates;
mod board;
mod candidates;
mod evaluation;
mod night;
mod plan_orders;
mod regroups;
mod routes;
mod search_context;

pub use answers::{answer, bid};

/// The minimum gain of a plan; otherwise the impulse is passed.
const MIN_PLAN_GAIN: i64 = 5;

/// Whether an order could be begun now.
fn can_begin(context: &SearchContext<'_>, order: &Order) -> bool {
    context.rules.can_begin(context.game, context.side, order)
}

/// The orders of a sensible player; together they pass.
pub fn orders(rules: &SevenDays, position: &Position<SevenDays>, side: Side, seed: u64) -> Vec<Order> {
    let game = &position.game;
    let found = match (game.phase, &game.current) {
        (Phase::Night, _) => nights(rules, game, side),
        (Phase::Daylight, None) => impulse(rules, position, side, seed),
        (Phase::Daylight, Some(_)) => remaining_orders(rules, game, side),
        _ => Vec::new(),
    };
    let found = without_failing_orders(rules, position, side, found);
    if found.is_empty() {
        crate::legality::legal::legal(rules, position, side).into_iter().take(1).collect()
    } else {
        found
    }
}

/// Orders without those that turn out to fail, for example because cavalry screens into their path.
fn without_failing_orders(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    side: Side,
    mut orders: Vec<Order>,
) -> Vec<Order> {
    loop {
        let later: Vec<LaterOrder<'_, Order>> = orders.iter().map(LaterOrder::Order).collect();
        let wrong = forecast(rules, position, side, &later).problems.first().map(|(n, _)| *n);
        match wrong {
            Some(n) => drop(orders.remove(n)),
            None => return orders,
        }
    }
}

/// A Night Phase.
fn nights(rules: &SevenDays, game: &Game, side: Side) -> Vec<Order> {
    let (context, board) = build_search(rules, game, side);
    let night =
        Evaluator::new(&context).map_or_else(Night::default, |evaluator| night::night(&context, &evaluator, &board));
    Some(Order::Night(night)).into_iter().filter(|order| can_begin(&context, order)).collect()
}

/// What remains of an impulse whose orders were returned: assaults that have to be made, and its end.
fn remaining_orders(rules: &SevenDays, game: &Game, side: Side) -> Vec<Order> {
    let must = rules.mandatory(game).into_iter().map(|area| Order::Attack(Attack { area, ..Attack::default() }));
    let mut orders: Vec<Order> = must.filter(|order| rules.can_begin(game, side, order)).collect();
    let end = if orders.is_empty() { plan_orders::end(rules, game, side) } else { crate::orders::End::default() };
    orders.push(Order::End(end));
    orders
}

/// A way to use an impulse.
enum ImpulseChoice {
    Plan(Box<Plan>),
    Regroup(Regroup),
}

/// The best of all impulses.
fn impulse(rules: &SevenDays, position: &Position<SevenDays>, side: Side, seed: u64) -> Vec<Order> {
    let pass = || vec![Order::Pass(Pass::default())];
    let (context, board) = build_search(rules, &position.game, side);
    let Some(evaluator) = Evaluator::new(&context) else { return pass() };
    let plans = Planner { context: &context, evaluator: &evaluator, board: &board }.plans();
    let singles: Vec<Plan> =
        plans.iter().filter(|plan| plan.start.leaders.is_empty() && plan.gain >= MIN_PLAN_GAIN).cloned().collect();
    let regroups = regroups::regroups(&context, &evaluator, &board).into_iter();
    let plans = plans.into_iter().map(|plan| (plan.gain, ImpulseChoice::Plan(Box::new(plan))));
    let mut courses: Vec<(i64, ImpulseChoice)> = plans
        .chain(regroups.map(|(gain, order)| (gain, ImpulseChoice::Regroup(order))))
        .filter(|(gain, _)| *gain >= MIN_PLAN_GAIN)
        .collect();
    // The seed decides between equal ones.
    let shift = usize::try_from(seed % 7).unwrap_or(0) % courses.len().max(1);
    courses.rotate_left(shift);
    courses.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    let written = |course: &ImpulseChoice| match course {
        ImpulseChoice::Plan(plan) => {
            let instead = singles.iter().find(|single| single.start.area == plan.start.area);
            plan_orders::orders(&context, position, plan, instead)
        }
        ImpulseChoice::Regroup(order) => {
            Some(vec![Order::Regroup(order.clone())]).filter(|orders| can_begin(&context, &orders[0]))
        }
    };
    courses.iter().find_map(|(_, course)| written(course)).unwrap_or_else(pass)
}
