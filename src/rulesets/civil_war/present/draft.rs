//! Comment lines for a drafted turn: what may be spent and with whom, then examples of legal orders.

use serde_json::json;

use crate::document::{Id, inline};
use crate::engine::{Pending, Position, Ruleset};

use super::super::ledger::Game;
use super::super::orders::Order;
use super::super::pack::Side;
use super::super::{CivilWar, Frame};
use super::{ask, combat, prospect, show, spoken, words};

/// The most examples of one kind; of leaders every one is shown.
const EXAMPLES: usize = 6;

/// What may be spent, what stands where, and the standing orders in force; then an empty line; then examples of legal
/// orders by kind, each a line of YAML (`  - {move: {…}}`) with what it means behind it.
pub fn notes(rules: &CivilWar, position: &Position<CivilWar>, side: &Id) -> Vec<String> {
    let Ok(own) = rules.side(side) else { return Vec::new() };
    let game = &position.game;
    let mut lines = vec![show::moment(rules, game)];
    if let Some(Pending::Answer { .. }) = &position.pending {
        lines.extend(fought(rules, position));
        return lines;
    }
    if !matches!(&position.pending, Some(Pending::Orders { .. })) {
        return lines;
    }
    lines.extend(means(rules, game, own));
    lines.push("Your forces:".to_owned());
    lines.extend(forces(rules, game, own));
    let standing = position.standing.iter().find(|(id, _)| *id == side).map(|(_, standing)| standing);
    match standing.map(|standing| spoken::standing(&rules.pack, standing)).filter(|lines| !lines.is_empty()) {
        None => lines.push("No standing orders are in force: what is left open is asked.".to_owned()),
        Some(standing) => {
            lines.push("Standing orders in force, until you write others:".to_owned());
            lines.extend(standing.into_iter().map(|line| format!("  {line}")));
        }
    }
    lines.push(String::new());
    lines.extend(examples(rules, position, own, &rules.legal(position, side)));
    if let Some((when, orders)) = prospect::later(rules, position, side) {
        lines.push(format!("-- {when}:"));
        lines.extend(examples(rules, position, own, &orders));
    }
    let condition =
        "Any order may carry a condition, and is passed over where it does not hold: if: {theirs: \"5006\"}";
    lines.push(condition.to_owned());
    lines
}

/// How the combat stands in which something is asked.
fn fought(rules: &CivilWar, position: &Position<CivilWar>) -> Option<String> {
    let combat = position.stack.iter().find_map(|frame| match frame {
        Frame::Combat(combat) => Some(combat),
        _ => None,
    })?;
    combat::so_far(combat).map(|said| format!("The combat in {} so far: {said}", words::place(&rules.pack, combat.hex)))
}

/// What the side may spend in this half.
fn means(rules: &CivilWar, game: &Game, side: Side) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(pulse) = &game.pulse {
        if pulse.free {
            lines.push(
                "Your first order must bring in one reinforcement, free; others may follow in the same turn."
                    .to_owned(),
            );
        }
        let left = words::plural(pulse.left, "point");
        lines.push(format!("You may spend {left} of the dice difference in this half. Each command point that you"));
        lines.push(
            "spend or burn uses one of it, and so does each reinforcement. What is left must be burnt [4.2]."
                .to_owned(),
        );
    }
    match game.commands_left(side) {
        0 => lines.push("You have no command points left.".to_owned()),
        _ => lines.push(format!("You have {}.", words::commands(&game.side(side).commands))),
    }
    let waiting = &game.side(side).reinforcements;
    if waiting.values().any(|sp| *sp > 0) {
        lines.push(format!("Strength points waiting: {}.", words::points(waiting)));
    }
    let pool = game.pool(&rules.pack, side);
    if !pool.is_empty() {
        lines.push(format!("Leaders in your pool: {}.", words::leaders(&rules.pack, &pool)));
    }
    lines
}

/// What stands where, and what it costs to move it.
fn forces(rules: &CivilWar, game: &Game, side: Side) -> Vec<String> {
    let mut hexes: Vec<_> = game.groups.values().filter(|group| group.side == side).map(|group| group.hex).collect();
    hexes.extend(game.leaders_on_map(&rules.pack, side).map(|(_, hex)| hex));
    hexes.sort();
    hexes.dedup();
    let line = |hex| {
        let moved: u32 = game.groups_at(hex, side).filter(|(_, group)| group.moved).map(|(_, group)| group.sp).sum();
        let mut text = format!("  {}: {} SP", words::place(&rules.pack, hex), game.sp_at(hex, side));
        if moved > 0 {
            text.push_str(&format!(" ({moved} moved)"));
        }
        if game.demoralized_at(hex, side) {
            text.push_str(", demoralized");
        }
        for piece in game.leaders_at(&rules.pack, hex, side) {
            let Some(leader) = rules.pack.leaders.get(&piece.leader) else { continue };
            let Some(counter) = leader.counter(piece.rank) else { continue };
            let limit = rules.pack.charts.sp_limit(piece.rank, leader.branch);
            let moved = match game.pieces.get(&piece) {
                Some(super::super::ledger::Place::Map { moved: true, .. }) => ", has moved",
                _ => "",
            };
            text.push_str(&format!("; {} (up to {limit} SP for {}{moved})", piece.leader, counter.initiative));
        }
        text
    };
    hexes.into_iter().map(line).collect()
}

/// Examples of each kind of legal order, different leaders and places first.
fn examples(rules: &CivilWar, position: &Position<CivilWar>, side: Side, legal: &[Order]) -> Vec<String> {
    let kinds: [(&str, Kind<'_>); 6] = [
        ("Bring in a reinforcement:", &|order| match order {
            Order::Reinforce(order) => Some(Subject { what: json!(order.from).to_string(), size: 0 }),
            _ => None,
        }),
        (
            "Move a leader with strength points; it costs his initiative, from the theater's track, then discretionary:",
            &|order| match order {
                Order::Move(order) if order.strength() > 0 => {
                    let what = order.leader.as_ref()?.to_string();
                    Some(Subject {
                        what,
                        size: order.strength() * 16 + order.path.len() as u32 + u32::from(order.drop.is_empty()) * 8,
                    })
                }
                _ => None,
            },
        ),
        ("Move one strength point without a leader, for 1:", &|order| match order {
            Order::Move(order) if order.leader.is_none() => {
                Some(Subject { what: json!(order.from).to_string(), size: order.path.len() as u32 })
            }
            _ => None,
        }),
        ("Move a leader alone, for 1:", &|order| match order {
            Order::Move(order) if order.strength() == 0 => {
                Some(Subject { what: order.leader.as_ref()?.to_string(), size: 0 })
            }
            _ => None,
        }),
        ("Rally a demoralized force; it costs its ranking leader's initiative:", &|order| match order {
            Order::Rally(order) => Some(Subject { what: order.at.to_string(), size: 0 }),
            _ => None,
        }),
        ("Burn command points:", &|order| match order {
            Order::Spend(order) => Some(Subject { what: json!(order).to_string(), size: 0 }),
            _ => None,
        }),
    ];
    let mut lines = Vec::new();
    for (title, subject) in kinds {
        // The largest example of each subject, in the order in which subjects come.
        let mut found: Vec<(Subject, &Order)> = Vec::new();
        for order in legal {
            let Some(subject) = subject(order) else { continue };
            match found.iter_mut().find(|(other, _)| other.what == subject.what) {
                Some(entry) if entry.0.size < subject.size => *entry = (subject, order),
                Some(_) => {}
                None => found.push((subject, order)),
            }
        }
        if found.is_empty() {
            continue;
        }
        lines.push(title.to_owned());
        let most = if title.starts_with("Move a leader") { usize::MAX } else { EXAMPLES };
        for (_, order) in found.into_iter().take(most) {
            lines.push(format!("- {}  # {}", inline(&json!(order)), ask::order(rules, position, side, order)));
        }
    }
    if lines.is_empty() {
        lines.push("There is none that this program would offer.".to_owned());
    }
    lines
}

/// Who or what an order of a kind is about; `None` for an order of another kind.
type Kind<'a> = &'a dyn Fn(&Order) -> Option<Subject>;

/// Who or what an example is about, and how much of an example it is.
struct Subject {
    what: String,
    size: u32,
}
