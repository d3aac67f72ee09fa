//! `spend` in words.

use serde_json::json;

use super::super::vocabulary::commands;
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Order, Spend};
use crate::pack::{Pack, Side};

impl OrderWords for Spend {
    fn sentence(&self, _pack: &Pack, _by: Side) -> String {
        format!("spend {} without an action", commands(&self.points()))
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Spend command points without an action:", |order| match order {
            Order::Spend(order) => subject(json!(order), 0),
            _ => None,
        })]
    }
}
