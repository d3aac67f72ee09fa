//! The value of cards to the player: its own, the enemy's visible ones, and the unseen ones.

use super::Plan;
use crate::card_values::firepower;
use crate::engine::attrition::Unit;
use crate::events::Range;
use crate::options::DeckSizes;
use crate::pack::{Card, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::state_changes::{DECK, LOST};

/// The value of a troop card in a line: the hits that it scores at short range, and its resilience.
pub fn card_value(card: &Card) -> i64 {
    if !card.kind.is_troop() {
        return 0;
    }
    let fire = i64::from(card.cv) * i64::from(firepower(card, Range::Short, true));
    2 * fire + 3 * crate::card_values::base_morale(card).total()
}

impl Plan<'_> {
    /// The effect of a side's card where it is, or would be, with the help of a general who comes with it.
    pub fn unit(&self, side: Side, card: Option<&Card>, place: Place, range: Range, help: u8) -> Unit {
        let Some(card) = card.or_else(|| self.assumed_card(side)) else { return Unit::default() };
        if !card.kind.is_troop() {
            return Unit::default();
        }
        let dice = self.rules.dice(&self.game, (side, card), (place, place), range).total().max(0);
        let hits = dice as f64 * f64::from(firepower(card, range, true)) / 6.0;
        let morale = self.rules.morale(&self.game, (side, card), place, range == Range::Melee).total();
        let stands = (morale + i64::from(help)).clamp(1, 5);
        Unit { hits, rout: 1.0 - stands as f64 / 6.0 }
    }

    /// What a face-down card is assumed to be: infantry of average strength.
    fn assumed_card(&self, side: Side) -> Option<&Card> {
        let troops = self.rules.set(&self.game).of(side).filter(|card| card.kind.is_troop());
        let (sum, count) = troops.fold((0, 0), |(sum, count), card| (sum + u32::from(card.cv), count + 1));
        let cv = (sum + count / 2) / u32::max(count, 1);
        let mut infantry = self.rules.set(&self.game).of(side).filter(|card| card.kind == Kind::Infantry);
        infantry.find(|card| u32::from(card.cv) == cv && crate::card_values::morale_bonus(card) == 0)
    }

    /// The troops of a side in a position, as this player sees them.
    pub fn units(&self, place: Place, side: Side, range: Range) -> Vec<Unit> {
        let view = self.view();
        let troops = self.rules.troops(&self.game, place, side).into_iter();
        let seen =
            |card: &str| if side == self.side { view.card(card) } else { self.rules.card(&self.game, side, card) };
        troops.map(|placed| self.unit(side, seen(&placed.card), place, range, 0)).collect()
    }

    /// The troops that a side may have in its Reserve: its own are known, the enemy's are estimated.
    pub fn reserves(&self, side: Side) -> f64 {
        if side == self.side { self.fresh().len() as f64 } else { self.estimated_enemy_troops() }
    }

    /// The estimated number of troops in the enemy's hand: the average share of troops among the cards that he has
    /// drawn, minus those that have left it.
    fn estimated_enemy_troops(&self) -> f64 {
        let enemy = self.side.other();
        let drawn = usize::from(DeckSizes::of(&self.game, enemy).deck).saturating_sub(self.deck(enemy));
        let table: usize = self.game.places.keys().map(|place| self.has(*place, enemy)).sum();
        let lost = self.game.cards.open(&enemy.id(), LOST).iter();
        let lost = lost.filter(|card| self.rules.kind(&self.game, enemy, card).is_some_and(Kind::is_troop)).count();
        let hand = self.game.reserve(enemy) as f64;
        (drawn as f64 * self.share(enemy) - (table + lost) as f64).clamp(hand * 0.1, hand)
    }

    /// The share of troops among the cards of a side.
    fn share(&self, side: Side) -> f64 {
        let deck = self.game.rules.decks.get(&side);
        let cards = self.rules.set(&self.game).of(side);
        let cards = cards.filter(|card| deck.is_none_or(|deck| deck.contains(&card.id)));
        let (troops, all) =
            cards.fold((0, 0), |(troops, all), card| (troops + u32::from(card.kind.is_troop()), all + 1));
        f64::from(troops) / f64::from(u32::max(all, 1))
    }

    /// All troops of a side in this battle, those that are still to come counted too.
    pub fn army(&self, side: Side) -> f64 {
        let table =
            self.game.places.keys().map(|place| self.rules.troops(&self.game, *place, side).len()).sum::<usize>();
        table as f64 + self.reserves(side) + self.cards_to_come(side) as f64 * self.share(side)
    }

    /// How many cards a side has yet to draw on this day, in a battle of three days.
    pub fn cards_to_come(&self, side: Side) -> usize {
        let deck = self.deck(side);
        self.game.today.get(&side).map_or(deck, |today| deck.min(usize::from(*today)))
    }

    /// The cards that a side has yet to draw.
    pub fn deck(&self, side: Side) -> usize {
        self.game.cards.count(&side.id(), DECK)
    }
}
