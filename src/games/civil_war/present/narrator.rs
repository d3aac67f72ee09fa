//! The report of a step: accounts of its events as sections, paragraphs, lists and audits. [`engine`] has the words for
//! the engine's own events.

use serde_json::Value;

use crate::engine::{CardEvent, Position};
use crate::report::event_groups::rule_of;
use crate::report::text_builder::TextBuilder;
use crate::report::{Block, Section, Span, StepFacts, Text, shared_sections};

use super::accounts::{Account, Writer, account};
use super::audit::{self, Audit};
use super::event_groups::{Groups, Item, March, Price};
use super::fights::Fight;
use super::idle_pulses::{IdlePulses, no_place};
use super::{marches, vocabulary};
use crate::events::{Event, Phase};
use crate::orders::Reroll;
use crate::pack::Side;
use crate::{CivilWar, Procedure, options};

mod engine;

pub use crate::report::grammar::capital;

/// Arranges what is told of events, one after the other.
pub struct Narrator<'a> {
    writer: Writer<'a>,
    sections: Vec<Section>,
    paragraph: Text,
    audit: Option<Audit>,
    /// Whether an order is being carried out.
    is_order: bool,
    /// Whether events become list entries, which is so where nobody gives orders.
    listing: bool,
    points: Vec<Text>,
    brief: Vec<String>,
    /// The pulse whose heading was opened last.
    pulse: Option<u32>,
    fights: Vec<Fight>,
    /// How many of the combats are in the summary.
    fought: usize,
}

/// Tells the events of the step that led from `before` to `after`. The first section is a summary, if there is
/// something to sum up.
pub fn narrate(
    rules: &CivilWar,
    before: &Position<CivilWar>,
    after: &Position<CivilWar>,
    facts: &StepFacts,
) -> Vec<Section> {
    let (heading, listing) = part(before);
    let groups = Groups::of(rules, before, Some(after), &facts.events);
    let mut narrator = Narrator {
        writer: Writer::new(rules, &before.game, facts),
        sections: Vec::new(),
        paragraph: Text::new(),
        audit: None,
        is_order: false,
        listing,
        points: Vec::new(),
        brief: Vec::new(),
        pulse: None,
        fights: groups.fights,
        fought: 0,
    };
    narrator.open(heading);
    let continued = before.stack.iter().find_map(|frame| match frame {
        Procedure::Combat(combat) => Some(combat),
        _ => None,
    });
    if let Some(combat) = continued {
        narrator.audit = Some(audit::continued(&narrator.writer.place(combat.hex), Some(combat)));
        narrator.sum_up_fight(0);
    }
    for item in groups.items {
        narrator.item(item);
    }
    narrator.end()
}

impl Narrator<'_> {
    fn item(&mut self, item: Item<'_>) {
        match item {
            Item::Event { event, value, price, fight, scene } => {
                (self.writer.fought, self.writer.scene) = (fight.is_some(), scene);
                self.event(&event, value, price.as_ref(), fight);
            }
            Item::March(march) => self.march(&march),
            Item::Cost(price) => self.add(vec![Span::plain(format!("Cost: {}.", paid_words(&price)))]),
            Item::Idle(idle) => self.idle(&idle),
            Item::Engine(event, value) => self.engine(event, rule_of(value)),
            // Most events about face-down leaders are bookkeeping (CW-281).
            Item::Card(CardEvent::Drawn { side, .. }, value) => {
                if let Ok(side) = Side::named(&side) {
                    let words = format!("{} draws its next leader face down.", vocabulary::side_cap(side));
                    self.say("", vec![Span::plain(words)], rule_of(value));
                }
            }
            Item::Card(..) => {}
            // An event that this report does not know is shown as raw data, so that nothing is lost.
            Item::Unknown(value) => {
                let (name, details) = shared_sections::unknown(value);
                let words = format!("{}: {}.", capital(&name), details.join(", "));
                self.say(&name, vec![Span::plain(words)], rule_of(value));
            }
        }
    }

    fn event(&mut self, event: &Event, value: &Value, price: Option<&Price>, fight: Option<usize>) {
        let price = price.map_or(String::new(), |price| format!(" ({})", paid_words(price)));
        if let Some(fight) = fight {
            self.sum_up_fight(fight);
        }
        if let Event::Combat(opening) = event {
            self.end_audit();
            self.audit = Some(audit::of(&self.writer.place(opening.hex), opening));
        }
        let Account { heading, label, text, lines, words, brief, .. } = account(&mut self.writer, value, event, &price);
        // After a tie that does not end the phase both sides roll again for the same pulse.
        let is_same = matches!(event, Event::Initiative { pulse, .. } if self.pulse.replace(*pulse) == Some(*pulse));
        if let Some(heading) = heading.filter(|_| !is_same) {
            self.open(heading);
        }
        match event {
            Event::Phase { phase, .. } => {
                self.listing = *phase != Phase::Action;
                return;
            }
            Event::Initiative { .. } | Event::Half { .. } => self.listing = false,
            Event::HalfOver { .. } | Event::ActionOver { .. } | Event::LeftAlone { .. } => self.end_order(),
            // The decision itself has already been described.
            Event::Reroll { die: Reroll::Pass, .. } if self.audit.as_ref().is_some_and(Audit::ends_in_decision) => {
                return;
            }
            _ => {}
        }
        if brief {
            self.brief.push(words);
        }
        if !lines.is_empty() {
            let place = fight.and_then(|at| self.fights.get(at)).map(|fight| self.writer.place(fight.hex));
            let begun = || audit::continued(&place.unwrap_or_default(), None);
            self.audit.get_or_insert_with(begun).lines.extend(lines);
        } else if !text.is_empty() {
            self.say(label, text, rule_of(value));
        }
        if matches!(event, Event::Due { .. } | Event::Commands { .. }) {
            self.end_paragraph();
        }
    }

    /// Puts a combat into the summary, if it is not there.
    fn sum_up_fight(&mut self, at: usize) {
        if let Some(fight) =
            self.fights.get(at).filter(|fight| at >= self.fought && (fight.is_told || fight.waits.is_some()))
        {
            self.brief.push(fight.words(self.writer.rules));
            self.fought = at + 1;
        }
    }

    /// Tells a march in one sentence.
    fn march(&mut self, march: &March) {
        let sentence = marches::words(&self.writer.rules.pack, march, true);
        let paid = march.price.as_ref().map_or(String::new(), |price| format!("{}; ", paid_words(price)));
        let text = match march.is_continued {
            true => {
                let left = match march.left {
                    0 => "no movement points".to_owned(),
                    left => vocabulary::plural(left, "movement point"),
                };
                format!("{sentence}, with {left} left.")
            }
            false => {
                let used = march.allowance.saturating_sub(march.left);
                let supply = if march.supplied { "" } else { ", out of supply" };
                format!("{sentence} ({paid}{used} of {} movement points used{supply}).", march.allowance)
            }
        };
        let mut text = TextBuilder::words(text).text();
        self.cite(&mut text, march.rules.first().map_or("", String::as_str));
        self.add(text);
    }

    /// Tells pulses in which neither side spent anything in one paragraph.
    fn idle(&mut self, idle: &IdlePulses) {
        let (Some((first, ..)), Some((last, ..))) = (idle.pulses.first(), idle.pulses.last()) else { return };
        self.open(format!("Pulses {first} to {last}"));
        self.listing = false;
        self.pulse = Some(*last);
        let reasons = Side::BOTH.into_iter().zip(&idle.waiting).filter_map(|(side, waiting)| no_place(side, waiting));
        let reasons: Vec<String> = reasons.collect();
        let mut said = "In these pulses neither side can spend anything: no command points are left".to_owned();
        if !reasons.is_empty() {
            said.push_str(&format!(", and {}", vocabulary::list(reasons, "and")));
        }
        said.push_str(
            ". The waiting reinforcements keep the Action Phase going until a tied initiative roll ends it or brings \
             command points.",
        );
        self.say("", vec![Span::plain(said)], "CW-34");
        let mut text = TextBuilder::words("Initiative rolls, the Union first:");
        for (n, (_, union, confederate)) in idle.pulses.iter().enumerate() {
            let comma = if n > 0 { "," } else { "" };
            text = text.append(format!("{comma} {union}")).roll(self.writer.roll("initiative union"));
            text = text.append(format!(" to {confederate}")).roll(self.writer.roll("initiative confederate"));
        }
        self.say("", text.append(".").text(), "4.2.3");
    }

    fn end(mut self) -> Vec<Section> {
        self.flush();
        let event = |event: &Value| event.get("event").and_then(Value::as_str).map(str::to_owned);
        let read = ["combat", "commands", "leader_check"].map(|name| Some(name.to_owned()));
        if self.writer.facts.events.iter().any(|one| read.contains(&event(one))) {
            let words = "The tables used here are in docs/charts/combat.md and docs/charts/tables.md.";
            let blocks = vec![Block::Paragraph(vec![Span::plain(words)])];
            self.sections.push(Section { heading: "The charts".to_owned(), blocks });
        }
        let notes = reconstructed(&self.writer);
        self.sections.extend(notes.map(|blocks| Section { heading: "Notes".to_owned(), blocks }));
        shared_sections::summed_up(self.brief, self.sections)
    }

    // -- Tools

    fn open(&mut self, heading: impl Into<String>) {
        self.flush();
        self.sections.push(Section { heading: heading.into(), blocks: Vec::new() });
    }

    fn block(&mut self, block: Block) {
        if let Some(section) = self.sections.last_mut() {
            section.blocks.push(block);
        }
    }

    /// Adds the rule that a text is based on; to an optional one, which is lost, the ruling and a mark (CW-300).
    fn cite(&mut self, text: &mut Text, rule: &str) {
        let Some(ruling) = options::ruling(rule) else {
            text.extend(TextBuilder::default().rule(rule).text());
            return;
        };
        text.extend(TextBuilder::default().rule(&format!("{rule}, {ruling}")).text());
        let note = format!("{rule} (the rulebook's page is lost; {ruling} says what is our proposal)");
        text.push(Span::plain(self.writer.mark(note)));
    }

    /// Adds a sentence with its rule: in a combat to its audit, else as an entry of the list or to the paragraph.
    fn say(&mut self, label: &str, mut text: Text, rule: &str) {
        self.cite(&mut text, rule);
        match &mut self.audit {
            Some(audit) if !label.is_empty() => audit.lines.push((label.to_owned(), text)),
            _ if self.listing => {
                self.end_audit();
                self.points.push(text);
            }
            _ => self.add(text),
        }
    }

    /// Adds a sentence to the paragraph.
    fn add(&mut self, text: Text) {
        self.end_audit();
        if !self.paragraph.is_empty() {
            self.paragraph.push(Span::plain(" "));
        }
        self.paragraph.extend(text);
    }

    /// Ends the combat, the paragraph and the list.
    fn flush(&mut self) {
        self.end_audit();
        self.is_order = false;
        self.end_paragraph();
        let points = std::mem::take(&mut self.points);
        if !points.is_empty() {
            self.block(Block::List(points));
        }
    }

    fn end_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        if !paragraph.is_empty() {
            self.block(Block::Paragraph(paragraph));
        }
    }

    fn end_audit(&mut self) {
        if let Some(audit) = self.audit.take() {
            self.end_paragraph();
            self.block(Block::Audit { title: audit.title, lines: audit.lines });
        }
    }

    /// Ends the description of an order, so that what follows is separate from it.
    fn end_order(&mut self) {
        self.end_audit();
        if std::mem::take(&mut self.is_order) {
            self.end_paragraph();
        }
    }
}

/// The notes that the daggers refer to.
pub fn reconstructed(writer: &Writer<'_>) -> Option<Vec<Block>> {
    let what = if writer.game.options.is_plain() { "a chart or counter" } else { "a chart, a counter or a rule" };
    let lost = if writer.game.options.is_plain() { "printed figures are" } else { "printed text or figures are" };
    let words = format!(
        "† This depends on {what} whose {lost} lost and have been reconstructed; docs/rulings/civil_war.md gives the \
         reasons:"
    );
    let notes: Vec<Text> = writer.notes.listed().into_iter().map(|note| vec![Span::plain(note)]).collect();
    (!notes.is_empty()).then(|| vec![Block::Paragraph(vec![Span::plain(words)]), Block::List(notes)])
}

/// What was paid, and the remaining initiative points.
fn paid_words((points, left): &Price) -> String {
    let rest = match left {
        0 => "no initiative points left".to_owned(),
        left => format!("{} left", vocabulary::plural(*left, "initiative point")),
    };
    format!("{} spent, {rest}", vocabulary::commands(points))
}

/// The part of the turn in which a step begins, and whether nobody gives orders in it.
fn part(before: &Position<CivilWar>) -> (String, bool) {
    match &before.game.pulse {
        Some(pulse) => {
            let whose = vocabulary::possessive(pulse.phasing).replace("The", "the");
            (format!("Pulse {}: {whose} half-pulse, continued", pulse.number), false)
        }
        None if matches!(before.stack.last(), Some(Procedure::Turn(_))) => ("Command Phase".to_owned(), true),
        None => ("The Action Phase".to_owned(), false),
    }
}
