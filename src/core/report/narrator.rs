//! The report of a step and its index, for a game that describes each event separately ([`Present::event_text`]). A
//! game that combines events has a narrator of its own.

use serde_json::Value;

use super::event_groups::rule_of;
use super::grammar::{capital, side_name, single_stops, third_person};
use super::svg::Point;
use super::text_builder::{Rolls, TextBuilder};
use super::{
    Block, Highlight, Kind, Present, Report, Section, Span, StepFacts, Text, card_sentences, combats, not_carried_out,
    sentence, shared_sections,
};
use crate::document::{Id, from_tagged, from_value};
use crate::engine::events::{AnsweredBy, EngineEvent, SeatEvent};
use crate::engine::{CardEvent, CardTable, Position, Reason};
use crate::sorted::SortedMap;

/// An event in words, and its place in the report.
#[derive(Clone, Debug, Default)]
pub struct EventText {
    /// The heading of the part of the report that it begins: `Round 2`.
    pub heading: Option<String>,
    /// A sentence, to which its rule is appended. Empty for an event that only begins a part.
    pub text: TextBuilder,
    /// Whether it belongs in the summary.
    pub brief: bool,
    /// Its kind in an index; `None` if it is not listed there.
    pub kind: Option<Kind>,
    /// The acting side; in a combat, the attacker.
    pub side: Option<Id>,
    /// The middle of its place on the board.
    pub at: Option<Point>,
    /// The names of the people who took part.
    pub people: Vec<String>,
    /// Its name and height as a peak on the match's curve.
    pub peak: Option<(String, u32)>,
    /// How it was calculated, line by line: the step, and its result.
    pub audit: Vec<(String, Text)>,
}

impl EventText {
    /// The beginning of a part of a report.
    pub fn part(heading: impl Into<String>) -> EventText {
        EventText { heading: Some(heading.into()), kind: Some(Kind::Turn), ..EventText::default() }
    }

    /// A sentence.
    pub fn new(kind: Kind, text: TextBuilder) -> EventText {
        EventText { text, kind: Some(kind), ..EventText::default() }
    }

    /// Marks it for the summary.
    pub fn first(self) -> EventText {
        EventText { brief: true, ..self }
    }

    /// Sets the side, and the point of the board.
    pub fn of(self, side: Id, at: Option<Point>) -> EventText {
        EventText { side: Some(side), at, ..self }
    }

    /// A line of an index; for a part, its heading.
    fn highlight(self, rule: &str) -> Option<Highlight> {
        let words = self.heading.unwrap_or_else(|| self.text.flat());
        let rules = if rule.is_empty() { Vec::new() } else { vec![rule.to_owned()] };
        let line = shared_sections::highlight(self.kind?, self.side, words);
        let (peak, weight) = self.peak.map_or((line.peak, line.weight), |(name, weight)| (Some(name), weight));
        Some(Highlight { at: self.at, people: self.people, rules, peak, weight, ..line })
    }
}

/// The sentence before the answers that may be given.
const LEAD: &str = "Answer with one of these lines, under answers:";

/// The game's own report of the step that led from `before` to `after`.
pub fn report<R: Present>(rules: &R, before: &Position<R>, after: &Position<R>, facts: &StepFacts) -> Report {
    let heading = format!("{}, continued", capital(&rules.when(before).words));
    let mut narrator = Narrator {
        rules,
        before,
        sections: vec![Section { heading, blocks: Vec::new() }],
        text: Text::new(),
        order: None,
        advance: None,
        faces: SortedMap::new(),
        brief: Vec::new(),
    };
    let mut rolls = Rolls::new(&facts.rolls);
    for event in &facts.events {
        if narrator.reveals(event) {
            continue;
        }
        match rules
            .event_text(before, event, &mut rolls)
            .or_else(|| card_sentences::card_event_text(rules, before, event))
        {
            Some(text) => narrator.add_event(text, rule_of(event)),
            None => narrator.engine(event),
        }
    }
    narrator.end_advance();
    narrator.end_order();
    let sections = shared_sections::summed_up(narrator.brief, narrator.sections);
    shared_sections::report(rules, after, sections, situation(rules, after), LEAD)
}

/// The situation: the time, how the match has ended if it has, and the statistics.
pub fn situation<R: Present>(rules: &R, position: &Position<R>) -> Vec<Block> {
    let mut text = vec![Span::strong(format!("{}.", capital(&rules.when(position).words)))];
    if let Some(outcome) = &position.outcome {
        let how = rules.outcome_words(outcome, Some(position));
        text.push(Span::plain(format!(" The match is over. {}.", capital(&how))));
    }
    let rows: Vec<(String, [i64; 2])> =
        rules.tallies(position).into_iter().map(|tally| (tally.title.to_owned(), tally.values)).collect();
    let sides = rules.sides().map(|side| side_name(side.as_str()));
    let ledger = (!rows.is_empty()).then_some(Block::Ledger { sides, rows });
    std::iter::once(Block::Paragraph(text)).chain(ledger).collect()
}

/// What happened in a step, one line each.
pub fn moments<R: Present>(rules: &R, before: &Position<R>, facts: &StepFacts) -> Vec<Highlight> {
    let each = |(n, event): (usize, &Value)| {
        // Without rolls: a line of an index does not mention the dice.
        let text = rules.event_text(before, event, &mut Rolls::default());
        if let Some(text) = text.or_else(|| card_sentences::card_event_text(rules, before, event)) {
            let line = text.highlight(rule_of(event))?;
            let peak = rules.area_pack().and_then(|pack| combats::peak(pack, event, &facts.events[n + 1..]));
            return Some(match peak {
                Some((name, weight)) => Highlight { peak: Some(name), weight, ..line },
                None => line,
            });
        }
        let engine = from_tagged::<EngineEvent>("event", event).ok()?;
        if let Some((kind, side, words)) = shared_sections::between(&engine, |side| rules.side_words(side)) {
            return Some(shared_sections::highlight(kind, Some(side), words));
        }
        let (side, words) = not_done(rules, before, &engine)?;
        Some(shared_sections::highlight(Kind::Order, Some(side), words))
    };
    facts.events.iter().enumerate().filter_map(each).collect()
}

/// An order that was skipped, or orders that were not carried out, and why.
fn not_done<R: Present>(rules: &R, before: &Position<R>, event: &EngineEvent) -> Option<(Id, String)> {
    let because = |side: &Id, reasons: &[Reason]| capital(&shared_sections::because(rules, side, reasons));
    match event {
        EngineEvent::Skipped { side, order, reasons, .. } => {
            let (whose, order) = (rules.side_words(side), ordered(rules, before, side, order));
            Some((side.clone(), format!("An order of {whose} is skipped: {order}. {}.", because(side, reasons))))
        }
        EngineEvent::OrdersReturned { side, n, orders, reasons } => {
            let which = capital(&not_carried_out(*n, orders.len(), &rules.side_words(side)));
            let because = shared_sections::because(rules, side, reasons);
            // A reason may end in the title of a card that has its own full stop.
            Some((side.clone(), single_stops(&format!("{which}: {because}.")).into_owned()))
        }
        _ => None,
    }
}

/// An order from an event, in words.
fn ordered<R: Present>(rules: &R, before: &Position<R>, side: &Id, order: &Value) -> String {
    from_value(order).map_or_else(|_| sentence(order), |order| rules.order_words(before, side, &order))
}

/// A value in which the ids of face-down cards are replaced by the cards.
fn with_faces(value: &Value, faces: &SortedMap<String, String>) -> Value {
    match value {
        Value::String(id) => faces.get(id).map_or_else(|| value.clone(), |face| Value::from(face.as_str())),
        Value::Array(items) => items.iter().map(|item| with_faces(item, faces)).collect(),
        Value::Object(entries) => entries.iter().map(|(key, value)| (key.clone(), with_faces(value, faces))).collect(),
        _ => value.clone(),
    }
}

/// Describes events one after the other.
struct Narrator<'a, R: Present> {
    rules: &'a R,
    before: &'a Position<R>,
    sections: Vec<Section>,
    text: Text,
    /// An order that has begun, and about which nothing has been said yet.
    order: Option<(Id, Value)>,
    /// An answer in advance that was just revealed: whose, under which id, its content, and its rule.
    advance: Option<(Id, Id, Value, String)>,
    /// The face-down cards that were revealed in this step, by id.
    faces: SortedMap<String, String>,
    brief: Vec<String>,
}

impl<R: Present> Narrator<'_, R> {
    fn block(&mut self, block: Block) {
        self.sections.last_mut().into_iter().for_each(|section| section.blocks.push(block.clone()));
    }

    fn add(&mut self, text: TextBuilder, rule: &str) {
        self.order = None;
        if !self.text.is_empty() {
            self.text.push(Span::plain(" "));
        }
        self.text.extend(text.rule(rule).text());
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            self.block(Block::Paragraph(text));
        }
    }

    /// Ends the description of an order; an order about which nothing was said is described in its own words.
    fn end_order(&mut self) {
        if let Some((side, order)) = self.order.take() {
            let order = with_faces(&order, &self.faces);
            let words = ordered(self.rules, self.before, &side, &order);
            let who = capital(&self.rules.side_words(&side));
            let does = third_person(&words).unwrap_or_else(|| format!("orders: {words}"));
            self.add(TextBuilder::words(format!("{who} {does}.")), "");
        }
        self.end_paragraph();
    }

    /// Records a card or an answer in advance that is revealed; returns whether it is described together with what
    /// follows.
    fn reveals(&mut self, event: &Value) -> bool {
        let revealed = from_tagged::<CardEvent>("event", event).ok();
        if let Some(CardEvent::TurnedUp { side, id, choice }) = revealed {
            if !CardTable::is_lay(id.as_str()) {
                self.end_advance();
                self.advance = Some((side, id, choice, rule_of(event).to_owned()));
                return true;
            }
            self.faces.extend(choice.as_str().map(|face| (id.to_string(), face.to_owned())));
        }
        let answered = matches!(
            from_tagged::<EngineEvent>("event", event),
            Ok(EngineEvent::Answered { side, by: AnsweredBy::Advance, .. })
                if self.advance.as_ref().is_some_and(|(own, ..)| *own == side)
        );
        if !answered {
            self.end_advance();
        }
        false
    }

    /// Describes an answer in advance that no answer follows.
    fn end_advance(&mut self) {
        if let Some((side, id, says, rule)) = self.advance.take() {
            let (who, does) = (self.rules.side_words(&side), card_sentences::in_advance(self.rules, &side, &id, &says));
            self.add(TextBuilder::words(format!("{} {does}.", capital(&who))), &rule);
        }
    }

    fn add_event(&mut self, event: EventText, rule: &str) {
        if event.brief {
            self.brief.push(event.text.flat());
        }
        if let Some(heading) = event.heading {
            self.end_order();
            self.sections.push(Section { heading, blocks: Vec::new() });
        }
        if event.audit.is_empty() {
            if event.text != TextBuilder::default() {
                self.add(event.text, rule);
            }
            return;
        }
        let mut title = Text::new();
        if self.order.take().is_some() {
            title.append(&mut self.text);
            title.push(Span::plain(" "));
        }
        self.end_paragraph();
        title.extend(event.text.rule(rule).text());
        self.block(Block::Audit { title, lines: event.audit });
    }

    fn engine(&mut self, event: &Value) {
        let rule = rule_of(event);
        let Ok(engine) = from_tagged::<EngineEvent>("event", event) else { return self.unknown(event, rule) };
        match &engine {
            EngineEvent::Order { side, n, order } => {
                self.end_order();
                self.text.push(Span::strong(format!("{}.", n + 1)));
                self.order = Some((side.clone(), order.clone()));
            }
            EngineEvent::Answered { side, by, answer, .. } => {
                let how = match by {
                    AnsweredBy::Turn => "",
                    AnsweredBy::Standing => ", by its standing orders",
                    AnsweredBy::OnlyOne => ", the only legal choice",
                    AnsweredBy::Advance => ", as it answered in advance",
                };
                let known = from_value::<R::Answer>(&with_faces(answer, &self.faces)).ok();
                let reported = known.as_ref().is_some_and(|answer| self.rules.is_reported_by_events(answer));
                let said = known.as_ref().map(|answer| self.rules.answer_words(self.before, answer));
                let said = said.unwrap_or_else(|| sentence(answer));
                let does = third_person(&said);
                let who = capital(&self.rules.side_words(side));
                if let Some((_, id, says, opened)) = self.advance.take() {
                    let reveals = card_sentences::in_advance(self.rules, side, &id, &says);
                    let and = does.filter(|_| !reported && !reveals.contains(": ")).map(|does| format!(" and {does}"));
                    self.add(TextBuilder::words(format!("{who} {reveals}{}.", and.unwrap_or_default())), &opened);
                    return;
                }
                if reported && matches!(by, AnsweredBy::Turn | AnsweredBy::Advance) {
                    return;
                }
                let does = does.map_or_else(|| format!("answers{how}: {said}"), |does| format!("{does}{how}"));
                self.add(TextBuilder::words(format!("{who} {does}.")), rule);
            }
            EngineEvent::Skipped { .. } | EngineEvent::OrdersReturned { .. } => {
                self.end_order();
                let Some((side, words)) = not_done(self.rules, self.before, &engine) else { return };
                self.add(TextBuilder::words(words), rule);
                self.end_paragraph();
                if let EngineEvent::OrdersReturned { n, orders, .. } = &engine {
                    let words = |order: &Value| ordered(self.rules, self.before, &side, order);
                    let left = shared_sections::left(*n, orders, words);
                    left.into_iter().for_each(|block| self.block(block));
                }
            }
            // What passes between the players has its own heading.
            _ => {}
        }
    }

    fn unknown(&mut self, event: &Value, rule: &str) {
        // Who plays which side is described with what passes between the players.
        if SeatEvent::of(event).is_none() {
            let (name, details) = shared_sections::unknown(event);
            self.add(TextBuilder::words(format!("{}: {}.", capital(&name), details.join(", "))), rule);
        }
    }
}
