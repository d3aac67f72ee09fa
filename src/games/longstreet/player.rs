//! A sensible player. It advances where it has to win and holds where time is on its side, fires where it may do
//! damage, charges when it is stronger, and spends the cards first that it needs least. It uses the dice of
//! [`assumed_rules`], and sees only its own cards and what is public.

mod answers;
pub mod assumed_rules;
mod tactics;

use crate::Longstreet;
use crate::document::Id;
use crate::engine::OwnCards;
use crate::forecast::{apply_certain_effects, apply_turn_start};
use crate::ledger::{DECK, DISCARD, Game, Phase};
use crate::legal::mark;
use crate::orders::Order;
use crate::pack::{Effect, Moment, Symbol};
use crate::side::Side;
use crate::view::View;

pub use answers::{answer, in_advance};

/// It reshuffles voluntarily when its deck has no more cards than this.
const SMALL_DECK: usize = 3;
/// It does so only if the new deck has at least this many cards, so that it can afford the six that are removed.
const MIN_RESHUFFLE: usize = 15;
/// How many cards it keeps, if possible, for the enemy's turn.
const CARDS_KEPT: usize = 2;

/// A planned turn: the record as it would be if nobody interrupted and every die missed, and the orders so far.
struct Plan<'p> {
    rules: &'p Longstreet,
    game: Game,
    side: Side,
    own: &'p OwnCards,
    /// The remaining cards, the least useful first.
    hand: Vec<String>,
    /// Varies the play of players with the same hand.
    seed: u64,
    orders: Vec<Order>,
}

/// The orders of a side that knows its own cards.
pub fn orders(rules: &Longstreet, game: &Game, side: Side, own: &OwnCards, seed: u64) -> Vec<Order> {
    let mut plan = Plan { rules, game: game.clone(), side, own, hand: Vec::new(), seed, orders: Vec::new() };
    let mut hand = plan.view().hand();
    answers::least_first(plan.view(), &mut hand);
    plan.hand = hand;
    match game.phase {
        Phase::Start | Phase::Choice | Phase::Status => {
            plan.start_turn();
            plan.fire();
            plan.command();
        }
        Phase::Fire => {
            plan.volleys();
            plan.command();
        }
        Phase::Movement => plan.moves(),
        Phase::Combat => plan.charges(),
    }
    plan.add_order(Order::EndTurn {});
    plan.orders
}

impl<'p> Plan<'p> {
    fn view(&self) -> View<'_> {
        View { rules: self.rules, game: &self.game, side: self.side, own: Some(self.own) }
    }

    /// Adds an order if the rules allow it in the planned position.
    fn add_order(&mut self, order: Order) -> bool {
        let fits = order.refused(self.view()).is_empty();
        if fits {
            apply_certain_effects(&mut self.game, &order);
            let (cards, modify) = order.cards();
            self.hand.retain(|card| !cards.contains(card) && modify != Some(card));
            self.orders.push(order);
        }
        fits
    }

    /// The start of the turn, up to the choice whether to reshuffle (Reshuffle).
    fn start_turn(&mut self) {
        // Without a deck it must, before any of its orders.
        apply_turn_start(&mut self.game, self.side);
        let (deck, discards) = (self.game.count(self.side, DECK), self.game.count(self.side, DISCARD));
        if deck <= SMALL_DECK && deck + discards >= MIN_RESHUFFLE && !self.game.reshuffled {
            self.add_order(Order::Reshuffle {});
        }
    }

    /// A fire phase, if a hit may be expected of it.
    fn fire(&mut self) {
        let shots = tactics::choose_volleys(self.view());
        let sixths: u32 = shots.iter().map(|(_, _, dice)| assumed_rules::average_hits_in_sixths(*dice)).sum();
        if sixths < 6 || (self.game.has_passed(self.side) && self.hand.len() < 2) {
            return;
        }
        // A modifier is worth a card if there is a lot of fire.
        if self.invoke(Symbol::Fire, 1, sixths >= 10) {
            self.volleys();
        }
    }

    /// Invokes a phase with the most dispensable cards; with a modifier, if one is wanted and other cards are left.
    fn invoke(&mut self, symbol: Symbol, count: usize, modified: bool) -> bool {
        let view = self.view();
        let fits = |card: &&String| view.card(card).is_some_and(|card| card.symbol == Some(symbol));
        let modify =
            if modified && self.hand.len() > CARDS_KEPT + 2 { self.hand.iter().find(fits).cloned() } else { None };
        let mut cards: Vec<String> = self.hand.clone();
        cards.retain(|card| Some(card) != modify.as_ref());
        cards.truncate(count);
        match (symbol, cards.first().cloned()) {
            (Symbol::Fire, Some(card)) => self.add_order(Order::Fire { card, modify }),
            (Symbol::Fire, None) => false,
            (Symbol::Movement, _) => self.add_order(Order::Movement { cards, modify }),
            (Symbol::Combat, _) => self.add_order(Order::Combat { cards, modify }),
        }
    }

    /// The fire of all units that have a target; a modifier goes to the volley with the most dice.
    fn volleys(&mut self) {
        let mut shots = tactics::choose_volleys(self.view());
        shots.sort_by_key(|(_, _, dice)| std::cmp::Reverse(assumed_rules::average_hits_in_sixths(*dice)));
        for (n, (unit, target, dice)) in shots.into_iter().enumerate() {
            let help = if n == 0 { self.help() } else { None };
            let dice = assumed_rules::helped(dice, help == Some(Effect::Shown));
            let reroll = help == Some(Effect::RerollMisses);
            self.add_order(Order::Volley { units: vec![unit], target, dice, reroll, purpose: String::new() });
        }
    }

    /// The effect of this phase's modifier, if it is played in this turn file or has not been used.
    fn help(&self) -> Option<Effect> {
        let invoked = self.game.invoked.as_ref().filter(|invoked| !invoked.used)?;
        let effect = self.view().card(invoked.modifier.as_ref()?)?.effect;
        let now = self.orders.last().is_some_and(|order| order.invokes().is_some());
        (now || effect == Effect::RerollMisses).then_some(effect)
    }

    /// The single command choice: charges if they are worth two cards, a move if there is somewhere to go, or a pass.
    fn command(&mut self) {
        let strikes = !tactics::choose_charges(self.view(), &self.orders).is_empty() && self.hand.len() >= 2;
        if strikes && self.invoke(Symbol::Combat, 2, true) {
            return self.charges();
        }
        let steps = tactics::choose_moves(self.view(), self.seed, true).len();
        let last = self.game.count(self.side, DECK) + self.game.count(self.side, DISCARD) == 0;
        let may_pass = !last && !self.game.has_passed(self.side);
        let moves = (steps > 0 || !self.rallies().is_empty()) && (self.hand.len() > CARDS_KEPT || !may_pass);
        if !moves && may_pass && self.add_order(Order::Pass {}) {
            return;
        }
        match self.invoke(Symbol::Movement, 1, steps >= 3) {
            true => self.moves(),
            false => _ = self.add_order(Order::Pass {}),
        }
    }

    /// Charges of those that are stronger; each disorders the unit that charges.
    fn charges(&mut self) {
        if self.game.invoked.as_ref().is_some_and(|invoked| invoked.cards < 2) {
            return;
        }
        let mut help = self.help() == Some(Effect::Shown);
        let mut resisted = self.resisted();
        for (unit, target, dice, against) in tactics::choose_charges(self.view(), &self.orders) {
            let dice = Some(assumed_rules::helped(dice, std::mem::take(&mut help)));
            let against = Some(assumed_rules::helped(against, std::mem::take(&mut resisted)));
            self.add_order(Order::Charge { unit, target, dice, against, losses: 0, own_losses: 0, disorder: true });
        }
    }

    /// Whether the enemy has interrupted this phase with a card that makes one of his units stronger against a charge.
    fn resisted(&self) -> bool {
        let enemy = View::of(self.rules, &self.game, self.side.other());
        let card = self.game.interrupt.as_ref().and_then(|card| enemy.card(card));
        let meets = |moment| matches!(moment, Moment::Combat | Moment::Charge);
        card.is_some_and(|card| card.effect == Effect::Shown && card.interrupt.is_some_and(meets))
    }

    /// Disordered units rally where they are, the others go where they are needed.
    fn moves(&mut self) {
        for unit in self.rallies() {
            self.add_order(Order::Mark(mark(&unit, Some(false), 0)));
        }
        let quick = self.game.invoked.as_ref().is_some_and(|invoked| invoked.modifier.is_some());
        for (unit, to) in tactics::choose_moves(self.view(), self.seed, quick) {
            self.add_order(Order::Move { unit, to: to.into(), disorder: false });
        }
    }

    fn rallies(&self) -> Vec<Id> {
        let own = tactics::units_on_table(self.view(), self.side).into_iter();
        own.filter(|force| force.unit.disorder).map(|force| force.data.id.clone()).collect()
    }
}
