//! `raid` in words.

use serde_json::json;

use super::super::vocabulary::{place, tribe};
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Order, Raid};
use crate::pack::{Pack, Side};

impl OrderWords for Raid {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        format!("let the {} raid the stockade of {}", tribe(&self.tribe), place(pack, self.at))
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Let a tribe raid an enemy stockade (the Far West):", |order| match order {
            Order::Raid(order) => subject(json!([order.tribe, order.at]), 0),
            _ => None,
        })]
    }
}
