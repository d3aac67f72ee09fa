//! `rail` in words.

use serde_json::json;

use crate::board::Hex;

use super::super::vocabulary::{leader_name, place, sp};
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Order, Rail};
use crate::pack::{Pack, Side};

impl OrderWords for Rail {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        sentence(pack, self)
    }

    fn similarity(&self) -> String {
        format!("{:?}", self.leader)
    }

    fn ends_at(&self, hex: Hex) -> bool {
        self.to == hex
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Send strength points by rail (cost: as for a march):", |order| match order {
            Order::Rail(order) => subject(json!([order.leader, order.from]), order.sp.unwrap_or(1)),
            _ => None,
        })]
    }
}

fn sentence(pack: &Pack, order: &Rail) -> String {
    let points = sp(order.sp.unwrap_or(1));
    let who = match &order.leader {
        Some(leader) => format!("{} with {points}", leader_name(pack, leader)),
        None => points,
    };
    let from = order.from.map_or(String::new(), |hex| format!(" from {}", place(pack, hex)));
    format!("send {who}{from} by rail to {}", place(pack, order.to))
}
