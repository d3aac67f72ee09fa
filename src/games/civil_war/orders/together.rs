//! `together`: ships and a ground force attack together (8.9).
use crate::document::Id;
use crate::engine::StepContext;

use super::Together;
use super::kind::{Begun, Names, OrderKind, Tested, Written};
use crate::legality::forecast::at_once::AtOnce;
use crate::legality::form::Form;
use crate::legality::outlook::Outlook;
use crate::naval::combined_attack::CombinedAttackOrder;
use crate::naval::sail_order;
use crate::naval::together_order::check_together;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, Procedure, leaders::army};

impl OrderKind for Together {
    fn names<'a>(&'a self, names: &mut Names<'a>) {
        names.part(&self.sail);
        names.part(&self.r#move);
    }

    fn check_form(&self, form: &mut Form<'_>) {
        let march = &self.r#move;
        if march.path.is_empty() {
            form.empty("together.move.path");
        }
        form.path("together.move.path", march.from, &march.path);
    }

    fn begin(&self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, side: Side) -> Begun {
        let StepContext { game, events, .. } = cx;
        let (plan, target) = check_together(rules, game, side, self)?;
        let mut voyage = sail_order::depart(rules, game, events, side, &self.sail, plan);
        voyage.attack = Some(Box::new(CombinedAttackOrder { target, order: self.r#move.clone() }));
        Ok(Some(Procedure::Voyage(voyage)))
    }

    fn cost(&self, rules: &CivilWar, game: &Game, side: Side) -> u32 {
        self.sail.cost(rules, game, side) + self.r#move.cost(rules, game, side)
    }

    fn forecast(&self, outlook: &mut Outlook<'_>, certain: bool) -> Tested {
        outlook.at_once(self, certain)
    }
}

impl AtOnce for Together {
    fn led_by(&self) -> Option<(&'static str, &Id)> {
        Some(("together.sail.leader", self.sail.leader.as_ref()?))
    }

    fn least_cost(&self, outlook: &Outlook<'_>) -> u32 {
        self.sail.least_cost(outlook)
    }

    fn is_paid_in_parts(&self) -> bool {
        true
    }

    fn is_certain(&self, outlook: &Outlook<'_>, (path, rule): (&str, &str)) -> bool {
        let (sail, march) = (&self.sail, &self.r#move);
        match (path, rule) {
            ("together.sail.load" | "together.sail.drop" | "together.sail.land", "8.9.2") => true,
            ("together.sail.if" | "together.move.if", _) | ("together.move.path", "8.9.2a") => true,
            ("together.sail.leader", "8.9.1") => outlook.is_leader_certain(sail.leader.as_ref()),
            ("together.move.leader", "8.9.1" | "6.1.7" | "6.2.3") => outlook.is_leader_certain(march.leader.as_ref()),
            _ => path.strip_prefix("together.").is_some_and(|path| sail.is_certain(outlook, (path, rule))),
        }
    }

    fn spread_doubt(&self, outlook: &mut Outlook<'_>, before: &Game, certain: bool) {
        let (sailing, march) = (self.sail.sailing(outlook), &self.r#move);
        let of_army = march.army.as_ref().map_or(0, |army| army::sp(before, army));
        outlook.may_affect_named(&self.value(), march.strength().max(of_army));
        self.sail.may_have_sailed(outlook, sailing, certain);
    }
}
