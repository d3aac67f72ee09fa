//! A sensible player, for solitaire practice and for testing. It represents the game as a [`chart`] with a [`model`] of
//! units on it, values positions by its [`aims`], considers what each command could do from where it is
//! ([`candidates`], [`reach`], [`fights`], [`regroups`]), and gives the [`written`] orders of the most promising plan.
//! At [`night`] it replaces its losses and entrenches in front of the enemy; [`reply`] answers questions.

use crate::engine::{Later, Position};

use crate::SevenDays;
use crate::legality::forecast::forecast;
use crate::orders::{Attack, Night, Order, Pass, Regroup};
use crate::pack::Side;
use crate::position::ledger::{Game, Phase};

use aims::Aims;
use candidates::{Plan, Planner};
use chart::Chart;
use model::survey;

mod aims;
mod candidates;
mod chart;
pub mod fights;
mod model;
mod night;
mod reach;
mod regroups;
mod reply;
mod written;

pub use reply::{answer, bid};

/// The minimum gain of a plan; otherwise the impulse is passed.
const LEAST: i64 = 5;

/// Whether an order could be begun now.
fn passes(chart: &Chart<'_>, order: &Order) -> bool {
    chart.rules.passes(chart.game, chart.side, order)
}

/// The orders of a sensible player; together they pass.
pub fn orders(rules: &SevenDays, position: &Position<SevenDays>, side: Side, seed: u64) -> Vec<Order> {
    let game = &position.game;
    let found = match (game.phase, &game.current) {
        (Phase::Night, _) => nights(rules, game, side),
        (Phase::Daylight, None) => impulse(rules, position, side, seed),
        (Phase::Daylight, Some(_)) => finish(rules, game, side),
        _ => Vec::new(),
    };
    let found = sound(rules, position, side, found);
    if found.is_empty() {
        crate::legality::legal::legal(rules, position, side).into_iter().take(1).collect()
    } else {
        found
    }
}

/// Orders without those that turn out to fail, for example because cavalry screens into their path.
fn sound(rules: &SevenDays, position: &Position<SevenDays>, side: Side, mut orders: Vec<Order>) -> Vec<Order> {
    loop {
        let later: Vec<Later<'_, Order>> = orders.iter().map(Later::Order).collect();
        let wrong = forecast(rules, position, side, &later).problems.first().map(|(n, _)| *n);
        match wrong {
            Some(n) => drop(orders.remove(n)),
            None => return orders,
        }
    }
}

/// A Night Phase.
fn nights(rules: &SevenDays, game: &Game, side: Side) -> Vec<Order> {
    let (chart, field) = survey(rules, game, side);
    let night = Aims::new(&chart).map_or_else(Night::default, |aims| night::night(&chart, &aims, &field));
    Some(Order::Night(night)).into_iter().filter(|order| passes(&chart, order)).collect()
}

/// What remains of an impulse whose orders were returned: assaults that have to be made, and its end.
fn finish(rules: &SevenDays, game: &Game, side: Side) -> Vec<Order> {
    let must = rules.mandatory(game).into_iter().map(|area| Order::Attack(Attack { area, ..Attack::default() }));
    let mut orders: Vec<Order> = must.filter(|order| rules.passes(game, side, order)).collect();
    let end = if orders.is_empty() { written::end(rules, game, side) } else { crate::orders::End::default() };
    orders.push(Order::End(end));
    orders
}

/// A way to use an impulse.
enum Course {
    Plan(Box<Plan>),
    Regroup(Regroup),
}

/// The best of all impulses.
fn impulse(rules: &SevenDays, position: &Position<SevenDays>, side: Side, seed: u64) -> Vec<Order> {
    let pass = || vec![Order::Pass(Pass::default())];
    let (chart, field) = survey(rules, &position.game, side);
    let Some(aims) = Aims::new(&chart) else { return pass() };
    let plans = Planner { chart: &chart, aims: &aims, field: &field }.plans();
    let singles: Vec<Plan> =
        plans.iter().filter(|plan| plan.start.leaders.is_empty() && plan.gain >= LEAST).cloned().collect();
    let regroups = regroups::regroups(&chart, &aims, &field).into_iter();
    let plans = plans.into_iter().map(|plan| (plan.gain, Course::Plan(Box::new(plan))));
    let mut courses: Vec<(i64, Course)> = plans
        .chain(regroups.map(|(gain, order)| (gain, Course::Regroup(order))))
        .filter(|(gain, _)| *gain >= LEAST)
        .collect();
    // The seed decides between equal ones.
    let shift = usize::try_from(seed % 7).unwrap_or(0) % courses.len().max(1);
    courses.rotate_left(shift);
    courses.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
    let written = |course: &Course| match course {
        Course::Plan(plan) => {
            let instead = singles.iter().find(|single| single.start.area == plan.start.area);
            written::orders(&chart, position, plan, instead)
        }
        Course::Regroup(order) => Some(vec![Order::Regroup(order.clone())]).filter(|orders| passes(&chart, &orders[0])),
    };
    courses.iter().find_map(|(_, course)| written(course)).unwrap_or_else(pass)
}
