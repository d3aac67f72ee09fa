//! What can be said about orders whose turn comes after dice, or after an order that has to be corrected (DESIGN:
//! check).
//!
//! The ledger is advanced from order to order as far as it is certain: points paid, strength points entered, marches
//! that meet nobody. Whatever dice may affect is put in doubt ([`Doubts`]): the hexes of a march and, if it may fight,
//! those around it; the leader who marches; any leader who may be drawn from the pool. An order is refused only if it
//! would be refused however the doubts are resolved.

use crate::document::Problem;
use crate::engine::run::to_value;
use crate::engine::{Events, Forecast, LaterOrder, Position};

use crate::command::action::PulseStage;
use crate::legality::check::{and_form, form, names};
use crate::legality::outlook::Outlook;
use crate::legality::uncertainty::Doubts;
use crate::orders::Order;
use crate::orders::kind::OrderKind;
use crate::pack::Side;
use crate::position::force::Force;
use crate::refusal::TurnRefusal;
use crate::{CivilWar, Procedure, homefront};

pub mod at_once;
mod certain_problems;
mod march;

/// Examines orders that come after something in progress in a position.
pub fn forecast(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: Side,
    orders: &[LaterOrder<'_, Order>],
) -> Forecast {
    let mut forecast = Forecast::default();
    let ours = |procedure: &Procedure| matches!(procedure, Procedure::Pulse(pulse) if pulse.stage == PulseStage::Half { side });
    let Some(pulse) = position.stack.iter().position(ours) else {
        return forecast;
    };
    let (game, standing) = (position.game.clone(), position);
    let mut outlook =
        Outlook { rules, standing, side, game, doubts: Doubts::default(), finished: false, mended: false };
    for procedure in &position.stack[pulse + 1..] {
        outlook.doubt_procedure(procedure);
    }
    for (n, order) in orders.iter().enumerate() {
        match order {
            LaterOrder::Faulty(value) => outlook.must_be_mended(value),
            LaterOrder::Order(order) => match outlook.order(order.kind()) {
                Ok(true) => {}
                Ok(false) => forecast.undecided.push(n),
                Err(problems) => {
                    forecast.problems.extend(problems.into_iter().map(|problem| (n, problem)));
                    outlook.must_be_mended(&order.kind().value());
                }
            },
        }
    }
    forecast
}

impl Outlook<'_> {
    /// What the dice of a procedure in progress may change.
    fn doubt_procedure(&mut self, procedure: &Procedure) {
        match procedure {
            Procedure::Draw(draw) => self.draws(draw.at, true),
            Procedure::March(march) => {
                let sp = march.force.sp(&self.game);
                for piece in &march.force.others {
                    self.marches(Some(&piece.leader), march.at, &march.path, 0, true);
                }
                let leader = march.force.leader.as_ref().map(|piece| piece.leader.clone());
                self.marches(leader.as_ref(), march.at, &march.path, sp, true);
            }
            // Ships may be sunk, and their cargo may be anywhere on the way.
            Procedure::Voyage(voyage) => {
                let (points, spends) = (self.doubts.points, voyage.attack.is_some());
                if let Some(squadron) = self.game.squadrons.get(&voyage.fleet) {
                    self.doubts.fleet.join(&squadron.hulls, false);
                }
                let sp = voyage.cargo.as_ref().map_or(0, |cargo| cargo.sp(&self.game));
                self.may_affect_named(&to_value(procedure), sp);
                // It is paid for; of an attack together the ground force is not yet (CW-256).
                self.doubts.points = points || spends;
                let led = voyage.leader.iter().chain(&voyage.crew).chain(voyage.cargo.iter().flat_map(Force::leaders));
                for piece in led {
                    self.doubts.suspect_leader(&self.game, &piece.leader).moved = true;
                }
            }
            Procedure::Together(_) => {
                let marching = self.game.groups.values().filter(|group| group.side == self.side && group.marching);
                let sp = marching.map(|group| group.sp).sum();
                self.may_affect_named(&to_value(procedure), sp);
            }
            // Ships that are sunk or driven away control nothing any more (8.5).
            Procedure::Entering(_) | Procedure::Flight(_) => self.doubts.supply = true,
            _ => {}
        }
    }

    /// Tests an order and carries the ledger on. `true` if nothing about the order is in doubt.
    fn order(&mut self, order: &dyn OrderKind) -> Result<bool, Vec<Problem>> {
        let and_form = |problems| and_form(self.rules, &self.game, self.side, order, problems);
        names(self.rules, &self.game, self.side, order).map_err(and_form)?;
        if form(self.rules, &self.game, self.side, order).is_empty() {
            return self.check_at_its_turn(order);
        }
        // It has to be corrected: its effects are not counted.
        let problems = self.clone().check_at_its_turn(order).err().unwrap_or_default();
        Err(and_form(problems))
    }

    /// Tests an order with known names against the position at its turn.
    fn check_at_its_turn(&mut self, order: &dyn OrderKind) -> Result<bool, Vec<Problem>> {
        if self.finished {
            return Err(vec![TurnRefusal::AfterFinish.problem(self.rules, self.side).rule("CW-280")]);
        }
        let certain = match order.condition() {
            None => true,
            Some(condition) if self.may_differ(condition) => false,
            Some(condition) if condition.fails(&self.game, self.side).is_some() => return Ok(true),
            Some(_) => true,
        };
        self.doubts.take_doubt();
        // What bars discretionary points may be over by then (4.1.5, 4.1.7, 4.1.9).
        self.doubts.points |= self.doubts.any() && homefront::lift_discretionary_bars(&mut self.game, self.side);
        let known = order.forecast(self, certain)?;
        let decided = known && certain && !self.doubts.points;
        self.doubts.points |= !certain;
        homefront::update_washington(self.rules, &mut self.game, &mut Events::default());
        Ok(decided)
    }
}
