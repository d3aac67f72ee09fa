//! Comment lines for a drafted turn: the situation, what is answered while the player is away, then examples of legal
//! orders.

use crate::board::Area;
use crate::document::Id;
use crate::engine::{Pending, Position, Ruleset};
use crate::report::draft_examples::{self, ExampleKind, Subject};
use crate::report::text_builder::flat;

use super::show::victory;
use super::{order_text, preview, prompts, report, standing_orders_text, vocabulary};
use crate::SevenDays;
use crate::orders::Order;
use crate::pack::Side;
use crate::position::ledger::{Game, Phase};

/// The maximum number of examples of one kind; for assaults and moves, every subject is shown.
const EXAMPLES: usize = 6;
/// The maximum number of examples of a kind for which every subject is shown.
const SUBJECTS: usize = 24;
/// What is said of conditions, which a night order has none of.
pub const CONDITIONS: &str = "Any order may have a condition; the order is skipped if the condition does not hold: if: {activated: \
                          true}, or clear, contested, ours, fresh, results, impulse_at_most, advantage, not";

/// The situation, the places of the side's forces, and the standing orders in force with their defaults; then an empty
/// line; then examples of legal orders by kind, each a line of YAML followed by its meaning.
pub fn notes(rules: &SevenDays, position: &Position<SevenDays>, side: &Id) -> Vec<String> {
    let Ok(own) = rules.side(side) else { return Vec::new() };
    let game = &position.game;
    let mut lines = vec![format!("{}.", report::title(rules, game))];
    lines.extend(report::standing(rules, game));
    if !matches!(&position.pending, Some(Pending::Orders { .. })) {
        return lines;
    }
    lines.extend(prompts::asked(rules, position).map(|(text, rule)| format!("{text} [{rule}]")));
    lines.extend(victory(rules, game).last().map(flat));
    lines.push("Your forces:".to_owned());
    lines.extend(forces(rules, game, own));
    let orders = position.standing.get(side).cloned().unwrap_or_default();
    lines.extend(standing_orders_text::in_force(&rules.pack, own, &orders));
    lines.push(String::new());
    lines.extend(examples(rules, &rules.legal(position, side, None)));
    if let Some((when, orders)) = preview::later(rules, position, own) {
        lines.push(format!("-- {when}:"));
        lines.extend(examples(rules, &orders));
    }
    if game.phase == Phase::Daylight {
        lines.push(CONDITIONS.to_owned());
    }
    lines
}

/// Who is where, and what they may do.
fn forces(rules: &SevenDays, game: &Game, side: Side) -> Vec<String> {
    let line = |area: Area| {
        let of = |exhausted: bool| {
            let here = game.units_at(&rules.pack, area, side).filter(move |(_, state, _)| state.exhausted == exhausted);
            here.map(|(id, ..)| id.to_string()).collect::<Vec<_>>()
        };
        let (fresh, tired) = (of(false), of(true));
        let mut parts = Vec::new();
        if !fresh.is_empty() {
            parts.push(fresh.join(", "));
        }
        if !tired.is_empty() {
            parts.push(format!("Exhausted: {}", tired.join(", ")));
        }
        for id in game.leaders_in(&rules.pack, area, side) {
            let rating = rules.pack.forces.leaders.get(id).filter(|leader| !leader.is_army());
            let rating = rating.map_or("Army Leader".to_owned(), |leader| format!("initiative {}", leader.initiative));
            let state = if game.leaders[id].inactive { ", Inactive" } else { "" };
            parts.push(format!("{id} ({rating}{state})"));
        }
        let enemies = game.count(&rules.pack, area, side.other());
        if enemies > 0 {
            parts.push(format!(
                "with {} there",
                vocabulary::plural(u32::try_from(enemies).unwrap_or(u32::MAX), "enemy unit")
            ));
        }
        (!parts.is_empty()).then(|| format!("  {}: {}", vocabulary::place(&rules.pack, area), parts.join("; ")))
    };
    let own = |area: &Area| {
        game.has_units(&rules.pack, *area, side) || game.leaders_in(&rules.pack, *area, side).next().is_some()
    };
    rules.pack.map.areas.keys().copied().filter(own).filter_map(line).collect()
}

/// The heading of a kind of orders, whether every subject is shown, and what an order of that kind is about.
type Kind = (&'static str, bool, fn(&Order) -> Option<Subject>);

const KINDS: [Kind; 11] = [
    ("Begin an Assault Impulse, in which a leader tries to activate his command:", true, |order| match order {
        Order::Assault(order) if order.combined.is_none() && order.rally.is_none() && order.build.is_none() => {
            let leader = order.leader.as_ref()?;
            Some((leader.to_string(), usize::from(order.forced_march.is_empty())))
        }
        _ => None,
    }),
    ("Begin a Combined Assault with two leaders:", false, |order| match order {
        Order::Assault(order) => Some((format!("{:?}", order.combined.as_ref()?), 0)),
        _ => None,
    }),
    ("Begin an Assault Impulse, but first rally leaders, build a bridge or force-march units:", false, |order| {
        match order {
            Order::Assault(order)
                if order.rally.is_some() || order.build.is_some() || !order.forced_march.is_empty() =>
            {
                Some((
                    format!("{:?} {:?} {}", order.rally, order.build.as_ref().map(|build| &build.bridge), order.area),
                    usize::from(order.leader.is_some()),
                ))
            }
            _ => None,
        }
    }),
    (
        "Begin an Assault Impulse without a leader: one unit and the Independent units act, without a die roll:",
        false,
        |order| match order {
            Order::Assault(order) if order.leader.is_none() && order.combined.is_none() => {
                Some((order.area.to_string(), 0))
            }
            _ => None,
        },
    ),
    ("Regroup all or part of an area:", false, |order| match order {
        Order::Regroup(order) => {
            let units = order.to.iter().map(|party| party.units.len()).sum();
            Some((format!("{} {}", order.from, order.and.is_some()), units))
        }
        _ => None,
    }),
    ("Assault the enemies in an area:", true, |order| match order {
        Order::Attack(order) => {
            Some((order.area.to_string(), 100 - order.units.len().min(99) - usize::from(order.stay)))
        }
        _ => None,
    }),
    ("Move units and leaders, area by area:", true, |order| match order {
        Order::Move(order) => {
            let to = order.path.last()?;
            Some((format!("{to} {}", order.units.is_empty()), order.units.len() * 2 + order.leaders.len()))
        }
        _ => None,
    }),
    ("End the impulse:", false, |order| match order {
        Order::End(order) => Some((format!("{:?}", order.demolish), 0)),
        _ => None,
    }),
    ("Pass:", false, |order| matches!(order, Order::Pass(_)).then(|| (String::new(), 0))),
    ("Relocate the Supply Train, which costs the Advantage and the impulse:", false, |order| {
        matches!(order, Order::Relocate(_)).then(|| (String::new(), 0))
    }),
    ("Play the Night Phase; artillery refits automatically:", false, |order| match order {
        Order::Night(order) => Some((format!("{:?} {}", order.entrench, order.advantage), order.replace.len())),
        _ => None,
    }),
];

/// Examples of each kind of legal order, different subjects first.
fn examples(rules: &SevenDays, legal: &[Order]) -> Vec<String> {
    let sorts = KINDS.each_ref().map(|(title, each, subject)| {
        let most = if *each { SUBJECTS } else { EXAMPLES };
        ExampleKind { title, most, subject }
    });
    let nothing = "The program offers no example here.";
    draft_examples::examples(&sorts, legal, |order| order_text::order(&rules.pack, order), nothing)
}

/// A key that similar orders share: lists of orders show only a few of each.
pub fn similarity_key(order: &Order) -> String {
    let name = order.name();
    match order {
        Order::Assault(order) => {
            format!(
                "{name} {} {} {} {}",
                order.combined.is_some(),
                order.rally.is_some(),
                order.build.is_some(),
                order.leader.is_some()
            )
        }
        Order::Move(order) => match (order.units.as_slice(), order.leaders.first()) {
            ([], Some(leader)) => format!("{name} {leader}"),
            ([one], _) => format!("{name} {one}"),
            _ => format!("{name} together {:?}", order.path.first()),
        },
        Order::Attack(order) => format!("{name} {}", order.area),
        Order::Regroup(order) => format!("{name} {}", order.and.is_some()),
        _ => name.to_owned(),
    }
}
