//! What the rules hold against an order, in the order of a turn.

use crate::document::Id;
use crate::events::Refusal;
use crate::ledger::{HAND, Phase};
use crate::orders::{Action, Dice, Mark, Order};
use crate::pack::{Effect, Needs, Symbol};
use crate::shared::is_name;
use crate::table::Spot;
use crate::view::{Refused, View};

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

    /// What it has units do in a phase.
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

    /// Whether it belongs to the phase that is under way.
    pub fn stays_in_phase(&self) -> bool {
        self.action().is_some() || matches!(self, Order::Mark(_) | Order::Roll { .. } | Order::Claim { .. })
    }

    /// Whether what was declared so far is confirmed and applied before it (LS-13).
    pub fn settles(&self) -> bool {
        let invokes = matches!(self, Order::Movement { .. } | Order::Combat { .. });
        invokes || matches!(self, Order::Settle {} | Order::Pass {} | Order::EndTurn {})
    }

    /// What the rules hold against the order, each with the heading of its rule.
    pub fn refused(&self, view: View<'_>) -> Refused {
        let phase = view.game.phase;
        match self {
            Order::Reshuffle {} => {
                let late = view.game.acted || phase != Phase::Choice;
                late.then_some((Refusal::TooLateToReshuffle, "Reshuffle")).into_iter().collect()
            }
            Order::Fire { .. } | Order::Movement { .. } | Order::Combat { .. } => self.invocation_refused(view),
            Order::Volley { units, target, dice, reroll, purpose } => {
                let mut found = in_phase(view, Phase::Fire);
                found.extend(fire_refused(view, units, target, *reroll));
                found.extend(rolls_refused(&[*dice], purpose));
                found
            }
            Order::Move { unit, to, disorder } => {
                let mut found = in_phase(view, Phase::Movement);
                found.extend(acts_refused(view, unit, "LS-10"));
                if view.own_unit(unit).is_ok_and(|(_, unit)| unit.moved) {
                    found.push((Refusal::HasMoved { unit: unit.clone() }, "LS-10"));
                }
                found.extend(disorder_refused(view, *disorder));
                found.extend(off_table(view, *to));
                found
            }
            Order::Charge { unit, target, dice, against, losses, own_losses, disorder } => {
                let mut found = in_phase(view, Phase::Combat);
                found.extend(acts_refused(view, unit, "LS-12"));
                if view.own_unit(unit).is_ok_and(|(_, unit)| unit.charged) {
                    found.push((Refusal::HasCharged { unit: unit.clone() }, "LS-12"));
                }
                found.extend(view.enemy_unit(target).err().map(|refusal| (refusal, "LS-12")));
                found.extend(disorder_refused(view, *disorder));
                found.extend(rolls_refused(&dice.iter().chain(against).copied().collect::<Vec<_>>(), ""));
                if (dice.is_some() && *losses > 0) || (against.is_some() && *own_losses > 0) {
                    found.push((Refusal::DiceAndLosses, "LS-12"));
                }
                found
            }
            Order::Mark(mark) => mark_refused(view, mark),
            Order::Roll { dice, purpose } => rolls_refused(&[*dice], purpose),
            Order::Claim { condition } => claim_refused(view, condition),
            Order::Settle {} => Vec::new(),
            Order::Pass {} => {
                if phase > Phase::Fire {
                    return vec![(Refusal::PhaseOver { phase: Phase::Choice }, "Pass")];
                }
                let again = view.game.has_passed(view.side) && view.game.count(view.side, HAND) > 0;
                again.then_some((Refusal::PassedBefore, "Pass")).into_iter().collect()
            }
            Order::EndTurn {} => {
                let none = !matches!(phase, Phase::Movement | Phase::Combat);
                none.then_some((Refusal::NoCommandChoice, "The Sequence of Play")).into_iter().collect()
            }
        }
    }

    /// A phase is invoked in its time, with cards that the hand has, and one that has the symbol of the phase.
    fn invocation_refused(&self, view: View<'_>) -> Refused {
        let Some(symbol) = self.invokes() else { return Vec::new() };
        let (cards, modify) = self.cards();
        let (phase, last) = match symbol {
            Symbol::Fire => (Phase::Fire, Phase::Choice),
            Symbol::Movement => (Phase::Movement, Phase::Fire),
            Symbol::Combat => (Phase::Combat, Phase::Fire),
        };
        let mut found = Vec::new();
        if view.game.phase > last {
            found.push((Refusal::PhaseOver { phase }, "Sequence of a Turn"));
        }
        if !(1..=2).contains(&cards.len()) {
            found.push((Refusal::WrongCount { cards: cards.len() }, "Playing Card(s) to Invoke a Phase"));
        }
        found.extend(view.spends(cards.iter().chain(modify), "Playing Card(s) to Invoke a Phase"));
        if let Some(id) = modify {
            if view.card(id).is_some_and(|card| card.symbol != Some(symbol)) {
                found.push((Refusal::WrongSymbol { card: id.clone(), symbol }, "Modifier Symbol"));
            }
            if view.game.modified.contains(&symbol) {
                found.push((Refusal::AlreadyModified { symbol }, "Modifying a Phase"));
            }
        }
        // Whoever passed in his last turn owes a phase in this, and keeps a card for it (LS-17).
        let left = view.game.count(view.side, HAND).saturating_sub(cards.len() + usize::from(modify.is_some()));
        if symbol == Symbol::Fire && view.game.has_passed(view.side) && left == 0 {
            found.push((Refusal::LastCards, "Pass"));
        }
        found
    }
}

/// Without its invocation a phase has no actions (Playing Card(s) to Invoke a Phase).
fn in_phase(view: View<'_>, phase: Phase) -> Refused {
    let not = view.game.phase != phase;
    not.then_some((Refusal::NotInvoked { phase }, "Playing Card(s) to Invoke a Phase")).into_iter().collect()
}

/// A unit that acts is its side's own, is there, and is not stopped by an interrupt.
fn acts_refused(view: View<'_>, unit: &Id, rule: &'static str) -> Refused {
    let mut found: Refused = view.own_unit(unit).err().map(|refusal| (refusal, rule)).into_iter().collect();
    if view.game.barred.as_ref() == Some(unit) {
        let card = view.game.interrupt.clone().unwrap_or_default();
        found.push((Refusal::Barred { unit: unit.clone(), card }, "Interrupt"));
    }
    found
}

/// Units that fire have not fired and have something to fire; only one firing unit's misses are rolled again (LS-11).
fn fire_refused(view: View<'_>, units: &[Id], target: &Id, reroll: bool) -> Refused {
    let mut found = Vec::new();
    if units.is_empty() {
        found.push((Refusal::NoUnits, "LS-11"));
    }
    for (n, id) in units.iter().enumerate() {
        let unit = || id.clone();
        found.extend(acts_refused(view, id, "LS-11"));
        if units[..n].contains(id) {
            found.push((Refusal::UnitTwice { unit: unit() }, "LS-11"));
        }
        if let Ok((_, state)) = view.own_unit(id) {
            if state.smoke || state.fired {
                found.push((Refusal::HasFired { unit: unit() }, "LS-11"));
            }
            if state.ammunition == crate::table::Ammunition::Out {
                found.push((Refusal::NoAmmunition { unit: unit() }, "LS-11"));
            }
        }
    }
    found.extend(view.enemy_unit(target).err().map(|refusal| (refusal, "LS-11")));
    let may_reroll = || {
        let invoked = view.game.invoked.as_ref().filter(|invoked| !invoked.used)?;
        Some(view.card(invoked.modifier.as_ref()?)?.effect == Effect::RerollMisses && units.len() == 1)
    };
    if reroll && may_reroll() != Some(true) {
        found.push((Refusal::NoReroll, "Modifying a Phase"));
    }
    found
}

/// What causes disorder is paid for with the second card (Disorder Requires Two Cards).
fn disorder_refused(view: View<'_>, disorder: bool) -> Refused {
    let one = view.game.invoked.as_ref().is_some_and(|invoked| invoked.cards < 2);
    (disorder && one).then_some((Refusal::OneCard, "Disorder Requires Two Cards")).into_iter().collect()
}

fn rolls_refused(dice: &[Dice], words: &str) -> Refused {
    let mut found = Vec::new();
    if dice.iter().any(|dice| !dice.is_sound()) {
        found.push((Refusal::BadDice, "LS-11"));
    }
    found.extend(words_refused(words));
    found
}

fn words_refused(words: &str) -> Refused {
    let bad = !words.is_empty() && !is_name(words);
    bad.then_some((Refusal::BadWords, "LS-10")).into_iter().collect()
}

fn off_table(view: View<'_>, at: Spot) -> Refused {
    let on = view.rules.battle(view.game).is_some_and(|battle| battle.has(at));
    (!on).then_some((Refusal::OffTable { east: at.east, north: at.north }, "LS-10")).into_iter().collect()
}

/// A mark is about a unit that is there, of either side, and says something that can be (LS-10).
fn mark_refused(view: View<'_>, mark: &Mark) -> Refused {
    let mut found = words_refused(&mark.why);
    match view.own_unit(&mark.unit).or_else(|_| view.enemy_unit(&mark.unit)) {
        Err(refusal) => found.push((refusal, "LS-10")),
        Ok((_, unit)) => {
            let says = mark.disorder.is_some() || mark.ammunition.is_some() || mark.to.is_some() || mark.gone;
            if (!says && mark.lose == 0) || mark.lose > unit.bases {
                found.push((Refusal::NothingMarked { unit: mark.unit.clone() }, "LS-10"));
            }
        }
    }
    found.extend(mark.to.into_iter().flat_map(|to| off_table(view, to)));
    found
}

/// Only what the players judge is claimed; the program counts the rest itself (LS-16).
fn claim_refused(view: View<'_>, condition: &Id) -> Refused {
    let own = view.rules.battle(view.game).and_then(|battle| {
        let known = battle.victory.iter().find(|known| known.id == *condition && known.side == view.side)?;
        matches!(known.needs, Needs::Agreed { .. }).then_some(())
    });
    let refused = (Refusal::NoClaim { condition: condition.clone() }, "LS-16");
    own.is_none().then_some(refused).into_iter().collect()
}
