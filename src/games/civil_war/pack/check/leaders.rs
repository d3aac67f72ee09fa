//! Checks the consistency of the leaders: their counters, seniorities and turns (5.1, 5.2, 8.2, 10.0).

use crate::sorted::SortedSet;

use super::{Findings, Lazy};
use crate::pack::{Branch, Pack};

impl Pack {
    pub(super) fn check_leaders(&self, findings: &mut Findings) {
        let mut ranks = SortedSet::new();
        for leader in self.leaders.values() {
            let path = Lazy(|| format!("leaders.yaml:{}", leader.id));
            findings.name(&leader.name, path);
            if let Some(source) = &leader.source {
                findings.source(source, path);
            }
            findings.expect(!leader.counters.is_empty(), path, "a leader must have counters");
            findings.expect(
                leader.counters.windows(2).all(|pair| pair[0].rank < pair[1].rank),
                path,
                "counters must rise in rank",
            );
            if let Some(entry) = &leader.enters {
                findings.source(&entry.source, path);
                let within = (1..=self.charts.last_turn()).contains(&entry.turn);
                findings.expect(within, path, Lazy(|| format!("there is no turn {} to enter on", entry.turn)));
            }
            findings.expect(
                leader.branch != Branch::Naval || leader.counters.iter().all(|counter| counter.rank == 2),
                path,
                "naval leaders have two stars (8.2)",
            );
            findings.expect(
                leader.counter(4).is_none() || leader.counter(3).is_some(),
                path,
                "a four-star counter needs a three-star counter (5.2.6)",
            );
            for counter in &leader.counters {
                let path = Lazy(|| format!("leaders.yaml:{}.counters {}", leader.id, counter.rank));
                for source in counter.known.values().chain([&counter.source]) {
                    findings.source(source, path);
                }
                findings.expect((1..=4).contains(&counter.rank), path, "a rank is 1 to 4 stars");
                findings.expect(
                    (1..=99).contains(&counter.seniority),
                    path,
                    "a seniority is 1 to 99: the untried leaders come from 100 on (CW-330)",
                );
                findings.expect((1..=4).contains(&counter.initiative), path, "an initiative is 1 to 4");
                findings.expect(counter.tactical <= 3 && counter.command <= 3, path, "a rating is at most 3");
                findings.expect(
                    counter.command == 0 || counter.rank >= 3,
                    path,
                    "only three and four stars command armies (5.3)",
                );
                let first = ranks.insert((leader.side, leader.branch, counter.rank, counter.seniority));
                findings.expect(
                    first,
                    path,
                    Lazy(|| format!("two {}-star leaders have seniority {}", counter.rank, counter.seniority)),
                );
            }
        }
    }
}
