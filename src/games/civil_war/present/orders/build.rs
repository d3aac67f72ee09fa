//! `build` in words.

use serde_json::json;

use crate::board::Hex;

use super::super::options::OptionList;
use super::super::vocabulary::{place, plural, work};
use super::{Heading, OrderWords, subject};
use crate::CivilWar;
use crate::orders::{Build, Order, Work};
use crate::pack::{Pack, Side};
use crate::position::ledger::Game;
use crate::supply::construction;

impl OrderWords for Build {
    fn sentence(&self, pack: &Pack, _by: Side) -> String {
        match self.what {
            Work::Fortress => format!("upgrade the fort in {} to a fortress", place(pack, self.at)),
            what => format!("build a {} in {}", work(what), place(pack, self.at)),
        }
    }

    fn similarity(&self) -> String {
        format!("{:?}", self.what)
    }

    fn ends_at(&self, hex: Hex) -> bool {
        self.at == hex
    }

    fn draft_note(&self, rules: &CivilWar, game: &Game, side: Side) -> String {
        let price = construction::price(rules, game, side, self.what, self.at);
        format!(", for {}", plural(price, "command point"))
    }

    fn offer_in_hex(list: &mut OptionList<'_>, hex: Hex) {
        for what in [Work::Depot, Work::Fort, Work::Fortress] {
            let order = Build { what, at: hex, pay: None, condition: None };
            let build = match what {
                Work::Fortress => "Upgrade the fort to a fortress".to_owned(),
                what => format!("Build a {}", work(what)),
            };
            list.offer(build, if what == Work::Depot { "9.2.7a" } else { "CW-12" }, [Order::Build(order)]);
        }
    }

    fn headings(_rules: &CivilWar) -> Vec<Heading> {
        vec![Heading::few("Build:", |order| match order {
            Order::Build(order) => subject(json!([order.what, order.at]), 0),
            _ => None,
        })]
    }
}
