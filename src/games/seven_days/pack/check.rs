//! Checks the consistency of a pack, and whether it agrees with what the rulebook says about the printed game.

mod forces;
mod map;
mod rulebook_facts;
mod scenario;

use crate::sorted::SortedSet;

use super::{Pack, Source};
use crate::document::{Problem, harmless};
use crate::shared::{NO_NAME, is_name};

/// Collects problems, each with its place and its rule.
struct Findings(Vec<Problem>);

impl Findings {
    fn expect(&mut self, holds: bool, path: impl Into<String>, rule: &str, message: impl Into<String>) {
        if !holds {
            self.0.push(Problem::new(message).in_path(path).rule(rule));
        }
    }

    /// Checks a name for readers: not empty, no longer than a line, no control characters.
    fn name(&mut self, name: &str, path: impl Into<String>) {
        if !is_name(name) {
            self.0.push(Problem::new(NO_NAME).in_path(path));
        }
    }

    /// A text of a few lines.
    fn text(&mut self, text: &str, path: impl Into<String>) {
        if text.trim().is_empty() || harmless(text) != text {
            self.0.push(Problem::new("a description must be visible text").in_path(path));
        }
    }

    fn source(&mut self, source: &Source, path: impl Into<String>) {
        if source.text().trim().is_empty() || harmless(source.text()) != source.text() {
            self.0.push(Problem::new("a source must give a case, a place or a reason").in_path(path));
        }
    }

    /// Checks that no two things of one kind have the same name, however it is spelled.
    fn distinct<'n>(&mut self, names: impl Iterator<Item = (&'n str, String)>) {
        let mut known = SortedSet::new();
        for (name, path) in names {
            if !known.insert(name.trim().to_lowercase()) {
                let problem = Problem::new(format!("something else of this kind is also called {name}"));
                self.0.push(problem.in_path(path).advice("give it a name of its own"));
            }
        }
    }
}

impl Pack {
    /// Every inconsistency in the pack, each with its file and entry: lines that cross, areas that nobody can reach,
    /// counters without a command, a unit in two areas; and everything that differs from the rulebook. Empty for a
    /// sound pack.
    pub fn check(&self) -> Vec<Problem> {
        let mut findings = Findings(Vec::new());
        self.check_map(&mut findings);
        self.check_forces(&mut findings);
        self.check_charts(&mut findings);
        findings.distinct(self.scenarios.values().map(|scenario| {
            let path = format!("scenarios/{}.yaml:title", scenario.id);
            (scenario.title.as_str(), path)
        }));
        for scenario in self.scenarios.values() {
            self.check_scenario(scenario, &mut findings);
        }
        if self.scenarios.is_empty() {
            let problem = Problem::new("the pack has no scenario").in_path("scenarios");
            findings.0.push(problem.advice("add scenarios/ID.yaml with the set-up"));
        }
        self.check_known(&mut findings);
        findings.0
    }

    /// The tracks (3.3, 3.4) and the markers (11.0).
    fn check_charts(&self, findings: &mut Findings) {
        let charts = &self.charts;
        let path = "charts.yaml:turns";
        let first = charts.turns.first().map_or(1, |day| day.turn);
        let numbers = charts.turns.iter().map(|day| u32::from(day.turn));
        findings.expect(
            !charts.turns.is_empty() && numbers.eq((u32::from(first)..).take(charts.turns.len())),
            path,
            "3.3",
            "the turns must be numbered one after another",
        );
        for day in &charts.turns {
            findings.name(&day.date, format!("{path}.{}.date", day.turn));
            findings.source(&day.source, format!("{path}.{}.source", day.turn));
        }
        findings.distinct(charts.turns.iter().map(|day| (day.date.as_str(), format!("{path}.{}.date", day.turn))));
        findings.expect(
            (2..=99).contains(&charts.last_impulse),
            "charts.yaml:last_impulse",
            "3.4",
            "the Impulses Track must end between 2 and 99",
        );
        findings.source(&charts.last_impulse_source, "charts.yaml:last_impulse_source");
        for side in super::Side::BOTH {
            let count = charts.entrenchments.get(&side);
            let message = format!("the number of {} entrenchments is missing", side.title());
            findings.expect(count.is_some(), "charts.yaml:entrenchments", "11.0", message);
        }
        findings.source(&charts.entrenchments_source, "charts.yaml:entrenchments_source");
    }
}
