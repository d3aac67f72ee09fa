//! Turns plans into orders, each tried on a copy as far as no die decides.

use crate::engine::Position;

use super::candidates::{Plan, Step};
use super::chart::Chart;
use crate::SevenDays;
use crate::orders::{Assault, Attack, Build, Condition, End, Holds, Move, Order};
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::position::ledger::Outcome;
use crate::present::lookahead;

/// The orders of a plan, including what to do if its leader does not activate his command; empty if the plan turns out
/// not to be legal.
pub fn orders(
    chart: &Chart<'_>,
    position: &Position<SevenDays>,
    plan: &Plan,
    instead: Option<&Plan>,
) -> Option<Vec<Order>> {
    let (rules, side) = (chart.rules, chart.side);
    let first = Order::Assault(Assault { build: build(chart, plan), ..plan.start.order.clone() });
    let led = plan.start.order.leader.is_some();
    let mut now = Some(lookahead::carried(rules, position, chart.game, side, &first).ok()??.game);
    let mut orders = vec![first];
    for step in &plan.steps {
        let order = written(chart, &now, step, led.then_some(true))?;
        now = now.and_then(|game| Some(lookahead::carried(rules, position, &game, side, &order).ok()??.game));
        orders.push(order);
    }
    let fights = |plan: &Plan| plan.steps.iter().any(|step| matches!(step, Step::Fight(_)));
    if let Some(instead) = instead.filter(|_| led) {
        for step in &instead.steps {
            orders.extend(written(chart, &None, step, Some(false)));
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
fn build(chart: &Chart<'_>, plan: &Plan) -> Option<Build> {
    if !chart.game.options.bridges || chart.side == Side::Union {
        return None;
    }
    let builds = chart.game.bridges.keys().map(|bridge| Build { bridge: bridge.clone(), engineers: false });
    let area = plan.start.order.area;
    builds.into_iter().find(|build| chart.rules.may_build(chart.game, chart.side, area, build).is_ok())
}

/// A step as an order: one that passes, if that can be checked.
fn written(chart: &Chart<'_>, now: &Option<Game>, step: &Step, activated: Option<bool>) -> Option<Order> {
    let name = |n: &usize| chart.pieces[*n].id.clone();
    let area = |n: usize| chart.places[n].area;
    match step {
        Step::Go { units, leaders, path, rout } => {
            let results = rout.iter().map(|at| Holds { area: area(*at), was: Outcome::Rout }).collect();
            let condition = Condition { activated, results, ..Condition::default() };
            let condition = (condition != Condition::default()).then_some(condition);
            let path = path.iter().map(|at| area(*at)).collect();
            let go = Move { units: units.iter().map(name).collect(), path, condition, ..Move::default() };
            let named = |all: bool| -> Vec<_> {
                let own = |n: &&usize| {
                    all || chart.chiefs[**n].command.is_some() && !chart.game.leaders[chart.chiefs[**n].id].inactive
                };
                leaders.iter().filter(own).map(|n| chart.chiefs[*n].id.clone()).collect()
            };
            // Without a road, a leader may not be able to follow.
            let mut tries = [named(true), named(false), Vec::new()].into_iter();
            tries.find_map(|leaders| {
                let order = Order::Move(Move { leaders, ..go.clone() });
                let passes = now.as_ref().is_none_or(|game| chart.rules.passes(game, chart.side, &order));
                passes.then_some(order)
            })
        }
        Step::Fight(fight) => {
            let at = area(fight.area);
            let condition = Condition { activated, contested: [at].into(), ..Condition::default() };
            // Units that have to assault are not named: they all do.
            let units = fight.contested.then(|| fight.units.iter().map(|(n, _)| name(n)).collect());
            let attack =
                Attack { area: at, units: units.unwrap_or_default(), condition: Some(condition), ..Attack::default() };
            let order = Order::Attack(attack);
            let passes = now.as_ref().is_none_or(|game| {
                !game.is_contested(&chart.rules.pack, at) || chart.rules.passes(game, chart.side, &order)
            });
            passes.then_some(order)
        }
    }
}
