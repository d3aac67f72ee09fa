//! Naval leaders on their way to ships (8.2.4).

use crate::sorted::SortedMap;
use std::collections::VecDeque;

use crate::board::Hex;
use crate::movement;
use crate::naval::shore::stations_beside;
use crate::orders::{Move, Order};
use crate::pack::Station;
use crate::position::ledger::{Hulls, Piece, Place, is_naval, side_of};

use super::super::Proposal;
use super::naval_situation::NavalSituation;

/// The value of a naval leader reaching ships.
const JOINS: i64 = 60;
/// For each ship that he finds there, up to six.
const EACH: i64 = 8;

/// Naval leaders ashore go to the ships that want one most.
pub fn propose(view: &NavalSituation<'_, '_>) -> Vec<Proposal> {
    let (rules, game, side) = (view.rules, view.game, view.side);
    let ashore = game.pieces.iter().filter_map(|(piece, place)| match place {
        Place::Map { hex, moved: false, .. } if is_naval(&rules.pack, piece) => Some((piece, *hex)),
        _ => None,
    });
    let ashore: Vec<(&Piece, Hex)> = ashore.filter(|(piece, _)| side_of(&rules.pack, piece) == Some(side)).collect();
    ashore.into_iter().filter_map(|(piece, hex)| ride(view, piece, hex)).collect()
}

/// The path of one: by land, or by water to where no enemy is (6.2.14c).
fn ride(view: &NavalSituation<'_, '_>, piece: &Piece, from: Hex) -> Option<Proposal> {
    let (rules, game, side) = (view.rules, view.game, view.side);
    let mut fleets: SortedMap<Station, Hulls> = SortedMap::new();
    for squadron in game.squadrons.values().filter(|one| one.side == side) {
        fleets.entry(squadron.at).or_default().join(squadron.hulls.clone());
    }
    fleets.retain(|at, _| game.afloat_at(&rules.pack, *at, side).is_empty());
    let way = ways(view, from);
    let mut best: Option<(i64, Hex)> = None;
    for (at, hulls) in &fleets {
        for &hex in way.keys().filter(|hex| stations_beside(rules, **hex).any(|near| near == *at)) {
            let worth = JOINS + EACH * i64::from(hulls.points().min(6));
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, hex));
            }
        }
    }
    let (worth, to) = best?;
    let mut path = vec![to];
    let mut at = to;
    while let Some(&before) = way.get(&at).filter(|before| **before != at) {
        at = before;
        path.push(at);
    }
    path.pop();
    path.reverse();
    let order = Move { leader: Some(piece.leader.clone()), path, ..Move::default() };
    (to != from).then_some(Proposal { order: Order::Move(order), worth, price: 1 })
}

/// The hexes that a leader alone can reach by land within his allowance, each with the previous one.
fn ways(view: &NavalSituation<'_, '_>, from: Hex) -> SortedMap<Hex, Hex> {
    let (rules, game, side) = (view.rules, view.game, view.side);
    let allowance = u32::from(rules.pack.charts.allowances.leader_alone);
    let mut way = SortedMap::from([(from, from)]);
    let mut spent = SortedMap::from([(from, 0)]);
    let mut next = VecDeque::from([from]);
    while let Some(here) = next.pop_front() {
        for there in rules.pack.map.neighbors(here) {
            let cost = spent[&here] + movement::step_cost(rules, game, false, here, there, side);
            if cost > allowance || view.foes.contains_key(&there) || way.contains_key(&there) || view.guns.fires(there)
            {
                continue;
            }
            if movement::passable(rules, game, here, there, side).is_ok() {
                way.insert(there, here);
                spent.insert(there, cost);
                next.push_back(there);
            }
        }
    }
    way
}
