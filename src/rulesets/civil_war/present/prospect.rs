//! What orders come to before any die: what they use of the difference, what stays, and which attacks promise little.

use crate::board::Hex;
use crate::document::Id;
use crate::engine::{Position, Ruleset};

use super::super::chances::{Odds, odds};
use super::super::combat::{Assault, Resolution, assess};
use super::super::doubts::Doubts;
use super::super::ledger::Game;
use super::super::orders::{Move, Order};
use super::super::pack::Side;
use super::super::{CivilWar, action, check, movement, naval, rally, works};
use super::odds::sums;
use super::words;

mod water;

/// What legal orders of a side come to, a sentence each.
pub fn prospect(rules: &CivilWar, position: &Position<CivilWar>, side: Side, orders: &[Order]) -> Vec<String> {
    let game = &position.game;
    let Some(pulse) = &game.pulse else { return Vec::new() };
    if orders.is_empty() {
        return Vec::new();
    }
    let mut said = Vec::new();
    let mut free = pulse.free;
    let (mut sure, mut perhaps, mut commands, mut entered) = (0u32, 0u32, 0u32, 0u32);
    for order in orders {
        let of_commands = !matches!(order, Order::Reinforce(_));
        let cost = match order {
            Order::Reinforce(_) => u32::from(!std::mem::take(&mut free)),
            order => cost(rules, game, side, order),
        };
        let conditional = check::condition(order).is_some();
        *(if conditional { &mut perhaps } else { &mut sure }) += cost;
        commands += if of_commands && !conditional { cost } else { 0 };
        entered += u32::from(!of_commands && !conditional);
    }
    let all = sure.saturating_add(perhaps);
    let used = if perhaps > 0 { format!("{sure} to {all}") } else { sure.to_string() };
    let left = pulse.left.saturating_sub(sure);
    let rest = if left > 0 { game.commands_left(side).saturating_sub(commands) } else { 0 };
    let waiting = if left > 0 { game.reinforcements_left(&rules.pack, side).saturating_sub(entered) } else { 0 };
    let after = match (left, perhaps) {
        (0, _) => "your half-pulse ends".to_owned(),
        (left, 0) if rest + waiting > 0 => format!("{left} left, and you will be asked again"),
        (1, 0) => "1 left, which is lost, since you have nothing more to spend".to_owned(),
        (left, 0) => format!("{left} left, which are lost, since you have nothing more to spend"),
        (left, _) => format!("{left} left if no condition holds"),
    };
    said.push(format!("Spends {used} of {}; {after} [4.2].", words::plural(pulse.left, "initiative point")));
    said.extend(fights(rules, position, side, orders));
    said
}

/// What attacks would meet, and what ships may: each as things stand after the orders before it, as far as no die decides
/// those.
fn fights(rules: &CivilWar, position: &Position<CivilWar>, side: Side, orders: &[Order]) -> Vec<String> {
    let of_ships = |order: &Order| matches!(order, Order::Sail(_) | Order::Together(_) | Order::Launch(_));
    let last = orders.iter().rposition(|order| of_ships(order) || matches!(order, Order::Move(_)));
    let (mut said, mut now, mut sure) = (Vec::new(), position.clone(), true);
    for (n, order) in orders.iter().enumerate().take(last.map_or(0, |last| last + 1)) {
        match order {
            Order::Move(order) => said.extend(attack(rules, &now.game, side, n + 1, order, sure)),
            Order::Sail(order) => said.extend(water::sail(rules, &now.game, side, n + 1, order, sure)),
            Order::Together(order) => said.extend(water::together(rules, &now.game, side, n + 1, order, sure)),
            _ => {}
        }
        if !sure || (Some(n) == last && !of_ships(order)) {
            continue;
        }
        match odds(rules, &now, side, order) {
            Ok((_, Some(after))) => now = after,
            Ok((found, None)) => {
                sure = false;
                said.extend(of_ships(order).then(|| at_sea(rules, &found, side, n + 1)));
            }
            Err(_) => sure = false,
        }
    }
    said
}

/// What comes of what ships meet.
fn at_sea(rules: &CivilWar, found: &Odds, side: Side, n: usize) -> String {
    format!("Order {n}: {} For details: `adjutant odds`.", sums(rules, found, side).join(" "))
}

/// The command points that an order costs, if who acts is there: of a march, its leader's initiative.
pub fn cost(rules: &CivilWar, game: &Game, side: Side, order: &Order) -> u32 {
    let costs = &rules.pack.charts.costs;
    match order {
        Order::Reinforce(_) | Order::Destroy(_) | Order::Transfer(_) => 0,
        Order::Finish(order) => action::leftover(game, side, order).points().values().sum(),
        Order::Move(order) => movement::cost(rules, game, side, order),
        Order::Rail(order) => {
            let (leader, sp) = (order.leader.clone(), Some(order.sp.unwrap_or(1)));
            movement::cost(rules, game, side, &Move { leader, from: order.from, sp, ..Move::default() })
        }
        Order::Rally(order) => rally::cost(rules, game, side, order.at),
        Order::Build(order) => works::price(rules, game, side, order.what, order.at),
        Order::Create(_) => costs.create_army.into(),
        Order::Remove(_) => costs.remove_commander.into(),
        Order::Sail(order) => naval::price(rules, game, side, order),
        Order::Sea(order) => naval::sea_price(rules, game, side, order),
        Order::Together(order) => {
            naval::price(rules, game, side, &order.sail) + movement::cost(rules, game, side, &order.r#move)
        }
        Order::Launch(order) => naval::launch_price(rules, game, side, order),
        Order::Spend(order) => order.points().values().sum(),
    }
}

/// Where a march begins, from where it enters its last hex, and the strength points that would then attack.
fn attackers(rules: &CivilWar, game: &Game, side: Side, order: &Move) -> Option<((Hex, Hex), u32)> {
    let (&hex, before) = order.path.split_last()?;
    let plan = movement::activate(rules, game, side, order, &Doubts::default()).0?;
    let from = before.last().copied().unwrap_or(plan.from);
    let dropped: u32 = order.drop.iter().filter(|drop| drop.at != hex).map(|drop| drop.sp).sum();
    let sp = movement::attacking(rules, game, &plan, plan.sp.saturating_sub(dropped));
    Some(((plan.from, from), sp))
}

/// What an attack would meet, if the march ends in one. `sure`: no die decides what comes before it.
fn attack(rules: &CivilWar, game: &Game, side: Side, n: usize, order: &Move, sure: bool) -> Option<String> {
    let hex = *order.path.last()?;
    let ((begin, from), sp) = attackers(rules, game, side, order)?;
    let enemies = game.sp_at(hex, side.other());
    if sp == 0 || enemies == 0 {
        return None;
    }
    let demoralized = game.demoralized_at(begin, side);
    let place = words::place(&rules.pack, hex);
    let now = if !sure { ", as things stand now" } else { "" };
    let odds = format!("Order {n} attacks {place} with {sp} against {enemies}{now}");
    Some(match assess(rules, game, Assault { side, from, hex, sp, demoralized }).resolution {
        Resolution::Overrun => format!("{odds}: an overrun, without a die roll [7.6]."),
        Resolution::Hopeless => format!(
            "Warning: {odds}; with the shifts this is worse than 1 to 3, and the attackers are eliminated without a \
             die roll [7.2.3]."
        ),
        Resolution::Column(column) if sp < enemies => {
            format!("Warning: {odds}, on column {column}, weaker than the enemy [7.2].")
        }
        Resolution::Column(column) => format!("{odds}, on column {column} [7.2]."),
    })
}

/// The position as if the free reinforcement, which must come first, had been entered somewhere; none where none is due.
pub fn after_the_free_one(position: &Position<CivilWar>, side: &Id) -> Option<Position<CivilWar>> {
    let pulse = position.game.pulse.as_ref().filter(|pulse| pulse.free && pulse.phasing.as_str() == side.as_str())?;
    let mut after = position.clone();
    let mut pulse = pulse.clone();
    pulse.free = false;
    after.game.pulse = Some(pulse);
    Some(after)
}

/// What may follow on the free reinforcement, told as if that were done.
pub fn later(rules: &CivilWar, position: &Position<CivilWar>, side: &Id) -> Option<(String, Vec<Order>)> {
    let after = after_the_free_one(position, side)?;
    let mut legal = rules.legal(&after, side);
    legal.retain(|order| !matches!(order, Order::Reinforce(_)));
    Some(("After the free reinforcement".to_owned(), legal))
}
