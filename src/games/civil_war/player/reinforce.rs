//! Reinforcements, leaders, armies and works: what enters the map, and where; and rallying the demoralized.

use crate::document::Id;
use crate::orders::{Build, Create, Order, Rally, Reinforce, Source, Work};
use crate::{leaders::army, leaders::rally, movement::territory, reinforcements, supply::construction};

use super::hex_graph::HexIndex;
use super::{Proposal, Situation, main_army};

/// How many of the places where a reinforcement may enter are proposed.
const BEST: usize = 4;

/// Orders that are worth giving.
pub fn propose(picture: &Situation<'_>) -> Vec<Proposal> {
    let mut proposals = reinforcements(picture);
    if !picture.game.pulse.as_ref().is_some_and(|pulse| pulse.free) {
        proposals.extend(rallies(picture));
        proposals.extend(armies(picture));
        proposals.extend(depots(picture));
    }
    proposals
}

/// Strength points and leaders that wait, where they are wanted most.
fn reinforcements(picture: &Situation<'_>) -> Vec<Proposal> {
    let (rules, game, side) = (picture.rules, picture.game, picture.side);
    let waiting = reinforcements::waiting(rules, game, side);
    let chart = &picture.chart;
    let towns = chart.towns.iter().filter(|town| town.vp > 0 && picture.keep[town.at] > 0).map(|town| town.at);
    let armies = picture.stacks_of(side).filter(|stack| !stack.armies.is_empty()).map(|stack| stack.at);
    let mut places: Vec<HexIndex> =
        towns.chain(armies).filter(|&at| picture.enemy[at] == 0 && !picture.is_unviolated_neutral(at)).collect();
    places.sort_unstable();
    places.dedup();
    let mut proposals = Vec::new();
    // A large number of initiative points is for marching: reinforcements enter when there are few.
    let price =
        if game.initiative_left() >= 3 && game.commands_left(side) >= 3 { picture.weights.enter_price } else { 1 };
    for from in waiting {
        let theater = from.track().and_then(|track| track.theater());
        let open = places.iter().copied().filter(|&at| theater.is_none_or(|theater| chart.theater[at] == theater));
        let worth = |at: HexIndex| {
            if from == Source::Leaders { leader_value(picture, at) } else { strength_point_value(picture, at) }
        };
        let mut best: Vec<(i64, HexIndex)> = open.map(|at| (worth(at) + picture.tie_break(at, 4), at)).collect();
        best.retain(|(worth, _)| *worth > 0);
        best.sort_by_key(|&(worth, at)| (std::cmp::Reverse(worth), at));
        let propose = |(worth, at): (i64, HexIndex)| {
            let order = Reinforce::new(from, chart.hexes[at]);
            Proposal { order: Order::Reinforce(order), worth, price }
        };
        proposals.extend(best.into_iter().take(BEST).map(propose));
    }
    proposals
}

/// The value of an additional strength point in a hex.
fn strength_point_value(picture: &Situation<'_>, at: HexIndex) -> i64 {
    let weights = &picture.weights;
    let own = picture.own[at];
    let safer = picture.hold_value(at, own + 1) - picture.hold_value(at, own);
    let army = picture.stack(at).is_some_and(|stack| {
        stack.armies.iter().any(|army| army::free_capacity(picture.rules, picture.game, army) > 0)
    });
    let crowd = picture.crowding_cost(at, own + 1) - picture.crowding_cost(at, own);
    let led = picture.stack(at).is_some_and(|stack| !stack.leaders.is_empty());
    let host = match main_army::main_army_at(picture.main_armies(), at) {
        Some(host) if army => weights.enter_army + 2 * host.value_of_joining(picture, None, 1),
        _ if army => weights.enter_army,
        _ if led => 10,
        _ => 0,
    };
    // Strength points that nobody can lead away are idle.
    let idle = picture.stack(at).map_or(0, |stack| 9 * i64::from(main_army::idle(stack).min(4)));
    weights.sp + crowd + safer.max(0) + picture.importance(at) / weights.enter_pull + host - idle
}

/// The value of a drawn leader in a hex.
fn leader_value(picture: &Situation<'_>, at: HexIndex) -> i64 {
    let Some(stack) = picture.stack(at) else { return 0 };
    let leaders = stack.leaders.len() as i64;
    let wanted = match stack.armies.is_empty() {
        true => {
            let first = picture.main_armies().iter().any(|host| host.at == at && host.first);
            (i64::from(stack.sp) + 4) / 6 * 40 - leaders * 40 + if first && leaders < 4 { 80 } else { 0 }
        }
        false => {
            let host = main_army::main_army_at(picture.main_armies(), at);
            let unled = host.map_or(0, |host| i64::from(host.sp.saturating_sub(host.led)));
            let first = if host.is_some_and(|host| host.first) && leaders < 7 { 20 } else { 0 };
            (50 - leaders * 7).max(0) + unled.min(10) * 8 + first
        }
    };
    let front = picture.importance(at).min(400) / 12;
    if stack.sp < 2 && leaders > 0 { 0 } else { wanted.max(4) + front.min(40) - picture.weights.leader_price }
}

/// Rallying demoralized units, which cannot attack, and lose strength by waiting for the end of the turn (3.9).
fn rallies(picture: &Situation<'_>) -> Vec<Proposal> {
    let shaken = picture.stacks_of(picture.side).filter(|stack| stack.demoralized && !stack.leaders.is_empty());
    let propose = |stack: &super::situation::Stack| {
        let order = Rally { at: stack.hex, pay: None, condition: None };
        let danger = picture.is_near_enemy(stack.at);
        let worth = picture.weights.sp + i64::from(stack.sp.min(14)) * if danger { 14 } else { 7 };
        let price = rally::cost(picture.rules, picture.game, picture.side, stack.hex).max(1);
        Proposal { order: Order::Rally(order), worth, price }
    };
    shaken.map(propose).collect()
}

/// Armies, where there is a general with a large enough force.
fn armies(picture: &Situation<'_>) -> Vec<Proposal> {
    let (rules, game, side) = (picture.rules, picture.game, picture.side);
    let mut proposals = Vec::new();
    for stack in picture.stacks_of(side) {
        let general = stack.leaders.iter().any(|piece| army::free_to_command(rules, game, piece));
        if !general || stack.demoralized || !stack.armies.is_empty() || stack.sp < 4 {
            continue;
        }
        let theater = picture.chart.theater[stack.at];
        let free = rules.pack.charts.armies.values().filter(|data| {
            data.side == side
                && (data.theater == theater || game.options.free_armies)
                && !game.armies.contains_key(&data.id)
        });
        let Some(data) = free.max_by_key(|data| (data.maximum, std::cmp::Reverse(data.id.clone()))) else { continue };
        let id: Id = data.id.clone();
        let worth = 40 + 14 * i64::from(stack.sp.min(data.maximum.into())) + 8 * stack.leaders.len() as i64;
        let price = u32::from(rules.pack.charts.costs.create_army);
        let order = Create { army: id, at: stack.hex, pay: None, condition: None };
        proposals.push(Proposal { order: Order::Create(order), worth, price });
    }
    proposals
}

/// Depots in towns from which an army that would march out of supply would be fed.
fn depots(picture: &Situation<'_>) -> Vec<Proposal> {
    let (rules, game, side) = (picture.rules, picture.game, picture.side);
    let chart = &picture.chart;
    let mut proposals = Vec::new();
    for stack in picture.stacks_of(side).filter(|stack| stack.sp >= 4 && !stack.leaders.is_empty()) {
        let ahead = forward_hex(picture, stack.at);
        if ahead.is_none_or(|at| picture.supplies.in_supply(chart.hexes[at])) {
            continue;
        }
        let may = |at: HexIndex| {
            let hex = chart.hexes[at];
            construction::depot_place(rules, hex)
                && !game.depots.contains_key(&hex)
                && territory::controller(rules, game, hex) == Some(side)
                && picture.enemy[at] == 0
                && picture.supplies.in_supply(hex)
        };
        let row = chart.distances_to(stack.at);
        let kept = |at: &HexIndex| game.depots.get(&chart.hexes[*at]) == Some(&side) && row[*at] <= 2;
        let near = chart.towns.iter().map(|town| town.at).filter(|&at| row[at] <= 3);
        if near.clone().any(|at| kept(&at)) {
            continue;
        }
        let Some(at) = near.filter(|&at| may(at)).min_by_key(|&at| (row[at], at)) else { continue };
        let price = construction::price(rules, game, side, Work::Depot, chart.hexes[at]);
        let order = Build { what: Work::Depot, at: chart.hexes[at], pay: None, condition: None };
        let worth = 30 + 7 * i64::from(stack.sp.min(12));
        proposals.push(Proposal { order: Order::Build(order), worth, price });
    }
    proposals
}

/// The hex three or four movement points ahead on the way to the most attractive place.
fn forward_hex(picture: &Situation<'_>, mut at: HexIndex) -> Option<HexIndex> {
    let start = at;
    for _ in 0..3 {
        let next = picture.chart.steps[at]
            .iter()
            .filter(|step| picture.enemy[step.to] == 0 && !picture.is_unviolated_neutral(step.to));
        let next = next.map(|step| step.to).max_by_key(|&to| (picture.importance(to), std::cmp::Reverse(to)))?;
        if picture.importance(next) <= picture.importance(at) {
            break;
        }
        at = next;
    }
    (at != start).then_some(at)
}
