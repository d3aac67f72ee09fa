//! The events of the engine in words: orders begun, skipped and not carried out, answers.

use crate::document::from_value;
use crate::engine::events::{AnsweredBy, EngineEvent};
use crate::report::{Span, not_carried_out, shared_sections};

use super::super::{order_text, vocabulary};
use super::{Narrator, capital};
use crate::orders::{Answer, React, Screen};

impl Narrator<'_> {
    pub(super) fn engine(&mut self, event: EngineEvent, rule: &str) {
        let rules = self.writer.rules;
        match event {
            EngineEvent::Order { n, .. } => {
                self.begin_order(format!("{}.", n + 1));
                self.is_order = true;
            }
            EngineEvent::Skipped { side, n, order, reasons } => {
                let because = shared_sections::because(rules, &side, &reasons);
                self.begin_order(format!("{}.", n + 1));
                let order = order_text::recorded(rules, &side, &order, true);
                let words = format!("Skipped, because {because}: {order}.");
                self.say("", vec![Span::plain(words)], rule);
            }
            EngineEvent::OrdersReturned { side, n, orders, reasons } => {
                let reasons = capital(&shared_sections::because(rules, &side, &reasons));
                let whose = rules.side(&side).map_or(side.to_string(), |side| vocabulary::side(side).to_owned());
                let which = format!("{}.", capital(&not_carried_out(n, orders.len(), &whose)));
                self.begin_order(which.clone());
                self.brief.push(which);
                let points = if orders.len() > 1 { "Their points are returned" } else { "Its points are returned" };
                self.say("", vec![Span::plain(format!("{reasons}. {points}."))], rule);
                self.end_paragraph();
                let left = shared_sections::left(n, &orders, |order| order_text::recorded(rules, &side, order, false));
                left.into_iter().for_each(|block| self.block(block));
            }
            EngineEvent::Answered { side, by, answer, .. } => {
                let known = from_value::<Answer>(&answer).ok();
                // The event after it says the same: an army does not roll, cavalry does not retreat, who is kept or removed.
                let is_reported = matches!(
                    known,
                    Some(Answer::React(React::Decline) | Answer::Screen(Screen::Stand) | Answer::Removal(_))
                );
                if is_reported && by == AnsweredBy::Turn {
                    return;
                }
                let how = match by {
                    AnsweredBy::Turn => "",
                    AnsweredBy::Standing => " (standing orders)",
                    AnsweredBy::OnlyOne => " (the only legal choice)",
                    AnsweredBy::Advance => " (answered in advance)",
                };
                let answered = |answer| order_text::answered(&rules.pack, &answer);
                let what = known.map_or_else(|| format!("answers {answer}"), answered);
                let side = rules.side(&side).map_or(side.to_string(), |side| vocabulary::side_cap(side).to_owned());
                self.say("Decision", vec![Span::plain(format!("{side} {what}{how}."))], rule);
            }
            // What passes between the players has its own heading.
            _ => {}
        }
    }

    fn begin_order(&mut self, heading: String) {
        self.flush();
        self.listing = false;
        self.paragraph.push(Span::strong(heading));
    }
}
