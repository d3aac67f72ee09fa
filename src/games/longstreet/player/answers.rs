//! The player's answers, when asked and in advance: both follow the same plan.

use serde_json::{Value, json};

use super::{assumed_rules, tactics};
use crate::Longstreet;
use crate::board::table::{Arm, Spot};
use crate::confirmation;
use crate::document::Id;
use crate::engine::{OwnCards, Position};
use crate::interrupts;
use crate::ledger::{Declaration, Game};
use crate::legal::{self, asked};
use crate::orders::{
    Answer, Dispute, InterruptCondition, InterruptPlan, MoralePlan, MoraleRule, Order, PlannedInterrupt, Question,
};
use crate::pack::{Card, Effect, Moment, Symbol};
use crate::shared::table::{BattleUnit, UnitSelector};
use crate::side::Side;
use crate::view::View;

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
    // Without knowing its hand it promises nothing.
    let hand = if own.is_some() { view.hand() } else { Vec::new() };
    match question {
        Question::Interrupt { moment, action } => {
            let actions = interrupts::declared(position, *moment, action.as_ref());
            interrupts::in_advance(view, &actions, *moment, &json!(plans(view, *moment, &hand)))
        }
        Question::Confirm { facts } => {
            let doubts = facts.iter().filter_map(|n| {
                Some(Dispute { fact: *n, why: assumed_rules::reason_to_dispute(view, game.fact(*n)?)?.to_owned() })
            });
            let doubts: Vec<Dispute> = doubts.collect();
            if !doubts.is_empty() {
                return Some(Answer::Dispute(doubts));
            }
            let hits = confirmation::hits(game, view.side.other());
            let morale = match confirmation::in_advance(view, &hits, &json!(morale(view, &hand))) {
                _ if hits.is_empty() || view.side == game.side => None,
                Some(Answer::Morale(spends)) => Some(spends),
                _ => Some(Vec::new()),
            };
            Some(Answer::Accept { morale })
        }
        Question::Morale { hits } => confirmation::in_advance(view, hits, &json!(morale(view, &hand))),
        // It takes back what is disputed, and yields when the other insists; but it does not let anybody win by a mere
        // claim.
        Question::Insisted { fact, .. } if is_claim(game, *fact) => {
            legal::answers(rules, position, question, own).into_iter().next_back()
        }
        Question::Disputed { .. } | Question::Insisted { .. } => first(),
    }
}

fn is_claim(game: &Game, fact: u32) -> bool {
    game.fact(fact).is_some_and(|fact| matches!(fact.what, Declaration::Claim { .. }))
}

/// Its answers in advance for all windows, with the cards that it does not intend to play itself before.
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

/// The interrupts that it plays at a moment, the most important first.
fn plans(view: View<'_>, moment: Moment, kept: &[String]) -> InterruptPlan {
    let held = kept.iter().filter(|id| view.card(id).is_some_and(|card| card.interrupt == Some(moment)));
    let mut held: Vec<String> = held.cloned().collect();
    least_first(view, &mut held);
    let plan = |card: &String| {
        let effect = view.card(card)?.effect;
        let (by, (unit, to)) = match effect {
            Effect::LoseCards => (Vec::new(), (None, None)),
            Effect::BatterySilent => (vec![Arm::Artillery], (None, None)),
            Effect::MoveEnemy => (vec![Arm::Infantry, Arm::Cavalry], spot_to_the_side(view)?),
            Effect::RoughGround => (Vec::new(), (None, Some(halfway_spot(view)?))),
            _ => (vec![Arm::Infantry, Arm::Cavalry], (None, None)),
        };
        let when = InterruptCondition {
            by: UnitSelector { kinds: by, ..UnitSelector::default() },
            ..InterruptCondition::default()
        };
        Some(PlannedInterrupt { card: card.clone(), when, unit, to: to.map(Into::into) })
    };
    held.iter().rev().filter_map(plan).collect()
}

/// The enemy unit nearest to one of its own, and that unit, unless they are already in contact.
fn nearest(view: View<'_>) -> Option<(BattleUnit<'_>, BattleUnit<'_>)> {
    let own = tactics::units_on_table(view, view.side);
    let pairs = tactics::units_on_table(view, view.side.other())
        .into_iter()
        .filter(|enemy| enemy.data.kind != Arm::Artillery)
        .flat_map(|enemy| own.iter().map(move |own| (enemy, *own)));
    let apart = |(enemy, own): &(BattleUnit<'_>, BattleUnit<'_>)| enemy.unit.at.distance(own.unit.at);
    pairs.filter(|pair| apart(pair) > 20).min_by_key(|pair| (apart(pair), pair.0.data.id.clone()))
}

/// The enemy's nearest unit, and a spot to the side, away from the unit that it approaches.
fn spot_to_the_side(view: View<'_>) -> Option<(Option<Id>, Option<Spot>)> {
    let (enemy, own) = nearest(view)?;
    let at = enemy.unit.at;
    let away = if at.east >= own.unit.at.east { 20 } else { -20 };
    let mut to = [away, -away].into_iter().map(|east| Spot { east: at.east + east, ..at });
    let to = to.find(|to| tactics::is_free(view, enemy.data, *to))?;
    Some((Some(enemy.data.id.clone()), Some(to)))
}

/// The place halfway between the enemy's nearest unit and the unit that it approaches.
fn halfway_spot(view: View<'_>) -> Option<Spot> {
    let (enemy, own) = nearest(view)?;
    let (from, to) = (enemy.unit.at, own.unit.at);
    Some(Spot { east: (from.east + to.east) / 2, north: (from.north + to.north) / 2, facing: 0 })
}

/// The cards that it spends for morale: no interrupt that it intends to play, and at most two in a turn, one of them
/// only for a unit that takes two hits or more.
fn morale(view: View<'_>, kept: &[String]) -> MoralePlan {
    let useful = |id: &&String| view.card(id).is_some_and(|card| card.morale > 0 && !is_kept_as_interrupt(card));
    let mut spend: Vec<String> = kept.iter().filter(useful).cloned().collect();
    if spend.is_empty() {
        return Vec::new();
    }
    least_first(view, &mut spend);
    let hard = {
        let mut hard = spend.clone();
        hard.reverse();
        hard
    };
    let rule = |spend, from| MoraleRule { spend, cards: Some(1), points: None, on: UnitSelector::default(), from };
    vec![rule(hard, 2), rule(spend, 1)]
}

/// How valuable a card is for its own use: its morale, and its effect.
pub fn card_value(card: &Card) -> u8 {
    let interrupt = match card.effect {
        Effect::LoseCards => 6,
        Effect::BatterySilent | Effect::UnitStays | Effect::NoCharge => 3,
        Effect::MoveEnemy => 2,
        Effect::RoughGround => 1,
        Effect::Shown | Effect::RerollMisses => u8::from(card.interrupt.is_some()),
    };
    let modifier = match card.symbol {
        Some(Symbol::Fire) => 2 + u8::from(card.effect == Effect::RerollMisses),
        Some(Symbol::Combat) => 2,
        Some(Symbol::Movement) => 1,
        None => 0,
    };
    card.morale.saturating_mul(2).saturating_add(interrupt + modifier)
}

/// Whether it keeps the card as an interrupt when it needs morale: one that stops or moves an enemy unit, and that the
/// program applies.
pub fn is_kept_as_interrupt(card: &Card) -> bool {
    card.interrupt.is_some() && (card.effect.targets_unit() || card.effect == Effect::LoseCards)
}

/// Sorts cards, the most dispensable first.
pub fn least_first(view: View<'_>, cards: &mut [String]) {
    cards.sort_by_key(|id| (view.card(id).map_or(0, card_value), id.clone()));
}
