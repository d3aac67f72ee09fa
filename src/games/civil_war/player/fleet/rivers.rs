//! Ships that take control of rivers (8.5), and that fight other ships.

use crate::sorted::{SortedMap, SortedSet};

use crate::movement;
use crate::movement::territory;
use crate::naval;
use crate::naval::legal_orders::voyages::part;
use crate::naval::shore::stations_beside;
use crate::orders::{Order, Sail};
use crate::pack::{Side, Station, Waters};
use crate::position::ledger::{Hull, Hulls, Piece, counter, is_naval};

use super::super::Proposal;
use super::battle_estimate::broadsides;
use super::naval_situation::{CommandedShips, NavalSituation};
use super::ship_weights::{COMMAND, DAMAGED, IRONCLAD, TRANSPORT};

/// A line of the enemy's rails that is cut where it crosses a river.
const RAIL: i64 = 18;
/// The value of a river crossing next to the enemy, for each of his strength points up to four.
const CROSSING: i64 = 2;
/// The value of a fleet next to a ground force that faces the enemy.
const BESIDE: i64 = 45;
/// Control worth less than this more is not sailed for.
const LITTLE: i64 = 4;

/// Voyages to where control is worth more, to ground forces in front of the enemy, and against his ships.
pub fn propose(view: &NavalSituation<'_, '_>) -> Vec<Proposal> {
    let mut proposals = control(view);
    if view.side == Side::Union {
        proposals.extend(move_to_front(view));
    }
    proposals.extend(attacks_on_ships(view));
    proposals
}

/// What control of each navigable hexside is worth to the side.
fn weights(view: &NavalSituation<'_, '_>) -> SortedMap<Station, i64> {
    let (rules, game) = (view.rules, view.game);
    let enemy = view.side.other();
    let mut weights: SortedMap<Station, i64> = SortedMap::new();
    for (a, b) in rules.pack.map.rails().filter(|(a, b)| rules.pack.map.over_navigable(*a, *b)) {
        let his = |hex| territory::rail_controller(rules, game, hex) == Some(enemy);
        if let Some(at) = Station::between(a, b).filter(|_| his(a) && his(b)) {
            *weights.entry(at).or_default() += RAIL;
        }
    }
    for (&hex, &sp) in &view.foes {
        for at in rules.pack.map.waterways().hexsides_of(hex) {
            // Where the enemy may cross to friendly hexes.
            let threatens =
                at.hexes().any(|there| there != hex && territory::controller(rules, game, there) == Some(view.side));
            if threatens {
                *weights.entry(at).or_default() += CROSSING * i64::from(sp.min(4));
            }
        }
    }
    weights
}

/// The hexsides that ships at a station would control, with the enemy's guns and ships where they are.
fn controlled_hexsides(view: &NavalSituation<'_, '_>, at: Station, waters: Waters) -> SortedSet<Station> {
    if !view.guns.forts(at).is_empty() {
        return SortedSet::new();
    }
    let radius = view.rules.pack.charts.naval.control_radius.into();
    let stops = |at: Station| view.guns.danger(at) > 0;
    view.rules.pack.map.waterways().hexsides_in_range(at, radius, waters, stops).into_keys().collect()
}

/// Single ships that leave others behind, or nothing, for where they control more.
fn control(view: &NavalSituation<'_, '_>) -> Vec<Proposal> {
    if !view
        .game
        .squadrons
        .values()
        .any(|one| one.side == view.side && !one.moved && picket(view, &one.hulls).is_some())
    {
        return Vec::new();
    }
    let weights = weights(view);
    if weights.is_empty() {
        return Vec::new();
    }
    let (rules, game) = (view.rules, view.game);
    let own: SortedMap<Station, Hulls> = game
        .squadrons
        .values()
        .filter(|one| one.side == view.side)
        .map(|one| (one.at, game.hulls_at(one.at, view.side)))
        .collect();
    let worth = |held: &SortedSet<Station>| -> i64 { held.iter().filter_map(|at| weights.get(at)).sum() };
    let held: SortedMap<Station, SortedSet<Station>> = own
        .iter()
        .map(|(at, hulls)| {
            let waters = if hulls.on_rivers(&rules.pack).is_empty() { Waters::Ocean } else { Waters::River };
            (*at, controlled_hexsides(view, *at, waters))
        })
        .collect();
    let all: SortedSet<Station> = held.values().flatten().copied().collect();
    let now = worth(&all);
    // Where a ship reaches something that counts.
    let radius = rules.pack.charts.naval.control_radius.into();
    let ways = rules.pack.map.waterways();
    let good: SortedSet<Station> = weights
        .keys()
        .flat_map(|at| ways.hexsides_in_range(*at, radius, Waters::River, |_| false).into_keys())
        .collect();
    let good: SortedMap<Station, SortedSet<Station>> = good
        .into_iter()
        .filter(|at| view.guns.danger(*at) == 0 && !own.contains_key(at))
        .map(|at| (at, controlled_hexsides(view, at, Waters::River)))
        .collect();
    let mut proposals = Vec::new();
    for (&from, hulls) in &own {
        let fresh = view.of_kind(&game.fresh_hulls_at(from, view.side), Waters::River);
        let Some(hull) = picket(view, &fresh) else { continue };
        let alone = hulls.points() == 1;
        let afloat = game.afloat_at(&rules.pack, from, view.side).len();
        if afloat > 0 && hulls.points() as usize <= afloat {
            continue;
        }
        // What is still controlled without it.
        let rest: SortedSet<Station> =
            held.iter().filter(|(at, _)| !alone || **at != from).flat_map(|(_, held)| held).copied().collect();
        let left = worth(&rest);
        let reach = view.reach(from, Waters::River);
        let mut best: Option<(i64, Station)> = None;
        for (&at, taken) in &good {
            let Some(&danger) = reach.get(&at).filter(|danger| **danger <= 1) else { continue };
            let more: i64 = taken.iter().filter(|at| !rest.contains(at)).filter_map(|at| weights.get(at)).sum();
            let risk = i64::from(danger) * (DAMAGED + TRANSPORT / 3) + exposed(view, at);
            let gain = left + more - now - COMMAND - risk;
            if gain >= LITTLE && best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, at));
            }
        }
        if let Some((gain, to)) = best {
            let Hulls { ships, river, ocean } = Hulls::one(&hull);
            let order = Sail { from: Some(from), ships, river, ocean, to: vec![to], ..Sail::default() };
            proposals.push(Proposal { order: Order::Sail(order), worth: gain, price: 1 });
        }
    }
    proposals
}

/// A ship that can be spared for a picket: a Union transport. Ironclads fight together, and those of the Confederacy
/// keep their harbors.
fn picket(view: &NavalSituation<'_, '_>, fresh: &Hulls) -> Option<Hull> {
    (view.side == Side::Union && fresh.river > 0).then_some(Hull::Transport(Waters::River))
}

/// The risk of a single ship at a station that enemy ironclads may reach.
fn exposed(view: &NavalSituation<'_, '_>, at: Station) -> i64 {
    let Some(hex) = at.hexes().next() else { return 0 };
    let near = view.game.squadrons.values().filter(|one| one.side != view.side);
    let near = near.filter(|one| one.at.hexes().any(|there| there.distance(hex) <= 12));
    10 * near.map(|one| i64::try_from(one.hulls.ironclads(&view.rules.pack).count()).unwrap_or(0)).sum::<i64>().min(2)
}

/// Sends a naval leader's fleet to where a ground force faces the enemy, unless it is next to one already.
fn move_to_front(view: &NavalSituation<'_, '_>) -> Vec<Proposal> {
    let fronts = joint_attack_values(view);
    let mut proposals = Vec::new();
    for crew in view.crews().iter().filter(|crew| crew.naval && !fronts.is_empty()) {
        let hulls = with_ironclads(crew);
        if crew.waters == Waters::Ocean && hulls.ironclads(&view.rules.pack).next().is_none() {
            // Transports of the ocean have landings to think of.
            continue;
        }
        let here = fronts.get(&crew.at).copied().unwrap_or(0);
        let reach = view.reach(crew.at, crew.waters);
        let mut best: Option<(i64, Station)> = None;
        for (&at, &front) in &fronts {
            if reach.get(&at) != Some(&0) || at == crew.at || view.guns.danger(at) > 0 {
                continue;
            }
            let gain = front - here;
            if gain > 0 && best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, at));
            }
        }
        let Some((gain, to)) = best.filter(|(gain, _)| here == 0 && *gain > 0) else { continue };
        let Hulls { ships, river, ocean } = hulls;
        let leader = Some(crew.leader.leader.clone());
        let order = Sail { leader, from: Some(crew.at), ships, river, ocean, to: vec![to], ..Sail::default() };
        proposals.push(Proposal { order: Order::Sail(order), worth: gain, price: crew.price });
    }
    proposals
}

/// The ships that a naval leader takes along into a fight: ironclads first.
fn with_ironclads(crew: &CommandedShips) -> Hulls {
    part(&crew.hulls, crew.most)
}

/// How suitable each station is for an attack with a ground force: an adjacent force with a leader, and an enemy in the
/// next hex who can be reached from the water.
fn joint_attack_values(view: &NavalSituation<'_, '_>) -> SortedMap<Station, i64> {
    let ways = view.rules.pack.map.waterways();
    let mut fronts = SortedMap::new();
    for (&hex, &own) in view.own.iter().filter(|(_, own)| **own >= 2) {
        let leaders = view.game.leaders_at(&view.rules.pack, hex, view.side);
        if !leaders.iter().any(|piece| !is_naval(&view.rules.pack, piece)) {
            continue;
        }
        let mut most = 0;
        for there in view.rules.pack.map.neighbors(hex) {
            let Some(&foe) = view.foes.get(&there) else { continue };
            let open = movement::crossable(view.rules, hex, there) && ways.hexsides_of(there).next().is_some();
            if open && foe <= 2 * own {
                let prize = view.targets().get(&there).copied().unwrap_or(0).min(200);
                most = most.max(BESIDE + prize / 8 + i64::from(foe));
            }
        }
        for at in stations_beside(view.rules, hex).filter(|_| most > 0) {
            let known = fronts.entry(at).or_insert(0);
            *known = most.max(*known);
        }
    }
    fronts
}

/// Attacks on enemy ships, where the odds are good.
fn attacks_on_ships(view: &NavalSituation<'_, '_>) -> Vec<Proposal> {
    let (rules, game, side) = (view.rules, view.game, view.side);
    let stations: SortedSet<Station> =
        game.squadrons.values().filter(|one| one.side != side).map(|one| one.at).collect();
    if stations.is_empty() {
        return Vec::new();
    }
    let mut proposals = Vec::new();
    let crews = view.crews();
    let naval = crews.iter().filter(|crew| crew.naval);
    let fleets = naval.map(|crew| (crew.at, crew.waters, with_ironclads(crew), Some(&crew.leader), crew.price));
    let own = game.squadrons.values().filter(|one| one.side == side && !one.moved);
    let singles = own.flat_map(|one| {
        let id = one.hulls.ironclads(&rules.pack).next()?;
        let waters = rules.pack.charts.ships.get(id)?.waters;
        Some((one.at, waters, Hulls::one(&Hull::Ship(id.clone())), None, 1))
    });
    for (from, waters, hulls, leader, price) in fleets.chain(singles) {
        let reach = view.reach(from, waters);
        if leader.is_none() && !game.afloat_at(&rules.pack, from, side).is_empty() {
            continue;
        }
        for &at in stations.iter().filter(|at| reach.contains_key(at)) {
            // Those under the guns of a fortification are fought under them, round by round.
            if !view.guns.forts(at).is_empty() || reach[&at] > 0 {
                continue;
            }
            let foe = game.hulls_at(at, side.other());
            let theirs = game.afloat_at(&rules.pack, at, side.other());
            let rating = |who: Side, leaders: &[&Piece]| -> u32 {
                let tactical = |piece: &&Piece| counter(&rules.pack, piece).map(|data| data.tactical.into());
                let most = leaders.iter().filter_map(tactical).max();
                most.filter(|_| naval::has_admirals(game, who)).unwrap_or(0)
            };
            let own = rating(side, leader.as_slice());
            let ratings = [own, rating(side.other(), &theirs.iter().collect::<Vec<_>>())];
            let estimate = broadsides(rules, &hulls, &foe, ratings);
            let worth = estimate.foe_lost * hit(view, side.other(), &foe) / 1000
                - estimate.lost * hit(view, side, &hulls) / 1000
                + estimate.won * 15 / 1000;
            if worth <= 0 || estimate.won < 600 {
                continue;
            }
            let Hulls { ships, river, ocean } = hulls.clone();
            let named = leader.map(|piece| piece.leader.clone());
            let order = Sail { leader: named, from: Some(from), ships, river, ocean, to: vec![at], ..Sail::default() };
            proposals.push(Proposal { order: Order::Sail(order), worth, price });
        }
    }
    proposals
}

/// The cost of a hit on one of those ships: a damaged Union ship is back next turn, a Confederate one is lost.
fn hit(view: &NavalSituation<'_, '_>, side: Side, hulls: &Hulls) -> i64 {
    let armoured = hulls.ironclads(&view.rules.pack).next().is_some();
    let lost = if armoured { IRONCLAD } else { TRANSPORT };
    match side {
        Side::Union => (lost + 2 * DAMAGED) / 3,
        Side::Confederate => lost,
    }
}
