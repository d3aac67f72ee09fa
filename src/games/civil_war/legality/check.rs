//! What can be said about orders without dice: names, payment, legality, and the invariants.

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::StepContext;

use crate::leaders::{army, untried};
use crate::legality::form::Form;
use crate::orders::kind::{self, Name, Names, OrderKind};
use crate::orders::{
    Condition, Decline, Finish, Order, ReactInto, ReactionStanding, Reinforce, RemovalStanding, Standing,
};
use crate::pack::Side;
use crate::position::force::force_hex;
use crate::position::ledger::Game;
use crate::present::{find_leader_of, leader_name};
use crate::refusal::{Refusal, TurnRefusal};
use crate::{CivilWar, Procedure, command::action, naval};

/// Begins an order of the phasing side.
///
/// # Errors
/// Every reason why the rules forbid it; what would be wrong with it anywhere is reported together with what is wrong
/// here.
pub fn begin(
    rules: &CivilWar,
    cx: StepContext<'_, CivilWar>,
    side: Side,
    order: &dyn OrderKind,
) -> Result<Option<Procedure>, Vec<Problem>> {
    let StepContext { game, standing, events } = cx;
    let and_form = |game: &Game, problems| and_form(rules, game, side, order, problems);
    names(rules, game, side, order).map_err(|problems| and_form(game, problems))?;
    let begun = if game.pulse.as_ref().is_some_and(|pulse| pulse.free) && !order.may_be_first() {
        Err(vec![TurnRefusal::FreeReinforcementFirst.problem(rules, side).rule("4.2.5")])
    } else {
        order.begin(rules, StepContext { game: &mut *game, standing, events }, side)
    };
    begun.map_err(|problems| and_form(game, problems))
}

/// Everything that is wrong with an order by itself, except unknown names, which [`names`] reports.
pub fn form(rules: &CivilWar, game: &Game, side: Side, order: &dyn OrderKind) -> Vec<Problem> {
    let mut form = Form { rules, game, side, problems: Vec::new() };
    order.check_form(&mut form);
    form.problems
}

/// What is wrong with an order in its place, and also by itself.
pub fn and_form(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    order: &dyn OrderKind,
    mut problems: Vec<Problem>,
) -> Vec<Problem> {
    for problem in form(rules, game, side, order) {
        if !problems.iter().any(|other| other.path == problem.path && other.rule == problem.rule) {
            problems.push(problem);
        }
    }
    problems
}

/// Names in an order of a side that the pack does not have, hexes and leaders, and those of untried counters whose leaders
/// are known by now (CW-330).
///
/// # Errors
/// Each of them, with the nearest name or the right one.
pub fn names(rules: &CivilWar, game: &Game, side: Side, order: &dyn OrderKind) -> Result<(), Vec<Problem>> {
    let mut problems = Vec::new();
    for (path, name) in Names::of(order) {
        let path = format!("{}.{path}", order.key());
        match name {
            Name::Hex(hex) => problems.extend(unknown_hex(rules, path, hex)),
            Name::Leader(leader) => {
                let known = untried::who_he_is(rules, game, side, leader).map(|problem| problem.in_path(path.clone()));
                problems.extend(known.or_else(|| unknown_leader(rules, game, Some(side), path, leader)));
            }
            Name::Condition(condition) => condition_names(rules, game, &path, condition, &mut problems),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn condition_names(rules: &CivilWar, game: &Game, path: &str, condition: &Condition, problems: &mut Vec<Problem>) {
    let hexes = [
        ("ours", condition.ours),
        ("theirs", condition.theirs),
        ("empty", condition.empty),
        ("demoralized", condition.demoralized),
        ("own_sp.at", condition.own_sp.as_ref().map(|range| range.at)),
        ("enemy_sp.at", condition.enemy_sp.as_ref().map(|range| range.at)),
        ("leader.at", condition.leader.as_ref().map(|leader| leader.at)),
    ];
    for (field, hex) in hexes {
        problems.extend(hex.and_then(|hex| unknown_hex(rules, format!("{path}.{field}"), hex)));
    }
    if let Some(leader) = &condition.leader {
        problems.extend(unknown_leader(rules, game, None, format!("{path}.leader.name"), &leader.name));
    }
    if let Some(inner) = &condition.not {
        condition_names(rules, game, &format!("{path}.not"), inner, problems);
    }
}

fn unknown_hex(rules: &CivilWar, path: String, hex: Hex) -> Option<Problem> {
    if rules.pack.map.hex(hex).is_some() {
        return None;
    }
    let near = rules.pack.map.hexes().map(|(known, _)| known).min_by_key(|known| (known.distance(hex), *known));
    let near = near.filter(|near| near.distance(hex) <= NEAR);
    Some(TurnRefusal::NoSuchHex { hex, near }.problem(rules, WHOEVER).in_path(path))
}

/// Names are the same for both sides, and the words for an unknown name address nobody.
const WHOEVER: Side = Side::Union;

/// A hex further off than this is not the one that was meant.
const NEAR: u32 = 3;

/// A leader whom the pack does not have; of a side, if only its own are offered instead.
fn unknown_leader(rules: &CivilWar, game: &Game, side: Option<Side>, path: String, leader: &Id) -> Option<Problem> {
    if rules.pack.leaders.contains_key(leader) {
        return None;
    }
    let refusal = TurnRefusal::NoSuchLeader { leader: leader.clone() };
    let problem = match find_leader_of(rules, game, side, leader.as_str()) {
        Ok(meant) => {
            let advice = format!("{} is written {meant}", leader_name(&rules.pack, &meant));
            refusal.problem(rules, WHOEVER).advice(advice)
        }
        // That several may be meant has words of its own.
        Err(problem) => problem.refusing(&Refusal::from(refusal)),
    };
    Some(problem.in_path(path))
}

/// Names in standing orders that the pack does not have.
pub fn standing(rules: &CivilWar, game: &Game, side: Option<Side>, standing: &Standing) -> Vec<Problem> {
    let mut problems = retreats(rules, standing);
    for (army, entry) in &standing.reaction {
        let path = format!("reaction.{army}");
        match force_hex(army).filter(|_| game.options.non_army_reaction) {
            Some(hex) => problems.extend(unknown_hex(rules, path.clone(), hex)),
            None => {
                let refused = side.and_then(|side| army::army_of_side(rules, game, side, army).err());
                problems.extend(refused.map(|problem| problem.in_path(path.clone())));
            }
        }
        reaction(rules, game, &path, entry, &mut problems);
    }
    if let Some(screen) = &standing.screen {
        let listed = screen.stand_in.iter().enumerate();
        problems.extend(listed.filter_map(|(n, hex)| unknown_hex(rules, format!("screen.stand_in[{n}]"), *hex)));
    }
    if let Some(fleet) = &standing.fleet {
        problems.extend(naval::unknown_in(rules, side, fleet));
    }
    if let Some(RemovalStanding::Leaders(leaders)) = &standing.removals {
        let listed = leaders.iter().enumerate();
        problems.extend(
            listed.filter_map(|(n, id)| unknown_leader(rules, game, side, format!("removals.leaders[{n}]"), id)),
        );
    }
    let listed = standing.depots.iter().enumerate();
    problems.extend(listed.filter_map(|(n, hex)| unknown_hex(rules, format!("depots[{n}]"), *hex)));
    if standing.decline_free && !game.options.may_decline_free {
        let refusal = TurnRefusal::FreeReinforcementRequired.problem(rules, side.unwrap_or(WHOEVER));
        problems.push(refusal.in_path("decline_free").rule("4.2.5"));
    }
    problems
}

/// Names in what an army is to do when the enemy comes near.
fn reaction(rules: &CivilWar, game: &Game, path: &str, entry: &ReactionStanding, problems: &mut Vec<Problem>) {
    let hexes = |field: &str, hexes: &[Hex]| -> Vec<(String, Hex)> {
        hexes.iter().enumerate().map(|(n, hex)| (format!("{path}.{field}[{n}]"), *hex)).collect()
    };
    let mut named = hexes("when_entering", &entry.when_entering);
    named.extend(hexes("when_in", &entry.when_in));
    match &entry.into {
        ReactInto::Toward(hex) => named.push((format!("{path}.into.toward"), *hex)),
        ReactInto::First(wanted) => named.extend(hexes("into.first", wanted)),
        ReactInto::Nowhere | ReactInto::Announced => {}
    }
    problems.extend(named.into_iter().filter_map(|(path, hex)| unknown_hex(rules, path, hex)));
    let leaders = entry.leader.iter().map(|leader| (format!("{path}.leader"), leader));
    let left = entry.leave.iter().enumerate().map(|(n, leader)| (format!("{path}.leave[{n}]"), leader));
    problems.extend(leaders.chain(left).filter_map(|(path, leader)| unknown_leader(rules, game, None, path, leader)));
    if let Some(otherwise) = &entry.otherwise {
        reaction(rules, game, &format!("{path}.otherwise"), otherwise, problems);
    }
}

/// Names in standing orders about retreats.
fn retreats(rules: &CivilWar, standing: &Standing) -> Vec<Problem> {
    let Some(retreat) = &standing.retreat else { return Vec::new() };
    let listed = retreat.from.iter().flat_map(|(from, to)| {
        let path = format!("retreat.from.{from}");
        std::iter::once((path.clone(), *from))
            .chain(to.iter().enumerate().map(move |(n, to)| (format!("{path}[{n}]"), *to)))
    });
    let toward = retreat.toward.map(|hex| ("retreat.toward".to_owned(), hex));
    let mut problems: Vec<Problem> =
        listed.chain(toward).filter_map(|(path, hex)| unknown_hex(rules, path, hex)).collect();
    for (from, to) in &retreat.from {
        let path = |n: usize| format!("retreat.from.{from}[{n}]");
        for (n, hex) in to.iter().enumerate() {
            // A list without consecutive repeats is short, whatever the player writes.
            let message = match to[..n].contains(hex) {
                true => format!("{hex} is listed twice"),
                false if !from.adjacent(*hex) => format!("{hex} is not adjacent to {from}"),
                false => continue,
            };
            let problem = Problem::new(message).in_path(path(n)).rule("7.7.16");
            problems.push(problem.advice("name adjacent hexes in order of preference"));
            break;
        }
    }
    problems
}

/// Orders that a side may give now; enough to play on.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
    if game.phasing() != Some(side) {
        return Vec::new();
    }
    if game.pulse.as_ref().is_none_or(|pulse| pulse.free || pulse.left == 0) {
        let mut orders = Reinforce::legal(rules, game, side);
        orders.extend(Decline::legal(rules, game, side));
        return orders;
    }
    let mut orders = kind::legal(rules, game, side);
    // It ends a half-pulse by spending what is left; if nothing is left it ends nothing (CW-280).
    let finish = Finish::default();
    if orders.is_empty() || !action::leftover(game, side, &finish).points().is_empty() {
        orders.push(Order::Finish(finish));
    }
    orders
}
