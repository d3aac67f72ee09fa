//! Carrying out orders: windows before the first action of a phase, dice, and the facts that orders declare.

use serde::{Deserialize, Serialize};

use crate::confirmation::Confirmation;
use crate::document::Problem;
use crate::engine::run::to_value;
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{Event, Refusal};
use crate::interrupts;
use crate::ledger::{BattleResult, DECK, DISCARD, Declaration, EndReason, Game, HAND, Phase};
use crate::orders::{Dice, Mark, Order};
use crate::pack::{Moment, Symbol};
use crate::sequence::{continues_after_interrupt, orders_returned};
use crate::side::Side;
use crate::state_changes::counted_faces;
use crate::view::View;
use crate::{Longstreet, Procedure, Reply};

/// An order that is being carried out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderExecution {
    pub order: Order,
    pub stage: Stage,
}

/// Its stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Stage {
    /// Earlier declarations have to be confirmed (LS-13).
    Settle {},
    /// The phase's window, and the one for charges, are due (Interrupt).
    Window {},
    Charge {},
    /// The order is carried out, or its dice are rolled.
    Act {},
    /// Misses are rolled again, or the dice against a charge are rolled; with the faces so far.
    More {
        faces: Vec<u8>,
    },
}

impl Order {
    /// Begins the order: the procedure that carries it out, `None` if it is already carried out.
    ///
    /// # Errors
    /// Why the rules forbid it, each reason with its rule.
    pub fn begin(
        &self,
        rules: &Longstreet,
        cx: StepContext<'_, Longstreet>,
        side: Side,
    ) -> Result<Option<Procedure>, Vec<Problem>> {
        let StepContext { game, events, standing } = cx;
        let refused = self.refused(View::of(rules, game, side));
        let barred = refused.iter().any(|(refusal, _)| matches!(refusal, Refusal::Barred { .. }));
        if barred && continues_after_interrupt(standing, side) {
            drop_order(game, events, self);
            return Ok(None);
        }
        if !refused.is_empty() {
            return Err(Refusal::to_problems(refused, rules, side));
        }
        if let Order::Reshuffle {} = self {
            // A side without a deck has already reshuffled (Reshuffle).
            if !game.reshuffled {
                game.reshuffle(events, side, false);
            }
            game.acted = true;
            return Ok(None);
        }
        // A turn file that only asks for confirmation lets the enemy decide about its start, and nothing is read ahead
        // of that (LS-7).
        game.acted |= !matches!(self, Order::Settle {});
        let stage = if self.requires_confirmation() { Stage::Settle {} } else { Stage::Window {} };
        Ok(Some(Procedure::Carry(OrderExecution { order: self.clone(), stage })))
    }
}

/// Reports an order that is not carried out because of this turn's interrupt (LS-8).
fn drop_order(game: &Game, events: &mut Events, order: &Order) {
    let card = game.interrupt.clone().unwrap_or_default();
    events.emit("LS-8", &Event::Dropped { side: game.side, order: to_value(order), card });
}

impl OrderExecution {
    /// One step of it.
    pub fn step(
        &mut self,
        rules: &Longstreet,
        cx: StepContext<'_, Longstreet>,
        input: Input<Longstreet>,
    ) -> Next<Longstreet> {
        let StepContext { game, events, standing } = cx;
        match (&self.stage, input) {
            (Stage::Settle {}, Input::Reply(_)) => self.stage = Stage::Act {},
            (Stage::Settle {}, _) => return Next::Call(Procedure::Settle(Confirmation::default())),
            (_, Input::Reply(Reply::Interrupted(card))) => {
                let back = orders_returned(rules, game, standing, &card);
                let barred = game.barred.as_ref();
                let units = self.order.action().map(|action| action.units).unwrap_or_default();
                if back || barred.is_some_and(|barred| units.contains(barred)) {
                    drop_order(game, events, &self.order);
                    return Next::Return(if back { Reply::Interrupted(card) } else { Reply::Done });
                }
                self.stage = self.after_window();
            }
            (Stage::Window {} | Stage::Charge {}, Input::Reply(_)) => self.stage = self.after_window(),
            (Stage::Window {} | Stage::Charge {}, _) => match self.due_window(rules, game) {
                Some(procedure) => return Next::Call(procedure),
                None => self.stage = self.after_window(),
            },
            (Stage::Act {}, Input::Faces(faces)) => return self.rolled(game, events, to_u8s(&faces)),
            (Stage::Act {}, _) => return self.carry_out(game, events),
            (Stage::More { faces }, Input::Faces(more)) => {
                let faces = faces.clone();
                return self.record_result(game, events, faces, to_u8s(&more));
            }
            (Stage::More { faces }, _) => return self.roll_more(game, faces),
        }
        Next::Continue
    }

    fn after_window(&self) -> Stage {
        match (&self.stage, &self.order) {
            (Stage::Window {}, Order::Charge { .. }) => Stage::Charge {},
            _ => Stage::Act {},
        }
    }

    /// The window that is due before an action, once per phase.
    fn due_window(&self, rules: &Longstreet, game: &mut Game) -> Option<Procedure> {
        // A mark or a roll also counts as the beginning of action in the phase.
        let action = self.order.action();
        let acts = action.is_some() || matches!(self.order, Order::Mark(_) | Order::Roll { .. });
        let moment = match (game.phase, &self.stage) {
            (Phase::Fire, _) if acts => Moment::Fire,
            (Phase::Movement, _) if acts => Moment::Movement,
            (Phase::Combat, Stage::Charge {}) => Moment::Charge,
            (Phase::Combat, _) if acts => Moment::Combat,
            _ => return None,
        };
        let invoked = game.invoked.as_mut()?;
        let was = if moment == Moment::Charge { &mut invoked.charged } else { &mut invoked.begun };
        if std::mem::replace(was, true) {
            return None;
        }
        interrupts::interrupt_window(rules, game, moment, action)
    }

    /// Does it, or asks for its dice.
    fn carry_out(&mut self, game: &mut Game, events: &mut Events) -> Next<Longstreet> {
        let side = game.side;
        let n = game.declared + 1;
        match &self.order {
            Order::Volley { dice, .. } => return roll(format!("volley {n}"), dice),
            Order::Roll { dice, .. } => return roll("roll".to_owned(), dice),
            Order::Charge { dice: Some(dice), .. } => return roll(format!("charge {n}"), dice),
            Order::Charge { .. } => return self.rolled(game, events, Vec::new()),
            Order::Movement { cards, modify } => game.invoke(events, Symbol::Movement, cards, modify.as_ref()),
            Order::Combat { cards, modify } => game.invoke(events, Symbol::Combat, cards, modify.as_ref()),
            Order::Fire { card, modify } => {
                game.invoke(events, Symbol::Fire, std::slice::from_ref(card), modify.as_ref());
            }
            Order::Move { unit, to, disorder } => game.move_unit(events, "LS-10", side, unit, *to, *disorder),
            Order::Mark(mark) => record_mark(game, events, mark),
            Order::Claim { condition } => {
                let claimed = Event::VictoryClaimed { fact: game.declared + 1, side, condition: condition.clone() };
                game.declare_by(events, "LS-16", &claimed);
            }
            Order::Pass {} => {
                pass(game, events);
                return Next::Return(Reply::End);
            }
            Order::EndTurn {} => {
                game.passed.insert(side, false);
                return Next::Return(Reply::End);
            }
            Order::Reshuffle {} | Order::Settle {} => {}
        }
        Next::Return(Reply::Done)
    }

    /// Handles its dice; some may be rolled again, or dice against it are rolled.
    fn rolled(&mut self, game: &mut Game, events: &mut Events, faces: Vec<u8>) -> Next<Longstreet> {
        let more = match &self.order {
            Order::Volley { dice, reroll, .. } => *reroll && dice.hits(&faces) < dice.count,
            Order::Charge { against, .. } => against.is_some(),
            _ => false,
        };
        if more {
            self.stage = Stage::More { faces };
            return Next::Continue;
        }
        self.record_result(game, events, faces, Vec::new())
    }

    fn roll_more(&self, game: &Game, faces: &[u8]) -> Next<Longstreet> {
        let n = game.declared + 1;
        match &self.order {
            Order::Volley { dice, .. } => {
                let misses = dice.count.saturating_sub(dice.hits(faces));
                roll(format!("reroll {n}"), &Dice { count: misses, ..*dice })
            }
            Order::Charge { against: Some(against), .. } => roll(format!("against {n}"), against),
            _ => Next::Return(Reply::Done),
        }
    }

    /// Records the result of the dice.
    fn record_result(&self, game: &mut Game, events: &mut Events, faces: Vec<u8>, more: Vec<u8>) -> Next<Longstreet> {
        let side = game.side;
        match &self.order {
            Order::Roll { dice, purpose } => {
                let (hits, purpose) = (dice.hits(&faces), purpose.clone());
                events.emit("LS-11", &Event::Rolled { side, dice: *dice, faces, hits, purpose });
            }
            Order::Volley { units, target, dice, reroll, purpose } => {
                for unit in units {
                    game.units.entry(unit.clone()).and_modify(|unit| (unit.smoke, unit.fired) = (true, true));
                }
                if let Some(invoked) = game.invoked.as_mut().filter(|_| *reroll) {
                    invoked.used = true;
                }
                let (fact, hits) = (game.declared + 1, dice.hits(&counted_faces(*dice, &faces, &more)));
                let (units, target, dice, purpose) = (units.clone(), target.clone(), *dice, purpose.clone());
                let fired = Event::Volley { fact, side, units, target, dice, faces, again: more, hits, purpose };
                game.declare_by(events, "LS-11", &fired);
            }
            Order::Charge { unit, target, dice, against, losses, own_losses, disorder } => {
                game.units.entry(unit.clone()).and_modify(|unit| {
                    unit.charged = true;
                    unit.disorder |= disorder;
                });
                let charged = Event::Charged {
                    fact: game.declared + 1,
                    side,
                    unit: unit.clone(),
                    target: target.clone(),
                    dice: *dice,
                    losses: dice.map_or(*losses, |dice| dice.hits(&faces)),
                    faces,
                    against: *against,
                    own_losses: against.map_or(*own_losses, |against| against.hits(&more)),
                    against_faces: more,
                    disorder: *disorder,
                };
                game.declare_by(events, "LS-12", &charged);
            }
            _ => {}
        }
        Next::Return(Reply::Done)
    }
}

fn roll(purpose: String, dice: &Dice) -> Next<Longstreet> {
    Next::Roll { purpose, rule: "LS-11", count: dice.count.into(), sides: 6 }
}

fn to_u8s(faces: &[u64]) -> Vec<u8> {
    faces.iter().map(|face| (*face).min(255) as u8).collect()
}

/// Records what has happened to a unit (LS-10).
fn record_mark(game: &mut Game, events: &mut Events, mark: &Mark) {
    let side = game.side;
    let Some(was) = game.units.get(&mark.unit).cloned() else { return };
    let fact = game.declare(side, Declaration::Mark { mark: mark.clone(), was });
    events.emit("LS-10", &Event::Marked { fact, side, mark: mark.clone() });
    game.change_unit(events, &mark.unit, |unit| {
        unit.disorder = mark.disorder.unwrap_or(unit.disorder);
        unit.ammunition = mark.ammunition.unwrap_or(unit.ammunition);
        unit.at = mark.to.map_or(unit.at, |to| to.from(unit.at));
        unit.bases = unit.bases.saturating_sub(mark.lose);
        unit.gone |= mark.gone;
    });
}

/// The command choice is to pass: a side with neither deck nor discards loses at once (Pass).
fn pass(game: &mut Game, events: &mut Events) {
    let side = game.side;
    let forced = game.count(side, HAND) == 0;
    events.emit("Pass", &Event::Passed { side, forced });
    game.passed.insert(side, true);
    if game.count(side, DECK) + game.count(side, DISCARD) == 0 {
        game.won = Some(BattleResult { side: side.other(), how: EndReason::NoCards, condition: None });
    }
}
