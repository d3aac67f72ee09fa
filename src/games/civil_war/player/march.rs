//! Marches, attacks and rail movement: where every force would do the most good.

use crate::sorted::SortedSet;
use std::collections::VecDeque;

use crate::orders::{Move, Order, Rail};
use crate::{movement::entering, movement::rail, movement::territory};

use super::combat_estimate::CombatEstimate;
use super::hex_graph::HexIndex;
use super::movers::{Mover, MoverKind, ReachableHexes};
use super::situation::Stack;
use super::time_pressure::strength_point_values;
use super::{Proposal, Situation, main_army};

/// How many of the places that a force may go to are proposed.
const BEST: usize = 3;

/// Orders that are worth giving.
pub fn propose(picture: &Situation<'_>) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    let rails = Rails::new(picture);
    for stack in picture.stacks_of(picture.side) {
        for mover in Mover::of(picture, stack) {
            proposals.extend(marches(picture, &mover));
            if mover.unit.is_none() {
                proposals.extend(rails.trains(stack, &mover));
            }
        }
    }
    proposals
}

/// The best marches of a force.
fn marches(picture: &Situation<'_>, mover: &Mover) -> Vec<Proposal> {
    let found = mover.reach(picture);
    let mut ends: Vec<(i64, HexIndex)> = found
        .reachable_hexes()
        .map(|to| (worth_on_the_way(picture, mover, to, &found), to))
        .filter(|(worth, _)| *worth > 0)
        .collect();
    ends.sort_by_key(|&(worth, to)| (std::cmp::Reverse(worth), to));
    ends.truncate(BEST + 2);
    for (worth, to) in &mut ends {
        *worth -= supply_cost(picture, mover, *to);
    }
    ends.retain(|(worth, _)| *worth > 0);
    ends.sort_by_key(|&(worth, to)| (std::cmp::Reverse(worth), to));
    ends.truncate(BEST);
    let propose = |(worth, to): (i64, HexIndex)| {
        let path = found.path(picture, to);
        let hex = picture.chart.hexes[to];
        let mut order = Move { path, unit: mover.unit, ..Move::default() };
        match &mover.who {
            MoverKind::Point => order.from = Some(picture.chart.hexes[mover.from]),
            MoverKind::Leader(piece) => {
                order.leader = Some(piece.leader.clone());
                order.sp = Some(mover.sp);
            }
            MoverKind::Army(army) => {
                order.army = Some(army.clone());
                order.sp = Some(mover.sp);
            }
        }
        let spent = found.spent(to);
        if mover.cavalry
            && spent < mover.allowance
            && picture.enemy[to] == 0
            && entering::convertible(picture.rules, picture.game, hex, picture.side).is_ok()
        {
            order.convert = vec![hex];
        }
        Proposal { order: Order::Move(order), worth, price: mover.cost }
    };
    ends.into_iter().map(propose).collect()
}

/// The cost of going where there is no supply, minus the value of getting out of such a place.
fn supply_cost(picture: &Situation<'_>, mover: &Mover, to: HexIndex) -> i64 {
    let hungry = |at: HexIndex| !picture.supplies.in_supply(picture.chart.hexes[at]);
    let each = picture.weights.hunger_base + picture.weights.hunger * i64::from(mover.sp);
    let fights = picture.enemy[to] > 0 || picture.covered[to] > 0;
    let mut cost = 0;
    // Enemy ground captured on the way may itself open a supply line, so part of the cost is forgiven.
    if picture.enemy[to] == 0 && hungry(to) {
        cost += if picture.gain[to] > 100 { each / 2 } else { each };
    }
    if hungry(mover.from) {
        cost += if fights { each } else { -each / 2 };
    }
    cost
}

/// The value, in hundredths of a victory point, of having a force in a hex instead of where it is, all else being
/// equal; the cost in command points is subtracted.
pub fn worth(picture: &Situation<'_>, mover: &Mover, to: HexIndex, way: Option<&ReachableHexes>) -> i64 {
    // A command for a single strength point is one less for an army.
    let petty = matches!(mover.who, MoverKind::Point) && picture.gain[to] < 100 && !picture.is_near_enemy(to);
    let price = picture.weights.command * i64::from(mover.cost) + if petty { picture.weights.petty } else { 0 };
    let (there, left) = value_of_arrival(picture, mover, to, way);
    let arrival_value = there + left;
    let defenders = picture.enemy[to];
    let helpers = strongest_reacting_army(picture, to);
    if defenders == 0 && helpers == 0 {
        return arrival_value + picture.tie_break(to, 4) - price;
    }
    let from = way.map_or(mover.from, |way| way.previous(to));
    // A force that has marched to an attack does not return to its old hex if the attack fails.
    let bare = if from == mover.from { 0 } else { left.min(0) };
    let fight = |defenders: u32| {
        let toll = picture.estimate(from, to, mover.fights, defenders, mover.lead);
        balance(picture, mover, to, &toll, defenders, arrival_value)
            + follow_up(picture, mover, to, &toll, arrival_value)
            + bare * (1000 - toll.wins) / 1000
    };
    match (defenders, helpers) {
        (0, helpers) => (arrival_value + fight(helpers)) / 2 - price,
        (_, 0) => fight(defenders) - price,
        (_, helpers) => (fight(defenders) + fight(defenders + helpers)) / 2 - price,
    }
}

/// The value of a march if an army near the path may intervene (12.3), which it does if that is worse for the march.
fn worth_on_the_way(picture: &Situation<'_>, mover: &Mover, to: HexIndex, way: &ReachableHexes) -> i64 {
    let whole = worth(picture, mover, to, Some(way));
    let mut at = way.previous(to);
    let mut met = None;
    while way.reaches(at) {
        if picture.covered[at] > 0 {
            met = Some(at);
        }
        at = way.previous(at);
    }
    let Some(met) = met else { return whole };
    let army = strongest_reacting_army(picture, met);
    let toll = picture.estimate(way.previous(met), met, mover.fights, army, mover.lead);
    let fought = balance(picture, mover, met, &toll, army, 0) - picture.weights.command * i64::from(mover.cost);
    let met = picture.weights.met;
    (whole * (100 - met) + whole.min(fought) * met) / 100
}

/// The value of a fight, given the value of having the hex.
fn balance(
    picture: &Situation<'_>,
    mover: &Mover,
    to: HexIndex,
    toll: &CombatEstimate,
    defenders: u32,
    arrival_value: i64,
) -> i64 {
    let weights = &picture.weights;
    let (own, theirs) = strength_point_values(picture.side, picture.press);
    let shaken = |sp: u32, chance: i64| weights.shaken * i64::from(sp.min(12)) * chance;
    let losses = theirs * toll.defender_lost - own * toll.attacker_lost;
    let morale = shaken(defenders, toll.defender_shaken)
        - shaken(mover.sp, toll.attacker_shaken) * (weights.own_shaken - picture.press / 2) / 100;
    // A force that is driven back loses its ground, and may be driven against a river.
    let driven = toll.wins * weights.driven * i64::from(defenders.min(10));
    // A lone force behind the lines is caught.
    let hunted = if defenders <= 2 { toll.wins * weights.hunted } else { 0 };
    // Time favours the side that is not pressed; a pressed side fights even where it costs half as much again.
    let both = mover.fights + seconds(picture, mover, to) / 2;
    let even = 3 * toll.defender_lost >= 2 * toll.attacker_lost && 5 * both >= 4 * defenders;
    let pressed = match (toll.overrun, even) {
        (true, _) => 0,
        (_, true) => picture.press * i64::from(defenders.min(20)) * weights.pressed / 150 - 6,
        (_, false) => -6,
    };
    (toll.wins * arrival_value + losses + morale + driven + hunted) / 1000 + pressed
}

/// Strength points of other forces that may attack the same hex later in the same half-pulse.
fn seconds(picture: &Situation<'_>, mover: &Mover, to: HexIndex) -> u32 {
    if picture.press == 0 || picture.spendable_points(picture.chart.theater[to]) < mover.cost + 3 {
        return 0;
    }
    let able = |stack: &&Stack| stack.at != mover.from && may_attack_later(picture, stack, mover, to);
    picture.stacks_of(picture.side).filter(able).map(|stack| stack.mobile.min(stack.fresh)).sum()
}

/// Whether what a force leaves of a stack, or another whole stack, may attack a hex later in the same half-pulse.
fn may_attack_later(picture: &Situation<'_>, stack: &Stack, mover: &Mover, to: HexIndex) -> bool {
    let (gone, led) = if stack.at == mover.from { (mover.sp, 1) } else { (0, 0) };
    picture.chart.distances_to(to)[stack.at] <= 4
        && stack.fresh.saturating_sub(gone) >= 4
        && stack.leaders.len() > led
        && !stack.demoralized
}

/// The value of others being able to attack the demoralized enemy later in the same half-pulse.
fn follow_up(picture: &Situation<'_>, mover: &Mover, to: HexIndex, toll: &CombatEstimate, arrival_value: i64) -> i64 {
    let theater = picture.chart.theater[to];
    if picture.spendable_points(theater) < mover.cost + 3 || picture.enemy[to] == 0 || picture.cannot_be_dislodged(to) {
        return 0;
    }
    if !picture.stacks_of(picture.side).any(|stack| may_attack_later(picture, stack, mover, to)) {
        return 0;
    }
    let again = (1000 - toll.wins) * toll.defender_shaken / 1000;
    (arrival_value.clamp(0, 400) + picture.weights.follow) * again / 1400
}

/// The strongest enemy army that may react to a hex when the move is announced (12.3).
fn strongest_reacting_army(picture: &Situation<'_>, to: HexIndex) -> u32 {
    if picture.covered[to] == 0 {
        return 0;
    }
    let beside = picture.chart.steps[to].iter().map(|step| step.to);
    let armies = beside.filter_map(|at| {
        picture.stacks.iter().find(|stack| stack.at == at && stack.side != picture.side && !stack.armies.is_empty())
    });
    armies.map(|stack| stack.sp).max().unwrap_or(0)
}

/// The value of having gone there, if nobody prevents it, and of having left.
fn value_of_arrival(picture: &Situation<'_>, mover: &Mover, to: HexIndex, way: Option<&ReachableHexes>) -> (i64, i64) {
    let weights = &picture.weights;
    let (from, sp) = (mover.from, mover.sp);
    let (there, here) = (picture.own[to], picture.own[from]);
    let stays = here.saturating_sub(sp);
    let far = picture.chart.distances_to(to)[from];
    let washington = picture.is_washington(picture.chart.hexes[from]);
    let left = match washington {
        // Losing Washington loses the war: the player does not rely on returning in time, or on beating the enemy.
        true => picture.hold_value_for(from, stays, if far <= 1 { sp / 2 } else { 0 }, picture.keep[from]),
        false => picture.hold_value_after(from, stays, if far <= 4 { sp / 2 } else { 0 }, to, picture.keep[from]),
    };
    let left = left - picture.hold_value(from, here);
    let mut worth = 0;
    let taken = |at: HexIndex| {
        let gain = picture.gain[at];
        let may = !mover.cavalry
            || gain > 0
                && entering::convertible(picture.rules, picture.game, picture.chart.hexes[at], picture.side).is_ok();
        if may { gain } else { 0 }
    };
    // A captured place counts as far as it will be held.
    let gain = taken(to);
    let hungry = gain > 0 && !picture.supplies.in_supply(picture.chart.hexes[to]);
    // A city counts for as long as it is held, and the enemy has to come and get it.
    let held = if hungry { weights.hold_hungry } else { weights.hold };
    worth += gain * held / 5;
    worth += picture.hold_value_after(to, there + sp, 0, to, picture.keep[to] + gain * held / 5)
        - picture.hold_value(to, there);
    worth += picture.crowding_cost(to, there + sp) - picture.crowding_cost(to, there)
        + picture.crowding_cost(from, stays)
        - picture.crowding_cost(from, here);
    // Places on the path are captured too, though nobody stays.
    if let Some(way) = way
        && !mover.cavalry
    {
        let mut at = way.previous(to);
        while way.reaches(at) {
            let near = picture.is_near_enemy(at);
            worth += if near { picture.gain[at] / 6 } else { picture.gain[at] / 2 };
            at = way.previous(at);
        }
    }
    let nearer = (picture.importance(to) - picture.importance(from)) * i64::from(sp.min(12)) * weights.nearer / 300;
    // A handful does not go where it would be swallowed.
    worth += if nearer > 0 { nearer * picture.safety(to, there + sp) / 100 } else { nearer };
    worth += concentration_value(picture, mover, to);
    let together = |a: u32, b: u32| i64::from(a.min(b).min(8));
    let front = |at: HexIndex| if picture.is_near_enemy(at) { weights.front } else { weights.rear };
    worth += together(sp, there) * front(to) - together(sp, stays) * front(from);
    (worth, left)
}

/// The value of a force joining an army, or coming nearer to it, minus the loss to the army that it leaves.
fn concentration_value(picture: &Situation<'_>, mover: &Mover, to: HexIndex) -> i64 {
    let piece = match &mover.who {
        MoverKind::Army(_) => return 0,
        MoverKind::Leader(piece) => Some(piece),
        MoverKind::Point => None,
    };
    let hosts = picture.main_armies();
    let joined = main_army::main_army_at(hosts, to).map_or(0, |host| host.value_of_joining(picture, piece, mover.sp));
    joined - mover.leaves + main_army::approach_value(picture, hosts, (mover.from, to), mover.wanted)
}

/// The own rails.
struct Rails<'p, 'a> {
    picture: &'p Situation<'a>,
    left: u32,
    open: Vec<bool>,
}

impl<'p, 'a> Rails<'p, 'a> {
    fn new(picture: &'p Situation<'a>) -> Rails<'p, 'a> {
        let left = rail::capacity_left(picture.rules, picture.game, picture.side);
        let runs = |at: usize| {
            let hex = picture.chart.hexes[at];
            picture.rules.pack.map.rail_hex(hex)
                && territory::rail_controller(picture.rules, picture.game, hex) == Some(picture.side)
                && (picture.covered[at] == 0 || picture.own[at] > 0)
        };
        let open = if left > 0 { (0..picture.chart.hexes.len()).map(runs).collect() } else { Vec::new() };
        Rails { picture, left, open }
    }

    /// The best journeys of a force by rail.
    fn trains(&self, stack: &Stack, mover: &Mover) -> Vec<Proposal> {
        let picture = self.picture;
        if mover.sp > self.left || matches!(mover.who, MoverKind::Army(..)) || !self.open[stack.at] || mover.demoralized
        {
            return Vec::new();
        }
        let mut seen = SortedSet::from([stack.at]);
        let mut next = VecDeque::from([stack.at]);
        while let Some(at) = next.pop_front() {
            for step in picture.chart.steps[at].iter().filter(|step| step.rail && self.open[step.to]) {
                if seen.insert(step.to) {
                    next.push_back(step.to);
                }
            }
        }
        let near = picture.chart.distances_to(stack.at);
        let wanted = |at: &HexIndex| near[*at] > 3 && (picture.own[*at] > 0 || picture.keep[*at] > 0);
        let ends = seen.iter().copied().filter(wanted);
        let mut ends: Vec<(i64, HexIndex)> = ends.map(|to| (worth(picture, mover, to, None), to)).collect();
        ends.retain(|(worth, _)| *worth > 0);
        ends.sort_by_key(|&(worth, to)| (std::cmp::Reverse(worth), to));
        ends.truncate(2);
        let propose = |(worth, to): (i64, HexIndex)| {
            let worth = worth - supply_cost(picture, mover, to);
            let (leader, from) = match &mover.who {
                MoverKind::Leader(piece) => (Some(piece.leader.clone()), None),
                _ => (None, Some(stack.hex)),
            };
            let sp = (mover.sp != 1).then_some(mover.sp);
            let order = Rail { leader, from, sp, to: picture.chart.hexes[to], pay: None, condition: None };
            Proposal { order: Order::Rail(order), worth, price: mover.cost }
        };
        ends.into_iter().map(propose).collect()
    }
}
