//! What is wrong with an order wherever it stands in a turn: unknown names, areas that are not adjacent.

use crate::board::Area;
use crate::document::{Id, Problem};

use crate::SevenDays;
use crate::orders::{Condition, Order, Party};
use crate::pack::{Side, Water};
use crate::position::ledger::Game;
use crate::refusal::MoveRefusal;

/// What is wrong with an order, whatever comes before it.
pub fn check_names(rules: &SevenDays, game: &Game, side: Side, order: &Order) -> Vec<Problem> {
    let area = |path: &str, area| rules.unknown_area(area).map(|problem: Problem| problem.in_path(path.to_owned()));
    let unit = |path: String, id: &Id| {
        let known = rules.unit(id).is_some_and(|unit| unit.side == side) && !game.lost.contains(id);
        (!known).then(|| rules.unknown_unit(game, side, id).in_path(path))
    };
    let leader = |path: String, id: &Id| {
        let known = rules.pack.forces.leaders.get(id).is_some_and(|leader| leader.side == side);
        (!known).then(|| rules.unknown_leader(game, side, id).in_path(path))
    };
    let parties = |path: &str, parties: &[Party]| -> Vec<Problem> {
        let each = parties.iter().enumerate().flat_map(|(n, party)| {
            let path = format!("{path}[{n}]");
            let units = party.units.iter().filter_map(|id| unit(format!("{path}.units"), id));
            let leaders = party.leaders.iter().filter_map(|id| leader(format!("{path}.leaders"), id));
            area(&format!("{path}.area"), party.area).into_iter().chain(units).chain(leaders).collect::<Vec<_>>()
        });
        each.collect()
    };
    let mut problems = match order {
        Order::Assault(order) => {
            let combined = order.combined.iter().flat_map(|combined| &combined.leaders);
            area("assault.area", order.area)
                .into_iter()
                .chain(order.rally.as_ref().and_then(|rally| area("assault.rally.area", rally.area)))
                .chain(order.leader.iter().filter_map(|id| leader("assault.leader".to_owned(), id)))
                .chain(combined.filter_map(|id| leader("assault.combined.leaders".to_owned(), id)))
                .chain(order.forced_march.iter().filter_map(|id| unit("assault.forced_march".to_owned(), id)))
                .chain(order.build.as_ref().and_then(|build| {
                    rules.unknown_bridge(&build.bridge).map(|problem| problem.in_path("assault.build.bridge"))
                }))
                .collect()
        }
        Order::Move(order) => {
            let units = order.units.iter().enumerate().filter_map(|(n, id)| unit(format!("move.units[{n}]"), id));
            let leaders =
                order.leaders.iter().enumerate().filter_map(|(n, id)| leader(format!("move.leaders[{n}]"), id));
            let areas = order.path.iter().enumerate().filter_map(|(n, to)| area(&format!("move.path[{n}]"), *to));
            let mut problems: Vec<Problem> = units.chain(leaders).chain(areas).collect();
            problems.extend(path_problems(rules, game, side, None, &order.path));
            problems
        }
        Order::Attack(order) => area("attack.area", order.area)
            .into_iter()
            .chain(order.units.iter().filter_map(|id| unit("attack.units".to_owned(), id)))
            .chain(order.point.iter().filter_map(|id| unit("attack.point".to_owned(), id)))
            .chain(order.spare.iter().filter_map(|id| leader("attack.spare".to_owned(), id)))
            .collect(),
        Order::End(order) => {
            let bridges = order.demolish.iter().filter_map(|bridge| rules.unknown_bridge(bridge));
            bridges.map(|problem| problem.in_path("end.demolish")).collect()
        }
        Order::Regroup(order) => {
            let second = order.and.as_ref();
            area("regroup.from", order.from)
                .into_iter()
                .chain(parties("regroup.to", &order.to))
                .chain(second.and_then(|second| area("regroup.and.from", second.from)))
                .chain(second.map(|second| parties("regroup.and.to", &second.to)).unwrap_or_default())
                .collect()
        }
        Order::Night(order) => order
            .replace
            .iter()
            .filter_map(|id| unit("night.replace".to_owned(), id))
            .chain(order.entrench.iter().filter_map(|to| area("night.entrench", *to)))
            .collect(),
        Order::Pass(_) | Order::Relocate(_) | Order::Wait(_) => Vec::new(),
    };
    if let Some(given) = order.condition() {
        problems.extend(in_condition(rules, side, given, &format!("{}.if", order.name())));
    }
    problems
}

/// The unknown names in a condition.
fn in_condition(rules: &SevenDays, side: Side, given: &Condition, path: &str) -> Vec<Problem> {
    let area =
        |field: &str, area: Area| rules.unknown_area(area).map(|problem| problem.in_path(format!("{path}.{field}")));
    let areas = [("clear", &given.clear), ("contested", &given.contested), ("ours", &given.ours)];
    let areas = areas.into_iter().flat_map(|(field, areas)| areas.iter().filter_map(move |to| area(field, *to)));
    let results =
        given.results.iter().enumerate().filter_map(|(n, holds)| area(&format!("results[{n}].area"), holds.area));
    let units = given.fresh.iter().filter(|id| rules.unit(id).is_none());
    let units = units.map(|id| rules.no_unit(side, id).in_path(format!("{path}.fresh")));
    let inner = given.not.iter().flat_map(|inner| in_condition(rules, side, inner, &format!("{path}.not")));
    areas.chain(results).chain(units).chain(inner).collect()
}

/// What is wrong with a path of a `move` order whoever goes: areas that can never follow each other (3.2, 9.5.2), or one
/// that is named twice in a row. `from`: the area that it leads out of, where that is known; a path does not begin with
/// it (9.1).
pub fn path_problems(rules: &SevenDays, game: &Game, side: Side, from: Option<Area>, path: &[Area]) -> Vec<Problem> {
    let starts = std::iter::once(from).chain(path.iter().copied().map(Some));
    let wrong = starts.zip(path).enumerate().filter_map(|(n, (from, &to))| {
        let from = from?;
        let problem = match (rules.pack.map.boundary(from, to), n) {
            (_, 0) if from == to => MoveRefusal::PathBeginsHere { area: to }.problem(rules, side).rule("9.1"),
            _ if from == to => MoveRefusal::PathRepeats { area: to }.problem(rules, side).rule("9.1"),
            // What is not on the map has been reported.
            (None, _) if [from, to].into_iter().any(|area| rules.pack.map.area(area).is_none()) => return None,
            (None, _) => rules.not_adjacent(game, side, from, to),
            (Some(boundary), _) if boundary.water == Water::Major && boundary.bridge.is_none() => {
                MoveRefusal::NoBridge { from, to }.problem(rules, side).rule("9.5.2")
            }
            (Some(_), _) => return None,
        };
        Some(problem.in_path(format!("move.path[{n}]")))
    });
    wrong.collect()
}
