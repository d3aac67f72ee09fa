//! Declared facts by number, in words wherever an event names them, so that nobody has to look them up.

use serde_json::{Value, json};

use super::names;
use crate::Longstreet;
use crate::document::{Id, from_tagged};
use crate::engine::CardEvent;
use crate::events::Event;
use crate::ledger::{DISCARD, Declaration, Game};
use crate::report::StepFacts;
use crate::report::grammar::list;
use crate::sealed_hand;
use crate::sorted::SortedMap;

/// At most this many facts that are confirmed together are named one by one.
const NAMED_AT_ONCE: usize = 3;

/// A fact as the object of a sentence, with its number.
fn named(rules: &Longstreet, n: u32, what: &Declaration) -> String {
    let unit = |unit| names::unit(rules, unit);
    let words = match what {
        Declaration::Volley { units, target, .. } => {
            format!("the volley of {} at {}", names::units(rules, units), unit(target))
        }
        Declaration::Move { unit: moved, .. } => format!("the move of {}", unit(moved)),
        Declaration::Charge { unit: charges, target, .. } => {
            format!("the charge of {} at {}", unit(charges), unit(target))
        }
        Declaration::Mark { mark, .. } => format!("the note that {}", names::mark(rules, mark)),
        Declaration::Claim { condition } => format!("the claim of \"{}\"", names::condition(rules, condition)),
    };
    format!("{words} (fact {n})")
}

/// A fact of the position by its number.
pub fn fact(rules: &Longstreet, game: &Game, n: u32) -> String {
    game.fact(n).map_or_else(|| format!("fact {n}"), |fact| named(rules, n, &fact.what))
}

/// The same with its consequences, for the player who has to confirm it.
pub fn fact_with_details(rules: &Longstreet, game: &Game, n: u32) -> String {
    let with = |disorder: bool| if disorder { ", with disorder" } else { "" };
    let hits = |hits: u8| names::number(hits, "hit");
    let come = match game.fact(n).map(|fact| &fact.what) {
        Some(Declaration::Volley { dice, hits: all, .. }) => format!(": {}, {}", names::dice(*dice), hits(*all)),
        Some(Declaration::Move { from, to, disorder, .. }) => {
            let far = names::distance(from.distance(*to));
            format!(": {far}, from {} to {}{}", names::spot(*from), names::place_and_facing(*to), with(*disorder))
        }
        Some(Declaration::Charge { losses, own_losses, disorder, .. }) => {
            format!(": {} on the target, {} on the charger{}", hits(*losses), hits(*own_losses), with(*disorder))
        }
        _ => String::new(),
    };
    fact(rules, game, n) + &come
}

/// The facts of a step prepared for description: events of the cards are dropped if the game's own event says the same,
/// every event that names a fact says what it is, and a volley says whether its losses follow in the same step.
pub fn annotated(rules: &Longstreet, before: &Game, facts: &StepFacts) -> StepFacts {
    let game = |value: &Value| from_tagged::<Event>("event", value).ok();
    let mut known: SortedMap<u32, String> =
        before.facts.iter().map(|fact| (fact.n, named(rules, fact.n, &fact.what))).collect();
    let fact_of = |value: &Value| value.get("fact").and_then(Value::as_u64);
    let is = |value: &Value, name: &str| value.get("event").is_some_and(|event| event == name);
    let settled: Vec<u64> = facts.events.iter().filter(|value| is(value, "losses")).filter_map(fact_of).collect();
    let mut events = Vec::new();
    for (at, value) in facts.events.iter().enumerate() {
        let redraws = || matches!(facts.events[at + 1..].iter().find_map(game), Some(Event::Redrawn { .. }));
        let is_reported = from_tagged::<CardEvent>("event", value).is_ok_and(|card| match &card {
            CardEvent::Shuffled { piles, .. } => piles.iter().any(|pile| pile == DISCARD),
            CardEvent::Drawn { .. } => redraws(),
            // A sealed card is opened to be played, and its play is told.
            CardEvent::TurnedUp { id, choice, .. } => {
                let plays = |event: &Value| event.get("card") == Some(choice) && event.get("event").is_some();
                is_part(id) && facts.events[at + 1..].iter().any(plays)
            }
            CardEvent::Lied { .. } => false,
            _ => true,
        });
        if is_reported {
            continue;
        }
        known.extend(game(value).and_then(|event| event.declares()).map(|(n, what)| (n, named(rules, n, &what))));
        let mut value = value.clone();
        let all = value.get("facts").and_then(Value::as_array).cloned().unwrap_or_default();
        let numbers = value.get("fact").cloned().into_iter().chain(all);
        let words_of = |n: Value| known.get(&u32::try_from(n.as_u64()?).ok()?).cloned();
        let words: Option<Vec<String>> = numbers.map(words_of).collect();
        if let Some(words) = words.filter(|words| (1..=NAMED_AT_ONCE).contains(&words.len())) {
            value["about"] = json!(list(words, "and", ""));
        }
        if is(&value, "volley") && fact_of(&value).is_some_and(|n| settled.contains(&n)) {
            value["settled"] = json!(true);
        }
        events.push(value);
    }
    StepFacts { events, ..facts.clone() }
}

/// Whether an answer in advance is a sealed card of a hand.
fn is_part(id: &Id) -> bool {
    id.as_str().rsplit_once('-').is_some_and(|(window, _)| sealed_hand::part(window).is_some())
}

/// The fact that an event is about, in a sentence.
pub fn about(event: &Value, n: u32) -> String {
    event.get("about").and_then(Value::as_str).map_or_else(|| format!("fact {n}"), str::to_owned)
}

/// The facts that an event is about: each by what it says if they are few, otherwise how many there are, with their
/// numbers: `5 declarations (facts 3 to 7)`.
pub fn several(event: &Value, facts: &[u32]) -> String {
    if let Some(about) = event.get("about").and_then(Value::as_str) {
        return about.to_owned();
    }
    let numbers = match facts {
        [one] => return format!("fact {one}"),
        [first, .., last] if facts.windows(2).all(|two| two[1] == two[0] + 1) && facts.len() > 2 => {
            format!("{first} to {last}")
        }
        _ => list(facts.iter().map(u32::to_string), "and", "of none"),
    };
    format!("{} (facts {numbers})", names::number(facts.len(), "declaration"))
}
