//! `create` in words.

use serde_json::json;

use crate::board::Hex;

use super::super::options::OptionList;
use super::super::vocabulary::{army, place, plural};
use super::{Heading, OrderWords, subject};
use crate::orders::{Create, Order};
use crate::pack::{ArmyData, Pack, Side};
use crate::{CivilWar, leaders};

impl OrderWords for Create {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        format!("form {} in {}", army(pack, &self.army), place(pack, self.at))
    }

    fn ends_at(&self, hex: Hex) -> bool {
        self.at == hex
    }

    fn offer_in_hex(list: &mut OptionList<'_>, hex: Hex) {
        list.creations(hex);
    }

    fn headings(rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few(
            format!("Form an army (cost: {}):", plural(rules.pack.charts.costs.create_army.into(), "command point")),
            |order| match order {
                Order::Create(order) => subject(json!([order.army, order.at]), 0),
                _ => None,
            },
        )]
    }
}

impl OptionList<'_> {
    /// Armies that may be formed in a hex.
    pub(in crate::present) fn creations(&mut self, at: Hex) {
        if !leaders::army::hexes_with_commanders(self.rules, self.game, self.side).contains(&at) {
            return;
        }
        let theater = self.rules.pack.map.hex(at).map(|data| data.theater);
        let unformed = self.rules.pack.charts.armies.values().filter(|data| {
            data.side == self.side && !self.game.armies.contains_key(&data.id) && Some(data.theater) == theater
        });
        let order = |data: &ArmyData| Create { army: data.id.clone(), at, pay: None, condition: None };
        let orders: Vec<Order> = unformed.map(|data| Order::Create(order(data))).collect();
        self.offer("Form an army".to_owned(), "12.1.1", orders);
    }
}
