//! Movement by land (6.1–6.5): the check of a `move` order, and the march that carries it out.

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::{Cx, Events, Input, Next};

use super::combat::{self, Assault, Combat, Ended};
use super::doubts::{Doubts, Most};
use super::events::Event;
use super::leaders::{Cause, LeaderLoss};
use super::ledger::{Game, Piece, Place, Points, by_command, counter, is_cavalry};
use super::orders::{DropOff, Move};
use super::pack::{Branch, HexsideKind, Side, Terrain};
use super::present::plural;
use super::{CivilWar, Frame, Reply, pay, reinforcements, retreat, supply, territory};

/// A force on the march.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    pub side: Side,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Piece>,
    /// The number of the moving strength points' group; none for a leader alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
    /// Where it is now.
    pub at: Hex,
    /// The hexes still to enter.
    pub path: Vec<Hex>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<DropOff>,
    /// Movement points left.
    pub left: u32,
    /// Supplied when it was activated (9.1).
    pub supplied: bool,
}

impl March {
    /// The march's next step: it enters the next hex, or fights for it (6.1.2), or halts: at the end of its path, where
    /// a fight has been fought, or where it may not attack (6.1.6, CW-64, CW-67).
    pub fn step(&mut self, rules: &CivilWar, cx: Cx<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        let Cx { game, events, .. } = cx;
        match input {
            Input::Reply(Reply::Combat(Ended::Fought)) => return self.over(game),
            Input::Reply(Reply::Combat(Ended::Overrun)) => return self.enter(rules, game, events),
            _ => {}
        }
        if self.group.is_some_and(|group| !game.groups.contains_key(&group)) {
            return self.over(game);
        }
        let Some(&next) = self.path.first() else {
            events.emit("6.1.6", &Event::Halted { side: self.side, hex: self.at, because: None });
            return self.over(game);
        };
        let (Some(group), true) = (self.group, game.sp_at(next, self.side.other()) > 0) else {
            return self.enter(rules, game, events);
        };
        let (sp, demoralized) = game.groups.get(&group).map_or((0, false), |group| (group.sp, group.demoralized));
        let assault = Assault { side: self.side, from: self.at, hex: next, sp, demoralized };
        if demoralized && !combat::overruns(rules, game, assault) {
            let because = Some(format!("it is demoralized and may not attack {next}"));
            events.emit("CW-67", &Event::Halted { side: self.side, hex: self.at, because });
            return self.over(game);
        }
        let (side, leader, supplied) = (self.side, self.leader.clone(), self.supplied);
        Next::Call(Frame::Combat(Combat::new(side, next, self.at, group, leader, supplied)))
    }

    /// Enters the next hex of the path: ground changes hands, demoralization spreads among strength points, never
    /// leaders (6.1.10d, 6.1.10e), some drop off, and enemy leaders who are alone there are overtaken (5.4.1c, CW-65).
    /// What else stands there stays: nothing is picked up (6.2.4a), and there is no limit to a stack (6.1.9).
    fn enter(&mut self, rules: &CivilWar, game: &mut Game, events: &mut Events) -> Next<CivilWar> {
        if self.path.is_empty() {
            return self.over(game);
        }
        let (side, hex) = (self.side, self.path.remove(0));
        let cost = entry_cost(rules, hex);
        self.left = self.left.saturating_sub(cost);
        self.at = hex;
        if let Some(piece) = &self.leader
            && matches!(game.pieces.get(piece), Some(Place::Map { .. }))
        {
            game.pieces.insert(piece.clone(), Place::Map { hex, moved: true, army: None, down: false });
        }
        events.emit("6.1.3", &Event::Entered { side, hex, cost, left: self.left });
        let Some(number) = self.group else { return Next::Again };
        if let Some(group) = game.groups.get_mut(&number) {
            group.hex = hex;
        }
        let cavalry = self.leader.as_ref().is_some_and(|piece| is_cavalry(&rules.pack, piece));
        territory::enter(rules, game, events, hex, side, territory::Entering::led(cavalry));
        retreat::spread(game, events, hex, side);
        self.drop_off(game, events, number);
        let alone = by_command(&rules.pack, game.leaders_at(&rules.pack, hex, side.other()));
        if alone.is_empty() {
            return Next::Again;
        }
        Next::Call(Frame::LeaderLoss(LeaderLoss::new(alone, Cause::Overtaken)))
    }

    /// Leaves strength points behind where the order says so; they have moved (6.2.4b, 6.2.4c, CW-60).
    fn drop_off(&mut self, game: &mut Game, events: &mut Events, number: u32) {
        let Some(at) = self.drop.iter().position(|drop| drop.at == self.at) else { return };
        let drop = self.drop.remove(at);
        let sp = game.groups.get(&number).map_or(0, |group| group.sp).min(drop.sp);
        let left = game.split(number, sp);
        if left != number
            && let Some(group) = game.groups.get_mut(&left)
        {
            group.marching = false;
        }
        events.emit("6.2.4", &Event::Dropped { side: self.side, hex: self.at, sp });
    }

    fn over(&self, game: &mut Game) -> Next<CivilWar> {
        if let Some(group) = self.group.and_then(|number| game.groups.get_mut(&number)) {
            group.marching = false;
        }
        game.tidy();
        Next::Return(Reply::Done)
    }
}

/// Movement points to enter a hex: 1, and 2 for a swamp (6.1.3b, 6.3.1).
pub fn entry_cost(rules: &CivilWar, hex: Hex) -> u32 {
    let terrain = rules.pack.map.hex(hex).map(|data| data.terrain);
    terrain.and_then(|terrain| rules.pack.charts.movement_cost(terrain)).map_or(1, u32::from)
}

/// Whether terrain lets a force go by land from one hex to the next, in whatever way it moves: into and out of
/// mountains by road (6.3.2), over ridges at gaps (6.3.2a), never into the sea (6.3.2b, 6.3.5).
///
/// # Errors
/// Why it does not. The problem has no path.
pub fn terrain_allows(rules: &CivilWar, from: Hex, to: Hex) -> Result<(), Problem> {
    let map = &rules.pack.map;
    let (Some(here), Some(there)) = (map.hex(from), map.hex(to)) else {
        return Err(Problem::new(format!("hex {to} is not on this map")).rule("6.1.3"));
    };
    if !from.adjacent(to) {
        let around = map.neighbours(from).map(|hex| hex.to_string()).collect::<Vec<_>>();
        let problem = Problem::new(format!("{to} is not adjacent to {from}")).rule("6.1.3");
        return Err(problem.advice(format!("adjacent are {}", around.join(", "))));
    }
    if crossable(rules, from, to) {
        return Ok(());
    }
    let refuse = |message: String| {
        let open = map.neighbours(from).filter(|&hex| crossable(rules, from, hex));
        let open = open.map(|hex| hex.to_string()).collect::<Vec<_>>();
        let advice =
            if open.is_empty() { "no hexside is open".to_owned() } else { format!("open are {}", open.join(", ")) };
        Err(Problem::new(message).rule("6.3.2").advice(advice))
    };
    let side = map.hexside(from, to);
    let kind = side.map(|side| side.kind);
    let called = side.map_or("", |side| side.name.as_str());
    match kind {
        _ if there.terrain == Terrain::AllSea => refuse(format!("{to} ({}) is sea", there.called())),
        Some(HexsideKind::Impassable) => refuse(format!("nothing crosses from {from} to {to} ({called})")),
        Some(HexsideKind::Mountain) => {
            refuse(format!("between {from} and {to} lie mountains without a gap ({called})"))
        }
        _ if there.terrain == Terrain::Mountain => {
            refuse(format!("no road leads from {from} into the mountains of {to} ({})", there.called()))
        }
        _ => refuse(format!("no road leads from the mountains of {from} ({}) to {to}", here.called())),
    }
}

/// Whether terrain lets a force go by land between two adjacent hexes: [`terrain_allows`] without the words.
pub fn crossable(rules: &CivilWar, from: Hex, to: Hex) -> bool {
    let map = &rules.pack.map;
    let terrain = |hex: Hex| map.hex(hex).map(|data| data.terrain);
    match map.hexside(from, to).map(|side| side.kind) {
        Some(HexsideKind::Impassable | HexsideKind::Mountain) => false,
        Some(HexsideKind::Road) => true,
        _ => {
            terrain(to).is_some_and(|terrain| !matches!(terrain, Terrain::AllSea | Terrain::Mountain))
                && terrain(from) != Some(Terrain::Mountain)
        }
    }
}

/// Whether a force of `side` may go by land from one hex to the next: in march, retreat or any other way (6.3). Who
/// stands there is another question.
///
/// # Errors
/// Why it may not. The problem has no path.
pub fn passable(rules: &CivilWar, game: &Game, from: Hex, to: Hex, side: Side) -> Result<(), Problem> {
    terrain_allows(rules, from, to)?;
    if walled_off(rules, game, from, to, side) {
        let name = rules.pack.map.hex(to).and_then(|data| data.fort.as_ref()).map_or("", |fort| fort.name.as_str());
        let message = format!("{to} ({name}) is fortified, and cannot be entered across a navigable river");
        return Err(Problem::new(message).rule(WALLED).advice("come from another side, or over land"));
    }
    Ok(())
}

/// The rule that shuts a fortification off beyond a navigable river.
const WALLED: &str = "6.3.4";

/// Whether what shuts a hex off may be gone when the time comes: who is in it, or whether its garrison is supplied, is
/// in doubt.
fn may_open(game: &Game, hex: Hex, side: Side, doubts: &Doubts) -> bool {
    doubts.hex(hex) || game.sp_at(hex, side.other()) == 0 && doubts.supply()
}

/// Whether a navigable river lies between two hexes.
pub fn over_navigable(rules: &CivilWar, from: Hex, to: Hex) -> bool {
    rules.pack.map.hexside(from, to).is_some_and(|side| side.kind == HexsideKind::NavigableRiver)
}

/// Whether an enemy's fortification in force lies across a navigable river (6.3.4).
fn walled_off(rules: &CivilWar, game: &Game, from: Hex, to: Hex, side: Side) -> bool {
    territory::fort_holder(rules, game, to) == Some(side.other())
        && over_navigable(rules, from, to)
        && supply::fort_in_force(rules, game, to, side.other())
}

/// What a `move` order comes to, once nothing speaks against it: a leader alone for one command (6.2.2, 6.2.13), with
/// strength points for his initiative rating (6.2.4), whatever others of his hex do (6.2.5).
#[derive(Clone, Debug)]
pub struct Plan {
    pub leader: Option<Piece>,
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
    Ok(Some(Frame::March(set_out(game, events, side, order, plan))))
}

/// Pays for a march that was checked, and sets the force on its way.
pub fn set_out(game: &mut Game, events: &mut Events, side: Side, order: &Move, plan: Plan) -> March {
    pay::spend(game, side, &plan.paid);
    let left = game.pulse.as_ref().map_or(0, |pulse| pulse.left);
    events.emit(if plan.sp > 0 { "6.2.4" } else { "6.2.2" }, &Event::Paid { side, points: plan.paid, left });
    game.tidy();
    let unmoved = game.groups_at(plan.from, side).find(|(_, group)| !group.moved && group.sp >= plan.sp);
    let group = (plan.sp > 0).then(|| unmoved.map(|(number, _)| number)).flatten().map(|number| {
        let number = game.split(number, plan.sp);
        if let Some(group) = game.groups.get_mut(&number) {
            group.moved = true;
            group.marching = true;
        }
        number
    });
    if let Some(piece) = &plan.leader {
        game.pieces.insert(piece.clone(), Place::Map { hex: plan.from, moved: true, army: None, down: false });
    }
    let Plan { leader, from, sp, allowance, supplied, .. } = plan;
    events.emit("6.1.3", &Event::March { side, leader: leader.clone(), sp, from, allowance, supplied });
    let (path, drop) = (order.path.clone(), order.drop.clone());
    March { side, leader, group, at: from, path, drop, left: allowance, supplied }
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
fn check_with(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &Move,
    doubts: &Doubts,
    mut in_supply: impl FnMut(Hex) -> bool,
) -> Result<Plan, Vec<Problem>> {
    let mut problems = Vec::new();
    let leader = order.leader.as_ref().and_then(|leader| match find_leader(rules, game, side, leader) {
        Ok(found) => Some(found),
        Err(problem) => {
            problems.push(problem.in_path("move.leader"));
            None
        }
    });
    let from = match (&order.leader, &leader, order.from) {
        (Some(_), Some((piece, hex, moved)), named) => {
            if let Some(named) = named
                && named != *hex
            {
                let problem = Problem::new(format!("{} is not in {named}", piece.leader)).in_path("move.from");
                problems.push(problem.rule("6.2.3").advice(format!("he is in {hex}; leave `from` out")));
            }
            if *moved {
                let problem = Problem::new(format!("{} has moved in this pulse", piece.leader)).in_path("move.leader");
                problems.push(problem.rule("6.1.7").advice("a force moves once in a pulse"));
            }
            Some(*hex)
        }
        (Some(_), None, _) => None,
        (None, _, Some(from)) => Some(from),
        (None, _, None) => {
            let problem = Problem::new("it is not said which force moves").in_path("move");
            problems.push(problem.rule("6.2.3").advice("name a leader, or where the strength point stands: `from`"));
            None
        }
    };
    let piece = leader.map(|(piece, _, _)| piece);
    let Some(from) = from else { return Err(problems) };
    let sp = order.strength();
    check_strength(rules, game, side, piece.as_ref(), from, sp, doubts, &mut problems);

    let cost = cost_of(rules, piece.as_ref(), sp);
    let theater = rules.pack.map.hex(from).map_or(super::pack::Theater::East, |data| data.theater);
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
    let supplied = sp == 0 || in_supply(from);
    let allowance = allowance(rules, piece.as_ref(), sp, supplied);
    let plan = Plan { leader: piece, from, sp, allowance, supplied, paid };
    check_drops(order, sp, &mut problems);
    check_path(rules, game, side, order, &plan, doubts, &mut problems);
    check_left_behind(rules, game, side, &plan, doubts, &mut problems);
    if problems.is_empty() { Ok(plan) } else { Err(problems) }
}

/// The commands that a move costs, with the rule that says so.
fn cost_of(rules: &CivilWar, leader: Option<&Piece>, sp: u32) -> (u32, &'static str) {
    match leader {
        Some(piece) if sp > 0 => {
            (counter(&rules.pack, piece).map_or(1, |counter| u32::from(counter.initiative)), "6.2.4")
        }
        Some(_) => (u32::from(rules.pack.charts.costs.move_leader), "6.2.2"),
        None => (u32::from(rules.pack.charts.costs.move_sp), "6.2.3"),
    }
}

/// The commands that a `move` order costs, if its leader is on the map.
pub fn cost(rules: &CivilWar, game: &Game, order: &Move) -> u32 {
    let leader = order.leader.as_ref().and_then(|leader| game.find_leader(leader));
    cost_of(rules, leader.map(|(piece, _, _)| piece).as_ref(), order.strength()).0
}

/// The leader of that id, where he is and whether he has moved.
fn find_leader(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    leader: &crate::document::Id,
) -> Result<(Piece, Hex, bool), Problem> {
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

fn may_move(game: &Game, piece: &Piece) -> bool {
    matches!(game.pieces.get(piece), Some(Place::Map { moved: false, .. }))
}

/// How many strength points may move so: one by itself (6.2.3), with a leader as many as his rank allows (6.2.6a,
/// 6.2.6b) of those that stand with him and have not moved in this half, reinforcements among them (6.2.3a to 6.2.3c,
/// CW-58, CW-59).
#[allow(clippy::too_many_arguments)]
fn check_strength(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    leader: Option<&Piece>,
    from: Hex,
    sp: u32,
    doubts: &Doubts,
    problems: &mut Vec<Problem>,
) {
    let path = "move.sp";
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

fn sp_limit(rules: &CivilWar, piece: &Piece) -> u32 {
    let branch = rules.pack.leaders.get(&piece.leader).map_or(Branch::Infantry, |leader| leader.branch);
    rules.pack.charts.sp_limit(piece.rank, branch).into()
}

/// Movement points (6.1.3a, 6.2.1, 6.2.18): one less out of supply (6.1.11, 9.1.2a, CW-63), demoralized or not
/// (6.1.10); a leader alone has no need of supply (9.1.1, 6.2.14). Points are neither saved nor lent (6.1.5b).
fn allowance(rules: &CivilWar, leader: Option<&Piece>, sp: u32, supplied: bool) -> u32 {
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
fn check_drops(order: &Move, sp: u32, problems: &mut Vec<Problem>) {
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
        } else if drop.sp == 0 {
            refuse("no strength points drop off".to_owned(), "leave the entry out");
        } else if drop.sp >= left {
            let advice = "one at least goes on with its leader to the end of the path";
            refuse(format!("{} of the {left} strength points cannot drop off in {}", drop.sp, drop.at), advice);
        }
        left = left.saturating_sub(drop.sp);
    }
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
    if order.path.is_empty() {
        let problem = Problem::new("the path is empty").in_path("move.path").rule("6.1.3");
        problems.push(problem.advice("name the hexes that the force enters, in order"));
        return;
    }
    let (mut at, mut spent, mut sp) = (plan.from, 0, plan.sp);
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
        spent += entry_cost(rules, hex);
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
        if plan.leader.is_none() && territory::is_enemy(rules, hex, side) {
            let message = format!("{hex} is enemy territory: strength points enter it with a leader only");
            problems.push(Problem::new(message).in_path(path.clone()).rule(border_rule(rules, hex)));
        }
        if doubts.hex(hex) {
            // Who stands there when the time comes is not known.
        } else if plan.sp == 0 {
            let held = territory::fort_holder(rules, game, hex) == Some(side.other());
            if enemies > 0 || held {
                let what = if enemies > 0 { "strength points" } else { "a fortification" };
                let message = format!("a leader alone cannot enter {hex}: the enemy has {what} there");
                problems.push(Problem::new(message).in_path(path.clone()).rule("6.2.12"));
            }
        } else if enemies > 0 {
            let certain = combat::overruns(rules, game, Assault { side, from: at, hex, sp, demoralized });
            if begins_demoralized && !certain {
                let message = format!("a demoralized force cannot enter {hex}, where the enemy has {enemies}");
                let advice = "it could overrun him, with one column shift against it, and no more; rally it first";
                problems.push(Problem::new(message).in_path(path.clone()).rule("6.1.10").advice(advice));
            }
            if n < last && !certain {
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
    let sp = game.sp_at(end, side);
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
    let before = (game.leaders_at(&rules.pack, plan.from, side).len(), game.sp_at(plan.from, side) as usize);
    let joined = doubts.joined(plan.from) as usize;
    if joined > 0 {
        doubts.meet();
    }
    let staying = before.0.saturating_sub(usize::from(plan.leader.is_some()));
    let left = before.1.saturating_sub(plan.sp as usize);
    let path = if plan.leader.is_some() { "move.sp" } else { "move.from" };
    if staying > 0 && left == 0 {
        let message = format!("this would leave {} of yours alone in {}", plural(staying as u32, "leader"), plan.from);
        let problem = Problem::new(message).in_path(path).rule("CW-51");
        problems.push(problem.advice("leave a strength point with them, or move them first"));
    } else if staying > left && before.0 + joined <= before.1 && !reinforcements::is_washington(rules, game, plan.from)
    {
        let (leaders, force) = (plural(staying as u32, "leader"), plural(left as u32, "strength point"));
        let message = format!("this would leave {leaders} with {force} in {}", plan.from);
        let problem = Problem::new(message).in_path(path).rule("CW-52");
        problems.push(problem.advice("leave a strength point for each leader"));
    }
}

mod sample;
pub use sample::legal;
