//! `transfer`: units change from one army to another (12.2).
use crate::document::Id;
use crate::engine::StepContext;

use super::Transfer;
use super::kind::{Begun, Names, OrderKind, Tested, Written, entry_of};
use crate::events::Event;
use crate::legality::forecast::at_once::AtOnce;
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::pack::Side;
use crate::position::ledger::{Game, Piece, Place};
use crate::refusal::ArmyRefusal;
use crate::{CivilWar, leaders::army};

impl OrderKind for Transfer {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.leaders("leaders", &self.leaders);
    }

    fn check_form(&self, form: &mut Form<'_>) {
        form.check_army("transfer.from", &self.from);
        form.check_army("transfer.to", &self.to);
        if self.from == self.to {
            form.refuse("transfer", "12.2.2", ArmyRefusal::TransferToItself { army: self.from.clone() });
        }
        if self.sp == 0 && self.leaders.is_empty() {
            form.refuse("transfer", "12.2.2", ArmyRefusal::NothingTransferred);
        }
        for (n, leader) in self.leaders.iter().enumerate() {
            form.check_leader(&format!("transfer.leaders[{n}]"), leader);
        }
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        let StepContext { game, events, .. } = cx;
        army::may_transfer(rules, game, side, self)?;
        let (from, to) = (self.from.clone(), self.to.clone());
        let mut left = self.sp;
        let numbers: Vec<u32> = game
            .groups
            .iter()
            .filter(|(_, group)| group.army.as_ref() == Some(&from))
            .map(|(number, _)| *number)
            .collect();
        for number in numbers {
            let part = left.min(game.groups.get(&number).map_or(0, |group| group.sp));
            if part == 0 {
                continue;
            }
            left -= part;
            let number = game.split(number, part);
            if let Some(group) = game.groups.get_mut(&number) {
                group.army = Some(to.clone());
            }
        }
        let moved: Vec<Piece> =
            army::leaders(game, &from).into_iter().filter(|piece| self.leaders.contains(&piece.leader)).collect();
        for piece in &moved {
            if let Some(Place::Map { army, .. }) = game.pieces.get_mut(piece) {
                *army = Some(to.clone());
            }
        }
        game.tidy();
        events.emit("12.2.2", &Event::Transferred { side, from, to, sp: self.sp, leaders: moved });
        Ok(None)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        outlook.at_once(self, certain)
    }
}

impl AtOnce for Transfer {
    fn least_cost(&self, _outlook: &Outlook<'_>) -> u32 {
        0
    }

    fn is_certain(&self, outlook: &Outlook<'_>, (path, rule): (&str, &str)) -> bool {
        let Transfer { from, to, leaders, .. } = self;
        let led = |army: &Id| army::hex_of(&outlook.game, army).is_some_and(|hex| outlook.may_lead(hex));
        match (path, rule) {
            ("transfer.from", "12.1") => !outlook.doubts.armies.contains_key(from),
            ("transfer.to", "12.1") => !outlook.doubts.armies.contains_key(to),
            ("transfer.from" | "transfer.to", "12.1.3") => true,
            ("transfer" | "transfer.sp", _) => outlook.is_army_certain(from) && outlook.is_army_certain(to),
            ("transfer.leaders", _) => outlook.is_army_certain(from) && !led(from),
            _ => {
                let named = entry_of(path, "transfer.leaders").and_then(|n| leaders.get(n));
                outlook.is_army_certain(from) && named.is_some_and(|leader| outlook.is_leader_certain(Some(leader)))
            }
        }
    }

    fn spread_doubt(&self, outlook: &mut Outlook<'_>, _before: &Game, certain: bool) {
        if certain {
            outlook.regroup(self);
        }
        outlook.may_affect_named(&self.value(), 0);
    }
}
