//! Legal orders for ships and by sea: enough for a player to reach everything that is possible on water by choosing
//! among them.

use crate::board::Hex;

use super::route::Guns;
use super::{sea_movement, shore, together_order};
use crate::orders::{Move, Order, Sail, Sea, Together};
use crate::pack::{Side, Station, Waters};
use crate::position::ledger::{Game, Hulls, Piece, Place, Track, is_naval, side_of};
use crate::{CivilWar, leaders::army, movement};

pub mod voyages;

use voyages::Fleet;

/// The maximum number of voyages offered for the ships of one station.
const VOYAGES: usize = 6;
/// How many stations' ships are examined, beginning at another one from order to order.
const FLEETS: usize = 16;
/// The maximum number of forces by sea offered.
const ENOUGH: usize = 8;
/// How many hexes are examined for forces by sea, beginning at another one from order to order.
const STATIONS: usize = 2;
/// The maximum number of attacks together with a ground force.
const TOGETHER: usize = 4;
/// The maximum number of destinations offered for a force by sea.
const ENDS: usize = 3;

/// Legal `sail`, `sea` and `together` orders, and moves of naval leaders ashore.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let turn = game.pulse.as_ref().map_or(0, |pulse| pulse.number + pulse.left) + game.commands_left(side);
    let turn = turn as usize;
    let mut orders = sails(rules, game, side, turn);
    if side == Side::Union {
        orders.extend(seas(rules, game, side, turn));
    }
    if super::has_admirals(game, side) {
        let afloat = |place: &Place| matches!(place, Place::Afloat { moved: false, .. });
        let naval = game.pieces.iter().filter(|(_, at)| afloat(at)).map(|(piece, _)| piece);
        let naval: Vec<&Piece> = naval.filter(|piece| side_of(&rules.pack, piece) == Some(side)).collect();
        orders.extend(naval.iter().flat_map(|piece| combined_attacks(rules, game, side, piece)).take(TOGETHER));
        orders.extend(naval.iter().flat_map(|piece| admiral_goes_ashore(rules, game, side, piece)));
    }
    orders
}

/// Voyages of the ships of every station, to each kind of place that they can do something at.
fn sails(rules: &CivilWar, game: &Game, side: Side, turn: usize) -> Vec<Order> {
    let pays = [Track::Naval, Track::Discretionary];
    if game.initiative_left() == 0
        || pays.iter().all(|track| game.side(side).commands.get(track).is_none_or(|n| *n == 0))
    {
        return Vec::new();
    }
    let fresh = game.squadrons.values().filter(|squadron| squadron.side == side && !squadron.moved);
    let mut stations: Vec<Station> = fresh.map(|squadron| squadron.at).collect();
    stations.sort();
    stations.dedup();
    if stations.len() > FLEETS {
        let begin = turn % stations.len();
        stations.rotate_left(begin);
    }
    let guns = Guns::new(rules, game, side);
    let stations = stations.into_iter().take(FLEETS);
    let sails = stations.flat_map(|at| Fleet::new(rules, game, side, at, &guns).some(VOYAGES));
    sails.map(Order::Sail).collect()
}

/// Attacks by a naval leader's ships, together with an adjacent force, on adjacent enemies (8.9).
pub fn combined_attacks(rules: &CivilWar, game: &Game, side: Side, admiral: &Piece) -> Vec<Order> {
    let Some(Place::Afloat { at, moved: false, .. }) = game.pieces.get(admiral) else { return Vec::new() };
    let fresh = game.fresh_hulls_at(*at, side);
    let ships = voyages::part(&fresh, rules.pack.charts.naval.leader_ships.into());
    let leader = Some(admiral.leader.clone());
    let mut orders = Vec::new();
    for hex in rules.pack.map.waterways().landings(*at) {
        let targets: Vec<Hex> =
            rules.pack.map.neighbors(hex).filter(|there| game.sp_at(*there, side.other()) > 0).collect();
        for target in targets {
            let ends = shore::stations_beside(rules, target).map(|end| if end == *at { Vec::new() } else { vec![end] });
            let ends: Vec<Vec<Station>> = ends.collect();
            for r#move in marches(rules, game, side, hex) {
                let order = |to: &Vec<Station>| {
                    let Hulls { ships, river, ocean } = ships.clone();
                    let sail = Sail { leader: leader.clone(), ships, river, ocean, to: to.clone(), ..Sail::default() };
                    let r#move = Move { path: vec![target], ..r#move.clone() };
                    Together { sail, r#move, condition: None }
                };
                let legal = |order: &Together| together_order::check_together(rules, game, side, order).is_ok();
                orders.extend(ends.iter().map(order).find(legal).map(Order::Together));
            }
        }
    }
    orders
}

/// The forces that may march out of a hex under a leader, without a path: each army, and what a leader moves.
fn marches(rules: &CivilWar, game: &Game, side: Side, hex: Hex) -> Vec<Move> {
    let armies = army::armies_at(rules, game, hex, side).into_iter();
    let mut marches: Vec<Move> = armies.map(|army| Move { army: Some(army), ..Move::default() }).collect();
    let fresh = game.fresh_at(hex, side);
    let ground = game.leaders_at(&rules.pack, hex, side).into_iter();
    for piece in ground.filter(|piece| !is_naval(&rules.pack, piece) && fresh > 0 && movement::may_move(game, piece)) {
        let sp = Some(movement::sp_limit(rules, &piece).min(fresh));
        marches.push(Move { leader: Some(piece.leader), sp, ..Move::default() });
    }
    marches
}

/// Forces by sea: single strength points, and leaders with what they command, to coastal hexes with friendly units.
fn seas(rules: &CivilWar, game: &Game, side: Side, turn: usize) -> Vec<Order> {
    let ways = rules.pack.map.waterways();
    let by_water = |hex: &Hex| shore::stations_beside(rules, *hex).any(|at| ways.admits(at, Waters::Ocean));
    let mut fresh: Vec<Hex> = game.fresh(side).into_keys().filter(by_water).collect();
    let mut goals: Vec<Hex> = game.groups.values().filter(|group| group.side == side).map(|group| group.hex).collect();
    goals.sort();
    goals.dedup();
    goals.retain(by_water);
    let begin = turn % fresh.len().max(1);
    fresh.rotate_left(begin);
    let goals = &goals[..goals.len().min(4)];
    let open = sea_movement::OpenWater::new(rules, game, side);
    let mut orders = Vec::new();
    for from in fresh.into_iter().take(STATIONS) {
        let found = sea_forces(rules, game, side, from).into_iter();
        orders.extend(found.flat_map(|base| sea_moves(&open, &base, goals, ENDS)).map(Order::Sea));
    }
    orders.truncate(ENOUGH);
    orders
}

/// Who may go by sea from a hex, without a destination: what naval leaders and two of the ground leaders there move,
/// and a single strength point.
pub fn sea_forces(rules: &CivilWar, game: &Game, side: Side, from: Hex) -> Vec<Sea> {
    let leaders = game.leaders_at(&rules.pack, from, side);
    let (ashore, ground): (Vec<Piece>, Vec<Piece>) = leaders
        .into_iter()
        .filter(|piece| movement::may_move(game, piece))
        .partition(|piece| is_naval(&rules.pack, piece));
    let near = shore::stations_beside(rules, from).flat_map(|at| game.afloat_at(&rules.pack, at, side));
    let near = near.filter(|piece| matches!(game.pieces.get(piece), Some(Place::Afloat { moved: false, .. })));
    let mut naval: Vec<Piece> = near.chain(ashore).collect();
    naval.sort();
    naval.dedup();
    let led = naval.iter().chain(ground.iter().take(2));
    let led = led.flat_map(|piece| sea_forces_led_by(rules, game, side, from, piece));
    led.chain([Sea { from: Some(from), ..Sea::default() }]).collect()
}

/// What a leader takes by sea from a hex, without a destination: a naval leader an army or six strength points, a
/// ground leader what he commands (8.7.5, 8.7.6).
pub fn sea_forces_led_by(rules: &CivilWar, game: &Game, side: Side, from: Hex, piece: &Piece) -> Vec<Sea> {
    let fresh = game.fresh_at(from, side);
    let leader = Some(piece.leader.clone());
    if !is_naval(&rules.pack, piece) {
        let sp = Some(movement::sp_limit(rules, piece).min(fresh));
        return vec![Sea { leader, sp, ..Sea::default() }];
    }
    let most = u32::from(rules.pack.charts.naval.leader_ships);
    let armies = army::armies_at(rules, game, from, side).into_iter();
    let whole = armies.map(|army| Sea { leader: leader.clone(), army: Some(army), ..Sea::default() });
    let part = Sea { leader: leader.clone(), from: Some(from), sp: Some(most.min(fresh)), ..Sea::default() };
    whole.chain([part]).collect()
}

/// A force by sea to some of these hexes, given what is known about open water.
pub fn sea_moves(open: &sea_movement::OpenWater<'_>, base: &Sea, goals: &[Hex], most: usize) -> Vec<Sea> {
    let to = goals.iter().map(|to| Sea { to: Some(*to), ..base.clone() });
    to.filter(|order| sea_movement::check_with(order, open).is_ok()).take(most).collect()
}

/// A naval leader who goes ashore to strength points next to his ships.
pub fn admiral_goes_ashore(rules: &CivilWar, game: &Game, side: Side, piece: &Piece) -> Vec<Order> {
    let ways = super::ashore(rules, game, piece).into_iter().flat_map(|hex| {
        let near = rules.pack.map.neighbors(hex).filter(|there| game.sp_at(*there, side) > 0);
        near.map(move |there| (hex, there)).collect::<Vec<_>>()
    });
    let order = |(from, to)| {
        let leader = Some(piece.leader.clone());
        Move { leader, from: Some(from), path: vec![to], ..Move::default() }
    };
    let legal = |order: &Move| {
        movement::check(rules, game, side, order, &crate::legality::uncertainty::Doubts::default()).is_ok()
    };
    ways.take(2).map(order).filter(legal).map(Order::Move).collect()
}
