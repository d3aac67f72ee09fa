//! `sea` in words.

use serde_json::json;

use crate::board::Hex;

use super::super::naval_text;
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Order, Sea};
use crate::pack::{Pack, Side};

impl OrderWords for Sea {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        naval_text::sea(pack, self)
    }

    fn similarity(&self) -> String {
        format!("{:?} {:?}", self.leader, self.from)
    }

    fn ends_at(&self, hex: Hex) -> bool {
        self.to == Some(hex)
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Send strength points by sea without ships:", |order| match order {
            Order::Sea(order) => subject(json!([order.leader, order.from]), order.sp.unwrap_or(1)),
            _ => None,
        })]
    }
}
