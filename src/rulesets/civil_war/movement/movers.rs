//! Who moves together, with how many strength points and for what price (6.2, 6.2.16, 12.2).

use crate::board::Hex;
use crate::document::{Id, Problem};

use super::super::doubts::{Doubts, Most};
use super::super::ledger::{Game, Piece, Place, by_command, initiative, is_cavalry, is_naval, side_of};
use super::super::orders::Move;
use super::super::pack::{Branch, Side};
use super::super::present::{leader_name, plural, there_are};
use super::super::{CivilWar, army, naval};

/// Who moves together: a leader alone (6.2.2, 6.2.13), strength points with or without one (6.2.3, 6.2.4), whatever
/// others of their hex do (6.2.5), an army under its commander (6.2.7), or every army of a hex under a four-star leader
/// (6.2.16).
#[derive(Clone, Debug)]
pub(super) struct Movers {
    pub leader: Option<Piece>,
    /// The other leaders of the armies.
    pub others: Vec<Piece>,
    pub armies: Vec<Id>,
    pub from: Hex,
    pub sp: u32,
}

/// Who moves; `None`, with the reasons, if that cannot be told.
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
    let (piece, hex, moved) = match admiral(rules, game, side, order, leader) {
        Some(found) => found.map_err(|problem| problems.push(problem)).ok()?,
        None => find(rules, game, side, leader, "move.leader", problems)?,
    };
    stands_at(order, leader_name(&rules.pack, &piece.leader), hex, problems);
    if moved {
        problems.push(has_moved(leader_name(&rules.pack, &piece.leader)).in_path("move.leader"));
    }
    if is_naval(&rules.pack, &piece) && order.strength() > 0 {
        let problem = Problem::new(format!(
            "{} is of the navy, and leads nobody on land",
            leader_name(&rules.pack, &piece.leader)
        ));
        problems.push(problem.in_path("move.sp").rule("8.2.4").advice("he goes alone: leave `sp` out"));
        return None;
    }
    if let Some(own) = army::commanded_by(rules, game, &piece)
        && !may_leave(rules, game, &piece, own)
    {
        let name = leader_name(&rules.pack, &piece.leader);
        let message = format!("{name} commands {} and stays with it", army::called(rules, own));
        let rule = if order.strength() > 0 { "5.3.1" } else { "6.2.13a" };
        let advice = format!("move the army: `army: {own}`; or give a `remove` order first");
        problems.push(Problem::new(message).in_path("move.leader").rule(rule).advice(advice));
    }
    Some(Movers { leader: Some(piece), others: Vec::new(), armies: Vec::new(), from: hex, sp: order.strength() })
}

/// A naval leader with his ships, who steps ashore to go overland (8.2.4c): where the order says, else in the one hex
/// there that his path goes on from.
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
        let listed = landings.iter().map(Hex::to_string).collect::<Vec<_>>().join(" or ");
        let problem = Problem::new(format!("{} is with ships at {at}, and does not go ashore there", piece.leader));
        let problem = problem.in_path("move.from").rule("8.2.4c");
        match listed.is_empty() {
            true => problem.advice("the enemy holds the shore"),
            false => problem.advice(format!("he goes ashore in {listed}")),
        }
    }))
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
    stands_at(order, &army::called(rules, id), from, problems);
    let Some(commander) = army::commander(rules, game, id) else {
        let problem = Problem::new(format!("nobody commands {}", army::called(rules, id))).in_path(path);
        problems.push(problem.rule("5.4.5").advice("move a three-star general of infantry into its hex"));
        return None;
    };
    if !may_move(game, &commander) {
        problems.push(has_moved(leader_name(&rules.pack, &commander.leader)).in_path(path));
    }
    let others = army::leaders(game, id).into_iter().filter(|piece| *piece != commander && may_move(game, piece));
    let others = stay_home(rules, order, by_command(&rules.pack, others.collect()), &commander, problems);
    let sp = order.sp.unwrap_or(army::fresh(game, id));
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
    stands_at(order, leader_name(&rules.pack, &piece.leader), from, problems);
    if piece.rank < 4 {
        let message = format!(
            "{} has {}: only four stars lead several armies",
            leader_name(&rules.pack, leader),
            plural(piece.rank.into(), "star")
        );
        let problem = Problem::new(message).in_path("move.leader").rule("12.2.3");
        problems.push(problem.advice("move each army by itself: `army`"));
        return None;
    }
    if moved {
        problems.push(has_moved(leader_name(&rules.pack, &piece.leader)).in_path("move.leader"));
    }
    let armies = army::at(rules, game, from, side);
    if armies.is_empty() {
        let problem = Problem::new(format!("no army stands in {from}")).in_path("move.army_group");
        problems.push(problem.rule("6.2.16"));
    }
    let goes = |other: &Piece| *other != piece && may_move(game, other) && !order.leave.contains(&other.leader);
    let mut others = Vec::new();
    for id in &armies {
        let leaders = army::leaders(game, id);
        if !leaders.iter().any(|other| goes(other) && other.rank == 3 && army::may_command(rules, other)) {
            let message = format!(
                "no three-star general of {} goes with {}",
                army::called(rules, id),
                leader_name(&rules.pack, leader)
            );
            let problem = Problem::new(message).in_path("move.army_group").rule("6.2.16");
            problems.push(problem.advice("each army of the group needs its own, who has not moved in this pulse"));
        }
        if army::fresh(game, id) == 0 {
            let message = format!("all of {} has moved in this half", army::called(rules, id));
            problems.push(Problem::new(message).in_path("move.army_group").rule("6.1.7"));
        }
        others.extend(leaders.into_iter().filter(|other| *other != piece && may_move(game, other)));
    }
    let others = stay_home(rules, order, by_command(&rules.pack, others), &piece, problems);
    let fresh: u32 = armies.iter().map(|id| army::fresh(game, id)).sum();
    if order.sp.is_some_and(|sp| sp != fresh) {
        let problem = Problem::new(format!("an army group moves whole, with {}", plural(fresh, "strength point")));
        problems.push(problem.in_path("move.sp").rule("6.2.16").advice("leave the entry out; use `drop` on the way"));
    }
    Some(Movers { leader: Some(piece), others, armies, from, sp: fresh })
}

/// Leaders whom the order leaves where the army sets out from.
fn stay_home(
    rules: &CivilWar,
    order: &Move,
    others: Vec<Piece>,
    commander: &Piece,
    problems: &mut Vec<Problem>,
) -> Vec<Piece> {
    for (n, leader) in order.leave.iter().enumerate() {
        if *leader == commander.leader {
            let problem = Problem::new(format!("{} commands it, and goes with it", leader_name(&rules.pack, leader)))
                .rule("5.3.1");
            problems.push(problem.in_path(format!("move.leave[{n}]")));
        } else if !others.iter().any(|piece| piece.leader == *leader) {
            let problem =
                Problem::new(format!("{} does not go with it", leader_name(&rules.pack, leader))).rule("6.2.7");
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

fn stands_at(order: &Move, who: &str, hex: Hex, problems: &mut Vec<Problem>) {
    if let Some(named) = order.from
        && named != hex
    {
        let problem = Problem::new(format!("{who} is not in {named}")).in_path("move.from");
        problems.push(problem.rule("6.2.3").advice(format!("{who} is in {hex}; leave `from` out")));
    }
}

fn has_moved(who: &str) -> Problem {
    Problem::new(format!("{who} has moved in this pulse")).rule("6.1.7").advice("a force moves once in a pulse")
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
pub(super) fn check_strength(
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
                let message = format!(
                    "{} moves at most {}, as a leader of {arm} with {}",
                    leader_name(&rules.pack, &piece.leader),
                    plural(limit, "strength point"),
                    plural(piece.rank.into(), "star")
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
            _ => (path, format!("{} in {from}, not {}", there_are(there), plural(sp, "strength point"))),
        };
        problems.push(Problem::new(message).in_path(path).rule("6.2.3"));
    } else if sp > fresh {
        let message = format!("of {} in {from}, {} moved in this half", plural(there, "strength point"), there - fresh);
        let advice = if fresh == 0 { "none may move".to_owned() } else { format!("{fresh} may move") };
        problems.push(Problem::new(message).in_path(path).rule("6.1.7").advice(advice));
    }
}

/// An army takes its own strength points that have not moved: one at least, and no more than it has (6.2.7, 6.1.7).
fn check_army_strength(game: &Game, movers: &Movers, problems: &mut Vec<Problem>) {
    let Movers { sp, ref armies, .. } = *movers;
    let all: u32 = armies.iter().map(|army| army::sp(game, army)).sum();
    let fresh: u32 = armies.iter().map(|army| army::fresh(game, army)).sum();
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

/// How many strength points a leader moves by his rank (6.2.6).
pub fn sp_limit(rules: &CivilWar, piece: &Piece) -> u32 {
    let branch = rules.pack.leaders.get(&piece.leader).map_or(Branch::Infantry, |leader| leader.branch);
    rules.pack.charts.sp_limit(piece.rank, branch).into()
}
