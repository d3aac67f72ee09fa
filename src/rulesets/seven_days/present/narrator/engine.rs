//! The events of the engine in words: orders begun, passed over and handed back, answers; and events that are not known.

use serde_json::Value;

use crate::engine::events::{AnsweredBy, EngineEvent};
use crate::report::{Block, Span, Text, sentence};

use super::super::say::Say;
use super::super::tongue::Sentence;
use super::super::words::capital;
use super::super::{spoken, words};
use super::{Begun, Narrator, order_words, side_words};

impl Narrator<'_> {
    pub(super) fn engine(&mut self, event: EngineEvent, rule: &str) {
        match event {
            EngineEvent::Order { n, order, .. } => {
                self.end_order();
                self.begun = Some(Begun { n, order });
            }
            EngineEvent::Skipped { n, order, because, .. } => {
                self.end_order();
                let order = order_words(&self.tongue.rules.pack, &order);
                self.paragraph.push(Span::strong(format!("{}.", n + 1)));
                let words = format!(" Passed over: {order}. The reason: {because}.");
                self.paragraph.extend(Say::words(words).rule(rule).text());
                self.end_paragraph();
            }
            EngineEvent::HandedBack { side, n, orders, reason } => {
                self.end_order();
                let whose = side_words(&side);
                let rest = match orders.len() {
                    0 | 1 => "it goes back".to_owned(),
                    2 => "it and the order after it go back".to_owned(),
                    count => format!("it and the {} orders after it go back", count - 1),
                };
                self.brief.push(format!("From order {} on, the orders of {whose} go back.", n + 1));
                self.paragraph.push(Span::strong(format!("Handed back to {whose}.")));
                let words = format!(" Order {} can not be carried out: {reason}; {rest}.", n + 1);
                self.paragraph.extend(Say::words(words).rule(rule).text());
                self.end_paragraph();
                let point = |(at, order): (usize, &Value)| -> Text {
                    vec![Span::plain(format!("order {}: {}", n + at + 1, order_words(&self.tongue.rules.pack, order)))]
                };
                let points: Vec<Text> = orders.iter().enumerate().map(point).collect();
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
                let what = match serde_json::from_value(answer.clone()) {
                    Ok(answer) => spoken::answer(&self.tongue.rules.pack, &answer),
                    Err(_) => sentence(&answer),
                };
                let who = capital(&side_words(&side));
                let said = Say::words(format!("{who} decides {how} (question {id}): {what}."));
                self.say(Sentence { label: "Decision", say: said }, rule);
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

    /// An event that this report does not know is told as it stands: nothing is lost.
    pub(super) fn unknown(&mut self, event: &Value, rule: &str) {
        let name = event.get("event").and_then(Value::as_str).unwrap_or("event").replace('_', " ");
        let details = event.as_object().into_iter().flatten();
        let details = details.filter(|(key, _)| !matches!(key.as_str(), "event" | "rule"));
        let details: Vec<String> = details.map(|(key, value)| format!("{} {value}", key.replace('_', " "))).collect();
        let say = Say::words(format!("{}: {}.", capital(&name), words::list(details, "and")));
        self.say(Sentence { label: "Then", say }, rule);
    }
}
