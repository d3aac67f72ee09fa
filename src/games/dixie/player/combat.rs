//! Rally, melees and fire.

use super::Plan;
use super::attack::Attack;
use crate::engine::Events;
use crate::engine::attrition::{Force, after, melee};
use crate::events::Range;
use crate::fire::cards_able_to_fire;
use crate::ledger::CardAction;
use crate::melee::disengage;
use crate::orders::{Again, Order};
use crate::pack::{Effect, Kind};
use crate::place::Place;
use crate::specials;

impl Plan<'_> {
    /// Rallies the best card that has just routed.
    pub fn rally(&mut self) {
        let best = self.game.routed.iter().max_by_key(|card| {
            self.rules.set(&self.game).card(self.side, card).map_or(0, super::evaluation::card_value)
        });
        if let Some(target) = best.cloned() {
            self.plays(Effect::Rally, None, Some(target));
        }
    }

    /// Whether it should fight a melee in a position: two rounds are likely to win it, or cost the enemy so much more
    /// than fire would that it pays to come again with others. A defender would have to leave, and does not fight one.
    pub fn wants_melee(&self, place: Place) -> bool {
        let (side, enemy) = (self.side, self.side.other());
        if !self.game.rules.melee || !self.engaged(place) || self.game.defender(place) == Some(side) {
            return false;
        }
        let force = |side, range| Force::of(&self.units(place, side, range), 9, 0.0);
        let (own, theirs) = (force(side, Range::Melee), force(enemy, Range::Melee));
        let mut charging = own;
        // One more die for each infantry card, which hits on half its faces.
        charging.unit.hits += 0.4 * self.charges().len() as f64;
        let (left, stand) = melee(charging, theirs, 2);
        let volley = |from: Force, cards: f64, at: Force| after(at.cards, cards * from.unit.hits, at.unit.rout);
        let (fire, answer) = (force(side, Range::Short), force(enemy, Range::Short));
        let stood = volley(fire, fire.cards, answer);
        let gain_by_fire = (answer.cards - stood) - (fire.cards - volley(answer, stood, fire));
        let gain = (theirs.cards - stand) - (own.cards - left);
        let wins = left > 0.8 && stand < 0.5 && stood > 0.7;
        wins || (self.reserves(side) >= 2.0 && gain > gain_by_fire + 0.3)
    }

    /// The specials that it has for a melee.
    fn charges(&self) -> Vec<String> {
        let effects = [Effect::BayonetCharge, Effect::RebelYell].into_iter();
        let fits = effects.filter(|effect| specials::is_melee_special(self.view(), *effect));
        fits.filter_map(|effect| self.special(effect)).collect()
    }

    /// Melees, then fire: cards that will attack or leave hold their fire.
    pub fn combat(&mut self, attacks: &[Attack], leaving: &[Place]) {
        for place in self.places() {
            if self.wants_melee(place) && !leaving.contains(&place) {
                let specials = self.charges();
                let order = |specials| Order::Melee { place, specials, again: Again::Always };
                if self.order(order(specials.clone())) {
                    specials.iter().for_each(|card| self.remove_from_reserve(card));
                    // If it does not win, its cards have to leave, and others come.
                    disengage(self.rules, &mut self.game, &mut Events::discarding(), "13.2", &[(self.side, place)]);
                }
            }
        }
        self.sharpshoot();
        let busy: Vec<&String> = attacks.iter().flat_map(|attack| &attack.cards).collect();
        for place in self.places() {
            if leaving.contains(&place) {
                continue;
            }
            let mut targets: Vec<Option<Place>> = vec![None];
            targets.extend(self.game.lateral(place).into_iter().map(Some));
            for at in targets {
                let there = self.view().card_names_in(place);
                let rests = |card: &&String| {
                    !busy.contains(card) && self.view().placed(card).is_some_and(|placed| placed.did.is_none())
                };
                let there: Vec<String> = there.iter().filter(rests).cloned().collect();
                let mut cards: Vec<String> = cards_able_to_fire(self.view(), &there, at).into_iter().cloned().collect();
                if at.is_none() && self.supports(place) {
                    // Support fire hits friends on a 5, so it is worth it only for artillery that hits on a 2 (13.5).
                    cards.retain(|card| self.view().card(card).is_some_and(|card| card.long >= 2));
                }
                if cards.is_empty() {
                    continue;
                }
                let target = self.gun_target(place, at);
                let fire = |target| Order::Fire { cards: cards.clone(), at, target, until_hits: None };
                if (target.is_some() && self.order(fire(target))) || self.order(fire(None)) {
                    self.record_action(&cards, CardAction::Fired);
                    if self.game.fought.last() != Some(&place) {
                        self.game.fought.push(place);
                    }
                }
            }
        }
    }

    /// Whether the cards of a position should fire into the engagement opposite (13.5).
    fn supports(&self, place: Place) -> bool {
        !self.engaged(place) && self.has(place.opposite(), self.side) > 0
    }

    /// The enemy's best artillery, the target of long-range fire (13.4).
    fn gun_target(&self, place: Place, at: Option<Place>) -> Option<String> {
        if !self.game.rules.counter_battery || at.is_some() || self.engaged(place) {
            return None;
        }
        let enemy = self.side.other();
        let seen = self.game.cards_in(place.opposite(), enemy).iter();
        let guns = seen.filter_map(|placed| self.rules.card(&self.game, enemy, &placed.card));
        let best =
            guns.filter(|card| card.kind == Kind::Artillery).max_by_key(|card| (card.cv * card.short, card.number));
        best.map(|card| card.id.clone())
    }

    /// Sharpshooters for a general of the enemy who matters.
    fn sharpshoot(&mut self) {
        let enemy = self.side.other();
        let worth = |place: Place| {
            let general = self.rules.general(&self.game, place, enemy).filter(|_| self.engaged(place))?;
            let defends = self.game.defender(place) == Some(enemy);
            let rating = if defends { general.defense } else { general.attack } + general.stacking;
            (rating >= 2).then(|| (rating, place, general.id.clone()))
        };
        let best = self.places().into_iter().filter_map(worth).max_by_key(|(rating, ..)| *rating);
        if let Some((_, place, target)) = best {
            self.plays(Effect::Sharpshooters, Some(place), Some(target));
        }
    }
}
