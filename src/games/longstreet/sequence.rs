//! The sequence of a turn (Sequence of a Turn): it begins, the active side gives its orders, the status phase ends it.

use serde::{Deserialize, Serialize};

use crate::document::Id;
use crate::engine::{Draw, Events, Input, Next, StepContext};
use crate::events::{Event, Refusal};
use crate::interrupts::{InterruptWindow, may_interrupt};
use crate::ledger::{BattleResult, DECK, Declaration, EndReason, Game, HAND, Phase};
use crate::orders::{Interrupted, Standing};
use crate::pack::{Condition, Effect, Moment};
use crate::side::Side;
use crate::sorted::SortedMap;
use crate::{Longstreet, Procedure, Reply};

/// Where the battle stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Stage {
    /// Decks are shuffled, and the first hands drawn (The Action Cards, Hand Size).
    SetUp {},
    /// A side's turn begins.
    Begin(Side),
    /// Its orders have arrived: before they are looked at, the passive side may interrupt (Interrupt, LS-7).
    Start {},
    Orders {},
    Status {},
}

impl Stage {
    /// One step of the battle.
    pub fn step(
        &mut self,
        rules: &Longstreet,
        cx: StepContext<'_, Longstreet>,
        input: Input<Longstreet>,
    ) -> Next<Longstreet> {
        let StepContext { game, standing, events } = cx;
        match (&mut *self, input) {
            (Stage::SetUp {}, _) => {
                Side::BOTH.into_iter().for_each(|side| set_up(game, events, side));
                *self = Stage::Begin(game.side);
                Next::Continue
            }
            (Stage::Begin(side), _) => {
                begin_turn(game, events, *side);
                *self = Stage::Start {};
                Next::Orders { side: game.side.id() }
            }
            (Stage::Start {}, Input::Reply(reply)) => {
                self.end_turn_start(game, events);
                match reply {
                    Reply::Interrupted(card) => recall(rules, game, standing, card),
                    _ => Next::Continue,
                }
            }
            (Stage::Start {}, _) if game.phase == Phase::Start && may_interrupt(rules, game, Moment::Start) => {
                Next::Call(Procedure::Window(InterruptWindow::new(Moment::Start, None)))
            }
            (Stage::Start {}, _) => {
                self.end_turn_start(game, events);
                Next::Continue
            }
            (Stage::Orders {}, Input::Reply(Reply::End)) => {
                *self = Stage::Status {};
                Next::Continue
            }
            (Stage::Orders {}, Input::Reply(Reply::Interrupted(card))) => recall(rules, game, standing, card),
            (Stage::Orders {}, _) => Next::Orders { side: game.side.id() },
            (Stage::Status {}, _) => {
                let side = game.side;
                status(rules, game, events);
                *self = Stage::Begin(side.other());
                // The turn for the remaining orders is over.
                let over = Refusal::PhaseOver { phase: Phase::Status };
                Next::Dismiss(Box::new(over.to_owner(rules, side).rule("The Sequence of Play")))
            }
        }
    }

    /// Ends the start of the turn; a side without a deck reshuffles (Reshuffle).
    fn end_turn_start(&mut self, game: &mut Game, events: &mut Events) {
        if game.phase == Phase::Start {
            game.phase = Phase::Choice;
        }
        if game.phase == Phase::Choice && !game.reshuffled && !game.acted && game.count(game.side, DECK) == 0 {
            game.reshuffle(events, game.side, true);
        }
        *self = Stage::Orders {};
    }
}

/// Whether a side wants its orders to continue after an interrupt (LS-8).
pub fn continues_after_interrupt(standing: &SortedMap<Id, Standing>, side: Side) -> bool {
    standing.get(&side.id()).is_some_and(|standing| standing.interrupted == Interrupted::GoOn)
}

/// Whether orders are returned to a player who was interrupted: unless he wants them to continue, has lost no cards
/// (LS-9), and does not have to declare anew what the players apply a card to (LS-8).
pub fn orders_returned(rules: &Longstreet, game: &Game, standing: &SortedMap<Id, Standing>, card: &str) -> bool {
    let effect = rules.pack.card(game.side.other(), card).map(|card| card.effect);
    matches!(effect, Some(Effect::LoseCards | Effect::Shown)) || !continues_after_interrupt(standing, game.side)
}

/// Returns orders, if they are to be returned (LS-8).
fn recall(rules: &Longstreet, game: &Game, standing: &SortedMap<Id, Standing>, card: String) -> Next<Longstreet> {
    if !orders_returned(rules, game, standing, &card) {
        return Next::Continue;
    }
    Next::Recall(Box::new(Refusal::Interrupted { card }.to_owner(rules, game.side).rule("Interrupt")))
}

/// The deck of a side, and its first hand (The Action Cards, LS-3).
fn set_up(game: &mut Game, events: &mut Events, side: Side) {
    game.cards.shuffle(events, "The Action Cards", &side.id(), &[DECK], DECK);
    let size = game.hand_size(side) + game.cards.handicap(&side.id());
    game.cards.draw(events, Draw::of(side.id(), DECK, size, "first hand", "Hand Size"), HAND);
}

/// A turn begins (The Sequence of Play).
fn begin_turn(game: &mut Game, events: &mut Events, side: Side) {
    game.turn += 1;
    (game.side, game.phase) = (side, Phase::Start);
    (game.reshuffled, game.acted) = (false, false);
    (game.invoked, game.interrupt, game.barred) = (None, None, None);
    game.modified.clear();
    game.facts.clear();
    for unit in game.units.values_mut() {
        (unit.fired, unit.moved, unit.charged) = (false, false, false);
    }
    events.emit("The Sequence of Play", &Event::Turn { turn: game.turn, side });
}

/// The status phase: both sides redraw, the active side's smoke is removed, and it checks whether it has won (The
/// Sequence of Play).
fn status(rules: &Longstreet, game: &mut Game, events: &mut Events) {
    let side = game.side;
    game.phase = Phase::Status;
    [side, side.other()].into_iter().for_each(|side| game.redraw(events, side));
    let smokes = rules.force(game, side).filter(|force| force.unit.smoke);
    let units: Vec<Id> = smokes.map(|force| force.data.id.clone()).collect();
    for unit in &units {
        game.units.entry(unit.clone()).and_modify(|unit| unit.smoke = false);
    }
    if !units.is_empty() {
        events.emit("The Sequence of Play", &Event::SmokeRemoved { side, units });
    }
    let conditions = rules.battle(game).map(|battle| battle.victory.as_slice()).unwrap_or_default();
    let is_met = |condition: &Condition| {
        let (have, need) = condition_progress(rules, game, condition);
        condition.side == side && have >= need
    };
    let met = conditions.iter().find(|condition| is_met(condition));
    if let Some(condition) = met {
        game.won = Some(BattleResult { side, how: EndReason::Conditions, condition: Some(condition.id.clone()) });
    }
}

/// A side's progress in a victory condition, and what it needs (LS-16).
pub fn condition_progress(rules: &Longstreet, game: &Game, condition: &Condition) -> (u32, u32) {
    let units = [condition.side, condition.side.other()].map(|side| rules.force(game, side).collect::<Vec<_>>());
    let claims =
        |what: &Declaration| matches!(what, Declaration::Claim { condition: claimed } if *claimed == condition.id);
    let agreed = game.facts.iter().any(|fact| fact.settled && claims(&fact.what));
    // The current turn has ended once its status phase has come.
    let ended = if game.phase == Phase::Status { game.turn } else { game.turn.saturating_sub(1) };
    condition.needs.progress(units.each_ref().map(Vec::as_slice), ended, agreed)
}
