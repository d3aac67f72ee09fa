//! `rail`: a force moves by rail (6.6).

use crate::document::Id;
use crate::engine::StepContext;

use super::kind::{Begun, Names, OrderKind, Tested, Written};
use super::{Move, Order, Rail};
use crate::CivilWar;
use crate::legality::forecast::at_once::AtOnce;
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::movement::{self, rail};
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::refusal::{RailBar, RailRefusal};

impl OrderKind for Rail {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hex("from", self.from);
        names.hex("to", self.to);
        names.leader("leader", self.leader.as_ref());
    }

    fn check_form(&self, form: &mut Form<'_>) {
        let sp = self.sp.unwrap_or(1);
        match &self.leader {
            None => form.single("rail", self.from, sp),
            Some(leader) => {
                if form.check_leader("rail.leader", leader) {
                    form.check_led_strength("rail", leader, sp);
                }
                if sp == 0 && !rail::may_ride_alone(form.game, form.side) {
                    form.refuse("rail.sp", "6.6.2", RailRefusal::LeaderAloneByRail { leader: leader.clone() });
                }
            }
        }
        for (path, hex) in [("rail", self.from), ("rail.to", Some(self.to))] {
            if let Some(hex) = hex.filter(|&hex| form.on_map(hex) && !form.rules.pack.map.rail_hex(hex)) {
                let why = RailBar::NoRailroad { hex };
                let refusal = match path {
                    "rail" => RailRefusal::RailFromClosed { why },
                    _ => RailRefusal::RailToClosed { why },
                };
                form.refuse(path, "6.6.1b", refusal);
            }
        }
        if self.from == Some(self.to) {
            form.refuse("rail.to", "6.6.1", RailRefusal::RailToSameHex { hex: self.to });
        }
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        let plan = rail::check(rules, cx.game, side, self)?;
        Ok(rail::carry(rules, cx.game, cx.events, side, self.to, &plan))
    }

    fn cost(&self, rules: &CivilWar, game: &Game, side: Side) -> u32 {
        let (leader, sp) = (self.leader.clone(), Some(self.sp.unwrap_or(1)));
        movement::cost(rules, game, side, &Move { leader, from: self.from, sp, ..Move::default() })
    }

    fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
        rail::legal(rules, game, side)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        outlook.at_once(self, certain)
    }
}

impl AtOnce for Rail {
    fn led_by(&self) -> Option<(&'static str, &Id)> {
        Some(("rail.leader", self.leader.as_ref()?))
    }

    fn least_cost(&self, _outlook: &Outlook<'_>) -> u32 {
        1
    }

    fn is_certain(&self, outlook: &Outlook<'_>, (path, rule): (&str, &str)) -> bool {
        let known = outlook.is_leader_certain(self.leader.as_ref());
        let found = self.leader.as_ref().and_then(|leader| outlook.game.find_leader(leader));
        let at = found.as_ref().map(|(_, hex, _)| *hex).or(self.from);
        match (path, rule) {
            // Trains carry less and less in a turn.
            ("rail.sp", "6.6.2") => !rail::may_ride_alone(&outlook.game, outlook.side),
            ("rail.sp", "6.6.5") => true,
            ("rail.leader", "6.6.7" | "5.3.1") => known && at.is_some_and(|hex| !outlook.may_command(hex)),
            ("rail.leader", _) | ("rail.sp", "6.2.6" | "6.2.18" | "8.2.4") => known,
            ("rail.sp" | "rail.from", "6.2.3" | "6.1.7") => {
                known && at.is_some_and(|hex| outlook.lacks_strength(hex, self.sp.unwrap_or(1)))
            }
            _ => false,
        }
    }

    fn spread_doubt(&self, outlook: &mut Outlook<'_>, before: &Game, certain: bool) {
        outlook.may_affect_named(&self.value(), 0);
        let sp = self.sp.unwrap_or(1);
        let from = self.leader.as_ref().and_then(|leader| before.find_leader(leader)).map(|(_, hex, _)| hex);
        outlook.transfer_strength(from.or(self.from), &[self.to], sp, certain);
        if certain {
            let used = &mut outlook.game.side_mut(outlook.side).rail_used;
            *used = used.saturating_add(sp);
        }
    }
}
