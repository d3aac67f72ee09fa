//! Legal `move` orders: enough for a player to reach everything that marches can do by choosing among them.

use crate::board::Hex;
use crate::document::Id;
use crate::far_west::counters;
use crate::legality::uncertainty::Doubts;
use crate::naval::control::Rivers;
use crate::orders::{DropOff, Move, Order};
use crate::pack::{Side, Unit};
use crate::position::ledger::{Game, Piece, is_cavalry};
use crate::supply::Supplies;
use crate::{CivilWar, homefront, leaders::army, movement::entering, movement::territory};

use super::check::{allowance, check_with};
use super::movers::{may_move, sp_limit};
use super::terrain::{crossable, entry_cost};

/// The maximum number of orders offered.
const ENOUGH: usize = 60;
/// How many forces' paths are examined, besides those of all forces in contact with the enemy.
const FORCES: usize = 10;
/// A leader alone goes no further than this: he could go anywhere.
const RIDE: u32 = 5;

/// A force that might move: its leader or army, where it is, and how many strength points.
struct Force {
    leader: Option<Piece>,
    army: Option<Id>,
    at: Hex,
    sp: u32,
    /// Counters of the Far West that go by themselves.
    unit: Option<Unit>,
}

/// Legal move orders. Every attack on an adjacent enemy is included. Of all forces (every unmoved leader alone, with
/// one, half and all the strength points that he may move, and single ones without a leader), every n-th is examined
/// further, beginning at another one from order to order: one step in each direction, and the shortest path to every
/// place of interest within reach.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let mut enemies: Vec<Hex> =
        game.groups.values().filter(|group| group.side != side).map(|group| group.hex).collect();
    enemies.sort();
    enemies.dedup();
    let forces = forces(rules, game, side);
    let mut orders: Vec<Order> = Vec::new();
    let supplies = Supplies::new(rules, game, side);
    let mut take = |order: Move| {
        if check_with(rules, game, side, &order, &Doubts::default(), |from| supplies.in_supply(from)).is_ok() {
            orders.push(Order::Move(order));
        }
        orders.len() < ENOUGH
    };
    for force in forces.iter().filter(|force| force.sp > 0) {
        for &there in enemies.iter().filter(|there| there.adjacent(force.at)) {
            if crossable(rules, force.at, there) && !take(order(force, vec![there])) {
                return orders;
            }
        }
    }
    for order in groups(rules, game, side, &enemies) {
        if !take(order) {
            return orders;
        }
    }
    let rivers = Rivers::new(rules, game, false);
    let stride = forces.len().div_ceil(FORCES).max(1);
    let turn = game.pulse.as_ref().map_or(0, |pulse| pulse.number + pulse.left) + game.commands_left(side);
    for force in forces.iter().skip(turn as usize % stride).step_by(stride) {
        for order in marches(rules, game, side, force, &enemies, &rivers) {
            if !take(order) {
                return orders;
            }
        }
    }
    orders
}

/// Steps of army groups, and of cavalry that takes the ground where it is: things that no other force does.
fn groups(rules: &CivilWar, game: &Game, side: Side, enemies: &[Hex]) -> Vec<Move> {
    let mut orders = Vec::new();
    for (piece, at) in game.leaders_on_map(&rules.pack, side).filter(|(piece, _)| may_move(game, piece)) {
        let leader = Some(piece.leader.clone());
        if piece.rank == 4 && army::armies_at(rules, game, at, side).len() > 1 {
            let near = rules.pack.map.neighbors(at).filter(|&there| crossable(rules, at, there));
            orders.extend(near.map(|there| Move {
                leader: leader.clone(),
                army_group: true,
                path: vec![there],
                ..Move::default()
            }));
        }
        if is_cavalry(&rules.pack, &piece) && territory::has_feature(rules, at) {
            let base = Move { leader, sp: Some(1), convert: vec![at], ..Move::default() };
            let near = rules.pack.map.neighbors(at).filter(|there| !enemies.contains(there)).take(1);
            orders.extend(near.map(|there| Move { path: vec![there], ..base.clone() }));
            orders.push(base);
        }
    }
    orders
}

/// Every force that might move.
fn forces(rules: &CivilWar, game: &Game, side: Side) -> Vec<Force> {
    let fresh = game.fresh(side);
    let mut forces = Vec::new();
    for (piece, at) in game.leaders_on_map(&rules.pack, side) {
        if may_move(game, &piece) {
            let kinds = counters::kinds(rules, Some(&piece), None);
            let most = counters::strength(game, at, side, &kinds).fresh.min(sp_limit(rules, &piece));
            let mut strengths = vec![most, most.div_ceil(2), 1.min(most), 0];
            strengths.dedup();
            forces.extend(strengths.into_iter().map(|sp| Force {
                leader: Some(piece.clone()),
                army: None,
                at,
                sp,
                unit: None,
            }));
        }
    }
    for (army, at) in army::on_map(rules, game, side) {
        let all = army::fresh_sp(game, army);
        let mut strengths = vec![all, all.div_ceil(2), 1.min(all)];
        strengths.dedup();
        let strengths = strengths.into_iter().filter(|sp| *sp > 0);
        forces.extend(strengths.map(|sp| Force { leader: None, army: Some(army.clone()), at, sp, unit: None }));
    }
    forces.extend(fresh.into_keys().map(|at| Force { leader: None, army: None, at, sp: 1, unit: None }));
    let counters = game.groups.values().filter(|group| group.side == side && !group.moved && group.unit.is_some());
    forces.extend(counters.map(|group| Force { leader: None, army: None, at: group.hex, sp: 1, unit: group.unit }));
    forces
}

fn order(force: &Force, path: Vec<Hex>) -> Move {
    Move {
        leader: force.leader.as_ref().map(|piece| piece.leader.clone()),
        army: force.army.clone(),
        from: (force.leader.is_none() && force.army.is_none()).then_some(force.at),
        sp: (force.sp > 0).then_some(force.sp),
        unit: force.unit,
        path,
        ..Move::default()
    }
}

/// The marches of one force that are worth offering; some drop off a strength point on the way. Paths are the shortest
/// by steps; the check finds out whether a swamp makes one too expensive.
fn marches(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    force: &Force,
    enemies: &[Hex],
    rivers: &Rivers<'_>,
) -> Vec<Move> {
    let own = counters::movement(rules, force.leader.as_ref(), force.unit);
    let mut reach = own.map_or_else(|| allowance(rules, force.leader.as_ref(), force.sp, true), u32::from);
    reach = reach.saturating_sub(homefront::movement_penalty(rules, game, side, force.at, force.sp));
    if force.sp == 0 {
        reach = reach.min(RIDE);
    }
    let own: Vec<Hex> = game.groups.values().filter(|group| group.side == side).map(|group| group.hex).collect();
    let cavalry = force.sp > 0 && force.leader.as_ref().is_some_and(|piece| is_cavalry(&rules.pack, piece));
    let takes = |hex: Hex| cavalry && entering::convertible(rules, game, hex, side).is_ok();
    let mut orders = Vec::new();
    if takes(force.at) {
        orders.push(Move { convert: vec![force.at], ..order(force, Vec::new()) });
    }
    let mut found: Vec<(Vec<Hex>, u32)> = vec![(Vec::new(), 0)];
    let mut seen = vec![force.at];
    let mut next = 0;
    while let Some((path, spent)) = found.get(next).cloned() {
        next += 1;
        let here = path.last().copied().unwrap_or(force.at);
        for there in rules.pack.map.neighbors(here) {
            if seen.contains(&there) || !crossable(rules, here, there) {
                continue;
            }
            let cost = spent + entry_cost(rules, there);
            let barred =
                force.leader.is_none() && force.army.is_none() && territory::is_enemy(rules, game, there, side);
            let walled = || rules.pack.map.over_navigable(here, there) && rivers.has_fort_in_force(there, side.other());
            let shut = || walled() || rivers.blocked(here, there, side).is_some();
            if cost > reach || barred || shut() {
                continue;
            }
            seen.push(there);
            let path: Vec<Hex> = path.iter().copied().chain([there]).collect();
            let (enemy, own) = (enemies.contains(&there), own.contains(&there));
            let city = rules.pack.map.city(there).is_some();
            let takes = !enemy && takes(there);
            let worthwhile = if force.sp == 0 { own } else { enemy || own || city || takes || path.len() == 1 };
            if worthwhile {
                let order = order(force, path.clone());
                if force.sp > 1 && path.len() > 1 && !enemy {
                    let drop = vec![DropOff { at: path[0], sp: 1, leaders: Vec::new() }];
                    orders.push(Move { drop, ..order.clone() });
                }
                if takes {
                    orders.push(Move { convert: vec![there], ..order.clone() });
                }
                orders.push(order);
            }
            if !enemy {
                found.push((path, cost));
            }
        }
    }
    orders
}
