//! `move` in words.

use serde_json::json;

use crate::board::Hex;

use super::super::order_text::{company, condition, leaders};
use super::super::preview::{Encounter, attack};
use super::super::risks;
use super::super::vocabulary::{army, leader_name, place, places, sp, sp_of};
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Captured, DropOff, Move, Order};
use crate::pack::{Pack, Side};
use crate::position::ledger::Game;

impl OrderWords for Move {
    fn sentence(&self, pack: &Pack, by: Side) -> String {
        sentence(pack, by, self)
    }

    fn similarity(&self) -> String {
        let Move { leader, army, army_group, .. } = self;
        format!("{leader:?} {army:?} {army_group}")
    }

    fn risks(&self, rules: &CivilWar, game: &Game, side: Side) -> Vec<String> {
        let end = self.path.last().filter(|_| self.strength() > 0);
        let whom = end.and_then(|&end| risks::defenders_text(rules, game, side, end));
        whom.map(|whom| format!("attacks {whom}")).into_iter().collect()
    }

    fn encounters(&self, rules: &CivilWar, game: &Game, side: Side) -> Vec<Encounter> {
        attack(rules, game, side, self).into_iter().collect()
    }

    fn ends_at(&self, hex: Hex) -> bool {
        self.path.last() == Some(&hex)
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![
            Heading::all(
                "March with an army, or with an army group under a four-star leader (cost: the commander's initiative):",
                |order| match order {
                    Order::Move(order) if order.army.is_some() || order.army_group => {
                        let who = order.army.as_ref().or(order.leader.as_ref())?;
                        subject(json!(who), order.sp.unwrap_or(1) * 16 + size(order))
                    }
                    _ => None,
                },
            ),
            Heading::all(
                "Move a leader with strength points (cost: his initiative, in command points of the theater, then in \
                 discretionary ones):",
                |order| match order {
                    Order::Move(order) if single(order) && order.strength() > 0 => {
                        subject(json!(order.leader.as_ref()?), order.strength() * 16 + size(order))
                    }
                    _ => None,
                },
            ),
            Heading::few("Move one strength point without a leader (cost: 1 command point):", |order| match order {
                Order::Move(order) if single(order) && order.leader.is_none() => {
                    subject(json!(order.from), order.path.len() as u32)
                }
                _ => None,
            }),
            Heading::all("Move a leader alone (cost: 1 command point):", |order| match order {
                Order::Move(order) if single(order) && order.strength() == 0 => {
                    subject(json!(order.leader.as_ref()?), 0)
                }
                _ => None,
            }),
        ]
    }
}

/// Whether neither an army nor several march.
fn single(order: &Move) -> bool {
    order.army.is_none() && !order.army_group
}

/// How good an example a march is: a long path, and nothing dropped on it.
fn size(order: &Move) -> u32 {
    order.path.len() as u32 + u32::from(order.drop.is_empty()) * 8
}

fn sentence(pack: &Pack, by: Side, order: &Move) -> String {
    let who = match (&order.leader, &order.army, order.sp) {
        (Some(leader), _, _) if order.army_group => {
            format!("{} with every army in his hex", leader_name(pack, leader))
        }
        (_, Some(own), None) => format!("{} with all its strength points that have not moved", army(pack, own)),
        (_, Some(own), Some(points)) => format!("{} with {}", army(pack, own), sp(points)),
        (Some(leader), None, _) if order.strength() == 0 => format!("{} alone", leader_name(pack, leader)),
        (Some(leader), None, _) => {
            format!("{} with {}", leader_name(pack, leader), sp_of(order.strength(), order.unit))
        }
        (None, None, _) => sp_of(order.strength(), order.unit),
    };
    let strength = match (order.army_group, order.sp) {
        (true, Some(points)) => format!(", {} of them", sp(points)),
        _ => String::new(),
    };
    let from = order.from.map_or(String::new(), |hex| format!(" from {}", place(pack, hex)));
    let mut text = match order.path.split_last() {
        None => match order.convert.as_slice() {
            [] => format!("move {who}{strength}{from}, but to no hex"),
            _ => {
                return format!(
                    "have {who}{from} take control of the railroad and city in their \
                                 hex{}",
                    terms(pack, by, order)
                );
            }
        },
        Some((to, way)) => {
            let by_way = if way.is_empty() { String::new() } else { format!(" via {}", places(pack, way)) };
            format!("move {who}{strength}{from}{by_way} to {}", place(pack, *to))
        }
    };
    if !order.leave.is_empty() {
        text.push_str(&format!(", without {}", leaders(pack, &order.leave)));
    }
    for DropOff { at, sp, leaders } in &order.drop {
        let left = company(pack, *sp, leaders).unwrap_or_else(|| "nobody".to_owned());
        text.push_str(&format!(", leaving {left} in {}", place(pack, *at)));
    }
    if !order.convert.is_empty() {
        text.push_str(&format!(", taking control of the railroad and city in {}", places(pack, &order.convert)));
    }
    text + &terms(pack, by, order)
}

/// What a march does with depots, and where it stops.
fn terms(pack: &Pack, by: Side, order: &Move) -> String {
    let mut text = String::new();
    if let Some(depot) = order.depot {
        text.push_str(&format!(", using up the depot in {} if a combat needs supply from a depot", place(pack, depot)));
    }
    match order.depots {
        Some(Captured::Capture) => text.push_str(", capturing enemy depots on the way"),
        Some(Captured::Destroy) => text.push_str(", destroying enemy depots on the way"),
        None => {}
    }
    if let Some(stop) = &order.stop {
        text.push_str(&format!(", stopping on the way as soon as {}", condition(pack, by, stop)));
    }
    text
}
