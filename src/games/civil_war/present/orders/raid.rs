//! `raid` in words.

use serde_json::json;

use super::super::options::OptionList;
use super::super::vocabulary::{place, tribe};
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::board::Hex;
use crate::far_west::tribes;
use crate::orders::{Order, Raid};
use crate::pack::{Pack, Side};

impl OrderWords for Raid {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        format!("let the {} raid the stockade of {}", tribe(&self.tribe), place(pack, self.at))
    }

    fn offer_in_hex(list: &mut OptionList<'_>, hex: Hex) {
        let homes = &list.rules.pack.far_west.tribes.homes;
        let concerns = |raid: &Raid| raid.at == hex || homes.get(&raid.tribe) == Some(&hex);
        let raids: Vec<Order> =
            tribes::legal(list.rules, list.game, list.side).into_iter().filter(concerns).map(Order::Raid).collect();
        if !raids.is_empty() {
            list.offer("A tribe raids a stockade".to_owned(), "CW-321", raids);
        }
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Let a tribe raid an enemy stockade (the Far West):", |order| match order {
            Order::Raid(order) => subject(json!([order.tribe, order.at]), 0),
            _ => None,
        })]
    }
}
