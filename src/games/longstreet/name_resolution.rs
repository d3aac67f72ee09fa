//! Names that players write: card titles, which become ids of cards in the hand when the turn is signed; unknown names;
//! and faulty answers in advance.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::Longstreet;
use crate::board::table::Arm;
use crate::document::{Id, Problem, from_value};
use crate::engine::Concealed;
use crate::events::Refusal;
use crate::interrupts::helps_charged;
use crate::orders::{Answer, AskOrAccept, MoraleRule, Order, PlannedInterrupt};
use crate::pack::{Effect, Moment};
use crate::sealed_hand;
use crate::shared::table::UnitSelector;
use crate::side::Side;
use crate::view::View;

/// What is wrong with the names of an order, wherever it stands.
pub fn check_names(view: View<'_>, order: &Order) -> Vec<Problem> {
    let named = |(refusal, _): &(Refusal, &str)| match refusal {
        Refusal::NoSuchCard { card } => view.rules.pack.titled(view.side, card).is_none(),
        refusal => matches!(refusal, Refusal::NoSuchUnit { .. }),
    };
    Refusal::to_problems(order.refused(view).into_iter().filter(named), view.rules, view.side)
}

/// Replaces card titles by ids: the first copy in the hand that has not been used before.
pub fn replace_titles_by_ids(
    view: View<'_>,
    mut orders: Vec<Order>,
    mut answer: Option<Answer>,
) -> Concealed<Longstreet> {
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
    copies(view, named);
    Concealed { orders, answer, laid: Vec::new() }
}

/// Replaces each title by the id of a copy in the hand. Copies named by their ids are not used again.
pub fn copies(view: View<'_>, named: Vec<&mut String>) {
    let mut left = view.hand();
    left.retain(|id| !named.iter().any(|name| *name == id));
    for name in named.into_iter().filter(|name| view.card(name).is_none()) {
        let Some(card) = view.rules.pack.titled(view.side, name) else { continue };
        if let Some(at) = left.iter().position(|id| view.card(id).is_some_and(|other| other.id == card.id)) {
            *name = left.remove(at);
        }
    }
}

/// What is wrong with an answer in advance to a question: its form, an unknown card or one for another moment, and
/// units, brigades and places that do not fit.
pub fn refuse_advance(view: View<'_>, window: &str, says: &Value) -> Option<Problem> {
    if sealed_hand::part(window).is_some() {
        let known = says.as_str().is_some_and(|card| view.card(card).is_some());
        return (!known).then(|| Problem::new("this part of the answers in advance holds no card").rule("LS-22"));
    }
    let word = if window == "confirm" { "accept" } else { "pass" };
    if says.as_str() == Some(word) {
        return None;
    }
    match Moment::of_window(window) {
        Some(moment) => first_faulty(says, |plan: &PlannedInterrupt| plan_refused(view, moment, plan)),
        None if window == "morale" => first_faulty(says, |rule: &MoraleRule| morale_refused(view, rule)),
        None => from_value::<AskOrAccept>(says).err(),
    }
}

/// The problem of the first faulty entry of a list.
fn first_faulty<E: DeserializeOwned>(says: &Value, wrong: impl Fn(&E) -> Option<Problem>) -> Option<Problem> {
    match from_value::<Vec<E>>(says) {
        Err(problem) => Some(problem),
        Ok(list) => list.iter().enumerate().find_map(|(n, one)| Some(wrong(one)?.under(&format!("[{n}]")))),
    }
}

/// A refusal of one part, in words for its player.
fn refusal_problem(view: View<'_>, refusal: Refusal, rule: &str, path: &str) -> Problem {
    refusal.to_owner(view.rules, view.side).rule(rule).in_path(path)
}

fn plan_refused(view: View<'_>, moment: Moment, plan: &PlannedInterrupt) -> Option<Problem> {
    let named = || plan.card.clone();
    if sealed_hand::part(&plan.card).is_some() {
        let there = |unit: &Id| view.enemy_unit(unit).err().and_then(|_| view.own_unit(unit).err());
        let unit = plan.unit.as_ref().and_then(there).map(|refusal| refusal_problem(view, refusal, "LS-9", "unit"));
        return unit.or_else(|| place_and_condition_refused(view, plan));
    }
    let Some(card) = view.card(&plan.card) else {
        return Some(refusal_problem(view, Refusal::NoSuchCard { card: named() }, "The Action Cards", "card"));
    };
    if card.interrupt != Some(moment) {
        return Some(refusal_problem(view, Refusal::WrongMoment { card: named(), moment }, "Interrupt", "card"));
    }
    let title = &card.title;
    let wants_unit = card.effect == Effect::MoveEnemy && plan.unit.is_none();
    let missing = [
        (
            wants_unit,
            "unit",
            format!("{title} is played on an enemy unit, and this entry names none"),
            "write `unit: ID`",
        ),
        (
            card.effect.needs_place() && plan.to.is_none(),
            "to",
            format!("{title} needs a place"),
            "write `to: {east: 100, north: 100}`",
        ),
        (!card.effect.needs_place() && plan.to.is_some(), "to", format!("{title} needs no place"), "leave `to` out"),
        (
            card.effect == Effect::BatterySilent && plan.unit.as_ref().is_some_and(|unit| !is_battery(view, unit)),
            "unit",
            format!("{title} is played on a battery"),
            "name a battery of the enemy's, or leave `unit` out",
        ),
    ];
    let missing = missing.into_iter().find(|(is_so, ..)| *is_so);
    let missing = missing.map(|(_, path, words, advice)| Problem::new(words).rule("LS-9").advice(advice).in_path(path));
    let unit = plan.unit.as_ref().and_then(|unit| match card.effect.targets_unit() {
        true => view.enemy_unit(unit).err(),
        false if card.effect == Effect::Shown && helps_charged(moment) => view.own_unit(unit).err(),
        false => view.enemy_unit(unit).err().and_then(|_| view.own_unit(unit).err()),
    });
    missing
        .or_else(|| unit.map(|refusal| refusal_problem(view, refusal, "LS-9", "unit")))
        .or_else(|| place_and_condition_refused(view, plan))
}

/// Whether a unit is artillery; one that is not there is refused for that.
fn is_battery(view: View<'_>, unit: &Id) -> bool {
    view.enemy_unit(unit).map_or(true, |(data, _)| data.kind == Arm::Artillery)
}

/// What is wrong with an entry's place and its conditions.
fn place_and_condition_refused(view: View<'_>, plan: &PlannedInterrupt) -> Option<Problem> {
    let off = plan.to.and_then(|to| crate::validation::off_table(view, to).pop());
    off.map(|(refusal, rule)| refusal_problem(view, refusal, rule, "to"))
        .or_else(|| Some(among_refused(view, view.side.other(), &plan.when.by)?.under("when.by")))
        .or_else(|| Some(among_refused(view, view.side, &plan.when.at)?.under("when.at")))
}

fn morale_refused(view: View<'_>, rule: &MoraleRule) -> Option<Problem> {
    let unknown = |card: &String| view.card(card).is_none() && sealed_hand::part(card).is_none();
    if let Some((n, card)) = rule.spend.iter().enumerate().find(|(_, card)| unknown(card)) {
        let refusal = Refusal::NoSuchCard { card: card.clone() };
        return Some(refusal_problem(view, refusal, "The Action Cards", &format!("spend[{n}]")));
    }
    let useless = |card: &String| view.card(card).is_some_and(|card| card.morale == 0);
    if let Some((n, card)) = rule.spend.iter().enumerate().find(|(_, card)| useless(card)) {
        let title = view.card(card).map_or(card.as_str(), |card| card.title.as_str());
        let problem = Problem::new(format!("{title} has no morale value")).rule("Morale Value");
        return Some(problem.in_path(format!("spend[{n}]")).advice("leave it out"));
    }
    let never =
        [(rule.spend.is_empty(), "spend"), (rule.cards == Some(0), "cards"), (rule.points == Some(0), "points")];
    if let Some((_, path)) = never.into_iter().find(|(is_so, _)| *is_so) {
        let problem = Problem::new("this entry never plays a card").rule("Morale Value").in_path(path);
        return Some(problem.advice("name cards and a number above 0, or answer `pass`"));
    }
    Some(among_refused(view, view.side, &rule.on)?.under("for"))
}

/// Units and brigades that are not of the side.
fn among_refused(view: View<'_>, side: Side, among: &UnitSelector) -> Option<Problem> {
    let wrong = |unit: &Id| match side == view.side {
        true => view.own_unit(unit).err(),
        false => view.enemy_unit(unit).err(),
    };
    let units = among.units.iter().enumerate();
    let unit = units.filter_map(|(n, unit)| Some((n, wrong(unit)?))).next();
    if let Some((n, refusal)) = unit {
        return Some(refusal_problem(view, refusal, "LS-7", &format!("units[{n}]")));
    }
    let battle = view.rules.battle(view.game)?;
    let mut known: Vec<&str> = battle.of(side).iter().map(|unit| unit.brigade.as_str()).collect();
    known.dedup();
    let n = among.brigades.iter().position(|brigade| !known.contains(&brigade.as_str()))?;
    let problem = Problem::new(format!("{} has no brigade '{}'", side.in_words(), among.brigades[n]));
    Some(
        problem.rule("LS-7").in_path(format!("brigades[{n}]")).advice(format!("its brigades are {}", known.join(", "))),
    )
}

/// The same answer with titles replaced by the ids of copies in the hand.
///
/// # Errors
/// It names a card that its player does not hold.
pub fn advance_by_id(view: View<'_>, window: &str, says: &Value) -> Result<Value, Problem> {
    if window == "morale" {
        return with_copy_ids(view, says, |rule: &mut MoraleRule| rule.spend.iter_mut().collect());
    }
    match Moment::of_window(window) {
        Some(_) => {
            let says = with_copy_ids(view, says, |plan: &mut PlannedInterrupt| vec![&mut plan.card])?;
            Ok(for_batteries(view, says))
        }
        None => Ok(says.clone()),
    }
}

/// The same plan, where a card that silences a battery waits for one: it would be opened in vain if others fire.
fn for_batteries(view: View<'_>, says: Value) -> Value {
    let Ok(mut plans) = from_value::<Vec<PlannedInterrupt>>(&says) else { return says };
    for plan in &mut plans {
        let silences = view.card(&plan.card).is_some_and(|card| card.effect == Effect::BatterySilent);
        if silences && plan.unit.is_none() && plan.when.by.kinds.is_empty() {
            plan.when.by.kinds.push(Arm::Artillery);
        }
    }
    json!(plans)
}

fn with_copy_ids<E: Serialize + DeserializeOwned>(
    view: View<'_>,
    says: &Value,
    cards: impl Fn(&mut E) -> Vec<&mut String>,
) -> Result<Value, Problem> {
    // What cannot be read is refused with the rest.
    let Ok(mut list) = from_value::<Vec<E>>(says) else { return Ok(says.clone()) };
    list.iter_mut().for_each(|one| copies(view, cards(one)));
    let lacks = |card: &&mut String| {
        let known = view.card(card).is_some() || view.rules.pack.titled(view.side, card).is_some();
        known && !view.in_hand(card)
    };
    let lacks = list.iter_mut().enumerate().find_map(|(n, one)| Some((n, cards(one).into_iter().find(lacks)?.clone())));
    match lacks {
        None => Ok(json!(list)),
        Some((n, card)) => Err(refusal_problem(view, Refusal::NotInHand { card }, "protocol 8.5", &format!("[{n}]"))),
    }
}
