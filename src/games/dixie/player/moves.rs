//! The Move Phase: terrain, attacks, reserves, generals, and cards that outflank.

use super::Plan;
use super::attack::Attack;
use crate::engine::Events;
use crate::engine::attrition::{Force, fight};
use crate::events::Range;
use crate::orders::{Order, Outflanking};
use crate::pack::{Card, Edition, Effect, Kind};
use crate::place::Place;
use crate::side::Side;

impl Plan<'_> {
    /// All moves of the turn.
    pub fn moves(&mut self, attacks: Vec<Attack>, leaving: &[Place]) {
        for &place in leaving {
            let cards: Vec<String> = self.view().card_names_in(place);
            let cards = cards.into_iter().filter(|card| self.view().placed(card).is_some_and(|p| p.did.is_none()));
            self.move_as_many(cards.collect(), vec![place.opposite()]);
        }
        self.railway();
        for place in self.places() {
            self.terrain(place);
        }
        // Where it fights in its own line, reserves come first.
        for place in self.line() {
            if self.engaged(place) {
                self.defend(place);
            }
        }
        for Attack { from, to, cards } in attacks {
            if from == Place::Reserve {
                let cards: Vec<String> = cards.into_iter().filter(|card| self.view().in_reserve(card)).collect();
                self.move_as_many(cards, vec![to]);
            } else {
                self.ford(to, cards.len());
                self.move_as_many(cards, vec![to]);
            }
        }
        self.ride();
        self.garrison();
        for place in self.places() {
            self.send_general(place);
            self.color_guard(place);
        }
        self.decoys();
        self.regroup();
        self.outflanks();
    }

    /// Reinforcements that come by rail (12.0).
    fn railway(&mut self) {
        if self.deck(self.side) >= 2 {
            self.plays(Effect::Railway, None, None);
        }
    }

    /// A Ford for a creek that more cards should cross than may (10.3).
    fn ford(&mut self, to: Place, crossing: usize) {
        let limit = self.rules.movement_limit(&self.game, to).map_or(usize::MAX, usize::from);
        if crossing >= limit
            && self.plays(Effect::Ford, Some(to), None)
            && let Some(position) = self.game.places.get_mut(&to)
        {
            position.fords += 1;
        }
    }

    /// Terrain where there is none, if it does not make an enemy attack easier.
    fn terrain(&mut self, place: Place) {
        let bare = self.game.position(place).is_some_and(|position| position.terrain.is_empty());
        if !bare || self.room(place) == 0 || self.has(place, self.side) == 0 {
            return;
        }
        let fits = |card: &&&Card| {
            card.kind == Kind::Terrain
                && Order::Terrain { card: card.id.clone(), place }.refused(self.view()).is_empty()
        };
        let card = self.view().reserve().iter().find(fits).map(|card| card.id.clone());
        if let Some(card) = card
            && self.order(Order::Terrain { card: card.clone(), place })
        {
            crate::terrain::play(&mut self.game, &mut Events::discarding(), self.side, &card, place);
            self.remove_from_reserve(&card);
        }
    }

    /// Reserves for a fight in its own line.
    fn defend(&mut self, place: Place) {
        let room = self.room(place);
        let cards: Vec<String> = self.fresh().into_iter().take(room).collect();
        self.move_as_many(cards, vec![place]);
    }

    /// How many troops a position should have beyond those fighting: one if its own side holds the position opposite;
    /// across the Centerline, as many as the enemy's Reserve may require; otherwise as many as the stacking limit
    /// allows.
    fn wanted(&self, place: Place) -> usize {
        let (side, enemy) = (self.side, self.side.other());
        let holds = |place: Place| self.has(place, side) > 0 && !self.game.has_enemies(place, side);
        let threat = 1 + (self.reserves(enemy) / 2.0).ceil() as usize;
        if self.game.edition == Edition::Shiloh {
            return if self.position_value(place) > 0.0 { 7 } else { usize::from(self.game.rules.enfilade) };
        }
        match place.line() == Some(side) {
            true if holds(place.opposite()) => 1,
            true => 7,
            false => threat.min(4),
        }
    }

    /// Leaves no position empty: each of its line gets a card, then a second, as long as the Reserve has some; a few
    /// stay in the Reserve.
    fn garrison(&mut self) {
        let shiloh = self.game.edition == Edition::Shiloh;
        for want in 1..=7 {
            for place in self.line() {
                let quiet = !self.game.has_enemies(place, self.side) && self.room(place) > 0;
                let mine = if shiloh && self.side == Side::Csa {
                    // The Front is its own only where it has captured it.
                    self.game.defender(place) == Some(Side::Csa) && self.position_value(place) > 0.0
                } else {
                    true
                };
                let wait = if want > 2 && !shiloh && self.deck(self.side) > 0 { 2 } else { 0 };
                let fresh = self.fresh();
                let short = self.has(place, self.side) < want.min(self.wanted(place));
                if quiet && mine && short && fresh.len() > wait {
                    // The first is there to hold, the others to fight.
                    let card = if want == 1 { fresh.last() } else { fresh.first() };
                    self.plan_move(card.into_iter().cloned().collect(), vec![place]);
                }
            }
        }
        // Across the Centerline, captured positions have to be held.
        for place in self.line() {
            let to = place.opposite();
            let held = self.has(to, self.side) > 0 && !self.game.has_enemies(to, self.side);
            let short = self.wanted(to).saturating_sub(self.has(to, self.side));
            if held && short > 0 && self.position_value(to) > 0.0 {
                let cards: Vec<String> = self.movable(place).into_iter().take(self.room(to).min(short)).collect();
                let spare = self.has(place, self.side).saturating_sub(1);
                self.move_as_many(cards.into_iter().take(spare).collect(), vec![to]);
            }
        }
    }

    /// Cards with nothing to do go back, to fight elsewhere.
    fn regroup(&mut self) {
        for place in self.line() {
            let across = place.opposite();
            let idle = |place: Place| self.has(place, self.side) > 0 && !self.game.has_enemies(place, self.side);
            if !idle(across) || self.game.has_enemies(place, self.side) {
                continue;
            }
            for (from, to) in [(place, Place::Reserve), (across, place)] {
                let spare = self.has(from, self.side).saturating_sub(self.wanted(from));
                let cards: Vec<String> = self.movable(from).into_iter().take(spare).collect();
                self.move_as_many(cards, vec![to]);
            }
        }
    }

    /// Sends a general of the Reserve to troops that fight, or hold a position, without one.
    fn send_general(&mut self, place: Place) {
        let side = self.side;
        if self.has(place, side) == 0 || self.rules.general(&self.game, place, side).is_some() {
            return;
        }
        let attacks = self.game.defender(place) != Some(side);
        let best = self
            .generals()
            .into_iter()
            .max_by_key(|card| (if attacks { card.attack } else { card.defense } + card.stacking, card.number));
        let path = if place.line() == Some(side) { vec![place] } else { vec![place.opposite(), place] };
        if let Some(card) = best.map(|card| card.id.clone()) {
            self.plan_move(vec![card], path);
        }
    }

    /// A Color Guard, or Johnny Shiloh, for a fight.
    fn color_guard(&mut self, place: Place) {
        if self.engaged(place) && self.has(place, self.side) >= 2 {
            let effect =
                [Effect::ColorGuard, Effect::JohnnyShiloh].into_iter().find(|one| self.special(*one).is_some());
            if let Some(effect) = effect {
                self.plays(effect, Some(place), None);
            }
        }
    }

    /// Reserves that outflank an engaged position: the enemy's where it fights there, its own where fire counts at once
    /// (13.1).
    fn outflanks(&mut self) {
        if !self.game.rules.outflanking {
            return;
        }
        for place in self.places() {
            if !self.engaged(place) || !place.is_flank() || self.position_value(place) == 0.0 {
                continue;
            }
            let room = self.room(place);
            let view = self.view();
            let stands = |card: &String| view.card(card).is_some_and(|card| self.is_likely_to_outflank(card));
            let cards: Vec<String> = self.fresh().into_iter().filter(stands).take(room).collect();
            if cards.is_empty() || !self.is_worthwhile(place, &cards) {
                continue;
            }
            let special = self.special(Effect::FlankMarch);
            let order = |special| {
                let (cards, general, target) = (cards.clone(), None, None);
                Order::Outflank(Outflanking { cards, place, general, special, target, named: false })
            };
            if self.order(order(special.clone())) || self.order(order(None)) {
                cards.iter().chain(&special).for_each(|card| self.remove_from_reserve(card));
            }
        }
    }

    /// Whether a card is likely to succeed in outflanking: artillery has it hard (13.1).
    fn is_likely_to_outflank(&self, card: &Card) -> bool {
        card.kind != Kind::Artillery && crate::card_values::base_morale(card).total() >= 3
    }

    /// Whether more cards help a fight: they may win it, and are not lost with it.
    fn is_worthwhile(&self, place: Place, cards: &[String]) -> bool {
        let view = self.view();
        let mut units = self.units(place, self.side, Range::Short);
        units.extend(cards.iter().map(|card| self.unit(self.side, view.card(card), place, Range::Short, 0)));
        let own = Force::of(&units, units.len(), 0.0);
        let (own, theirs) = fight(own, self.enemy_force(place, 1.0));
        own.cards > 0.4 || theirs.cards < 0.4 || place.line() == Some(self.side)
    }
}
