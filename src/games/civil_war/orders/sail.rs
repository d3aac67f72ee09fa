//! `sail`: ships move, with what they carry (8.3 to 8.5, 8.8).
use crate::board::Hex;
use crate::document::Id;
use crate::engine::StepContext;

use super::kind::{Begun, Names, OrderKind, Tested, Written, entry_of};
use super::{Order, Sail};
use crate::legality::forecast::at_once::AtOnce;
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::naval::{self, sail_order};
use crate::pack::{Side, Station};
use crate::position::ledger::{Game, Hulls, Place, Squadron};
use crate::{CivilWar, Procedure};

impl OrderKind for Sail {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hex("load.at", self.load.as_ref().map(|load| load.at));
        for (n, drop) in self.drop.iter().enumerate() {
            names.hex(format!("drop[{n}].at"), drop.at);
        }
        names.hex("land", self.land);
        names.hex("depot", self.depot);
        names.leader("leader", self.leader.as_ref());
        names.leaders("load.leaders", self.load.as_ref().map_or(&[], |load| &load.leaders));
        for (n, drop) in self.drop.iter().enumerate() {
            names.leaders(&format!("drop[{n}].leaders"), &drop.leaders);
        }
    }

    fn check_form(&self, form: &mut Form<'_>) {
        if let Some(leader) = &self.leader {
            form.check_leader("sail.leader", leader);
        }
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        let plan = sail_order::check(rules, cx.game, side, self)?;
        Ok(Some(Procedure::Voyage(sail_order::depart(rules, cx.game, cx.events, side, self, plan))))
    }

    fn cost(&self, rules: &CivilWar, game: &Game, side: Side) -> u32 {
        naval::price(rules, game, side, self)
    }

    fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
        naval::legal(rules, game, side)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        outlook.at_once(self, certain)
    }
}

impl AtOnce for Sail {
    fn led_by(&self) -> Option<(&'static str, &Id)> {
        Some(("sail.leader", self.leader.as_ref()?))
    }

    fn is_certain(&self, outlook: &Outlook<'_>, (path, rule): (&str, &str)) -> bool {
        let doubts = &outlook.doubts;
        let known = outlook.is_leader_certain(self.leader.as_ref());
        let found = self.leader.as_ref().and_then(|leader| outlook.game.on_hand(leader));
        let ashore = found.and_then(|(_, place)| place.hex());
        let hulls = self.hulls();
        // Which ships it is about, if known.
        let ships_known = known && (!hulls.is_empty() || doubts.fleet.is_empty());
        let from = self.station(outlook);
        let waterways = outlook.rules.pack.map.waterways();
        match (path, rule) {
            ("sail.leader", "6.2.3") | ("sail.load", _) | ("sail.from", "8.2.4a") => known,
            ("sail.leader", "8.3.3") => known && (found.is_none() || doubts.fleet.is_empty()),
            ("sail.leader", "5.3.1") => known && ashore.is_some_and(|hex| !outlook.may_command(hex)),
            ("sail.leader" | "sail.load.at", _) => known,
            ("sail.from", _) => {
                let there = |at| doubts.fleet.with_all(outlook.game.hulls_at(at, outlook.side));
                let absent = |at| !hulls.is_empty() && !there(at).has(&hulls);
                known && (doubts.fleet.is_empty() || from.is_some_and(absent))
            }
            // Without a leader one point sails.
            ("sail", "8.3.3") => self.leader.is_none() && (self.from.is_none() || ships_known),
            ("sail", "6.1.7") => from.is_some_and(|at| {
                let fresh = doubts.fleet.with_fresh(outlook.game.fresh_hulls_at(at, outlook.side));
                fresh.is_empty() || !fresh.has(&hulls)
            }),
            ("sail.ships" | "sail.river" | "sail.ocean", "8.3.3") => {
                from.is_some_and(|at| !doubts.fleet.with_all(outlook.game.hulls_at(at, outlook.side)).has(&hulls))
            }
            ("sail", "8.2.1" | "8.4.7") | ("sail.load.sp", "8.8.1") => ships_known,
            ("sail.load.sp", "8.4.4" | "6.1.7") => {
                self.load.as_ref().is_some_and(|load| outlook.lacks_strength(load.at, load.sp))
            }
            ("sail.load.sp", "8.6.1") => {
                let ashore =
                    self.land.filter(|hex| self.drop.is_empty() && naval::route::on_coast(outlook.rules, *hex));
                let carried = self.load.as_ref().map_or(0, |load| load.sp);
                ashore.is_some() && carried > naval::cargo::sea_lift_left(outlook.rules, &outlook.game, outlook.side)
            }
            ("sail.land", "8.3.9") => known && self.land.is_none(),
            ("sail.land", "8.4.5") => {
                let end = self.to.last().copied().or(from);
                let apart = |hex: Hex| end.is_some_and(|end| !waterways.landings(end).contains(&hex));
                self.leader.is_none() && self.load.is_none() || self.land.is_some_and(apart)
            }
            _ if path.starts_with("sail.to") => match rule {
                "8.3.1" | "CW-226" => true,
                "8.3.5" => known,
                "8.3.7" | "8.4.1" => ships_known,
                _ => false,
            },
            _ if path.starts_with("sail.drop") => rule == "8.4.5" || ships_known && rule == "8.8.1",
            _ => {
                let load = self.load.as_ref();
                let named = entry_of(path, "sail.load.leaders");
                let named = named.and_then(|n| Some((load?.at, load?.leaders.get(n)?)));
                let Some((at, leader)) = named else { return false };
                known && (rule == "8.4.7a" || outlook.is_leader_certain(Some(leader)) && !outlook.may_command(at))
            }
        }
    }

    fn spread_doubt(&self, outlook: &mut Outlook<'_>, _before: &Game, certain: bool) {
        let sailing = self.sailing(outlook);
        outlook.may_affect_named(&self.value(), 0);
        self.may_have_sailed(outlook, sailing, certain);
    }
}

impl Sail {
    /// Where its ships are, if known.
    fn station(&self, outlook: &Outlook<'_>) -> Option<Station> {
        if self.from.is_some() {
            return self.from;
        }
        match outlook.game.on_hand(self.leader.as_ref()?)?.1 {
            Place::Afloat { at, .. } => Some(*at),
            Place::Map { hex, .. } => {
                let ours = |at: &Station| outlook.game.squadrons_at(*at, outlook.side).next().is_some();
                let near: Vec<Station> = naval::shore::stations_beside(outlook.rules, *hex).filter(ours).collect();
                if let [only] = near.as_slice() { Some(*only) } else { None }
            }
            _ => None,
        }
    }

    /// Where its ships are, if known, and the ships.
    pub(super) fn sailing(&self, outlook: &Outlook<'_>) -> (Option<Station>, Hulls) {
        let (at, named) = (self.station(outlook), self.hulls());
        let hulls = match (at, named.is_empty()) {
            (_, false) => named,
            (Some(at), true) => outlook.doubts.fleet.with_fresh(outlook.game.fresh_hulls_at(at, outlook.side)),
            (None, true) => {
                let own =
                    outlook.game.squadrons.values().filter(|squadron| squadron.side == outlook.side && !squadron.moved);
                own.fold(Hulls::default(), |mut all, squadron| {
                    all.join(squadron.hulls.clone());
                    all
                })
            }
        };
        (at, hulls)
    }

    /// Its ships may be anywhere, and what they load may be wherever they land it.
    pub(super) fn may_have_sailed(
        &self,
        outlook: &mut Outlook<'_>,
        (at, hulls): (Option<Station>, Hulls),
        certain: bool,
    ) {
        outlook.doubts.fleet.join(&hulls, !certain);
        if let (Some(at), true) = (at, certain) {
            outlook.set_sail(at, &hulls);
        }
        if let Some(load) = &self.load {
            let ashore: Vec<Hex> = self.land.into_iter().chain(self.drop.iter().map(|drop| drop.at)).collect();
            outlook.transfer_strength(Some(load.at), &ashore, load.sp, certain);
        }
    }
}

impl Outlook<'_> {
    /// Ships of a station have certainly moved in this pulse, wherever they lie then.
    fn set_sail(&mut self, at: Station, hulls: &Hulls) {
        let (mut left, mut moved) = (hulls.clone(), Hulls::default());
        for squadron in self.game.squadrons.values_mut() {
            if squadron.at == at && squadron.side == self.side && !squadron.moved {
                let part = left.intersection(&squadron.hulls);
                squadron.hulls.subtract(&part);
                left.subtract(&part);
                moved.join(part);
            }
        }
        self.game.add_squadron(Squadron { side: self.side, at, hulls: moved, moved: true, sailing: false });
        self.game.tidy();
    }
}
