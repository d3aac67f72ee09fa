//! `reinforce` in words.

use serde_json::json;

use crate::board::Hex;
use crate::document::Id;

use super::super::options::OptionList;
use super::super::vocabulary::{army, leader, place, track};
use super::{Heading, OrderWords, subject};
use crate::orders::{Order, Reinforce, Source};
use crate::pack::{Pack, Side};
use crate::{CivilWar, leaders, reinforcements};

impl OrderWords for Reinforce {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        let what = match self.from {
            Source::Leaders => match &self.leader {
                Some(piece) => format!("{} from the pool", leader(pack, piece)),
                None => "a leader from the pool".to_owned(),
            },
            from => format!("a strength point from the {} track", from.track().map_or("", track)),
        };
        let into = self.army.as_ref().map_or(String::new(), |id| format!(", into {}", army(pack, id)));
        format!("bring {what} to {}{into}", place(pack, self.at))
    }

    fn similarity(&self) -> String {
        format!("{:?}", self.from)
    }

    fn ends_at(&self, hex: Hex) -> bool {
        self.at == hex
    }

    fn offer_in_hex(list: &mut OptionList<'_>, hex: Hex) {
        list.reinforcements(hex, None);
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Bring in a reinforcement:", |order| match order {
            Order::Reinforce(order) => subject(json!(order.from), 0),
            _ => None,
        })]
    }
}

impl OptionList<'_> {
    /// Reinforcements that may enter a hex, or an army in it.
    pub(in crate::present) fn reinforcements(&mut self, at: Hex, own: Option<&Id>) {
        let several = leaders::army::armies_at(self.rules, self.game, at, self.side).len() > 1;
        let into = own.filter(|_| several).cloned();
        let sources: Vec<Source> = reinforcements::waiting(self.rules, self.game, self.side);
        let orders = sources
            .into_iter()
            .map(|from| Order::Reinforce(Reinforce { army: into.clone(), ..Reinforce::new(from, at) }));
        let orders: Vec<Order> = orders.collect();
        self.offer("Bring in reinforcements".to_owned(), "10.2", orders);
    }
}
