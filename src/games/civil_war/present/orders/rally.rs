//! `rally` in words.

use serde_json::json;

use crate::board::Hex;

use super::super::options::OptionList;
use super::super::vocabulary::place;
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Order, Rally};
use crate::pack::{Pack, Side};

impl OrderWords for Rally {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        format!("rally the force in {}", place(pack, self.at))
    }

    fn offer_in_hex(list: &mut OptionList<'_>, hex: Hex) {
        list.rally(hex);
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Rally a demoralized force (cost: its ranking leader's initiative):", |order| match order {
            Order::Rally(order) => subject(json!(order.at), 0),
            _ => None,
        })]
    }
}

impl OptionList<'_> {
    /// Rallying the force of a hex.
    pub(in crate::present) fn rally(&mut self, at: Hex) {
        if self.game.demoralized_at(at, self.side) {
            let order = Order::Rally(Rally { at, pay: None, condition: None });
            self.offer("Rally the force".to_owned(), "5.6.1", [order]);
        }
    }
}
