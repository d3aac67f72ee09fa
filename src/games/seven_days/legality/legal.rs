//! Orders that a side may give now: not all, but enough to play on. Each of them passes.

use crate::sorted::SortedSet;

use crate::board::Area;
use crate::document::Id;
use crate::engine::{Events, Position};

use crate::orders::{
    Assault, Attack, Build, Combined, CombinedBy, End, Move, Night, Order, Party, Pass, Rally, Regroup, Relocate,
    Second, Wait,
};
use crate::pack::Side;
use crate::position::ledger::{Game, ImpulseKind, Phase, SingleUnit};
use crate::{SevenDays, combat::assault, movement, movement::regroup, phases::impulse, phases::night};

/// How many moves of a single unit are offered at most.
const MOVES: usize = 160;

impl SevenDays {
    /// How many more units of a side an area holds (7.1).
    pub fn room_left(&self, game: &Game, area: Area, side: Side) -> usize {
        crate::position::areas::STACKING_LIMIT.saturating_sub(game.count(&self.pack, area, side))
    }

    /// The areas that still have to be assaulted in this impulse (10.1).
    pub fn mandatory(&self, game: &Game) -> SortedSet<Area> {
        let Some(current) = &game.current else { return SortedSet::new() };
        let places = current.entered.keys().filter_map(|id| Some(game.units.get(id)?.at));
        let areas: SortedSet<Area> = places.collect();
        areas.into_iter().filter(|area| !assault::units_that_must_assault(self, game, *area).is_empty()).collect()
    }

    /// Whether an order could be begun now.
    pub fn can_begin(&self, game: &Game, side: Side, order: &Order) -> bool {
        match order {
            Order::Assault(order) => impulse::check(self, game, side, order).is_ok(),
            Order::Move(order) => movement::check(self, game, side, order).is_ok(),
            Order::Attack(order) => assault::check(self, game, side, order).is_ok(),
            Order::End(order) => impulse::end(self, game, side, order).is_ok(),
            Order::Regroup(order) => regroup::can_begin(self, game, side, order),
            Order::Pass(_) => impulse::may_begin(self, game, side).is_ok(),
            Order::Relocate(order) => {
                impulse::relocate(self, &mut game.clone(), &mut Events::discarding(), side, order).is_ok()
            }
            Order::Wait(_) => true,
            Order::Night(order) => night::check(self, game, side, order).is_ok(),
        }
    }
}

/// Orders that a side may give now.
pub fn legal(rules: &SevenDays, position: &Position<SevenDays>, side: Side) -> Vec<Order> {
    let game = &position.game;
    let orders = match (game.phase, &game.current) {
        (Phase::Night, _) => nights(rules, game, side),
        (Phase::Daylight, None) => impulses(rules, game, side),
        (Phase::Daylight, Some(current)) if current.kind == ImpulseKind::Assault => {
            let mut orders = attacks(rules, game, side);
            orders.extend(moves(rules, game, side));
            orders.extend(ends(rules, game, side));
            orders.push(Order::Wait(Wait::default()));
            orders
        }
        _ => Vec::new(),
    };
    let mut found: Vec<Order> = Vec::new();
    for order in orders {
        if !found.contains(&order) && rules.can_begin(game, side, &order) {
            found.push(order);
        }
    }
    found
}

/// The areas where a side has units.
fn places(rules: &SevenDays, game: &Game, side: Side) -> Vec<Area> {
    rules.pack.map.areas.keys().copied().filter(|area| game.has_units(&rules.pack, *area, side)).collect()
}

/// Impulses to begin (8.1).
fn impulses(rules: &SevenDays, game: &Game, side: Side) -> Vec<Order> {
    let mut orders = vec![Order::Pass(Pass::default()), Order::Relocate(Relocate::default())];
    let places = places(rules, game, side);
    let subordinate = |id: &&Id| rules.pack.forces.leaders.get(*id).is_some_and(|leader| !leader.is_army());
    let inactive =
        |area: &Area| game.leaders_in(&rules.pack, *area, side).filter(subordinate).any(|id| game.leaders[id].inactive);
    let rallying: Vec<Area> = rules.pack.map.areas.keys().copied().filter(inactive).collect();
    for &area in &places {
        let plain = Assault { area, ..Assault::default() };
        let leaders: Vec<Id> = game.leaders_in(&rules.pack, area, side).filter(subordinate).cloned().collect();
        orders.push(Order::Assault(plain.clone()));
        for leader in &leaders {
            let led = Assault { leader: Some(leader.clone()), ..plain.clone() };
            orders.push(Order::Assault(led.clone()));
            let fresh = game.units_at(&rules.pack, area, side).filter(|(_, state, _)| !state.exhausted);
            let forced_march = fresh.map(|(id, ..)| id.clone()).collect();
            orders.push(Order::Assault(Assault { forced_march, ..led.clone() }));
            if inactive(&area) {
                let rally = Some(Rally { area, leaders: SortedSet::new() });
                orders.push(Order::Assault(Assault { rally, ..led }));
            }
        }
        for (n, one) in leaders.iter().enumerate() {
            for two in &leaders[n + 1..] {
                for by in [CombinedBy::LeeCommands, CombinedBy::Advantage] {
                    let combined = Some(Combined { leaders: [one.clone(), two.clone()], by });
                    orders.push(Order::Assault(Assault { combined, ..plain.clone() }));
                }
            }
        }
        for boundary in rules.pack.map.boundaries.iter().filter(|boundary| boundary.areas.contains(&area)) {
            for engineers in [false, true] {
                let build = boundary.bridge.as_ref().map(|bridge| Build { bridge: bridge.id.clone(), engineers });
                if build.is_some() && game.options.bridges {
                    orders.push(Order::Assault(Assault { build, ..plain.clone() }));
                }
            }
        }
    }
    for area in rallying {
        if let Some(&from) = places.iter().find(|place| **place != area) {
            let rally = Some(Rally { area, leaders: SortedSet::new() });
            orders.push(Order::Assault(Assault { area: from, rally, ..Assault::default() }));
        }
    }
    orders.extend(regroups(rules, game, side, &places));
    orders
}

/// Regroups: all of an area to another, one unit, or two areas at once (8.1.2, 12.1).
fn regroups(rules: &SevenDays, game: &Game, side: Side, places: &[Area]) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut whole: Vec<Regroup> = Vec::new();
    for &from in places {
        let units: Vec<Id> = game.units_at(&rules.pack, from, side).map(|(id, ..)| id.clone()).collect();
        let leaders: SortedSet<Id> = game.leaders_in(&rules.pack, from, side).cloned().collect();
        for area in rules.adjacent(game, from).filter(|area| game.is_free(&rules.pack, *area, side)) {
            let room = rules.room_left(game, area, side);
            let bridge = rules.pack.map.boundary(from, area).is_some_and(|boundary| boundary.bridge.is_some());
            let most = if bridge { room.min(5) } else { room };
            let siege_guns = game.siege_guns == Some(from);
            let go = |units: SortedSet<Id>| {
                let party = Party { area, units, leaders: leaders.clone(), siege_guns };
                Regroup { from, to: vec![party], ..Regroup::default() }
            };
            if most == 0 {
                continue;
            }
            let all = go(units.iter().take(most).cloned().collect());
            orders.push(Order::Regroup(go(units.iter().take(1).cloned().collect())));
            orders.push(Order::Regroup(all.clone()));
            whole.push(all);
        }
    }
    let with = |(one, two): (&Regroup, &Regroup)| {
        let and = Some(Second { from: two.from, to: two.to.clone() });
        (one.from != two.from).then(|| Order::Regroup(Regroup { and, ..one.clone() }))
    };
    let last = whole.iter().rev().take(4);
    orders.extend(whole.iter().take(8).zip(last.cycle()).filter_map(with));
    orders
}

/// Moves of one unit over at most two areas, of all that can move together, of leaders (9).
fn moves(rules: &SevenDays, game: &Game, side: Side) -> Vec<Order> {
    let Some(current) = &game.current else { return Vec::new() };
    let able: Vec<(&Id, Area)> = current
        .began
        .iter()
        .filter(|id| rules.may_act(game, current, side, id).is_ok())
        .filter_map(|id| Some((id, game.units.get(id)?.at)))
        .collect();
    let stuck = |id: &Id| rules.mf_left(game, id) == 0;
    let mut orders = Vec::new();
    let mut by_place: crate::sorted::SortedMap<Area, Vec<Id>> = crate::sorted::SortedMap::new();
    for &(id, at) in able.iter().filter(|(id, _)| !stuck(id)) {
        by_place.entry(at).or_default().push(id.clone());
        for to in rules.adjacent(game, at) {
            let one = Move { units: vec![id.clone()], path: vec![to], ..Move::default() };
            if !rules.can_begin(game, side, &Order::Move(one.clone())) {
                continue;
            }
            orders.push(Order::Move(one.clone()));
            for beyond in rules.adjacent(game, to).filter(|beyond| *beyond != at) {
                if orders.len() < MOVES {
                    orders.push(Order::Move(Move { path: vec![to, beyond], ..one.clone() }));
                }
            }
        }
    }
    for (at, units) in &by_place {
        let leaders: Vec<Id> = game.leaders_in(&rules.pack, *at, side).cloned().collect();
        let lead = |id: &Id| assault::may_be_point_unit(rules, game, *at, id).is_err();
        let mut units = units.clone();
        // The one that may be the Point Unit goes first.
        units.sort_by_key(|id| lead(id));
        if current.single != SingleUnit::Nobody {
            units.retain(|id| rules.unit(id).is_some_and(|unit| rules.pack.forces.is_independent(unit)));
        }
        for to in rules.adjacent(game, *at) {
            for most in [units.len(), 5] {
                let units: Vec<Id> = units.iter().take(most).cloned().collect();
                let guns = game.siege_guns == Some(*at);
                for leaders in [leaders.clone(), leaders_of(rules, game, &leaders), Vec::new()] {
                    for siege_guns in [guns, false] {
                        let path = vec![to];
                        let order = Move {
                            units: units.clone(),
                            leaders: leaders.clone(),
                            siege_guns,
                            path,
                            ..Move::default()
                        };
                        orders.push(Order::Move(order));
                    }
                }
            }
        }
    }
    for leader in game.leaders.keys() {
        let Some(at) = game.leader_at(leader).filter(|_| rules.side_of(leader) == Some(side)) else { continue };
        for to in rules.adjacent(game, at) {
            orders.push(Order::Move(Move { leaders: vec![leader.clone()], path: vec![to], ..Move::default() }));
        }
    }
    orders
}

/// Those of these leaders who are activated.
fn leaders_of(_: &SevenDays, game: &Game, leaders: &[Id]) -> Vec<Id> {
    let activated = |id: &&Id| game.current.as_ref().is_some_and(|current| current.leaders.contains(*id));
    leaders.iter().filter(activated).cloned().collect()
}

/// Assaults: with all units that may take part, with each possible Point Unit, and without the optional ones (10).
fn attacks(rules: &SevenDays, game: &Game, side: Side) -> Vec<Order> {
    let mut orders = Vec::new();
    for area in places(rules, game, side) {
        let able = assault::units_that_may_assault(rules, game, side, area);
        if able.is_empty() || game.is_vacant(&rules.pack, area, side) {
            continue;
        }
        let plain = Attack { area, ..Attack::default() };
        orders.push(Order::Attack(plain.clone()));
        orders.push(Order::Attack(Attack { stay: true, leave_works: true, ..plain.clone() }));
        for point in able.iter().filter(|id| assault::may_be_point_unit(rules, game, area, id).is_ok()) {
            orders.push(Order::Attack(Attack { point: Some(point.clone()), ..plain.clone() }));
            let units = SortedSet::from([point.clone()]);
            orders.push(Order::Attack(Attack { units, ..plain.clone() }));
        }
        if let Some(current) = &game.current {
            let spare: SortedSet<Id> =
                current.leaders.iter().filter(|id| game.leader_at(id) == Some(area)).cloned().collect();
            if !spare.is_empty() {
                orders.push(Order::Attack(Attack { spare, ..plain }));
            }
        }
    }
    orders
}

/// The end of the impulse, also with each bridge to destroy (15.4.1).
fn ends(rules: &SevenDays, game: &Game, side: Side) -> Vec<Order> {
    let bridges = game.bridges.keys().filter(|bridge| rules.may_demolish(game, side, bridge).is_ok());
    let mut orders = vec![Order::End(End::default())];
    orders.extend(bridges.map(|bridge| Order::End(End { demolish: [bridge.clone()].into(), condition: None })));
    orders
}

/// Night Phases: with nothing, with as much as possible, and with the Advantage (13.2).
fn nights(rules: &SevenDays, game: &Game, side: Side) -> Vec<Order> {
    let fit = rules.replaceable(game, side);
    let places = places(rules, game, side);
    let entrench: Vec<Area> =
        places.into_iter().filter(|area| night::may_entrench(rules, game, side, *area).is_ok()).collect();
    let mut orders = vec![Order::Night(Night::default())];
    for advantage in [false, true] {
        let most = usize::try_from(night::points(rules, game, side, advantage)).unwrap_or(usize::MAX);
        let replace: SortedSet<Id> = fit.iter().take(most).cloned().collect();
        let plain = Night { advantage, replace, ..Night::default() };
        orders.push(Order::Night(plain.clone()));
        for area in &entrench {
            orders.push(Order::Night(Night { entrench: [*area].into(), ..plain.clone() }));
        }
        for area in entrench.iter().take(2) {
            let two = entrench.iter().rev().take(1).chain([area]).copied().collect();
            orders.push(Order::Night(Night { entrench: two, keep_engineers: true, ..plain.clone() }));
            orders.push(Order::Night(Night { keep_engineers: true, ..plain.clone() }));
        }
    }
    orders
}
