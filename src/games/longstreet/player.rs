//! A sensible player. He closes in where he has to win and holds where time is on his side, fires where it may hurt, charges when he is
//! stronger, and spends the cards first that he needs least. He plays by the dice of [`convention`], sees his own cards and what
//! everybody sees, and nothing else.

mod answers;
mod battle;
mod cards;
pub mod convention;

use crate::Longstreet;
use crate::document::Id;
use crate::engine::OwnCards;
use crate::ledger::{DECK, DISCARD, Game, Phase};
use crate::orders::{Dice, Mark, Order};
use crate::pack::{Effect, Symbol};
use crate::plausible::{opened, suppose};
use crate::side::Side;
use crate::table::Spot;
use crate::view::View;

pub use answers::{answer, in_advance};

/// He reshuffles of his own will when his deck has no more cards than this.
const FEW: usize = 3;
/// And only if so many come together that the six which are removed can be borne.
const ENOUGH: usize = 15;
/// Cards that he keeps, if he can, for the enemy's turn.
const KEEP: usize = 2;

/// A turn that is thought out: the record as it would be if nobody interrupted and every die missed, and the orders so far.
struct Plan<'p> {
    rules: &'p Longstreet,
    game: Game,
    side: Side,
    own: &'p OwnCards,
    /// The cards that are left, the least useful first.
    hand: Vec<String>,
    /// What makes two players of the same hand differ.
    seed: u64,
    orders: Vec<Order>,
}

/// The orders of a side that knows its own cards.
pub fn orders(rules: &Longstreet, game: &Game, side: Side, own: &OwnCards, seed: u64) -> Vec<Order> {
    let mut plan = Plan { rules, game: game.clone(), side, own, hand: Vec::new(), seed, orders: Vec::new() };
    let mut hand = plan.view().hand();
    cards::least_first(plan.view(), &mut hand);
    plan.hand = hand;
    match game.phase {
        Phase::Start | Phase::Choice | Phase::Status => {
            plan.open();
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
    plan.give(Order::EndTurn {});
    plan.orders
}

impl<'p> Plan<'p> {
    fn view(&self) -> View<'_> {
        View { rules: self.rules, game: &self.game, side: self.side, own: Some(self.own) }
    }

    /// Gives an order if the rules allow it as things would stand.
    fn give(&mut self, order: Order) -> bool {
        let fits = order.refused(self.view()).is_empty();
        if fits {
            suppose(&mut self.game, &order);
            let (cards, modify) = order.cards();
            self.hand.retain(|card| !cards.contains(card) && modify != Some(card));
            self.orders.push(order);
        }
        fits
    }

    /// The start of the turn, up to the choice whether to reshuffle (Reshuffle).
    fn open(&mut self) {
        // Without a deck he must, before anything that he orders.
        opened(&mut self.game, self.side);
        let (deck, discards) = (self.game.count(self.side, DECK), self.game.count(self.side, DISCARD));
        if deck <= FEW && deck + discards >= ENOUGH && !self.game.reshuffled {
            self.give(Order::Reshuffle {});
        }
    }

    /// A fire phase, if a hit may be expected of it.
    fn fire(&mut self) {
        let shots = battle::shots(self.view());
        let sixths: u32 = shots.iter().map(|shot| convention::sixths(shot.dice)).sum();
        if sixths < 6 || (self.game.has_passed(self.side) && self.hand.len() < 2) {
            return;
        }
        // A modifier is worth a card where much is fired, and another is left for the command choice.
        let modify = (sixths >= 10 && self.hand.len() > KEEP + 2).then(|| self.modifier(Symbol::Fire)).flatten();
        let card = self.hand.iter().find(|card| Some(*card) != modify.as_ref()).cloned();
        if let Some(card) = card
            && self.give(Order::Fire { card, modify })
        {
            self.volleys();
        }
    }

    /// The fire of all who have a target; a modifier helps the volley of most dice.
    fn volleys(&mut self) {
        let mut shots = battle::shots(self.view());
        shots.sort_by_key(|shot| std::cmp::Reverse(convention::sixths(shot.dice)));
        for (n, shot) in shots.into_iter().enumerate() {
            let help = if n == 0 { self.help() } else { None };
            let dice = convention::helped(shot.dice, help == Some(Effect::Shown));
            let reroll = help == Some(Effect::RerollMisses);
            let (units, purpose) = (vec![shot.unit], String::new());
            self.give(Order::Volley { units, target: shot.target, dice, reroll, purpose });
        }
    }

    /// What the modifier of this phase does that has not been used yet.
    fn help(&self) -> Option<Effect> {
        let invoked = self.game.invoked.as_ref().filter(|invoked| !invoked.used)?;
        let first = !self.game.facts.iter().any(|fact| fact.side == self.side && fact.in_phase(self.game.phase));
        let effect = self.view().card(invoked.modifier.as_ref()?)?.effect;
        (first || effect == Effect::RerollMisses).then_some(effect)
    }

    /// The one command choice: charges if they are worth two cards, a move if there is where to go, or a pass.
    fn command(&mut self) {
        if battle::strikes(self.view(), &self.orders).is_empty() || self.hand.len() < 2 || !self.combat() {
            let wanted = !battle::steps(self.view(), self.seed, false).is_empty() || self.rallies().next().is_some();
            let last = self.game.count(self.side, DECK) + self.game.count(self.side, DISCARD) == 0;
            let may_pass = !last && !self.game.has_passed(self.side);
            let moves = wanted && (self.hand.len() > KEEP || !may_pass);
            if (!moves && may_pass && self.give(Order::Pass {})) || self.movement() {
                return;
            }
            self.give(Order::Pass {});
        }
    }

    fn combat(&mut self) -> bool {
        let modify = (self.hand.len() > KEEP + 2).then(|| self.modifier(Symbol::Combat)).flatten();
        let cards = self.hand.iter().filter(|card| Some(*card) != modify.as_ref()).take(2).cloned().collect();
        let invoked = self.give(Order::Combat { cards, modify });
        if invoked {
            self.charges();
        }
        invoked
    }

    /// Charges of those that are stronger; each disorders the unit that charges.
    fn charges(&mut self) {
        if self.game.invoked.as_ref().is_some_and(|invoked| invoked.cards < 2) {
            return;
        }
        let mut help = self.help() == Some(Effect::Shown);
        for strike in battle::strikes(self.view(), &self.orders) {
            let dice = convention::helped(strike.dice, std::mem::take(&mut help));
            let (dice, against) = (Some(dice), Some(strike.against));
            let (unit, target) = (strike.unit, strike.target);
            self.give(Order::Charge { unit, target, dice, against, losses: 0, own_losses: 0, disorder: true });
        }
    }

    fn movement(&mut self) -> bool {
        let far = battle::steps(self.view(), self.seed, true).len() >= 3 && self.hand.len() > KEEP + 2;
        let modify = far.then(|| self.modifier(Symbol::Movement)).flatten();
        let cards: Vec<String> =
            self.hand.iter().filter(|card| Some(*card) != modify.as_ref()).take(1).cloned().collect();
        let invoked = self.give(Order::Movement { cards, modify });
        if invoked {
            self.moves();
        }
        invoked
    }

    /// The disordered rally where they stand, the others go where they are wanted.
    fn moves(&mut self) {
        for unit in self.rallies().collect::<Vec<Id>>() {
            let mark = Mark {
                unit,
                disorder: Some(false),
                ammunition: None,
                lose: 0,
                to: None,
                gone: false,
                why: "rallies".to_owned(),
            };
            self.give(Order::Mark(mark));
        }
        let quick = self.game.invoked.as_ref().is_some_and(|invoked| invoked.modifier.is_some());
        for (unit, to) in battle::steps(self.view(), self.seed, quick) {
            self.give(Order::Move { unit, to, disorder: false });
        }
    }

    fn rallies(&self) -> impl Iterator<Item = Id> + use<> {
        let rallied = |id: &Id| self.orders.iter().any(|order| matches!(order, Order::Mark(mark) if mark.unit == *id));
        let own = battle::there(self.view(), self.side);
        let found: Vec<Id> = own
            .into_iter()
            .filter(|force| force.unit.disorder && !rallied(&force.data.id))
            .map(|f| f.data.id.clone())
            .collect();
        found.into_iter()
    }

    /// The modifying card for a phase that he misses least.
    fn modifier(&self, symbol: Symbol) -> Option<String> {
        let view = self.view();
        self.hand.iter().find(|card| view.card(card).is_some_and(|card| card.symbol == Some(symbol))).cloned()
    }
}

/// A unit that fires, at whom, and with what.
pub struct Shot {
    pub unit: Id,
    pub target: Id,
    pub dice: Dice,
}

/// A unit that charges, whom, and the dice of both.
pub struct Strike {
    pub unit: Id,
    pub target: Id,
    pub dice: Dice,
    pub against: Dice,
}

/// Where a unit is to go.
pub type Step = (Id, Spot);
