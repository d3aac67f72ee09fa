//! Checks that the figures of the charts allow the game to be played: no march is free, and no search covers the whole
//! map.

use std::ops::RangeInclusive;

use super::Findings;
use crate::pack::Pack;

impl Pack {
    pub(super) fn check_figures(&self, findings: &mut Findings) {
        let charts = &self.charts;
        let within = |findings: &mut Findings, path: &str, value: u8, bounds: RangeInclusive<u8>| {
            findings.expect(
                bounds.contains(&value),
                format!("charts.yaml:{path}"),
                format!("{value} is not from {} to {}", bounds.start(), bounds.end()),
            );
        };
        within(findings, "max_shift", charts.max_shift, 0..=10);
        within(findings, "max_addition", charts.max_addition, 0..=12);
        within(findings, "promotion_from", charts.promotion_from, 2..=12);
        let allowances = &charts.allowances;
        for (name, points) in [
            ("infantry", allowances.infantry),
            ("cavalry", allowances.cavalry),
            ("leader_alone", allowances.leader_alone),
        ] {
            within(findings, &format!("allowances.{name}"), points, 1..=20);
        }
        within(findings, "allowances.unsupplied_loss", allowances.unsupplied_loss, 0..=20);
        let costs = &charts.costs;
        for (name, points) in [
            ("move_sp", costs.move_sp),
            ("move_leader", costs.move_leader),
            ("build_depot", costs.build_depot),
            ("build_fort", costs.build_fort),
            ("upgrade_fort", costs.upgrade_fort),
            ("create_army", costs.create_army),
            ("remove_commander", costs.remove_commander),
            ("enter_naval", costs.enter_naval),
        ] {
            within(findings, &format!("costs.{name}"), points, 0..=20);
        }
        let supply = &charts.supply;
        within(findings, "supply.rail_distance", supply.rail_distance, 0..=20);
        within(findings, "supply.depot_distance", supply.depot_distance, 0..=20);
        for (name, source) in [("allowances", &allowances.source), ("costs", &costs.source), ("supply", &supply.source)]
        {
            findings.source(source, format!("charts.yaml:{name}"));
        }
        for (at, row) in charts.sp_limits.iter().enumerate() {
            let path = format!("charts.yaml:sp_limits[{at}]");
            findings.source(&row.source, path.clone());
            findings.expect((1..=4).contains(&row.rank), path.clone(), "a rank is 1 to 4 stars");
            findings.expect((1..=99).contains(&row.sp), path, "a leader moves 1 to 99 strength points");
        }
        // What costs nothing to enter would be entered for ever.
        let grounds =
            charts.terrain.values().map(|row| ("terrain", word(&row.terrain), row.movement, row.shift, &row.source));
        let sides =
            charts.hexsides.values().map(|row| ("hexsides", word(&row.terrain), row.movement, row.shift, &row.source));
        let forts =
            charts.forts.values().map(|row| ("forts", word(&row.terrain), row.movement, row.shift, &row.source));
        for (list, name, movement, shift, source) in grounds.chain(sides).chain(forts) {
            let path = format!("charts.yaml:{list} {name}");
            findings.source(source, path.clone());
            findings.expect(
                movement.is_none_or(|points| (1..=20).contains(&points)),
                path.clone(),
                "it costs 1 to 20 movement points to enter",
            );
            findings.expect(shift <= 10, path, "at most 10 columns are shifted");
        }
    }
}

/// Its name in the file.
fn word(kind: &impl serde::Serialize) -> String {
    serde_json::to_value(kind).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}
