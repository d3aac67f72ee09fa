//! `together` in words.

use serde_json::json;

use crate::board::Hex;

use super::super::preview::{Encounter, voyages};
use super::super::risks;
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Order, Together};
use crate::pack::{Pack, Side};
use crate::position::ledger::Game;

impl OrderWords for Together {
    fn sentence(&self, pack: &Pack, by: Side) -> String {
        format!("attack together: {}; {}", self.sail.sentence(pack, by), self.r#move.sentence(pack, by))
    }

    fn similarity(&self) -> String {
        format!("{:?}", self.sail.leader)
    }

    fn risks(&self, rules: &CivilWar, game: &Game, side: Side) -> Vec<String> {
        risks::of_attack(rules, game, side, self)
    }

    fn encounters(&self, rules: &CivilWar, game: &Game, side: Side) -> Vec<Encounter> {
        voyages::together(rules, game, side, self)
    }

    fn ends_at(&self, hex: Hex) -> bool {
        self.r#move.ends_at(hex)
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Attack with ships and a ground force together (cost: that of both):", |order| match order {
            Order::Together(order) => subject(json!([order.sail.leader, order.r#move.path]), order.r#move.strength()),
            _ => None,
        })]
    }
}
