//! The check of a `move` order: who moves, with what, for how much, and by which way (6.1 to 6.5, 12.2).

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::{Cx, Events};

use super::super::combat::{self, Assault};
use super::super::doubts::{Doubts, Most};
use super::super::events::Event;
use super::super::force::Force;
use super::super::ledger::{Game, Piece, Place, Points, by_command, counter, is_cavalry};
use super::super::orders::Move;
use super::super::pack::{Branch, Side, Theater};
use super::super::present::plural;
use super::super::{CivilWar, Frame, army, homefront, pay, reaction, reinforcements, supply, territory};
use super::{Entry, March, WALLED, may_open, passable, step_cost, walled};

/// Who moves together: a leader alone (6.2.2, 6.2.13), strength points with or without one (6.2.3, 6.2.4), whatever
/// others of their hex do (6.2.5), an army under its commander (6.2.7), or every army of a hex under a four-star leader
/// (6.2.16).
#[derive(Clone, Debug)]
struct Movers {
    leader: Option<Piece>,
    /// The other leaders of the armies.
    others: Vec<Piece>,
    armies: Vec<Id>,
    from: Hex,
    sp: u32,
}

/// What a `move` order comes to, once nothing speaks against it.
#[derive(Clone, Debug)]
pub struct Plan {
    pub leader: Option<Piece>,
    others: Vec<Piece>,
    pub armies: Vec<Id>,
    pub from: Hex,
    pub sp: u32,
    allowance: u32,
    supplied: bool,
    pub paid: Points,
}

/// Begins a `move` order of the phasing side (6.1.1, 6.1.6a): pays for it, from the tracks of the theater where the
/// force stands, wherever its path leads (6.4.1 to 6.4.4, 6.4.4a), and sets the force on its way. One force moves at a time,
/// with all that comes of it (6.1.4).
///
/// # Errors
/// Every reason why the rules forbid it.
pub fn begin(rules: &CivilWar, cx: Cx<'_, CivilWar>, side: Side, order: &Move) -> Result<Option<Frame>, Vec<Problem>> {
    let Cx { game, events, .. } = cx;
    let plan = check(rules, game, side, order, &Doubts::default())?;
    Ok(Some(Frame::March(set_out(rules, game, events, side, order, plan))))
}

/// Pays for a march that was checked, and sets the force on its way. Supply is judged now (9.1.2, 9.1.3), and with it the
/// depot that a combat will use up (9.2.5b).
pub fn set_out(rules: &CivilWar, game: &mut Game, events: &mut Events, side: Side, order: &Move, plan: Plan) -> March {
    let Plan { leader, others, armies, from, sp, allowance, supplied, paid } = plan;
    let wanted: Vec<Hex> = order.depot.into_iter().collect();
    let depot = match sp {
        0 => None,
        _ => supply::in_combat(rules, game, from, side, None, &wanted).and_then(|supply| supply.depot),
    };
    pay::spend(game, side, &paid);
    let left = game.pulse.as_ref().map_or(0, |pulse| pulse.left);
    let rule = match (sp, armies.is_empty()) {
        (0, _) => "6.2.2",
        (_, true) => "6.2.4",
        (_, false) => "6.2.7",
    };
    events.emit(rule, &Event::Paid { side, points: paid, left });
    game.tidy();
    let groups = take(game, side, from, sp, leader.as_ref(), &armies);
    for piece in leader.iter().chain(&others) {
        if let Some(Place::Map { moved, army, .. }) = game.pieces.get_mut(piece) {
            *moved = true;
            if armies.is_empty() {
                *army = None;
            }
        }
    }
    stay_behind(game, side, from, &others, leader.as_ref(), &armies);
    let force = Force { side, leader: leader.clone(), others, groups, armies: armies.clone() };
    events.emit("6.1.3", &Event::March { side, leader, armies, sp, from, allowance, supplied });
    let left = allowance;
    March {
        force,
        at: from,
        path: order.path.clone(),
        drop: order.drop.clone(),
        convert: order.convert.clone(),
        depots: order.depots,
        stop: order.stop.clone(),
        left,
        supplied,
        depot,
        entered: 0,
        entry: Entry::New,
    }
}

/// Sets strength points apart that have not moved: of each army all its own, up to `sp`; for a leader those in no army
/// first, then those of his own army, then others.
pub fn take(game: &mut Game, side: Side, from: Hex, sp: u32, leader: Option<&Piece>, armies: &[Id]) -> Vec<u32> {
    let own = leader.and_then(|piece| match game.pieces.get(piece) {
        Some(Place::Map { army, .. }) => army.clone(),
        _ => None,
    });
    let mut fresh: Vec<(u8, u32)> = game
        .groups_at(from, side)
        .filter(|(_, group)| !group.moved)
        .filter(|(_, group)| armies.is_empty() || group.army.as_ref().is_some_and(|army| armies.contains(army)))
        .map(|(number, group)| {
            let order = if group.army.is_none() { 0 } else { 1 + u8::from(group.army != own) };
            (order, number)
        })
        .collect();
    fresh.sort_unstable();
    let mut left = sp;
    let mut taken: Vec<u32> = Vec::new();
    for (_, number) in fresh {
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
        let kind = (group.army.clone(), group.demoralized);
        let like =
            |other: &&u32| game.groups.get(other).is_some_and(|group| (group.army.clone(), group.demoralized) == kind);
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

/// Whoever does not go with an army is no longer of it.
fn stay_behind(game: &mut Game, side: Side, from: Hex, others: &[Piece], leader: Option<&Piece>, armies: &[Id]) {
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
            && !others.contains(piece)
            && leader != Some(piece)
        {
            *army = None;
        }
    }
}

/// Whether the rules allow a `move` order now; what is in doubt is not held against it.
///
/// # Errors
/// Every reason why they do not; paths begin with `move`.
pub fn check(rules: &CivilWar, game: &Game, side: Side, order: &Move, doubts: &Doubts) -> Result<Plan, Vec<Problem>> {
    let in_supply = |from| doubts.supply || supply::in_supply(rules, game, from, side, None);
    check_with(rules, game, side, order, doubts, in_supply)
}

/// [`check`], with another way to know whether a force is in supply.
pub(super) fn check_with(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    doubts: &Doubts,
    mut in_supply: impl FnMut(Hex) -> bool,
) -> Result<Plan, Vec<Problem>> {
    let (plan, mut problems) = activate(rules, game, side, order, doubts);
    let Some(mut plan) = plan else { return Err(problems) };
    plan.supplied = plan.sp == 0 || in_supply(plan.from);
    let full = allowance(rules, plan.leader.as_ref(), plan.sp, plan.supplied);
    plan.allowance = full.saturating_sub(homefront::slower(rules, game, side, plan.from, plan.sp));
    check_drops(rules, order, &plan, &mut problems);
    check_conversion(rules, game, side, order, &plan, doubts, &mut problems);
    if !plan.supplied && order.depot.is_some() {
        let problem = Problem::new("the force is out of supply: no depot can be used up for it");
        problems.push(problem.in_path("move.depot").rule("9.3.2a").advice("leave the entry out"));
    }
    check_path(rules, game, side, order, &plan, doubts, &mut problems);
    if problems.is_empty() { Ok(plan) } else { Err(problems) }
}

/// Who sets out, with what, what that costs and what stays behind, whether they march or go by rail; no plan if it
/// cannot be told who.
pub fn activate(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    doubts: &Doubts,
) -> (Option<Plan>, Vec<Problem>) {
    let mut problems = Vec::new();
    let Some(movers) = movers(rules, game, side, order, &mut problems) else { return (None, problems) };
    let Movers { from, sp, .. } = movers;
    check_strength(rules, game, side, &movers, doubts, &mut problems);
    let cost = cost_of(rules, &movers);
    let theater = rules.pack.map.hex(from).map_or(Theater::East, |data| data.theater);
    let paid = match pay::settle(game, side, theater, cost, order.pay.as_ref()) {
        Ok(paid) => paid,
        Err(unpaid) => {
            let under = |path: Option<String>| path.map_or("move".to_owned(), |path| format!("move.{path}"));
            problems.extend(unpaid.into_iter().map(|mut problem| {
                problem.path = Some(under(problem.path.take()));
                problem
            }));
            Points::new()
        }
    };
    let Movers { leader, others, armies, .. } = movers;
    let plan = Plan { leader, others, armies, from, sp, allowance: 0, supplied: false, paid };
    check_left_behind(rules, game, side, &plan, doubts, &mut problems);
    (Some(plan), problems)
}

/// Who moves; `None`, with the reasons, if that cannot be told.
fn movers(rules: &CivilWar, game: &Game, side: Side, order: &Move, problems: &mut Vec<Problem>) -> Option<Movers> {
    if order.army_group {
        return army_group(rules, game, side, order, problems);
    }
    if let Some(id) = &order.army {
        return army_alone(rules, game, side, order, id, problems);
    }
    if !order.leave.is_empty() {
        let problem = Problem::new("only an army leaves leaders where it sets out from").in_path("move.leave");
        problems.push(problem.rule("6.2.7").advice("leave the entry out: the other leaders stay by themselves"));
    }
    let Some(leader) = &order.leader else {
        let Some(from) = order.from else {
            let problem = Problem::new("it is not said which force moves").in_path("move");
            let advice = "name a leader, an army, or where the strength point stands: `from`";
            problems.push(problem.rule("6.2.3").advice(advice));
            return None;
        };
        return Some(Movers { leader: None, others: Vec::new(), armies: Vec::new(), from, sp: order.strength() });
    };
    let (piece, hex, moved) = find(rules, game, side, leader, "move.leader", problems)?;
    stands_at(order, &piece.leader, hex, problems);
    if moved {
        problems.push(has_moved(&piece.leader).in_path("move.leader"));
    }
    if let Some(own) = army::commanded_by(rules, game, &piece)
        && !may_leave(rules, game, &piece, own)
    {
        let message = format!("{} commands {} and stays with it", piece.leader, army::called(rules, own));
        let rule = if order.strength() > 0 { "5.3.1" } else { "6.2.13a" };
        let advice = format!("move the army: `army: {own}`; or give a `remove` order first");
        problems.push(Problem::new(message).in_path("move.leader").rule(rule).advice(advice));
    }
    Some(Movers { leader: Some(piece), others: Vec::new(), armies: Vec::new(), from: hex, sp: order.strength() })
}

/// Whether an army's commander may go away: one of four stars, if one of three remains (6.2.17).
pub fn may_leave(rules: &CivilWar, game: &Game, piece: &Piece, own: &Id) -> bool {
    let another = |other: &Piece| other != piece && army::may_command(rules, other);
    piece.rank == 4 && army::leaders(game, own).iter().any(another)
}

/// An army under its commander, with the four movement points of infantry (12.2.1), with its other leaders who have not moved (6.2.7a, 6.2.7b).
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
        let problem = Problem::new("an army moves under its commander, a leader by himself").in_path("move.leader");
        problems.push(problem.rule("6.2.7").advice("name the army or the leader"));
    }
    stands_at(order, id, from, problems);
    let Some(commander) = army::commander(rules, game, id) else {
        let problem = Problem::new(format!("nobody commands {}", army::called(rules, id))).in_path(path);
        problems.push(problem.rule("5.4.5").advice("move a three-star general of infantry into its hex"));
        return None;
    };
    if !may_move(game, &commander) {
        problems.push(has_moved(&commander.leader).in_path(path));
    }
    let others = army::leaders(game, id).into_iter().filter(|piece| *piece != commander && may_move(game, piece));
    let others = stay_home(order, by_command(&rules.pack, others.collect()), &commander, problems);
    let fresh: u32 = game
        .groups_at(from, side)
        .filter(|(_, group)| group.army.as_ref() == Some(id) && !group.moved)
        .map(|(_, group)| group.sp)
        .sum();
    let sp = order.sp.unwrap_or(fresh);
    Some(Movers { leader: Some(commander), others, armies: vec![id.clone()], from, sp })
}

/// Every army of a four-star leader's hex (6.2.16).
fn army_group(rules: &CivilWar, game: &Game, side: Side, order: &Move, problems: &mut Vec<Problem>) -> Option<Movers> {
    let Some(leader) = &order.leader else {
        let problem = Problem::new("an army group moves under a four-star leader").in_path("move.army_group");
        problems.push(problem.rule("6.2.16").advice("name him: `leader`"));
        return None;
    };
    let (piece, from, moved) = find(rules, game, side, leader, "move.leader", problems)?;
    stands_at(order, &piece.leader, from, problems);
    if piece.rank < 4 {
        let message = format!("{} has {}: only four stars lead several armies", piece.leader, stars(piece.rank));
        let problem = Problem::new(message).in_path("move.leader").rule("12.2.3");
        problems.push(problem.advice("move each army by itself: `army`"));
    }
    if moved {
        problems.push(has_moved(&piece.leader).in_path("move.leader"));
    }
    let armies = army::at(rules, game, from, side);
    if armies.is_empty() {
        let problem = Problem::new(format!("no army stands in {from}")).in_path("move.army_group");
        problems.push(problem.rule("6.2.16"));
    }
    let mut others = Vec::new();
    for id in &armies {
        let leaders = army::leaders(game, id);
        if !leaders.iter().any(|other| other.rank == 3 && army::may_command(rules, other)) {
            let message = format!("{} has no three-star general under {}", army::called(rules, id), piece.leader);
            let problem = Problem::new(message).in_path("move.army_group").rule("6.2.16");
            problems.push(problem.advice("each army of the group needs its own"));
        }
        others.extend(leaders.into_iter().filter(|other| *other != piece && may_move(game, other)));
    }
    let others = stay_home(order, by_command(&rules.pack, others), &piece, problems);
    let of = |army: &Option<Id>| army.as_ref().is_some_and(|army| armies.contains(army));
    let fresh: u32 = game
        .groups_at(from, side)
        .filter(|(_, group)| of(&group.army) && !group.moved)
        .map(|(_, group)| group.sp)
        .sum();
    if order.sp.is_some_and(|sp| sp != fresh) {
        let problem = Problem::new(format!("an army group moves whole, with {}", plural(fresh, "strength point")));
        problems.push(problem.in_path("move.sp").rule("6.2.16").advice("leave the entry out; use `drop` on the way"));
    }
    Some(Movers { leader: Some(piece), others, armies, from, sp: fresh })
}

/// Leaders whom the order leaves where the army sets out from.
fn stay_home(order: &Move, others: Vec<Piece>, commander: &Piece, problems: &mut Vec<Problem>) -> Vec<Piece> {
    for (n, leader) in order.leave.iter().enumerate() {
        if *leader == commander.leader {
            let problem = Problem::new(format!("{leader} commands it, and goes with it")).rule("5.3.1");
            problems.push(problem.in_path(format!("move.leave[{n}]")));
        } else if !others.iter().any(|piece| piece.leader == *leader) {
            let problem = Problem::new(format!("{leader} does not go with it")).rule("6.2.7");
            let names: Vec<&str> = others.iter().map(|piece| piece.leader.as_str()).collect();
            let advice =
                format!("with it go {}", if names.is_empty() { "no others".to_owned() } else { names.join(", ") });
            problems.push(problem.in_path(format!("move.leave[{n}]")).advice(advice));
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

fn stands_at(order: &Move, who: &Id, hex: Hex, problems: &mut Vec<Problem>) {
    if let Some(named) = order.from
        && named != hex
    {
        let problem = Problem::new(format!("{who} is not in {named}")).in_path("move.from");
        problems.push(problem.rule("6.2.3").advice(format!("he is in {hex}; leave `from` out")));
    }
}

fn has_moved(who: &Id) -> Problem {
    Problem::new(format!("{who} has moved in this pulse")).rule("6.1.7").advice("a force moves once in a pulse")
}

fn stars(rank: u8) -> String {
    format!("{rank} star{}", if rank == 1 { "" } else { "s" })
}

/// The commands that a move costs, with the rule that says so.
fn cost_of(rules: &CivilWar, movers: &Movers) -> (u32, &'static str) {
    let initiative = |piece| counter(&rules.pack, piece).map_or(1, |counter| u32::from(counter.initiative));
    match &movers.leader {
        Some(piece) if !movers.armies.is_empty() => (initiative(piece), "6.2.7"),
        Some(piece) if movers.sp > 0 => (initiative(piece), "6.2.4"),
        Some(_) => (u32::from(rules.pack.charts.costs.move_leader), "6.2.2"),
        None => (u32::from(rules.pack.charts.costs.move_sp), "6.2.3"),
    }
}

/// The commands that a `move` order costs, if who moves is on the map.
pub fn cost(rules: &CivilWar, game: &Game, side: Side, order: &Move) -> u32 {
    let movers = movers(rules, game, side, order, &mut Vec::new());
    movers.map_or(0, |movers| cost_of(rules, &movers).0)
}

/// The leader of that id, where he is and whether he has moved.
fn find_leader(rules: &CivilWar, game: &Game, side: Side, leader: &Id) -> Result<(Piece, Hex, bool), Problem> {
    let name = rules.pack.leaders.get(leader).map_or(leader.as_str(), |data| data.name.as_str());
    if rules.pack.leaders.get(leader).is_some_and(|data| data.side != side) {
        return Err(Problem::new(format!("{name} is not one of yours")).rule("6.2.3"));
    }
    if let Some((piece, hex, moved)) = game.find_leader(leader) {
        return Ok((piece, hex, moved));
    }
    let mut places = game.pieces.iter().filter(|(piece, _)| piece.leader == *leader).map(|(_, place)| place);
    let killed = places.clone().any(|place| *place == Place::Killed);
    let (message, rule) = match places.find(|place| !matches!(place, Place::Discarded)) {
        _ if killed => (format!("{name} has been killed"), "5.4.3"),
        Some(Place::Pool) => (format!("{name} is in the Leader Pool"), "10.3.1"),
        Some(Place::Removed) => (format!("{name} is in the Removed Leaders Box"), "5.3.3"),
        Some(Place::Track(turn)) => (format!("{name} is on the turn track until turn {turn}"), "5.4.3a"),
        _ => (format!("{name} is not in play"), "10.1"),
    };
    let here = game.leaders_on_map(&rules.pack, side).filter(|(piece, _)| may_move(game, piece));
    let here = here.map(|(piece, _)| piece.leader.to_string()).collect::<Vec<_>>();
    Err(Problem::new(message).rule(rule).advice(match here.is_empty() {
        true => "no leader is left to move; strength points move singly".to_owned(),
        false => format!("leaders who may move: {}", here.join(", ")),
    }))
}

pub fn may_move(game: &Game, piece: &Piece) -> bool {
    matches!(game.pieces.get(piece), Some(Place::Map { moved: false, .. }))
}

/// How many strength points may move so: one by itself (6.2.3), with a leader as many as his rank allows (6.2.6a,
/// 6.2.6b) of those that stand with him and have not moved in this half, reinforcements among them (6.2.3a to 6.2.3c,
/// CW-58, CW-59).
fn check_strength(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    movers: &Movers,
    doubts: &Doubts,
    problems: &mut Vec<Problem>,
) {
    let path = "move.sp";
    let Movers { from, sp, .. } = *movers;
    let leader = movers.leader.as_ref();
    if !movers.armies.is_empty() {
        check_army_strength(game, movers, problems);
        return;
    }
    match leader {
        None if sp != 1 => {
            let problem = Problem::new(format!("{sp} strength points cannot move together without a leader"));
            problems.push(problem.in_path(path).rule("6.2.3").advice("without a leader one moves at a time"));
        }
        Some(piece) => {
            let limit = sp_limit(rules, piece);
            if sp > limit {
                let cavalry = is_cavalry(&rules.pack, piece);
                let arm = if cavalry { "cavalry" } else { "infantry" };
                let stars = piece.rank;
                let message = format!(
                    "{} moves at most {limit} strength points, as a leader of {arm} with {stars} star{}",
                    piece.leader,
                    if stars == 1 { "" } else { "s" }
                );
                let rule = if cavalry { "6.2.18" } else { "6.2.6" };
                problems
                    .push(Problem::new(message).in_path(path).rule(rule).advice(format!("write sp: {limit} or less")));
            }
        }
        None => {}
    }
    let Most { all: there, fresh } = doubts.strength(game, from, side);
    if sp > there {
        let (path, message) = match leader {
            None if there == 0 => ("move.from", format!("you have no strength points in {from}")),
            _ => (path, format!("{sp} strength points are more than the {there} in {from}")),
        };
        problems.push(Problem::new(message).in_path(path).rule("6.2.3"));
    } else if sp > fresh {
        let message = format!("of the {there} strength points in {from}, {} have moved in this half", there - fresh);
        let advice = if fresh == 0 { "none may move".to_owned() } else { format!("{fresh} may move") };
        problems.push(Problem::new(message).in_path(path).rule("6.1.7").advice(advice));
    }
}

/// An army takes its own strength points that have not moved: one at least, and no more than it has (6.2.7, 6.1.7).
fn check_army_strength(game: &Game, movers: &Movers, problems: &mut Vec<Problem>) {
    let Movers { from, sp, ref armies, .. } = *movers;
    let of = |army: &Option<Id>| army.as_ref().is_some_and(|army| armies.contains(army));
    let groups = || game.groups.values().filter(|group| group.hex == from && of(&group.army));
    let all: u32 = groups().map(|group| group.sp).sum();
    let fresh: u32 = groups().filter(|group| !group.moved).map(|group| group.sp).sum();
    if fresh == 0 {
        let problem =
            Problem::new(format!("all {} of the army have moved in this half", plural(all, "strength point")));
        problems.push(problem.in_path("move.army").rule("6.1.7").advice("a force moves once in a pulse"));
    } else if sp > fresh {
        let problem = Problem::new(format!("{sp} strength points are more than the {fresh} that may move"));
        problems.push(problem.in_path("move.sp").rule("6.2.7").advice(format!("write sp: {fresh} or less")));
    } else if sp == 0 {
        let problem = Problem::new("an army does not move without strength points").in_path("move.sp");
        problems.push(problem.rule("5.3.1").advice("its commander stays with it: write sp: 1 or more"));
    }
}

/// Cavalry alone spends a point more to take rails and towns (11.2.2), in hexes of its way or where it sets out, and
/// that is all that it can do without a path; never a city of the enemy's own (11.2.3).
fn check_conversion(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    plan: &Plan,
    doubts: &Doubts,
    problems: &mut Vec<Problem>,
) {
    let cavalry = plan.sp > 0 && plan.leader.as_ref().is_some_and(|piece| is_cavalry(&rules.pack, piece));
    if !order.convert.is_empty() && !cavalry {
        let problem = Problem::new("only strength points under a cavalry leader spend points to convert");
        let advice = "infantry takes rails and towns by entering them: leave the entry out";
        problems.push(problem.in_path("move.convert").rule("11.2.2").advice(advice));
    }
    for (n, &hex) in order.convert.iter().enumerate() {
        let taken = territory::convertible(rules, game, hex, side);
        let problem = if hex != plan.from && !order.path.contains(&hex) {
            Problem::new(format!("the force does not come through {hex}")).rule("11.2.2")
        } else if order.convert[..n].contains(&hex) {
            Problem::new(format!("{hex} stands here twice")).rule("11.2.2")
        } else if let Err(problem) = taken
            && !doubts.hex(hex)
        {
            problem
        } else {
            continue;
        };
        problems.push(problem.in_path(format!("move.convert[{n}]")));
    }
}

/// How many strength points a leader moves by his rank (6.2.6).
pub fn sp_limit(rules: &CivilWar, piece: &Piece) -> u32 {
    let branch = rules.pack.leaders.get(&piece.leader).map_or(Branch::Infantry, |leader| leader.branch);
    rules.pack.charts.sp_limit(piece.rank, branch).into()
}

/// Movement points (6.1.3a, 6.2.1, 6.2.18): one less out of supply (6.1.11, 9.1.2a, CW-63), demoralized or not
/// (6.1.10); a leader alone has no need of supply (9.1.1, 6.2.14). Points are neither saved nor lent (6.1.5b).
pub(super) fn allowance(rules: &CivilWar, leader: Option<&Piece>, sp: u32, supplied: bool) -> u32 {
    let allowances = &rules.pack.charts.allowances;
    let full = match leader {
        _ if sp == 0 => allowances.leader_alone,
        Some(piece) if is_cavalry(&rules.pack, piece) => allowances.cavalry,
        _ => allowances.infantry,
    };
    u32::from(if supplied { full } else { full.saturating_sub(allowances.unsupplied_loss) })
}

/// Where strength points may drop off: in hexes on the way (6.2.4b). Where the march ends they stay as they are, and
/// with their leader one at least comes so far (CW-60).
fn check_drops(rules: &CivilWar, order: &Move, plan: &Plan, problems: &mut Vec<Problem>) {
    let sp = plan.sp;
    let on_the_way = order.path.split_last().map_or(&[][..], |(_, way)| way);
    let mut left = sp;
    for (n, drop) in order.drop.iter().enumerate() {
        let path = format!("move.drop[{n}]");
        let mut refuse = |message: String, advice: &str| {
            problems.push(Problem::new(message).in_path(path.clone()).rule("6.2.4").advice(advice));
        };
        if !order.path.contains(&drop.at) {
            refuse(format!("the force does not enter {}", drop.at), "strength points drop off in hexes of the path");
        } else if !on_the_way.contains(&drop.at) {
            let advice = "what comes so far stays there together: leave the entry out";
            refuse(format!("the march ends in {}, and nothing drops off where it ends", drop.at), advice);
        } else if order.drop[..n].iter().any(|earlier| earlier.at == drop.at) {
            refuse(format!("two entries drop strength points in {}", drop.at), "put them into one");
        } else if drop.sp == 0 && drop.leaders.is_empty() {
            refuse("nothing drops off".to_owned(), "leave the entry out");
        } else if drop.sp >= left {
            let advice = "one at least goes on with its leader to the end of the path";
            refuse(format!("{} of the {left} strength points cannot drop off in {}", drop.sp, drop.at), advice);
        }
        left = left.saturating_sub(drop.sp);
        for leader in &drop.leaders {
            let once = order.drop.iter().flat_map(|drop| &drop.leaders).filter(|other| *other == leader).count() == 1;
            if !once || !plan.others.iter().any(|piece| piece.leader == *leader) {
                refuse(format!("{leader} does not go with it"), "of an army, leaders drop off but for its commander");
            }
        }
        if drop.leaders.len() > drop.sp as usize && !drop.leaders.is_empty() {
            let message = format!(
                "{} would be left in {} with {}",
                plural(drop.leaders.len() as u32, "leader"),
                drop.at,
                plural(drop.sp, "strength point")
            );
            refuse(message, "leave a strength point with each");
        }
    }
    let _ = rules;
}

/// The path, hex by hex: any way within the allowance (6.1.5, 6.1.5a), enemy ground with a leader only (6.5.1a, 6.5.1b,
/// 6.5.4), so that those without one step over its border if they stand there and no further in (6.5.3, 6.5.3a), no enemy for a leader alone, though his ground (6.2.12, 6.2.12b), none for the demoralized but by
/// overrun (6.1.10a, 7.6.3a, CW-68), and nothing beyond a fight (6.1.6, 7.6.2b).
fn check_path(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    plan: &Plan,
    doubts: &Doubts,
    problems: &mut Vec<Problem>,
) {
    if order.path.is_empty() && order.convert == [plan.from] {
        return;
    }
    if order.path.is_empty() {
        let problem = Problem::new("the path is empty").in_path("move.path").rule("6.1.3");
        problems.push(problem.advice("name the hexes that the force enters, in order"));
        return;
    }
    // Each is converted the first time that it is come to.
    let mut convert = order.convert.clone();
    let mut converting = |hex: Hex| {
        let before = convert.len();
        convert.retain(|other| *other != hex);
        (before - convert.len()) as u32
    };
    let (mut at, mut spent, mut sp) = (plan.from, converting(plan.from), plan.sp);
    let begins_demoralized = sp > 0 && game.demoralized_at(plan.from, side) && !doubts.hex(plan.from);
    let mut demoralized = begins_demoralized;
    let least = if plan.sp > 0 { rules.pack.charts.allowances.unsupplied_loss.into() } else { 0 };
    let last = order.path.len() - 1;
    for (n, &hex) in order.path.iter().enumerate() {
        let path = format!("move.path[{n}]");
        if hex == at {
            let message = match n {
                0 => format!("the path begins in {hex}, where the force stands already"),
                _ => format!("the path names {hex} twice running"),
            };
            let problem = Problem::new(message).in_path(path).rule("6.1.3");
            problems.push(problem.advice("name the hexes that the force enters: leave this one out"));
            continue;
        }
        let passed = match passable(rules, game, at, hex, side) {
            // A fortification holds while it is manned; else it may lose its supply, or have changed hands.
            Err(problem) if problem.rule.as_deref() == Some(WALLED) && may_open(game, hex, side, doubts) => Ok(()),
            passed => passed,
        };
        if let Err(problem) = passed {
            problems.push(problem.in_path(path));
            if !at.adjacent(hex) {
                return;
            }
            at = hex;
            continue;
        }
        spent += step_cost(rules, game, plan.sp > 0, at, hex, side) + converting(hex);
        if spent > plan.allowance {
            let message = format!("{hex} needs {spent} movement points, and the force has {}", plan.allowance);
            let (rule, advice) = match plan.supplied {
                false => ("9.1.2", "out of supply it has one point less".to_owned()),
                true if plan.sp == 0 => ("6.2.14", format!("stop in {at}")),
                true => ("6.1.3", format!("stop in {at}")),
            };
            problems.push(Problem::new(message).in_path(path).rule(rule).advice(advice));
            return;
        }
        if doubts.supply && spent + least > plan.allowance {
            doubts.meet();
        }
        let enemies = game.sp_at(hex, side.other());
        if plan.leader.is_none() && territory::is_enemy(rules, game, hex, side) {
            let message = format!("{hex} is enemy territory: strength points enter it with a leader only");
            problems.push(Problem::new(message).in_path(path.clone()).rule(border_rule(rules, hex)));
        }
        let covering = || reaction::covering(rules, game, hex, side).into_iter().next();
        if doubts.hex(hex) {
            // Who stands there when the time comes is not known.
        } else if plan.sp == 0 {
            let held = || walled(rules, game, hex, side) && !may_open(game, hex, side, doubts);
            if enemies > 0 || held() {
                let what = if enemies > 0 { "strength points" } else { "a fortification" };
                let message = format!("a leader alone cannot enter {hex}: the enemy has {what} there");
                problems.push(Problem::new(message).in_path(path.clone()).rule("6.2.12"));
            } else if game.depots.get(&hex) == Some(&side.other()) {
                let message = format!("a leader alone cannot enter {hex}: the enemy has a depot there");
                problems.push(Problem::new(message).in_path(path.clone()).rule("6.2.12"));
            } else if game.sp_at(hex, side) == 0
                && let Some(near) = covering()
            {
                let near = army::called(rules, &near);
                let message = format!("a leader alone cannot enter {hex}: {near} reaches into it");
                let advice = "he may where strength points of his own stand; go another way";
                problems.push(Problem::new(message).in_path(path.clone()).rule("6.2.12a").advice(advice));
            }
        } else if begins_demoralized && let Some(near) = covering() {
            let near = army::called(rules, &near);
            let message = format!("a demoralized force cannot enter {hex}: {near} reaches into it");
            problems.push(Problem::new(message).in_path(path.clone()).rule("7.7.3l").advice("rally it first"));
        } else if enemies > 0 {
            let attacking = attacking(rules, game, plan, sp);
            let certain = combat::overruns(rules, game, Assault { side, from: at, hex, sp: attacking, demoralized });
            if begins_demoralized && !certain {
                let message = format!("a demoralized force cannot enter {hex}, where the enemy has {enemies}");
                let advice = "it could overrun him, with one column shift against it, and no more; rally it first";
                problems.push(Problem::new(message).in_path(path.clone()).rule("6.1.10").advice(advice));
            }
            // An army may be gone when the time comes, and cavalry stops the march as a fight does.
            let perhaps_gone = !army::at(rules, game, hex, side.other()).is_empty();
            if n < last && !certain && !perhaps_gone {
                let message = format!("the path goes on beyond {hex}, where the enemy has {enemies}");
                let advice = format!("a fight ends the march: end the path in {hex}");
                let next = format!("move.path[{}]", n + 1);
                problems.push(Problem::new(message).in_path(next).rule("6.1.6").advice(advice));
                return;
            }
        } else {
            demoralized |= game.demoralized_at(hex, side);
        }
        let dropped: u32 = order.drop.iter().filter(|drop| drop.at == hex).map(|drop| drop.sp).sum();
        sp = sp.saturating_sub(dropped).max(u32::from(plan.sp > 0));
        at = hex;
    }
    if plan.sp == 0
        && let Some(piece) = &plan.leader
    {
        check_lone_leader_s_end(rules, game, side, piece, plan.from, at, doubts, problems);
    }
}

fn border_rule(rules: &CivilWar, hex: Hex) -> &'static str {
    let states = rules.pack.map.hex(hex).map_or(0, |data| data.states.len());
    if states > 1 { "6.5.4" } else { "6.5.1" }
}

/// A leader who moves alone ends with strength points, and not with too many other leaders (6.2.10a, 6.2.11b, CW-52).
#[allow(clippy::too_many_arguments)]
fn check_lone_leader_s_end(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    piece: &Piece,
    from: Hex,
    end: Hex,
    doubts: &Doubts,
    problems: &mut Vec<Problem>,
) {
    let path = "move.path";
    if doubts.hex(end) {
        return;
    }
    let sp = reinforcements::anchors(game, side, end);
    if sp == 0 {
        let near = game.groups.values().filter(|group| group.side == side).map(|group| group.hex);
        let near = near.filter(|&hex| hex == from || reinforcements::room_for_leader(rules, game, side, hex));
        let near = near.min_by_key(|&hex| (hex.distance(end), hex));
        let problem = Problem::new(format!("{} would end alone in {end}", piece.leader)).in_path(path).rule("6.2.10");
        problems.push(match near {
            Some(near) => problem.advice(format!("end with your own strength points: the nearest are in {near}")),
            None => problem,
        });
    } else if end != from && !reinforcements::room_for_leader(rules, game, side, end) {
        let leaders = game.leaders_at(&rules.pack, end, side).len();
        let message = reinforcements::crowded(&end.to_string(), sp, leaders);
        problems.push(Problem::new(message).in_path(path).rule("CW-52"));
    } else if doubts.joined(end) > 0 {
        doubts.meet();
    }
}

/// Whether a commander who is removed may go that way, as a leader alone does (5.3.3c).
pub fn check_ride(rules: &CivilWar, game: &Game, side: Side, order: &Move, piece: &Piece, from: Hex) -> Vec<Problem> {
    let allowance = allowance(rules, Some(piece), 0, true);
    let leader = Some(piece.clone());
    let (others, armies, paid) = (Vec::new(), Vec::new(), Points::new());
    let plan = Plan { leader, others, armies, from, sp: 0, allowance, supplied: true, paid };
    let mut problems = Vec::new();
    check_path(rules, game, side, order, &plan, &Doubts::default(), &mut problems);
    problems
}

/// Sends him on his way; the price of the removal pays for it.
pub fn ride(rules: &CivilWar, events: &mut Events, side: Side, order: &Move, piece: Piece, from: Hex) -> March {
    let left = allowance(rules, Some(&piece), 0, true);
    let (leader, armies) = (Some(piece), Vec::new());
    let event = Event::March { side, leader: leader.clone(), armies, sp: 0, from, allowance: left, supplied: true };
    events.emit("5.3.3c", &event);
    let force = Force { side, leader, others: Vec::new(), groups: Vec::new(), armies: Vec::new() };
    March {
        force,
        at: from,
        path: order.path.clone(),
        drop: Vec::new(),
        convert: Vec::new(),
        depots: None,
        stop: None,
        left,
        supplied: true,
        depot: None,
        entered: 0,
        entry: Entry::New,
    }
}

/// What stays has a strength point for each leader, unless there were too many before (6.2.10a, 6.2.11c, 6.2.11d,
/// CW-51, CW-52).
fn check_left_behind(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    plan: &Plan,
    doubts: &Doubts,
    problems: &mut Vec<Problem>,
) {
    if plan.sp == 0 || doubts.hex(plan.from) {
        return;
    }
    let depot = usize::from(game.depots.get(&plan.from) == Some(&side));
    let before = (game.leaders_at(&rules.pack, plan.from, side).len(), game.sp_at(plan.from, side) as usize + depot);
    let joined = doubts.joined(plan.from) as usize;
    if joined > 0 {
        doubts.meet();
    }
    let staying = before.0.saturating_sub(usize::from(plan.leader.is_some()) + plan.others.len());
    let left = before.1.saturating_sub(plan.sp as usize);
    let path = match (&plan.leader, plan.armies.is_empty()) {
        (_, false) => "move.army",
        (Some(_), true) => "move.sp",
        (None, true) => "move.from",
    };
    let stays: Vec<Id> =
        army::at(rules, game, plan.from, side).into_iter().filter(|id| !plan.armies.contains(id)).collect();
    if let Some(bare) = bare(game, side, plan, &stays) {
        let message = format!("this would leave {} without strength points", army::called(rules, &bare));
        let problem = Problem::new(message).in_path(path).rule("12.1.3");
        problems.push(problem.advice("an army that has none is gone for good: leave one with it"));
        return;
    }
    if staying > 0 && left == 0 {
        let message = format!("this would leave {} of yours alone in {}", plural(staying as u32, "leader"), plan.from);
        let problem = Problem::new(message).in_path(path).rule("CW-51");
        problems.push(problem.advice("leave a strength point with them, or move them first"));
    } else if staying > left
        && before.0 + joined <= before.1
        && !reinforcements::is_washington(rules, game, plan.from)
        && stays.is_empty()
    {
        let (leaders, force) = (plural(staying as u32, "leader"), plural(left as u32, "strength point"));
        let message = format!("this would leave {leaders} with {force} in {}", plan.from);
        let problem = Problem::new(message).in_path(path).rule("CW-52");
        problems.push(problem.advice("leave a strength point for each leader"));
    }
}

/// An army that stays and would have no strength points left.
fn bare(game: &Game, side: Side, plan: &Plan, stays: &[Id]) -> Option<Id> {
    if stays.is_empty() || !plan.armies.is_empty() {
        return None;
    }
    let mut after = game.clone();
    take(&mut after, side, plan.from, plan.sp, plan.leader.as_ref(), &plan.armies);
    stays.iter().find(|army| army::sp(&after, army) == 0).cloned()
}

/// The strength points that would attack, of `sp` that are left of a force: those that its leaders command (6.2.8).
fn attacking(rules: &CivilWar, game: &Game, plan: &Plan, sp: u32) -> u32 {
    if plan.armies.is_empty() {
        return sp;
    }
    let all: Vec<Piece> = plan.leader.iter().chain(&plan.others).cloned().collect();
    let of = |piece: &Piece, id: &Id| matches!(game.pieces.get(piece), Some(Place::Map { army: Some(own), .. }) if own == id);
    let commanded = plan.armies.iter().map(|id| {
        let leaders: Vec<Piece> = all.iter().filter(|piece| of(piece, id)).cloned().collect();
        army::red_tape(rules, &leaders).min(army::sp(game, id))
    });
    sp.min(commanded.sum())
}
