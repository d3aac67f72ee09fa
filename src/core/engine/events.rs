//! Events: what happened, as data. Each event names its rule; a report turns it into sentences.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::{Id, from_tagged, word_and_details};
use crate::sorted::SortedMap;

use super::refusal::Reason;
use super::side_terms::{Bid, Handicap};

/// The events of one step, in order. Each is a mapping with `event`, `rule` and its details.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Events {
    list: Vec<Value>,
    /// Whether nobody will read the events, so that none is kept.
    discarding: bool,
}

impl Events {
    /// An event list for mere trials: nothing is kept.
    pub fn discarding() -> Events {
        Events { list: Vec::new(), discarding: true }
    }

    /// Whether events are kept.
    pub fn are_recorded(&self) -> bool {
        !self.discarding
    }

    /// An empty event list that can be appended to this one later; it keeps events if this one does.
    pub fn empty_like(&self) -> Events {
        Events { list: Vec::new(), discarding: self.discarding }
    }

    /// Records an event: the name of an enum variant, with its details.
    pub fn emit(&mut self, rule: &str, event: &impl Serialize) {
        if self.discarding {
            return;
        }
        let written =
            serde_json::to_value(event).unwrap_or_else(|fault| Value::String(format!("unprintable: {fault}")));
        let (name, details) = word_and_details(written);
        let mut entry = Map::new();
        entry.insert("event".to_owned(), Value::String(name));
        entry.insert("rule".to_owned(), Value::String(rule.to_owned()));
        match details {
            Some(Value::Object(details)) => entry.extend(details),
            // Details that are not a mapping would be a fault of the ruleset; they are kept visible, not lost.
            Some(other) => drop(entry.insert("details".to_owned(), other)),
            None => {}
        }
        let mut entry = Value::Object(entry);
        without_nulls(&mut entry);
        self.list.push(entry);
    }

    /// Appends other events.
    pub fn extend(&mut self, other: Events) {
        if !self.discarding {
            self.list.extend(other.list);
        }
    }

    /// The events, in the form in which a state lists them.
    pub fn into_values(self) -> Vec<Value> {
        self.list
    }

    /// The events so far.
    pub fn as_slice(&self) -> &[Value] {
        &self.list
    }
}

/// Removes null values: a state has null only where the protocol says so.
fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(without_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

/// The events of the engine itself, the same for every game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum EngineEvent {
    /// An order is begun. `n` counts the orders of its turn from 0.
    Order { side: Id, n: usize, order: Value },
    /// An order is skipped because its condition does not hold, or because it cannot be carried out and its turn
    /// continues all the same.
    Skipped { side: Id, n: usize, order: Value, reasons: Vec<Reason> },
    /// Orders that have become illegal are not carried out; `n` is the first of them.
    #[serde(rename = "handed_back")]
    OrdersReturned { side: Id, n: usize, orders: Vec<Value>, reasons: Vec<Reason> },
    /// A question is answered.
    Answered { side: Id, id: String, by: AnsweredBy, answer: Value },
    /// A side commits to a secret choice.
    Committed { side: Id, id: Id },
    /// A committed choice is revealed.
    Opened { side: Id, id: Id, choice: Value },
    /// A side does not reveal its choice, or revealed an illegal one.
    Forfeited { side: Id, id: Id, because: Forfeit },
    /// The choice that replaces a forfeited one; `by` is the side that named it.
    Named {
        side: Id,
        id: Id,
        choice: Value,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Id>,
    },
    /// A side replaces its standing orders.
    Standing { side: Id },
    /// A take-back or draw is proposed.
    Proposed { side: Id, proposal: Value },
    /// The other side accepts it.
    Accepted { side: Id, proposal: Value },
    /// The other side declines it.
    Declined { side: Id, proposal: Value },
    /// A side gives up the match.
    Resigned { side: Id },
}

/// The engine's events about who plays which side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum SeatEvent {
    /// Both bids for the sides are revealed, by the side that the charter gives each player, with who plays which side:
    /// `exchanged` if not as in the charter. The other side begins with the handicap, if there is one (TN-19).
    SideBids {
        bids: SortedMap<Id, Bid>,
        exchanged: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handicap: Option<Handicap>,
    },
    /// Equal bids for the same side are decided by a die for each player (TN-19).
    SideBidTie { dice: SortedMap<Id, u64> },
    /// A side begins with the handicap of the charter (TN-19).
    Handicap { side: Id, points: u32 },
    /// From here on every seat plays the side that the other one played. All standing orders end.
    Exchanged {},
}

impl SeatEvent {
    /// The engine's event about who plays which side, if this is one. A game may have events of the same names, under its own
    /// rules: leaders are exchanged, too.
    pub fn of(event: &Value) -> Option<SeatEvent> {
        let rule = event.get("rule").and_then(Value::as_str)?;
        if !["protocol 3", "TN-19"].contains(&rule) {
            return None;
        }
        from_tagged("event", event).ok()
    }
}

/// Why a choice is forfeited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Forfeit {
    /// Its side does not reveal it.
    NotOpened,
    /// The revealed choice is illegal.
    IllegalChoice,
}

impl Forfeit {
    /// The reason, as the end of a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Forfeit::NotOpened => "it was not revealed",
            Forfeit::IllegalChoice => "the rules do not allow it",
        }
    }
}

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnsweredBy {
    /// By an entry in the turn.
    Turn,
    /// By the side's standing orders.
    Standing,
    /// Only one answer was legal.
    OnlyOne,
    /// By an answer in advance, which was opened.
    Advance,
}
