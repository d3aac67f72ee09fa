//! Checks that the figures of the optional rules (19 to 22) are plausible: a table says from what to what each may be, and
//! where that comes from.

use super::Findings;
use crate::document::Problem;
use crate::pack::optional_rules::{ChartRow, Provisional};
use crate::pack::{Counter, Pack, Post, far_west, optional_rules};

/// The upper end of a range.
#[derive(Clone, Copy)]
enum Most {
    Is(u8),
    /// The last turn of the war.
    LastTurn,
}

use Most::{Is, LastTurn};

const FORCE: &str = "two of the largest armies hold 50 (12.1)";
const WAR: &str = "these are the turns of the war (2.2)";
const RATING: &str = "no counter has another figure (5.1)";
/// Untried leaders are junior to all others of their rank.
const SENIORITY: &str = "the untried leaders come from 100 on (CW-330)";
const DETACHMENT: &str = "such a counter is 200 to 1,000 men (2.3), and CW-317 has at most 2 of a kind in a hex";
const BRIGADES: &str = "a strength point is 5,000 men (2.3), and CW-317 has at most 1 in a hex";

/// What each figure may be: its place, in which `[]` stands for any entry of a list and `*` for any key; the least; the
/// most; and where that comes from. The first row that fits counts.
const PLAUSIBLE: [(&str, u8, Most, &str); 36] = [
    ("optional_rules.yaml:stacking.sp", 1, Is(50), FORCE),
    ("optional_rules.yaml:attrition.above", 0, Is(50), FORCE),
    ("optional_rules.yaml:attrition.loses", 1, Is(10), "CW-311 has 1"),
    ("optional_rules.yaml:captured_rails.capacity", 1, Is(10), "every train takes capacity (6.6.5), and CW-312 has 2"),
    ("optional_rules.yaml:leader_chart.large_army", 1, Is(50), FORCE),
    ("optional_rules.yaml:leader_chart.captivity", 1, LastTurn, WAR),
    ("optional_rules.yaml:leader_chart.last_return", 1, LastTurn, WAR),
    ("optional_rules.yaml:leader_chart.rows[].*.again[]", 2, Is(12), "it is a total of two dice (22.1)"),
    ("optional_rules.yaml:leader_chart.terminations[].from", 0, LastTurn, WAR),
    ("optional_rules.yaml:additional_leaders.leaders[].turn", 1, LastTurn, WAR),
    ("optional_rules.yaml:additional_leaders.leaders[].after_losses", 1, Is(10), "the chart of 22.3 has 2"),
    ("optional_rules.yaml:untried.usual.initiative", 1, Is(4), RATING),
    ("optional_rules.yaml:untried.usual.*", 0, Is(3), RATING),
    ("optional_rules.yaml:untried.other[].ratings.initiative", 1, Is(4), RATING),
    ("optional_rules.yaml:untried.other[].ratings.*", 0, Is(3), RATING),
    ("optional_rules.yaml:naval_leaders.leaders[].enters.turn", 1, LastTurn, WAR),
    ("optional_rules.yaml:naval_leaders.leaders[].counters[].rank", 2, Is(2), "naval leaders have two stars (8.2)"),
    ("optional_rules.yaml:naval_leaders.leaders[].counters[].seniority", 1, Is(99), SENIORITY),
    ("optional_rules.yaml:naval_leaders.leaders[].counters[].initiative", 1, Is(4), RATING),
    ("optional_rules.yaml:naval_leaders.leaders[].counters[].*", 0, Is(3), RATING),
    ("far_west.yaml:desert.movement", 1, Is(4), "strength points have 4 movement points (6.1)"),
    ("far_west.yaml:desert.shift", 0, Is(4), "no combat is shifted further (7.5)"),
    ("far_west.yaml:places.*.city.vp", 0, Is(4), "the cities of Texas beyond the main map have 4 in all (9.4.9)"),
    (
        "far_west.yaml:places.*.city.imports.points",
        1,
        Is(7),
        "the ports of Texas beyond the main map have 7 in all (9.4.9)",
    ),
    ("far_west.yaml:leaders[].counters[].rank", 1, Is(4), RATING),
    ("far_west.yaml:leaders[].counters[].seniority", 1, Is(99), SENIORITY),
    ("far_west.yaml:leaders[].counters[].initiative", 1, Is(4), RATING),
    ("far_west.yaml:leaders[].counters[].*", 0, Is(3), RATING),
    ("far_west.yaml:counters.*.movement", 1, Is(12), "a leader alone has 12 movement points (6.2)"),
    ("far_west.yaml:tribes.reach", 1, Is(12), "a leader alone has 12 movement points (6.2)"),
    ("far_west.yaml:tribes.eliminates_on", 1, Is(6), "one die is rolled (CW-321)"),
    ("far_west.yaml:tribes.*", 0, Is(5), "CW-321 has 1"),
    ("far_west.yaml:setups.*.at[].sp", 0, Is(10), BRIGADES),
    ("far_west.yaml:setups.*.at[].*", 0, Is(5), DETACHMENT),
    ("far_west.yaml:arrivals[].at[].sp", 0, Is(10), BRIGADES),
    ("far_west.yaml:arrivals[].at[].*", 0, Is(5), DETACHMENT),
];

/// Whether a place is one that a row of the table is for.
fn fits(row: &str, place: &str) -> bool {
    let same = |wanted: &str, part: &str| match (wanted.strip_suffix("[]"), part.split_once('[')) {
        (Some(wanted), Some((list, _))) => wanted == list,
        (None, None) => wanted == part || wanted == "*",
        _ => false,
    };
    let (row, place) = (row.split(['.', ':']), place.split(['.', ':']));
    row.clone().count() == place.clone().count() && row.zip(place).all(|(wanted, part)| same(wanted, part))
}

/// The figures of a file, each with its place in it.
struct Figures<'a> {
    findings: &'a mut Findings,
    file: &'static str,
    last_turn: u8,
}

impl Figures<'_> {
    /// One figure.
    fn figure(&mut self, place: impl std::fmt::Display, value: u8) {
        let path = format!("{}:{place}", self.file);
        let Some((_, least, most, because)) = PLAUSIBLE.iter().find(|(row, ..)| fits(row, &path)) else { return };
        let most = match most {
            Is(most) => *most,
            LastTurn => self.last_turn,
        };
        if !(*least..=most).contains(&value) {
            let problem = Problem::new(format!("{value} is not from {least} to {most}: {because}")).in_path(path);
            self.findings.0.push(problem);
        }
    }

    fn ratings(&mut self, place: &str, ratings: Provisional) {
        self.figure(format_args!("{place}.initiative"), ratings.initiative);
        self.figure(format_args!("{place}.tactical"), ratings.tactical);
        self.figure(format_args!("{place}.command"), ratings.command);
    }

    fn counters(&mut self, place: &str, counters: &[Counter]) {
        for (n, counter) in counters.iter().enumerate() {
            let place = format!("{place}.counters[{n}]");
            self.figure(format_args!("{place}.rank"), counter.rank);
            self.figure(format_args!("{place}.seniority"), counter.seniority);
            let Counter { initiative, tactical, command, .. } = *counter;
            self.ratings(&place, Provisional { initiative, tactical, command });
        }
    }

    fn row(&mut self, n: usize, row: &ChartRow) {
        let columns = [
            ("one_star", &row.one_star),
            ("two_stars", &row.two_stars),
            ("three_stars", &row.three_stars),
            ("large_army", &row.large_army),
        ];
        for (column, cell) in columns {
            for (m, total) in cell.again.iter().enumerate() {
                self.figure(format_args!("leader_chart.rows[{n}].{column}.again[{m}]"), *total);
            }
        }
    }

    fn posts(&mut self, place: &str, posts: &[Post]) {
        for (n, post) in posts.iter().enumerate() {
            self.figure(format_args!("{place}.at[{n}].sp"), post.sp);
            self.figure(format_args!("{place}.at[{n}].texas_ranger"), post.texas_ranger);
            self.figure(format_args!("{place}.at[{n}].civilized_indian"), post.civilized_indian);
        }
    }
}

impl Pack {
    /// The figures of 20 to 22.
    pub(super) fn check_figures_of_options(&self, findings: &mut Findings) {
        let rules = &self.optional;
        let mut check = Figures { findings, file: optional_rules::FILE, last_turn: self.charts.last_turn() };
        check.figure("stacking.sp", rules.stacking.sp);
        check.figure("attrition.above", rules.attrition.above);
        check.figure("attrition.loses", rules.attrition.loses);
        check.figure("captured_rails.capacity", rules.captured_rails.capacity);
        let chart = &rules.leader_chart;
        check.figure("leader_chart.large_army", chart.large_army);
        check.figure("leader_chart.captivity", chart.captivity);
        check.figure("leader_chart.last_return", chart.last_return);
        chart.rows.iter().enumerate().for_each(|(n, row)| check.row(n, row));
        for (n, one) in chart.terminations.iter().enumerate() {
            check.figure(format_args!("leader_chart.terminations[{n}].from"), one.from);
        }
        for (n, one) in rules.additional_leaders.leaders.iter().enumerate() {
            let place = format!("additional_leaders.leaders[{n}]");
            one.turn.into_iter().for_each(|turn| check.figure(format_args!("{place}.turn"), turn));
            one.after_losses.into_iter().for_each(|lost| check.figure(format_args!("{place}.after_losses"), lost));
        }
        check.ratings("untried.usual", rules.untried.usual);
        for (n, one) in rules.untried.other.iter().enumerate() {
            check.ratings(&format!("untried.other[{n}].ratings"), one.ratings);
        }
        for (n, leader) in rules.naval_leaders.leaders.iter().enumerate() {
            let place = format!("naval_leaders.leaders[{n}]");
            check.counters(&place, &leader.counters);
            leader.enters.iter().for_each(|entry| check.figure(format_args!("{place}.enters.turn"), entry.turn));
        }
    }

    /// The figures of 19.
    pub(super) fn check_figures_of_far_west(&self, findings: &mut Findings) {
        let west = &self.far_west;
        let mut check = Figures { findings, file: far_west::FILE, last_turn: self.charts.last_turn() };
        check.figure("desert.movement", west.desert.movement);
        check.figure("desert.shift", west.desert.shift);
        for (hex, place) in &west.places {
            let Some(city) = &place.city else { continue };
            check.figure(format_args!("places.{hex}.city.vp"), city.vp);
            if let Some(port) = &city.imports {
                check.figure(format_args!("places.{hex}.city.imports.points"), port.points);
            }
        }
        for (n, leader) in west.leaders.iter().enumerate() {
            check.counters(&format!("leaders[{n}]"), &leader.counters);
        }
        for (unit, counter) in &west.counters {
            let place = format!("counters.{}.movement", unit.as_str());
            counter.movement.into_iter().for_each(|points| check.figure(&place, points));
        }
        let tribes = &west.tribes;
        check.figure("tribes.reach", tribes.reach);
        check.figure("tribes.price", tribes.price);
        check.figure("tribes.eliminates_on", tribes.eliminates_on);
        check.figure("tribes.vp", tribes.vp);
        for (id, setup) in &west.setups {
            check.posts(&format!("setups.{id}"), &setup.at);
        }
        for (n, arrival) in west.arrivals.iter().enumerate() {
            check.posts(&format!("arrivals[{n}]"), &arrival.at);
        }
    }
}
