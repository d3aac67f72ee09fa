//! Railroads: where trains can go, and strength points that move by rail (6.6, 11).

use crate::sorted::{SortedMap, SortedSet};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::Events;

use crate::events::{Cause, Event};
use crate::far_west::counters;
use crate::leaders::LeaderLoss;
use crate::legality::uncertainty::Doubts;
use crate::movement;
use crate::naval::control::Rivers;
use crate::orders::{Move, Order, Rail};
use crate::pack::{Side, Station};
use crate::position::ledger::{Game, Piece, Place, Points, by_command, is_cavalry};
use crate::refusal::{RailBar, RailRefusal};
use crate::{
    CivilWar, Procedure, combat::retreat, command::payment, leaders::army, leaders::reveal, movement::entering,
    movement::reaction_radius, movement::stacking, movement::territory,
};

/// Why no train of a side runs in a hex (6.6.1, 6.6.1a, 11.1); `None` if one does.
fn closed(rules: &CivilWar, game: &Game, hex: Hex, side: Side, covered: &SortedMap<Hex, Id>) -> Option<RailBar> {
    let enemy = side.other();
    if !rules.pack.map.rail_hex(hex) {
        return Some(RailBar::NoRailroad { hex });
    }
    if game.sp_at(hex, enemy) > 0 {
        return Some(RailBar::Enemy { hex });
    }
    match territory::rail_marker(rules, game, hex) {
        Some(owner) if owner == side => {}
        Some(_) => return Some(RailBar::EnemyRails { hex }),
        None if territory::is_enemy(rules, game, hex, side) => return Some(RailBar::Unconverted { hex }),
        None => return Some(RailBar::NobodysRails { hex }),
    }
    if territory::fort_holder(rules, game, hex) == Some(enemy) {
        return Some(RailBar::Fortification { hex });
    }
    let army = covered.get(&hex).filter(|_| game.sp_at(hex, side) == 0)?;
    Some(RailBar::Reaction { hex, army: army.clone() })
}

/// The hexes in the Reaction Radius of the enemy's armies, with one of them (6.6.1a, 12.3.1).
fn covered(rules: &CivilWar, game: &Game, side: Side) -> SortedMap<Hex, Id> {
    let mut covered = SortedMap::new();
    for (hex, army) in reaction_radius::covered_hexes(rules, game, side.other(), false) {
        covered.entry(hex).or_insert_with(|| army.clone());
    }
    covered
}

/// The rails of a side at one moment, for repeated queries.
struct Rails<'a> {
    rules: &'a CivilWar,
    game: &'a Game,
    side: Side,
    covered: SortedMap<Hex, Id>,
    rivers: Rivers<'a>,
    /// The hexes that have been looked at: whether a train runs there.
    open: RefCell<SortedMap<Hex, bool>>,
    /// The networks that have been looked at, each by where it begins.
    networks: RefCell<SortedMap<Hex, Rc<SortedMap<Hex, Hex>>>>,
}

impl<'a> Rails<'a> {
    fn new(rules: &'a CivilWar, game: &'a Game, side: Side) -> Rails<'a> {
        Rails {
            rules,
            game,
            side,
            covered: covered(rules, game, side),
            rivers: Rivers::new(rules, game, false),
            open: RefCell::default(),
            networks: RefCell::default(),
        }
    }

    /// Why no train runs in a hex.
    fn closed(&self, hex: Hex) -> Option<RailBar> {
        closed(self.rules, self.game, hex, self.side, &self.covered)
    }

    fn is_open(&self, hex: Hex) -> bool {
        *self.open.borrow_mut().entry(hex).or_insert_with(|| self.closed(hex).is_none())
    }

    /// The enemy ships that cut the rails between two hexes.
    fn cut(&self, from: Hex, to: Hex) -> Option<Station> {
        cut(&self.rivers, self.rules, from, to, self.side)
    }

    /// The rails connected to one of the side's hexes: for each hex, the previous one on a shortest route. They
    /// continue across a navigable river if the side has a railhead on each bank (6.6.4). An enemy fortification that
    /// controls the river there closes the hex, and with it the line (CW-163); enemy ships that control the river there
    /// cut it, whoever is beyond (6.6.4a, 8.5.5).
    fn network(&self, from: Hex) -> Rc<SortedMap<Hex, Hex>> {
        if let Some(known) = self.networks.borrow().get(&from) {
            return Rc::clone(known);
        }
        let found = Rc::new(self.network_through(from, |_| true));
        self.networks.borrow_mut().insert(from, Rc::clone(&found));
        found
    }

    /// The same, as far as it leads through hexes of one kind.
    fn network_through(&self, from: Hex, through: impl Fn(Hex) -> bool) -> SortedMap<Hex, Hex> {
        self.joined(from, through, true)
    }

    /// The rails joined to a hex without leaving the map.
    fn on_the_map(&self, from: Hex) -> SortedMap<Hex, Hex> {
        self.joined(from, |_| true, false)
    }

    fn joined(&self, from: Hex, through: impl Fn(Hex) -> bool, beyond: bool) -> SortedMap<Hex, Hex> {
        let map = &self.rules.pack.map;
        let mut before = SortedMap::from([(from, from)]);
        let mut next = VecDeque::from([from]);
        while let Some(here) = next.pop_front() {
            let joined = map.neighbors(here).filter(|there| map.rail(here, *there));
            let mut around: Vec<Hex> = joined.collect();
            if beyond {
                around.extend(self.beyond_the_map(here));
            }
            around.retain(|there| !before.contains_key(there) && through(*there));
            around.sort();
            around.dedup();
            for there in around {
                if self.is_open(there) && self.cut(here, there).is_none() {
                    before.insert(there, here);
                    next.push_back(there);
                }
            }
        }
        before
    }

    /// The hexes to which a train goes beyond the map from one of the Union's exits, by the option `off_map_rail`: its
    /// other exits (21.12, CW-313).
    fn beyond_the_map(&self, here: Hex) -> Vec<Hex> {
        if self.side != Side::Union || !self.game.options.off_map_rail {
            return Vec::new();
        }
        let exits = || self.rules.pack.map.exits.iter().filter(|exit| exit.side == Side::Union).map(|exit| exit.hex);
        if exits().any(|exit| exit == here) { exits().filter(|exit| *exit != here).collect() } else { Vec::new() }
    }

    /// Whether a train from one hex to another need not leave the map on its way.
    fn lead_there_on_the_map(&self, from: Hex, to: Hex) -> bool {
        self.on_the_map(from).contains_key(&to)
    }

    /// The rail capacity that each strength point takes on the way from one hex to another: 1, and by the option
    /// `captured_rails` more for the Union if no way leads through its own states alone (21.11, CW-312).
    fn takes(&self, from: Hex, to: Hex) -> u32 {
        if self.side != Side::Union || !self.game.options.captured_rails {
            return 1;
        }
        let home = |hex: Hex| territory::is_friendly(self.rules, self.game, hex, self.side);
        match home(from) && self.network_through(from, home).contains_key(&to) {
            true => 1,
            false => self.rules.pack.optional.captured_rails.capacity.into(),
        }
    }
}

/// The enemy ships, by their station, that cut the rails between two hexes (6.6.4a, 8.5.5).
fn cut(rivers: &Rivers<'_>, rules: &CivilWar, from: Hex, to: Hex, side: Side) -> Option<Station> {
    if !rules.pack.map.over_navigable(from, to) {
        return None;
    }
    rivers.ships_bar(Station::between(from, to)?, side)
}

/// How many hexes a train enters on a shortest route.
fn length(network: &SortedMap<Hex, Hex>, mut to: Hex) -> u32 {
    let mut length = 0;
    while let Some(&before) = network.get(&to).filter(|before| **before != to) {
        (to, length) = (before, length + 1);
    }
    length
}

/// Whether a leader alone goes by a `rail` order where it leads beyond the map: the Union's, by the option `off_map_rail`
/// (21.12, CW-313).
pub fn may_ride_alone(game: &Game, side: Side) -> bool {
    side == Side::Union && game.options.off_map_rail
}

/// Strength points that a side may still move by rail this turn (6.6.5, 6.6.6).
pub fn capacity_left(rules: &CivilWar, game: &Game, side: Side) -> u32 {
    u32::from(rules.pack.charts.rail_capacity(side, game.turn)).saturating_sub(game.side(side).rail_used)
}

/// The plan of a `rail` order, once there are no objections to it.
#[derive(Clone, Debug)]
pub struct Plan {
    leader: Option<Piece>,
    from: Hex,
    sp: u32,
    /// Hexes entered.
    length: u32,
    /// Rail capacity that each strength point takes (21.11).
    takes: u32,
    paid: Points,
}

/// Pays for a checked `rail` order, and moves the strength points and their leader to the destination: along their
/// side's rails any distance, paid for like a march (6.6.1), which it replaces for this pulse (6.6.1b); even without a
/// leader in enemy territory (6.5.5, 6.6.3). They do not meet units on the way (CW-162); on arrival they are like any
/// other arrivals.
pub fn carry(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    to: Hex,
    plan: &Plan,
) -> Option<Procedure> {
    let Plan { leader, from, sp, length, takes, paid } = plan;
    payment::charge(game, events, "6.6.1", side, paid.clone());
    for number in movement::detach_strength(game, side, *from, *sp, leader.as_ref(), &[], &[None]) {
        if let Some(group) = game.groups.get_mut(&number) {
            (group.hex, group.marching) = (to, false);
        }
    }
    if let Some(piece) = leader
        && let Some(Place::Map { hex, moved, army, .. }) = game.pieces.get_mut(piece)
    {
        (*hex, *moved, *army) = (to, true, None);
    }
    let capacity = rules.pack.charts.rail_capacity(side, game.turn).into();
    let ledger = game.side_mut(side);
    ledger.rail_used = ledger.rail_used.saturating_add(sp.saturating_mul(*takes));
    let used = ledger.rail_used;
    let leader_told = leader.clone();
    let takes = if *takes > 1 { *takes } else { 0 };
    events.emit("6.6.1", &Event::Railed { side, leader: leader_told, sp: *sp, from: *from, to, used, capacity, takes });
    let cavalry = leader.as_ref().filter(|piece| is_cavalry(&rules.pack, piece));
    if let Some(piece) = cavalry
        && *length > reveal::MAX_HEXES_UNREVEALED
    {
        reveal::reveal(rules, game, events, std::slice::from_ref(piece));
    }
    if *sp > 0 {
        entering::enter(rules, game, events, to, side, entering::Entering::led(cavalry.is_some()));
        retreat::spread_demoralization(game, events, to, side);
    }
    army::update_membership(rules, game, events);
    game.tidy();
    let alone = by_command(&rules.pack, game.leaders_at(&rules.pack, to, side.other()));
    let mut checked: Vec<_> = alone.into_iter().map(|piece| (piece, Cause::Overtaken)).collect();
    // Leaders who stay behind without strength points within the radius of an enemy army (12.3.17).
    checked.extend(reaction_radius::uncovered_leaders(rules, game, side.other()));
    LeaderLoss::procedure(checked)
}

/// Whether the rules allow a `rail` order now.
///
/// # Errors
/// Every reason why they do not; paths begin with `rail`.
pub fn check(rules: &CivilWar, game: &Game, side: Side, order: &Rail) -> Result<Plan, Vec<Problem>> {
    check_on(&Rails::new(rules, game, side), order)
}

/// [`check`], the rails being as they are known to be.
fn check_on(rails: &Rails<'_>, order: &Rail) -> Result<Plan, Vec<Problem>> {
    let Rails { rules, game, side, .. } = *rails;
    let mut problems = Vec::new();
    let sp = order.sp.unwrap_or(1);
    let found = order.leader.as_ref().and_then(|leader| game.find_leader(leader));
    if let Some((piece, ..)) = &found
        && let Some(army) = army::commanded_by(rules, game, piece)
        && !movement::may_leave(rules, game, piece, army)
    {
        let refusal = RailRefusal::ArmyByRail { leader: piece.leader.clone(), army: army.clone() };
        return Err(vec![refusal.problem(rules, side).in_path("rail.leader").rule("6.6.7")]);
    }
    // Beyond the map a leader alone goes by the same order (21.12); on it he rides with a `move`.
    let alone = order.leader.as_ref().filter(|_| sp == 0);
    let rides = |hex: Hex| rails.lead_there_on_the_map(hex, order.to);
    if let Some(leader) = alone
        && (!may_ride_alone(game, side) || found.as_ref().is_some_and(|(_, hex, _)| rides(*hex)))
    {
        let refusal = RailRefusal::LeaderAloneByRail { leader: leader.clone() };
        return Err(vec![refusal.problem(rules, side).in_path("rail.sp").rule("6.6.2")]);
    }
    if let Some(problem) = counters_stay(rules, game, side, order, found.as_ref().map(|(piece, hex, _)| (piece, *hex)))
    {
        return Err(vec![problem]);
    }
    // Who goes, with which units and at what cost, is the same as for a march (6.6.1).
    let marching = Move {
        leader: order.leader.clone(),
        from: order.from,
        sp: Some(sp),
        pay: order.pay.clone(),
        ..Move::default()
    };
    let (activated, found) = movement::activate(rules, game, side, &marching, &Doubts::default());
    problems.extend(found.into_iter().map(|mut problem| {
        problem.path = problem.path.map(|path| path.replacen("move", "rail", 1));
        problem
    }));
    let Some(plan) = activated else { return Err(problems) };
    let left = capacity_left(rules, game, side);
    if sp > left {
        let (capacity, used) = (rules.pack.charts.rail_capacity(side, game.turn), game.side(side).rail_used);
        let refusal = RailRefusal::RailCapacityExceeded { capacity: capacity.into(), used };
        problems.push(refusal.problem(rules, side).in_path("rail.sp").rule("6.6.5"));
    }
    let length = match rail_distance(rails, plan.from, order.to) {
        Ok(length) => length,
        Err(problem) => {
            problems.push(problem);
            0
        }
    };
    let takes = if problems.is_empty() { rails.takes(plan.from, order.to) } else { 1 };
    if sp <= left && sp.saturating_mul(takes) > left {
        let (capacity, used) = (rules.pack.charts.rail_capacity(side, game.turn).into(), game.side(side).rail_used);
        let refusal = RailRefusal::CapturedRailCapacityExceeded { capacity, used, takes };
        problems.push(refusal.problem(rules, side).in_path("rail.sp").rule("21.11"));
    }
    problems
        .extend(stacking::refusal(rules, game, (order.to, side), sp, &[]).map(|problem| problem.in_path("rail.to")));
    if let Some(piece) = plan.leader.as_ref().filter(|_| sp == 0) {
        let ends = (plan.from, order.to);
        let refused = movement::lone_leader_s_end(rules, game, side, piece, ends, &Doubts::default());
        problems.extend(refused.map(|problem| problem.in_path("rail.to")));
    }
    let movement::Plan { leader, from, paid, .. } = plan;
    if problems.is_empty() { Ok(Plan { leader, from, sp, length, takes, paid }) } else { Err(problems) }
}

/// Why an order takes strength points that do not go by rail: Texas Rangers or Civilized Indians (CW-318, CW-319).
/// `leader`: who goes, and where he is.
fn counters_stay(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Rail,
    leader: Option<(&Piece, Hex)>,
) -> Option<Problem> {
    let sp = order.sp.unwrap_or(1);
    let from = leader.map(|(_, hex)| hex).or(order.from)?;
    let unit = counters::unit_besides(game, from, side, &[None])?;
    let kinds = counters::kinds(rules, leader.map(|(piece, _)| piece), None);
    let ordinary = counters::strength(game, from, side, &[None]);
    let there = if kinds == [None] { ordinary.all } else { ordinary.fresh };
    if sp == 0 || sp <= there && kinds.contains(&None) {
        return None;
    }
    let (path, rule) = (if leader.is_some() { "rail.sp" } else { "rail.from" }, counters::ruling(unit));
    let refusal = RailRefusal::CountersByRail { hex: from, unit: Id::known(unit.as_str()) };
    Some(refusal.problem(rules, side).in_path(path).rule(rule))
}

/// The hexes entered on the route from one hex to another along a side's rails.
///
/// # Errors
/// Why there is no route (6.6.1, 6.6.1a, 6.6.1b, 11.1).
fn rail_distance(rails: &Rails<'_>, from: Hex, to: Hex) -> Result<u32, Problem> {
    let Rails { rules, side, .. } = *rails;
    let refuse =
        |refusal: RailRefusal, path: &str, rule: &str| Err(refusal.problem(rules, side).in_path(path).rule(rule));
    if from == to {
        return refuse(RailRefusal::RailToSameHex { hex: to }, "rail.to", "6.6.1");
    }
    // Its own strength points being there, an enemy's reach does not matter.
    if let Some(why) = rails.closed(from) {
        let rule = why.rule();
        return refuse(RailRefusal::RailFromClosed { why }, "rail", rule);
    }
    if let Some(why) = rails.closed(to) {
        let rule = why.rule();
        return refuse(RailRefusal::RailToClosed { why }, "rail.to", rule);
    }
    let network = rails.network(from);
    if network.contains_key(&to) {
        return Ok(length(&network, to));
    }
    let near = network.keys().min_by_key(|hex| (hex.distance(to), **hex)).copied().unwrap_or(from);
    let ends = network
        .keys()
        .flat_map(|&here| rules.pack.map.neighbors(here).map(move |there| (there, here)))
        .filter(|(there, here)| rules.pack.map.rail(*here, *there) && !network.contains_key(there));
    let mut ends: Vec<(Hex, Hex)> = ends.collect();
    // Obstacles on the route are reported before others; those far from any route not at all.
    let round = |there: Hex| from.distance(there) + there.distance(to);
    ends.retain(|&(there, _)| round(there) <= 2 * from.distance(to) + 6);
    ends.sort_by_key(|&(there, here)| (from.distance(there) + there.distance(to), there.distance(to), there, here));
    ends.dedup();
    let (mut bars, mut rule): (Vec<RailBar>, &str) = (Vec::new(), "6.6.1a");
    for &(there, here) in &ends {
        if let Some(bar) = rails.closed(there) {
            if !bars.contains(&bar) {
                bars.push(bar);
            }
        } else if let Some(at) = rails.cut(here, there) {
            let bar = RailBar::Ships { at, from: here, to: there };
            rule = bar.rule();
            bars.push(bar);
        }
    }
    let refusal = match network.len() {
        1 => RailRefusal::NoTrainLeaves { hex: from, bars },
        _ => RailRefusal::RailsNotJoined { from, to, nearest: (near != from).then_some(near), bars },
    };
    refuse(refusal, "rail.to", rule)
}

/// The maximum number of orders offered.
const ENOUGH: usize = 8;
/// How many of the places that a force may go to are offered.
const GOALS: usize = 3;

/// Legal `rail` orders: single strength points, and leaders with all that they may take, to places of interest that
/// they can reach, where others of theirs or a city with victory points are, those nearest to the enemy; beginning with
/// another force from order to order.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    let left = capacity_left(rules, game, side);
    let mut orders = Vec::new();
    if left == 0 {
        return orders;
    }
    let mut fresh = game.fresh(side);
    fresh.retain(|hex, _| territory::rail_controller(rules, game, *hex) == Some(side));
    let mut forces: Vec<(Option<Id>, Hex, u32)> = fresh.keys().map(|&from| (None, from, 1)).collect();
    for (&from, &sp) in &fresh {
        let leaders = game.leaders_at(&rules.pack, from, side);
        forces.extend(leaders.into_iter().map(|piece| {
            let most = movement::sp_limit(rules, &piece).min(sp).min(left);
            (Some(piece.leader), from, most)
        }));
    }
    if may_ride_alone(game, side) {
        let alone = game.leaders_on_map(&rules.pack, side).filter(|(piece, _)| movement::may_move(game, piece));
        forces.extend(alone.map(|(piece, from)| (Some(piece.leader), from, 0)));
    }
    let turn = game.pulse.as_ref().map_or(0, |pulse| pulse.number + pulse.left) + game.commands_left(side);
    let begin = turn as usize % forces.len().max(1);
    forces.rotate_left(begin);
    let rails = Rails::new(rules, game, side);
    let goals = goals(rules, game, side);
    for (leader, from, sp) in forces {
        let network = rails.network(from);
        let joined = goals.iter().copied().filter(|&to| to != from && network.contains_key(&to));
        for to in joined.take(GOALS) {
            let named = leader.is_none().then_some(from);
            let sp = (sp != 1).then_some(sp);
            let order = Rail { leader: leader.clone(), from: named, sp, to, pay: None, condition: None };
            // Over captured rails perhaps fewer than the capacity would carry elsewhere.
            let takes = if game.options.captured_rails { rails.takes(from, to) } else { 1 };
            let fewer = Rail { sp: Some(left / takes), ..order.clone() };
            let tried = [Some(order), (takes > 1 && left / takes > 0).then_some(fewer)];
            orders.extend(tried.into_iter().flatten().find(|order| check_on(&rails, order).is_ok()).map(Order::Rail));
            if orders.len() == ENOUGH {
                return orders;
            }
        }
    }
    orders
}

/// The places worth going to, those nearest to the enemy first.
fn goals(rules: &CivilWar, game: &Game, side: Side) -> Vec<Hex> {
    let at = |wanted: Side| -> SortedSet<Hex> {
        game.groups.values().filter(|group| group.side == wanted).map(|group| group.hex).collect()
    };
    let (own, enemies) = (at(side), at(side.other()));
    let cities = rules.pack.map.cities().map(|(hex, _)| hex);
    let goals: SortedSet<Hex> = own.into_iter().chain(cities).collect();
    let mut goals: Vec<Hex> = goals.into_iter().collect();
    goals.sort_by_cached_key(|&hex| (enemies.iter().map(|enemy| enemy.distance(hex)).min().unwrap_or(0), hex));
    goals
}
