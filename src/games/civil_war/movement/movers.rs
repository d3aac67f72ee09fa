//! Who moves together, with how many strength points and at what price (6.2, 6.2.16, 12.2).

use crate::board::Hex;
use crate::document::{Id, Problem};

use crate::far_west::counters;
use crate::legality::uncertainty::{Doubts, StrengthBound};
use crate::orders::Move;
use crate::pack::{Branch, Side, Unit};
use crate::position::ledger::{Game, Piece, Place, by_command, initiative, is_cavalry, is_naval, side_of};
use crate::refusal::{MoveRefusal, TurnRefusal};
use crate::{CivilWar, leaders::army, naval};

/// Who moves together: a leader alone (6.2.2, 6.2.13), strength points with or without one (6.2.3, 6.2.4),
/// independently of others in their hex (6.2.5), an army under its commander (6.2.7), or every army of a hex under a
/// four-star leader (6.2.16).
#[derive(Clone, Debug)]
pub(super) struct Movers {
    pub leader: Option<Piece>,
    /// The other leaders of the armies.
    pub others: Vec<Piece>,
    pub armies: Vec<Id>,
    pub from: Hex,
    pub sp: u32,
}

/// Who moves; `None`, with the reasons, if that is not clear.
pub(super) fn movers(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    problems: &mut Vec<Problem>,
) -> Option<Movers> {
    if order.army_group {
        return army_group(rules, game, side, order, problems);
    }
    if let Some(id) = &order.army {
        return army_alone(rules, game, side, order, id, problems);
    }
    if !order.leave.is_empty() {
        problems.push(MoveRefusal::LeaveWithoutArmy.problem(rules, side).in_path("move.leave").rule("6.2.7"));
    }
    let Some(leader) = &order.leader else {
        let Some(from) = order.from else {
            problems.push(MoveRefusal::NoForceNamed.problem(rules, side).in_path("move").rule("6.2.3"));
            return None;
        };
        return Some(Movers { leader: None, others: Vec::new(), armies: Vec::new(), from, sp: order.strength() });
    };
    let (piece, hex, moved) = match admiral(rules, game, side, order, leader) {
        Some(found) => found.map_err(|problem| problems.push(problem)).ok()?,
        None => find(rules, game, side, leader, "move.leader", problems)?,
    };
    let elsewhere = |named| MoveRefusal::MoverElsewhere { leader: leader.clone(), named, hex };
    check_location(rules, side, order, hex, elsewhere, problems);
    if moved {
        problems.push(has_moved(rules, side, leader).in_path("move.leader"));
    }
    if is_naval(&rules.pack, &piece) && order.strength() > 0 {
        let problem = MoveRefusal::AdmiralLeadsOnLand { leader: leader.clone() }.problem(rules, side);
        problems.push(problem.in_path("move.sp").rule("8.2.4"));
        return None;
    }
    if let Some(own) = army::commanded_by(rules, game, &piece)
        && !may_leave(rules, game, &piece, own)
    {
        let rule = if order.strength() > 0 { "5.3.1" } else { "6.2.13a" };
        let refusal = MoveRefusal::MoverCommandsArmy { leader: leader.clone(), army: own.clone() };
        problems.push(refusal.problem(rules, side).in_path("move.leader").rule(rule));
    }
    Some(Movers { leader: Some(piece), others: Vec::new(), armies: Vec::new(), from: hex, sp: order.strength() })
}

/// A naval leader with his ships, who goes ashore to travel overland (8.2.4c): where the order says, or else in the
/// only hex there from which his path can continue.
fn admiral(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    leader: &Id,
) -> Option<Result<(Piece, Hex, bool), Problem>> {
    let own = |piece: &&Piece| piece.leader == *leader && side_of(&rules.pack, piece) == Some(side);
    let afloat = |piece: &Piece| match game.pieces.get(piece) {
        Some(Place::Afloat { at, moved, .. }) if is_naval(&rules.pack, piece) => Some((piece.clone(), *at, *moved)),
        _ => None,
    };
    let (piece, at, moved) = game.pieces.keys().filter(own).find_map(afloat)?;
    let landings = naval::ashore(rules, game, &piece);
    let next = order.path.first();
    let leads_on = |hex: &Hex| next.is_none_or(|next| *next != *hex && hex.adjacent(*next));
    let found = match order.from {
        Some(from) => landings.iter().find(|hex| **hex == from),
        None => landings.iter().find(|hex| leads_on(hex)).or(landings.first()),
    };
    Some(found.map(|hex| (piece.clone(), *hex, moved)).ok_or_else(|| {
        let (leader, landings) = (piece.leader.clone(), landings.clone());
        let refusal = MoveRefusal::AdmiralCannotGoAshore { leader, at, named: order.from, landings };
        refusal.problem(rules, side).in_path("move.from").rule("8.2.4c")
    }))
}

/// Whether an army's commander may go away: one of four stars, if one of three remains (6.2.17).
pub fn may_leave(rules: &CivilWar, game: &Game, piece: &Piece, own: &Id) -> bool {
    let another = |other: &Piece| other != piece && army::may_command(rules, other);
    piece.rank == 4 && army::leaders(game, own).iter().any(another)
}

/// An army under its commander, with the four movement points of infantry (12.2.1), with its other leaders who have not
/// moved (6.2.7a, 6.2.7b).
fn army_alone(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    id: &Id,
    problems: &mut Vec<Problem>,
) -> Option<Movers> {
    let path = "move.army";
    let from = match army::find(rules, game, side, id) {
        Ok(from) => from,
        Err(problem) => {
            problems.push(problem.in_path(path));
            return None;
        }
    };
    if order.leader.is_some() {
        problems.push(MoveRefusal::ArmyAndLeaderNamed.problem(rules, side).in_path("move.leader").rule("6.2.7"));
    }
    let elsewhere = |named| MoveRefusal::MovingArmyElsewhere { army: id.clone(), named, hex: from };
    check_location(rules, side, order, from, elsewhere, problems);
    let Some(commander) = army::commander(rules, game, id) else {
        let problem = MoveRefusal::MovingArmyUncommanded { army: id.clone() }.problem(rules, side);
        problems.push(problem.in_path(path).rule("5.4.5"));
        return None;
    };
    if !may_move(game, &commander) {
        problems.push(has_moved(rules, side, &commander.leader).in_path(path));
    }
    let others = army::leaders(game, id).into_iter().filter(|piece| *piece != commander && may_move(game, piece));
    let others = leaders_left(rules, side, order, by_command(&rules.pack, others.collect()), &commander, problems);
    let sp = order.sp.unwrap_or(army::fresh_sp(game, id));
    Some(Movers { leader: Some(commander), others, armies: vec![id.clone()], from, sp })
}

/// Every army of a four-star leader's hex (6.2.16).
fn army_group(rules: &CivilWar, game: &Game, side: Side, order: &Move, problems: &mut Vec<Problem>) -> Option<Movers> {
    let Some(leader) = &order.leader else {
        let problem = MoveRefusal::GroupWithoutLeader.problem(rules, side);
        problems.push(problem.in_path("move.army_group").rule("6.2.16"));
        return None;
    };
    let (piece, from, moved) = find(rules, game, side, leader, "move.leader", problems)?;
    let elsewhere = |named| MoveRefusal::MoverElsewhere { leader: leader.clone(), named, hex: from };
    check_location(rules, side, order, from, elsewhere, problems);
    if piece.rank < 4 {
        let refusal = MoveRefusal::GroupNeedsFourStars { leader: leader.clone(), stars: piece.rank };
        problems.push(refusal.problem(rules, side).in_path("move.leader").rule("12.2.3"));
        return None;
    }
    if moved {
        problems.push(has_moved(rules, side, leader).in_path("move.leader"));
    }
    let of_group = |refusal: MoveRefusal| refusal.problem(rules, side).in_path("move.army_group");
    let armies = army::armies_at(rules, game, from, side);
    if armies.is_empty() {
        problems.push(of_group(MoveRefusal::GroupWithoutArmies { hex: from }).rule("6.2.16"));
    }
    let goes = |other: &Piece| *other != piece && may_move(game, other) && !order.leave.contains(&other.leader);
    let mut others = Vec::new();
    for id in &armies {
        let leaders = army::leaders(game, id);
        if !leaders.iter().any(|other| goes(other) && other.rank == 3 && army::may_command(rules, other)) {
            let refusal = MoveRefusal::GroupArmyWithoutGeneral { army: id.clone(), leader: leader.clone() };
            problems.push(of_group(refusal).rule("6.2.16"));
        }
        if army::fresh_sp(game, id) == 0 {
            problems.push(of_group(MoveRefusal::GroupArmyHasMoved { army: id.clone() }).rule("6.1.7"));
        }
        others.extend(leaders.into_iter().filter(|other| *other != piece && may_move(game, other)));
    }
    let others = leaders_left(rules, side, order, by_command(&rules.pack, others), &piece, problems);
    let fresh: u32 = armies.iter().map(|id| army::fresh_sp(game, id)).sum();
    if order.sp.is_some_and(|sp| sp != fresh) {
        let problem = MoveRefusal::GroupMovesWhole { sp: fresh }.problem(rules, side);
        problems.push(problem.in_path("move.sp").rule("6.2.16"));
    }
    Some(Movers { leader: Some(piece), others, armies, from, sp: fresh })
}

/// Leaders whom the order leaves where the army sets out from.
fn leaders_left(
    rules: &CivilWar,
    side: Side,
    order: &Move,
    others: Vec<Piece>,
    commander: &Piece,
    problems: &mut Vec<Problem>,
) -> Vec<Piece> {
    for (n, leader) in order.leave.iter().enumerate() {
        let path = format!("move.leave[{n}]");
        if *leader == commander.leader {
            let problem = MoveRefusal::LeaveCommander { leader: leader.clone() }.problem(rules, side);
            problems.push(problem.rule("5.3.1").in_path(path));
        } else if !others.iter().any(|piece| piece.leader == *leader) {
            let others = others.iter().map(|piece| piece.leader.clone()).collect();
            let refusal = MoveRefusal::LeaveWhoDoesNotGo { leader: leader.clone(), others };
            problems.push(refusal.problem(rules, side).rule("6.2.7").in_path(path));
        }
    }
    others.into_iter().filter(|piece| !order.leave.contains(&piece.leader)).collect()
}

fn find(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    leader: &Id,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Option<(Piece, Hex, bool)> {
    match find_leader(rules, game, side, leader) {
        Ok(found) => Some(found),
        Err(problem) => {
            problems.push(problem.in_path(path));
            None
        }
    }
}

/// Checks that whoever moves is in the hex that the order names, if it names one; otherwise the objections.
fn check_location(
    rules: &CivilWar,
    side: Side,
    order: &Move,
    hex: Hex,
    elsewhere: impl FnOnce(Hex) -> MoveRefusal,
    problems: &mut Vec<Problem>,
) {
    if let Some(named) = order.from.filter(|&named| named != hex) {
        problems.push(elsewhere(named).problem(rules, side).in_path("move.from").rule("6.2.3"));
    }
}

/// That a leader has moved before in this pulse.
pub fn has_moved(rules: &CivilWar, side: Side, leader: &Id) -> Problem {
    MoveRefusal::MoverHasMoved { leader: leader.clone() }.problem(rules, side).rule("6.1.7")
}

/// The commands that a move costs, with the rule that says so.
pub(super) fn cost_of(rules: &CivilWar, movers: &Movers) -> (u32, &'static str) {
    let initiative = |piece| initiative(&rules.pack, piece);
    match &movers.leader {
        Some(piece) if !movers.armies.is_empty() => (initiative(piece), "6.2.7"),
        Some(piece) if movers.sp > 0 => (initiative(piece), "6.2.4"),
        Some(_) => (u32::from(rules.pack.charts.costs.move_leader), "6.2.2"),
        None => (u32::from(rules.pack.charts.costs.move_sp), "6.2.3"),
    }
}

/// The cost of a `move` order in command points, if whoever moves is on the map.
pub fn cost(rules: &CivilWar, game: &Game, side: Side, order: &Move) -> u32 {
    let movers = movers(rules, game, side, order, &mut Vec::new());
    movers.map_or(0, |movers| cost_of(rules, &movers).0)
}

/// The leader of that id, where he is and whether he has moved.
fn find_leader(rules: &CivilWar, game: &Game, side: Side, leader: &Id) -> Result<(Piece, Hex, bool), Problem> {
    if rules.pack.leaders.get(leader).is_some_and(|data| data.side != side) {
        let problem = TurnRefusal::NotYourLeader { leader: leader.clone() }.problem(rules, side);
        return Err(problem.rule("6.2.3"));
    }
    if let Some((piece, hex, moved)) = game.find_leader(leader) {
        return Ok((piece, hex, moved));
    }
    let mut places = game.pieces.iter().filter(|(piece, _)| piece.leader == *leader).map(|(_, place)| place);
    let killed = places.clone().any(|place| *place == Place::Killed);
    let found = places.find(|place| !matches!(place, Place::Discarded));
    let leader = leader.clone();
    let (refusal, rule) = match found {
        _ if killed => (MoveRefusal::MoverKilled { leader }, "5.4.3"),
        Some(Place::Pool) => (MoveRefusal::MoverInPool { leader }, "10.3.1"),
        Some(Place::Terminated) => (MoveRefusal::MoverTerminated { leader }, "22.1"),
        Some(Place::Captive(since)) => (MoveRefusal::MoverCaptive { leader, since: *since }, "22.1"),
        Some(Place::Removed) => (MoveRefusal::MoverRemoved { leader }, "5.3.3"),
        Some(Place::Track(turn)) => (MoveRefusal::MoverOnTurnTrack { leader, turn: *turn }, "5.4.3a"),
        _ => (MoveRefusal::MoverNotInPlay { leader }, "10.1"),
    };
    let here = game.leaders_on_map(&rules.pack, side).filter(|(piece, _)| may_move(game, piece));
    let here = here.map(|(piece, _)| piece.leader.to_string()).collect::<Vec<_>>();
    Err(refusal.problem(rules, side).rule(rule).advice(match here.is_empty() {
        true => "no leader can still move; strength points move one at a time".to_owned(),
        false => format!("leaders who may move: {}", here.join(", ")),
    }))
}

pub fn may_move(game: &Game, piece: &Piece) -> bool {
    matches!(game.pieces.get(piece), Some(Place::Map { moved: false, .. }))
}

/// How many strength points may move in this way: one by itself (6.2.3), with a leader as many as his rank allows
/// (6.2.6a, 6.2.6b) of those in his hex that have not moved in this half-pulse, reinforcements included (6.2.3a to
/// 6.2.3c, CW-58, CW-59).
pub(super) fn check_strength(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    movers: &Movers,
    kinds: &[Option<Unit>],
    doubts: &Doubts,
    problems: &mut Vec<Problem>,
) {
    let path = "move.sp";
    let Movers { from, sp, .. } = *movers;
    let leader = movers.leader.as_ref();
    if !movers.armies.is_empty() {
        check_army_strength(rules, game, side, movers, problems);
        return;
    }
    match leader {
        None if sp != 1 => {
            let problem = MoveRefusal::LeaderlessMoveSingly { sp }.problem(rules, side);
            problems.push(problem.in_path(path).rule("6.2.3"));
        }
        Some(piece) => {
            let limit = sp_limit(rules, piece);
            if sp > limit {
                let (branch, rule) = match is_cavalry(&rules.pack, piece) {
                    true => (Branch::Cavalry, "6.2.18"),
                    false => (Branch::Infantry, "6.2.6"),
                };
                let leader = piece.leader.clone();
                let refusal = MoveRefusal::AboveRank { leader, limit, branch, stars: piece.rank };
                problems.push(refusal.problem(rules, side).in_path(path).rule(rule));
            }
        }
        None => {}
    }
    let StrengthBound { all: there, fresh } = match kinds {
        [None] => doubts.strength(game, from, side),
        kinds if doubts.hex(from) => {
            let StrengthBound { all, fresh } = counters::strength(game, from, side, kinds);
            let more = doubts.strength(game, from, side);
            StrengthBound { all: all.saturating_add(more.all), fresh: fresh.saturating_add(more.fresh) }
        }
        kinds => counters::strength(game, from, side, kinds),
    };
    if sp > there {
        let nobody = there == 0 && leader.is_none();
        let refusal = match counters::others(game, from, side, kinds).filter(|_| there == 0) {
            Some(unit) => MoveRefusal::OthersToMove { hex: from, unit },
            None if nobody => MoveRefusal::NoneToMove { hex: from },
            None => MoveRefusal::FewerToMove { hex: from, has: there, wanted: sp },
        };
        let path = if nobody { "move.from" } else { path };
        problems.push(refusal.problem(rules, side).in_path(path).rule("6.2.3"));
    } else if sp > fresh {
        let refusal = MoveRefusal::SomeHaveMoved { hex: from, has: there, moved: there - fresh };
        problems.push(refusal.problem(rules, side).in_path(path).rule("6.1.7"));
    }
}

/// An army takes its own strength points that have not moved: at least one, and no more than it has (6.2.7, 6.1.7).
fn check_army_strength(rules: &CivilWar, game: &Game, side: Side, movers: &Movers, problems: &mut Vec<Problem>) {
    let Movers { sp, ref armies, .. } = *movers;
    let all: u32 = armies.iter().map(|army| army::sp(game, army)).sum();
    let fresh: u32 = armies.iter().map(|army| army::fresh_sp(game, army)).sum();
    let armies = armies.clone();
    if fresh == 0 {
        let problem = MoveRefusal::ArmiesAllMoved { armies, sp: all }.problem(rules, side);
        problems.push(problem.in_path("move.army").rule("6.1.7"));
    } else if sp > fresh {
        let problem = MoveRefusal::ArmiesHaveFewer { armies, wanted: sp, fresh }.problem(rules, side);
        problems.push(problem.in_path("move.sp").rule("6.2.7"));
    } else if sp == 0 {
        let problem = MoveRefusal::ArmyWithoutStrength { armies }.problem(rules, side);
        problems.push(problem.in_path("move.sp").rule("5.3.1"));
    }
}

/// How many strength points a leader moves by his rank (6.2.6).
pub fn sp_limit(rules: &CivilWar, piece: &Piece) -> u32 {
    let branch = rules.pack.leaders.get(&piece.leader).map_or(Branch::Infantry, |leader| leader.branch);
    rules.pack.charts.sp_limit(piece.rank, branch).into()
}

/// Sets strength points apart that have not moved: of each army all its own, up to `sp`; for a leader those in no army
/// first, then those of his own army, then others; of the kinds that go, in their order ([`counters::kinds`]).
pub fn detach_strength(
    game: &mut Game,
    side: Side,
    from: Hex,
    sp: u32,
    leader: Option<&Piece>,
    armies: &[Id],
    kinds: &[Option<Unit>],
) -> Vec<u32> {
    let own = leader.and_then(|piece| match game.pieces.get(piece) {
        Some(Place::Map { army, .. }) => army.clone(),
        _ => None,
    });
    let mut fresh: Vec<(usize, u8, u32)> = game
        .groups_at(from, side)
        .filter(|(_, group)| !group.moved)
        .filter(|(_, group)| armies.is_empty() || group.army.as_ref().is_some_and(|army| armies.contains(army)))
        .filter_map(|(number, group)| {
            let kind = kinds.iter().position(|kind| *kind == group.unit)?;
            let order = if group.army.is_none() { 0 } else { 1 + u8::from(group.army != own) };
            Some((kind, order, number))
        })
        .collect();
    fresh.sort_unstable();
    let mut left = sp;
    let mut taken: Vec<u32> = Vec::new();
    for (.., number) in fresh {
        let part = left.min(game.groups.get(&number).map_or(0, |group| group.sp));
        if part == 0 {
            continue;
        }
        left -= part;
        let number = game.split(number, part);
        let Some(group) = game.groups.get_mut(&number) else { continue };
        group.moved = true;
        group.marching = true;
        if armies.is_empty() {
            group.army = None;
        }
        let kind = (group.army.clone(), group.demoralized, group.unit);
        let like = |other: &&u32| {
            game.groups.get(other).is_some_and(|group| (group.army.clone(), group.demoralized, group.unit) == kind)
        };
        match taken.iter().find(like).copied() {
            Some(first) => {
                game.groups.remove(&number);
                if let Some(group) = game.groups.get_mut(&first) {
                    group.sp += part;
                }
            }
            None => taken.push(number),
        }
    }
    taken
}

/// Leaders who do not go with an army no longer belong to it.
pub fn stay_behind(game: &mut Game, side: Side, from: Hex, goes: &[Piece], armies: &[Id]) {
    let of = |army: &Option<Id>| army.as_ref().is_some_and(|army| armies.contains(army));
    for group in game.groups.values_mut().filter(|group| group.hex == from && group.side == side && !group.marching) {
        if of(&group.army) {
            group.army = None;
        }
    }
    for (piece, place) in &mut game.pieces {
        if let Place::Map { hex, army, .. } = place
            && *hex == from
            && of(army)
            && !goes.contains(piece)
        {
            *army = None;
        }
    }
}
