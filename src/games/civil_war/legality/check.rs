//! What can be said about orders without dice: names, payment, legality, and the invariants.

use crate::board::Hex;
use crate::document::{Id, Problem};

use crate::orders::{Condition, Finish, Move, Order, Rail, ReactInto, ReactionStanding, Spend, Standing};
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::present::{find_leader_of, leader_name};
use crate::refusal::{Refusal, TurnRefusal};
use crate::{
    CivilWar, command::action, leaders::army, leaders::rally, movement, movement::rail, naval, reinforcements,
    supply::construction,
};

mod form;

pub use form::{and_form, form};

/// An order's `if`.
pub fn condition(order: &Order) -> Option<&Condition> {
    match order {
        Order::Reinforce(order) => order.condition.as_ref(),
        Order::Move(order) => order.condition.as_ref(),
        Order::Rally(order) => order.condition.as_ref(),
        Order::Rail(order) => order.condition.as_ref(),
        Order::Build(order) => order.condition.as_ref(),
        Order::Destroy(order) => order.condition.as_ref(),
        Order::Create(order) => order.condition.as_ref(),
        Order::Remove(order) => order.condition.as_ref(),
        Order::Transfer(order) => order.condition.as_ref(),
        Order::Sail(order) => order.condition.as_ref(),
        Order::Sea(order) => order.condition.as_ref(),
        Order::Together(order) => order.condition.as_ref(),
        Order::Launch(order) => order.condition.as_ref(),
        Order::Spend(order) => order.condition.as_ref(),
        Order::Finish(_) => None,
    }
}

/// The word that names an order.
pub fn order_name(order: &Order) -> &'static str {
    match order {
        Order::Reinforce(_) => "reinforce",
        Order::Move(_) => "move",
        Order::Rally(_) => "rally",
        Order::Rail(_) => "rail",
        Order::Build(_) => "build",
        Order::Destroy(_) => "destroy",
        Order::Create(_) => "create",
        Order::Remove(_) => "remove",
        Order::Transfer(_) => "transfer",
        Order::Sail(_) => "sail",
        Order::Sea(_) => "sea",
        Order::Together(_) => "together",
        Order::Launch(_) => "launch",
        Order::Spend(_) => "spend",
        Order::Finish(_) => "finish",
    }
}

/// Names in an order of a side that the pack does not have: hexes and leaders.
///
/// # Errors
/// Each of them, with the nearest name.
pub fn names(rules: &CivilWar, game: &Game, side: Side, order: &Order) -> Result<(), Vec<Problem>> {
    let name = order_name(order);
    let mut problems = Vec::new();
    let mut hex = |path: String, hex: Hex| problems.extend(unknown_hex(rules, path, hex));
    match order {
        Order::Reinforce(order) => hex(format!("{name}.at"), order.at),
        Order::Rally(order) => hex(format!("{name}.at"), order.at),
        Order::Move(order) => {
            if let Some(from) = order.from {
                hex(format!("{name}.from"), from);
            }
            for (n, &step) in order.path.iter().enumerate() {
                hex(format!("{name}.path[{n}]"), step);
            }
            for (n, drop) in order.drop.iter().enumerate() {
                hex(format!("{name}.drop[{n}].at"), drop.at);
            }
            for (n, &there) in order.convert.iter().enumerate() {
                hex(format!("{name}.convert[{n}]"), there);
            }
            if let Some(depot) = order.depot {
                hex(format!("{name}.depot"), depot);
            }
        }
        Order::Rail(order) => {
            if let Some(from) = order.from {
                hex(format!("{name}.from"), from);
            }
            hex(format!("{name}.to"), order.to);
        }
        Order::Build(order) => hex(format!("{name}.at"), order.at),
        Order::Destroy(order) => hex(format!("{name}.at"), order.at),
        Order::Create(order) => hex(format!("{name}.at"), order.at),
        Order::Remove(order) => {
            for (n, &step) in order.path.iter().enumerate() {
                hex(format!("{name}.path[{n}]"), step);
            }
        }
        Order::Sail(order) => naval::names(order, name, &mut hex),
        Order::Together(order) => {
            for part in [Order::Sail(order.sail.clone()), Order::Move(order.r#move.clone())] {
                let found = names(rules, game, side, &part).err().unwrap_or_default();
                problems.extend(found.into_iter().map(|problem| problem.under("together")));
            }
        }
        Order::Sea(order) => {
            for (field, named) in [("from", order.from), ("to", order.to)] {
                if let Some(named) = named {
                    hex(format!("{name}.{field}"), named);
                }
            }
        }
        Order::Transfer(_) | Order::Launch(_) | Order::Spend(_) | Order::Finish(_) => {}
    }
    let mut leader = |path: String, leader: &Id| problems.extend(unknown_leader(rules, game, Some(side), path, leader));
    match order {
        Order::Move(order) => {
            order.leader.iter().for_each(|named| leader(format!("{name}.leader"), named));
            for (n, named) in order.leave.iter().enumerate() {
                leader(format!("{name}.leave[{n}]"), named);
            }
            for (n, drop) in order.drop.iter().enumerate() {
                for (m, named) in drop.leaders.iter().enumerate() {
                    leader(format!("{name}.drop[{n}].leaders[{m}]"), named);
                }
            }
        }
        Order::Rail(Rail { leader: named, .. }) => {
            named.iter().for_each(|named| leader(format!("{name}.leader"), named));
        }
        Order::Sail(order) => {
            order.leader.iter().for_each(|named| leader(format!("{name}.leader"), named));
            let carried = order.load.iter().flat_map(|load| &load.leaders).enumerate();
            carried.for_each(|(n, named)| leader(format!("{name}.load.leaders[{n}]"), named));
            for (n, drop) in order.drop.iter().enumerate() {
                for (m, named) in drop.leaders.iter().enumerate() {
                    leader(format!("{name}.drop[{n}].leaders[{m}]"), named);
                }
            }
        }
        Order::Sea(order) => {
            order.leader.iter().for_each(|named| leader(format!("{name}.leader"), named));
            for (n, named) in order.leaders.iter().enumerate() {
                leader(format!("{name}.leaders[{n}]"), named);
            }
        }
        Order::Transfer(order) => {
            for (n, named) in order.leaders.iter().enumerate() {
                leader(format!("{name}.leaders[{n}]"), named);
            }
        }
        _ => {}
    }
    if let Some(condition) = condition(order) {
        condition_names(rules, game, &format!("{name}.if"), condition, &mut problems);
    }
    if let Order::Move(Move { stop: Some(stop), .. }) = order {
        condition_names(rules, game, &format!("{name}.stop"), stop, &mut problems);
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
        let refused = side.and_then(|side| army::army_of_side(rules, game, side, army).err());
        problems.extend(refused.map(|problem| problem.in_path(path.clone())));
        reaction(rules, game, &path, entry, &mut problems);
    }
    if let Some(screen) = &standing.screen {
        let listed = screen.stand_in.iter().enumerate();
        problems.extend(listed.filter_map(|(n, hex)| unknown_hex(rules, format!("screen.stand_in[{n}]"), *hex)));
    }
    if let Some(fleet) = &standing.fleet {
        problems.extend(naval::unknown_in(rules, side, fleet));
    }
    let listed = standing.depots.iter().enumerate();
    problems.extend(listed.filter_map(|(n, hex)| unknown_hex(rules, format!("depots[{n}]"), *hex)));
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
    let mut orders = reinforcements::legal(rules, game, side);
    let Some(pulse) = &game.pulse else { return orders };
    if pulse.free || pulse.left == 0 {
        return orders;
    }
    orders.extend(movement::legal(rules, game, side));
    orders.extend(rail::legal(rules, game, side));
    orders.extend(rally::legal(rules, game, side));
    orders.extend(army::legal(rules, game, side));
    orders.extend(construction::legal(rules, game, side));
    orders.extend(naval::launch::legal(rules, game, side));
    orders.extend(naval::legal(rules, game, side));
    orders.extend(action::spendable_tracks(game, side).into_iter().map(|track| Order::Spend(Spend::one(track, 1))));
    // It ends a half-pulse by spending what is left; if nothing is left it ends nothing (CW-280).
    let finish = Finish::default();
    if orders.is_empty() || !action::leftover(game, side, &finish).points().is_empty() {
        orders.push(Order::Finish(finish));
    }
    orders
}
