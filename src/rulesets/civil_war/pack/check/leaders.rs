//! Whether the leaders fit together: their counters, seniorities and turns (5.1, 5.2, 8.2, 10.0).

use std::collections::BTreeSet;

use super::Findings;
use crate::rulesets::civil_war::pack::{Branch, Pack};

impl Pack {
    pub(super) fn check_leaders(&self, findings: &mut Findings) {
        let mut ranks = BTreeSet::new();
        for leader in self.leaders.values() {
            let path = format!("leaders.yaml:{}", leader.id);
            findings.name(&leader.name, path.clone());
            findings.expect(!leader.counters.is_empty(), path.clone(), "a leader without counters");
            findings.expect(
                leader.counters.windows(2).all(|pair| pair[0].rank < pair[1].rank),
                path.clone(),
                "counters rise in rank",
            );
            if let Some(entry) = &leader.enters {
                findings.source(&entry.source, path.clone());
                let within = (1..=self.charts.last_turn()).contains(&entry.turn);
                findings.expect(within, path.clone(), format!("no turn {} to enter on", entry.turn));
            }
            findings.expect(
                leader.branch != Branch::Naval || leader.counters.iter().all(|counter| counter.rank == 2),
                path.clone(),
                "naval leaders have two stars (8.2)",
            );
            findings.expect(
                leader.counter(4).is_none() || leader.counter(3).is_some(),
                path.clone(),
                "four stars are won with three (5.2.6)",
            );
            for counter in &leader.counters {
                for source in counter.known.values().chain([&counter.source]) {
                    findings.source(source, path.clone());
                }
                findings.expect((1..=4).contains(&counter.rank), path.clone(), "a rank is 1 to 4 stars");
                findings.expect((1..=4).contains(&counter.initiative), path.clone(), "an initiative is 1 to 4");
                findings.expect(counter.tactical <= 3 && counter.command <= 3, path.clone(), "a rating is at most 3");
                findings.expect(
                    counter.command == 0 || counter.rank >= 3,
                    path.clone(),
                    "only three and four stars command armies (5.3)",
                );
                let first = ranks.insert((leader.side, leader.branch, counter.rank, counter.seniority));
                findings.expect(
                    first,
                    path.clone(),
                    format!("two of {} stars have seniority {}", counter.rank, counter.seniority),
                );
            }
        }
    }
}
