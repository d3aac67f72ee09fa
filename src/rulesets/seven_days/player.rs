//! What a sensible player of a side does: he weighs what each leader's command could enter or assault, and takes what
//! promises most; at night he makes good his losses and digs in before the enemy.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

use crate::board::Area;
use crate::document::Id;
use crate::engine::Position;

use super::events::Bid;
use super::ledger::{Entry, Game, Impulse, ImpulseKind, LeaderPlace, Phase, Single, Train};
use super::orders::{
    Answer, Assault, Attack, Combined, CombinedBy, Condition, End, Move, Night, Order, Party, Pass, Question, Rally,
    Regroup,
};
use super::pack::{Kind, Side};
use super::retreat::BRIDGE;
use super::values::{Engaged, sum};
use super::{SevenDays, assault, bids, night};

/// Areas that a plan looks ahead.
const DEPTH: usize = 3;
/// What a plan has to promise at least, so that the impulse is not passed.
const LEAST: i64 = 20;

/// Something that could be done, and what it promises.
struct Plan {
    score: i64,
    orders: Vec<Order>,
}

/// The orders of a sensible player; each passes, together.
pub fn orders(rules: &SevenDays, position: &Position<SevenDays>, side: Side, seed: u64) -> Vec<Order> {
    let game = &position.game;
    let found = match (game.phase, &game.current) {
        (Phase::Night, _) => vec![Order::Night(nights(rules, game, side))],
        (Phase::Daylight, None) => impulse(rules, game, side, seed),
        (Phase::Daylight, Some(_)) => finish(rules, game, side),
        _ => Vec::new(),
    };
    let first = found.first().is_some_and(|order| rules.passes(game, side, order));
    if first { found } else { super::legal::legal(rules, position, side).into_iter().take(1).collect() }
}

/// What is left of an impulse whose orders have come back: assaults that have to be made, and its end.
fn finish(rules: &SevenDays, game: &Game, side: Side) -> Vec<Order> {
    let must = rules.mandatory(game).into_iter().map(|area| Order::Attack(Attack { area, ..Attack::default() }));
    let orders: Vec<Order> = must.filter(|order| rules.passes(game, side, order)).collect();
    orders.into_iter().chain([Order::End(End::default())]).collect()
}

/// The best of all impulses.
fn impulse(rules: &SevenDays, game: &Game, side: Side, seed: u64) -> Vec<Order> {
    let weights = weights(rules, game, side);
    let mut plans = Vec::new();
    for &area in rules.pack.map.areas.keys().filter(|area| game.has_units(&rules.pack, **area, side)) {
        let leaders: Vec<Id> = game
            .leaders_in(&rules.pack, area, side)
            .filter(|id| !game.leaders[*id].inactive && !rules.pack.forces.leaders[*id].is_army())
            .cloned()
            .collect();
        for leader in &leaders {
            let start = Assault { area, leader: Some(leader.clone()), ..Assault::default() };
            plans.extend(led(rules, game, side, &start, &[leader], &weights));
        }
        for (one, two) in
            leaders.iter().enumerate().flat_map(|(n, one)| leaders[n + 1..].iter().map(move |two| (one, two)))
        {
            let combined = Combined { leaders: [one.clone(), two.clone()], by: CombinedBy::LeeCommands };
            let start = Assault { area, combined: Some(combined), ..Assault::default() };
            if rules.passes(game, side, &Order::Assault(start.clone())) {
                plans.extend(led(rules, game, side, &start, &[one, two], &weights));
            }
        }
        plans.extend(rally(rules, game, side, area, &weights));
        plans.extend(regroup(rules, game, side, area, &weights));
    }
    // Between equals the seed decides.
    let turn = usize::try_from(seed % 7).unwrap_or(0);
    let shift = turn % plans.len().max(1);
    plans.rotate_left(shift);
    let best = plans.into_iter().filter(|plan| plan.score >= LEAST).max_by_key(|plan| plan.score);
    best.map_or_else(|| vec![Order::Pass(Pass::default())], |plan| plan.orders)
}

/// What each area is worth to a side: where the enemy's purpose lies, and near it.
fn weights(rules: &SevenDays, game: &Game, side: Side) -> BTreeMap<Area, i64> {
    let Some(scenario) = rules.scenario(game) else { return BTreeMap::new() };
    let train = match game.train {
        Train::At(area) => area,
        Train::Arrives(_) => scenario.train_to,
    };
    let goals = match side {
        Side::Confederate => {
            let last = if rules.train_has_moved(game) { scenario.malvern_hill } else { scenario.providence_church };
            vec![(train, 90), (scenario.train_to, 60), (last, 60), (scenario.train, 50)]
        }
        Side::Union => vec![(scenario.richmond, 40), (train, 60), (scenario.train_to, 60), (scenario.malvern_hill, 50)],
    };
    let mut weights: BTreeMap<Area, i64> = BTreeMap::new();
    for (goal, worth) in goals {
        for (area, distance) in rules.distances(game, goal) {
            let near = worth * 8 / (8 + 4 * i64::from(distance));
            let known = weights.entry(area).or_insert(0);
            *known = (*known).max(near);
        }
    }
    weights
}

/// What a command or two could do from where they are.
fn led(
    rules: &SevenDays,
    game: &Game,
    side: Side,
    start: &Assault,
    leaders: &[&Id],
    weights: &BTreeMap<Area, i64>,
) -> Vec<Plan> {
    let area = start.area;
    let active = activated(rules, game, side, area, leaders);
    let Some(current) = active.current.clone() else { return Vec::new() };
    let units: Vec<Id> =
        current.began.iter().filter(|id| rules.may_act(&active, &current, side, id).is_ok()).cloned().collect();
    // In sixths: how often the die activates the leader.
    let chance = match &start.leader {
        Some(leader) => {
            let needs = i64::from(rules.pack.forces.leaders.get(leader).map_or(6, |leader| leader.initiative));
            (7 - needs + i64::from(rules.army_active(game, side))).clamp(1, 6)
        }
        None => 6,
    };
    let mut plans = Vec::new();
    if game.is_contested(&rules.pack, area) {
        let units = units.iter().cloned().collect();
        let margin = margin(rules, &active, side, area, &units, leaders);
        plans.extend(margin.map(|margin| (worth(margin, weights.get(&area), side), area, Vec::new())));
    }
    for path in paths(rules, game, side, area) {
        let Some(&to) = path.last() else { continue };
        let group = group(rules, &active, side, &units, &path);
        if group.is_empty() {
            continue;
        }
        let worth = match game.has_units(&rules.pack, to, side.other()) {
            true => {
                let mut there = active.clone();
                let from = path.len().checked_sub(2).map_or(area, |n| path[n]);
                come(rules, &mut there, from, to, &group);
                let units = group.iter().cloned().collect();
                let Some(margin) = margin(rules, &there, side, to, &units, leaders) else { continue };
                worth(margin, weights.get(&to), side) - exposed(rules, game, side, area, &group)
            }
            false => {
                let gain = weights.get(&to).copied().unwrap_or(0) - weights.get(&area).copied().unwrap_or(0);
                let taken = if game.control(to) == side { 0 } else { 14 };
                let bold = if side == Side::Confederate { 3 * gain + taken } else { gain + taken - 12 };
                bold - exposed(rules, game, side, area, &group)
            }
        };
        let mut go = Move { units: group, path, ..Move::default() };
        go.leaders = leaders.iter().map(|id| (*id).clone()).collect();
        if !rules.passes(&active, side, &Order::Move(go.clone())) {
            // Where no road leads the leader may not be able to follow.
            go.leaders.clear();
        }
        go.condition = activated_only(start);
        plans.push((worth, to, vec![Order::Move(go)]));
    }
    let whole = |(worth, to, moves): (i64, Area, Vec<Order>)| {
        let meet = Condition { contested: [to].into(), ..Condition::default() };
        let attack = Attack { area: to, condition: Some(meet), ..Attack::default() };
        let fights = game.has_units(&rules.pack, to, side.other());
        let fight = fights.then_some(Order::Attack(attack));
        let first = std::iter::once(Order::Assault(start.clone()));
        let orders = first.chain(moves).chain(fight).chain([Order::End(End::default())]).collect();
        Plan { score: worth * chance / 6, orders }
    };
    plans.into_iter().map(whole).collect()
}

/// A condition that the leader has activated, where a die decides it.
fn activated_only(start: &Assault) -> Option<Condition> {
    start.leader.as_ref().map(|_| Condition { activated: Some(true), ..Condition::default() })
}

/// The position in which these leaders have activated their commands.
fn activated(rules: &SevenDays, game: &Game, side: Side, area: Area, leaders: &[&Id]) -> Game {
    let mut game = game.clone();
    let mut current = Impulse::new(ImpulseKind::Assault);
    current.area = Some(area);
    current.began = game.units_at(&rules.pack, area, side).map(|(id, ..)| id.clone()).collect();
    current.began.extend(game.leaders_in(&rules.pack, area, side).cloned());
    current.contested = game.contested(&rules.pack);
    current.single = Single::Nobody;
    current.leaders = leaders.iter().map(|id| (*id).clone()).collect();
    game.current = Some(current);
    game
}

/// Units as if they had come into an area.
fn come(rules: &SevenDays, game: &mut Game, from: Area, to: Area, units: &[Id]) {
    let boundary = rules.pack.map.boundary(from, to);
    let Some(boundary) = boundary else { return };
    let entry = Entry { from, water: boundary.water, road: boundary.road };
    for id in units {
        if let Some(state) = game.units.get_mut(id) {
            state.at = to;
        }
    }
    let leaders: Vec<Id> = game.current.iter().flat_map(|current| current.leaders.clone()).collect();
    for id in leaders {
        if let Some(state) = game.leaders.get_mut(&id) {
            state.place = LeaderPlace::At(to);
        }
    }
    if let Some(current) = &mut game.current {
        current.entered.extend(units.iter().map(|id| (id.clone(), entry)));
    }
}

/// By how much the Attack Value exceeds the Defense Value, where the units stand in the area; nothing without a Point Unit.
fn margin(
    rules: &SevenDays,
    game: &Game,
    side: Side,
    area: Area,
    units: &BTreeSet<Id>,
    leaders: &[&Id],
) -> Option<i64> {
    let point = assault::leader_of(rules, game, area, units)?;
    let leaders: BTreeSet<Id> = leaders.iter().map(|id| (*id).clone()).collect();
    let mandatory = game.current.as_ref().is_some_and(|current| !current.contested.contains(&area));
    let engaged = Engaged { area, side, units, point: &point, leaders: &leaders, mandatory };
    let attack = sum(&rules.attack_value(game, &engaged));
    let forwards = game.units_at(&rules.pack, area, side.other()).map(|(id, ..)| id);
    let defense = forwards.map(|id| sum(&rules.defense_value(game, &engaged, id))).max()?;
    Some(i64::from(attack - defense))
}

/// What an assault with that margin is worth: a Success costs the enemy its margin, a Repulse tires all who made it.
fn worth(margin: i64, weight: Option<&i64>, side: Side) -> i64 {
    let caution = if side == Side::Confederate { -3 } else { 0 };
    12 * (margin - caution) + weight.copied().unwrap_or(0) / 2 + 20
}

/// What it costs to leave an area that matters with nobody in it.
fn exposed(rules: &SevenDays, game: &Game, side: Side, area: Area, group: &[Id]) -> i64 {
    let left = game.units_at(&rules.pack, area, side).filter(|(id, ..)| !group.contains(*id)).count();
    let victory = rules.pack.map.area(area).is_some_and(|data| data.victory);
    let near = rules.adjacent(game, area).any(|beside| game.has_units(&rules.pack, beside, side.other()));
    match (left, victory, near) {
        (0, true, _) => 120,
        (0, false, true) => {
            if side == Side::Union {
                40
            } else {
                8
            }
        }
        _ => 0,
    }
}

/// Ways from an area over its neighbours: each area once, by the shortest way over what is not the enemy's ground and
/// without enemies on the way.
fn paths(rules: &SevenDays, game: &Game, side: Side, from: Area) -> Vec<Vec<Area>> {
    let mut known: BTreeMap<Area, Vec<Area>> = BTreeMap::from([(from, Vec::new())]);
    let mut next = VecDeque::from([from]);
    while let Some(area) = next.pop_front() {
        let path = known[&area].clone();
        let stops = area != from && game.has_units(&rules.pack, area, side.other());
        if path.len() >= DEPTH || stops {
            continue;
        }
        for to in rules.adjacent(game, area).collect::<Vec<_>>() {
            if let std::collections::btree_map::Entry::Vacant(entry) = known.entry(to) {
                entry.insert(path.iter().copied().chain([to]).collect());
                next.push_back(to);
            }
        }
    }
    known.into_values().filter(|path| !path.is_empty()).collect()
}

/// Of these units those that can go a path together, the one that leads first.
fn group(rules: &SevenDays, game: &Game, side: Side, units: &[Id], path: &[Area]) -> Vec<Id> {
    let Some(&to) = path.last() else { return Vec::new() };
    let (start, room) = (game.current.as_ref().and_then(|current| current.area), rules.room_left(game, to, side));
    let steps = start.into_iter().chain(path.iter().copied()).collect::<Vec<_>>();
    let bridge = steps
        .windows(2)
        .any(|pair| rules.pack.map.boundary(pair[0], pair[1]).is_some_and(|boundary| boundary.bridge.is_some()));
    let most = if bridge { room.min(usize::from(BRIDGE)) } else { room };
    let mut fit: Vec<&Id> = units.iter().collect();
    let rank = |id: &&Id| {
        let (unit, state) = (rules.unit(id), game.units.get(*id));
        let fresh = state.is_some_and(|state| !state.exhausted);
        let foot = unit.is_some_and(|unit| unit.kind == Kind::Infantry);
        let attack = unit.map_or(0, |unit| unit.factors.attack);
        std::cmp::Reverse((fresh, foot, attack))
    };
    fit.sort_by_key(rank);
    let mut group: Vec<Id> = Vec::new();
    for id in fit.into_iter().filter(|id| game.units.get(*id).is_some_and(|state| !state.exhausted)) {
        if group.len() >= most {
            break;
        }
        group.push(id.clone());
        let go = Move { units: group.clone(), path: path.to_vec(), ..Move::default() };
        if !rules.passes(game, side, &Order::Move(go)) {
            group.pop();
        }
    }
    group
}

/// To rally leaders who are all Inactive, where several are.
fn rally(rules: &SevenDays, game: &Game, side: Side, area: Area, weights: &BTreeMap<Area, i64>) -> Option<Plan> {
    if !game.has_advantage(side) || side == Side::Union {
        return None;
    }
    let inactive = game
        .leaders_in(&rules.pack, area, side)
        .filter(|id| game.leaders[*id].inactive && !rules.pack.forces.leaders[*id].is_army());
    let leaders: Vec<Id> = inactive.cloned().collect();
    let leader = leaders.first().filter(|_| leaders.len() >= 2)?;
    let rally = Some(Rally { area, leaders: BTreeSet::new() });
    let start = Assault { area, rally, leader: Some(leader.clone()), ..Assault::default() };
    let plans = led(rules, game, side, &start, &[leader], weights);
    plans.into_iter().max_by_key(|plan| plan.score).map(|plan| Plan { score: plan.score - 30, ..plan })
}

/// To bring up what stands far from the enemy.
fn regroup(rules: &SevenDays, game: &Game, side: Side, from: Area, weights: &BTreeMap<Area, i64>) -> Option<Plan> {
    let near = |area: Area| rules.adjacent(game, area).any(|to| game.has_units(&rules.pack, to, side.other()));
    let victory = rules.pack.map.area(from).is_some_and(|data| data.victory);
    if near(from) || victory || game.is_contested(&rules.pack, from) {
        return None;
    }
    let gain = |to: &Area| weights.get(to).copied().unwrap_or(0) - weights.get(&from).copied().unwrap_or(0);
    let free = rules.adjacent(game, from).filter(|to| game.is_free(&rules.pack, *to, side));
    let area = free.filter(|to| rules.room_left(game, *to, side) > 0).max_by_key(gain)?;
    let bridge = rules.pack.map.boundary(from, area).is_some_and(|boundary| boundary.bridge.is_some());
    let most = rules.room_left(game, area, side).min(if bridge { usize::from(BRIDGE) } else { usize::MAX });
    let all: Vec<Id> = game.units_at(&rules.pack, from, side).map(|(id, ..)| id.clone()).collect();
    let units: BTreeSet<Id> = all.iter().take(most).cloned().collect();
    let stay = all.len() > units.len();
    let leaders: BTreeSet<Id> =
        if stay { BTreeSet::new() } else { game.leaders_in(&rules.pack, from, side).cloned().collect() };
    let score = 2 * gain(&area) + i64::try_from(units.len()).unwrap_or(0);
    let party = Party { area, units, leaders, siege_guns: false };
    Some(Plan { score, orders: vec![Order::Regroup(Regroup { from, to: vec![party], ..Regroup::default() })] })
}

/// A Night Phase: the strongest units first, and entrenchments where the enemy is near.
fn nights(rules: &SevenDays, game: &Game, side: Side) -> Night {
    let mut fit: Vec<Id> = rules.replaceable(game, side).into_iter().collect();
    fit.sort_by_key(|id| {
        std::cmp::Reverse(rules.unit(id).map_or(0, |unit| unit.factors.attack + unit.factors.defense))
    });
    let have = usize::try_from(night::points(rules, game, side, false)).unwrap_or(usize::MAX);
    let last = rules.scenario(game).is_some_and(|scenario| game.turn >= scenario.last_turn);
    let advantage = fit.len() > have + 2 && game.has_advantage(side) && !last;
    let most = have + usize::from(advantage);
    let near = |area: &Area| {
        rules.adjacent(game, *area).any(|to| game.has_units(&rules.pack, to, side.other()))
            || rules.pack.map.area(*area).is_some_and(|data| data.victory)
    };
    let mut trial = game.clone();
    let mut entrench = BTreeSet::new();
    let matters = |area: &&Area| side == Side::Union && near(area);
    for &area in rules.pack.map.areas.keys().filter(matters) {
        if night::may_entrench(rules, &trial, side, area).is_ok() {
            let level = trial.works.get(&area).map_or(1, |works| works.level + 1);
            trial.works.insert(area, super::ledger::Works { side, level });
            entrench.insert(area);
        }
    }
    Night { advantage, replace: fit.into_iter().take(most).collect(), entrench, keep_engineers: false }
}

impl SevenDays {
    /// How many more units of a side an area holds (7.1).
    pub fn room_left(&self, game: &Game, area: Area, side: Side) -> usize {
        super::ground::STACK.saturating_sub(game.count(&self.pack, area, side))
    }
}

/// A sensible answer: what standing orders answer by themselves; the rest with a view to the enemy.
pub fn answer(rules: &SevenDays, game: &Game, side: Side, question: &Question) -> Option<Answer> {
    match question {
        Question::Rouse { .. } => Some(Answer::Rouse(true)),
        Question::Train { from, .. } => {
            let enemies = |area: &Area| game.has_units(&rules.pack, *area, side.other());
            let distances = rules.distances(game, *from);
            Some(Answer::Train(distances.iter().any(|(area, distance)| *distance <= 3 && enemies(area))))
        }
        _ => rules.by_standing(game, side, &super::orders::Standing::default(), question),
    }
}

/// A bid: for the side that he would rather play, for little.
pub fn bid(seed: u64) -> Value {
    let side = if seed.is_multiple_of(2) { Side::Confederate } else { Side::Union };
    let bid = u32::try_from(seed % 4).unwrap_or(0).min(bids::MOST);
    json!(Bid { side, bid })
}
