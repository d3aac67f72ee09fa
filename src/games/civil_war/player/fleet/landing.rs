//! Landings against the enemy (8.8), and voyages to places where one can be made.

use crate::sorted::SortedMap;

use crate::board::Hex;
use crate::naval::cargo::sea_lift_left;
use crate::naval::route::{at_sea, on_coast};
use crate::naval::shore::can_disembark;
use crate::orders::{Load, Order, Sail};
use crate::pack::{Station, Waters};
use crate::position::ledger::{Hulls, Piece};

use super::super::Proposal;
use super::super::weights::Weights;
use super::battle_estimate::{Attack, fight};
use super::naval_situation::{CommandedShips, NavalSituation};
use super::ship_weights::{COMMAND, DAMAGED, TRANSPORT};

/// The maximum number of landings proposed for one crew.
const FEW: usize = 3;
/// The value of a voyage to where a landing can be made, as a percentage of the landing's.
const LATER: i64 = 40;

/// A landing that is thought of.
#[derive(Clone, Debug)]
pub struct Plan {
    pub worth: i64,
    target: Hex,
    end: Station,
    sp: u32,
    hulls: Hulls,
    /// Ground leaders on board.
    leaders: Vec<Piece>,
}

/// Landings, and ships that go to where strength points wait for them.
pub fn propose(view: &NavalSituation<'_, '_>) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    let crews = view.crews();
    for crew in crews.iter().filter(|crew| crew.hulls.transports() > 0) {
        let here = bases(view, crew);
        let mut best = 0;
        for (base, sp) in here {
            for plan in plans(view, crew, base, sp).into_iter().take(FEW) {
                best = best.max(plan.worth);
                proposals.push(order(crew, base, &plan));
            }
        }
        if crew.naval {
            proposals.extend(to_base(view, crew, best));
        }
    }
    proposals
}

/// The hexes next to a crew's ships with strength points to spare, and how many.
fn bases(view: &NavalSituation<'_, '_>, crew: &CommandedShips) -> Vec<(Hex, u32)> {
    let hexes = match crew.ashore {
        Some(hex) => vec![hex],
        None => view.rules.pack.map.waterways().landings(crew.at),
    };
    hexes.into_iter().map(|hex| (hex, view.spare(hex))).filter(|(_, sp)| *sp > 0).collect()
}

/// The value of the best landing of a crew with this many strength points of a hex.
pub fn first(view: &NavalSituation<'_, '_>, crew: &CommandedShips, base: Hex, sp: u32) -> i64 {
    let key = (crew.leader.clone(), crew.at, crew.waters, base, sp);
    if let Some(known) = view.landings.borrow().get(&key) {
        return *known;
    }
    let worth = plans(view, crew, base, sp).first().map_or(0, |plan| plan.worth);
    view.landings.borrow_mut().insert(key, worth);
    worth
}

/// The possible landings of a crew with this many strength points of a hex, best first.
fn plans(view: &NavalSituation<'_, '_>, crew: &CommandedShips, base: Hex, sp: u32) -> Vec<Plan> {
    let reach = view.reach(crew.at, crew.waters);
    let lift = sea_lift_left(view.rules, view.game, view.side);
    let mut plans: Vec<Plan> = Vec::new();
    for (&target, &prize) in view.targets() {
        let Some((end, danger)) = view.berths(&reach, target) else { continue };
        if target == base || can_disembark(view.rules, view.game, view.side, target) || view.guns.ships(end) {
            continue;
        }
        // There is no landing next to an army that may come to help (8.8.4).
        if view.picture.chart.ix(target).is_none_or(|at| view.picture.covered[at] > 0) {
            continue;
        }
        let by_sea = crew.waters == Waters::Ocean || on_coast(view.rules, target) || at_sea(view.rules, end);
        let most = sp.min(crew.hulls.transports()).min(if by_sea { lift } else { u32::MAX });
        let some = [1, 2, 3, most].into_iter().filter(|sp| *sp <= most && *sp > 0);
        let each = some.filter_map(|sp| {
            let hulls = ships(crew, sp)?;
            let leaders = aboard(view, crew, base, sp)?;
            let worth = worth(view, crew, leaders.first(), (base, target), (sp, &hulls), (prize, danger));
            Some(Plan { worth, target, end, sp, hulls, leaders })
        });
        plans.extend(each.filter(|plan| plan.worth > 0).max_by_key(|plan| (plan.worth, std::cmp::Reverse(plan.sp))));
    }
    plans.sort_by_key(|plan| (std::cmp::Reverse(plan.worth), plan.target));
    plans
}

/// The ships for that many strength points: a transport for each, then ironclads, then more transports.
fn ships(crew: &CommandedShips, sp: u32) -> Option<Hulls> {
    let room = if crew.naval { crew.most } else { crew.most.checked_sub(sp)? };
    let kind = |points: u32| match crew.waters {
        Waters::River => Hulls { river: points, ..Hulls::default() },
        Waters::Ocean => Hulls { ocean: points, ..Hulls::default() },
    };
    let left = room.checked_sub(sp)?;
    let armoured = crew.hulls.ships.iter().take(left as usize).cloned().collect::<crate::sorted::SortedSet<_>>();
    let more = left - u32::try_from(armoured.len()).unwrap_or(left);
    let transports = (sp + more).min(crew.hulls.transports());
    Some(Hulls { ships: armoured, ..kind(transports) })
}

/// The ground leaders who go with this many strength points: with a naval leader the best of those who may go, and all
/// who could not stay; otherwise only the one who commands the ships.
fn aboard(view: &NavalSituation<'_, '_>, crew: &CommandedShips, base: Hex, sp: u32) -> Option<Vec<Piece>> {
    let least = if crew.naval { usize::from(sp > 1) } else { 1 };
    let leaders = view.leaders_needed(base, sp, least)?;
    match crew.naval {
        true => Some(leaders),
        false => (leaders.len() == 1).then(|| vec![crew.leader.clone()]),
    }
}

/// The value of a landing: the hex as far as it can be held, minus losses on the way and ashore.
fn worth(
    view: &NavalSituation<'_, '_>,
    crew: &CommandedShips,
    general: Option<&Piece>,
    (base, target): (Hex, Hex),
    (sp, hulls): (u32, &Hulls),
    (prize, danger): (i64, u32),
) -> i64 {
    let admiral = Some(&crew.leader).filter(|_| crew.naval);
    let leaders: Vec<&Piece> = admiral.into_iter().chain(general).collect();
    let (side, ashore) = (view.side, Some(view.defence(target)));
    let attack = Attack { side, from: base, hex: target, sp, hulls: Some(hulls), ashore, leaders: &leaders };
    let fought = fight(view.rules, view.game, attack);
    let shots = danger + u32::from(view.guns.fires(target));
    let spoilt = i64::from(shots) * if hulls.transports() > sp { 2 } else { 9 };
    let left = sp.saturating_sub(u32::try_from(fought.lost / 36).unwrap_or(0)).max(1);
    // Guns that ships have to pass shut the sea to supplies as well (9.3.10).
    let there = view.arrival_value(target, left, prize) / if danger > 0 { 2 } else { 1 };
    let gain = (there - view.departure_cost(base, sp)) * fought.won * (36 - spoilt).max(6) / (36 * 36);
    let (own, theirs) = (Weights::of(view.side).sp, Weights::of(view.side.other()).sp);
    let harm = (fought.lost * own - fought.foe_lost * theirs + fought.shaken * 9 * i64::from(sp)) / 36;
    gain - harm - i64::from(shots) * (DAMAGED + TRANSPORT / 3) - COMMAND * i64::from(crew.price)
}

/// The order to a landing.
fn order(crew: &CommandedShips, base: Hex, plan: &Plan) -> Proposal {
    let Hulls { ships, river, ocean } = plan.hulls.clone();
    let leaders = plan.leaders.iter().filter(|_| crew.naval).map(|piece| piece.leader.clone()).collect();
    let load = Some(Load { at: base, sp: plan.sp, leaders });
    let to = if plan.end == crew.at { Vec::new() } else { vec![plan.end] };
    let (leader, land) = (Some(crew.leader.leader.clone()), Some(plan.target));
    let sail = Sail { leader, from: Some(crew.at), ships, river, ocean, load, to, land, ..Sail::default() };
    Proposal { order: Order::Sail(sail), worth: plan.worth, price: crew.price }
}

/// A naval leader takes his ships to where strength points wait to be landed, if that is better than what he can do
/// here.
fn to_base(view: &NavalSituation<'_, '_>, crew: &CommandedShips, best: i64) -> Option<Proposal> {
    let reach = view.reach(crew.at, crew.waters);
    let here = view.rules.pack.map.waterways().landings(crew.at);
    let mut found: SortedMap<u32, i64> = SortedMap::new();
    let mut choice: Option<(i64, Station)> = None;
    for &hex in view.own.keys().filter(|hex| !here.contains(hex)) {
        let sp = view.spare(hex).min(crew.hulls.transports());
        let Some((at, 0)) = view.berths(&reach, hex).filter(|_| sp > 0) else { continue };
        if view.guns.danger(at) > 0 {
            continue;
        }
        let worth = *found.entry(sp).or_insert_with(|| first(view, crew, hex, sp));
        if worth > best && choice.is_none_or(|(most, _)| worth > most) {
            choice = Some((worth, at));
        }
    }
    let (worth, at) = choice?;
    let hulls = ships(crew, crew.hulls.transports().min(crew.most).min(4))?;
    let Hulls { ships, river, ocean } = hulls;
    let leader = Some(crew.leader.leader.clone());
    let order = Sail { leader, from: Some(crew.at), ships, river, ocean, to: vec![at], ..Sail::default() };
    let worth = (worth - best.max(0)) * LATER / 100;
    Some(Proposal { order: Order::Sail(order), worth, price: crew.price })
}
