//! The engine's events in words: orders begun, skipped and not carried out, answers; and unknown events.

use serde_json::Value;

use crate::document::{Id, from_value};
use crate::engine::events::{AnsweredBy, EngineEvent};
use crate::report::{Span, not_carried_out, sentence, shared_sections};

use super::super::vocabulary::capital;
use super::super::{order_text, vocabulary};
use super::{Narrator, UnreportedOrder, order_words, side_words, skipped_words};
use crate::orders::{Answer, Order, Standing};
use crate::report::text_builder::TextBuilder;

impl Narrator<'_> {
    pub(super) fn engine(&mut self, event: EngineEvent, rule: &str) {
        match event {
            EngineEvent::Order { side, n, order } => {
                self.end_order();
                // An impulse ends with its consequences, and none of these mentions the end.
                let ends = from_value::<Order>(&order).ok().and_then(|order| match order {
                    Order::End(end) => Some(order_text::end_clause(&self.writer.rules.pack, &end)),
                    _ => None,
                });
                self.begun = Some(UnreportedOrder { n, order });
                if let Some(words) = ends {
                    self.add(TextBuilder::words(format!("{} {words}.", capital(&side_words(&side)))).text());
                }
            }
            EngineEvent::Skipped { side, n, order, reasons } => {
                self.end_order();
                let because = shared_sections::because(self.writer.rules, &side, &reasons);
                let order = skipped_words(&self.writer.rules.pack, &order);
                self.paragraph.push(Span::strong(format!("{}.", n + 1)));
                let words = format!(" Skipped, because {because}: {order}.");
                self.paragraph.extend(TextBuilder::words(words).rule(rule).text());
                self.end_paragraph();
            }
            EngineEvent::OrdersReturned { side, n, orders, reasons } => {
                self.end_order();
                let whose = side_words(&side);
                let reasons = capital(&shared_sections::because(self.writer.rules, &side, &reasons));
                let which = format!("{}.", capital(&not_carried_out(n, orders.len(), &whose)));
                self.brief.push(which.clone());
                self.paragraph.push(Span::strong(which));
                self.paragraph.extend(TextBuilder::words(format!(" {reasons}.")).rule(rule).text());
                self.end_paragraph();
                let left = shared_sections::left(n, &orders, |order| order_words(&self.writer.rules.pack, order));
                left.into_iter().for_each(|block| self.block(block));
            }
            EngineEvent::Answered { by: AnsweredBy::Standing | AnsweredBy::OnlyOne, ref answer, .. }
                if does_nothing(answer) => {}
            EngineEvent::Answered { side, by, answer, .. }
                if uses_advantage(&answer) || (by != AnsweredBy::Turn && is_reported_by_events(&answer)) =>
            {
                self.writer.decided = Some(self.answered_how(by, &side, &answer));
            }
            EngineEvent::Answered { side, by, answer, .. } => {
                self.writer.decided = None;
                let how = self.answered_how(by, &side, &answer);
                let what = match from_value(&answer) {
                    Ok(answer) => order_text::answer_clause(&self.writer.rules.pack, &answer),
                    Err(_) => format!("answers: {}", sentence(&answer)),
                };
                let who = capital(&side_words(&side));
                self.say("Decision", TextBuilder::words(format!("{who} {what}{how}.")).rule(rule).text());
            }
            // What passes between the players has its own heading.
            _ => {}
        }
    }

    /// How a question was answered, as a suffix to the answer.
    fn answered_how(&self, by: AnsweredBy, side: &Id, answer: &Value) -> &'static str {
        let answer = from_value::<Answer>(answer);
        let own = |standing: &Standing| answer.is_ok_and(|answer| has_explicit_answer(standing, &answer));
        match by {
            AnsweredBy::Turn => "",
            AnsweredBy::Standing if self.standing.get(side).is_some_and(own) => ", by its standing orders",
            AnsweredBy::Standing => ", by default",
            AnsweredBy::OnlyOne => ", the only legal choice",
            AnsweredBy::Advance => ", as it had answered in advance",
        }
    }

    /// An event that this report does not know is shown as raw data, so that nothing is lost.
    pub(super) fn unknown(&mut self, event: &Value, rule: &str) {
        let (name, details) = shared_sections::unknown(event);
        let words = format!("{}: {}.", capital(&name), vocabulary::list(details, "and"));
        self.say("Then", TextBuilder::words(words).rule(rule).text());
    }
}

/// Whether standing orders contain an explicit answer to the question of this answer.
fn has_explicit_answer(standing: &Standing, answer: &Answer) -> bool {
    let defences = || standing.areas.values().chain(&standing.elsewhere);
    match answer {
        Answer::Rouse(_) => standing.rouse.is_some(),
        Answer::Train(_) => standing.train.is_some(),
        Answer::Screen(_) => defences().any(|defence| defence.screen.is_some()),
        Answer::Forward(_) => defences().any(|defence| !defence.forward.is_empty()),
        Answer::Heroic(_) => defences().any(|defence| defence.heroic.is_some()),
        Answer::Losses(_) => defences().any(|defence| defence.losses.is_some()),
        Answer::Withdraw(_) => defences().any(|defence| defence.withdraw.is_some()),
        Answer::Retreat(_) => defences().any(|defence| !defence.retreat_to.is_empty()),
        Answer::Remove(_) => !standing.remove.is_empty(),
        Answer::Follow(_) | Answer::Place(_) | Answer::Hurt(_) => false,
    }
}

/// Whether the events after an answer already tell it: cavalry that screens, a unit that retreats.
fn is_reported_by_events(answer: &Value) -> bool {
    match from_value::<Answer>(answer) {
        Ok(Answer::Screen(units)) => !units.is_empty(),
        Ok(Answer::Retreat(_) | Answer::Place(_)) => true,
        _ => false,
    }
}

/// Whether an answer uses the Advantage: an event says so.
fn uses_advantage(answer: &Value) -> bool {
    matches!(from_value::<Answer>(answer), Ok(Answer::Rouse(true) | Answer::Heroic(true)))
}

/// Whether an answer is to do nothing: no unit retreats, nothing is removed.
fn does_nothing(answer: &Value) -> bool {
    match from_value::<Answer>(answer) {
        Ok(Answer::Withdraw(units)) => units.is_empty(),
        Ok(Answer::Remove(areas)) => areas.is_empty(),
        _ => false,
    }
}
