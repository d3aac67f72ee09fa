//! `launch` in words.

use serde_json::json;

use super::super::{naval_text, risks};
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Launch, Order};
use crate::pack::{Pack, Side};
use crate::position::ledger::Game;

impl OrderWords for Launch {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        naval_text::launch(pack, self)
    }

    fn risks(&self, rules: &CivilWar, game: &Game, side: Side) -> Vec<String> {
        risks::of_entry(rules, game, side, self)
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Bring in ships:", |order| match order {
            Order::Launch(order) => subject(json!(order.ships.first().map(|launched| &launched.ships)), 0),
            _ => None,
        })]
    }
}
