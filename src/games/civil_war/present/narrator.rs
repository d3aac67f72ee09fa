//! Describes the events of a step: sentences, lists, audits, and their footnotes. [`super::orders`] has the words for
//! each event of the game, [`engine`] those of the engine; [`step`] goes through the events.

use crate::sorted::{SortedMap, SortedSet};

use serde_json::Value;

use crate::board::Hex;
use crate::engine::Position;
use crate::report::text_builder::{Notes, Rolls};
use crate::report::{Block, Section, Span, StepFacts, Text, shared_sections};

use super::audit::{self, Audit};
use super::combat_cost::CombatCost;
use super::vocabulary;
use crate::pack::{Pack, Side, Source};
use crate::position::ledger::{Game, Piece, Points};
use crate::{CivilWar, Procedure};

mod engine;
mod step;

pub use crate::report::grammar::capital;

/// A marching force, as far as it has been described.
pub(super) struct March {
    pub(super) who: String,
    /// Where it started; `None` if it continues after an interruption.
    pub(super) from: Option<Hex>,
    pub(super) entered: Vec<Hex>,
    /// The hex that it attacks, if the march leads to a combat.
    pub(super) against: Option<Hex>,
    /// Movement points: all, and what was left last.
    pub(super) allowance: u32,
    pub(super) left: u32,
    pub(super) supplied: bool,
    /// Who was left where, in words.
    pub(super) dropped: Vec<(String, Hex)>,
    pub(super) after: Vec<(String, String)>,
    pub(super) rule: String,
}

impl March {
    /// Who goes from where to where, without a full stop. `way`: whether to mention the hexes on the path.
    pub(super) fn words(&self, pack: &Pack, way: bool) -> String {
        let from = self.from.map_or(String::new(), |hex| format!(" from {}", vocabulary::place(pack, hex)));
        let mut sentence = format!("{}{from}", self.who);
        if let Some((to, by)) = self.entered.split_last() {
            if way && !by.is_empty() {
                sentence.push_str(&format!(" via {}", vocabulary::places(pack, by)));
            }
            sentence.push_str(&format!(" to {}", vocabulary::place(pack, *to)));
        }
        for (who, hex) in &self.dropped {
            sentence.push_str(&format!(", leaving {who} in {}", vocabulary::place(pack, *hex)));
        }
        if let Some(hex) = self.against {
            sentence.push_str(&format!(" and attacks {}", vocabulary::place(pack, hex)));
        } else if self.entered.is_empty() && self.dropped.is_empty() {
            // It is interrupted before its first hex.
            return sentence.replacen(" marches", " sets out", 1).replacen(" march ", " set out ", 1).replacen(
                " travels alone",
                " sets out alone",
                1,
            );
        }
        sentence
    }
}

/// Tells events one after the other.
pub struct Narrator<'a> {
    pub rules: &'a CivilWar,
    pub(super) game: &'a Game,
    pub(super) facts: &'a StepFacts,
    pub(super) rolls: Rolls,
    pub(super) sections: Vec<Section>,
    pub(super) paragraph: Text,
    pub(super) march: Option<March>,
    /// Who marches, and continues after an interruption, in words.
    pub(super) afoot: Option<String>,
    pub(super) paid: Option<(Points, u32)>,
    pub(super) audit: Option<Audit>,
    /// What reconstructions the results rest on, in the order of their daggers.
    pub(super) notes: Notes,
    /// The index of the current order.
    pub(super) order: Option<usize>,
    /// Whether events become list entries, which is so where nobody gives orders.
    pub(super) listing: bool,
    pub(super) points: Vec<Text>,
    pub(super) brief: Brief,
    /// The pulse whose heading was opened last.
    pub(super) pulse: Option<u32>,
    /// The Leader Pools after the events so far, as far as is known.
    pub(super) pools: SortedMap<Side, SortedSet<Piece>>,
}

/// The summary.
#[derive(Default)]
pub(super) struct Brief {
    pub(super) points: Vec<String>,
    /// The current combat: the attacker, and the hex.
    pub(super) combat: Option<(Side, Hex)>,
    /// The losses of both sides, once known.
    pub(super) cost: Option<CombatCost>,
    /// The point about how it ended: its index in the list, and its words without the losses.
    pub(super) outcome: Option<(usize, String)>,
}

impl<'a> Narrator<'a> {
    /// A narrator at the beginning of a step with this position.
    pub(super) fn new(rules: &'a CivilWar, game: &'a Game, facts: &'a StepFacts) -> Narrator<'a> {
        Narrator {
            rules,
            game,
            facts,
            rolls: Rolls::new(&facts.rolls),
            sections: Vec::new(),
            paragraph: Text::new(),
            march: None,
            afoot: None,
            paid: None,
            audit: None,
            notes: Notes::default(),
            order: None,
            listing: false,
            points: Vec::new(),
            brief: Brief::default(),
            pulse: None,
            pools: Side::BOTH.map(|side| (side, game.pool(&rules.pack, side).into_iter().collect())).into(),
        }
    }

    pub(super) fn end(mut self) -> Vec<Section> {
        self.flush();
        let event = |event: &Value| event.get("event").and_then(Value::as_str).map(str::to_owned);
        let read = ["combat", "commands", "leader_check"].map(|name| Some(name.to_owned()));
        if self.facts.events.iter().any(|one| read.contains(&event(one))) {
            let words = "The tables used here are in docs/charts/combat.md and docs/charts/tables.md.";
            let blocks = vec![Block::Paragraph(vec![Span::plain(words)])];
            self.sections.push(Section { heading: "The charts".to_owned(), blocks });
        }
        if let Some(blocks) = self.reconstructed() {
            self.sections.push(Section { heading: "Notes".to_owned(), blocks });
        }
        shared_sections::summed_up(self.brief.points, self.sections)
    }

    /// The notes that the daggers refer to.
    pub(super) fn reconstructed(&self) -> Option<Vec<Block>> {
        let words = "† This depends on a chart or counter whose printed figures are lost and have been reconstructed; \
                     docs/rulings/civil_war.md gives the reasons:";
        let notes: Vec<Text> = self.notes.listed().into_iter().map(|note| vec![Span::plain(note)]).collect();
        (!notes.is_empty()).then(|| vec![Block::Paragraph(vec![Span::plain(words)]), Block::List(notes)])
    }

    // -- Tools

    /// The number of the next unmentioned roll with this purpose.
    pub fn roll(&mut self, purpose: &str) -> Option<u64> {
        self.rolls.of(purpose)
    }

    /// The order of the pool when a leader was drawn from it, by which the die is interpreted; `None` if the step does
    /// not show the pool.
    pub(super) fn drawn_from(&self, side: Side, piece: &Piece, roll: u64) -> Option<String> {
        let pool: Vec<Piece> = self.pools.get(&side)?.iter().cloned().collect();
        let roll = self.facts.rolls.iter().find(|other| other.n == roll)?;
        let face = *roll.faces.as_ref()?.first()?;
        let drawn = pool.get(usize::try_from(face).ok()?.checked_sub(1)?);
        if roll.sides != Some(pool.len() as u64) || drawn != Some(piece) {
            return None;
        }
        let (place, all) = (vocabulary::ordinal(face), vocabulary::leaders(&self.rules.pack, &pool));
        Some(match pool.len() {
            1 => ", the only leader there,".to_owned(),
            many => format!(", the {place} of the {many} leaders there ({all}),"),
        })
    }

    /// Removes a drawn leader from the pool, with what is discarded then.
    pub(super) fn remove_from_pool(&mut self, side: Side, piece: &Piece) {
        if let Some(pool) = self.pools.get_mut(&side) {
            pool.retain(|other| other.leader != piece.leader || other.rank > piece.rank);
        }
    }

    /// The mark of a result that is based on a reconstruction, with its note; empty otherwise.
    pub fn dagger(&mut self, what: &str, source: &Source) -> String {
        if source.is_reconstructed() { self.mark(format!("{what} ({})", source.text())) } else { String::new() }
    }

    /// The mark of a reconstruction.
    pub fn mark(&mut self, note: String) -> String {
        self.notes.mark(note)
    }

    /// When a leader, or a ship, who left the map may come back.
    pub fn return_text(&self, who: &str, due: u8) -> String {
        let last = self.rules.pack.scenarios.get(&self.game.scenario).map_or(due, |scenario| scenario.last_turn);
        match due > last {
            true => format!("{who} is out for the rest of the match"),
            false => format!("{who} may return in {}", vocabulary::turn(&self.rules.pack, self.game, due)),
        }
    }

    pub(super) fn add_summary_point(&mut self, point: impl Into<String>) {
        self.brief.points.push(point.into());
    }

    /// A point of the summary about the current combat, with the losses of both sides.
    pub(super) fn add_combat_summary(&mut self, head: String) {
        let at = self.brief.points.len();
        self.brief.points.push(self.with_losses(&head));
        self.brief.outcome = Some((at, head));
    }

    fn with_losses(&self, head: &str) -> String {
        let cost = self.brief.cost.as_ref().map_or(String::new(), CombatCost::words);
        format!("{head}{cost}")
    }

    pub(super) fn attack_fails(&mut self, side: Side, hex: Hex) {
        let head = format!("The {} attack on {} is thrown back.", side.title(), self.place(hex));
        self.add_combat_summary(head);
    }

    /// A force in the current combat is destroyed: its strength points are lost too.
    pub(super) fn destroyed(&mut self, side: Side, sp: u32) {
        let Some(cost) = &mut self.brief.cost else { return };
        cost.destroyed(side, sp);
        match (self.brief.outcome.clone(), self.brief.combat) {
            (Some((at, head)), _) => {
                let words = self.with_losses(&head);
                if let Some(point) = self.brief.points.get_mut(at) {
                    *point = words;
                }
            }
            (None, Some((attacker, hex))) if attacker == side => self.attack_fails(side, hex),
            _ => {}
        }
    }

    /// Ends the current combat: a point about the losses, if there is none yet.
    pub(super) fn end_combat(&mut self) {
        if let (Some((side, hex)), Some(_), None) = (self.brief.combat, &self.brief.cost, &self.brief.outcome) {
            let place = self.place(hex);
            self.add_combat_summary(format!("The {} attack on {place} fails.", side.title()));
        }
        self.brief.cost = None;
    }

    pub fn place(&self, hex: Hex) -> String {
        vocabulary::place(&self.rules.pack, hex)
    }

    pub fn leader(&self, piece: &Piece) -> String {
        vocabulary::leader(&self.rules.pack, piece)
    }

    pub(super) fn name(&self, piece: &Piece) -> String {
        vocabulary::leader_name(&self.rules.pack, &piece.leader).to_owned()
    }

    pub(super) fn open(&mut self, heading: impl Into<String>) {
        self.flush();
        self.sections.push(Section { heading: heading.into(), blocks: Vec::new() });
    }

    pub(super) fn block(&mut self, block: Block) {
        if let Some(section) = self.sections.last_mut() {
            section.blocks.push(block);
        }
    }

    /// Adds a sentence with its rule to the paragraph; in a combat, a line to its audit.
    pub(super) fn say(&mut self, label: &str, words: impl Into<String>, rule: &str) {
        self.say_all(label, vec![Span::plain(words)], rule);
    }

    pub(super) fn say_all(&mut self, label: &str, mut text: Text, rule: &str) {
        self.describe_march();
        if !rule.is_empty() && rule != "orders" {
            text.extend([Span::plain(" "), Span::rule(rule)]);
        }
        match &mut self.audit {
            Some(audit) if !label.is_empty() => audit.lines.push((label.to_owned(), text)),
            _ if self.listing => {
                self.end_audit();
                self.points.push(text);
            }
            _ => {
                self.end_audit();
                if !self.paragraph.is_empty() {
                    self.paragraph.push(Span::plain(" "));
                }
                self.paragraph.extend(text);
            }
        }
    }

    /// Ends the march, the combat and the paragraph.
    pub(super) fn flush(&mut self) {
        self.describe_march();
        self.end_audit();
        self.order = None;
        self.end_paragraph();
        let points = std::mem::take(&mut self.points);
        if !points.is_empty() {
            self.block(Block::List(points));
        }
    }

    pub(super) fn end_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        if !paragraph.is_empty() {
            self.block(Block::Paragraph(paragraph));
        }
    }

    pub(super) fn end_audit(&mut self) {
        if let Some(audit) = self.audit.take() {
            self.end_paragraph();
            self.block(Block::Audit { title: audit.title, lines: audit.lines });
        }
    }

    /// Tells the march so far in one sentence.
    pub(super) fn describe_march(&mut self) {
        let paid = self.paid.take().map(|paid| paid_words(&paid));
        let Some(march) = self.march.take() else {
            if let Some(paid) = paid {
                self.add(vec![Span::plain(format!("Cost: {paid}."))]);
            }
            return;
        };
        let sentence = march.words(&self.rules.pack, true);
        if march.from.is_none() {
            let left = match march.left {
                0 => "no movement points".to_owned(),
                left => vocabulary::plural(left, "movement point"),
            };
            self.add(vec![Span::plain(format!("{sentence}, with {left} left. ")), Span::rule(march.rule)]);
            return self.after(march.after);
        }
        let used = march.allowance.saturating_sub(march.left);
        let supply = if march.supplied { "" } else { ", out of supply" };
        let mut brackets = format!("{used} of {} movement points used{supply}", march.allowance);
        if let Some(paid) = paid {
            brackets = format!("{paid}; {brackets}");
        }
        self.add(vec![Span::plain(format!("{sentence} ({brackets}). ")), Span::rule(march.rule)]);
        self.after(march.after);
    }

    /// What follows from a march, behind its sentence.
    fn after(&mut self, after: Vec<(String, String)>) {
        for (words, rule) in after {
            self.add(vec![Span::plain(words), Span::plain(" "), Span::rule(rule)]);
        }
    }

    pub(super) fn add(&mut self, text: Text) {
        if self.audit.is_some() {
            self.end_audit();
        }
        if !self.paragraph.is_empty() {
            self.paragraph.push(Span::plain(" "));
        }
        self.paragraph.extend(text);
    }

    /// A consequence of a march, described after the march's own sentence.
    pub(super) fn add_consequence(&mut self, label: &str, words: String, rule: &str) {
        match &mut self.march {
            Some(march) => march.after.push((words, rule.to_owned())),
            None => self.say(label, words, rule),
        }
    }

    pub(super) fn audit(&mut self, add: impl FnOnce(&mut Self, &mut Audit)) {
        let place = self.brief.combat.map_or(String::new(), |(_, hex)| self.place(hex));
        let mut audit = self.audit.take().unwrap_or_else(|| audit::continued(&place, None));
        add(self, &mut audit);
        self.audit = Some(audit);
    }

    /// Ends the description of an order, so that what follows is separate from it.
    pub(super) fn end_order(&mut self) {
        self.describe_march();
        self.end_audit();
        if self.order.take().is_some() {
            self.end_paragraph();
        }
    }
}

/// What was paid, and the remaining initiative points.
pub(super) fn paid_words((points, left): &(Points, u32)) -> String {
    let rest = match left {
        0 => "no initiative points left".to_owned(),
        left => format!("{} left", vocabulary::plural(*left, "initiative point")),
    };
    format!("{} spent, {rest}", vocabulary::commands(points))
}

/// The part of the turn in which a step begins, and whether nobody gives orders in it.
pub(super) fn part(before: &Position<CivilWar>) -> (String, bool) {
    match &before.game.pulse {
        Some(pulse) => (
            format!(
                "Pulse {}: {} half-pulse, continued",
                pulse.number,
                vocabulary::possessive(pulse.phasing).replace("The", "the")
            ),
            false,
        ),
        None if matches!(before.stack.last(), Some(Procedure::Turn(_))) => ("Command Phase".to_owned(), true),
        None => ("The Action Phase".to_owned(), false),
    }
}
