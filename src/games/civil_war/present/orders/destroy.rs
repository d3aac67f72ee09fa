//! `destroy` in words.

use serde_json::json;

use crate::board::Hex;

use super::super::options::OptionList;
use super::super::vocabulary::{place, work};
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Destroy, Order, Work};
use crate::pack::{Pack, Side};

impl OrderWords for Destroy {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        format!("destroy the {} in {}", work(self.what), place(pack, self.at))
    }

    fn offer_in_hex(list: &mut OptionList<'_>, hex: Hex) {
        let own = list.game.depots.get(&hex) == Some(&list.side);
        for what in [Work::Depot, Work::Fort, Work::Fortress] {
            let order = Order::Destroy(Destroy { what, at: hex, condition: None });
            if what == Work::Depot && own || list.check_order(&order).is_ok() {
                list.offer(format!("Destroy the {}", work(what)), "9.2.8", [order]);
            }
        }
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Destroy your own depot, fort or fortress (free):", |order| match order {
            Order::Destroy(order) => subject(json!([order.what, order.at]), 0),
            _ => None,
        })]
    }
}
