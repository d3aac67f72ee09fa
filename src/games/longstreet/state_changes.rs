//! Changes: cards leave the hand, decks are reshuffled, hands are refilled, and declarations are applied or undone.

use crate::board::table::Goal;
use crate::document::Id;
use crate::engine::Events;
use crate::engine::cards::Draw;
use crate::events::Event;
use crate::ledger::{DECK, DISCARD, Declaration, Fact, Game, HAND, Invoked, Phase, PriorMarkers, REMOVED};
use crate::orders::Dice;
use crate::pack::Symbol;
use crate::shared::table::Unit;
use crate::side::Side;

/// How many cards are removed at each reshuffle (Reshuffling Penalty).
pub const RESHUFFLE_PENALTY: usize = 6;

/// The faces that count: the hits, and in place of the misses their rerolls (LS-11).
pub fn counted_faces(dice: Dice, faces: &[u8], again: &[u8]) -> Vec<u8> {
    let mut again = again.iter();
    faces.iter().map(|face| if *face < dice.hit_on { *again.next().unwrap_or(face) } else { *face }).collect()
}

impl Event {
    /// What the event declares, with its number; for a move or a mark, without the unit's earlier state.
    pub fn declares(&self) -> Option<(u32, Declaration)> {
        Some(match self.clone() {
            Event::Volley { fact, units, target, dice, faces, again, hits, .. } => {
                (fact, Declaration::Volley { units, target, dice, faces: counted_faces(dice, &faces, &again), hits })
            }
            Event::Moved { fact, unit, from, to, disorder, .. } => {
                (fact, Declaration::Move { unit, from, to, disorder, was: PriorMarkers::default() })
            }
            Event::Charged { fact, unit, target, dice, faces, losses, own_losses, disorder, .. } => {
                (fact, Declaration::Charge { unit, target, dice, faces, losses, own_losses, disorder })
            }
            Event::Marked { fact, mark, .. } => (fact, Declaration::Mark { mark, was: Unit::default() }),
            Event::VictoryClaimed { fact, condition, .. } => (fact, Declaration::Claim { condition }),
            _ => return None,
        })
    }
}

impl Game {
    /// A card of the hand is played, and goes to a pile: the discards, or out of the game (Red = Remove).
    pub fn spend(&mut self, events: &mut Events, rule: &str, (side, card): (Side, &str), pile: &str) {
        self.cards.play(events, rule, &side.id(), card, HAND);
        self.cards.leave(events, rule, &side.id(), card, pile);
        if pile == DISCARD {
            self.shown.entry(side).or_default().push(card.to_owned());
        }
    }

    /// Makes a new deck from the discards and the rest of the old one, and removes six cards of it unseen (Reshuffle).
    pub fn reshuffle(&mut self, events: &mut Events, side: Side, forced: bool) {
        self.reshuffled = true;
        if self.count(side, DECK) + self.count(side, DISCARD) == 0 {
            events.emit("Reshuffle", &Event::NothingToShuffle { side });
            return;
        }
        self.cards.shuffle(events, "Reshuffle", &side.id(), &[DECK, DISCARD], DECK);
        self.shown.remove(&side);
        let removed = self.cards.deal(events, "Reshuffling Penalty", &side.id(), (DECK, RESHUFFLE_PENALTY), REMOVED);
        let deck = self.count(side, DECK);
        events.emit("Reshuffle", &Event::Reshuffled { side, forced, removed, deck });
    }

    /// A side draws as many cards as it lacks, or as its deck has left (Redraw).
    pub fn redraw(&mut self, events: &mut Events, side: Side) {
        let lacks = self.hand_size(side).saturating_sub(self.count(side, HAND));
        let count = self.cards.draw(events, Draw::of(side.id(), DECK, lacks, "redraw", "Redraw"), HAND);
        let (hand, deck) = (self.count(side, HAND), self.count(side, DECK));
        events.emit("Redraw", &Event::Redrawn { side, count, hand, deck });
    }

    /// Invokes a phase: its cards are discarded, whatever it leads to (Playing Card(s) to Invoke a Phase).
    pub fn invoke(&mut self, events: &mut Events, symbol: Symbol, cards: &[String], modify: Option<&String>) {
        let side = self.side;
        self.phase = Phase::of(symbol);
        self.acted = true;
        self.barred = None;
        let rule = "Playing Card(s) to Invoke a Phase";
        cards.iter().for_each(|card| self.spend(events, rule, (side, card), DISCARD));
        if let Some(card) = modify {
            self.spend(events, "Modifying a Phase", (side, card), DISCARD);
            self.modified.push(symbol);
        }
        let invoked = Event::Invoked { side, phase: self.phase, cards: cards.to_vec(), modify: modify.cloned() };
        events.emit(if modify.is_some() { "Modifying a Phase" } else { rule }, &invoked);
        self.invoked = Some(Invoked {
            cards: cards.len().min(2) as u8,
            modifier: modify.cloned(),
            used: false,
            begun: false,
            charged: false,
        });
    }

    /// Records what a side declares; returns its number.
    pub fn declare(&mut self, side: Side, what: Declaration) -> u32 {
        self.declared += 1;
        self.facts.push(Fact { n: self.declared, side, what, morale: 0, settled: false, ruled: None });
        self.declared
    }

    /// Records what a side declares by an event, and emits the event.
    pub fn declare_by(&mut self, events: &mut Events, rule: &str, event: &Event) {
        events.emit(rule, event);
        if let Some((_, what)) = event.declares() {
            self.declare(self.side, what);
        }
    }

    /// Facts of a side that are not confirmed yet.
    pub fn unconfirmed(&self, side: Side) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(move |fact| fact.side == side && !fact.settled)
    }

    /// Moves a unit as its side declares; the distance is measured (LS-10).
    pub fn move_unit(&mut self, events: &mut Events, rule: &str, side: Side, unit: &Id, to: Goal, disorder: bool) {
        let Some(state) = self.units.get_mut(unit) else { return };
        let (from, was) = (state.at, PriorMarkers { disorder: state.disorder, moved: state.moved });
        let (unit, to) = (unit.clone(), to.from(from));
        (state.at, state.moved) = (to, true);
        state.disorder |= disorder;
        let fact = self.declare(side, Declaration::Move { unit: unit.clone(), from, to, disorder, was });
        events.emit(rule, &Event::Moved { fact, side, unit, from, to, distance: from.distance(to), disorder });
    }

    /// Changes a unit, and reports if it is gone as a result.
    pub fn change_unit(&mut self, events: &mut Events, unit: &Id, change: impl FnOnce(&mut Unit)) {
        let Some(state) = self.units.get_mut(unit) else { return };
        let was = state.is_in_play();
        change(state);
        if was && !state.is_in_play() {
            events.emit("LS-11", &Event::UnitGone { unit: unit.clone() });
        }
    }

    /// Applies to a unit the hits scored, less those that morale has removed (LS-11).
    fn apply_hits(&mut self, events: &mut Events, fact: u32, (side, unit): (Side, &Id), hits: u8, morale: u8) {
        let bases = self.units.get(unit).map_or(0, |unit| unit.bases);
        let saved = morale.min(hits);
        let lost = (hits - saved).min(bases);
        if hits > 0 {
            let bases = bases - lost;
            events.emit("LS-11", &Event::Losses { fact, side, unit: unit.clone(), hits, saved, lost, bases });
        }
        self.change_unit(events, unit, |unit| unit.bases -= lost);
    }

    /// Applies what a side has declared and the other has confirmed; moves and marks are applied when they are
    /// declared.
    pub fn apply(&mut self, events: &mut Events, n: u32) {
        let Some(fact) = self.fact_mut(n) else { return };
        fact.settled = true;
        let Fact { side, what, morale, .. } = fact.clone();
        match what {
            Declaration::Volley { target, hits, .. } => {
                self.apply_hits(events, n, (side.other(), &target), hits, morale)
            }
            Declaration::Charge { unit, target, losses, own_losses, .. } => {
                self.apply_hits(events, n, (side.other(), &target), losses, morale);
                self.apply_hits(events, n, (side, &unit), own_losses, 0);
            }
            Declaration::Move { .. } | Declaration::Mark { .. } | Declaration::Claim { .. } => {}
        }
    }

    /// Undoes a fact that its declarer takes back (LS-14). Units that have fired or charged have still done so, but
    /// without effect.
    pub fn undo(&mut self, n: u32) {
        let Some(at) = self.facts.iter().position(|fact| fact.n == n) else { return };
        match self.facts.remove(at).what {
            Declaration::Volley { units, .. } => {
                for unit in &units {
                    self.units.entry(unit.clone()).and_modify(|unit| unit.smoke = false);
                }
            }
            Declaration::Move { unit, from, was: PriorMarkers { disorder, moved }, .. } => {
                self.units
                    .entry(unit)
                    .and_modify(|unit| (unit.at, unit.disorder, unit.moved) = (from, disorder, moved));
            }
            Declaration::Mark { mark, was } => {
                self.units.entry(mark.unit).and_modify(|unit| {
                    unit.disorder = mark.disorder.map_or(unit.disorder, |_| was.disorder);
                    unit.ammunition = mark.ammunition.map_or(unit.ammunition, |_| was.ammunition);
                    unit.at = mark.to.map_or(unit.at, |_| was.at);
                    unit.gone &= !mark.gone;
                    unit.bases += mark.lose;
                });
            }
            Declaration::Charge { .. } | Declaration::Claim { .. } => {}
        }
    }
}
