//! Checks what ships put ashore, also against the enemy, and where they may end their voyage (8.3.9, 8.4.3, 8.4.5,
//! 8.4.8, 8.4.9, 8.6, 8.8).

use crate::board::Hex;
use crate::document::Problem;

use super::plan::{Plan, set_ships_apart};
use super::route::{self, Guns};
use super::shore::can_disembark;
use crate::orders::{Landed, Sail};
use crate::pack::{Side, Station, StationKind, Waters};
use crate::position::ledger::{Game, Hulls, Piece};
use crate::refusal::NavalRefusal;
use crate::{CivilWar, leaders::army, leaders::leader_limits, movement::reaction_radius};

/// Strength points that the Union may still move by sea this turn (8.6.1).
pub fn sea_lift_left(rules: &CivilWar, game: &Game, side: Side) -> u32 {
    super::sea_lift(rules, game).saturating_sub(game.side(side).navy.lifted)
}

/// After foreign intervention nothing moves by sea.
pub(super) fn no_sea_lift(rules: &CivilWar, side: Side) -> Problem {
    NavalRefusal::NoLift.problem(rules, side).rule("4.1.6c")
}

/// The transports that stay where they have put strength points ashore: one for each (8.4.9).
pub fn staying(drop: &Landed) -> Hulls {
    let ocean = drop.ocean.min(drop.sp);
    Hulls { ocean, river: drop.sp - ocean, ..Hulls::default() }
}

/// The transports of a fleet that stay with `sp` strength points put ashore: of the kinds that the order names as far
/// as they have not been lost on the way, otherwise of the other kind.
pub fn transports_left_with(drop: &Landed, sp: u32, fleet: &Hulls) -> Hulls {
    let mut stay = staying(&Landed { sp, ..drop.clone() }).intersection(fleet);
    for waters in [Waters::River, Waters::Ocean] {
        let more = fleet.of(waters).saturating_sub(stay.of(waters)).min(sp.saturating_sub(stay.transports()));
        match waters {
            Waters::River => stay.river += more,
            Waters::Ocean => stay.ocean += more,
        }
    }
    stay
}

/// Why this many leaders may not go ashore in a hex with this many strength points, or with `sp` that they find there:
/// a leader must end with a strength point or a depot (6.2.10a), and may not go where there are too many leaders, or
/// leave too many behind (6.2.11b, 6.2.11c, CW-52). `from`: where they come from; a force with too many may move
/// (6.2.11d).
pub(super) fn check_leaders_ashore(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    (from, hex): (Option<Hex>, Hex),
    sp: u32,
    leaders: usize,
) -> Option<Problem> {
    let anchors = leader_limits::leader_capacity(game, side, hex).saturating_add(sp) as usize;
    let there = game.leaders_at(&rules.pack, hex, side).len() + leaders;
    if leaders == 0 {
        return None;
    }
    if anchors == 0 {
        let refusal = NavalRefusal::LeadersAloneAshore { hex, leaders: leaders as u32 };
        return Some(refusal.problem(rules, side).rule("6.2.10"));
    }
    let excess = |hex: Hex| {
        game.leaders_at(&rules.pack, hex, side).len() > leader_limits::leader_capacity(game, side, hex) as usize
    };
    let exempt = there <= anchors
        || leaders <= sp as usize
        || leader_limits::is_washington(rules, game, hex)
        || !army::armies_at(rules, game, hex, side).is_empty()
        || sp > 0 && from.is_some_and(excess);
    (!exempt).then(|| {
        let refusal = NavalRefusal::TooManyLeadersAshore { hex, leaders: there as u32, most: anchors as u32 };
        refusal.problem(rules, side).rule("CW-52")
    })
}

/// Checks everything that a voyage puts ashore, where it ends, and how much of it counts as movement by sea. `target`:
/// the hex that a ground force attacks together with the ships (8.9).
pub(super) fn check(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    guns: &Guns<'_>,
    (plan, target): (&Plan, Option<Hex>),
    problems: &mut Vec<Problem>,
) {
    let mut left = Left { hulls: plan.hulls.clone(), sp: plan.sp, lifted: 0 };
    for (n, drop) in order.drop.iter().enumerate() {
        check_drop(rules, game, side, order, guns, plan, n, drop, &mut left, problems);
    }
    let staying_on = leaders_aboard(order, plan);
    let on_board = !staying_on.is_empty();
    let mut refuse = |path: &str, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
    };
    match order.land {
        None if left.sp > 0 || on_board => {
            let landings = rules.pack.map.waterways().landings(plan.end());
            refuse("sail.land", "8.3.9", NavalRefusal::OnBoardAtEnd { landings });
        }
        Some(hex) if left.sp == 0 && !on_board => refuse("sail.land", "8.4.5", NavalRefusal::NobodyToLand { hex }),
        _ => {}
    }
    let open = order.land.is_none_or(|hex| can_disembark(rules, game, side, hex));
    if let Some(hex) = order.land {
        problems.extend(ashore(rules, side, plan.end(), hex).map(|problem| problem.in_path("sail.land")));
        if open && Some(hex) == plan.loaded {
            let problem = NavalRefusal::LandsWhereLoaded { hex }.problem(rules, side);
            problems.push(problem.in_path("sail.land").rule("8.4.5"));
        }
        if left.sp > 0 || open {
            let here = || order.drop.iter().filter(|drop| drop.at == hex);
            let sp = here().map(|drop| drop.sp).fold(left.sp, u32::saturating_add);
            let leaders = staying_on.len() + here().map(|drop| drop.leaders.len()).sum::<usize>();
            let alone = check_leaders_ashore(rules, game, side, (plan.loaded, hex), sp, leaders);
            problems.extend(alone.map(|problem| problem.in_path("sail.land")));
        }
        if open {
            let reached = into_reach(rules, game, side, plan, (left.sp, plan.end(), hex));
            problems.extend(reached.map(|problem| problem.in_path("sail.land")));
        } else {
            problems.extend(may_land(rules, game, side, plan, left.sp, hex));
        }
        if route::on_coast(rules, hex) || plan.way.iter().any(|at| route::at_sea(rules, *at)) {
            left.lifted = left.lifted.saturating_add(left.sp);
        }
    }
    if plan.way.is_empty() && order.land.is_some() {
        // They only cross: nothing fires that did not before.
    } else if !open {
        // They go back if another fortification is still in force when the hex is captured (8.4.3a, CW-255).
    } else if let Some(fort) = guns.forts(plan.end()).into_iter().find(|hex| Some(*hex) != target) {
        let problem = under_guns(rules, side, plan.end(), fort);
        problems.push(problem.in_path(format!("sail.to[{}]", order.to.len().max(1) - 1)));
    }
    if rules.pack.map.waterways().station_kind(plan.end()) == Some(StationKind::Sea) {
        let problem = NavalRefusal::EndsOnOpenSea { at: plan.end() }.problem(rules, side).rule("CW-226");
        problems.push(problem.in_path(format!("sail.to[{}]", order.to.len().max(1) - 1)));
    }
    let most = sea_lift_left(rules, game, side);
    if left.lifted > 0 && game.intervention {
        problems.push(no_sea_lift(rules, side).in_path("sail.load.sp"));
    } else if left.lifted > most {
        let problem = NavalRefusal::BeyondLift { sp: left.lifted, left: most }.problem(rules, side);
        problems.push(problem.in_path("sail.load.sp").rule("8.6.1"));
    }
}

/// Leaders on board after some drops: all passengers, and a ground leader who commands the ships.
fn leaders_aboard<'a>(order: &Sail, plan: &'a Plan) -> Vec<&'a Piece> {
    let dropped = |piece: &Piece| order.drop.iter().any(|drop| drop.leaders.contains(&piece.leader));
    plan.aboard.iter().filter(|piece| !dropped(piece)).collect()
}

/// What is still on board after the drops examined so far.
struct Left {
    hulls: Hulls,
    sp: u32,
    /// Strength points that have moved by sea.
    lifted: u32,
}

#[expect(clippy::too_many_arguments, reason = "one drop of a whole order")]
fn check_drop(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Sail,
    guns: &Guns<'_>,
    plan: &Plan,
    n: usize,
    drop: &Landed,
    left: &mut Left,
    problems: &mut Vec<Problem>,
) {
    let path = |field: &str| format!("sail.drop[{n}]{field}");
    let mut refuse = |path: String, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
    };
    let Some(reached) = plan.way.iter().position(|at| *at == drop.from) else {
        let refusal = match drop.from == plan.from {
            true => NavalRefusal::DropAtStart { at: drop.from },
            false => NavalRefusal::DropOffWay { at: drop.from },
        };
        refuse(path(".from"), "8.4.9", refusal);
        return;
    };
    let earlier = order.drop[..n].iter().filter_map(|drop| plan.way.iter().position(|at| *at == drop.from));
    if earlier.max().is_some_and(|before| before > reached) {
        refuse(path(".from"), "8.4.9", NavalRefusal::DropOutOfOrder { at: drop.from });
    }
    if drop.sp == 0 && drop.leaders.is_empty() {
        refuse(path(""), "8.4.9", NavalRefusal::EmptyDrop);
    }
    let stay = staying(drop);
    if drop.sp > left.sp {
        refuse(path(".sp"), "8.4.9", NavalRefusal::DropBeyondCargo { sp: drop.sp, have: left.sp });
    } else if drop.ocean > drop.sp || !left.hulls.has(&stay) {
        refuse(path(".ocean"), "8.4.9", NavalRefusal::DropTransportsMissing { sp: drop.sp, ocean: drop.ocean });
    } else {
        left.hulls.subtract(&stay);
        left.sp -= drop.sp;
        let so_far = Sail { drop: order.drop[..=n].to_vec(), ..Sail::default() };
        let passengers = leaders_aboard(&so_far, plan).into_iter().any(|piece| Some(piece) != plan.leader.as_ref());
        let (need, transports) = (left.sp.max(passengers.into()), left.hulls.transports());
        if left.hulls.is_empty() {
            refuse(path(""), "8.4.9", NavalRefusal::NoShipGoesOn);
        } else if need > transports {
            refuse(path(".sp"), "8.8.1", NavalRefusal::TooFewTransportsGoOn { transports, need });
        }
    }
    for (m, id) in drop.leaders.iter().enumerate() {
        let aboard = plan.aboard.iter().any(|piece| piece.leader == *id);
        let twice = drop.leaders[..m].contains(id) || order.drop[..n].iter().any(|drop| drop.leaders.contains(id));
        if !aboard || twice || plan.leader.as_ref().is_some_and(|piece| piece.leader == *id) {
            refuse(path(&format!(".leaders[{m}]")), "8.4.9", NavalRefusal::NotOnBoard { leader: id.clone() });
        }
    }
    let counts = route::on_coast(rules, drop.at) || plan.way[..=reached].iter().any(|at| route::at_sea(rules, *at));
    left.lifted = left.lifted.saturating_add(if counts { drop.sp } else { 0 });
    problems.extend(ashore(rules, side, drop.from, drop.at).map(|problem| problem.in_path(path(".at"))));
    let alone = check_leaders_ashore(rules, game, side, (plan.loaded, drop.at), drop.sp, drop.leaders.len());
    problems.extend(alone.map(|problem| problem.in_path(path(".leaders"))));
    if !can_disembark(rules, game, side, drop.at) {
        let problem = NavalRefusal::DropOnEnemyGround { hex: drop.at }.problem(rules, side);
        problems.push(problem.in_path(path(".at")).rule("8.4.8"));
    }
    let into_reach = into_reach(rules, game, side, plan, (drop.sp, drop.from, drop.at));
    problems.extend(into_reach.map(|problem| problem.in_path(path(".at"))));
    if drop.sp > 0
        && let Some(fort) = guns.forts(drop.from).first()
    {
        problems.push(under_guns(rules, side, drop.from, *fort).in_path(path(".from")));
    }
}

/// Why this many strength points do not go ashore from a station in a hex: they are demoralized, and the hex is in the
/// reaction radius of an enemy army (7.7.3, 6.1.10), with the ships where they will be then: what they control limits
/// the radius (8.5.7).
fn into_reach(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    plan: &Plan,
    (sp, at, hex): (u32, Station, Hex),
) -> Option<Problem> {
    plan.loaded.filter(|from| sp > 0 && game.demoralized_at(*from, side))?;
    let mut then = game.clone();
    set_ships_apart(&mut then, side, plan.from, &plan.hulls, at);
    let army = reaction_radius::armies_covering(rules, &then, hex, side).into_iter().next()?;
    Some(NavalRefusal::DemoralizedIntoZone { hex, army }.problem(rules, side).rule("7.7.3l"))
}

/// Why nobody can go ashore in a hex from a station.
fn ashore(rules: &CivilWar, side: Side, from: Station, hex: Hex) -> Option<Problem> {
    let landings = rules.pack.map.waterways().landings(from);
    let refused = !landings.contains(&hex);
    refused.then(|| NavalRefusal::NoLanding { hex, from, landings }.problem(rules, side).rule("8.4.5"))
}

/// Ships do not stay where an enemy fortification fires at them (8.4.3, CW-224).
fn under_guns(rules: &CivilWar, side: Side, at: Station, fort: Hex) -> Problem {
    NavalRefusal::UnderGuns { at, fort }.problem(rules, side).rule("8.4.3")
}

/// Why a ship's cargo may not land in a hex against the enemy (8.8.1): `sp` strength points, under a leader, for which
/// a naval one is enough (8.8.2), or a ground leader who commands the ships (8.8¶9). Their limits are those of any
/// voyage (8.8¶11, 8.4.7).
pub(super) fn may_land(rules: &CivilWar, game: &Game, side: Side, plan: &Plan, sp: u32, hex: Hex) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut refuse = |path: &str, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
    };
    if plan.leader.is_none() {
        refuse("sail.leader", "8.4.5a", NavalRefusal::LandingWithoutLeader { hex });
    }
    if sp == 0 {
        refuse("sail.load.sp", "8.8.1", NavalRefusal::LandingWithoutStrength { hex });
    }
    if plan.loaded.is_some_and(|from| game.demoralized_at(from, side)) {
        refuse("sail.land", "8.8.1a", NavalRefusal::LandingDemoralized { hex });
    }
    for piece in &plan.aboard {
        if let Some(army) = army::commanded_by(rules, game, piece) {
            let refusal = NavalRefusal::LandingByArmy { leader: piece.leader.clone(), army: army.clone() };
            refuse("sail.land", "8.8.1b", refusal);
        }
    }
    problems
}
