//! Names in what players write: cards by their titles, which become ids of their hand when they sign, and names that do not exist.

use serde_json::Value;

use crate::Longstreet;
use crate::document::{Id, Problem, from_value};
use crate::engine::Concealed;
use crate::events::Refusal;
use crate::orders::{Answer, MoralePlan, Order, Plans};
use crate::pack::Moment;
use crate::view::View;

/// What is wrong with the names of an order, wherever it stands.
pub fn misnamed(view: View<'_>, order: &Order) -> Vec<Problem> {
    let (cards, modify) = order.cards();
    let known = |card: &str| view.card(card).is_some() || view.rules.pack.titled(view.side, card).is_some();
    let no_card = cards.iter().chain(modify).filter(|card| !known(card));
    let no_card = no_card.map(|card| (Refusal::NoSuchCard { card: card.clone() }, "The Action Cards"));
    let mut units: Vec<&Id> = Vec::new();
    match order {
        Order::Volley { units: firing, target, .. } => units.extend(firing.iter().chain([target])),
        Order::Move { unit, .. } => units.push(unit),
        Order::Charge { unit, target, .. } => units.extend([unit, target]),
        Order::Mark(mark) => units.push(&mark.unit),
        _ => {}
    }
    let no_unit = units.into_iter().filter(|unit| !view.game.units.contains_key(*unit));
    let no_unit = no_unit.map(|unit| (Refusal::NoSuchUnit { unit: unit.clone() }, "LS-10"));
    let found = no_card.chain(no_unit);
    found.map(|(refusal, rule)| refusal.to_owner(view.rules, view.side).rule(rule)).collect()
}

/// Puts the ids of cards in the place of their titles: the first copy of the hand that is not used before.
pub fn by_id(view: View<'_>, mut orders: Vec<Order>, mut answer: Option<Answer>) -> Concealed<Longstreet> {
    let mut left = view.hand();
    let mut named: Vec<&mut String> = Vec::new();
    for order in &mut orders {
        match order {
            Order::Fire { card, modify } => named.extend([card].into_iter().chain(modify)),
            Order::Movement { cards, modify } | Order::Combat { cards, modify } => {
                named.extend(cards.iter_mut().chain(modify));
            }
            _ => {}
        }
    }
    match &mut answer {
        Some(Answer::Interrupt(play)) => named.push(&mut play.card),
        Some(Answer::Morale(spends) | Answer::Accept { morale: Some(spends) }) => {
            named.extend(spends.iter_mut().map(|spend| &mut spend.card));
        }
        _ => {}
    }
    // Those that are named by their ids are not to be had twice.
    left.retain(|id| !named.iter().any(|name| *name == id));
    for name in named.into_iter().filter(|name| view.card(name).is_none()) {
        let Some(card) = view.rules.pack.titled(view.side, name) else { continue };
        if let Some(at) = left.iter().position(|id| view.card(id).is_some_and(|other| other.id == card.id)) {
            *name = left.remove(at);
        }
    }
    Concealed { orders, answer, laid: Vec::new() }
}

/// What is wrong with an answer in advance as such: its form, a card that does not exist or that has another moment.
pub fn refuse_advance(view: View<'_>, window: &str, says: &Value) -> Option<Problem> {
    let word = if window == "confirm" { "accept" } else { "pass" };
    if says.as_str() == Some(word) {
        return None;
    }
    let no_card = |card: &String| Refusal::NoSuchCard { card: card.clone() }.to_owner(view.rules, view.side);
    match Moment::of_window(window) {
        Some(moment) => {
            let plans: Plans = match from_value(says) {
                Ok(plans) => plans,
                Err(problem) => return Some(problem),
            };
            let wrong = |card: &&String| view.card(card).is_none_or(|card| card.interrupt != Some(moment));
            let wrong = plans.iter().map(|plan| &plan.card).find(wrong)?;
            Some(match view.card(wrong) {
                None => no_card(wrong).rule("The Action Cards"),
                Some(_) => {
                    let refusal = Refusal::WrongMoment { card: wrong.clone(), moment };
                    refusal.to_owner(view.rules, view.side).rule("Interrupt")
                }
            })
        }
        None if window == "morale" => match from_value::<MoralePlan>(says) {
            Err(problem) => Some(problem),
            Ok(plan) => {
                let wrong = plan.iter().flat_map(|rule| &rule.spend).find(|card| view.card(card).is_none())?;
                Some(no_card(wrong).rule("The Action Cards"))
            }
        },
        None => from_value::<crate::orders::AskOrAccept>(says).err(),
    }
}
