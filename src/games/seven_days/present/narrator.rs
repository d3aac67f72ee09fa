//! The report of a step: accounts of its events as sections, paragraphs, lists, and an audit of each assault. [`engine`]
//! has the words for the engine's own events.

use serde_json::{Value, json};

use crate::board::Area;
use crate::document::{Id, from_value};
use crate::report::{Block, Section, Span, StepFacts, Text, sentence, shared_sections};
use crate::sorted::SortedMap;

use super::accounts::{self, Account, Writer, account};
use super::event_groups::{Group, Groups, Item, March};
use super::fights::Fight;
use super::{marches, order_text, vocabulary};
use crate::SevenDays;
use crate::events::Event;
use crate::orders::Standing;
use crate::pack::{Pack, Side};
use crate::position::ledger::{Game, Phase};
use crate::report::text_builder::{Rolls, TextBuilder};

mod engine;

/// An order that has begun, and about which nothing has been said yet.
struct UnreportedOrder {
    n: usize,
    order: Value,
}

/// An assault being told, line by line.
struct Audit {
    /// Which of the step's assaults it is.
    fight: usize,
    title: Text,
    lines: Vec<(String, Text)>,
}

/// Arranges what is told of events, one after the other.
struct Narrator<'a> {
    writer: Writer<'a>,
    sections: Vec<Section>,
    paragraph: Text,
    points: Vec<Text>,
    /// Whether events become list entries, which is so outside impulses.
    listing: bool,
    begun: Option<UnreportedOrder>,
    audit: Option<Audit>,
    brief: Vec<String>,
    fights: Vec<Fight>,
    standing: &'a SortedMap<Id, Standing>,
    /// Whether a side is asked something when the step ends.
    waits: bool,
}

/// What is in progress at the boundaries of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepContext {
    /// The area of an assault that was in progress when the step began.
    pub assault: Option<Area>,
    /// Whether a side is asked something when the step ends, so that things remain in progress.
    pub waits: bool,
}

/// Tells the events of a step that began in the position `before`, with the standing orders in force then. The first
/// section is a summary, if there is something to sum up.
pub fn narrate(
    rules: &SevenDays,
    before: &Game,
    standing: &SortedMap<Id, Standing>,
    facts: &StepFacts,
    midway: StepContext,
) -> Vec<Section> {
    let groups = Groups::after(midway.assault.map(Fight::continued), &facts.events);
    let mut narrator = Narrator {
        writer: Writer::new(rules, before.turn, Rolls::new(&facts.rolls)),
        sections: Vec::new(),
        paragraph: Text::new(),
        points: Vec::new(),
        listing: before.phase != Phase::Daylight,
        begun: None,
        audit: None,
        brief: Vec::new(),
        fights: groups.fights,
        standing,
        waits: midway.waits,
    };
    narrator.open(first_heading(rules, before));
    if midway.assault.is_some() {
        narrator.open_audit(0, false);
    }
    for group in groups.items {
        narrator.group(group);
    }
    narrator.end()
}

/// The heading of the first events of a step.
fn first_heading(rules: &SevenDays, before: &Game) -> String {
    match (before.phase, before.active, &before.current) {
        (Phase::Daylight, Some(side), Some(_)) => format!("{} impulse {}, continued", side.title(), before.impulse),
        (Phase::Daylight, Some(side), None) => format!("{} impulse {}", side.title(), before.impulse),
        (phase, ..) => accounts::phase_heading(rules, before.turn, phase),
    }
}

impl Narrator<'_> {
    fn group(&mut self, group: Group) {
        match &group.item {
            Item::Engine(event) => self.engine(event.clone(), group.rule()),
            Item::March(march) => self.march(march, group.rule()),
            Item::Game(event) => self.event(event, &group),
            Item::Retreats { .. } => {
                let Account { label, text, .. } = account(&mut self.writer, &group.value, None, None);
                self.say(label, text);
            }
            Item::Taken { areas, side } => self.taken(areas, *side, &group),
            Item::Unknown => self.unknown(&group.value, group.rule()),
        }
    }

    fn event(&mut self, event: &Event, group: &Group) {
        let begins = matches!(event, Event::Assault { .. });
        let joins =
            matches!(event, Event::AssaultDice { .. } | Event::CasualtyPoints { .. } | Event::AssaultOver { .. });
        if let Some(fight) = group.fight.filter(|_| begins || (joins && self.audit.is_none())) {
            self.open_audit(fight, begins);
        }
        let fought = self.audit.as_ref().and_then(|audit| self.fights.get(audit.fight));
        let (area, thrown) = (fought.map(|fight| fight.area), fought.and_then(|fight| fight.thrown));
        let Account { heading, label, text, lines, words, brief, .. } =
            account(&mut self.writer, &group.value, Some(event), area);
        if let Some(heading) = heading {
            if let Event::Phase { .. } = event {
                self.end_order();
            }
            self.listing = matches!(event, Event::Phase { phase, .. } if *phase != Phase::Daylight);
            self.open(heading);
        }
        if brief {
            self.brief.push(words);
        }
        for (label, text) in lines {
            self.line(label, text);
        }
        // What the dice said is not said again.
        let is_said = matches!(event, Event::AssaultOver { outcome, .. } if thrown == Some(*outcome));
        if !text.is_empty() && !is_said {
            self.say(label, text);
        }
        if matches!(event, Event::AssaultOver { .. }) {
            self.end_audit();
        }
    }

    /// Tells a march in a sentence for each way that was gone, and then what it brought under control.
    fn march(&mut self, march: &March, rule: &str) {
        for words in marches::sentences(&self.writer.rules.pack, march, true) {
            self.line("March", TextBuilder::words(words).rule(rule).text());
        }
        for group in &march.taken {
            if let Item::Taken { areas, side } = &group.item {
                self.taken(areas, *side, group);
            }
        }
    }

    /// Tells which areas come under control; each that counts for victory is in the summary.
    fn taken(&mut self, areas: &[Area], side: Side, group: &Group) {
        let map = &self.writer.rules.pack.map;
        for area in areas.iter().filter(|area| map.area(**area).is_some_and(|data| data.victory)) {
            let alone = json!({"event": "control", "area": area, "side": side});
            self.brief.push(account(&mut self.writer, &alone, None, None).words);
        }
        let Account { label, text, .. } = account(&mut self.writer, &group.value, None, None);
        self.say(label, text);
    }

    // -- Tools

    /// Adds a sentence to the paragraph or list; in an assault, a line to its audit.
    fn say(&mut self, label: &str, text: Text) {
        self.line(if label.is_empty() { "Then" } else { label }, text);
    }

    /// The same with this label.
    fn line(&mut self, label: &str, text: Text) {
        match &mut self.audit {
            Some(audit) => audit.lines.push((label.to_owned(), text)),
            None => self.add(text),
        }
    }

    fn add(&mut self, text: Text) {
        if let Some(begun) = self.begun.take() {
            self.end_paragraph();
            self.paragraph.push(Span::strong(format!("{}.", begun.n + 1)));
        } else if self.listing && self.paragraph.is_empty() {
            return self.points.push(text);
        }
        if !self.paragraph.is_empty() {
            self.paragraph.push(Span::plain(" "));
        }
        self.paragraph.extend(text);
    }

    /// Opens the audit of an assault that begins or continues, and sums it up: what followed from it comes after it. An
    /// assault that has begun and is neither over nor waits is no news.
    fn open_audit(&mut self, at: usize, begins: bool) {
        self.end_audit();
        self.end_paragraph();
        let Some(fight) = self.fights.get(at) else { return };
        if fight.is_over || self.waits {
            self.brief.push(fight.words(&self.writer.rules.pack));
        }
        let continued = if begins { "" } else { ", continued" };
        let place = vocabulary::place(&self.writer.rules.pack, fight.area);
        let title = vec![Span::strong(format!("Assault on {place}{continued}"))];
        self.audit = Some(Audit { fight: at, title, lines: Vec::new() });
    }

    fn end_audit(&mut self) {
        if let Some(audit) = self.audit.take() {
            self.block(Block::Audit { title: audit.title, lines: audit.lines });
        }
    }

    /// Ends the description of an order; an order about which nothing was said is described in its own words.
    fn end_order(&mut self) {
        self.end_audit();
        if let Some(begun) = &self.begun {
            let words = vocabulary::capital(&order_words(&self.writer.rules.pack, &begun.order));
            self.add(TextBuilder::words(format!("{words}.")).text());
        }
        self.end_paragraph();
    }

    fn open(&mut self, heading: impl Into<String>) {
        self.end_audit();
        self.end_paragraph();
        self.sections.push(Section { heading: heading.into(), blocks: Vec::new() });
    }

    fn block(&mut self, block: Block) {
        if let Some(section) = self.sections.last_mut() {
            section.blocks.push(block);
        }
    }

    fn end_paragraph(&mut self) {
        let (points, paragraph) = (std::mem::take(&mut self.points), std::mem::take(&mut self.paragraph));
        if !points.is_empty() {
            self.block(Block::List(points));
        }
        if !paragraph.is_empty() {
            self.block(Block::Paragraph(paragraph));
        }
    }

    fn end(mut self) -> Vec<Section> {
        self.end_order();
        let notes = self.writer.notes.listed();
        if !notes.is_empty() {
            let words = "† This depends on figures of the printed game that are lost and were reconstructed; \
                         docs/rulings/seven_days.md gives the reasons:";
            let notes = notes.into_iter().map(|note| vec![Span::plain(note)]).collect();
            let blocks = vec![Block::Paragraph(vec![Span::plain(words)]), Block::List(notes)];
            self.sections.push(Section { heading: "Notes".to_owned(), blocks });
        }
        shared_sections::summed_up(self.brief, self.sections)
    }
}

/// An order from an event, in words.
pub fn order_words(pack: &Pack, order: &Value) -> String {
    from_value(order).map_or_else(|_| sentence(order), |order| order_text::order(pack, &order))
}

/// An order that was skipped, without the condition that does not hold.
pub fn skipped_words(pack: &Pack, order: &Value) -> String {
    from_value(order).map_or_else(|_| sentence(order), |order| order_text::unconditional(pack, &order))
}

/// The side of an id, in the middle of a sentence.
pub fn side_words(id: &Id) -> String {
    let known = Side::BOTH.into_iter().find(|side| side.as_str() == id.as_str());
    known.map_or_else(|| id.to_string(), |side| vocabulary::side(side).to_owned())
}
