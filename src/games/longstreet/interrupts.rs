//! The passive side's windows (Interrupt): when it is asked for a card, what a card does, and what an answer in advance
//! says.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::board::table::{Arm, Goal, Spot};
use crate::document::{Id, from_value};
use crate::engine::ruleset::Asked;
use crate::engine::{Draw, Events, Input, Next, Position, StepContext};
use crate::events::Event;
use crate::ledger::{DISCARD, Game, HAND, OUT_OF_GAME};
use crate::orders::{Action, Answer, InterruptCondition, InterruptPlan, Order, PlannedInterrupt, Play, Question};
use crate::pack::{Color, Effect, Moment};
use crate::sealed_hand::{NamedCard, named};
use crate::view::View;
use crate::{Longstreet, Procedure, Reply};

/// A window for an interrupt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InterruptWindow {
    pub moment: Moment,
    /// The first action that was declared (LS-7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// The card that was played, while a die is rolled for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
}

/// Whether the passive side is asked: it has not interrupted in this turn, has cards, and may hold one for the moment
/// as far as everybody can see (Interrupt, protocol 8.5).
pub fn may_interrupt(rules: &Longstreet, game: &Game, moment: Moment) -> bool {
    let view = View::of(rules, game, game.side.other());
    game.interrupt.is_none()
        && view.hand().iter().any(|id| view.card(id).is_some_and(|card| card.interrupt == Some(moment)))
}

impl InterruptWindow {
    /// The window of a moment.
    pub fn new(moment: Moment, action: Option<Action>) -> InterruptWindow {
        InterruptWindow { moment, action, played: None }
    }

    /// One step of it.
    pub fn step(
        &mut self,
        rules: &Longstreet,
        cx: StepContext<'_, Longstreet>,
        input: Input<Longstreet>,
    ) -> Next<Longstreet> {
        let StepContext { game, events, .. } = cx;
        match (input, self.played.take()) {
            (Input::Faces(faces), Some(card)) => {
                lose_cards(game, events, faces.first().copied().unwrap_or(1));
                Next::Return(Reply::Interrupted(card))
            }
            (_, Some(card)) => {
                self.played = Some(card);
                Next::Roll { purpose: "lost cards".to_owned(), rule: "LS-9", count: 1, sides: 6 }
            }
            (Input::Answer(Answer::Interrupt(play)), None) => {
                if self.play(rules, game, events, &play) == Effect::LoseCards {
                    self.played = Some(play.card);
                    return Next::Continue;
                }
                Next::Return(Reply::Interrupted(play.card))
            }
            (Input::Answer(_), None) => Next::Return(Reply::Done),
            (_, None) => {
                let question = Question::Interrupt { moment: self.moment, action: self.action.clone() };
                Next::Ask(Asked {
                    side: game.side.other().id(),
                    slug: self.moment.window(),
                    rule: "Interrupt",
                    question,
                })
            }
        }
    }

    /// Plays the card for its effect, and discards it, or removes it if it is red (Red = Remove).
    fn play(&self, rules: &Longstreet, game: &mut Game, events: &mut Events, play: &Play) -> Effect {
        let side = game.side.other();
        let Some(card) = View::of(rules, game, side).card(&play.card) else { return Effect::Shown };
        let (effect, removed) = (card.effect, card.color == Color::Red);
        let Play { card, unit, to } = play.clone();
        let rule = if removed { "Red = Remove" } else { "Interrupt" };
        game.spend(events, rule, (side, &card), if removed { OUT_OF_GAME } else { DISCARD });
        game.interrupt = Some(card.clone());
        let moment = self.moment;
        let event = Event::Interrupted { side, card, moment, effect, removed, unit: unit.clone(), to };
        events.emit("Interrupt", &event);
        match (effect, unit, to) {
            (Effect::BatterySilent | Effect::UnitStays | Effect::NoCharge, unit, _) => game.barred = unit,
            // It is a fact like any other move.
            (Effect::MoveEnemy, Some(unit), Some(to)) => {
                game.move_unit(events, "LS-9", side, &unit, to, false);
                game.barred = Some(unit);
            }
            (Effect::RoughGround, _, Some(to)) => game.placed.push(to.from(Spot::default())),
            _ => {}
        }
        effect
    }
}

/// The active side loses random cards, as many as its die says (LS-9).
fn lose_cards(game: &mut Game, events: &mut Events, face: u64) {
    let side = game.side;
    let count = face as usize;
    let count = game.cards.pick(events, Draw::of(side.id(), HAND, count, "lost cards", "LS-9"), DISCARD);
    events.emit("LS-9", &Event::LostCards { side, face, count });
}

/// Whether a card may interrupt at a moment with the targets that the play names, where the enemy has declared these
/// actions.
pub fn admits(view: View<'_>, moment: Moment, actions: &[Action], play: &Play) -> bool {
    let Some(card) = view.card(&play.card).filter(|card| card.interrupt == Some(moment)) else { return false };
    let enemy = play.unit.as_ref().map(|unit| view.enemy_unit(unit));
    let unit = match (card.effect, &enemy) {
        (Effect::BatterySilent, Some(Ok((data, _)))) => data.kind == Arm::Artillery,
        (Effect::UnitStays | Effect::MoveEnemy, Some(Ok((_, unit)))) => !unit.moved,
        (Effect::NoCharge, Some(Ok(_))) => true,
        // A card that is only shown helps a unit that is charged (LS-21), or may name any unit, of either side.
        (Effect::Shown, Some(_)) if helps_charged(moment) => is_own(view, play) && is_charged(actions, play),
        (Effect::Shown, Some(_)) => enemy.is_some_and(|enemy| enemy.is_ok()) || is_own(view, play),
        (effect, None) => !effect.targets_unit(),
        _ => false,
    };
    let on = |to: Goal| view.rules.is_on_table(view.game, to);
    view.in_hand(&play.card) && unit && play.to.is_some() == card.effect.needs_place() && play.to.is_none_or(on)
}

/// Whether a card whose effect the players apply is for a unit that is charged, if it is played at this moment (LS-21).
pub fn helps_charged(moment: Moment) -> bool {
    matches!(moment, Moment::Combat | Moment::Charge)
}

fn is_charged(actions: &[Action], play: &Play) -> bool {
    play.unit.is_some() && actions.iter().any(|action| action.target == play.unit)
}

fn is_own(view: View<'_>, play: &Play) -> bool {
    play.unit.as_ref().is_some_and(|unit| view.own_unit(unit).is_ok())
}

/// The actions declared in a phase: the current one, and those waiting among the orders (LS-7).
pub fn declared(position: &Position<Longstreet>, moment: Moment, action: Option<&Action>) -> Vec<Action> {
    let mut found: Vec<Action> = action.cloned().into_iter().collect();
    if moment != Moment::Start {
        let waiting = position.queue.iter().flat_map(|queue| &queue.orders);
        found.extend(waiting.take_while(|order| order.stays_in_phase()).filter_map(Order::action));
    }
    found
}

impl InterruptCondition {
    /// The acting units that match; `None` if none does, unless it asks for nothing.
    fn matching_units(&self, view: View<'_>, actions: &[Action]) -> Option<Vec<Id>> {
        let data = |unit: &Id| view.rules.unit(view.game, unit).map(|(_, data)| data);
        let at = |action: &&Action| {
            self.at.is_all() || action.target.as_ref().and_then(data).is_some_and(|unit| self.at.names(unit))
        };
        let units = actions.iter().filter(at).flat_map(|action| &action.units);
        let units: Vec<Id> = units.filter(|unit| data(unit).is_some_and(|unit| self.by.names(unit))).cloned().collect();
        (!units.is_empty() || self.by.is_all() && self.at.is_all()).then_some(units)
    }
}

/// What following an answer in advance comes to.
enum Followed {
    Play(Play),
    Pass,
    /// This card must be opened first.
    Open(&'static str),
}

/// Follows an answer in advance to a question for an interrupt: the first card that fits is played. A card is opened
/// when what the enemy has declared is as its entry says, and no sooner (LS-22).
fn follow(view: View<'_>, actions: &[Action], moment: Moment, says: &Value) -> Option<Followed> {
    let plans: InterruptPlan = from_value(says).ok()?;
    for plan in plans {
        let Some(acting) = plan.when.matching_units(view, actions) else { continue };
        let card = match named(view, &plan.card) {
            NamedCard::Open(card) => card.to_owned(),
            NamedCard::Sealed(part) if may_fit(view, moment, actions, &plan) => return Some(Followed::Open(part)),
            NamedCard::Sealed(_) | NamedCard::Nothing => continue,
        };
        let Some(wants) = view.card(&card).map(|card| card.effect.targets_unit()) else { continue };
        // On the unit that it names, or on the first of those that act.
        let units = match &plan.unit {
            None if wants => acting.into_iter().map(Some).collect(),
            unit => vec![unit.clone()],
        };
        let play = |unit| Play { card: card.clone(), unit, to: plan.to };
        let mut plays = units.into_iter().map(play);
        if let Some(play) = plays.find(|play| admits(view, moment, actions, play)) {
            return Some(Followed::Play(play));
        }
    }
    Some(Followed::Pass)
}

/// Whether the entry of a sealed card can be followed, by all that it says openly.
fn may_fit(view: View<'_>, moment: Moment, actions: &[Action], plan: &PlannedInterrupt) -> bool {
    let charged = |unit: &Id| actions.iter().any(|action| action.target.as_ref() == Some(unit));
    let own = |unit: &Id| view.own_unit(unit).is_ok() && (!helps_charged(moment) || charged(unit));
    let there = |unit: &Id| view.enemy_unit(unit).is_ok_and(|(_, state)| !state.moved) || own(unit);
    plan.unit.as_ref().is_none_or(there) && plan.to.is_none_or(|to| view.rules.is_on_table(view.game, to))
}

/// What an answer in advance replies to a question for an interrupt.
pub fn in_advance(view: View<'_>, actions: &[Action], moment: Moment, says: &Value) -> Option<Answer> {
    match follow(view, actions, moment, says)? {
        Followed::Play(play) => Some(Answer::Interrupt(play)),
        Followed::Pass => Some(Answer::Pass {}),
        Followed::Open(_) => None,
    }
}

/// The card that must be opened next to follow it.
pub fn next_part(view: View<'_>, actions: &[Action], moment: Moment, says: &Value) -> Option<&'static str> {
    match follow(view, actions, moment, says)? {
        Followed::Open(part) => Some(part),
        Followed::Play(_) | Followed::Pass => None,
    }
}

/// The procedure of a window that is due before an action, if the passive side may interrupt there.
pub fn interrupt_window(rules: &Longstreet, game: &Game, moment: Moment, action: Option<Action>) -> Option<Procedure> {
    may_interrupt(rules, game, moment).then(|| Procedure::Window(InterruptWindow::new(moment, action)))
}
