//! The check of what ships put ashore, and where they may end their way (8.3.9, 8.4.3, 8.4.5, 8.4.8, 8.4.9, 8.6).

use crate::board::Hex;
use crate::document::Problem;

use super::super::CivilWar;
use super::super::ledger::{Game, Hulls};
use super::super::orders::{Landed, Sail};
use super::super::pack::{Lies, Side, Station};
use super::super::present::plural;
use super::land;
use super::order::{Plan, open_to};
use super::way::{self, Guns};

/// Strength points that the Union may still move by sea this turn (8.6.1).
pub fn lift_left(rules: &CivilWar, game: &Game, side: Side) -> u32 {
    super::lift(rules, game).saturating_sub(game.side(side).navy.lifted)
}

/// The transports that stay where they have put strength points ashore: one for each (8.4.9).
pub fn staying(drop: &Landed) -> Hulls {
    let ocean = drop.ocean.min(drop.sp);
    Hulls { ocean, river: drop.sp - ocean, ..Hulls::default() }
}

/// Checks all that a voyage puts ashore, where it ends, and what of it counts as movement by sea. `target`: the hex that a
/// ground force attacks with the ships (8.9).
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
    let dropped = |id: &crate::document::Id| order.drop.iter().any(|drop| drop.leaders.contains(id));
    let on_board = plan.aboard.iter().any(|piece| !dropped(&piece.leader));
    let mut refuse = |path: &str, rule: &str, message: String, advice: String| {
        problems.push(Problem::new(message).in_path(path).rule(rule).advice(advice));
    };
    match order.land {
        None if left.sp > 0 || on_board => {
            let landings = rules.pack.map.waterways().landings(plan.end());
            let listed = landings.iter().map(Hex::to_string).collect::<Vec<_>>().join(", ");
            let advice = match listed.is_empty() {
                true => "end the way at a coast".to_owned(),
                false => format!("write `land:` and one of {listed}"),
            };
            refuse("sail.land", "8.3.9", "somebody would be on board at the end".to_owned(), advice);
        }
        Some(hex) if left.sp == 0 && !on_board => {
            let message = format!("nobody is on board to go ashore in {hex}");
            refuse("sail.land", "8.4.5", message, "leave `land` out, or `load` somebody".to_owned());
        }
        _ => {}
    }
    let open = order.land.is_none_or(|hex| open_to(rules, game, side, hex));
    if let Some(hex) = order.land {
        problems.extend(ashore(rules, plan.end(), hex).map(|problem| problem.in_path("sail.land")));
        if open && Some(hex) == plan.loaded {
            let problem = Problem::new(format!("those on board come from {hex}")).in_path("sail.land");
            problems.push(problem.rule("8.4.5").advice("put them ashore elsewhere"));
        }
        if !open {
            problems.extend(land::may_land(rules, game, side, plan, left.sp, hex));
        }
        if way::on_coast(rules, hex) || plan.way.iter().any(|at| way::at_sea(rules, *at)) {
            left.lifted += left.sp;
        }
    }
    if plan.way.is_empty() && order.land.is_some() {
        // They only cross: nothing fires that did not before.
    } else if !open {
        // They go back if another fortification is still in force when the hex is theirs (8.4.3a, CW-255).
    } else if let Some(fort) = guns.forts(plan.end()).into_iter().find(|hex| Some(*hex) != target) {
        problems.push(under_guns(rules, plan.end(), fort).in_path(format!("sail.to[{}]", order.to.len().max(1) - 1)));
    }
    if rules.pack.map.waterways().lies(plan.end()) == Some(Lies::Sea) {
        let problem =
            Problem::new(format!("{} is open sea, where ships pass and do not lie", plan.end())).rule("CW-226");
        let path = format!("sail.to[{}]", order.to.len().max(1) - 1);
        problems.push(problem.in_path(path).advice("end the way at a coast or in a river"));
    }
    let most = lift_left(rules, game, side);
    if left.lifted > most {
        let message = format!(
            "{} would move by sea, and the Union's lift of this turn has room for {most}",
            plural(left.lifted, "strength point")
        );
        problems.push(Problem::new(message).in_path("sail.load.sp").rule("8.6.1").advice("carry fewer, or up a river"));
    }
}

/// What is still on the way after the drops looked at so far.
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
    let mut refuse = |path: String, rule: &str, message: String, advice: String| {
        problems.push(Problem::new(message).in_path(path).rule(rule).advice(advice));
    };
    let Some(reached) = plan.way.iter().position(|at| *at == drop.from) else {
        let message = format!("the ships do not come by {}", drop.from);
        refuse(path(".from"), "8.4.9", message, "name it in `to` first".to_owned());
        return;
    };
    let earlier = order.drop[..n].iter().filter_map(|drop| plan.way.iter().position(|at| *at == drop.from));
    if earlier.max().is_some_and(|before| before > reached) {
        let message = format!("{} comes before the drop named ahead of it", drop.from);
        refuse(path(".from"), "8.4.9", message, "name drops in the order of the way".to_owned());
    }
    if drop.sp == 0 && drop.leaders.is_empty() {
        refuse(path(""), "8.4.9", "nothing is put ashore".to_owned(), "write sp, or leave the drop out".to_owned());
    }
    let stay = staying(drop);
    if drop.sp > left.sp {
        let message = format!("{} are on board, not {}", left.sp, plural(drop.sp, "strength point"));
        refuse(path(".sp"), "8.4.9", message, "drop no more".to_owned());
    } else if drop.ocean > drop.sp || !left.hulls.has(&stay) {
        let message = "there are not so many transports of that kind to stay there".to_owned();
        let advice = "for each strength point one stays: `ocean` says how many of them go on the ocean".to_owned();
        refuse(path(".ocean"), "8.4.9", message, advice);
    } else {
        left.hulls.part(&stay);
        left.sp -= drop.sp;
        if left.hulls.is_empty() {
            let message = "no ship would be left to go on".to_owned();
            refuse(path(""), "8.4.9", message, "end the way there, and `land` what is on board".to_owned());
        } else if left.sp > left.hulls.transports() {
            let message = "those still on board would have too few transports".to_owned();
            refuse(path(".sp"), "8.8.1", message, "each strength point keeps one".to_owned());
        }
    }
    for (m, id) in drop.leaders.iter().enumerate() {
        let aboard = plan.aboard.iter().any(|piece| piece.leader == *id);
        let twice = order.drop[..n].iter().any(|drop| drop.leaders.contains(id));
        if !aboard || twice || plan.leader.as_ref().is_some_and(|piece| piece.leader == *id) {
            let message = format!("{id} is not carried so far");
            let advice = "name leaders of the `load`; who commands the ships stays with them".to_owned();
            refuse(path(&format!(".leaders[{m}]")), "8.4.9", message, advice);
        }
    }
    let counts = way::on_coast(rules, drop.at) || plan.way[..=reached].iter().any(|at| way::at_sea(rules, *at));
    left.lifted += if counts { drop.sp } else { 0 };
    problems.extend(ashore(rules, drop.from, drop.at).map(|problem| problem.in_path(path(".at"))));
    if !open_to(rules, game, side, drop.at) {
        let message = format!("{} is the enemy's, and only the end of the way is landed against him", drop.at);
        let problem = Problem::new(message).in_path(path(".at")).rule("8.4.8");
        problems.push(problem.advice("drop where your own are, or in friendly or neutral ground; or `land` there"));
    }
    if drop.sp > 0
        && let Some(fort) = guns.forts(drop.from).first()
    {
        problems.push(under_guns(rules, drop.from, *fort).in_path(path(".from")));
    }
}

/// Why nobody goes ashore in a hex from a station.
fn ashore(rules: &CivilWar, from: Station, hex: Hex) -> Option<Problem> {
    let landings = rules.pack.map.waterways().landings(from);
    if landings.contains(&hex) {
        return None;
    }
    let listed = landings.iter().map(Hex::to_string).collect::<Vec<_>>().join(" and ");
    let problem = Problem::new(format!("from {from} nobody goes ashore in {hex}")).rule("8.4.5");
    Some(problem.advice(match listed.is_empty() {
        true => "that is open sea: end the way at a coast".to_owned(),
        false => format!("from there one lands in {listed}"),
    }))
}

/// Ships do not stay where an enemy fortification fires at them (8.4.3, CW-224).
fn under_guns(rules: &CivilWar, at: Station, fort: Hex) -> Problem {
    let message = format!("ships do not end their way at {at}, under the guns of {}", rules.pack.map.called(fort));
    let problem = Problem::new(message).rule("8.4.3");
    problem.advice("go past, or stay away; only an attack on that fortification may end there")
}
