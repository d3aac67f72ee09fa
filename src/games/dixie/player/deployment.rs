//! How a player deploys (3.2), on the first day and between days (15.2).

use super::Plan;
use super::evaluation::card_value;
use crate::deploy::Deployment;
use crate::legal::add_to_deployment;
use crate::orders::Order;
use crate::pack::{Card, Edition, Kind};
use crate::place::Place;

impl Plan<'_> {
    /// The whole deployment: terrain and generals first, then troops, the best where it matters most; a few stay in the
    /// Reserve.
    pub fn deployment(&self) -> Order {
        let view = self.view();
        let mut cards = Deployment::new();
        let mut hand: Vec<&Card> = view.reserve();
        hand.sort_by_key(|card| (std::cmp::Reverse(card_value(card)), card.number));
        let (troops, others): (Vec<&Card>, Vec<&Card>) = hand.into_iter().partition(|card| card.kind.is_troop());
        // A fifth of them stay in the Reserve, to fill gaps.
        let kept = troops.len() / 5;
        let mut left: Vec<&Card> = troops;
        // At Shiloh each of the six positions needs a card (3.21): the flanks get the weakest.
        if self.game.edition == Edition::Shiloh && self.game.turn == 0 {
            for place in self.places() {
                let card = if self.position_value(place) == 0.0 {
                    left.pop()
                } else {
                    (!left.is_empty()).then(|| left.remove(0))
                };
                cards.entry(place).or_default().extend(card.map(|card| card.id.clone()));
            }
        }
        self.terrain_and_generals(&mut cards, others.clone());
        for _ in 0..8 {
            for place in self.deploys_at() {
                if left.len() <= kept {
                    break;
                }
                let next = left.first().copied();
                if let Some(card) = next
                    && add_to_deployment(view, &mut cards, place, card)
                {
                    left.remove(0);
                }
            }
        }
        for card in others.into_iter().filter(|card| card.kind == Kind::Special) {
            self.deploys_at().into_iter().any(|place| add_to_deployment(view, &mut cards, place, card));
        }
        // Face-down cards are hit in list order (DX-14), so the weakest come first.
        for (_, list) in cards.iter_mut() {
            list.sort_by_key(|card| {
                view.card(card).or_else(|| self.rules.set(&self.game).card(self.side, card)).map(card_value)
            });
        }
        Order::Deploy { cards, decoys: Vec::new() }
    }

    /// The positions that it fills, the most important first.
    fn deploys_at(&self) -> Vec<Place> {
        let mut places = self.places();
        places.retain(|place| self.position_value(*place) > 0.0 && self.game.defender(*place) == Some(self.side));
        if self.game.edition == Edition::Shiloh {
            places.sort_by_key(|place| *place != Place::FrontCenter);
        }
        places
    }

    fn terrain_and_generals(&self, cards: &mut Deployment, mut others: Vec<&Card>) {
        others.sort_by_key(|card| {
            let good = card.defense + card.attack + card.stacking;
            (card.kind != Kind::Terrain, std::cmp::Reverse(good), card.number)
        });
        for card in others {
            if matches!(card.kind, Kind::Terrain | Kind::General) {
                self.deploys_at().into_iter().any(|place| {
                    let clear = card.kind != Kind::Terrain || !self.has_terrain(cards, place);
                    clear && add_to_deployment(self.view(), cards, place, card)
                });
            }
        }
    }

    /// Whether a position has terrain, or will have.
    fn has_terrain(&self, cards: &Deployment, place: Place) -> bool {
        let set = self.rules.set(&self.game);
        let planned = cards.get(&place).into_iter().flatten().filter_map(|card| set.card(self.side, card));
        let lies = self.game.position(place).is_some_and(|position| !position.terrain.is_empty());
        lies || planned.into_iter().any(|card| card.kind == Kind::Terrain)
    }
}
