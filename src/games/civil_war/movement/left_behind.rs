//! What stays in a hex when a force sets out, and whether it may stay like that (6.2.10, 6.2.11, 12.1.3).

use crate::CivilWar;
use crate::board::Hex;
use crate::document::{Id, Problem};

use super::movers::detach_strength;
use super::plan::Plan;
use crate::legality::uncertainty::Doubts;
use crate::pack::Side;
use crate::position::ledger::{Game, Piece, Points};
use crate::refusal::MoveRefusal;
use crate::{leaders::army, leaders::leader_limits};

/// What stays has a strength point for each leader, unless there were too many before (6.2.10a, 6.2.11c, 6.2.11d,
/// CW-51, CW-52).
pub(super) fn check_left_behind(
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
    let anchors = leader_limits::leader_capacity(game, side, plan.from) as usize;
    let before = (game.leaders_at(&rules.pack, plan.from, side).len(), anchors);
    let joined = doubts.joined(plan.from) as usize;
    if joined > 0 {
        doubts.note_doubt();
    }
    let staying = before.0.saturating_sub(usize::from(plan.leader.is_some()) + plan.others.len());
    let left = before.1.saturating_sub(plan.sp as usize);
    let path = match (&plan.leader, plan.armies.is_empty()) {
        (_, false) => "move.army",
        (Some(_), true) => "move.sp",
        (None, true) => "move.from",
    };
    let stays: Vec<Id> =
        army::armies_at(rules, game, plan.from, side).into_iter().filter(|id| !plan.armies.contains(id)).collect();
    if let Some(army) = emptied_army(game, side, plan, &stays) {
        problems.push(MoveRefusal::ArmyLeftBare { army }.problem(rules, side).in_path(path).rule("12.1.3"));
        return;
    }
    let (hex, leaders) = (plan.from, staying as u32);
    if staying > 0 && left == 0 {
        let problem = MoveRefusal::LeadersLeftAlone { hex, leaders }.problem(rules, side);
        problems.push(problem.in_path(path).rule("CW-51"));
    } else if staying > left
        && (before.0 + joined <= before.1 || !plan.armies.is_empty())
        && !leader_limits::is_washington(rules, game, plan.from)
        && stays.is_empty()
    {
        let sp = game.sp_at(hex, side).saturating_sub(plan.sp);
        let depot = game.depots.get(&hex) == Some(&side);
        let refusal = MoveRefusal::LeadersLeftCrowded { hex, leaders, sp, depot };
        problems.push(refusal.problem(rules, side).in_path(path).rule("CW-52"));
    }
}

/// An army that stays and would have no strength points left.
fn emptied_army(game: &Game, side: Side, plan: &Plan, stays: &[Id]) -> Option<Id> {
    if stays.is_empty() || !plan.armies.is_empty() {
        return None;
    }
    let mut after = game.clone();
    detach_strength(&mut after, side, plan.from, plan.sp, plan.leader.as_ref(), &plan.armies, &[None]);
    stays.iter().find(|army| army::sp(&after, army) == 0).cloned()
}

/// What would be left of a hex in an illegal state if ships carried strength points and leaders off (12.1.3, CW-51,
/// CW-52).
pub fn left_behind(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    from: Hex,
    sp: u32,
    leader: Option<Piece>,
    others: Vec<Piece>,
) -> Vec<Problem> {
    let (armies, paid) = (Vec::new(), Points::new());
    let plan = Plan { leader, others, armies, from, sp, allowance: 0, supplied: false, paid };
    let mut problems = Vec::new();
    check_left_behind(rules, game, side, &plan, &Doubts::default(), &mut problems);
    problems
}
