//! The rules' checks of an order, in the order of a turn.

use crate::board::table::{Ammunition, Goal};
use crate::document::Id;
use crate::engine::refusal::{RefusalListExt, only};
use crate::events::Refusal;
use crate::ledger::{HAND, Phase};
use crate::orders::{Action, Dice, Mark, Order};
use crate::pack::Symbol;
use crate::shared::is_name;
use crate::shared::table::VictoryCondition;
use crate::view::{RefusalList, View};

impl Order {
    /// The cards that it plays, and then the modifying card.
    pub fn cards(&self) -> (&[String], Option<&String>) {
        match self {
            Order::Fire { card, modify } => (std::slice::from_ref(card), modify.as_ref()),
            Order::Movement { cards, modify } | Order::Combat { cards, modify } => (cards, modify.as_ref()),
            _ => (&[], None),
        }
    }

    /// The phase that it invokes.
    pub fn invokes(&self) -> Option<Symbol> {
        match self {
            Order::Fire { .. } => Some(Symbol::Fire),
            Order::Movement { .. } => Some(Symbol::Movement),
            Order::Combat { .. } => Some(Symbol::Combat),
            _ => None,
        }
    }

    /// The action that it orders units to take in a phase.
    pub fn action(&self) -> Option<Action> {
        match self {
            Order::Volley { units, target, .. } => Some(Action { units: units.clone(), target: Some(target.clone()) }),
            Order::Move { unit, .. } => Some(Action { units: vec![unit.clone()], target: None }),
            Order::Charge { unit, target, .. } => {
                Some(Action { units: vec![unit.clone()], target: Some(target.clone()) })
            }
            _ => None,
        }
    }

    /// Whether it belongs to the current phase.
    pub fn stays_in_phase(&self) -> bool {
        self.action().is_some() || matches!(self, Order::Mark(_) | Order::Roll { .. } | Order::Claim { .. })
    }

    /// Whether everything declared so far has to be confirmed and applied before it (LS-13).
    pub fn requires_confirmation(&self) -> bool {
        let invokes = matches!(self, Order::Movement { .. } | Order::Combat { .. });
        invokes || matches!(self, Order::Settle {} | Order::Pass {} | Order::EndTurn {})
    }

    /// Why the rules forbid the order, each reason with the heading of its rule.
    pub fn refused(&self, view: View<'_>) -> RefusalList {
        let phase = view.game.phase;
        match self {
            Order::Reshuffle {} => {
                only(view.game.acted || phase != Phase::Choice, Refusal::TooLateToReshuffle, "Reshuffle")
            }
            Order::Fire { .. } | Order::Movement { .. } | Order::Combat { .. } => self.invocation_refused(view),
            Order::Volley { units, target, dice, reroll, purpose } => {
                let mut found = in_phase(view, Phase::Fire);
                found.extend(fire_refused(view, units, target, *reroll));
                found.extend(rolls_refused(&[*dice], purpose));
                found
            }
            Order::Move { unit: id, to, disorder } => {
                let mut found = in_phase(view, Phase::Movement);
                found.extend(acts_refused(view, id, "LS-10"));
                let moved = view.own_unit(id).is_ok_and(|(_, unit)| unit.moved);
                found.when(moved, Refusal::HasMoved { unit: id.clone() }, "LS-10");
                found.extend(disorder_refused(view, *disorder));
                found.extend(off_table(view, *to));
                found
            }
            Order::Charge { unit: id, target, dice, against, losses, own_losses, disorder } => {
                let mut found = in_phase(view, Phase::Combat);
                found.extend(acts_refused(view, id, "LS-12"));
                let charged = view.own_unit(id).is_ok_and(|(_, unit)| unit.charged);
                found.when(charged, Refusal::HasCharged { unit: id.clone() }, "LS-12");
                found.extend(view.enemy_unit(target).err().map(|refusal| (refusal, "LS-12")));
                found.extend(disorder_refused(view, *disorder));
                found.extend(rolls_refused(&dice.iter().chain(against).copied().collect::<Vec<_>>(), ""));
                let both = (dice.is_some() && *losses > 0) || (against.is_some() && *own_losses > 0);
                found.when(both, Refusal::DiceAndLosses, "LS-12");
                found
            }
            Order::Mark(mark) => mark_refused(view, mark),
            Order::Roll { dice, purpose } => rolls_refused(&[*dice], purpose),
            Order::Claim { condition } => claim_refused(view, condition),
            Order::Settle {} => Vec::new(),
            Order::Pass {} if phase > Phase::Fire => vec![(Refusal::PhaseOver { phase: Phase::Choice }, "Pass")],
            Order::Pass {} => {
                let again = view.game.has_passed(view.side) && view.game.count(view.side, HAND) > 0;
                only(again, Refusal::PassedBefore, "Pass")
            }
            Order::EndTurn {} => {
                let none = !matches!(phase, Phase::Movement | Phase::Combat);
                only(none, Refusal::NoCommandChoice, "The Sequence of Play")
            }
        }
    }

    /// A phase is invoked at the right time, with cards in the hand, and modified by a card with the symbol of the
    /// phase.
    fn invocation_refused(&self, view: View<'_>) -> RefusalList {
        let Some(symbol) = self.invokes() else { return Vec::new() };
        let (cards, modify) = self.cards();
        let phase = Phase::of(symbol);
        let last = if phase == Phase::Fire { Phase::Choice } else { Phase::Fire };
        let rule = "Playing Card(s) to Invoke a Phase";
        let mut found = only(view.game.phase > last, Refusal::PhaseOver { phase }, "Sequence of a Turn");
        found.when(!(1..=2).contains(&cards.len()), Refusal::WrongCount { cards: cards.len() }, rule);
        found.extend(view.discards_refused(cards.iter().chain(modify), rule));
        if let Some(id) = modify {
            let wrong = view.card(id).is_some_and(|card| card.symbol != Some(symbol));
            found.when(wrong, Refusal::WrongSymbol { card: id.clone(), symbol }, "Modifier Symbol");
            let twice = view.game.modified.contains(&symbol);
            found.when(twice, Refusal::AlreadyModified { symbol }, "Modifying a Phase");
        }
        // A side that passed in its last turn owes a phase in this one, and keeps a card for it (LS-17).
        let left = view.game.count(view.side, HAND).saturating_sub(cards.len() + usize::from(modify.is_some()));
        let owes = symbol == Symbol::Fire && view.game.has_passed(view.side);
        found.when(owes && left == 0, Refusal::LastCards, "Pass");
        found
    }
}

/// A phase has no actions before it is invoked (Playing Card(s) to Invoke a Phase).
fn in_phase(view: View<'_>, phase: Phase) -> RefusalList {
    only(view.game.phase != phase, Refusal::NotInvoked { phase }, "Playing Card(s) to Invoke a Phase")
}

/// A unit that acts belongs to the side, is in play, and is not stopped by an interrupt.
fn acts_refused(view: View<'_>, unit: &Id, rule: &'static str) -> RefusalList {
    let wrong = view.own_unit(unit).err().map(|refusal| (refusal, rule));
    wrong.into_iter().chain(stopped(view, unit)).collect()
}

/// An interrupt stops a unit in this phase (Interrupt).
fn stopped(view: View<'_>, unit: &Id) -> RefusalList {
    let card = view.game.interrupt.clone().unwrap_or_default();
    only(view.game.barred.as_ref() == Some(unit), Refusal::Barred { unit: unit.clone(), card }, "Interrupt")
}

/// Units that fire have not fired and have ammunition; the misses of only one firing unit are rolled again (LS-11).
fn fire_refused(view: View<'_>, units: &[Id], target: &Id, reroll: bool) -> RefusalList {
    let mut found = only(units.is_empty(), Refusal::NoUnits, "LS-11");
    for (n, id) in units.iter().enumerate() {
        let unit = || id.clone();
        found.extend(acts_refused(view, id, "LS-11"));
        found.when(units[..n].contains(id), Refusal::UnitTwice { unit: unit() }, "LS-11");
        if let Ok((_, state)) = view.own_unit(id) {
            found.when(state.smoke || state.fired, Refusal::HasFired { unit: unit() }, "LS-11");
            let out = state.ammunition == Ammunition::Out;
            found.when(out, Refusal::NoAmmunition { unit: unit() }, "LS-11");
        }
    }
    found.extend(view.enemy_unit(target).err().map(|refusal| (refusal, "LS-11")));
    let unused =
        view.game.invoked.as_ref().filter(|invoked| !invoked.used).and_then(|invoked| invoked.modifier.as_ref());
    let may = units.len() == 1 && unused.is_some_and(|card| view.rerolls(card));
    found.when(reroll && !may, Refusal::NoReroll, "Modifying a Phase");
    found
}

/// Disorder requires the second card (Disorder Requires Two Cards).
fn disorder_refused(view: View<'_>, disorder: bool) -> RefusalList {
    let one = view.game.invoked.as_ref().is_some_and(|invoked| invoked.cards < 2);
    only(disorder && one, Refusal::OneCard, "Disorder Requires Two Cards")
}

fn rolls_refused(dice: &[Dice], words: &str) -> RefusalList {
    let mut found = only(dice.iter().any(|dice| !dice.is_sound()), Refusal::BadDice, "LS-11");
    found.extend(words_refused(words));
    found
}

fn words_refused(words: &str) -> RefusalList {
    only(!words.is_empty() && !is_name(words), Refusal::BadWords, "LS-10")
}

/// Whether a place is on the table (LS-10).
pub fn off_table(view: View<'_>, at: Goal) -> RefusalList {
    only(!view.rules.is_on_table(view.game, at), Refusal::OffTable { east: at.east, north: at.north }, "LS-10")
}

/// A mark is about a unit in play, of either side, and states something possible (LS-10).
fn mark_refused(view: View<'_>, mark: &Mark) -> RefusalList {
    let mut found = words_refused(&mark.why);
    let side = view.rules.unit(view.game, &mark.unit).map_or(view.side, |(side, _)| side);
    match (View { side, ..view }).own_unit(&mark.unit) {
        Err(refusal) => found.push((refusal, "LS-10")),
        Ok((_, unit)) => {
            if side == view.side {
                found.extend(own_doing(view, mark));
            }
            let says = mark.disorder.is_some() || mark.ammunition.is_some() || mark.to.is_some() || mark.gone;
            let nothing = (!says && mark.lose == 0) || mark.lose > unit.bases;
            found.when(nothing, Refusal::NothingMarked { unit: mark.unit.clone() }, "LS-10");
        }
    }
    found.extend(mark.to.into_iter().flat_map(|to| off_table(view, to)));
    found
}

/// What the side's own units do in a movement or combat phase cannot be a mark: a stopped unit cannot be moved by one,
/// and no unit can be disordered by one if a single card has invoked the phase, unless it states what the enemy has
/// done to the unit in combat (LS-20).
fn own_doing(view: View<'_>, mark: &Mark) -> RefusalList {
    let stopped = stopped(view, &mark.unit);
    let disorders = mark.disorder == Some(true);
    match view.game.phase {
        Phase::Movement => {
            let mut found = disorder_refused(view, disorders && stopped.is_empty());
            found.extend(stopped.into_iter().filter(|_| mark.to.is_some()));
            found
        }
        Phase::Combat => disorder_refused(view, disorders && mark.why.is_empty()),
        _ => Vec::new(),
    }
}

/// Only conditions that the players judge are claimed; the program counts the others itself (LS-16).
fn claim_refused(view: View<'_>, condition: &Id) -> RefusalList {
    let own = view.rules.battle(view.game).and_then(|battle| {
        let known = battle.victory.iter().find(|known| known.id == *condition && known.side == view.side)?;
        matches!(known.needs, VictoryCondition::Agreed { .. }).then_some(())
    });
    only(own.is_none(), Refusal::NoClaim { condition: condition.clone() }, "LS-16")
}
