//! Ships entering (10.4, 10.5).

use crate::sorted::{SortedMap, SortedSet};
use std::collections::VecDeque;

use crate::board::Hex;
use crate::document::Id;
use crate::naval::entry_places;
use crate::naval::launch::waiting;
use crate::naval::shore::stations_beside;
use crate::orders::{Launch, Launched, Order};
use crate::pack::{ShipKind, Side, Station, Theater, Waters};
use crate::position::ledger::{Hulls, is_naval, side_of};
use crate::supply::Supplies;
use crate::{homefront, movement::territory};

use super::super::Proposal;
use super::naval_situation::NavalSituation;

/// The value of a transport point and of an ironclad on the map.
const TRANSPORT: i64 = 25;
const IRONCLAD: i64 = 35;
/// A place that ships of the rivers enter for.
const GREAT: i64 = 300;
/// What a commerce raider sinks in a turn, in hundredths of a victory point (CW-205).
const RAID: i64 = 30;

/// The Naval Pool as a whole, or the Confederate ships that are due, each for itself.
pub fn propose(view: &NavalSituation<'_, '_>) -> Vec<Proposal> {
    let waiting = waiting(view.game, view.side);
    if waiting.is_empty() || view.most < u32::from(view.rules.pack.charts.costs.enter_naval) {
        return Vec::new();
    }
    match view.side {
        Side::Union => pool(view, &waiting).into_iter().collect(),
        Side::Confederate => bought(view, &waiting),
    }
}

/// All of the Naval Pool: ships of the rivers where they are nearest to the enemy's river cities, those of the ocean
/// where strength points wait for them.
fn pool(view: &NavalSituation<'_, '_>, waiting: &Hulls) -> Option<Proposal> {
    let supplies = Supplies::new(view.rules, view.game, view.side);
    let mut ships = Vec::new();
    let mut worth = 0;
    for waters in [Waters::River, Waters::Ocean] {
        let hulls = view.of_kind(waiting, waters);
        let at = if hulls.is_empty() { None } else { berth(view, &supplies, waters) };
        if let Some(at) = at {
            worth += TRANSPORT * i64::from(hulls.transports()) + IRONCLAD * hulls.ships.len() as i64;
            let Hulls { ships: named, river, ocean } = hulls;
            ships.push(Launched { at: Some(at), ships: named, river, ocean });
        }
    }
    let price = view.rules.pack.charts.costs.enter_naval.into();
    let launch = Launch { ships, pay: None, condition: None };
    if launch.ships.is_empty() {
        return None;
    }
    Some(Proposal { order: Order::Launch(launch), worth, price })
}

/// Where ships of a kind enter best, under no guns.
fn berth(view: &NavalSituation<'_, '_>, supplies: &Supplies<'_>, waters: Waters) -> Option<Station> {
    let open: Vec<(Hex, Station)> = entry_places::open_entry_places(supplies, waters)
        .into_iter()
        .filter(|(_, at)| view.guns.danger(*at) == 0)
        .collect();
    let admirals: SortedSet<Hex> = view
        .game
        .pieces
        .iter()
        .filter(|(piece, _)| is_naval(&view.rules.pack, piece) && side_of(&view.rules.pack, piece) == Some(view.side))
        .filter_map(|(_, place)| place.hex())
        .collect();
    match waters {
        Waters::River => {
            let far = apart(view, &open);
            let best = open.iter().map(|(hex, at)| (far.get(at).copied().unwrap_or(u32::MAX), *hex, *at));
            best.min().map(|(.., at)| at)
        }
        Waters::Ocean => {
            let best = open.iter().map(|(hex, at)| {
                let sp = view.spare(*hex).min(6);
                let ready =
                    25 * i64::from(sp) - view.departure_cost(*hex, sp) + if admirals.contains(hex) { 60 } else { 0 };
                // A coastal hex is a better place to load than one of its hexsides, and the nearer the enemy the
                // better.
                let near = view.targets().keys().map(|there| there.distance(*hex)).min();
                (ready.max(0), std::cmp::Reverse(near), matches!(at, Station::Hex(_)), *hex, *at)
            });
            best.max().map(|(.., at)| at)
        }
    }
}

/// The distance of each of these stations along the rivers from the nearest large enemy city.
fn apart(view: &NavalSituation<'_, '_>, open: &[(Hex, Station)]) -> SortedMap<Station, u32> {
    let ways = view.rules.pack.map.waterways();
    let wanted: SortedSet<Station> = open.iter().map(|(_, at)| *at).collect();
    let mut seen: SortedMap<Station, u32> = SortedMap::new();
    let mut next = VecDeque::new();
    let great = view.targets().iter().filter(|(_, worth)| **worth >= GREAT).map(|(hex, _)| hex);
    for at in great.flat_map(|hex| ways.hexsides_of(*hex)).filter(|at| ways.admits(*at, Waters::River)) {
        if seen.insert(at, 0).is_none() {
            next.push_back(at);
        }
    }
    let mut left = wanted.iter().filter(|at| !seen.contains_key(at)).count();
    while let Some(here) = next.pop_front().filter(|_| left > 0) {
        let far = seen[&here] + 1;
        for step in ways.steps_of(here, Waters::River) {
            if seen.add(step.to, far) {
                left -= usize::from(wanted.contains(&step.to));
                next.push_back(step.to);
            }
        }
    }
    // The rivers of the West lead to more than the Potomac does.
    let west = |at: &Station| at.hexes().any(|hex| view.rules.pack.map.theater(hex) != Theater::East);
    let far = |at: &Station| seen.get(at).map(|far| (*at, far + if west(at) { 0 } else { 40 }));
    wanted.iter().filter_map(far).collect()
}

/// Confederate ships: raiders while there is time for them, ironclads where a harbor is worth it.
fn bought(view: &NavalSituation<'_, '_>, waiting: &Hulls) -> Vec<Proposal> {
    let (rules, game) = (view.rules, view.game);
    let ships = waiting.ships.iter().filter_map(|id| rules.pack.charts.ships.get(id));
    let (raiders, ironclads): (Vec<_>, Vec<_>) = ships.partition(|ship| ship.kind == ShipKind::Raider);
    let order = |id: &Id, at| {
        let ships = SortedSet::from([id.clone()]);
        Order::Launch(Launch { ships: vec![Launched { at, ships, river: 0, ocean: 0 }], pay: None, condition: None })
    };
    let mut proposals = Vec::new();
    if let Some(price) = homefront::ship_price(rules, game, view.side, Theater::East) {
        let last = rules.pack.scenario(game.scenario.as_str()).map_or(game.turn, |scenario| scenario.last_turn);
        let turns = i64::from(last.saturating_sub(game.turn)).min(12);
        let raid = |id| Proposal { order: order(id, None), worth: RAID * turns, price };
        proposals.extend(raiders.first().map(|ship| raid(&ship.id)));
    }
    if let Some(ship) = ironclads.first() {
        let supplies = Supplies::new(rules, game, view.side);
        let own: SortedSet<Station> =
            game.squadrons.values().filter(|one| one.side == view.side).map(|one| one.at).collect();
        let mut harbors: Vec<(i64, Hex, Station)> = Vec::new();
        for (hex, at) in entry_places::open_entry_places(&supplies, Waters::River) {
            if view.guns.danger(at) > 0
                || own.iter().any(|there| stations_beside(rules, hex).any(|near| near == *there))
            {
                continue;
            }
            harbors.push((harbor(view, hex), hex, at));
        }
        harbors.sort_by_key(|(worth, hex, at)| (std::cmp::Reverse(*worth), *hex, *at));
        harbors.dedup_by_key(|(_, hex, _)| *hex);
        proposals.extend(harbors.into_iter().take(2).filter_map(|(worth, hex, at)| {
            let price = homefront::ship_price(rules, game, view.side, rules.pack.map.theater(hex))?;
            Some(Proposal { order: order(&ship.id, Some(at)), worth, price })
        }));
    }
    proposals
}

/// What an ironclad is good for in a harbor of its own: it keeps transports away, the more so where strength points and
/// guns are with it.
fn harbor(view: &NavalSituation<'_, '_>, hex: Hex) -> i64 {
    let Some(city) = view.rules.pack.map.city(hex) else { return 0 };
    let points = city.imports.as_ref().map_or(0, |port| i64::from(port.points));
    let guns = view
        .rules
        .pack
        .map
        .neighbors(hex)
        .chain([hex])
        .filter(|there| territory::fort_holder(view.rules, view.game, *there) == Some(view.side));
    let manned = i64::from(view.own.contains_key(&hex));
    12 * i64::from(city.vp) + 4 * points + 10 * guns.count().min(2) as i64 + 10 * manned
}
