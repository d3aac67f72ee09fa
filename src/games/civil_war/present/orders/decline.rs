//! `decline` in words.

use serde_json::json;

use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Decline, Order};
use crate::pack::{Pack, Side};

impl OrderWords for Decline {
    fn sentence(&self, _pack: &Pack, _by: Side) -> String {
        "decline the free reinforcement of this pulse".to_owned()
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Decline the free reinforcement:", |order| match order {
            Order::Decline(order) => subject(json!(order), 0),
            _ => None,
        })]
    }
}
