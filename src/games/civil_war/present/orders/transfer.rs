//! `transfer` in words.

use serde_json::json;

use crate::board::Hex;
use crate::document::Id;

use super::super::options::OptionList;
use super::super::order_text::company;
use super::super::vocabulary::army;
use super::{Heading, OrderWords, subject};
use crate::orders::{Order, Transfer};
use crate::pack::{Pack, Side};
use crate::{CivilWar, leaders};

impl OrderWords for Transfer {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        let what = company(pack, self.sp, &self.leaders).unwrap_or_else(|| "nobody".to_owned());
        format!("transfer {what} from {} to {}", army(pack, &self.from), army(pack, &self.to))
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few(
            "Transfer strength points or leaders to another army in the hex, free:",
            |order| match order {
                Order::Transfer(order) => subject(json!([order.from, order.to]), 0),
                _ => None,
            },
        )]
    }
}

impl OptionList<'_> {
    /// What may go from an army to others in its hex.
    pub(in crate::present) fn transfers(&mut self, id: &Id, hex: Hex) {
        let others: Vec<Id> = leaders::army::armies_at(self.rules, self.game, hex, self.side)
            .into_iter()
            .filter(|other| other != id)
            .collect();
        let members = leaders::army::leaders(self.game, id);
        let mut orders = Vec::new();
        for to in others {
            let order = |sp, leaders| {
                Order::Transfer(Transfer { from: id.clone(), to: to.clone(), sp, leaders, condition: None })
            };
            orders.push(order(1, Vec::new()));
            orders.extend(members.iter().map(|piece| order(0, vec![piece.leader.clone()])));
        }
        self.offer("Transfer strength points or leaders to another army".to_owned(), "12.2.2", orders);
    }
}
