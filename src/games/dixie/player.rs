//! A sensible player: it holds every position of its line, fires with everything it can, brings reserves to fights, and
//! attacks where it is likely to win. It estimates fights by averages ([`attrition`](crate::engine::attrition)),
//! assumes that unseen cards are typical, and becomes bolder when time favours the enemy. It sees only its own cards
//! and what is public.

mod answers;
mod attack;
mod boldness;
mod combat;
mod deployment;
mod evaluation;
mod moves;
mod scouts_and_decoys;

use crate::Dixie;
use crate::engine::{Events, OwnCards};
use crate::ledger::{CardAction, Game, Phase};
use crate::moves::Route;
use crate::orders::{Order, Play};
use crate::pack::{Card, Effect, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::view::View;

pub use answers::{answer, in_advance};

/// A planned turn: the table as it would be, as far as no die is needed, and the orders so far.
struct Plan<'p> {
    rules: &'p Dixie,
    game: Game,
    side: Side,
    own: OwnCards,
    /// Varies the play of players with the same hand.
    seed: u64,
    orders: Vec<Order>,
    /// Cavalry that will scout, and where.
    riders: Vec<(String, Place)>,
}

/// The orders of a side that knows its own cards.
pub fn orders(rules: &Dixie, game: &Game, side: Side, own: &OwnCards, seed: u64) -> Vec<Order> {
    let mut plan = Plan::of(rules, game, (side, own), seed);
    if game.phase == Phase::Deployment {
        return vec![plan.deployment()];
    }
    plan.rally();
    plan.scouts();
    let attacks = plan.attacks();
    let leaving = plan.retreats();
    plan.combat(&attacks, &leaving);
    plan.moves(attacks, &leaving);
    plan.orders.push(Order::EndTurn {});
    plan.orders
}

impl<'p> Plan<'p> {
    fn of(rules: &'p Dixie, game: &Game, (side, own): (Side, &OwnCards), seed: u64) -> Plan<'p> {
        let (game, own) = (game.clone(), own.clone());
        Plan { rules, game, side, own, seed, orders: Vec::new(), riders: Vec::new() }
    }

    /// Whether it would declare a melee somewhere.
    fn may_fight_melee(&self) -> bool {
        self.game.side == self.side && self.places().into_iter().any(|place| self.wants_melee(place))
    }

    fn view(&self) -> View<'_> {
        View { rules: self.rules, game: &self.game, side: self.side, own: Some(&self.own) }
    }

    /// The positions in order of importance: the center first.
    fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self.game.places.keys().copied().collect();
        places.sort_by_key(|place| !place.is_center());
        places
    }

    /// Those that the Reserve can reach.
    fn line(&self) -> Vec<Place> {
        self.places().into_iter().filter(|place| place.line() == Some(self.side)).collect()
    }

    /// Adds an order if the rules allow it in the planned position.
    fn order(&mut self, order: Order) -> bool {
        let fits = order.refused(self.view()).is_empty();
        if fits {
            self.orders.push(order);
        }
        fits
    }

    /// Plays a special of the Reserve, if there is one with that effect and the rules allow it.
    fn plays(&mut self, effect: Effect, place: Option<Place>, target: Option<String>) -> bool {
        let Some(card) = self.special(effect) else { return false };
        let played = self.order(Order::Special(Play { card: card.clone(), place, target }));
        if played {
            self.remove_from_reserve(&card);
        }
        played
    }

    /// The id of a special of the Reserve.
    fn special(&self, effect: Effect) -> Option<String> {
        let card = self.view().reserve().into_iter().find(|card| card.special == Some(effect))?;
        Some(card.id.clone())
    }

    fn has(&self, place: Place, side: Side) -> usize {
        self.rules.troops(&self.game, place, side).len()
    }

    fn engaged(&self, place: Place) -> bool {
        self.rules.engaged(&self.game, place)
    }

    /// How many more of its troops may stand in a position.
    fn room(&self, place: Place) -> usize {
        usize::from(self.rules.stacking_limit(&self.game, place, self.side)).saturating_sub(self.has(place, self.side))
    }

    /// The troops of a position that may still move, best first; artillery last.
    fn movable(&self, place: Place) -> Vec<String> {
        let view = self.view();
        let may = |card: &String| {
            let troop = view.card(card).is_some_and(|card| card.kind.is_troop());
            troop && view.placed(card).is_some_and(|placed| placed.did.is_none())
        };
        let mut cards: Vec<String> = view.card_names_in(place).into_iter().filter(may).collect();
        self.best_first(&mut cards);
        cards
    }

    /// The cards of the Reserve of some kinds that may still move.
    fn movable_reserves(&self, fits: fn(Kind) -> bool) -> Vec<&Card> {
        let mut cards = self.view().reserve();
        cards.retain(|card| fits(card.kind) && self.game.find(self.side, &card.id).is_none());
        cards.retain(|card| !self.game.held.contains(&card.id));
        cards
    }

    /// The troops among them, the best first; guns last.
    fn fresh(&self) -> Vec<String> {
        let mut cards: Vec<String> =
            self.movable_reserves(Kind::is_troop).into_iter().map(|card| card.id.clone()).collect();
        self.best_first(&mut cards);
        cards
    }

    /// The generals among them.
    fn generals(&self) -> Vec<&Card> {
        self.movable_reserves(|kind| kind == Kind::General)
    }

    fn best_first(&self, cards: &mut [String]) {
        let view = self.view();
        cards.sort_by_key(|card| {
            let data = view.card(card);
            let gun = data.is_some_and(|card| card.kind == Kind::Artillery);
            (gun, std::cmp::Reverse(data.map_or(0, evaluation::card_value)), data.map_or(0, |card| card.number))
        });
    }

    /// A move, carried out on the planned table.
    fn plan_move(&mut self, cards: Vec<String>, path: Vec<Place>) -> bool {
        if cards.is_empty() || !self.order(Order::Move { cards: cards.clone(), path: path.clone() }) {
            return false;
        }
        let keys: Vec<String> = cards.iter().map(|card| self.view().key(card)).collect();
        let route = Route { cards: &keys, path: &path, forced: false };
        route.carry_out(self.rules, &mut self.game, &mut Events::discarding(), self.side, &keys);
        cards.iter().for_each(|card| self.remove_from_reserve(card));
        self.rules.apply_immediate_effects(&mut self.game, &mut Events::discarding());
        true
    }

    /// Moves as many of these cards as may make the move, in order.
    fn move_as_many(&mut self, mut cards: Vec<String>, path: Vec<Place>) -> usize {
        while !cards.is_empty() && !self.plan_move(cards.clone(), path.clone()) {
            cards.pop();
        }
        cards.len()
    }

    /// A card is no longer in the Reserve.
    fn remove_from_reserve(&mut self, card: &str) {
        for (_, pile) in self.own.piles.iter_mut() {
            pile.retain(|other| other.as_deref() != Some(card));
        }
    }

    fn record_action(&mut self, cards: &[String], did: CardAction) {
        for card in cards {
            let key = self.view().key(card);
            self.game.record_action(self.side, &key, did);
        }
    }
}
