//! What a player answers, when he is asked and in advance: both follow the same plan.

use serde_json::{Value, json};

use super::{cards, convention};
use crate::Longstreet;
use crate::engine::{OwnCards, Position};
use crate::ledger::{Game, What};
use crate::legal::{self, asked};
use crate::orders::{Among, Answer, Dispute, MoralePlan, MoraleRule, Order, Planned, Plans, Question, When};
use crate::pack::{Arm, Effect, Moment};
use crate::settle;
use crate::side::Side;
use crate::view::View;
use crate::window;

/// What it answers.
pub fn answer(
    rules: &Longstreet,
    position: &Position<Longstreet>,
    question: &Question,
    own: Option<&OwnCards>,
) -> Option<Answer> {
    let game = &position.game;
    let view = View { rules, game, side: asked(game, question), own };
    let first = || legal::answers(rules, position, question, own).into_iter().next();
    // Without its hand it promises nothing.
    let hand = if own.is_some() { view.hand() } else { Vec::new() };
    match question {
        Question::Interrupt { moment, action } => {
            window::in_advance(view, position, (*moment, action.as_ref()), &json!(plans(view, *moment, &hand)))
        }
        Question::Confirm { facts } => {
            let doubts = facts
                .iter()
                .filter_map(|n| Some(Dispute { fact: *n, why: convention::doubt(view, game.fact(*n)?)?.to_owned() }));
            let doubts: Vec<Dispute> = doubts.collect();
            if !doubts.is_empty() {
                return Some(Answer::Dispute(doubts));
            }
            let hits = settle::hits(game, view.side.other());
            let morale = match settle::in_advance(view, &hits, &json!(morale(view, &hand))) {
                _ if hits.is_empty() || view.side == game.side => None,
                Some(Answer::Morale(spends)) => Some(spends),
                _ => Some(Vec::new()),
            };
            Some(Answer::Accept { morale })
        }
        Question::Morale { hits } => settle::in_advance(view, hits, &json!(morale(view, &hand))),
        // He takes back what is disputed, and yields when the other insists; but nobody wins by saying so.
        Question::Insisted { fact, .. } if is_claim(game, *fact) => {
            legal::answers(rules, position, question, own).into_iter().next_back()
        }
        Question::Disputed { .. } | Question::Insisted { .. } => first(),
    }
}

fn is_claim(game: &Game, fact: u32) -> bool {
    game.fact(fact).is_some_and(|fact| matches!(fact.what, What::Claim { .. }))
}

/// What it answers in advance, for all windows: with the cards that it does not mean to play itself before.
pub fn in_advance(
    rules: &Longstreet,
    position: &Position<Longstreet>,
    side: Side,
    own: &OwnCards,
) -> Vec<(&'static str, Value)> {
    let game = &position.game;
    let view = View { rules, game, side, own: Some(own) };
    let mut kept = view.hand();
    if game.side == side {
        let orders = super::orders(rules, game, side, own, 0);
        let spent: Vec<&String> =
            orders.iter().map(Order::cards).flat_map(|(cards, modify)| cards.iter().chain(modify)).collect();
        kept.retain(|card| !spent.contains(&card));
    }
    let says = |none: bool, plan: Value| if none { json!("pass") } else { plan };
    let interrupts = Moment::ALL.map(|moment| {
        let plans = plans(view, moment, &kept);
        (moment.window(), says(plans.is_empty(), json!(plans)))
    });
    let morale = morale(view, &kept);
    let morale = ("morale", says(morale.is_empty(), json!(morale)));
    interrupts.into_iter().chain([morale, ("confirm", json!("accept"))]).collect()
}

/// The interrupts that it plays at a moment, those that matter most first.
fn plans(view: View<'_>, moment: Moment, kept: &[String]) -> Plans {
    let held =
        kept.iter().filter(|id| view.card(id).is_some_and(|card| card.interrupt == Some(moment) && cards::stops(card)));
    let mut held: Vec<String> = held.cloned().collect();
    cards::least_first(view, &mut held);
    let plan = |card: &String| {
        let by = match view.card(card)?.effect {
            Effect::LoseCards => Vec::new(),
            Effect::BatterySilent => vec![Arm::Artillery],
            _ => vec![Arm::Infantry, Arm::Cavalry],
        };
        let when = When { by: Among { kinds: by, ..Among::default() }, ..When::default() };
        Some(Planned { card: card.clone(), when, unit: None, to: None })
    };
    held.iter().rev().filter_map(plan).collect()
}

/// The cards that it spends for morale: no interrupt that it means to play, and two in a turn, one of them only on a unit that takes two
/// hits or more.
fn morale(view: View<'_>, kept: &[String]) -> MoralePlan {
    let useful = |id: &&String| view.card(id).is_some_and(|card| card.morale > 0 && !cards::stops(card));
    let mut spend: Vec<String> = kept.iter().filter(useful).cloned().collect();
    if spend.is_empty() {
        return Vec::new();
    }
    cards::least_first(view, &mut spend);
    let hard = {
        let mut hard = spend.clone();
        hard.reverse();
        hard
    };
    let rule = |spend, from| MoraleRule { spend, cards: Some(1), points: None, on: Among::default(), from };
    vec![rule(hard, 2), rule(spend, 1)]
}
