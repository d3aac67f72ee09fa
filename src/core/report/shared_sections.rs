//! The frame of a game's report of a step: what a reader wants to know first, the situation, what happened, what is
//! asked next.

use serde_json::{Value, json};

use super::grammar::capital;
use super::{ASKED, Block, Highlight, Kind, Present, Report, Section, Span, proposed, side_terms};
use crate::document::{Id, inline};
use crate::engine::events::EngineEvent;
use crate::engine::refusal::why;
use crate::engine::{Pending, Position, Reason};

/// The heading of the summary.
pub const BRIEF: &str = "In brief";
/// The heading of the situation.
pub const SITUATION: &str = "The situation";

/// Puts a summary, one sentence per item, in front as the first section; nothing if there is nothing to sum up. Empty
/// sections are dropped.
pub fn summed_up(brief: Vec<String>, mut sections: Vec<Section>) -> Vec<Section> {
    sections.retain(|section| !section.blocks.is_empty());
    if !brief.is_empty() {
        let points = brief.into_iter().map(|point| vec![Span::plain(point)]).collect();
        sections.insert(0, Section { heading: BRIEF.to_owned(), blocks: vec![Block::List(points)] });
    }
    sections
}

/// A report of what happened: the situation follows the summary, what is asked comes last. `lead` introduces the
/// answers.
pub fn report<R: Present>(
    rules: &R,
    after: &Position<R>,
    mut told: Vec<Section>,
    situation: Vec<Block>,
    lead: &str,
) -> Report {
    let at = usize::from(told.first().is_some_and(|section| section.heading == BRIEF));
    told.insert(at, Section { heading: SITUATION.to_owned(), blocks: situation });
    told.push(asked(rules, after, lead));
    Report { title: String::new(), subtitle: String::new(), sections: told }
}

/// What is asked of which side, in the game's own words, with every offered answer as a line of a turn file.
fn asked<R: Present>(rules: &R, after: &Position<R>, lead: &str) -> Section {
    let mut blocks = Vec::new();
    if let Some((said, rule)) = side_terms::asked(rules, after).or_else(|| rules.asked(after)) {
        blocks.push(Block::Paragraph(vec![Span::plain(said), Span::plain(" "), Span::rule(rule)]));
    }
    if let Some(Pending::Answer { side, id, question, .. }) = &after.pending {
        // Everybody reads the report: a card that only its owner may have is no example.
        let decks = rules.decks(&after.game);
        let cards = rules.cards(&after.game);
        let hidden = |answer: &R::Answer| {
            cards.is_some_and(|cards| cards.names_hidden_card(side, decks.get(side), &json!(answer)))
        };
        let line = |answer| {
            let said = capital(&rules.answer_words(after, answer));
            format!("  - {}  # {said}", inline(&json!({"id": id, "answer": answer})))
        };
        let (of_hand, others): (Vec<_>, Vec<_>) = rules.answers(after, question, None).into_iter().partition(hidden);
        let mut lines: Vec<String> = others.iter().map(line).collect();
        if !of_hand.is_empty() {
            lines.push("  # and what your cards allow: `adjutant legal` lists it".to_owned());
        }
        blocks.push(Block::Paragraph(vec![Span::plain(lead)]));
        blocks.push(Block::Preformatted(format!("answers:\n{}", lines.join("\n"))));
    }
    Section { heading: ASKED.to_owned(), blocks }
}

/// Something that passes between the players, for an index: its kind, the side, and its words. `None` for orders,
/// answers and choices, which are told elsewhere. `who` names a side in a sentence.
pub fn between(event: &EngineEvent, who: impl Fn(&Id) -> String) -> Option<(Kind, Id, String)> {
    let who = |side: &Id| capital(&who(side));
    let (kind, side, words) = match event {
        EngineEvent::Proposed { side, proposal } => {
            (Kind::Other, side, format!("{} proposes {}.", who(side), proposed(proposal)))
        }
        EngineEvent::Accepted { side, proposal } => {
            let what = proposed(proposal);
            let kind = if what == "a draw" { Kind::Score } else { Kind::Other };
            (kind, side, format!("{} accepts {what}.", who(side)))
        }
        EngineEvent::Declined { side, proposal } => {
            (Kind::Other, side, format!("{} declines {}.", who(side), proposed(proposal)))
        }
        EngineEvent::Resigned { side } => (Kind::Score, side, format!("{} resigns.", who(side))),
        EngineEvent::Forfeited { side, id, because } => {
            (Kind::Other, side, format!("{} forfeits the choice {id}: {}.", who(side), because.words()))
        }
        EngineEvent::Order { .. }
        | EngineEvent::Skipped { .. }
        | EngineEvent::OrdersReturned { .. }
        | EngineEvent::Answered { .. }
        | EngineEvent::Committed { .. }
        | EngineEvent::Opened { .. }
        | EngineEvent::Named { .. }
        | EngineEvent::Standing { .. } => return None,
    };
    Some((kind, side.clone(), words))
}

/// Why a side's orders were not carried out, for every reader: the end of a sentence.
pub fn because<R: Present>(rules: &R, side: &Id, reasons: &[Reason]) -> String {
    why(reasons, |reason| rules.reason_words(side, reason))
}

/// Orders that were not carried out, each with its number; `first` counts from 0.
pub fn left(first: usize, orders: &[Value], words: impl Fn(&Value) -> String) -> Option<Block> {
    let point = |(at, order): (usize, &Value)| vec![Span::plain(format!("order {}: {}", first + at + 1, words(order)))];
    (!orders.is_empty()).then(|| Block::List(orders.iter().enumerate().map(point).collect()))
}

/// An event that a report has no words for, as raw data, so that nothing is lost: its name, and its details.
pub fn unknown(event: &Value) -> (String, Vec<String>) {
    let name = event.get("event").and_then(Value::as_str).unwrap_or("event").replace('_', " ");
    let details = event.as_object().into_iter().flatten();
    let details = details.filter(|(key, _)| !matches!(key.as_str(), "event" | "rule"));
    (name, details.map(|(key, value)| format!("{} {value}", key.replace('_', " "))).collect())
}

/// A line of an index without a place and without rules.
pub fn highlight(kind: Kind, side: Option<Id>, words: String) -> Highlight {
    Highlight { kind, words, side, part: None, at: None, people: Vec::new(), rules: Vec::new(), peak: None, weight: 0 }
}
