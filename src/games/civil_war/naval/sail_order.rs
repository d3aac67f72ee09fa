//! The check of a `sail` order (8.2 to 8.4, 8.8): who commands which ships, what they carry, where they go.

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::Events;

use super::plan::{Plan, set_ships_apart};
use super::route::{self, Guns};
use super::shore::stations_beside;
use super::voyage::{Stage, Voyage};
use crate::command::expense::Expense;
use crate::command::payment;
use crate::events::Event;
use crate::orders::Sail;
use crate::pack::{Side, Station, Waters};
use crate::position::force::Force;
use crate::position::ledger::{Game, Hulls, Piece, Place, Points, by_command, is_naval, side_of};
use crate::refusal::NavalRefusal;
use crate::refusal::naval::ShipIs;
use crate::{CivilWar, homefront, leaders::army, movement, movement::stacking, supply};

/// Pays for a voyage of the phasing side, loads the ships, and starts it (8.3.5).
pub fn depart(rules: &CivilWar, game: &mut Game, events: &mut Events, side: Side, order: &Sail, plan: Plan) -> Voyage {
    payment::charge(game, events, rule_of(rules, &plan), side, plan.paid.clone());
    let voyage = set_out(rules, game, side, order, &plan);
    let Plan { leader, from, hulls, way, sp, .. } = plan;
    let aboard = plan.aboard.into_iter().chain(plan.escorts).collect();
    events.emit("8.3.5", &Event::Sailed { side, leader, hulls, from, way, sp, aboard });
    voyage
}

/// The rule that sets the price of a voyage.
fn rule_of(rules: &CivilWar, plan: &Plan) -> &'static str {
    match &plan.leader {
        None => "8.4.4a",
        Some(piece) if is_naval(&rules.pack, piece) => "8.4.6",
        Some(_) => "8.4.7",
    }
}

/// Separates ships from others at the station, and passengers from the rest of their hex.
pub(super) fn set_out(rules: &CivilWar, game: &mut Game, side: Side, order: &Sail, plan: &Plan) -> Voyage {
    let Plan { leader, from, hulls, escorts, loaded, sp, aboard, way, supplied, .. } = plan;
    let wanted: Vec<Hex> = order.depot.into_iter().collect();
    let depot = match loaded {
        Some(hex) if *sp > 0 => {
            supply::in_combat(rules, game, *hex, side, None, &wanted).and_then(|supply| supply.depot)
        }
        _ => None,
    };
    game.tidy();
    let fleet = set_ships_apart(game, side, *from, hulls, *from);
    for piece in leader.iter().chain(escorts).filter(|piece| is_naval(&rules.pack, piece)) {
        game.pieces.insert(piece.clone(), Place::Afloat { at: *from, moved: true, sailing: true });
    }
    let cargo = loaded.filter(|_| plan.has_cargo()).map(|hex| {
        let groups = movement::detach_strength(game, side, hex, *sp, aboard.first(), &[], &[None]);
        for piece in aboard {
            if let Some(Place::Map { moved, army, marching, .. }) = game.pieces.get_mut(piece) {
                (*moved, *army, *marching) = (true, None, true);
            }
        }
        let mut leaders = aboard.iter().cloned();
        let leader = leaders.next();
        Force { side, leader, others: leaders.collect(), groups, armies: Vec::new() }
    });
    game.tidy();
    Voyage {
        side,
        fleet,
        leader: leader.clone(),
        cargo,
        loaded: *loaded,
        supplied: *supplied,
        depot,
        way: way.clone(),
        wake: Vec::new(),
        drop: order.drop.clone(),
        land: order.land,
        stage: Stage::Under,
        crew: leader.iter().chain(escorts).filter(|piece| is_naval(&rules.pack, piece)).cloned().collect(),
        shot_at: Vec::new(),
        checked: false,
        braved: false,
        lifted: false,
        attack: None,
    }
}

/// Whether the rules allow a `sail` order now.
///
/// # Errors
/// Every reason why they do not; paths begin with `sail`.
pub fn check(rules: &CivilWar, game: &Game, side: Side, order: &Sail) -> Result<Plan, Vec<Problem>> {
    check_with(rules, game, side, order, &Guns::new(rules, game, side))
}

/// [`check`], knowing the enemy's guns.
pub(super) fn check_with(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    guns: &Guns<'_>,
) -> Result<Plan, Vec<Problem>> {
    check_before(rules, game, side, order, guns, None)
}

/// [`check_with`] for ships that may end their voyage at a hex that a ground force attacks together with them (8.9).
pub(super) fn check_before(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    guns: &Guns<'_>,
    target: Option<Hex>,
) -> Result<Plan, Vec<Problem>> {
    let mut problems = Vec::new();
    let Some((leader, from)) = commander(rules, game, side, order, &mut problems) else { return Err(problems) };
    let Some(hulls) = ships(rules, game, side, order, leader.as_ref(), from, &mut problems) else {
        return Err(problems);
    };
    let naval = leader.as_ref().is_some_and(|piece| is_naval(&rules.pack, piece));
    let mut plan = Plan {
        leader,
        from,
        hulls,
        escorts: Vec::new(),
        loaded: None,
        sp: 0,
        aboard: Vec::new(),
        way: Vec::new(),
        supplied: true,
        paid: Points::new(),
    };
    load(rules, game, side, order, naval, &mut plan, &mut problems);
    check_command(rules, side, naval, &plan, &mut problems);
    stay_behind(rules, game, side, &plan, &mut problems);
    match route::route(rules, side, guns, &plan.hulls, from, &order.to) {
        Ok(way) => plan.way = way,
        Err(unreached) => {
            let (n, problem) = *unreached;
            problems.push(problem.in_path(format!("sail.to[{n}]")));
            return Err(problems);
        }
    }
    if order.to.is_empty() && order.land.is_none() && target.is_none() {
        problems.push(NavalRefusal::NoSailDestination.problem(rules, side).in_path("sail.to").rule("8.3.5"));
    }
    super::cargo::check(rules, game, side, order, guns, (&plan, target), &mut problems);
    let dropped =
        |hex| order.drop.iter().filter(|drop| drop.at == hex).map(|drop| drop.sp).fold(0, u32::saturating_add);
    for (n, drop) in order.drop.iter().enumerate() {
        let over = stacking::refusal(rules, game, (drop.at, side), dropped(drop.at), &[]);
        problems.extend(over.map(|problem| problem.in_path(format!("sail.drop[{n}]"))));
    }
    if let Some(hex) = order.land {
        let elsewhere =
            order.drop.iter().filter(|drop| drop.at != hex).map(|drop| drop.sp).fold(0, u32::saturating_add);
        let over = stacking::refusal(rules, game, (hex, side), plan.sp.saturating_sub(elsewhere), &[]);
        problems.extend(over.map(|problem| problem.in_path("sail.land")));
    }
    if plan.sp > 0
        && let Some(hex) = plan.loaded
    {
        plan.supplied = guns.supplies.in_supply(hex);
    }
    let cost = (super::price_of(rules, plan.leader.as_ref()), rule_of(rules, &plan));
    let theater = theater(rules, game, side, from);
    plan.paid = payment::payment_unless_refused(
        problems,
        "sail",
        payment::payment_from(rules, game, side, Expense::Naval, theater, cost, order.pay.as_ref()),
    )?;
    Ok(plan)
}

/// The theater that a voyage is paid in: that of where it sets out; between two, the one where discretionary commands
/// may be spent (CW-221).
pub(super) fn theater(rules: &CivilWar, game: &Game, side: Side, at: Station) -> crate::pack::Theater {
    let mut theaters: Vec<_> = at.hexes().map(|hex| rules.pack.map.theater(hex)).collect();
    theaters.sort_by_key(|theater| homefront::no_discretionary(game, side, *theater).is_some());
    theaters[0]
}

/// Who commands the ships, and where they are; `None`, with the reasons, if that is not clear.
fn commander(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    problems: &mut Vec<Problem>,
) -> Option<(Option<Piece>, Station)> {
    let mut refuse = |path: &str, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
    };
    let Some(id) = &order.leader else {
        let Some(from) = order.from else {
            refuse("sail", "8.3.3", NavalRefusal::NoShipsNamed);
            return None;
        };
        return Some((None, from));
    };
    let own = |piece: &Piece| side_of(&rules.pack, piece) == Some(side);
    let Some((piece, place)) = game.on_hand(id).filter(|(piece, _)| own(piece)) else {
        let theirs = rules.pack.leaders.get(id).is_some_and(|leader| leader.side != side);
        let rule = if theirs { "6.2.3" } else { "8.3.3" };
        refuse("sail.leader", rule, NavalRefusal::SailLeaderNotOnMap { leader: id.clone() });
        return None;
    };
    let (hex, moved, at) = match place {
        Place::Afloat { at, moved, .. } => (None, *moved, Some(*at)),
        Place::Map { hex, moved, .. } => (Some(*hex), *moved, None),
        _ => return None,
    };
    if moved {
        refuse("sail.leader", "6.1.7", NavalRefusal::VoyageLeaderMoved { leader: id.clone() });
    }
    if let Some(at) = at {
        if order.from.is_some_and(|named| named != at) {
            refuse("sail.from", "8.2.4a", NavalRefusal::LeaderWithOtherShips { leader: id.clone(), at });
        }
        return Some((Some(piece.clone()), at));
    }
    let hex = hex?;
    let near: Vec<Station> =
        stations_beside(rules, hex).filter(|at| game.squadrons_at(*at, side).next().is_some()).collect();
    if is_naval(&rules.pack, piece) || near.is_empty() {
        refuse("sail.leader", "8.3.3", NavalRefusal::NoShipsBesideLeader { leader: id.clone(), hex });
        return None;
    }
    if let Some(own) = army::commanded_by(rules, game, piece)
        && !movement::may_leave(rules, game, piece, own)
    {
        let refusal = NavalRefusal::ArmyCommanderSails { leader: id.clone(), army: own.clone() };
        refuse("sail.leader", "5.3.1", refusal);
    }
    match (order.from, near.as_slice()) {
        (None, [only]) => Some((Some(piece.clone()), *only)),
        (Some(from), _) if near.contains(&from) => Some((Some(piece.clone()), from)),
        (None, _) => {
            refuse("sail.from", "8.3.3", NavalRefusal::WhichShipsSail { near });
            None
        }
        (Some(from), _) => {
            refuse("sail.from", "8.4.4", NavalRefusal::CannotBoardShips { leader: id.clone(), at: from, near });
            None
        }
    }
}

/// The ships that sail: those that the order names, or else all that may, of those there that have not moved.
fn ships(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    leader: Option<&Piece>,
    from: Station,
    problems: &mut Vec<Problem>,
) -> Option<Hulls> {
    let all = game.hulls_at(from, side);
    let fresh = game.fresh_hulls_at(from, side);
    let mut refuse = |path: &str, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
    };
    if all.is_empty() {
        let mut where_ships: Vec<Station> =
            game.squadrons.values().filter(|squadron| squadron.side == side).map(|squadron| squadron.at).collect();
        where_ships.sort();
        where_ships.dedup();
        refuse("sail.from", "8.3.3", NavalRefusal::NoShipsAt { at: from, elsewhere: where_ships });
        return None;
    }
    let mut hulls = order.hulls();
    if hulls.is_empty() {
        hulls = fresh.clone();
    }
    if fresh.is_empty() || all.has(&hulls) && !fresh.has(&hulls) {
        refuse("sail", "6.1.7", NavalRefusal::ShipsMoved { at: from, fresh });
        return None;
    }
    if !all.has(&hulls) {
        for id in hulls.ships.difference(&all.ships) {
            refuse("sail.ships", "8.3.3", missing_ship_refusal(rules, game, side, id, (from, &all)));
        }
        for (path, waters) in [("sail.river", Waters::River), ("sail.ocean", Waters::Ocean)] {
            let named = hulls.of(waters);
            if named > all.of(waters) {
                let refusal = NavalRefusal::TooFewTransportsAt { waters, named, at: from, have: all.clone() };
                refuse(path, "8.3.3", refusal);
            }
        }
        return None;
    }
    if leader.is_none() && hulls.points() != 1 {
        refuse("sail", "8.3.3", NavalRefusal::FleetWithoutLeader { points: hulls.points() });
    }
    Some(hulls)
}

/// Why a ship that an order names cannot sail from a station where the ships `have` are: there is none of that name, it
/// is the enemy's, or it is elsewhere.
fn missing_ship_refusal(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    id: &Id,
    (at, have): (Station, &Hulls),
) -> NavalRefusal {
    let ships = &rules.pack.charts.ships;
    let (ship, have) = (id.clone(), have.clone());
    let Some(known) = ships.get(id) else {
        let near = ships.values().filter(|ship| ship.side == side).map(|ship| &ship.id);
        let near = near.min_by_key(|near| (strsim::levenshtein(near.as_str(), id.as_str()), *near));
        return NavalRefusal::NoSuchShip { ship, near: near.cloned() };
    };
    if known.side != side {
        return NavalRefusal::EnemyShip { ship, have };
    }
    let navy = &game.side(side).navy;
    let lies = game.squadrons.values().find(|squadron| squadron.hulls.ships.contains(id)).map(|squadron| squadron.at);
    let is = match lies {
        Some(at) => ShipIs::At(at),
        None if navy.pool.ships.contains(id) => ShipIs::InPool,
        None if navy.sunk.ships.contains(id) => ShipIs::Sunk,
        None if navy.at_sea.contains(id) => ShipIs::AtSea,
        None => ShipIs::NotInPlay,
    };
    NavalRefusal::ShipElsewhere { ship, is, at, have }
}

/// What is loaded, only where the ships are (8.3.5b, CW-269): strength points of one hex (8.4¶10), each on a transport
/// of its own (8.8.1), none of which has moved (8.4.4).
fn load(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    naval: bool,
    plan: &mut Plan,
    problems: &mut Vec<Problem>,
) {
    let mut refuse = |path: &str, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
    };
    let ground = plan.leader.clone().filter(|_| !naval);
    if let Some(piece) = &ground {
        plan.loaded = game.pieces.get(piece).and_then(Place::hex);
        plan.aboard.push(piece.clone());
    }
    let Some(load) = &order.load else { return };
    let landings = rules.pack.map.waterways().landings(plan.from);
    if !landings.contains(&load.at) {
        let refusal = NavalRefusal::LoadNotBesideShips { hex: load.at, at: plan.from, beside: landings };
        refuse("sail.load.at", "8.4.4", refusal);
        (plan.loaded, plan.sp) = (Some(load.at), load.sp);
        return;
    }
    if let Some(piece) = &ground
        && plan.loaded != Some(load.at)
    {
        let refusal = NavalRefusal::LoadNotWithLeader { leader: piece.leader.clone(), hex: load.at };
        refuse("sail.load.at", "8.4.10", refusal);
        plan.sp = load.sp;
        return;
    }
    if load.sp == 0 && load.leaders.is_empty() {
        refuse("sail.load", "8.4.4", NavalRefusal::NothingLoaded);
    }
    plan.loaded = Some(load.at);
    plan.sp = load.sp;
    let transports = plan.hulls.transports();
    let needed = load.sp.max(u32::from(!load.leaders.is_empty()));
    if needed > transports {
        refuse("sail.load.sp", "8.8.1", NavalRefusal::TooFewTransportsForLoad { transports, sp: load.sp });
    }
    let (all, fresh) = (game.ordinary_at(load.at, side), game.fresh_at(load.at, side));
    if load.sp > all {
        refuse("sail.load.sp", "8.4.4", NavalRefusal::TooFewToShip { hex: load.at, sp: load.sp, have: all });
    } else if load.sp > fresh {
        refuse("sail.load.sp", "6.1.7", NavalRefusal::ToShipMoved { hex: load.at, all, moved: all - fresh });
    }
    for (n, id) in load.leaders.iter().enumerate() {
        if load.leaders[..n].contains(id) {
            let refusal = NavalRefusal::PassengerTwice { leader: id.clone() };
            refuse(&format!("sail.load.leaders[{n}]"), "8.4.6", refusal);
        } else if let Err((rule, refusal)) = passenger(rules, game, side, naval, plan, load.at, id) {
            refuse(&format!("sail.load.leaders[{n}]"), rule, refusal);
        }
    }
    plan.aboard = by_command(&rules.pack, std::mem::take(&mut plan.aboard));
    let others: Vec<Piece> = plan.aboard.iter().skip(1).cloned().collect();
    let first = plan.aboard.first().cloned();
    problems.extend(
        movement::left_behind(rules, game, side, load.at, plan.sp, first, others)
            .into_iter()
            .map(|problem| problem.in_path("sail.load.sp")),
    );
}

/// A leader who goes along: a naval leader with the ships, or a ground leader where they load; only under a naval
/// leader (8.4.7a).
fn passenger(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    naval: bool,
    plan: &mut Plan,
    hex: Hex,
    id: &Id,
) -> Result<(), (&'static str, NavalRefusal)> {
    let leader = || id.clone();
    if !naval {
        return Err(("8.4.7a", NavalRefusal::PassengerOnShips { leader: leader() }));
    }
    let afloat = game.afloat_at(&rules.pack, plan.from, side);
    if let Some(piece) = afloat.into_iter().find(|piece| piece.leader == *id && Some(piece) != plan.leader.as_ref()) {
        if !matches!(game.pieces.get(&piece), Some(Place::Afloat { moved: false, .. })) {
            return Err(("6.1.7", NavalRefusal::PassengerMoved { leader: leader() }));
        }
        plan.escorts.push(piece);
        return Ok(());
    }
    let here = game.leaders_at(&rules.pack, hex, side).into_iter().find(|piece| piece.leader == *id);
    let Some(piece) = here else {
        return Err(("8.4.6", NavalRefusal::PassengerElsewhere { leader: leader(), hex }));
    };
    if !movement::may_move(game, &piece) {
        return Err(("6.1.7", NavalRefusal::PassengerMoved { leader: leader() }));
    }
    if let Some(own) = army::commanded_by(rules, game, &piece)
        && !movement::may_leave(rules, game, &piece, own)
    {
        return Err(("5.3.1", NavalRefusal::PassengerCommandsArmy { leader: leader(), army: own.clone() }));
    }
    plan.aboard.push(piece);
    Ok(())
}

/// How much a leader commands: one of the navy six naval strength points, what they carry apart (8.2.1, 8.2.1a, 8.4.6);
/// one of the ground forces as many points as his rank lets him move, ships and strength points together (8.4.7,
/// 8.8.9).
fn check_command(rules: &CivilWar, side: Side, naval: bool, plan: &Plan, problems: &mut Vec<Problem>) {
    let Some(piece) = &plan.leader else { return };
    let leader = piece.leader.clone();
    let ships = plan.hulls.points();
    if naval {
        let most = u32::from(rules.pack.charts.naval.leader_ships);
        if ships > most {
            let refusal = NavalRefusal::TooManyShips { leader, ships, most };
            problems.push(refusal.problem(rules, side).in_path("sail").rule("8.2.1"));
        }
        return;
    }
    let most = movement::sp_limit(rules, piece);
    let together = ships.saturating_add(plan.sp);
    if together > most {
        let refusal = NavalRefusal::BeyondSailCommand { leader, points: together, most };
        problems.push(refusal.problem(rules, side).in_path("sail").rule("8.4.7"));
    }
}

/// Naval leaders are always with ships (8.2.4a): none may be left without a ship of his own (6.2.11f).
fn stay_behind(rules: &CivilWar, game: &Game, side: Side, plan: &Plan, problems: &mut Vec<Problem>) {
    let mut left = game.hulls_at(plan.from, side);
    left.subtract(&plan.hulls);
    let goes = |piece: &Piece| Some(piece) == plan.leader.as_ref() || plan.escorts.contains(piece);
    let stay: Vec<Piece> =
        game.afloat_at(&rules.pack, plan.from, side).into_iter().filter(|piece| !goes(piece)).collect();
    if let (true, Some(piece)) = (stay.len() > left.points() as usize, stay.last()) {
        let rule = if left.is_empty() { "8.2.4a" } else { "6.2.11f" };
        let refusal = NavalRefusal::LeftWithoutShip { leader: piece.leader.clone(), at: plan.from };
        problems.push(refusal.problem(rules, side).in_path("sail").rule(rule));
    }
}

/// The cost of a `sail` order in command points, if the actors are there.
pub fn price(rules: &CivilWar, game: &Game, side: Side, order: &Sail) -> u32 {
    super::price_under(rules, game, side, order.leader.as_ref())
}
