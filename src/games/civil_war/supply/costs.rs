//! The chart's costs for depots and forts (9.2.7a, CW-12).

use crate::CivilWar;
use crate::orders::Work;

/// What the chart lists for it (9.2.7a, CW-12).
pub fn build_cost(rules: &CivilWar, what: Work) -> u32 {
    let costs = &rules.pack.charts.costs;
    let listed = match what {
        Work::Depot => costs.build_depot,
        Work::Fort => costs.build_fort,
        Work::Fortress => costs.upgrade_fort,
    };
    listed.into()
}
