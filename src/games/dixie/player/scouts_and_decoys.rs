//! Scouts and decoys (13.6, 13.7).

use super::Plan;
use crate::orders::Order;
use crate::pack::{Card, Kind};

impl Plan<'_> {
    /// Sends a light cavalry card to scout where an attack is considered and the defenders are unknown. A card that
    /// scouts cannot move or fire again, so only one goes, and none if everything is visible.
    pub fn scouts(&mut self) {
        if !self.game.rules.scouting {
            return;
        }
        for place in self.line() {
            let to = place.opposite();
            let hidden = self.game.cards_in(to, self.side.other()).iter();
            let hidden = hidden.filter(|placed| self.game.is_face_down(self.side.other(), &placed.card)).count();
            let light =
                |card: &String| self.view().card(card).is_some_and(|card| card.kind == Kind::Cavalry && card.cv <= 2);
            let scout = self.movable(place).into_iter().rev().find(light);
            if hidden < 3 || self.position_value(to) == 0.0 || self.has(place, self.side) < 3 {
                continue;
            }
            // It is a move: it comes after all fire.
            if let Some(card) = scout {
                self.riders.push((card, to));
            }
        }
    }

    /// The scouts ride.
    pub fn ride(&mut self) {
        for (card, to) in std::mem::take(&mut self.riders) {
            let cards = vec![card];
            if self.order(Order::Scout { cards: cards.clone(), place: to }) {
                self.record_action(&cards, crate::ledger::CardAction::Fired);
            }
        }
    }

    /// Lays a general of no use face down where a position looks weak.
    pub fn decoys(&mut self) {
        if !self.game.rules.decoys {
            return;
        }
        for place in self.line() {
            let quiet = !self.game.has_enemies(place, self.side);
            if !quiet || self.room(place) == 0 || !(1..=2).contains(&self.has(place, self.side)) {
                continue;
            }
            let spare = self.generals().len() > 2;
            let useless = |card: &&Card| card.kind == Kind::General && card.attack + card.defense + card.stacking <= 1;
            let card = self.generals().into_iter().find(|card| spare && useless(card)).map(|card| card.id.clone());
            if let Some(card) = card
                && self.order(Order::Decoy { card: card.clone(), place })
            {
                self.remove_from_reserve(&card);
            }
        }
    }
}
