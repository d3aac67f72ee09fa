//! The `together` order: the check of ships and a ground force that attack together (8.9).

use crate::board::Hex;
use crate::document::{Id, Problem};

use super::plan::Plan;
use super::route::Guns;
use super::sail_order;
use super::shore;
use crate::legality::uncertainty::Doubts;
use crate::pack::Side;
use crate::position::ledger::{Game, is_naval};
use crate::refusal::NavalRefusal;
use crate::{CivilWar, command::payment, movement, orders};

/// Whether the rules allow a `together` order now: the voyage, and the march as it would be with the ships there.
///
/// # Errors
/// Every reason why they do not; paths begin with `together`.
pub fn check_together(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &orders::Together,
) -> Result<(Plan, Hex), Vec<Problem>> {
    let (sail, march) = (&order.sail, &order.r#move);
    let mut problems = Vec::new();
    let mut refuse = |path: &str, rule: &str, refusal: NavalRefusal| {
        problems.push(refusal.problem(rules, side).in_path(format!("together.{path}")).rule(rule));
    };
    for (field, there) in
        [("load", sail.load.is_some()), ("drop", !sail.drop.is_empty()), ("land", sail.land.is_some())]
    {
        if there {
            refuse(&format!("sail.{field}"), "8.9.2", NavalRefusal::TogetherCarriesNobody);
        }
    }
    let found = |id: &Option<Id>| game.on_hand(id.as_ref()?).map(|(piece, _)| piece.clone());
    let admiral = found(&sail.leader).filter(|piece| is_naval(&rules.pack, piece));
    if admiral.is_none() {
        refuse("sail.leader", "8.9.1", NavalRefusal::TogetherWithoutNavalLeader);
    }
    for (field, there) in [("sail.if", sail.condition.is_some()), ("move.if", march.condition.is_some())] {
        if there {
            refuse(field, "8.9", NavalRefusal::TogetherCondition);
        }
    }
    let general = found(&march.leader).filter(|piece| !is_naval(&rules.pack, piece));
    // An army has one: its commander.
    if general.is_none() && march.army.is_none() {
        refuse("move.leader", "8.9.1", NavalRefusal::TogetherWithoutGroundLeader);
    }
    let target = march.path.last().copied();
    if let Some(hex) = target.filter(|&hex| game.sp_at(hex, side.other()) == 0) {
        refuse("move.path", "8.9.1", NavalRefusal::TogetherNoEnemy { hex });
    }
    let Some(target) = target else {
        refuse("move.path", "8.9.2a", NavalRefusal::TogetherNoTarget);
        return Err(problems);
    };
    let under = |found: Vec<Problem>| found.into_iter().map(|problem| problem.under("together")).collect::<Vec<_>>();
    let guns = Guns::new(rules, game, side);
    let plan = match sail_order::check_before(rules, game, side, sail, &guns, Some(target)) {
        Ok(plan) => plan,
        Err(found) => {
            problems.extend(under(found));
            return Err(problems);
        }
    };
    if !rules.pack.map.waterways().landings(plan.end()).contains(&target) {
        let problem = NavalRefusal::TogetherShipsElsewhere { at: plan.end(), target }.problem(rules, side);
        problems.push(problem.in_path("together.sail.to").rule("8.9.2a"));
    }
    // They stop at the first of its hexsides that they reach (8.9.3, CW-263).
    let before = plan.way.split_last().map_or(&[][..], |(_, before)| before);
    if let Some(&first) = before.iter().find(|at| at.borders(target)) {
        let refusal = NavalRefusal::TogetherPastTarget { first, end: plan.end(), target };
        problems.push(refusal.problem(rules, side).in_path("together.sail.to").rule("8.9.3"));
    }
    // The position with the ships there: what they meet on the way is gone, and they are paid for (CW-256).
    let mut then = game.clone();
    payment::spend(&mut then, side, &plan.paid);
    then.squadrons.retain(|_, squadron| squadron.side == side || !plan.way.contains(&squadron.at));
    match movement::check(rules, &then, side, march, &Doubts::default()) {
        Ok(found) => {
            if !shore::stations_beside(rules, found.from).any(|at| at == plan.from) {
                let problem = NavalRefusal::TogetherApart { hex: found.from }.problem(rules, side);
                problems.push(problem.in_path("together.sail").rule("8.9.1"));
            }
        }
        Err(found) => problems.extend(under(found)),
    }
    if problems.is_empty() { Ok((plan, target)) } else { Err(problems) }
}
