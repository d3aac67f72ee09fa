//! Movement by sea without ships (8.6, 8.7): by the part of the Union's fleet that no counter represents.

use crate::sorted::{SortedMap, SortedSet};
use std::cell::RefCell;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::StepContext;

use super::cargo::{check_leaders_ashore, no_sea_lift, sea_lift_left};
use super::control::Rivers;
use super::disembark::put_ashore;
use super::route;
use super::shore::{can_disembark, stations_beside};
use crate::command::expense::Expense;
use crate::command::payment;
use crate::events::Event;
use crate::orders::Sea;
use crate::pack::{Side, Station, Waters};
use crate::position::force::Force;
use crate::position::ledger::{Game, Piece, Place, Points, by_command, is_naval, side_of};
use crate::refusal::NavalRefusal;
use crate::{
    CivilWar, Procedure, leaders::army, movement, movement::reaction_radius, movement::stacking, movement::territory,
};

/// The states whose navigable rivers strength points may set out from, besides coasts (8.7.2).
const RIVERS: [&str; 4] = ["maryland", "delaware", "new_jersey", "pennsylvania"];

/// The plan of a `sea` order, once there are no objections to it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who moves them, on the map or with ships.
    leader: Option<Piece>,
    /// The ground leaders who go: a ground leader who moves them himself; all leaders of an army.
    aboard: Vec<Piece>,
    army: Option<Id>,
    from: Hex,
    sp: u32,
    /// It counts against the turn's lift (8.6.2).
    lifted: bool,
    paid: Points,
}

/// Moves strength points by sea from one place to another, within the turn's capacity; nothing is left on the way
/// (8.7.1, 8.7.4). Their leader goes along (8.7.7).
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn sea(
    rules: &CivilWar,
    cx: StepContext<'_, CivilWar>,
    side: Side,
    order: &Sea,
) -> Result<Option<Procedure>, Vec<Problem>> {
    let StepContext { game, events, .. } = cx;
    let plan = check(rules, game, side, order)?;
    let Some(to) = order.to else { return Ok(None) };
    let rule = rule_of(rules, plan.leader.as_ref());
    payment::charge(game, events, rule, side, plan.paid.clone());
    let armies: Vec<Id> = plan.army.iter().cloned().collect();
    game.tidy();
    let first = plan.aboard.first();
    let groups = movement::detach_strength(game, side, plan.from, plan.sp, first, &armies, &[None]);
    for piece in &plan.aboard {
        if let Some(Place::Map { moved, army, marching, .. }) = game.pieces.get_mut(piece) {
            (*moved, *marching) = (true, true);
            if armies.is_empty() {
                *army = None;
            }
        }
    }
    let naval = plan.leader.clone().filter(|piece| is_naval(&rules.pack, piece));
    if let Some(piece) = &naval {
        // He goes with them, and leaves any ships that he was with (8.7.7).
        let place = Place::Map { hex: to, moved: true, army: None, down: false, marching: false };
        game.pieces.insert(piece.clone(), place);
    }
    movement::stay_behind(game, side, plan.from, &plan.aboard, &armies);
    let mut leaders = plan.aboard.iter().cloned();
    let force = Force { side, leader: leaders.next(), others: leaders.collect(), groups, armies };
    let capacity = u32::from(rules.pack.charts.sea_lift(game.turn));
    let navy = &mut game.side_mut(side).navy;
    if plan.lifted {
        navy.lifted = navy.lifted.saturating_add(plan.sp);
    }
    let used = navy.lifted;
    let Plan { leader, army, from, sp, aboard, .. } = plan;
    let event = Event::SeaMoved { side, leader, army, sp, leaders: aboard, from, to, used, capacity };
    Ok(put_ashore(rules, game, events, &force, to, ("8.7.2", &event)))
}

/// The rule that sets the price.
fn rule_of(rules: &CivilWar, leader: Option<&Piece>) -> &'static str {
    match leader {
        None => "8.7.2",
        Some(piece) if is_naval(&rules.pack, piece) => "8.7.6",
        Some(_) => "8.7.5",
    }
}

/// Whether the rules allow a `sea` order now.
///
/// # Errors
/// Every reason why they do not; paths begin with `sea`.
pub fn check(rules: &CivilWar, game: &Game, side: Side, order: &Sea) -> Result<Plan, Vec<Problem>> {
    check_with(order, &OpenWater::new(rules, game, side))
}

/// [`check`], open water being as it is known to be.
pub fn check_with(order: &Sea, open: &OpenWater<'_>) -> Result<Plan, Vec<Problem>> {
    let OpenWater { rules, game, side, .. } = *open;
    let mut problems = Vec::new();
    let mut refuse = |path: &str, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
    };
    if side == Side::Confederate {
        refuse("sea", "8.7", NavalRefusal::SeaUnionOnly);
        return Err(problems);
    }
    let Some(to) = order.to else {
        refuse("sea.to", "8.7.3", NavalRefusal::NoSeaDestination);
        return Err(problems);
    };
    let Some(mut plan) = movers(rules, game, side, order, &mut problems) else { return Err(problems) };
    strength(rules, game, side, order, &plan, &mut problems);
    let from = plan.from;
    if order.army.is_none() {
        let (first, others) = match plan.aboard.split_first() {
            Some((first, others)) => (Some(first.clone()), others.to_vec()),
            None => (None, Vec::new()),
        };
        let left = movement::left_behind(rules, game, side, from, plan.sp, first, others);
        problems.extend(left.into_iter().map(|problem| problem.in_path("sea.sp")));
    }
    problems.extend(departure(rules, game, side, from).map(|problem| problem.in_path("sea.from")));
    if from == to {
        let problem = NavalRefusal::SeaAlreadyThere { hex: to }.problem(rules, side);
        problems.push(problem.in_path("sea.to").rule("8.7.3"));
    } else {
        problems.extend(arrival(rules, game, side, to).map(|problem| problem.in_path("sea.to")));
        let armies: Vec<_> = plan.army.iter().cloned().collect();
        let over = stacking::refusal(rules, game, (to, side), plan.sp, &armies);
        problems.extend(over.map(|problem| problem.in_path("sea.to")));
        if plan.army.is_none() && plan.aboard.len() > 1 {
            let alone = check_leaders_ashore(rules, game, side, (Some(from), to), plan.sp, plan.aboard.len());
            problems.extend(alone.map(|problem| problem.in_path("sea.leaders")));
        }
        match passage(open, from, &order.by, to) {
            Ok(by_sea) => plan.lifted = by_sea || route::on_coast(rules, to),
            Err(problem) => problems.push(problem),
        }
    }
    let most = sea_lift_left(rules, game, side);
    if plan.lifted && game.intervention {
        problems.push(no_sea_lift(rules, side).in_path("sea"));
    } else if plan.lifted && plan.sp > most {
        let capacity = rules.pack.charts.sea_lift(game.turn).into();
        let refusal = NavalRefusal::BeyondSeaLift { capacity, lifted: game.side(side).navy.lifted };
        problems.push(refusal.problem(rules, side).in_path("sea.sp").rule("8.6.1"));
    }
    let cost = (super::price_of(rules, plan.leader.as_ref()), rule_of(rules, plan.leader.as_ref()));
    let theater = rules.pack.map.theater(from);
    let settled = payment::payment_from(rules, game, side, Expense::Naval, theater, cost, order.pay.as_ref());
    plan.paid = payment::payment_unless_refused(problems, "sea", settled)?;
    Ok(plan)
}

/// Who moves, from one hex (8.7.2b): one strength point by itself, what a ground leader commands (8.7.5), or under a
/// naval leader six strength points or a whole army, with any leaders of the hex (8.7.6).
fn movers(rules: &CivilWar, game: &Game, side: Side, order: &Sea, problems: &mut Vec<Problem>) -> Option<Plan> {
    let refused = |path: &str, rule: &str, refusal: NavalRefusal| refusal.problem(rules, side).in_path(path).rule(rule);
    let mut plan = Plan {
        leader: None,
        aboard: Vec::new(),
        army: order.army.clone(),
        from: order.from.or(order.to)?,
        sp: order.sp.unwrap_or(1),
        lifted: false,
        paid: Points::new(),
    };
    let mut at: Option<Hex> = None;
    if let Some(id) = &order.leader {
        let own = |piece: &Piece| side_of(&rules.pack, piece) == Some(side);
        let Some(piece) = game.on_hand(id).map(|(piece, _)| piece.clone()).filter(own) else {
            let theirs = rules.pack.leaders.get(id).is_some_and(|leader| leader.side != side);
            let rule = if theirs { "6.2.3" } else { "8.7.7" };
            problems.push(refused("sea.leader", rule, NavalRefusal::SeaLeaderNotOnMap { leader: id.clone() }));
            return None;
        };
        if let Some(Place::Map { moved: true, .. } | Place::Afloat { moved: true, .. }) = game.pieces.get(&piece) {
            problems.push(refused("sea.leader", "6.1.7", NavalRefusal::VoyageLeaderMoved { leader: id.clone() }));
        }
        at = game.pieces.get(&piece).and_then(Place::hex);
        if !is_naval(&rules.pack, &piece) {
            plan.aboard.push(piece.clone());
            if let Some(own) = army::commanded_by(rules, game, &piece)
                && !movement::may_leave(rules, game, &piece, own)
            {
                let refusal = NavalRefusal::ArmyCommanderBySea { leader: id.clone(), army: own.clone() };
                problems.push(refused("sea.leader", "5.3.1", refusal));
            }
        }
        plan.leader = Some(piece);
    }
    let naval = plan.leader.as_ref().is_some_and(|piece| is_naval(&rules.pack, piece));
    if let Some(id) = &order.army {
        match army::find(rules, game, side, id) {
            Ok(hex) => at = Some(hex),
            Err(problem) => {
                problems.push(problem.in_path("sea.army"));
                return None;
            }
        }
        if !naval {
            let refusal = NavalRefusal::SeaArmyWithoutNavalLeader { army: id.clone() };
            problems.push(refused("sea.army", "8.7.6", refusal));
        }
    }
    let from = match (at.filter(|_| !naval || order.army.is_some()), order.from) {
        (Some(at), Some(from)) if at != from => {
            problems.push(refused("sea.from", "8.7.2", NavalRefusal::SeaForceElsewhere { hex: from, at }));
            return None;
        }
        (Some(at), _) => at,
        (None, from) => match from.or(at) {
            Some(from) => from,
            None => {
                problems.push(refused("sea.from", "8.7.2", NavalRefusal::NoSeaOrigin));
                return None;
            }
        },
    };
    plan.from = from;
    if let Some(piece) = plan.leader.as_ref().filter(|_| naval) {
        let near = match game.pieces.get(piece) {
            Some(Place::Afloat { at, .. }) => rules.pack.map.waterways().landings(*at).contains(&from),
            place => place.and_then(Place::hex) == Some(from),
        };
        if !near {
            let refusal = NavalRefusal::SeaLeaderNotWithForce { leader: piece.leader.clone(), hex: from };
            problems.push(refused("sea.leader", "8.7.7", refusal));
        }
    }
    if let Some(id) = &order.army {
        let leaders = army::leaders(game, id).into_iter().filter(|piece| movement::may_move(game, piece));
        plan.aboard = by_command(&rules.pack, leaders.collect());
        let commander = army::commander(rules, game, id);
        if commander.as_ref().is_none_or(|piece| !plan.aboard.contains(piece)) {
            problems.push(refused("sea.army", "5.3.1", NavalRefusal::SeaArmyCommanderStays { army: id.clone() }));
        }
        plan.sp = army::fresh_sp(game, id);
    }
    passengers(rules, game, side, order, naval, &mut plan, problems);
    Some(plan)
}

/// Further leaders of the hex, whom a naval leader takes along (8.7.6).
fn passengers(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sea,
    naval: bool,
    plan: &mut Plan,
    problems: &mut Vec<Problem>,
) {
    for (n, id) in order.leaders.iter().enumerate() {
        let leader = || id.clone();
        let mut refuse = |rule: &str, refusal: NavalRefusal| {
            problems.push(refusal.problem(rules, side).in_path(format!("sea.leaders[{n}]")).rule(rule));
        };
        if order.leaders[..n].contains(id) {
            refuse("8.7.6", NavalRefusal::PassengerTwice { leader: leader() });
            continue;
        }
        if !naval {
            refuse("8.7.6", NavalRefusal::PassengerBySea { leader: leader() });
            continue;
        }
        let here = game.leaders_at(&rules.pack, plan.from, side);
        let Some(piece) = here.into_iter().find(|piece| piece.leader == *id && !is_naval(&rules.pack, piece)) else {
            refuse("8.7.6", NavalRefusal::SeaPassengerElsewhere { leader: leader(), hex: plan.from });
            continue;
        };
        let bound = army::commanded_by(rules, game, &piece)
            .filter(|&own| order.army.as_ref() != Some(own) && !movement::may_leave(rules, game, &piece, own));
        if !movement::may_move(game, &piece) {
            refuse("6.1.7", NavalRefusal::PassengerMoved { leader: leader() });
        } else if let Some(own) = bound {
            refuse("5.3.1", NavalRefusal::PassengerCommandsArmy { leader: leader(), army: own.clone() });
        } else if !plan.aboard.contains(&piece) {
            plan.aboard.push(piece);
        }
    }
}

/// How many strength points go: one without a leader, as many as a ground leader may move (8.7.5), six under a naval
/// one (8.7.6), of an army all that have not moved.
fn strength(rules: &CivilWar, game: &Game, side: Side, order: &Sea, plan: &Plan, problems: &mut Vec<Problem>) {
    let mut refuse = |rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path("sea.sp").rule(rule));
    };
    let (sp, from) = (plan.sp, plan.from);
    if let Some(army) = &order.army {
        if sp == 0 {
            refuse("8.7.6", NavalRefusal::SeaArmyMoved { army: army.clone() });
        } else if order.sp.is_some_and(|named| named != sp) {
            refuse("8.7.6", NavalRefusal::SeaArmyGoesWhole { army: army.clone(), sp });
        }
        return;
    }
    let (most, rule) = match &plan.leader {
        None => (1, "6.2.3"),
        Some(piece) if is_naval(&rules.pack, piece) => (rules.pack.charts.naval.leader_ships.into(), "8.7.6"),
        Some(piece) => (movement::sp_limit(rules, piece), "8.7.5"),
    };
    if sp > most {
        let leader = plan.leader.as_ref().map(|piece| piece.leader.clone());
        refuse(rule, NavalRefusal::SeaTooMany { leader, sp, most });
    }
    let (all, fresh) = (game.ordinary_at(from, side), game.fresh_at(from, side));
    if sp == 0 {
        refuse("8.7.1", NavalRefusal::SeaWithoutStrength);
    } else if sp > all {
        refuse("8.7.2", NavalRefusal::TooFewToShip { hex: from, sp, have: all });
    } else if sp > fresh {
        refuse("6.1.7", NavalRefusal::ToShipMoved { hex: from, all, moved: all - fresh });
    }
}

/// Why nobody can set out by sea from a hex: it is neither on the coast, nor on a navigable river of the four states
/// whose rivers may be used, nor a port in enemy ground that the Union holds (8.7.2, 8.7.4a). The Ohio is excluded
/// because no ocean ship can go there (8.7.2a).
fn departure(rules: &CivilWar, game: &Game, side: Side, from: Hex) -> Option<Problem> {
    let map = &rules.pack.map;
    let data = map.hex(from)?;
    let river = || {
        map.waterways().hexsides_of(from).any(|at| map.waterways().admits(at, Waters::Ocean))
            && data.states.iter().any(|state| RIVERS.contains(&state.as_str()))
    };
    let port = || {
        map.city(from).is_some_and(|city| city.port)
            && territory::controller(rules, game, from) == Some(side)
            && data.states.iter().any(|state| territory::friendly_side(rules, game, state) == Some(side.other()))
    };
    if data.coastal || river() || port() {
        return None;
    }
    let rule = if map.waterways().hexsides_of(from).next().is_some() { "8.7.2a" } else { "8.7.2" };
    Some(NavalRefusal::NoSeaDeparture { hex: from }.problem(rules, side).rule(rule))
}

/// Why nobody can come ashore from the sea in a hex without ships: it is not open (8.7.3, 8.7.3c), or it is in the
/// reaction radius of an enemy army (8.7.3b).
fn arrival(rules: &CivilWar, game: &Game, side: Side, to: Hex) -> Option<Problem> {
    if !can_disembark(rules, game, side, to) {
        let converted = game.sp_at(to, side.other()) == 0 && game.control.get(&to) != Some(&side.other());
        let states = rules.pack.map.hex(to).map(|data| data.states.as_slice()).unwrap_or_default();
        let converted = converted && states.iter().any(|state| game.converted.get(state) == Some(&side));
        let rule = if converted { "8.7.3c" } else { "8.7.3" };
        return Some(NavalRefusal::NoSeaArrival { hex: to }.problem(rules, side).rule(rule));
    }
    let army = reaction_radius::armies_covering(rules, game, to, side).into_iter().next()?;
    Some(NavalRefusal::SeaArrivalInZone { hex: to, army }.problem(rules, side).rule("8.7.3b"))
}

/// Whether the route from one hex to another by water touches the sea or a coast, so that it counts against the
/// capacity (8.6.2). It follows the routes of ocean ships (CW-227), neither into nor past anything that an enemy
/// fortification or ship controls (8.7.3a).
///
/// # Errors
/// Why there is none.
fn passage(open: &OpenWater<'_>, from: Hex, by: &[Station], to: Hex) -> Result<bool, Problem> {
    let OpenWater { rules, side, .. } = *open;
    let refused =
        |path: &str, rule: &str, refusal: NavalRefusal| Err(refusal.problem(rules, side).in_path(path).rule(rule));
    let ways = rules.pack.map.waterways();
    let mut here: SortedSet<Station> = stations_beside(rules, from).filter(|at| open.at(*at)).collect();
    let mut by_sea = false;
    for (n, via) in by.iter().enumerate() {
        if !here.iter().any(|at| ways.reached(*at, Waters::Ocean, |at| open.at(at)).contains(via)) {
            return refused(&format!("sea.by[{n}]"), "8.7.3a", NavalRefusal::NoOpenWaterBy { from, by: *via });
        }
        by_sea |= route::at_sea(rules, *via);
        here = SortedSet::from([*via]);
    }
    let ends: SortedSet<Station> = stations_beside(rules, to).filter(|at| open.at(*at)).collect();
    let cost = |at: Station| open.at(at).then(|| u32::from(route::at_sea(rules, at)));
    let found = here.iter().filter_map(|at| ways.cheapest_route_to_any(*at, &ends, Waters::Ocean, cost));
    match found.min_by_key(|(way, at_sea)| (*at_sea, way.len())) {
        Some((way, _)) => Ok(by_sea || way.iter().any(|at| route::at_sea(rules, *at))),
        None if stations_beside(rules, to).all(|at| !ways.admits(at, Waters::Ocean)) => {
            refused("sea.to", "8.7.3", NavalRefusal::NoOceanShipsTo { hex: to })
        }
        None => refused("sea.to", "8.7.3a", NavalRefusal::NoOpenWater { from, to }),
    }
}

/// The stations that nothing of the enemy controls: he has no fortification in force there and no ships, and his ships
/// do not command the hexside (8.5.1, 8.5.2a). Each is looked at once.
pub struct OpenWater<'a> {
    pub rules: &'a CivilWar,
    pub game: &'a Game,
    pub side: Side,
    rivers: Rivers<'a>,
    guns: route::Guns<'a>,
    known: RefCell<SortedMap<Station, bool>>,
}

impl<'a> OpenWater<'a> {
    /// Those that are open to `side` now.
    pub fn new(rules: &'a CivilWar, game: &'a Game, side: Side) -> OpenWater<'a> {
        let (rivers, guns) = (Rivers::new(rules, game, false), route::Guns::new(rules, game, side));
        OpenWater { rules, game, side, rivers, guns, known: RefCell::default() }
    }

    /// Whether a station is.
    fn at(&self, at: Station) -> bool {
        *self.known.borrow_mut().entry(at).or_insert_with(|| match at {
            Station::Hexside(..) => self.rivers.bar(at, self.side).is_none() && !self.guns.ships(at),
            Station::Hex(hex) => !self.guns.fires(hex) && !self.guns.ships(at),
        })
    }
}

/// Whether a Union leader who moves alone can go by water from one hex to another, without ships and free (6.2.14c): on
/// rivers, along coasts and over the sea, where the enemy controls nothing (6.2.12c).
pub fn ferried(rules: &CivilWar, game: &Game, side: Side, from: Hex, to: Hex) -> bool {
    if side != Side::Union {
        return false;
    }
    let ways = rules.pack.map.waterways();
    let open = OpenWater::new(rules, game, side);
    let ends: SortedSet<Station> = stations_beside(rules, to).filter(|at| open.at(*at)).collect();
    let joins = |at: Station, ships| !ways.reached(at, ships, |at| open.at(at)).is_disjoint(&ends);
    !ends.is_empty()
        && stations_beside(rules, from)
            .filter(|at| open.at(*at))
            .any(|at| joins(at, Waters::River) || joins(at, Waters::Ocean))
}

/// The cost of a `sea` order in command points, if the actors are there.
pub fn price(rules: &CivilWar, game: &Game, side: Side, order: &Sea) -> u32 {
    super::price_under(rules, game, side, order.leader.as_ref())
}
