//! Legal `move` orders: enough for a player who chooses among them to reach everything that marches can do.

use std::collections::BTreeMap;

use crate::board::Hex;
use crate::rulesets::civil_war::ledger::{Game, Piece};
use crate::rulesets::civil_war::orders::{DropOff, Move, Order};
use crate::rulesets::civil_war::pack::Side;
use crate::rulesets::civil_war::{CivilWar, supply, territory};

use super::{allowance, check_with, crossable, entry_cost, may_move, sp_limit, walled_off};

/// At most so many orders are offered.
const ENOUGH: usize = 60;

/// Legal move orders: every unmoved leader alone, with one, half and all the strength points that he may move, and
/// single ones without a leader; to the hexes around, and to what is worth going to within reach. Where there are more
/// than enough, every attack is kept, and of the rest each so-many-th, beginning elsewhere from order to order.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let mut attacks = Vec::new();
    let mut marches = Vec::new();
    let mut offer = |order: Move| {
        let fights = |hex: &Hex| game.sp_at(*hex, side.other()) > 0;
        if order.strength() > 0 && order.path.iter().any(fights) { &mut attacks } else { &mut marches }.push(order);
    };
    for (piece, at) in game.leaders_on_map(&rules.pack, side) {
        if may_move(game, &piece) {
            for sp in strengths(rules, game, side, &piece, at) {
                paths(rules, game, side, Some(&piece), at, sp).into_iter().for_each(&mut offer);
            }
        }
    }
    let mut loose: Vec<Hex> = Vec::new();
    for group in game.groups.values().filter(|group| group.side == side && !group.moved) {
        if !loose.contains(&group.hex) {
            loose.push(group.hex);
        }
    }
    for at in loose {
        paths(rules, game, side, None, at, 1).into_iter().for_each(&mut offer);
    }

    let mut orders: Vec<Order> = Vec::new();
    let mut supplied: BTreeMap<Hex, bool> = BTreeMap::new();
    let mut take = |order: Move| {
        let in_supply =
            |from: Hex| *supplied.entry(from).or_insert_with(|| supply::in_supply(rules, game, from, side, None));
        if check_with(rules, game, side, &order, in_supply).is_ok() {
            orders.push(Order::Move(order));
        }
        orders.len() < ENOUGH
    };
    for order in attacks {
        if !take(order) {
            return orders;
        }
    }
    let stride = marches.len().div_ceil(ENOUGH).max(1);
    let turn = game.pulse.as_ref().map_or(0, |pulse| (pulse.number + pulse.left) as usize);
    for order in marches.into_iter().skip(turn % stride).step_by(stride) {
        if !take(order) {
            break;
        }
    }
    orders
}

/// The numbers of strength points to try with a leader.
fn strengths(rules: &CivilWar, game: &Game, side: Side, piece: &Piece, at: Hex) -> Vec<u32> {
    let fresh: u32 = game.groups_at(at, side).filter(|(_, group)| !group.moved).map(|(_, group)| group.sp).sum();
    let most = fresh.min(sp_limit(rules, piece));
    let mut strengths = vec![most, most.div_ceil(2), 1.min(most), 0];
    strengths.dedup();
    strengths
}

/// Orders of one force: one step each way, and the shortest way to every place of interest in reach; for a force of
/// several, now and then, one that drops off a strength point on the way.
fn paths(rules: &CivilWar, game: &Game, side: Side, piece: Option<&Piece>, from: Hex, sp: u32) -> Vec<Move> {
    let reach = allowance(rules, piece, sp, true);
    let order = |path: Vec<Hex>| Move {
        leader: piece.map(|piece| piece.leader.clone()),
        from: piece.is_none().then_some(from),
        sp: (sp > 0).then_some(sp),
        path,
        drop: Vec::new(),
        pay: None,
        condition: None,
    };
    let mut orders = Vec::new();
    // Shortest paths by steps; a swamp that makes one too dear is found out by the check.
    let mut found: Vec<(Vec<Hex>, u32)> = vec![(Vec::new(), 0)];
    let mut seen = vec![from];
    let mut next = 0;
    while let Some((path, spent)) = found.get(next).cloned() {
        next += 1;
        let here = path.last().copied().unwrap_or(from);
        for there in rules.pack.map.neighbours(here) {
            let cost = spent + entry_cost(rules, there);
            let barred = piece.is_none() && territory::is_enemy(rules, there, side);
            if cost > reach || seen.contains(&there) || barred {
                continue;
            }
            if !crossable(rules, here, there) || walled_off(rules, game, here, there, side) {
                continue;
            }
            seen.push(there);
            let path: Vec<Hex> = path.iter().copied().chain([there]).collect();
            let enemy = game.sp_at(there, side.other()) > 0;
            let own = game.sp_at(there, side) > 0;
            let city = rules.pack.map.hex(there).and_then(|data| data.city.as_ref()).is_some_and(|city| city.vp > 0);
            let interesting = if sp == 0 { own } else { enemy || own || city || path.len() == 1 };
            if interesting {
                let order = order(path.clone());
                if sp > 1 && path.len() > 1 && !enemy {
                    let drop = vec![DropOff { at: path[0], sp: 1 }];
                    orders.push(Move { drop, ..order.clone() });
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
