//! The events of the engine in words: orders begun, skipped and not carried out, answers, and unknown events.

use serde_json::Value;

use crate::document::{Id, from_value};
use crate::engine::cards::CardEvent;
use crate::engine::events::{AnsweredBy, EngineEvent};
use crate::report::{Span, not_carried_out, shared_sections};

use super::super::{order_text, vocabulary};
use super::{Narrator, capital};
use crate::orders::{Answer, Order, React, Screen};
use crate::pack::Side;

impl Narrator<'_> {
    pub fn engine(&mut self, event: EngineEvent, rule: &str) {
        match event {
            EngineEvent::Order { n, .. } => {
                self.flush();
                self.listing = false;
                self.paragraph.push(Span::strong(format!("{}.", n + 1)));
                self.order = Some(n);
            }
            EngineEvent::Skipped { side, n, order, reasons } => {
                self.flush();
                self.listing = false;
                let reasons = capital(&shared_sections::because(self.rules, &side, &reasons));
                let words = format!("Skipped: {}. {reasons}.", self.order_words(&side, &order));
                self.paragraph.push(Span::strong(format!("{}.", n + 1)));
                self.say("", words, rule);
            }
            EngineEvent::HandedBack { side, n, orders, reasons } => {
                self.flush();
                self.listing = false;
                let reasons = capital(&shared_sections::because(self.rules, &side, &reasons));
                let whose = self.rules.side(&side).map_or(side.to_string(), |side| vocabulary::side(side).to_owned());
                let which = format!("{}.", capital(&not_carried_out(n, orders.len(), &whose)));
                self.paragraph.push(Span::strong(which.as_str()));
                self.add_summary_point(which);
                let points = if orders.len() > 1 { "Their points are returned" } else { "Its points are returned" };
                self.say("", format!("{reasons}. {points}."), rule);
                self.end_paragraph();
                let left = shared_sections::left(n, &orders, |order| self.order_words(&side, order));
                left.into_iter().for_each(|block| self.block(block));
            }
            EngineEvent::Answered { by: AnsweredBy::Turn, ref answer, .. } if is_reported_by_event(answer) => {}
            EngineEvent::Answered { side, by, answer, .. } => {
                let how = match by {
                    AnsweredBy::Turn => "",
                    AnsweredBy::Standing => " (standing orders)",
                    AnsweredBy::OnlyOne => " (the only legal choice)",
                    AnsweredBy::Advance => " (answered in advance)",
                };
                let what = match from_value::<Answer>(&answer) {
                    Ok(answer) => order_text::answered(&self.rules.pack, &answer),
                    Err(_) => format!("answers {answer}"),
                };
                let side =
                    self.rules.side(&side).map_or(side.to_string(), |side| vocabulary::side_cap(side).to_owned());
                self.say("Decision", format!("{side} {what}{how}."), rule);
            }
            // What passes between the players has its own heading.
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

    pub fn order_words(&self, side: &Id, order: &Value) -> String {
        match (from_value::<Order>(order), self.rules.side(side)) {
            (Ok(order), Ok(side)) => order_text::order(&self.rules.pack, side, &order),
            _ => order.to_string(),
        }
    }

    /// Events about face-down leaders; most of them are bookkeeping (CW-281).
    pub(super) fn card(&mut self, event: &CardEvent, rule: &str) {
        if let CardEvent::Drawn { side, .. } = event
            && let Ok(side) = Side::named(side)
        {
            let words = format!("{} draws its next leader face down.", vocabulary::side_cap(side));
            self.say("", words, rule);
        }
    }

    /// An event that this report does not know is shown as raw data, so that nothing is lost.
    pub(super) fn unknown(&mut self, event: &Value, rule: &str) {
        let (name, details) = shared_sections::unknown(event);
        self.say(&name, format!("{}: {}.", capital(&name), details.join(", ")), rule);
    }
}

/// Whether the event after an answer says the same: an army does not roll, cavalry does not retreat.
fn is_reported_by_event(answer: &Value) -> bool {
    matches!(from_value(answer), Ok(Answer::React(React::Decline) | Answer::Screen(Screen::Stand)))
}
