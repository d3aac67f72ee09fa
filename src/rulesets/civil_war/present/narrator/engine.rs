//! The events of the engine in words: orders begun, passed over and handed back, answers, and events that are not known.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::board::Hex;
use crate::document::Id;
use crate::engine::events::{AnsweredBy, EngineEvent};
use crate::report::{Block, Span, Text};

use super::super::super::army;
use super::super::super::orders::{Answer, Order};
use super::super::super::pack::Side;
use super::super::{spoken, words};
use super::{Narrator, capital};

impl Narrator<'_> {
    pub fn engine(&mut self, event: EngineEvent, rule: &str) {
        match event {
            EngineEvent::Order { n, .. } => {
                self.flush();
                self.listing = false;
                self.paragraph.push(Span::strong(format!("{}.", n + 1)));
                self.order = Some(n);
            }
            EngineEvent::Skipped { side, n, order, because } => {
                self.flush();
                self.listing = false;
                let because = self.reason(&side, &because, &order);
                let words = format!("Passed over: {}. The reason: {because}.", self.order_words(&side, &order));
                self.paragraph.push(Span::strong(format!("{}.", n + 1)));
                self.say("", words, rule);
            }
            EngineEvent::HandedBack { side, n, orders, reason } => {
                self.flush();
                self.listing = false;
                let count = orders.len();
                let reason = self.reason(&side, &reason, orders.first().unwrap_or(&Value::Null));
                let rest = match count {
                    0 | 1 => "it goes back unspent".to_owned(),
                    2 => "it and the order after it go back unspent".to_owned(),
                    count => format!("it and the {} orders after it go back unspent", count - 1),
                };
                let whose = self.rules.side(&side).map_or(side.to_string(), |side| words::side(side).to_owned());
                self.paragraph.push(Span::strong(format!("Handed back to {whose}.")));
                self.brief(format!("From order {} on, the orders of {whose} go back unspent.", n + 1));
                let words = format!("Order {} can no longer be carried out: {reason}; {rest}.", n + 1);
                self.say("", words, rule);
                self.end_paragraph();
                let points: Vec<Text> = orders
                    .iter()
                    .enumerate()
                    .map(|(at, order)| {
                        vec![Span::plain(format!("order {}: {}", n + at + 1, self.order_words(&side, order)))]
                    })
                    .collect();
                if !points.is_empty() {
                    self.block(Block::List(points));
                }
            }
            EngineEvent::Answered { side, id, by, answer } => {
                let how = match by {
                    AnsweredBy::Turn => "in its turn",
                    AnsweredBy::Standing => "by its standing orders",
                    AnsweredBy::OnlyOne => "as the only answer that is legal",
                };
                let what = match serde_json::from_value::<Answer>(answer.clone()) {
                    Ok(answer) => spoken::answer(&self.rules.pack, &answer),
                    Err(_) => answer.to_string(),
                };
                let side = self.rules.side(&side).map_or(side.to_string(), |side| words::side_cap(side).to_owned());
                self.say("Decision", format!("{side} decides {how} (question {id}): {what}."), rule);
            }
            // What passes between the players is told under its own heading.
            EngineEvent::Committed { .. }
            | EngineEvent::Opened { .. }
            | EngineEvent::Forfeited { .. }
            | EngineEvent::Named { .. }
            | EngineEvent::Standing { .. }
            | EngineEvent::Proposed { .. }
            | EngineEvent::Accepted { .. }
            | EngineEvent::Declined { .. }
            | EngineEvent::Resigned { .. } => {}
        }
    }

    /// A reason with its hexes and the order's own leader by their names.
    pub fn reason(&self, side: &Id, reason: &str, order: &Value) -> String {
        let names = self.named_in(order);
        let mut out = String::new();
        let mut named = Vec::new();
        for part in reason.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            let word = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let rest = &part[word.len()..];
            let hex = word.parse::<Hex>().ok().filter(|hex| self.rules.pack.map.hex(*hex).is_some());
            match (hex, names.get(word)) {
                (Some(hex), _) => {
                    out.push_str(&self.place(hex));
                    named.extend(self.rules.pack.map.hex(hex).map(|data| (hex, data.name.as_str())));
                    named.extend(words::place_name(&self.rules.pack, hex).map(|name| (hex, name)));
                }
                (None, Some(name)) => out.push_str(name),
                (None, None) => out.push_str(word),
            }
            out.push_str(rest);
        }
        // A reason that names the place itself does so once.
        for (hex, name) in named {
            let place = self.place(hex);
            out = out.replace(&format!("{place} ({name})"), &place);
        }
        for side in Side::BOTH {
            out = out.replace(&format!("for {side} to"), &format!("for {} to", words::side(side)));
        }
        // An order's reasons speak to the one who gave it; a report speaks to everybody.
        if let Ok(side) = self.rules.side(side) {
            for (to_him, to_all) in [
                ("your half of the pulse is over", format!("the {} half of the pulse is over", side.title())),
                ("is not ours", format!("is not held by {}", words::side(side))),
                ("we have ", format!("{} has ", words::side(side))),
                ("our force in", format!("the {} force in", side.title())),
                ("the enemy has", format!("{} has", words::side(side.other()))),
                ("you have", format!("{} has", words::side(side))),
                ("your leaders", format!("the {} leaders", side.title())),
                ("is not one of yours", format!("is not one of the {} leaders", side.title())),
                ("you ", format!("{} ", words::side(side))),
            ] {
                out = out.replace(to_him, &to_all);
            }
        }
        out
    }

    /// The leaders whom a reason for an order may be about, by id: its own, and those of its army.
    fn named_in(&self, order: &Value) -> BTreeMap<String, String> {
        let details = order.as_object().and_then(|order| order.values().next());
        let text = |field: &str| details.and_then(|details| details.get(field)).and_then(Value::as_str);
        let own = text("leader").and_then(|id| self.rules.pack.leader(id)).map(|leader| leader.id.clone());
        let hosts = ["army", "from"].into_iter().filter_map(text).filter_map(|id| id.parse::<Id>().ok());
        let of_hosts = hosts.flat_map(|host| army::leaders(self.game, &host)).map(|piece| piece.leader);
        let named = own.into_iter().chain(of_hosts);
        named.map(|id| (id.to_string(), words::leader_name(&self.rules.pack, &id).to_owned())).collect()
    }

    pub fn order_words(&self, side: &Id, order: &Value) -> String {
        match (serde_json::from_value::<Order>(order.clone()), self.rules.side(side)) {
            (Ok(order), Ok(side)) => spoken::order(&self.rules.pack, side, &order),
            _ => order.to_string(),
        }
    }

    /// An event that this report does not know is told as it stands: nothing is lost.
    pub(super) fn unknown(&mut self, event: &Value, rule: &str) {
        let name = event.get("event").and_then(Value::as_str).unwrap_or("event").replace('_', " ");
        let details: Vec<String> = event
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(key, _)| !matches!(key.as_str(), "event" | "rule"))
            .map(|(key, value)| format!("{} {value}", key.replace('_', " ")))
            .collect();
        self.say(&name, format!("{}: {}.", capital(&name), details.join(", ")), rule);
    }
}
