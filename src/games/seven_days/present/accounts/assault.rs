//! The lines of an assault: who takes part, what the Attack and Defense Values are made of (10.4.2, 10.4.3), term by
//! term, and the totals.

use crate::board::Area;
use crate::document::Id;
use crate::report::Text;
use crate::report::text_builder::TextBuilder;

use super::super::vocabulary;
use super::writer::Writer;
use crate::events::{Event, Term, TermKind};
use crate::pack::Pack;

/// The lines of the calculation of an assault that an event adds, each with what it is called.
pub fn lines(writer: &mut Writer<'_>, event: &Event, rule: &str, area: Option<Area>) -> Vec<(&'static str, Text)> {
    let pack = writer.pack();
    match event {
        Event::Assault { side, mandatory, units, point, forward, defenders, .. } => {
            let kind = if *mandatory { ("a Mandatory Assault", "10.1") } else { ("an Optional Assault", "10.2") };
            let (attackers, defenders) = (vocabulary::units(pack, units), vocabulary::units(pack, defenders));
            let (point, forward) =
                (vocabulary::unit_with_factors(pack, point), vocabulary::unit_with_factors(pack, forward));
            let attack = format!("{}: {attackers}; Point Unit {point}. It is {}.", side.title(), kind.0);
            let defense = format!("{}: {defenders}; Forward Unit {forward}.", side.other().title());
            vec![
                ("Attackers", TextBuilder::words(attack).rule(kind.1).text()),
                ("Defenders", TextBuilder::words(defense).rule(rule).text()),
            ]
        }
        Event::Values { attack, defense } => {
            let mut lines = Vec::new();
            for (label, total, terms) in [("Attack", "Attack Value", attack), ("Defense", "Defense Value", defense)] {
                for term in terms {
                    let (words, rule) = writer.term(term, area);
                    lines.push((label, TextBuilder::words(words).rule(rule).text()));
                }
                let sum: i32 = terms.iter().map(|term| i32::from(term.value)).sum();
                lines.push((total, TextBuilder::words(format!("{sum} in total.")).text()));
            }
            lines
        }
        Event::AssaultDice { attack, defense, attack_total, defense_total, .. } => {
            // One roll of four dice, or two rolls of two.
            let both = writer.rolls.take(&[attack[0], attack[1], defense[0], defense[1]]);
            let totals = [
                ("Attack Total", "Attack Value", attack, attack_total),
                ("Defense Total", "Defense Value", defense, defense_total),
            ];
            let line = |(label, value, dice, total): (&'static str, &str, &[u8; 2], &i16)| {
                let roll = both.or_else(|| writer.rolls.take(dice));
                let text = TextBuilder::words(format!("{} + {}", dice[0], dice[1])).roll(roll);
                let added = i64::from(*total) - i64::from(dice[0]) - i64::from(dice[1]);
                (label, text.append(format!(" + {value} {added} = {total}.")).rule("10.4.1").text())
            };
            totals.into_iter().map(line).collect()
        }
        _ => Vec::new(),
    }
}

impl Writer<'_> {
    /// The mark of a unit's factors.
    fn factors(&mut self, unit: Option<&Id>) -> String {
        let rules = self.rules;
        let source = unit.and_then(|unit| rules.unit(unit)).map(|unit| &unit.factors_source);
        self.dagger("the factors of units", source)
    }

    /// A term as a line of the calculation, and its rule. `area` is the one that is assaulted.
    pub fn term(&mut self, term: &Term, area: Option<Area>) -> (String, &'static str) {
        let rules = self.rules;
        let mark = match term.what {
            TermKind::Point | TermKind::Forward => self.factors(term.who.first()),
            TermKind::Leaders => term.who.first().map_or(String::new(), |leader| self.rated(leader)),
            TermKind::Terrain => {
                let source = area.and_then(|area| rules.pack.map.area(area)).map(|data| &data.tem_source);
                self.dagger("the terrain of areas", source)
            }
            TermKind::MinorWater | TermKind::MajorWater => {
                let sources =
                    || rules.pack.map.boundaries.iter().filter(|one| area.is_some_and(|at| one.areas.contains(&at)));
                let source = sources().map(|one| &one.source).find(|source| source.is_reconstructed());
                self.dagger("the boundaries of areas", source)
            }
            _ => String::new(),
        };
        (format!("{:+}{mark} {}.", term.value, words(self.pack(), term)), kind(term.what).1)
    }
}

/// What a term counts and who it comes from: `Combat Rating of activated leaders: Jackson`.
fn words(pack: &Pack, term: &Term) -> String {
    let what = kind(term.what).0;
    let name = |id: &Id| match term.what {
        TermKind::Commands if pack.forces.commands.contains_key(id) => vocabulary::command_of(pack, id),
        _ => vocabulary::unit_or_leader(pack, id),
    };
    match term.who.as_slice() {
        [] => what.to_owned(),
        who => format!("{what}: {}", vocabulary::list(who.iter().map(name), "and")),
    }
}

/// What a term counts, with its rule.
pub fn kind(what: TermKind) -> (&'static str, &'static str) {
    match what {
        TermKind::Point => ("Attack Factor of the Point Unit", "10.4.2"),
        TermKind::Leaders => ("Combat Rating of activated leaders", "10.4.2"),
        TermKind::FreshInfantry => ("additional Fresh infantry", "10.4.2"),
        TermKind::FreshOthers => ("additional Fresh cavalry and artillery", "10.4.2"),
        TermKind::ExhaustedInfantry => ("additional Exhausted infantry", "10.4.2"),
        TermKind::Commands => ("additional commands", "10.4.2"),
        TermKind::InactiveArmyLeader => ("Inactive Army Leader", "10.4.2"),
        TermKind::Rain => ("rain", "15.1.2"),
        TermKind::Gunboats => ("gunboats on the James", "15.6"),
        TermKind::Forward => ("Defense Factor of the Forward Unit", "10.4.3"),
        TermKind::FreshDefenders => ("additional Fresh units", "10.4.3"),
        TermKind::Terrain => ("terrain", "10.4.3"),
        TermKind::MinorWater => ("attack across Minor Water", "10.4.3"),
        TermKind::MajorWater => ("attack across Major Water", "10.4.3"),
        TermKind::Entrenchment => ("entrenchment", "10.4.3"),
        TermKind::NoSupplyTrain => ("Supply Train in transit", "10.4.3"),
    }
}
