//! Legal orders to ships and by sea: enough for a player who chooses among them to come to everything that water does.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::board::Hex;

use super::super::ledger::{Game, Hulls, Piece, Place, is_naval};
use super::super::orders::{Load, Move, Order, Sail, Sea, Together};
use super::super::pack::{Side, Station, Waters};
use super::super::{CivilWar, army, movement, territory};
use super::way::{Guns, admitted};
use super::{land, order, sea};

/// At most so many voyages are offered, and so many forces by sea.
const ENOUGH: usize = 8;
/// The ships of so many stations are looked at, beginning elsewhere from order to order.
const STATIONS: usize = 2;
/// At most so many attacks together with a ground force are offered.
const TOGETHER: usize = 4;
/// A voyage offered goes no further than so many stations.
const FAR: u32 = 60;

/// Legal `sail`, `sea` and `together` orders, and moves of naval leaders ashore.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let turn = game.pulse.as_ref().map_or(0, |pulse| pulse.number + pulse.left) + game.commands_left(side);
    let turn = turn as usize;
    let mut orders = sails(rules, game, side, turn);
    if side == Side::Union {
        orders.extend(seas(rules, game, side, turn));
        let afloat = |place: &Place| matches!(place, Place::Afloat { moved: false, .. });
        let naval: Vec<&Piece> = game.pieces.iter().filter(|(_, at)| afloat(at)).map(|(piece, _)| piece).collect();
        orders.extend(naval.iter().flat_map(|piece| attacks(rules, game, side, piece)).take(TOGETHER));
        orders.extend(naval.iter().flat_map(|piece| rides(rules, game, side, piece)));
    }
    orders
}

/// Voyages of the ships of a few stations, to each kind of place that they can do something at.
fn sails(rules: &CivilWar, game: &Game, side: Side, turn: usize) -> Vec<Order> {
    let fresh = game.squadrons.values().filter(|squadron| squadron.side == side && !squadron.moved);
    let mut stations: Vec<Station> = fresh.map(|squadron| squadron.at).collect();
    stations.sort();
    stations.dedup();
    let begin = turn % stations.len().max(1);
    stations.rotate_left(begin);
    let guns = Guns::new(rules, game, side);
    let mut orders = Vec::new();
    for at in stations.into_iter().take(STATIONS) {
        orders.extend(sails_of(rules, game, side, at, &guns, ENOUGH - orders.len()).into_iter().map(Order::Sail));
    }
    orders
}

/// At most so many voyages of the ships of one station.
pub fn sails_of(rules: &CivilWar, game: &Game, side: Side, at: Station, guns: &Guns<'_>, most: usize) -> Vec<Sail> {
    let mut orders = Vec::new();
    let mut known: BTreeMap<(bool, bool, Option<Hex>), Vec<Goal>> = BTreeMap::new();
    for base in crews(rules, game, side, at) {
        // Where ships may go follows from the waters that each of them keeps to.
        let only = |waters| base.hulls().may_go(&rules.pack, |own| own == waters);
        let alike = (only(Waters::River), only(Waters::Ocean), loaded(&base));
        let goals = known.entry(alike).or_insert_with(|| goals(rules, game, side, guns, &base, at));
        for goal in goals.iter() {
            if orders.len() >= most {
                return orders;
            }
            let mut order = Sail { to: vec![goal.at], ..base.clone() };
            if base.load.is_some() {
                order.land = goal.land;
            }
            if order.load.is_some() == order.land.is_some()
                && !orders.contains(&order)
                && order::check_with(rules, game, side, &order, guns).is_ok()
            {
                orders.push(order);
            }
        }
    }
    orders
}

/// Attacks of a naval leader's ships, with a force beside them, on the enemy next to it (8.9).
pub fn attacks(rules: &CivilWar, game: &Game, side: Side, admiral: &Piece) -> Vec<Order> {
    let Some(Place::Afloat { at, moved: false, .. }) = game.pieces.get(admiral) else { return Vec::new() };
    let mut fresh = Hulls::default();
    for (_, squadron) in game.squadrons_at(*at, side).filter(|(_, squadron)| !squadron.moved) {
        fresh.join(squadron.hulls.clone());
    }
    let ships = some(&fresh, rules.pack.charts.naval.as_ref().map_or(6, |figures| u32::from(figures.leader_ships)));
    let leader = Some(admiral.leader.clone());
    let mut orders = Vec::new();
    for hex in rules.pack.map.waterways().landings(*at) {
        let targets: Vec<Hex> =
            rules.pack.map.neighbours(hex).filter(|there| game.sp_at(*there, side.other()) > 0).collect();
        for target in targets {
            let ends = order::beside(rules, target).map(|end| if end == *at { Vec::new() } else { vec![end] });
            let ends: Vec<Vec<Station>> = ends.collect();
            for r#move in marches(rules, game, side, hex) {
                let order = |to: &Vec<Station>| {
                    let Hulls { ships, river, ocean } = ships.clone();
                    let sail = Sail { leader: leader.clone(), ships, river, ocean, to: to.clone(), ..Sail::default() };
                    let r#move = Move { path: vec![target], ..r#move.clone() };
                    Together { sail, r#move, condition: None }
                };
                let legal = |order: &Together| land::check_together(rules, game, side, order).is_ok();
                orders.extend(ends.iter().map(order).find(legal).map(Order::Together));
            }
        }
    }
    orders
}

/// The forces that may march out of a hex under a leader, without their way: each army, and what a leader moves.
fn marches(rules: &CivilWar, game: &Game, side: Side, hex: Hex) -> Vec<Move> {
    let armies = army::at(rules, game, hex, side).into_iter();
    let mut marches: Vec<Move> = armies.map(|army| Move { army: Some(army), ..Move::default() }).collect();
    let fresh = game.fresh_at(hex, side);
    let ground = game.leaders_at(&rules.pack, hex, side).into_iter();
    for piece in ground.filter(|piece| !is_naval(&rules.pack, piece) && fresh > 0 && movement::may_move(game, piece)) {
        let sp = Some(movement::sp_limit(rules, &piece).min(fresh));
        marches.push(Move { leader: Some(piece.leader), sp, ..Move::default() });
    }
    marches
}

/// Who may sail from a station: its naval leader with what he commands, with and without a load; a ground leader beside it
/// with a load; a single ship, with a strength point if it is a transport.
fn crews(rules: &CivilWar, game: &Game, side: Side, at: Station) -> Vec<Sail> {
    let mut hulls = Hulls::default();
    for (_, squadron) in game.squadrons_at(at, side).filter(|(_, squadron)| !squadron.moved) {
        hulls.join(squadron.hulls.clone());
    }
    let hexes = rules.pack.map.waterways().landings(at);
    let strongest = hexes.iter().copied().max_by_key(|hex| (game.fresh_at(*hex, side), *hex));
    let loaded = strongest.filter(|hex| game.fresh_at(*hex, side) > 0);
    let mut crews = Vec::new();
    let sail =
        |hulls: &Hulls| Sail { ships: hulls.ships.clone(), river: hulls.river, ocean: hulls.ocean, ..Sail::default() };
    let load = |sp: u32| loaded.filter(|_| sp > 0).map(|at| Load { at, sp, leaders: Vec::new() });
    let strength = loaded.map_or(0, |hex| game.fresh_at(hex, side));
    let unmoved = |piece: &Piece| matches!(game.pieces.get(piece), Some(Place::Afloat { moved: false, .. }));
    if let Some(piece) = game.afloat_at(&rules.pack, at, side).into_iter().find(unmoved) {
        let most = rules.pack.charts.naval.as_ref().map_or(6, |figures| u32::from(figures.leader_ships));
        let part = some(&hulls, most);
        let base = Sail { leader: Some(piece.leader), ..sail(&part) };
        for sp in [part.transports().min(strength), part.transports().min(strength.saturating_sub(1)), 0] {
            crews.push(Sail { load: load(sp), ..base.clone() });
        }
    }
    let ground = hexes.iter().flat_map(|hex| game.leaders_at(&rules.pack, *hex, side));
    let ground = ground.filter(|piece| !is_naval(&rules.pack, piece) && movement::may_move(game, piece)).take(2);
    for piece in ground.filter(|_| hulls.transports() > 0) {
        let sp = (movement::sp_limit(rules, &piece) / 2).min(hulls.transports()).min(strength);
        let carriers = some(&Hulls { ships: BTreeSet::new(), ..hulls.clone() }, sp);
        crews.push(Sail { leader: Some(piece.leader), from: Some(at), load: load(sp), ..sail(&carriers) });
    }
    for kind in hulls.kinds() {
        let one = Hulls::one(&kind);
        let base = Sail { from: Some(at), ..sail(&one) };
        if one.transports() > 0 && strength > 0 {
            crews.push(Sail { load: load(1), ..base.clone() });
        }
        crews.push(base);
    }
    crews.dedup();
    crews
}

/// As many of these ships, ironclads first.
fn some(hulls: &Hulls, most: u32) -> Hulls {
    let mut part = Hulls { ships: hulls.ships.iter().take(most as usize).cloned().collect(), ..Hulls::default() };
    part.river = hulls.river.min(most.saturating_sub(part.points()));
    part.ocean = hulls.ocean.min(most.saturating_sub(part.points()));
    part
}

/// A place that ships may go to.
struct Goal {
    at: Station,
    land: Option<Hex>,
}

/// The nearest places of each kind: enemy ships; strength points of one's own; a city or strength points of the enemy; a
/// hexside between two of the enemy's hexes; and the next station.
fn goals(rules: &CivilWar, game: &Game, side: Side, guns: &Guns<'_>, base: &Sail, from: Station) -> Vec<Goal> {
    let ways = rules.pack.map.waterways();
    let hulls = base.hulls();
    let kind = if hulls.may_go(&rules.pack, |waters| waters == Waters::Ocean) { Waters::Ocean } else { Waters::River };
    let enemy = side.other();
    let mut seen = BTreeSet::from([from]);
    let mut next = VecDeque::from([(from, 0)]);
    let mut found: [Vec<Goal>; 5] = Default::default();
    let quota = [1, 1, 2, 1, 1];
    while let Some((here, far)) = next.pop_front() {
        if here != from && ways.lies(here) != Some(super::super::pack::Lies::Sea) {
            let landings = ways.landings(here);
            let own = landings.iter().copied().find(|hex| game.sp_at(*hex, side) > 0 && Some(*hex) != loaded(base));
            let foe = |hex: &Hex| {
                let city = rules.pack.map.city(*hex).is_some();
                game.sp_at(*hex, enemy) > 0 || city && territory::controller(rules, game, *hex) == Some(enemy)
            };
            let target = landings.iter().copied().find(foe);
            let between = here.hexes().all(|hex| territory::controller(rules, game, hex) == Some(enemy));
            let kinds = [
                guns.ships(here).then_some(None),
                own.map(Some),
                target.map(Some),
                between.then_some(None),
                Some(landings.first().copied()),
            ];
            for (n, land) in kinds.into_iter().enumerate() {
                if let Some(land) = land
                    && found[n].len() < quota[n]
                {
                    found[n].push(Goal { at: here, land });
                }
            }
        }
        if far >= FAR || found.iter().zip(quota).all(|(goals, quota)| goals.len() >= quota) {
            continue;
        }
        for step in ways.steps_of(here, kind) {
            if admitted(rules, &hulls, step.to) && seen.insert(step.to) {
                next.push_back((step.to, far + 1));
            }
        }
    }
    found.into_iter().flatten().collect()
}

fn loaded(base: &Sail) -> Option<Hex> {
    base.load.as_ref().map(|load| load.at)
}

/// Forces by sea: single strength points, and leaders with what they command, to where others of their side stand at the
/// water.
fn seas(rules: &CivilWar, game: &Game, side: Side, turn: usize) -> Vec<Order> {
    let ways = rules.pack.map.waterways();
    let by_water = |hex: &Hex| order::beside(rules, *hex).any(|at| ways.admits(at, Waters::Ocean));
    let mut fresh: Vec<Hex> = game.fresh(side).into_keys().filter(by_water).collect();
    let mut goals: Vec<Hex> = game.groups.values().filter(|group| group.side == side).map(|group| group.hex).collect();
    goals.sort();
    goals.dedup();
    goals.retain(by_water);
    let begin = turn % fresh.len().max(1);
    fresh.rotate_left(begin);
    let open = sea::Open::new(rules, game, side);
    let mut orders = Vec::new();
    for from in fresh.into_iter().take(STATIONS) {
        orders.extend(seas_over(&open, from, &goals[..goals.len().min(4)]).into_iter().map(Order::Sea));
    }
    orders.truncate(ENOUGH);
    orders
}

/// By sea from one hex to some of others: what a ground leader there commands, a naval leader's six strength points or
/// army, and a single one.
pub fn seas_of(rules: &CivilWar, game: &Game, side: Side, from: Hex, goals: &[Hex]) -> Vec<Sea> {
    seas_over(&sea::Open::new(rules, game, side), from, goals)
}

/// [`seas_of`], open water being as it is known to be.
fn seas_over(open: &sea::Open<'_>, from: Hex, goals: &[Hex]) -> Vec<Sea> {
    let sea::Open { rules, game, side, .. } = *open;
    let fresh = game.fresh_at(from, side);
    let leaders = game.leaders_at(&rules.pack, from, side).into_iter();
    let ground = leaders.filter(|piece| !is_naval(&rules.pack, piece) && movement::may_move(game, piece));
    let mut bases: Vec<Sea> = Vec::new();
    let most = rules.pack.charts.naval.as_ref().map_or(6, |figures| u32::from(figures.leader_ships));
    let near = order::beside(rules, from).flat_map(|at| game.afloat_at(&rules.pack, at, side));
    for piece in near.filter(|piece| matches!(game.pieces.get(piece), Some(Place::Afloat { moved: false, .. }))) {
        let leader = Some(piece.leader);
        let armies = army::at(rules, game, from, side).into_iter();
        bases.extend(armies.map(|army| Sea { leader: leader.clone(), army: Some(army), ..Sea::default() }));
        bases.push(Sea { leader, from: Some(from), sp: Some(most.min(fresh)), ..Sea::default() });
    }
    for piece in ground.take(2) {
        let sp = Some(movement::sp_limit(rules, &piece).min(fresh));
        bases.push(Sea { leader: Some(piece.leader), sp, ..Sea::default() });
    }
    bases.push(Sea { from: Some(from), ..Sea::default() });
    let mut orders = Vec::new();
    for base in bases {
        let to = goals.iter().copied().filter(|to| *to != from).map(|to| Sea { to: Some(to), ..base.clone() });
        orders.extend(to.filter(|order| sea::check_with(order, open).is_ok()).take(3));
    }
    orders
}

/// A naval leader who steps ashore to strength points beside his ships' banks.
pub fn rides(rules: &CivilWar, game: &Game, side: Side, piece: &Piece) -> Vec<Order> {
    let ways = super::ashore(rules, game, piece).into_iter().flat_map(|hex| {
        let near = rules.pack.map.neighbours(hex).filter(|there| game.sp_at(*there, side) > 0);
        near.map(move |there| (hex, there)).collect::<Vec<_>>()
    });
    let order = |(from, to)| {
        let leader = Some(piece.leader.clone());
        Move { leader, from: Some(from), path: vec![to], ..Move::default() }
    };
    let legal =
        |order: &Move| movement::check(rules, game, side, order, &super::super::doubts::Doubts::default()).is_ok();
    ways.take(2).map(order).filter(legal).map(Order::Move).collect()
}
