//! A sensible player. In a battle it plays what it needs to be ahead and no more, with the weakest general who can
//! command it; it reacts where a reaction is worth its card, and lets a battle go that it cannot win. It judges plays by
//! the combat value that they lead to, and sees only its own cards and what is public.

pub mod advance;
mod combat;
mod moves;
mod reactions;
mod strategy;
mod worth;

use crate::BattleCry;
use crate::engine::{Events, OwnCards, Position};
use crate::ledger::{Game, Phase};
use crate::legal;
use crate::orders::{Answer, Order, Question};
use crate::shared::Side;
use crate::view::View;

pub use advance::in_advance;

/// A file that is being written: the position as it would be if the enemy did nothing more, and the orders so far.
#[derive(Clone)]
struct Plan<'p> {
    rules: &'p BattleCry,
    game: Game,
    side: Side,
    own: OwnCards,
    /// Decides between equally good plays.
    seed: u64,
    orders: Vec<Order>,
    /// By how much the lead will change through what plays of this file force upon the enemy.
    forced: i32,
}

/// The orders of a side that knows its own cards.
pub fn orders(rules: &BattleCry, game: &Game, side: Side, own: &OwnCards, seed: u64) -> Vec<Order> {
    Plan::of(rules, game, (side, own), seed).orders
}

impl<'p> Plan<'p> {
    /// The file that the side would write.
    fn of(rules: &'p BattleCry, game: &Game, (side, own): (Side, &OwnCards), seed: u64) -> Plan<'p> {
        let (game, own) = (game.clone(), own.clone());
        let mut plan = Plan { rules, game, side, own, seed, orders: Vec::new(), forced: 0 };
        match plan.game.phase {
            Phase::Combat => plan.fight(),
            _ => plan.plan_turn(),
        }
        plan
    }

    /// No file yet, as a side sees the position.
    fn at(view: View<'p>) -> Option<Plan<'p>> {
        let (rules, game, own) = (view.rules, view.game.clone(), view.own?.clone());
        Some(Plan { rules, game, side: view.side, own, seed: 0, orders: Vec::new(), forced: 0 })
    }

    fn view(&self) -> View<'_> {
        View { rules: self.rules, game: &self.game, side: self.side, own: Some(&self.own) }
    }

    /// Gives an order of combat if the rules allow it in the planned position.
    fn give(&mut self, order: Order) -> bool {
        if !order.refused_in_combat(self.view()).is_empty() {
            return false;
        }
        let procedure = order.carry_out(self.rules, &mut self.game, &mut Events::discarding(), self.side);
        let cards = order.announced(self.view()).into_iter();
        cards.flat_map(|play| [play.card, play.general]).flatten().for_each(|card| legal::spend(&mut self.own, &card));
        if procedure.is_some() {
            self.settle();
        }
        self.orders.push(order);
        true
    }

    /// The enemy's send is settled, as far as can be foreseen.
    fn settle(&mut self) {
        let (game, own) = legal::settled(self.view());
        (self.game, self.own) = (game, own.unwrap_or_else(|| self.own.clone()));
    }

    /// Something that varies with the seed and a card, for choices between equals.
    fn whim(&self, card: &str) -> u64 {
        let bytes = card.bytes().chain(self.seed.to_le_bytes());
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }
}

/// What it answers.
pub fn answer(
    rules: &BattleCry,
    position: &Position<BattleCry>,
    side: Side,
    question: &Question,
    own: Option<&OwnCards>,
) -> Option<Answer> {
    let legal = legal::answers(rules, position, question, own);
    let view = View { own, ..View::of(rules, &position.game, side) };
    // What a card forces is asked by the letter alone, where a send is one card.
    let wanted = match (question, own) {
        (Question::Force { .. }, Some(own)) => {
            let (game, own) = (position.game.clone(), own.clone());
            Plan { rules, game, side, own, seed: 0, orders: Vec::new(), forced: 0 }.best_choice(1).map(Answer::Choose)
        }
        _ => advance::wanted(view, question),
    };
    let admits = |answer: &Answer| {
        legal.contains(answer)
            || matches!(question, Question::Force { .. }) && legal::admits(rules, position, question, answer)
    };
    wanted.filter(admits).or_else(|| legal.into_iter().next())
}
