//! Strategic movement (E): which card it plays, and on what.

use super::Plan;
use crate::command_points::laid;
use crate::ledger::HAND;
use crate::orders::{MovementPlay, NONE, Order, PlacedBattles};
use crate::pack::{Effect, Theater};
use crate::shared::Side;
use crate::strategy_legal;
use crate::view::View;

impl Plan<'_> {
    /// The next move; or first a block, or another battle.
    pub(super) fn movement(&mut self) {
        let maneuver = self.game.maneuver.clone();
        if maneuver.blocks == Some(self.side) {
            let order = Order::Block(self.policy());
            let blocks = self.game.placed.values().any(|placed| match &order {
                Order::Block(policy) => policy.contains_key(&placed.battle),
                _ => false,
            });
            if blocks || maneuver.side != self.side {
                self.orders.push(order);
                return;
            }
        }
        if maneuver.side == self.side && maneuver.places.is_some() && self.side == Side::Union {
            let placed = self.placement();
            if placed != PlacedBattles::default() {
                self.orders.push(Order::Place(placed));
                return;
            }
        }
        let play = self.best_move(self.view());
        self.orders.push(Order::Movement(play));
    }

    /// The move that is worth most in a position.
    pub(super) fn best_move(&self, view: View<'_>) -> MovementPlay {
        let mut found = strategy_legal::plays(view);
        let all = |theater: Theater| laid(view, self.side)[usize::from(theater == Theater::West)].unwrap_or(0);
        for play in &mut found {
            // Points are moved as a whole, or not at all.
            play.east = play.east.map(|_| all(Theater::West));
        }
        found.retain(|play| crate::movement::refused(view, play).is_empty());
        found
            .into_iter()
            .rev()
            .max_by_key(|play| self.worth_of_move(view, play))
            .unwrap_or(MovementPlay { card: NONE.to_owned(), ..MovementPlay::default() })
    }

    fn worth_of_move(&self, view: View<'_>, play: &MovementPlay) -> i32 {
        let game = view.game;
        // The Union fights under a cap, but not for a city.
        let owed = game.maneuver.owed.as_ref().filter(|_| view.side == Side::Union);
        let fights = owed.map_or(0, |owed| {
            let city = game.placed.get(&owed.theater).and_then(|placed| view.pack().battle(&placed.battle));
            let free = game.generals(view.side, owed.theater).count();
            let wants = !city.is_some_and(|card| card.city) && (owed.price == 0 || free > 2);
            if play.fights == Some(wants) { 40 } else { 0 }
        });
        if play.card == NONE {
            return fights;
        }
        let event = crate::resources::event_of(self.rules, self.side, &play.card, crate::events::Wanted::Movement);
        let Some(effect) = event.and_then(|event| event.effects.first()) else { return i32::MIN };
        let city = |theater: Option<Theater>| {
            let placed = game.placed.iter().filter(|(other, _)| theater.is_none_or(|theater| theater == **other));
            placed.filter_map(|(_, placed)| view.pack().battle(&placed.battle)).any(|card| card.city)
        };
        let value = match effect {
            Effect::Turning { .. } => 30,
            Effect::Negates { .. } => 30,
            Effect::Offensive { .. } => {
                let Some(card) = play.battle.as_ref().and_then(|id| view.pack().battle(id)) else { return i32::MIN };
                let points: i32 = card.confederate.iter().map(|points| i32::from(*points)).sum();
                let [own, enemy] = [Side::Confederate, Side::Union].map(|side| self.strength(side, card.theater));
                let saves = if city(Some(card.theater)) { 25 } else { 0 };
                let hand = self.game.count(self.side, HAND) as i32 - self.game.count(self.side.other(), HAND) as i32;
                let held = if card.invasion { 0 } else { self.target(card, false) / 2 - 10 };
                10 * points + held + saves + own - enemy + 2 * hand - 20
            }
            Effect::StrategicRetreat {} if city(play.theater) => 30,
            Effect::DrawCap { .. } | Effect::RetreatBeforeBattle { .. } => 18,
            Effect::ShiftPoints {} => {
                let attacked = game.placed.iter().find(|(_, placed)| placed.offensive).map(|(theater, _)| *theater);
                let alone = game.placed.len() == 1 && attacked == Some(Theater::East);
                if alone && play.east.is_some_and(|points| points > 2) { 15 } else { -1 }
            }
            _ => -1,
        };
        fights + value - 5
    }
}
