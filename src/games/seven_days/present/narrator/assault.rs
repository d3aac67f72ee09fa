//! An assault as an audit: who takes part, the Attack and Defense Values term by term, the dice, the result, and the
//! losses.

use crate::report::{Block, Span, Text};

use super::super::assault_highlight::AssaultHighlight;
use super::super::event_groups::Item;
use super::super::vocabulary;
use super::Narrator;
use crate::events::{Event, Term};
use crate::position::ledger::Outcome;
use crate::report::text_builder::TextBuilder;

/// An assault being told, line by line.
pub(super) struct Audit {
    pub(super) title: Text,
    pub(super) lines: Vec<(String, Text)>,
    pub(super) highlight: AssaultHighlight,
    /// The result of the dice.
    pub(super) thrown: Option<Outcome>,
    /// The index of its line in the summary.
    pub(super) line: usize,
}

impl Narrator<'_> {
    pub(super) fn assault(&mut self, event: &Event, rule: &str) {
        let Event::Assault { area, side, mandatory, units, point, forward, defenders } = event else { return };
        let Some(highlight) = AssaultHighlight::of(event) else { return };
        self.end_audit(true);
        self.end_march();
        let pack = &self.writer.rules.pack;
        let mut audit = Audit {
            title: vec![Span::strong(format!("Assault on {}", vocabulary::place(pack, *area)))],
            lines: Vec::new(),
            highlight,
            thrown: None,
            line: self.brief.len(),
        };
        let kind = if *mandatory { ("a Mandatory Assault", "10.1") } else { ("an Optional Assault", "10.2") };
        let attackers = format!(
            "{}: {}; Point Unit {}. It is {}.",
            side.title(),
            vocabulary::units(pack, units),
            vocabulary::unit_with_factors(pack, point),
            kind.0
        );
        let defenders = format!(
            "{}: {}; Forward Unit {}.",
            side.other().title(),
            vocabulary::units(pack, defenders),
            vocabulary::unit_with_factors(pack, forward)
        );
        audit.lines.push(("Attackers".to_owned(), TextBuilder::words(attackers).rule(kind.1).text()));
        audit.lines.push(("Defenders".to_owned(), TextBuilder::words(defenders).rule(rule).text()));
        self.end_paragraph();
        self.audit = Some(audit);
    }

    pub(super) fn values(&mut self, attack: &[Term], defense: &[Term]) {
        let area = self.audit.as_ref().map(|audit| audit.highlight.area);
        for (label, total, terms) in [("Attack", "Attack Value", attack), ("Defense", "Defense Value", defense)] {
            for term in terms {
                let (words, rule) = self.writer.term(term, area);
                self.line(label, TextBuilder::words(words).rule(rule));
            }
            let sum: i32 = terms.iter().map(|term| i32::from(term.value)).sum();
            self.line(total, TextBuilder::words(format!("{sum} in total.")));
        }
    }

    pub(super) fn dice(&mut self, event: &Event, rule: &str) {
        let Event::AssaultDice { attack, defense, attack_total, defense_total, outcome, .. } = event else { return };
        self.join(event);
        // One roll of four dice, or two rolls of two.
        let all = [attack[0], attack[1], defense[0], defense[1]];
        let both = self.writer.rolls.take(&all);
        for (label, dice, total) in [("Attack Total", attack, attack_total), ("Defense Total", defense, defense_total)]
        {
            let roll = both.or_else(|| self.writer.rolls.take(dice));
            let text = TextBuilder::words(format!("{} + {}", dice[0], dice[1])).roll(roll);
            let rolled = i64::from(dice[0]) + i64::from(dice[1]);
            let added = i64::from(*total) - rolled;
            let value = label.replace("Total", "Value");
            self.line(label, text.append(format!(" + {value} {added} = {total}.")).rule("10.4.1"));
        }
        if let Some(audit) = &mut self.audit {
            audit.thrown = Some(*outcome);
        }
        self.add_event_sentence(event, rule);
    }

    /// Opens an audit for an event of an assault, if none is open.
    pub(super) fn join(&mut self, event: &Event) {
        if let (None, Some(mut highlight)) = (&self.audit, AssaultHighlight::of(event)) {
            highlight.record(&self.writer.rules.pack, &Item::Game(event.clone()));
            self.continue_assault(highlight);
        }
    }

    /// The audit of an assault that began in an earlier step.
    pub(super) fn continue_assault(&mut self, highlight: AssaultHighlight) {
        self.end_march();
        self.end_paragraph();
        let place = vocabulary::place(&self.writer.rules.pack, highlight.area);
        let title = vec![Span::strong(format!("Assault on {place}, continued"))];
        self.audit = Some(Audit { title, lines: Vec::new(), highlight, thrown: None, line: self.brief.len() });
    }

    pub(super) fn line(&mut self, label: &str, say: TextBuilder) {
        match &mut self.audit {
            Some(audit) => audit.lines.push((label.to_owned(), say.text())),
            None => self.add(say),
        }
    }

    /// `silent`: an assault that began and has not ended is not reported in the summary.
    pub(super) fn end_audit(&mut self, silent: bool) {
        let Some(audit) = self.audit.take() else { return };
        if !silent {
            // Before everything that followed from it.
            self.brief.insert(audit.line.min(self.brief.len()), audit.highlight.words(&self.writer.rules.pack));
        }
        self.block(Block::Audit { title: audit.title, lines: audit.lines });
    }
}
