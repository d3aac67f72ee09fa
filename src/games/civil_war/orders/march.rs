//! `move`: a force marches (6.1).

use crate::document::Id;
use crate::engine::StepContext;

use super::kind::{Begun, Names, OrderKind, Tested};
use super::{Move, Order};
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::legality::uncertainty::Doubts;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::refusal::MoveRefusal;
use crate::{CivilWar, Procedure, movement};

impl OrderKind for Move {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.hex("from", self.from);
        names.hexes("path", &self.path);
        for (n, drop) in self.drop.iter().enumerate() {
            names.hex(format!("drop[{n}].at"), drop.at);
        }
        names.hexes("convert", &self.convert);
        names.hex("depot", self.depot);
        names.leader("leader", self.leader.as_ref());
        names.leaders("leave", &self.leave);
        for (n, drop) in self.drop.iter().enumerate() {
            names.leaders(&format!("drop[{n}].leaders"), &drop.leaders);
        }
        names.condition("stop", self.stop.as_ref());
    }

    fn check_form(&self, form: &mut Form<'_>) {
        let own = self.leader.as_ref().is_none_or(|leader| form.check_leader("move.leader", leader));
        match (&self.leader, &self.army, self.army_group) {
            (None, _, true) => form.refuse("move.army_group", "6.2.16", MoveRefusal::GroupWithoutLeader),
            (Some(_), ..) if !own => {}
            (Some(leader), _, true) => check_four_stars(form, leader),
            (leader, Some(army), false) => {
                form.check_army("move.army", army);
                if leader.is_some() {
                    form.refuse("move.leader", "6.2.7", MoveRefusal::ArmyAndLeaderNamed);
                }
            }
            (None, None, false) => form.single("move", self.from, self.strength()),
            (Some(leader), None, false) => form.check_led_strength("move", leader, self.strength()),
        }
        for (n, leader) in self.leave.iter().enumerate() {
            form.check_leader(&format!("move.leave[{n}]"), leader);
        }
        if !self.leave.is_empty() && self.army.is_none() && !self.army_group {
            form.refuse("move.leave", "6.2.7", MoveRefusal::LeaveWithoutArmy);
        }
        if self.path.is_empty() && self.convert.len() != 1 {
            form.empty("move.path");
        }
        form.path("move.path", self.from, &self.path);
        for (n, drop) in self.drop.iter().enumerate() {
            let path = format!("move.drop[{n}]");
            let way = self.path.split_last().map_or(&[][..], |(_, way)| way);
            let hex = drop.at;
            if !self.path.contains(&hex) {
                form.refuse(&path, "6.2.4", MoveRefusal::DropOffPath { hex });
            } else if !way.contains(&hex) {
                form.refuse(&path, "6.2.4", MoveRefusal::DropAtEnd { hex });
            } else if drop.sp == 0 && drop.leaders.is_empty() {
                form.refuse(&path, "6.2.4", MoveRefusal::DropNothing);
            }
            for (m, leader) in drop.leaders.iter().enumerate() {
                form.check_leader(&format!("{path}.leaders[{m}]"), leader);
            }
        }
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        let plan = movement::check(rules, cx.game, side, self, &Doubts::default())?;
        Ok(Some(Procedure::March(movement::set_out(rules, cx.game, cx.events, side, self, plan))))
    }

    fn cost(&self, rules: &CivilWar, game: &Game, side: Side) -> u32 {
        movement::cost(rules, game, side, self)
    }

    fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Order> {
        movement::legal(rules, game, side)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        outlook.march(self, certain)
    }
}

/// Only a leader with a four-star counter leads several armies (12.2.3).
fn check_four_stars(form: &mut Form<'_>, leader: &Id) {
    let Some(data) = form.rules.pack.leaders.get(leader) else { return };
    if data.counters.iter().all(|counter| counter.rank < 4) {
        form.refuse("move.leader", "12.2.3", MoveRefusal::NeverFourStars { leader: leader.clone() });
    }
}
