//! What orders promise before any die is rolled: the chances of activation and of assaults, whether the day may end,
//! what is left.

use crate::engine::{Position, Ruleset};

use super::percentages::percent;
use super::{assault_odds, vocabulary};
use crate::orders::{Assault, Order};
use crate::pack::Side;
use crate::position::ledger::{Game, Phase};
use crate::projection::{self, Projection};
use crate::{SevenDays, phases::night};

/// The prospects of a side's legal orders, one sentence each.
pub fn chances(rules: &SevenDays, position: &Position<SevenDays>, side: Side, orders: &[Order]) -> Vec<String> {
    let mut text = Vec::new();
    let mut now = Some(Projection { game: position.game.clone(), sure: true });
    for (n, order) in orders.iter().enumerate() {
        let Some(Projection { game, sure }) = &now else { break };
        if order.condition().is_some_and(|given| given.fails(game, &rules.pack, side).is_some()) {
            continue;
        }
        let (n, sure) = (n + 1, *sure);
        let as_things = if sure { "" } else { ", if the orders before it succeed," };
        match order {
            Order::Assault(order) => text.extend(activation(rules, game, side, n, order)),
            Order::Attack(order) => {
                if let Some(found) = assault_odds::assault(rules, position, game, side, order) {
                    let (attack, defense) = found.values();
                    let [repulse, stalemate, success] = found.chances();
                    text.push(format!(
                        "Order {n}{as_things} assaults {} with {attack} against {defense}: Repulse {repulse}, Stalemate \
                         {stalemate}, Success {success} [10.4].",
                        vocabulary::place(&rules.pack, order.area),
                    ));
                }
            }
            Order::End(_) | Order::Pass(_) | Order::Regroup(_) => {
                text.extend(sunset(game, side));
                // Later orders are the other side's turn.
                break;
            }
            Order::Night(order) => {
                let have = night::points(rules, game, side, order.advantage);
                let used = vocabulary::count(&order.replace);
                text.push(format!(
                    "You use {used} of {} and keep {} in reserve [13.3].",
                    vocabulary::plural(have, "Replacement Point"),
                    have.saturating_sub(used)
                ));
            }
            Order::Move(_) | Order::Relocate(_) | Order::Wait(_) => {}
        }
        let next = projection::after_order(rules, position, game, side, order).ok().flatten();
        now = next.map(|next| Projection { sure: sure && next.sure, ..next });
    }
    let begun = position.game.current.is_some() || orders.iter().any(|order| matches!(order, Order::Assault(_)));
    let ended = orders.iter().any(|order| matches!(order, Order::End(_)));
    if begun && !ended && position.game.phase == Phase::Daylight && !orders.is_empty() {
        text.push("The impulse continues after these orders, and you are asked again.".to_owned());
    }
    text
}

/// How often a leader activates his command.
fn activation(rules: &SevenDays, game: &Game, side: Side, n: usize, order: &Assault) -> Option<String> {
    let leader = order.leader.as_ref()?;
    let name = vocabulary::leader(&rules.pack, leader);
    let else_one = "otherwise one unit and the Independent units act";
    Some(match projection::activation_roll_needed(rules, game, side, leader) {
        1 => format!("Order {n}: {name} activates his command on any roll [8.1.1]."),
        least @ 2..=6 => {
            format!(
                "Order {n}: {name} activates his command on a roll of {least} or more ({} in 6); {else_one} [8.1.1].",
                7 - least
            )
        }
        _ => format!("Order {n}: {name} cannot activate his command on any roll; {else_one} [8.1.1]."),
    })
}

/// How often an order activates its leader's command: `activates on 4 rolls in 6`; `None` for an order without a roll.
pub fn activation_chance(rules: &SevenDays, game: &Game, side: Side, order: &Order) -> Option<String> {
    let Order::Assault(order) = order else { return None };
    Some(match projection::activation_roll_needed(rules, game, side, order.leader.as_ref()?) {
        ..=1 => "activates on any roll".to_owned(),
        least @ 2..=6 => format!("activates on {} in 6", vocabulary::plural(7 - u32::from(least), "roll")),
        _ => "activates on no roll".to_owned(),
    })
}

/// How often the day ends with a Confederate impulse.
fn sunset(game: &Game, side: Side) -> Option<String> {
    let ways = sunset_ways(game, side)?;
    Some(format!("The day ends after this impulse on {} of Sunset rolls [6.3.1].", percent(ways, 36)))
}

/// How many of the 36 rolls of two dice end the day after an impulse of a side; `None` if none can.
pub fn sunset_ways(game: &Game, side: Side) -> Option<u32> {
    if side != Side::Confederate || game.phase != Phase::Daylight || game.impulse < 2 {
        return None;
    }
    let ways = |sum: u8| 6 - u32::from(sum.abs_diff(7));
    // If the weather may change, a roll equal to the impulse number does not end the day (15.1.3).
    let most = if game.options.weather { game.impulse - 1 } else { game.impulse };
    let ways: u32 = (2..=most.min(12)).map(ways).sum();
    (ways > 0).then_some(ways)
}

/// What becomes legal once a leader has activated his command, described as if he had.
pub fn later(rules: &SevenDays, position: &Position<SevenDays>, side: Side) -> Option<(String, Vec<Order>)> {
    if position.game.phase != Phase::Daylight || position.game.current.is_some() {
        return None;
    }
    let legal = rules.legal(position, &side.id(), None);
    let led = |order: &&Order| matches!(order, Order::Assault(Assault { leader: Some(_), rally: None, .. }));
    let strength = |order: &&Order| match order {
        Order::Assault(order) => (order.forced_march.is_empty(), game_strength(rules, &position.game, side, order)),
        _ => (false, 0),
    };
    let first = legal.iter().rev().filter(led).max_by_key(strength)?;
    let Order::Assault(Assault { area, leader: Some(leader), .. }) = first else { return None };
    let ahead = projection::after_order(rules, position, &position.game, side, first).ok()??;
    let mut after = position.clone();
    after.game = ahead.game;
    let orders = rules.legal(&after, &side.id(), None);
    let name = vocabulary::leader(&rules.pack, leader);
    let place = vocabulary::place(&rules.pack, *area);
    let when = format!("After an Assault Impulse of {name} from {place}, if he activates his command there");
    (!orders.is_empty()).then_some((when, orders))
}

/// How many units would follow a leader.
fn game_strength(rules: &SevenDays, game: &Game, side: Side, order: &Assault) -> u32 {
    let command = order.leader.as_ref().and_then(|leader| rules.pack.forces.leaders.get(leader)?.command.as_ref());
    let follows = game.units_at(&rules.pack, order.area, side).filter(|(_, _, unit)| Some(&unit.command) == command);
    vocabulary::count(follows)
}
