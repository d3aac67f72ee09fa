//! `remove` in words.

use serde_json::json;

use crate::board::Hex;
use crate::document::Id;

use super::super::options::OptionList;
use super::super::vocabulary::{army, place, places, plural};
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::leaders::army::hex_of;
use crate::orders::{Order, Removal, Remove};
use crate::pack::{Pack, Side};

impl OrderWords for Remove {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        sentence(pack, self)
    }

    fn ends_at(&self, hex: Hex) -> bool {
        self.path.last() == Some(&hex)
    }

    fn headings(rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few(
            format!(
                "Remove an army's commander (cost: {}):",
                plural(rules.pack.charts.costs.remove_commander.into(), "command point")
            ),
            |order| match order {
                Order::Remove(order) => subject(json!([order.army, order.fate]), 0),
                _ => None,
            },
        )]
    }
}

fn sentence(pack: &Pack, order: &Remove) -> String {
    let whose = format!("the commander of {}", army(pack, &order.army));
    match (order.fate, order.path.split_last()) {
        (Removal::Removed, _) => format!("remove {whose} to the Removed Leaders Box"),
        (Removal::Demoted, _) => format!("remove {whose} and demote him to two stars"),
        (Removal::Moved, None) => format!("remove {whose} and move him away"),
        (Removal::Moved, Some((to, way))) => {
            let by_way = if way.is_empty() { String::new() } else { format!(" via {}", places(pack, way)) };
            format!("remove {whose} and move him{by_way} to {}", place(pack, *to))
        }
    }
}

impl OptionList<'_> {
    /// What may become of an army's commander.
    pub(in crate::present) fn removals(&mut self, id: &Id) {
        let order = |fate, path| Order::Remove(Remove { army: id.clone(), fate, path, pay: None, condition: None });
        let mut orders = vec![order(Removal::Removed, Vec::new()), order(Removal::Demoted, Vec::new())];
        if let Some(hex) = hex_of(self.game, id) {
            let near = self.shortest_paths(hex, 3).into_iter().filter(|(end, _)| self.game.sp_at(*end, self.side) > 0);
            orders.extend(near.map(|(_, path)| order(Removal::Moved, path)).take(2));
        }
        self.offer("Remove its commander".to_owned(), "5.3.3", orders);
    }
}
