//! `sail` in words.

use serde_json::json;

use crate::board::Hex;

use super::super::preview::{Encounter, voyages};
use super::super::{naval_text, risks};
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Order, Sail};
use crate::pack::{Pack, Side};
use crate::position::ledger::Game;

impl OrderWords for Sail {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        naval_text::sail(pack, self)
    }

    fn similarity(&self) -> String {
        format!("{:?} {:?}", self.leader, self.from)
    }

    fn risks(&self, rules: &CivilWar, game: &Game, side: Side) -> Vec<String> {
        risks::of_voyage(rules, game, side, self)
    }

    fn encounters(&self, rules: &CivilWar, game: &Game, side: Side) -> Vec<Encounter> {
        voyages::sail(rules, game, side, self)
    }

    fn ends_at(&self, hex: Hex) -> bool {
        match self.land {
            Some(land) => land == hex,
            None => self.to.last().is_some_and(|at| at.borders(hex)),
        }
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::all(
            "Sail (cost: the leader's initiative, or 1 for a single ship, in naval command points, then in discretionary \
             ones):",
            |order| match order {
                Order::Sail(order) => {
                    let load = order.load.as_ref().map_or(0, |load| load.sp);
                    // One of each naval leader's, and one of the others of each place.
                    let admiral = order.leader.as_ref().filter(|_| order.from.is_none());
                    subject(json!([admiral, order.from]), load)
                }
                _ => None,
            },
        )]
    }
}
