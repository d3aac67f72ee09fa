//! What was declared, by its number: in words wherever an event names it, so that nobody has to look it up.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::names;
use crate::Longstreet;
use crate::document::{from_tagged, from_value};
use crate::engine::CardEvent;
use crate::events::Event;
use crate::ledger::{DISCARD, Fact, Game, What};
use crate::report::StepFacts;
use crate::report::words::list;

/// A fact as it is named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    n: u32,
    kind: String,
    words: String,
}

/// What kind of thing a fact is, and the fact as the object of a sentence.
fn named(rules: &Longstreet, what: &What) -> (&'static str, String) {
    let unit = |unit| names::unit(rules, unit);
    match what {
        What::Volley { units, target, .. } => {
            ("volley", format!("the volley of {} at {}", names::units(rules, units), unit(target)))
        }
        What::Move { unit: moved, .. } => ("move", format!("the move of {}", unit(moved))),
        What::Charge { unit: charges, target, .. } => {
            ("charge", format!("the charge of {} at {}", unit(charges), unit(target)))
        }
        What::Mark { mark, .. } => ("note", format!("the note that {}", names::mark(rules, mark))),
        What::Claim { condition } => ("claim", format!("the claim of \"{}\"", names::condition(rules, condition))),
    }
}

/// A fact of the position by its number, with its number.
pub fn fact(rules: &Longstreet, game: &Game, n: u32) -> String {
    let known = game.fact(n).map(|fact| named(rules, &fact.what).1);
    known.map_or_else(|| format!("fact {n}"), |words| format!("{words} (fact {n})"))
}

/// A fact with what comes of it, for who is to confirm it.
pub fn in_full(rules: &Longstreet, game: &Game, n: u32) -> String {
    let Some(Fact { what, .. }) = game.fact(n) else { return format!("fact {n}") };
    let come = match what {
        What::Volley { dice, hits, .. } => format!(": {}, {}", names::dice(*dice), names::number(*hits, "hit")),
        What::Move { from, to, disorder, .. } => {
            let disorder = if *disorder { ", with disorder" } else { "" };
            let (far, from, to) = (names::distance(from.distance(*to)), names::spot(*from), names::stand(*to));
            format!(": {far}, from {from} to {to}{disorder}")
        }
        What::Charge { losses, own_losses, disorder, .. } => {
            let disorder = if *disorder { ", with disorder" } else { "" };
            let (losses, own) = (names::number(*losses, "hit"), names::number(*own_losses, "hit"));
            format!(": {losses} on the target, {own} on the charger{disorder}")
        }
        What::Mark { .. } | What::Claim { .. } => String::new(),
    };
    format!("{}{come}", fact(rules, game, n))
}

/// The facts of a step as they are told: what happens to the cards themselves is left out where the game's own event says it, and
/// every event that names a fact knows what that is.
pub fn annotated(rules: &Longstreet, before: &Game, facts: &StepFacts) -> StepFacts {
    let told = |n: u32, what: &What| {
        let (kind, words) = named(rules, what);
        Told { n, kind: kind.to_owned(), words }
    };
    let mut known: Vec<Told> = before.facts.iter().map(|fact| told(fact.n, &fact.what)).collect();
    let mut events = Vec::new();
    for (at, value) in facts.events.iter().enumerate() {
        let game = |value: &Value| from_tagged::<Event>("event", value).ok();
        if let Ok(card) = from_tagged::<CardEvent>("event", value) {
            let redraws = || matches!(facts.events[at + 1..].iter().find_map(game), Some(Event::Redrawn { .. }));
            let said = match &card {
                CardEvent::Played { .. }
                | CardEvent::Left { .. }
                | CardEvent::Dealt { .. }
                | CardEvent::Picked { .. } => true,
                CardEvent::Shuffled { piles, .. } => piles.iter().any(|pile| pile == DISCARD),
                CardEvent::Drawn { .. } => redraws(),
                _ => false,
            };
            events.extend((!said).then(|| value.clone()));
            continue;
        }
        let event = game(value);
        known.extend(event.as_ref().and_then(declared).map(|(n, what)| told(n, &what)));
        let mut value = value.clone();
        let about: Vec<&Told> = match event.as_ref().map(names_facts) {
            Some(numbers) => known.iter().filter(|told| numbers.contains(&told.n)).collect(),
            None => Vec::new(),
        };
        if !about.is_empty() {
            value["about"] = json!(about);
        }
        events.push(value);
    }
    StepFacts { events, ..facts.clone() }
}

/// What an event declares, with its number.
fn declared(event: &Event) -> Option<(u32, What)> {
    Some(match event.clone() {
        Event::Volley { fact, units, target, dice, faces, hits, .. } => {
            (fact, What::Volley { units, target, dice, faces, hits })
        }
        Event::Moved { fact, unit, from, to, disorder, .. } => {
            (fact, What::Move { unit, from, to, disorder, was: Default::default() })
        }
        Event::Charged { fact, unit, target, dice, faces, losses, own_losses, disorder, .. } => {
            (fact, What::Charge { unit, target, dice, faces, losses, own_losses, disorder })
        }
        Event::Marked { fact, mark, .. } => (fact, What::Mark { mark, was: Default::default() }),
        Event::VictoryClaimed { fact, condition, .. } => (fact, What::Claim { condition }),
        _ => return None,
    })
}

/// The facts that an event names, but for the one that it declares.
fn names_facts(event: &Event) -> Vec<u32> {
    match event {
        Event::Confirmed { facts, .. } => facts.clone(),
        Event::Disputed { fact, .. }
        | Event::Insists { fact, .. }
        | Event::Withdrawn { fact, .. }
        | Event::Amended { fact, .. }
        | Event::Yielded { fact, .. }
        | Event::Morale { fact, .. }
        | Event::Losses { fact, .. } => vec![*fact],
        _ => Vec::new(),
    }
}

/// What an event says it is about.
fn about(event: &Value) -> Vec<Told> {
    event.get("about").and_then(|about| from_value(about).ok()).unwrap_or_default()
}

/// The fact that an event is about, in a sentence.
pub fn one(event: &Value, n: u32) -> String {
    let told = about(event).into_iter().find(|told| told.n == n);
    told.map_or_else(|| format!("fact {n}"), |told| format!("{} (fact {n})", told.words))
}

/// Several facts, by their kinds: `1 volley and 2 moves (facts 3, 4 and 5)`.
pub fn several(event: &Value, facts: &[u32]) -> String {
    if let [n] = facts {
        return one(event, *n);
    }
    let mut kinds: Vec<(String, u32)> = Vec::new();
    for told in about(event) {
        match kinds.iter_mut().find(|(kind, _)| *kind == told.kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((told.kind, 1)),
        }
    }
    let numbers = match facts {
        [first, .., last] if facts.len() > 2 && facts.windows(2).all(|two| two[1] == two[0] + 1) => {
            format!("{first} to {last}")
        }
        _ => list(facts.iter().map(u32::to_string), "and", "none"),
    };
    let kinds = list(kinds.into_iter().map(|(kind, count)| names::number(count, &kind)), "and", "");
    if kinds.is_empty() { format!("facts {numbers}") } else { format!("{kinds} (facts {numbers})") }
}
