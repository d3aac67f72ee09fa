//! Turns plans into orders, each tried on a copy as far as no die decides.

use crate::engine::Position;

use super::candidates::{Plan, PlanStep};
use super::search_context::SearchContext;
use crate::SevenDays;
use crate::orders::{Assault, Attack, Build, Condition, End, Holds, Move, Order};
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::position::ledger::Outcome;
use crate::projection;

/// The orders of a plan, including what to do if its leader does not activate his command; empty if the plan turns out
/// not to be legal.
pub fn orders(
    context: &SearchContext<'_>,
    position: &Position<SevenDays>,
    plan: &Plan,
    instead: Option<&Plan>,
) -> Option<Vec<Order>> {
    let (rules, side) = (context.rules, context.side);
    let first = Order::Assault(Assault { build: build(context, plan), ..plan.start.order.clone() });
    let led = plan.start.order.leader.is_some();
    let mut now = Some(projection::after_order(rules, position, context.game, side, &first).ok()??.game);
    let mut orders = vec![first];
    for step in &plan.steps {
        let order = step_order(context, &now, step, led.then_some(true))?;
        now = now.and_then(|game| Some(projection::after_order(rules, position, &game, side, &order).ok()??.game));
        orders.push(order);
    }
    let fights = |plan: &Plan| plan.steps.iter().any(|step| matches!(step, PlanStep::Assault(_)));
    if let Some(instead) = instead.filter(|_| led) {
        for step in &instead.steps {
            orders.extend(step_order(context, &None, step, Some(false)));
        }
    }
    let sure = now.filter(|_| !led && !fights(plan));
    orders.push(Order::End(sure.map_or_else(End::default, |game| end(rules, &game, side))));
    Some(orders)
}

/// The end of an impulse: the Union destroys the bridges that it may.
pub fn end(rules: &SevenDays, game: &Game, side: Side) -> End {
    let may = |bridge: &&crate::document::Id| {
        side == Side::Union
            && rules.may_demolish(game, side, bridge).is_ok()
            && rules.bridge_modifier(game, side, bridge) > 2
    };
    End { demolish: game.bridges.keys().filter(may).cloned().collect(), condition: None }
}

/// A bridge that the Confederate may try to build in passing (15.4.3).
fn build(context: &SearchContext<'_>, plan: &Plan) -> Option<Build> {
    if !context.game.options.bridges || context.side == Side::Union {
        return None;
    }
    let builds = context.game.bridges.keys().map(|bridge| Build { bridge: bridge.clone(), engineers: false });
    let area = plan.start.order.area;
    builds.into_iter().find(|build| context.rules.may_build(context.game, context.side, area, build).is_ok())
}

/// A step as an order: one that passes, if that can be checked.
fn step_order(
    context: &SearchContext<'_>,
    now: &Option<Game>,
    step: &PlanStep,
    activated: Option<bool>,
) -> Option<Order> {
    let name = |n: &usize| context.pieces[*n].id.clone();
    let area = |n: usize| context.places[n].area;
    match step {
        PlanStep::Move { units, leaders, path, rout } => {
            let results = rout.iter().map(|at| Holds { area: area(*at), was: Outcome::Rout }).collect();
            let condition = Condition { activated, results, ..Condition::default() };
            let condition = (condition != Condition::default()).then_some(condition);
            let path = path.iter().map(|at| area(*at)).collect();
            let go = Move { units: units.iter().map(name).collect(), path, condition, ..Move::default() };
            let named = |all: bool| -> Vec<_> {
                let own = |n: &&usize| {
                    all || context.leader_stats[**n].command.is_some()
                        && !context.game.leaders[context.leader_stats[**n].id].inactive
                };
                leaders.iter().filter(own).map(|n| context.leader_stats[*n].id.clone()).collect()
            };
            // Without a road, a leader may not be able to follow.
            let mut tries = [named(true), named(false), Vec::new()].into_iter();
            tries.find_map(|leaders| {
                let order = Order::Move(Move { leaders, ..go.clone() });
                let passes = now.as_ref().is_none_or(|game| context.rules.can_begin(game, context.side, &order));
                passes.then_some(order)
            })
        }
        PlanStep::Assault(fight) => {
            let at = area(fight.area);
            let condition = Condition { activated, contested: [at].into(), ..Condition::default() };
            // Units that have to assault are not named: they all do.
            let units = fight.contested.then(|| fight.units.iter().map(|(n, _)| name(n)).collect());
            let attack =
                Attack { area: at, units: units.unwrap_or_default(), condition: Some(condition), ..Attack::default() };
            let order = Order::Attack(attack);
            let passes = now.as_ref().is_none_or(|game| {
                !game.is_contested(&context.rules.pack, at) || context.rules.can_begin(game, context.side, &order)
            });
            passes.then_some(order)
        }
    }
}
