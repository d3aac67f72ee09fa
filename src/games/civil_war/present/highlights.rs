//! What happened in a step, one self-contained line each: the index of a match. The sentences come from the
//! [`narrator`](super::narrator); this module decides which of them an index needs, and what belongs to each.
//! [`events`] has the events of the game, [`engine`] those of the engine, [`combat_line`] combats.

use serde_json::Value;

use crate::board::Hex;
use crate::document::{Id, from_tagged};
use crate::engine::Position;
use crate::engine::events::EngineEvent;
use crate::report::shared_sections;
use crate::report::{Block, Highlight, Kind, Span, StepFacts};

use super::narrator::{March, Narrator};
use super::{idle_pulses, vocabulary};
use crate::events::Event;
use crate::pack::{Side, Station, Terrain};
use crate::position::ledger::{Game, Piece};
use crate::{CivilWar, Procedure};

mod combat_line;
mod engine;
mod events;

use combat_line::CombatLine;

/// What happened in the step that led from `before` to `after`, in order.
pub fn moments(
    rules: &CivilWar,
    before: &Position<CivilWar>,
    after: &Position<CivilWar>,
    facts: &StepFacts,
) -> Vec<Highlight> {
    // Without rolls: a line of an index does not tell how the dice fell.
    let quiet = StepFacts { step: facts.step, events: facts.events.clone(), ..StepFacts::default() };
    let mut teller = HighlightWriter::new(rules, before, &quiet);
    let mut at = 0;
    while let Some(event) = facts.events.get(at) {
        if let Some(idle) = idle_pulses::idle(&facts.events[at..]) {
            teller.end_order();
            at += idle.events;
            continue;
        }
        at += 1;
        teller.cited = cited(event);
        if let Ok(known) = from_tagged::<Event>("event", event) {
            teller.event(known);
        } else if let Ok(known) = from_tagged::<EngineEvent>("event", event) {
            teller.engine(known);
        }
    }
    teller.end(after)
}

/// The rules that an event cites, in it and in its details, each once.
pub fn cited(event: &Value) -> Vec<String> {
    fn collect_rules(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    match value.as_str() {
                        Some("" | "orders") => {}
                        Some(rule) if key == "rule" && !found.iter().any(|other| other == rule) => {
                            found.push(rule.to_owned());
                        }
                        _ => collect_rules(value, found),
                    }
                }
            }
            Value::Array(list) => list.iter().for_each(|value| collect_rules(value, found)),
            _ => {}
        }
    }
    // The event's own rule first.
    let mut found: Vec<String> = Vec::new();
    if let Some(own @ Value::String(_)) = event.get("rule") {
        collect_rules(&serde_json::json!({ "rule": own }), &mut found);
    }
    collect_rules(event, &mut found);
    found
}

/// Where something happened.
#[derive(Clone, Copy)]
enum Site {
    Hex(Hex),
    Water(Station),
}

/// A sentence of the narrator, and the rulings on reconstructions that it is based on.
struct Narration {
    words: String,
    /// The line of the summary, if it has one.
    brief: Option<String>,
    rulings: Vec<String>,
}

/// An order that is being carried out.
struct CurrentOrder {
    side: Side,
    order: Value,
    rules: Vec<String>,
    /// Where its moments begin.
    first: usize,
    /// Whether anything has been said about it.
    reported: bool,
}

/// A march that is described in the moment at this index.
struct OnMarch {
    at: usize,
    march: March,
    /// Why it stopped, in a sentence.
    stop: Option<String>,
}

/// Tells events one after the other.
struct HighlightWriter<'a> {
    rules: &'a CivilWar,
    before: &'a Position<CivilWar>,
    narrator: Narrator<'a>,
    moments: Vec<Highlight>,
    /// The rules of the current event.
    cited: Vec<String>,
    phasing: Option<Side>,
    current_order: Option<CurrentOrder>,
    march: Option<OnMarch>,
    /// The moment of the moving ships.
    voyage: Option<usize>,
    bout: Option<CombatLine>,
    /// Where the last fight was, for those who are hurt in it.
    scene: Option<Site>,
}

impl<'a> HighlightWriter<'a> {
    fn new(rules: &'a CivilWar, before: &'a Position<CivilWar>, quiet: &'a StepFacts) -> HighlightWriter<'a> {
        let mut teller = HighlightWriter {
            rules,
            before,
            narrator: Narrator::new(rules, &before.game, quiet),
            moments: Vec::new(),
            cited: Vec::new(),
            phasing: before.game.phasing(),
            current_order: None,
            march: None,
            voyage: None,
            bout: None,
            scene: None,
        };
        for frame in &before.stack {
            match frame {
                Procedure::Combat(combat) => {
                    teller.scene = Some(Site::Hex(combat.hex));
                    teller.bout = Some(CombatLine::continued(&teller, combat));
                }
                Procedure::Battle(battle) => teller.scene = Some(Site::Water(battle.at)),
                _ => {}
            }
        }
        teller
    }

    fn game(&self) -> &'a Game {
        &self.before.game
    }

    /// What the narrator says of an event.
    fn narration_of(&mut self, event: Event) -> Narration {
        self.narrate_with(|narrator| narrator.event(event, ""))
    }

    /// What the narrator says when `tell` is called.
    fn narrate_with(&mut self, narrate: impl FnOnce(&mut Narrator<'a>)) -> Narration {
        self.narrator.open("");
        narrate(&mut self.narrator);
        self.narrator.flush();
        let notes = std::mem::take(&mut self.narrator.notes);
        let mut text = String::new();
        for block in std::mem::take(&mut self.narrator.sections).into_iter().flat_map(|section| section.blocks) {
            let texts = match block {
                Block::Paragraph(text) => vec![text],
                Block::List(points) => points,
                Block::Audit { lines, .. } => lines.into_iter().map(|(_, text)| text).collect(),
                _ => Vec::new(),
            };
            for span in texts.into_iter().flatten() {
                match span {
                    Span::Plain(words) | Span::Strong(words) => text.push_str(&words),
                    Span::Rule(_) | Span::Roll(_) => {}
                }
            }
        }
        let (text, notes) = notes.unmarked(text);
        let brief = std::mem::take(&mut self.narrator.brief.points).pop();
        let mut rulings: Vec<String> = Vec::new();
        for note in &notes {
            rulings.extend(rulings_in(note));
        }
        Narration { words: tidy(&text), brief: brief.map(|brief| tidy(&brief)), rulings }
    }

    /// Adds a moment, and returns its index.
    fn add_highlight(
        &mut self,
        kind: Kind,
        side: Option<Side>,
        site: Option<Site>,
        people: Vec<String>,
        words: impl Into<String>,
    ) -> usize {
        if let Some(current) = &mut self.current_order
            && matches!(kind, Kind::Order | Kind::Leader)
        {
            current.reported = true;
        }
        let moment = Highlight {
            part: site.and_then(|site| self.theater_of(site)),
            at: site.map(|site| self.spot(site)),
            ..shared_sections::highlight(kind, side.map(Side::id), words.into())
        };
        self.moments.push(moment);
        let at = self.moments.len() - 1;
        self.join(at, people, Vec::new());
        at
    }

    /// A moment in the narrator's own sentence.
    fn add_event(
        &mut self,
        event: Event,
        kind: Kind,
        side: Option<Side>,
        site: Option<Site>,
        people: Vec<String>,
    ) -> usize {
        let Narration { words, rulings, .. } = self.narration_of(event);
        let at = self.add_highlight(kind, side, site, people, words);
        self.join(at, Vec::new(), rulings);
        at
    }

    /// Adds people and rulings to a moment, with the rules of the current event.
    fn join(&mut self, at: usize, people: Vec<String>, rulings: Vec<String>) {
        let rules = self.cited.iter().cloned().chain(rulings);
        let Some(moment) = self.moments.get_mut(at) else { return };
        for name in people {
            if !moment.people.contains(&name) {
                moment.people.push(name);
            }
        }
        for rule in rules {
            if !moment.rules.contains(&rule) {
                moment.rules.push(rule);
            }
        }
    }

    /// Adds a sentence to a moment.
    fn add(&mut self, at: usize, words: &str) {
        self.join(at, Vec::new(), Vec::new());
        if let Some(moment) = self.moments.get_mut(at) {
            moment.words.push(' ');
            moment.words.push_str(words);
        }
    }

    fn place(&self, hex: Hex) -> String {
        vocabulary::place(&self.rules.pack, hex)
    }

    fn name(&self, leader: &Id) -> String {
        vocabulary::leader_name(&self.rules.pack, leader).to_owned()
    }

    fn names<'p>(&self, pieces: impl IntoIterator<Item = &'p Piece>) -> Vec<String> {
        pieces.into_iter().map(|piece| self.name(&piece.leader)).collect()
    }

    /// The theater of a place; the open sea is in none.
    fn theater_of(&self, site: Site) -> Option<String> {
        let map = &self.rules.pack.map;
        let hex = match site {
            Site::Hex(hex) | Site::Water(Station::Hex(hex) | Station::Hexside(hex, _)) => hex,
        };
        let data = map.hex(hex).filter(|data| data.terrain != Terrain::AllSea)?;
        Some(data.theater.as_str().to_owned())
    }

    fn spot(&self, site: Site) -> crate::report::svg::Point {
        let spot = |hex| super::picture::spot(self.rules, hex);
        match site {
            Site::Hex(hex) | Site::Water(Station::Hex(hex)) => spot(hex),
            Site::Water(Station::Hexside(a, b)) => spot(a).toward(spot(b), 50),
        }
    }

    /// Ends the current order.
    fn end_order(&mut self) {
        self.end_march(None);
        self.bout = None;
        self.voyage = None;
        self.scene = None;
        let Some(current) = self.current_order.take() else { return };
        if current.reported {
            return;
        }
        let site = self.site_of(&current.order);
        let words = self.order_words(current.side, &current.order);
        self.cited = current.rules;
        let at = self.add_highlight(Kind::Order, Some(current.side), site, Vec::new(), words);
        // Its consequences come after it.
        self.moments[current.first..=at].rotate_right(1);
    }

    /// Ends the current march; or it waits, and is bound for a hex.
    fn end_march(&mut self, bound: Option<Hex>) {
        let Some(OnMarch { at, march, stop }) = self.march.take() else { return };
        let mut words = march.words(&self.rules.pack, march.entered.len() < 4);
        let still = march.entered.is_empty() && march.against.is_none();
        match bound.filter(|hex| march.entered.last() != Some(hex) && march.against != Some(*hex)) {
            Some(hex) => words.push_str(&format!(", bound for {}", self.place(hex))),
            // Nobody would call this a march: a force takes the rails where it is.
            None if still && stop.is_none() => {
                if let Some(current) = &self.current_order {
                    words = self.order_words(current.side, &current.order);
                    words.pop();
                }
            }
            None => {}
        }
        words.push('.');
        if let Some(stop) = stop {
            words.push_str(&format!(" {stop}"));
        }
        if let Some(moment) = self.moments.get_mut(at) {
            moment.words = words;
        }
    }

    fn end(mut self, after: &Position<CivilWar>) -> Vec<Highlight> {
        let bound = after.stack.iter().find_map(|frame| match frame {
            Procedure::March(march) => march.path.last().copied(),
            _ => None,
        });
        self.end_march(bound);
        let fought = after.stack.iter().any(|frame| matches!(frame, Procedure::Combat(_)));
        if let Some(mut bout) = self.bout.take().filter(|_| fought) {
            bout.waits = true;
            self.show(&bout);
        }
        // An order that is stopped on its way is described by its result so far.
        self.end_order();
        let mut moments = self.moments;
        moments.retain(|moment| !moment.words.trim().is_empty());
        moments
    }
}

/// Words without what a separate line does not need: spaces that marks have left behind.
pub fn tidy(text: &str) -> String {
    let mut out = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for mark in [".", ",", ";", ":"] {
        out = out.replace(&format!(" {mark}"), mark);
    }
    out
}

/// The rulings that a note names: `CW-13`.
pub fn rulings_in(note: &str) -> Vec<String> {
    let word = |word: &&str| {
        word.strip_prefix("CW-").is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    note.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(word).map(str::to_owned).collect()
}
