//! `launch`: ships enter (10.4, 10.5).

use crate::board::Hex;
use crate::engine::StepContext;

use super::kind::{Begun, OrderKind, Tested, Written, entry_of};
use super::{Launch, Order};
use crate::legality::forecast::at_once::AtOnce;
use crate::legality::outlook::Outlook;
use crate::pack::{Side, Station};
use crate::position::ledger::Game;
use crate::{CivilWar, naval};

impl OrderKind for Launch {
    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        naval::launch(rules, cx, side, self)
    }

    fn cost(&self, rules: &CivilWar, game: &Game, side: Side) -> u32 {
        naval::launch_price(rules, game, side, self)
    }

    fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
        naval::launch::legal(rules, game, side)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        outlook.at_once(self, certain)
    }
}

impl AtOnce for Launch {
    fn least_cost(&self, outlook: &Outlook<'_>) -> u32 {
        let price = self.cost(outlook.rules, &outlook.game, outlook.side);
        match outlook.side {
            Side::Union => price,
            // Each ship for itself, and by the Supply Loss Schedule for more (10.5.1, 9.4.8b).
            Side::Confederate => {
                let ships = self.ships.iter().map(|launched| launched.hulls().points()).fold(0, u32::saturating_add);
                ships.saturating_mul(outlook.rules.pack.charts.costs.enter_naval.into()).max(price)
            }
        }
    }

    fn is_certain(&self, outlook: &Outlook<'_>, (path, rule): (&str, &str)) -> bool {
        let named = entry_of(path, "launch.ships").and_then(|n| self.ships.get(n));
        let city = |hex: Hex| outlook.rules.pack.map.hex(hex).is_some_and(|data| data.city.is_some());
        match rule {
            // Which ships wait, and what water is.
            "10.4.1" | "10.5.1" | "10.5.3" | "8.3.1" => true,
            _ if !outlook.doubts.supply => true,
            "10.4.2" | "10.4.3" | "10.5.2" => {
                let river = rule != "10.4.3";
                let at = named.and_then(|launched| launched.at);
                at.is_none_or(|at| river && matches!(at, Station::Hex(_)) || !at.hexes().any(city))
            }
            _ => false,
        }
    }

    fn spread_doubt(&self, outlook: &mut Outlook<'_>, _before: &Game, certain: bool) {
        outlook.may_affect_named(&self.value(), 0);
        for launched in &self.ships {
            let hulls = launched.hulls();
            outlook.doubts.fleet.join(&hulls, true);
            let navy = &mut outlook.game.side_mut(outlook.side).navy;
            if certain {
                navy.pool.subtract(&hulls);
                navy.due.values_mut().for_each(|due| due.subtract(&hulls));
            }
        }
    }
}
