//! `finish` in words.

use serde_json::json;

use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Finish, Order};
use crate::pack::{Pack, Side};

impl OrderWords for Finish {
    fn sentence(&self, _pack: &Pack, _by: Side) -> String {
        "end the half-pulse and spend the remaining initiative points without an action".to_owned()
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few(
            "As the last order: skip what cannot be carried out, spend the remaining points, and end your half-pulse:",
            |order| match order {
                Order::Finish(order) => subject(json!(order), 0),
                _ => None,
            },
        )]
    }
}
