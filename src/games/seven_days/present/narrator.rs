//! Describes the events of a step: sections, paragraphs, lists, and an audit of each assault. The sentences come from
//! the [`sentences`](super::sentences); [`engine`] has those for the engine's own events.

use crate::sorted::SortedMap;

use serde_json::Value;

use crate::board::Area;
use crate::document::{Id, from_value};
use crate::report::{Block, Section, Span, StepFacts, Text, sentence, shared_sections};

use super::assault_highlight::AssaultHighlight;
use super::event_groups::{Item, items};
use super::march_log::{MarchLog, MarchStep};
use super::sentences::{Sentence, SentenceWriter};
use super::{order_text, vocabulary};
use crate::SevenDays;
use crate::events::Event;
use crate::orders::Standing;
use crate::pack::{Pack, Side};
use crate::position::ledger::{Game, ImpulseKind, Phase};
use crate::report::text_builder::{Rolls, TextBuilder};

mod assault;
mod engine;

use assault::Audit;

/// An order that has begun, and about which nothing has been said yet.
struct UnreportedOrder {
    n: usize,
    order: Value,
}

/// Describes events one after the other.
struct Narrator<'a> {
    writer: SentenceWriter<'a>,
    sections: Vec<Section>,
    paragraph: Text,
    points: Vec<Text>,
    /// Whether events become list entries, which is so outside impulses.
    listing: bool,
    begun: Option<UnreportedOrder>,
    march: MarchLog,
    /// The areas that a march brings under a side's control, with the rule: described after its sentences.
    after: Vec<(Vec<Area>, Side, String)>,
    march_rule: String,
    audit: Option<Audit>,
    brief: Vec<String>,
    standing: &'a SortedMap<Id, Standing>,
    /// How the next event was decided.
    decided: Option<&'static str>,
}

/// What is in progress at the boundaries of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepContext {
    /// The area of an assault that was in progress when the step began.
    pub assault: Option<Area>,
    /// Whether a side is asked something when the step ends, so that things remain in progress.
    pub waits: bool,
}

/// Describes the events of a step that began in the position `before`, with the standing orders in force then. The
/// first section is a summary, if there is something to sum up.
pub fn narrate(
    rules: &SevenDays,
    before: &Game,
    standing: &SortedMap<Id, Standing>,
    facts: &StepFacts,
    midway: StepContext,
) -> Vec<Section> {
    let mut narrator = Narrator {
        writer: SentenceWriter::new(rules, before.turn, Rolls::new(&facts.rolls)),
        sections: Vec::new(),
        paragraph: Text::new(),
        points: Vec::new(),
        listing: before.phase != Phase::Daylight,
        begun: None,
        march: MarchLog::default(),
        after: Vec::new(),
        march_rule: String::new(),
        audit: None,
        brief: Vec::new(),
        standing,
        decided: None,
    };
    narrator.open(first_heading(rules, before));
    if let Some(area) = midway.assault {
        narrator.continue_assault(AssaultHighlight::continued(area));
    }
    for (item, rule) in items(&facts.events) {
        narrator.item(item, &rule);
    }
    narrator.end(midway.waits)
}

/// The heading of the first events of a step.
fn first_heading(rules: &SevenDays, before: &Game) -> String {
    match (before.phase, before.active, &before.current) {
        (Phase::Daylight, Some(side), Some(_)) => format!("{} impulse {}, continued", side.title(), before.impulse),
        (Phase::Daylight, Some(side), None) => format!("{} impulse {}", side.title(), before.impulse),
        (phase, ..) => phase_heading(rules, before.turn, phase),
    }
}

fn phase_heading(rules: &SevenDays, turn: u8, phase: Phase) -> String {
    let day = vocabulary::day(&rules.pack, turn);
    match phase {
        Phase::Bids => "The bids".to_owned(),
        Phase::Dawn => format!("Dawn of {day}"),
        Phase::Daylight => day,
        Phase::Night => format!("Night of {day}"),
        Phase::End => format!("End of {day}"),
    }
}

/// A kind of impulse, as a heading has it.
pub fn impulse_kind(kind: ImpulseKind) -> &'static str {
    match kind {
        ImpulseKind::Assault => "an Assault Impulse",
        ImpulseKind::Regroup => "a Regroup Impulse",
        ImpulseKind::Pass => "a Pass Impulse",
        ImpulseKind::Relocate => "the Supply Train",
    }
}

impl Narrator<'_> {
    fn item(&mut self, item: Item, rule: &str) {
        if let (Some(audit), pack) = (&mut self.audit, &self.writer.rules.pack) {
            audit.highlight.record(pack, &item);
        }
        match item {
            Item::Game(event) => self.event(&event, rule),
            Item::Engine(event) => self.engine(event, rule),
            Item::Retreats { who, from, to } => {
                let sentence = self.writer.retreats(&who, from, to);
                self.add_sentence(sentence, rule);
            }
            Item::Taken { areas, side } => {
                for area in &areas {
                    if self.writer.rules.pack.map.area(*area).is_some_and(|data| data.victory) {
                        let place = vocabulary::place(&self.writer.rules.pack, *area);
                        self.brief.push(format!("{place} comes under {} control.", side.title()));
                    }
                }
                match self.after.last_mut() {
                    _ if self.march.is_empty() => self.add_sentence(self.writer.taken(&areas, side), rule),
                    Some((before, by, same)) if *by == side && same == rule => before.extend(areas),
                    _ => self.after.push((areas, side, rule.to_owned())),
                }
            }
            Item::Unknown(event) => self.unknown(&event, rule),
        }
    }

    fn event(&mut self, event: &Event, rule: &str) {
        match event {
            Event::Phase { turn, phase } => {
                self.writer.turn = *turn;
                self.end_order();
                self.listing = *phase != Phase::Daylight;
                self.open(phase_heading(self.writer.rules, *turn, *phase));
            }
            Event::Impulse { side, impulse, kind, .. } => {
                self.listing = false;
                self.open(format!("{} impulse {impulse}: {}", side.title(), impulse_kind(*kind)));
                self.add_event_sentence(event, rule);
            }
            Event::Entered { units, leaders, from, to, cost, .. } => {
                self.march.enter(MarchStep { units, leaders, from: *from, to: *to, cost: *cost });
                rule.clone_into(&mut self.march_rule);
            }
            Event::Assault { .. } => self.assault(event, rule),
            Event::Values { attack, defense } => self.values(attack, defense),
            Event::AssaultDice { .. } => self.dice(event, rule),
            Event::CasualtyPoints { .. } => {
                self.join(event);
                self.add_event_sentence(event, rule);
            }
            Event::AssaultOver { outcome, .. } => {
                self.join(event);
                if self.audit.as_ref().is_some_and(|audit| audit.thrown != Some(*outcome)) {
                    self.add_event_sentence(event, rule);
                }
                self.end_audit(false);
            }
            _ => {
                self.add_to_summary(event);
                self.add_event_sentence(event, rule);
            }
        }
    }

    /// Describes an event in a sentence of its own.
    fn add_event_sentence(&mut self, event: &Event, rule: &str) {
        if let Some(mut sentence) = self.writer.event(event) {
            if let (Event::Screened { .. } | Event::Placed { .. }, Some(how)) = (event, self.decided.take()) {
                sentence.say = TextBuilder::words(format!("{}{how}.", sentence.say.flat().trim_end_matches('.')));
            }
            self.add_sentence(sentence, rule);
        }
    }

    /// Adds an event to the summary.
    fn add_to_summary(&mut self, event: &Event) {
        let first = match event {
            Event::Victory { .. }
            | Event::TrainLeaves { .. }
            | Event::TrainArrives { .. }
            | Event::Sunset { ends: true, .. }
            | Event::TrackEnds {}
            | Event::GunsTaken { .. } => true,
            Event::LeaderGone { .. } | Event::LeaderEliminated { .. } => self.audit.is_none(),
            _ => false,
        };
        if first && let Some(sentence) = SentenceWriter::quiet(self.writer.rules, self.writer.turn).event(event) {
            self.brief.push(sentence.say.flat());
        }
    }

    // -- Tools

    /// Adds a sentence with its rule to the paragraph or list; in an assault, a line to its audit.
    fn add_sentence(&mut self, sentence: Sentence, rule: &str) {
        self.end_march();
        let say = sentence.say.rule(rule);
        match &mut self.audit {
            Some(audit) => {
                let label = if sentence.label.is_empty() { "Then" } else { sentence.label };
                audit.lines.push((label.to_owned(), say.text()));
            }
            None => self.add(say),
        }
    }

    fn add(&mut self, say: TextBuilder) {
        if let Some(begun) = self.begun.take() {
            self.end_paragraph();
            self.paragraph.push(Span::strong(format!("{}.", begun.n + 1)));
        } else if self.listing && self.paragraph.is_empty() {
            return self.points.push(say.text());
        }
        if !self.paragraph.is_empty() {
            self.paragraph.push(Span::plain(" "));
        }
        self.paragraph.extend(say.text());
    }

    /// Describes the march so far.
    fn end_march(&mut self) {
        let march = std::mem::take(&mut self.march);
        let rule = std::mem::take(&mut self.march_rule);
        let after = std::mem::take(&mut self.after);
        for words in march.sentences(&self.writer.rules.pack, true) {
            self.line("March", TextBuilder::words(words).rule(&rule));
        }
        for (areas, side, rule) in after {
            let sentence = self.writer.taken(&areas, side).say.rule(&rule);
            self.line("Control", sentence);
        }
    }

    /// Ends the description of an order; an order about which nothing was said is described in its own words.
    fn end_order(&mut self) {
        self.end_march();
        self.end_audit(true);
        if let Some(begun) = &self.begun {
            let words = vocabulary::capital(&order_words(&self.writer.rules.pack, &begun.order));
            self.add(TextBuilder::words(format!("{words}.")));
        }
        self.end_paragraph();
    }

    fn open(&mut self, heading: impl Into<String>) {
        self.end_march();
        self.end_audit(true);
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

    fn end(mut self, waits: bool) -> Vec<Section> {
        self.end_march();
        self.end_audit(!waits);
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

/// The side of an id, in the middle of a sentence.
pub fn side_words(id: &Id) -> String {
    let known = Side::BOTH.into_iter().find(|side| side.as_str() == id.as_str());
    known.map_or_else(|| id.to_string(), |side| vocabulary::side(side).to_owned())
}
