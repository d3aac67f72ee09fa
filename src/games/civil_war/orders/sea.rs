//! `sea`: strength points move by sea without ships (8.7).

use crate::board::Hex;
use crate::document::Id;
use crate::engine::StepContext;

use super::Sea;
use super::kind::{Begun, Names, OrderKind, Tested, Written, entry_of};
use crate::legality::forecast::at_once::AtOnce;
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::pack::{Side, Station, Waters};
use crate::position::ledger::Game;
use crate::{CivilWar, leaders::army, naval};

impl OrderKind for Sea {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hex("from", self.from);
        names.hex("to", self.to);
        names.leader("leader", self.leader.as_ref());
        names.leaders("leaders", &self.leaders);
    }

    fn check_form(&self, form: &mut Form<'_>) {
        if let Some(leader) = &self.leader {
            form.check_leader("sea.leader", leader);
        }
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        naval::sea(rules, cx, side, self)
    }

    fn cost(&self, rules: &CivilWar, game: &Game, side: Side) -> u32 {
        naval::sea_price(rules, game, side, self)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        outlook.at_once(self, certain)
    }
}

impl AtOnce for Sea {
    fn led_by(&self) -> Option<(&'static str, &Id)> {
        Some(("sea.leader", self.leader.as_ref()?))
    }

    fn is_certain(&self, outlook: &Outlook<'_>, (path, rule): (&str, &str)) -> bool {
        let doubts = &outlook.doubts;
        let known = outlook.is_leader_certain(self.leader.as_ref());
        let of_army = self.army.as_ref().and_then(|army| army::hex_of(&outlook.game, army));
        let found = self.leader.as_ref().and_then(|leader| outlook.game.on_hand(leader));
        let at = of_army.or(self.from).or(found.and_then(|(_, place)| place.hex()));
        let intact = self.army.as_ref().is_none_or(|army| outlook.is_army_certain(army));
        let city = |hex: Hex| outlook.rules.pack.map.city(hex).is_some_and(|city| city.port);
        let ocean = |hex: Hex| {
            let near: Vec<Station> = naval::shore::stations_beside(outlook.rules, hex).collect();
            near.into_iter().any(|at| outlook.rules.pack.map.waterways().admits(at, Waters::Ocean))
        };
        match (path, rule) {
            ("sea", "8.7") => true,
            ("sea.leader", "5.3.1") => known && at.is_some_and(|hex| !outlook.may_command(hex)),
            ("sea.leader", _) => known && intact,
            ("sea.army", "12.1") => self.army.as_ref().is_none_or(|army| !doubts.armies.contains_key(army)),
            ("sea.army", "12.1.3") => true,
            ("sea.army", "8.7.6") => known,
            ("sea.army", _) => intact && of_army.is_some_and(|hex| !outlook.may_lead(hex)),
            // Only that a port is held may change.
            ("sea.from", _) => known && intact && at.is_none_or(|hex| !doubts.supply || !city(hex)),
            ("sea.to", "8.7.3") => self.to.is_none_or(|to| self.from == Some(to) || !ocean(to)),
            ("sea.sp", "8.7.1") => true,
            ("sea.sp", "8.6.1") => {
                let sp = self.sp.unwrap_or(1);
                let coast = self.to.is_some_and(|to| naval::route::on_coast(outlook.rules, to));
                self.army.is_none()
                    && coast
                    && sp > naval::cargo::sea_lift_left(outlook.rules, &outlook.game, outlook.side)
            }
            ("sea.sp", "6.2.3" | "8.7.5") => known,
            ("sea.sp", "8.7.6") => known && self.army.is_none(),
            ("sea.sp", "8.7.2" | "6.1.7") => {
                known && self.army.is_none() && at.is_some_and(|hex| outlook.lacks_strength(hex, self.sp.unwrap_or(1)))
            }
            _ => {
                let named = entry_of(path, "sea.leaders").and_then(|n| self.leaders.get(n));
                let settled = |leader: &Id| {
                    outlook.is_leader_certain(Some(leader)) && at.is_some_and(|hex| !outlook.may_command(hex))
                };
                known && intact && named.is_some_and(settled)
            }
        }
    }

    fn spread_doubt(&self, outlook: &mut Outlook<'_>, before: &Game, certain: bool) {
        let marching = self.army.as_ref().map_or(0, |army| army::sp(before, army));
        outlook.may_affect_named(&self.value(), marching);
        if self.army.is_some() {
            return;
        }
        let sp = self.sp.unwrap_or(1);
        let ground = self.leader.as_ref().and_then(|leader| before.find_leader(leader)).map(|(_, hex, _)| hex);
        outlook.transfer_strength(self.from.or(ground), self.to.as_slice(), sp, certain);
        if certain && self.to.is_some_and(|to| naval::route::on_coast(outlook.rules, to)) {
            let lifted = &mut outlook.game.side_mut(outlook.side).navy.lifted;
            *lifted = lifted.saturating_add(sp);
        }
    }
}
