//! What an Attack or Defense Value is made of (10.4.2, 10.4.3), term by term.

use crate::board::Area;
use crate::document::Id;

use super::super::vocabulary;
use super::SentenceWriter;
use crate::events::{Term, TermKind};
use crate::pack::{Pack, Source};

impl SentenceWriter<'_> {
    /// The mark of figures that rest on a reconstruction; nothing for others.
    fn dagger(&mut self, what: &str, source: Option<&Source>) -> String {
        match source.filter(|source| source.is_reconstructed()) {
            // The ruling; what it was made from stands in the pack.
            Some(source) => {
                let text = source.text();
                let ruling = text.split_once(':').map_or(text, |(ruling, _)| ruling);
                self.notes.mark(format!("{what} ({ruling})"))
            }
            None => String::new(),
        }
    }

    /// The mark of a unit's factors.
    fn factors(&mut self, unit: Option<&Id>) -> String {
        let rules = self.rules;
        let source = unit.and_then(|unit| rules.unit(unit)).map(|unit| &unit.factors_source);
        self.dagger("the factors of units", source)
    }

    /// The mark of a leader's ratings.
    pub(super) fn rated(&mut self, leader: &Id) -> String {
        let rules = self.rules;
        let source = rules.pack.forces.leaders.get(leader).map(|leader| &leader.ratings_source);
        self.dagger("the ratings of leaders", source)
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
