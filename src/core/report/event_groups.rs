//! Grouping of events that are described together: several related events become one in the facts of a step, in the
//! form of an event; and events of the cards are dropped if the game's own event says the same.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::StepFacts;
use crate::document::{from_tagged, from_value};
use crate::engine::CardEvent;

/// A group of events that a game describes together.
pub trait EventGroup: Serialize + DeserializeOwned {
    /// The game's events.
    type Event: DeserializeOwned;

    /// The group of a single event, if that kind of event is described as a group even when it is alone.
    fn from_single(event: &Self::Event) -> Option<Self>;
    /// Whether an event belongs to the group, which began under the rule `first`; if so, it is added.
    fn join(&mut self, first: &str, event: &Self::Event, rule: &str) -> bool;
    /// Whether the game says what a card event says, in an event before or after it.
    fn is_covered(card: &CardEvent, before: &[Value], after: &[Value]) -> bool;
}

/// The rule that an event cites.
pub fn rule_of(event: &Value) -> &str {
    event.get("rule").and_then(Value::as_str).unwrap_or_default()
}

/// The facts of a step with their events grouped.
pub fn grouped<G: EventGroup>(facts: &StepFacts) -> StepFacts {
    StepFacts { events: events::<G>(&facts.events), ..facts.clone() }
}

/// The group behind an event of [`grouped`].
pub fn group<G: EventGroup>(event: &Value) -> Option<G> {
    let of_group = event.get("event").is_some_and(|name| name == "together");
    from_value(event.get("together").filter(|_| of_group)?).ok()
}

fn events<G: EventGroup>(events: &[Value]) -> Vec<Value> {
    let mut out: Vec<(Value, Option<G>)> = Vec::new();
    for (n, value) in events.iter().enumerate() {
        let card = from_tagged::<CardEvent>("event", value);
        if card.is_ok_and(|card| G::is_covered(&card, &events[..n], &events[n + 1..])) {
            continue;
        }
        let rule = rule_of(value);
        let Ok(event) = from_tagged::<G::Event>("event", value) else {
            out.push((value.clone(), None));
            continue;
        };
        // Events in between, such as a card being revealed, are described before the group.
        let between = |value: &Value| from_tagged::<CardEvent>("event", value).is_ok();
        let last = out.iter().rposition(|(value, group)| group.is_some() || !between(value));
        let joined = last.filter(|last| {
            let (value, group) = &mut out[*last];
            group.as_mut().is_some_and(|group| group.join(rule_of(value), &event, rule))
        });
        match joined {
            Some(last) => out[last..].rotate_left(1),
            None => out.push((value.clone(), G::from_single(&event))),
        }
    }
    let written = |(value, group): (Value, Option<G>)| match group {
        None => value,
        Some(group) => json!({"event": "together", "rule": rule_of(&value), "together": group}),
    };
    out.into_iter().map(written).collect()
}
