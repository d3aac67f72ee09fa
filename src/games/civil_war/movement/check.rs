//! The check of a `move` order: its plan, and how it begins (6.1, 6.2).

use crate::board::Hex;
use crate::document::Problem;
use crate::engine::Events;

use super::{Entry, March};
use crate::command::expense::Expense;
use crate::events::Event;
use crate::far_west::counters;
use crate::legality::uncertainty::Doubts;
use crate::orders::Move;
use crate::pack::{Side, Unit};
use crate::position::force::Force;
use crate::position::ledger::{Game, Piece, Place, Points, is_cavalry, is_naval};
use crate::refusal::MoveRefusal;
use crate::{CivilWar, command::payment, homefront, supply};

use super::left_behind::check_left_behind;
use super::movers::{Movers, check_strength, cost_of, detach_strength, has_moved, may_move, movers, stay_behind};
use super::path::{check_conversion, check_drops, check_path};
use super::plan::Plan;
use super::stacking;

/// Pays for a checked march of the phasing side (6.1.1, 6.1.6a), from the tracks of the theater that the force is in,
/// wherever its path leads (6.4.1 to 6.4.4, 6.4.4a), and starts it. One force moves at a time, with all consequences
/// (6.1.4). Supply is determined now (9.1.2, 9.1.3), and with it the depot that a combat will use up (9.2.5b).
pub fn set_out(rules: &CivilWar, game: &mut Game, events: &mut Events, side: Side, order: &Move, plan: Plan) -> March {
    let Plan { leader, others, armies, from, sp, allowance, supplied, paid } = plan;
    let wanted: Vec<Hex> = order.depot.into_iter().collect();
    let depot = match sp {
        0 => None,
        _ => supply::in_combat(rules, game, from, side, None, &wanted).and_then(|supply| supply.depot),
    };
    let rule = match (sp, armies.is_empty()) {
        (0, _) => "6.2.2",
        (_, true) => "6.2.4",
        (_, false) => "6.2.7",
    };
    payment::charge(game, events, rule, side, paid);
    game.tidy();
    let kinds = counters::kinds(rules, leader.as_ref(), order.unit);
    let groups = detach_strength(game, side, from, sp, leader.as_ref(), &armies, &kinds);
    for piece in leader.iter().chain(&others) {
        if let Some(place @ Place::Afloat { .. }) = game.pieces.get_mut(piece) {
            *place = Place::on_map(from);
        }
        if let Some(Place::Map { moved, army, marching, .. }) = game.pieces.get_mut(piece) {
            (*moved, *marching) = (true, true);
            if armies.is_empty() {
                *army = None;
            }
        }
    }
    let goes: Vec<Piece> = leader.iter().chain(&others).cloned().collect();
    stay_behind(game, side, from, &goes, &armies);
    let force = Force { side, leader: leader.clone(), others, groups, armies: armies.clone() };
    let of = |unit| force.groups.iter().filter_map(|id| game.groups.get(id)).filter(move |one| one.unit == Some(unit));
    let [rangers, indians] = Unit::ALL.map(|unit| of(unit).map(|group| group.sp).sum());
    events.emit("6.1.3", &Event::March { side, leader, armies, sp, rangers, indians, from, allowance, supplied });
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
        afloat: None,
        fought: false,
    }
}

/// Whether the rules allow a `move` order now; doubtful facts are taken in the order's favour.
///
/// # Errors
/// Every reason why they do not; paths begin with `move`.
pub fn check(rules: &CivilWar, game: &Game, side: Side, order: &Move, doubts: &Doubts) -> Result<Plan, Vec<Problem>> {
    let in_supply = |from| doubts.supply || supply::in_supply(rules, game, from, side, None);
    check_with(rules, game, side, order, doubts, in_supply)
}

/// [`check`], with another way of determining whether a force is in supply.
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
    let full = match counters::movement(rules, plan.leader.as_ref(), order.unit) {
        Some(own) if plan.supplied => own.into(),
        Some(own) => u32::from(own.saturating_sub(rules.pack.charts.allowances.unsupplied_loss)),
        None => allowance(rules, plan.leader.as_ref(), plan.sp, plan.supplied),
    };
    plan.allowance = full.saturating_sub(homefront::movement_penalty(rules, game, side, plan.from, plan.sp));
    check_drops(rules, game, side, order, &plan, &mut problems);
    check_conversion(rules, game, side, order, &plan, doubts, &mut problems);
    if let Some(depot) = order.depot
        && plan.sp > 0
        && !doubts.supply()
        && let Err(problem) = check_depot(rules, game, side, &plan, depot)
    {
        problems.push(problem.in_path("move.depot").rule("9.3.2a"));
    }
    check_path(rules, game, side, order, &plan, doubts, &mut problems);
    counters::check(rules, game, side, order, (plan.leader.as_ref(), plan.from, plan.sp), doubts, &mut problems);
    if let Some(&end) = order.path.last().filter(|end| **end != plan.from && !doubts.hex(**end)) {
        // A force that must fight for the hex may find it empty by then, or lose some on the way.
        let dropped = order.drop.iter().map(|drop| drop.sp).fold(0, u32::saturating_add);
        let coming = plan.sp.saturating_sub(dropped);
        let over = stacking::refusal(rules, game, (end, side), coming, &plan.armies);
        problems.extend(over.map(|problem| problem.in_path("move.path")));
    }
    for (n, drop) in order.drop.iter().enumerate().filter(|(_, drop)| drop.at != plan.from && !doubts.hex(drop.at)) {
        let over = stacking::refusal(rules, game, (drop.at, side), drop.sp, &[]);
        problems.extend(over.map(|problem| problem.in_path(format!("move.drop[{n}]"))));
    }
    if problems.is_empty() { Ok(plan) } else { Err(problems) }
}

/// Whether the depot that an order names could be used up for its force (9.3.2a, CW-146). If a supply line leads
/// further than to depots, none will be (9.3.3, CW-145), and any friendly depot may be named.
fn check_depot(rules: &CivilWar, game: &Game, side: Side, plan: &Plan, depot: Hex) -> Result<(), Problem> {
    if !plan.supplied {
        return Err(MoveRefusal::DepotOutOfSupply.problem(rules, side));
    }
    if game.depots.get(&depot) != Some(&side) {
        return Err(MoveRefusal::DepotNotOwn { hex: depot }.problem(rules, side));
    }
    let choices = supply::depot_choices(rules, game, plan.from, side, None);
    if choices.is_empty() || choices.contains(&depot) {
        return Ok(());
    }
    let alone = game.sp_at(depot, side) == 0 && !game.leaders_at(&rules.pack, depot, side).is_empty();
    let others = choices.into_iter().collect();
    let refusal = match alone {
        true => MoveRefusal::DepotKeepsLeader { hex: depot, others },
        false => MoveRefusal::DepotOutOfReach { from: plan.from, hex: depot, others },
    };
    Err(refusal.problem(rules, side))
}

/// Who sets out, with which units, at what cost, and what stays behind, by march or by rail; no plan if it is not clear
/// who.
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
    let kinds = counters::kinds(rules, movers.leader.as_ref(), order.unit);
    check_strength(rules, game, side, &movers, &kinds, doubts, &mut problems);
    let cost = cost_of(rules, &movers);
    let theater = rules.pack.map.theater(from);
    let naval = movers.leader.as_ref().is_some_and(|piece| is_naval(&rules.pack, piece));
    let purse = if naval { Expense::Admiral } else { Expense::Land };
    let paid = match payment::payment_from(rules, game, side, purse, theater, cost, order.pay.as_ref()) {
        Ok(paid) => paid,
        Err(unpaid) => {
            problems.extend(unpaid.into_iter().map(|problem| problem.under("move")));
            Points::new()
        }
    };
    let Movers { leader, others, armies, .. } = movers;
    let plan = Plan { leader, others, armies, from, sp, allowance: 0, supplied: false, paid };
    check_left_behind(rules, game, side, &plan, doubts, &mut problems);
    (Some(plan), problems)
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

/// Whether a commander who is removed may go that way, like a leader alone (5.3.3c).
pub fn check_ride(rules: &CivilWar, game: &Game, side: Side, order: &Move, piece: &Piece, from: Hex) -> Vec<Problem> {
    let allowance = allowance(rules, Some(piece), 0, true);
    let leader = Some(piece.clone());
    let (others, armies, paid) = (Vec::new(), Vec::new(), Points::new());
    let plan = Plan { leader, others, armies, from, sp: 0, allowance, supplied: true, paid };
    let mut problems = Vec::new();
    check_path(rules, game, side, order, &plan, &Doubts::default(), &mut problems);
    if order.path.last() == Some(&from) {
        let refusal = MoveRefusal::RemovedCommanderReturns { leader: piece.leader.clone() };
        problems.push(refusal.problem(rules, side).in_path("move.path").rule("5.3.3c"));
    }
    if !may_move(game, piece) {
        let problem = has_moved(rules, side, &piece.leader).in_path("move.path");
        problems.push(problem.advice("a leader moves only once in a pulse: choose removed or demoted"));
    }
    problems
}

/// Starts his journey; the price of the removal pays for it.
pub fn ride(rules: &CivilWar, events: &mut Events, side: Side, order: &Move, piece: Piece, from: Hex) -> March {
    let left = allowance(rules, Some(&piece), 0, true);
    let (leader, armies) = (Some(piece), Vec::new());
    let event = Event::March {
        side,
        leader: leader.clone(),
        armies,
        sp: 0,
        rangers: 0,
        indians: 0,
        from,
        allowance: left,
        supplied: true,
    };
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
        afloat: None,
        fought: false,
    }
}
