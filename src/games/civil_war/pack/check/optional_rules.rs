//! Checks the consistency of the figures of the optional rules (20 to 22).

use super::Findings;
use crate::pack::optional_rules::FILE;
use crate::pack::{Branch, ChartCell, Pack, Side};

impl Pack {
    pub(super) fn check_optional_rules(&self, findings: &mut Findings) {
        let rules = &self.optional;
        let sources = [
            &rules.source,
            &rules.spared.source,
            &rules.stacking.source,
            &rules.attrition.source,
            &rules.captured_rails.source,
            &rules.leader_chart.source,
            &rules.additional_leaders.source,
            &rules.untried.source,
            &rules.naval_leaders.source,
        ];
        for source in sources {
            findings.source(source, FILE);
        }
        let (chart, path) = (&rules.leader_chart, |part: &str| format!("{FILE}:{part}"));
        findings.expect(
            chart.rows.iter().map(|row| row.roll).eq(1..=12),
            path("leader_chart.rows"),
            "the rows must be for the totals 1 to 12, in this order",
        );
        for row in &chart.rows {
            let whole = |cell: &ChartCell| cell.result.is_none() || cell.again.is_empty();
            let cells = [&row.one_star, &row.two_stars, &row.three_stars, &row.large_army];
            findings.expect(
                cells.into_iter().all(whole),
                path(&format!("leader_chart.rows {}", row.roll)),
                "a cell has a result or a second roll, not both",
            );
        }
        let named = rules.spared.leaders.iter().map(|leader| (leader, "spared"));
        let named = named.chain(chart.terminations.iter().map(|one| (&one.leader, "leader_chart.terminations")));
        for (leader, part) in named {
            findings.expect(self.leaders.contains_key(leader), path(part), format!("there is no leader {leader}"));
        }
        for one in &rules.additional_leaders.leaders {
            let place = path(&format!("additional_leaders {}", one.leader));
            findings.expect(
                one.counter(&self.leaders).is_some(),
                place.clone(),
                format!("there is no such counter of {}", one.leader),
            );
            findings.expect(
                one.turn.is_some() != one.after_losses.is_some(),
                place,
                "he comes from a `turn` on or `after_losses`: give one of the two",
            );
        }
        let attrition = &rules.attrition;
        findings.expect(
            attrition.loses <= attrition.above,
            path("attrition"),
            "a force cannot lose more than `above`, since smaller forces than that lose nothing",
        );
        let known = || self.leaders.values().chain(&self.far_west.leaders).map(|other| &other.id);
        for (n, leader) in rules.naval_leaders.leaders.iter().enumerate() {
            let place = path(&format!("naval_leaders {}", leader.id));
            let earlier = &rules.naval_leaders.leaders[..n];
            findings.expect(
                known().chain(earlier.iter().map(|other| &other.id)).all(|other| *other != leader.id)
                    && !leader.id.as_str().starts_with("untried_"),
                place.clone(),
                format!("there is another leader {}", leader.id),
            );
            findings.name(&leader.name, place.clone());
            let counters = leader.counters.iter().flat_map(|one| one.known.values().chain([&one.source]));
            for source in counters.chain(&leader.source).chain(leader.enters.iter().map(|entry| &entry.source)) {
                findings.source(source, place.clone());
            }
            findings.expect(
                leader.side == Side::Confederate && leader.branch == Branch::Naval,
                place.clone(),
                "he must be a naval leader of the Confederacy",
            );
            findings.expect(leader.counters.len() == 1, place.clone(), "a naval leader has one counter (8.2)");
            findings.expect(leader.enters.is_some(), place, "say on which turn he enters");
        }
        self.check_figures_of_options(findings);
    }
}
