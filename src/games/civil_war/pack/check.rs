//! Checks the consistency of a pack.

mod far_west;
mod home_front;
mod leaders;
mod map;
mod naval;
mod optional_rules;
mod plausibility;
mod plausible_options;
mod scenario;
mod whole_war;

use std::sync::Arc;

use crate::sorted::SortedSet;

use super::{COLUMNS, CombatResult, Fire, HexsideKind, Pack, Scenario, Size, Source, Terrain, variant};
use crate::board::Hex;
use crate::document::Problem;
use crate::shared::{NO_NAME, is_name};

/// Collects problems with their places.
struct Findings(Vec<Problem>);

/// Where the leaders of 22.2 stand.
const MODIFIED: &str = "modified_leaders.yaml:";

/// The most Victory Points of a city: the largest of the war has half of them.
const MAX_POINTS: u8 = 20;

/// A place or message that is put into words only where something is wrong.
#[derive(Clone, Copy)]
struct Lazy<F>(F);

impl<F: FnOnce() -> String> From<Lazy<F>> for String {
    fn from(lazy: Lazy<F>) -> String {
        (lazy.0)()
    }
}

impl Findings {
    fn expect(&mut self, holds: bool, path: impl Into<String>, message: impl Into<String>) {
        if !holds {
            self.0.push(Problem::new(message).in_path(path));
        }
    }

    /// Checks a name for readers: not empty, no longer than a line, no control characters.
    fn name(&mut self, name: &str, path: impl Into<String>) {
        self.expect(is_name(name), path, NO_NAME);
    }

    fn source(&mut self, source: &Source, path: impl Into<String>) {
        self.expect(!source.text().trim().is_empty(), path, "a source must give a case, a place or a reason");
    }
}

impl Pack {
    /// Every inconsistency in the pack: hexsides and rails between hexes that do not touch; hexes, states and leaders
    /// that do not exist; charts that fall where they should rise; cells that differ from known values. Empty for a
    /// sound pack.
    pub fn check(&self) -> Vec<Problem> {
        let mut findings = Findings(Vec::new());
        if self.map.hexes().next().is_none() {
            findings.expect(false, "map.yaml:hexes", "the map has no hexes");
            return findings.0;
        }
        self.check_map(&mut findings);
        self.check_places(&mut findings);
        self.check_charts(&mut findings);
        self.check_figures(&mut findings);
        self.check_crt(&mut findings);
        self.check_leaders(&mut findings);
        self.check_optional_rules(&mut findings);
        self.check_home(&mut findings);
        self.check_track(&mut findings);
        self.check_naval(&mut findings);
        for scenario in self.scenarios.values() {
            self.check_ground(scenario, &mut findings);
            let pack = self.with_scenario_map(scenario);
            pack.check_scenario(scenario, &mut findings);
            pack.check_home_of(scenario, &mut findings);
        }
        self.check_far_west(&mut findings);
        self.check_modified(&mut findings);
        findings.0
    }

    /// With the leaders of 22.2 the pack must be as sound as without them (CW-332).
    fn check_modified(&self, findings: &mut Findings) {
        let Some(modified) = &self.modified else { return };
        let mut leaders = (*self.leaders).clone();
        leaders.extend(modified.iter().map(|(id, leader)| (id.clone(), leader.clone())));
        let mut pack = Pack { leaders: leaders.into(), modified: None, ..self.clone() };
        let mut unlisted: Vec<Problem> = Vec::new();
        for leader in modified.values().filter(|leader| !leader.additional && leader.enters.is_some()) {
            let named = |scenario: &Scenario| variant::is_listed(scenario, &leader.id);
            if self.leaders.contains_key(&leader.id) || self.scenarios.values().any(named) {
                continue;
            }
            let message = format!("{} is not in leaders.yaml, and no scenario brings him", leader.id);
            let problem = Problem::new(message).in_path(format!("{MODIFIED}{}", leader.id)).rule("CW-332");
            unlisted.push(problem.advice("add `additional: true`, or list him in the scenarios"));
            // Told once, and not for every scenario.
            let known = Arc::make_mut(&mut pack.leaders).get_mut(&leader.id);
            known.into_iter().for_each(|known| known.additional = true);
        }
        findings.0.append(&mut unlisted);
        for problem in pack.check() {
            if !findings.0.contains(&problem) {
                let path = problem.path.clone().unwrap_or_default().replace("leaders.yaml:", MODIFIED);
                findings.0.push(problem.in_path(path));
            }
        }
    }

    fn check_map(&self, findings: &mut Findings) {
        let map = &self.map;
        let lies = |hex: Hex| map.hex(hex).is_some();
        let land = |hex: Hex| map.hex(hex).is_some_and(|data| data.terrain != Terrain::AllSea);
        for (id, state) in &map.states {
            findings.name(&state.name, format!("map.yaml:states.{id}"));
            findings.source(&state.source, format!("map.yaml:states.{id}"));
        }
        for (hex, data) in map.hexes() {
            let path = Lazy(move || format!("map.yaml:hexes.{hex}"));
            findings.source(&data.source, path);
            findings.name(&data.name, path);
            let built = data.city.iter().map(|city| &city.name).chain(data.fort.iter().map(|fort| &fort.name));
            for name in built.chain(&data.also) {
                findings.name(name, path);
            }
            for state in data.states.iter().chain(data.city.iter().map(|city| &city.state)) {
                findings.expect(map.states.contains_key(state), path, Lazy(|| format!("there is no state {state}")));
            }
            if let Some(city) = &data.city {
                findings.source(&city.source, Lazy(move || format!("map.yaml:hexes.{hex}.city")));
                findings.expect(data.states.contains(&city.state), path, "its city is in another state");
                findings.expect(city.vp <= MAX_POINTS, path, "a city is worth at most 20 points");
            }
            let sea = data.terrain == Terrain::AllSea;
            findings.expect(sea == data.states.is_empty(), path, "land must be in a state, and sea must not");
            findings.expect(
                !(sea && (data.coastal || data.city.is_some() || data.fort.is_some())),
                path,
                "the sea has no coast, city or fort",
            );
            findings.expect(
                data.map_edge || !data.north_edge,
                path,
                "a hex on the northern edge must be on the map edge",
            );
            if data.coastal || sea || data.map_edge {
                continue;
            }
            findings.expect(
                map.neighbors(hex).count() == 6,
                path,
                "a hex without six neighbors must be on the edge of the map or the coast",
            );
        }
        for ((a, b), side) in map.hexsides() {
            let path = Lazy(move || format!("map.yaml:hexsides {a}/{b}"));
            findings.source(&side.source, path);
            findings.name(&side.name, path);
            findings.expect(
                a.adjacent(b),
                path,
                Lazy(|| format!("{} is between hexes that are not adjacent", side.name)),
            );
            findings.expect(
                lies(a) && lies(b),
                path,
                Lazy(|| format!("{} is beside a hex that does not exist", side.name)),
            );
            let mountain = [a, b].iter().any(|&hex| map.hex(hex).is_some_and(|data| data.terrain == Terrain::Mountain));
            findings.expect(
                side.kind != HexsideKind::Road || mountain,
                path,
                "a road hexside leads into a mountain hex",
            );
        }
        for (a, b) in map.rails() {
            let path = Lazy(move || format!("map.yaml:railroads {a}/{b}"));
            findings.expect(a.adjacent(b), path, "a railroad joins hexes that are not adjacent");
            findings.expect(land(a) && land(b), path, "a railroad leaves the land of the map");
            let closed = map.hexside(a, b).is_some_and(|side| side.is_barred() || side.kind == HexsideKind::Mountain);
            findings.expect(!closed, path, "a railroad crosses an impassable hexside");
        }
        for exit in &map.exits {
            let path = Lazy(move || format!("map.yaml:exits {}", exit.hex));
            findings.source(&exit.source, path);
            findings.expect(map.rail_hex(exit.hex), path, "an exit needs a rail in its hex");
            findings.expect(
                map.hex(exit.hex).is_some_and(|data| data.map_edge),
                path,
                "an exit must be in a hex on the edge",
            );
        }
        for railroad in &map.railroads {
            if let Some(source) = &railroad.source {
                findings.source(source, format!("map.yaml:railroads {}", railroad.name));
            }
        }
    }

    fn check_charts(&self, findings: &mut Findings) {
        let charts = &self.charts;
        let rows: Vec<_> = (2..=12).filter_map(|roll| charts.command_row(roll)).collect();
        findings.expect(
            rows.len() == 11 && charts.command_points.len() == 11,
            "charts.yaml:command_points",
            "there must be one row for each of 2 to 12",
        );
        findings.expect(
            (1..=99).contains(&charts.track_maximum),
            "charts.yaml:track_maximum",
            "a track must hold 1 to 99",
        );
        let total = |row: &super::CommandRow| {
            u32::from(row.primary)
                + u32::from(row.secondary)
                + u32::from(row.tertiary)
                + u32::from(row.discretionary)
                + u32::from(row.union_naval)
        };
        for pair in rows.windows(2) {
            let path = format!("charts.yaml:command_points {}", pair[1].roll);
            let rises = pair[0].primary <= pair[1].primary && pair[0].secondary <= pair[1].secondary;
            findings.expect(rises && total(pair[0]) <= total(pair[1]), path, "a higher roll gives less");
        }
        for row in rows {
            let path = format!("charts.yaml:command_points {}", row.roll);
            findings.source(&row.source, path.clone());
            findings.expect(
                row.primary >= row.secondary && row.secondary >= row.tertiary,
                path,
                "the primary theater must get the most and the tertiary the least",
            );
        }
        let boxes: Vec<u8> = charts.table_use.keys().copied().collect();
        findings.expect(
            boxes.iter().copied().eq(1..=boxes.len() as u8),
            "charts.yaml:table_use",
            "boxes must be numbered from 1 without gaps",
        );
        let letters: Vec<char> = charts.columns.iter().map(|column| column.letter).collect();
        findings.expect(letters == COLUMNS, "charts.yaml:columns", "the columns must be A to L without I");
        for rank in 1..=4 {
            match charts.leader_loss.get(&rank) {
                None => findings.expect(false, "charts.yaml:leader_loss", format!("rank {rank} is missing")),
                Some(row) => {
                    findings.source(&row.source, format!("charts.yaml:leader_loss {rank}"));
                    let harms = row.killed_on.iter().chain(&row.wounded_on).chain(&row.reroll_on);
                    findings.expect(
                        harms.clone().all(|&at| (2..charts.promotion_from).contains(&at)),
                        "charts.yaml:leader_loss",
                        "losses must be below promotion",
                    );
                    let distinct: SortedSet<&u8> = harms.clone().collect();
                    findings.expect(
                        distinct.len() == harms.count(),
                        "charts.yaml:leader_loss",
                        "one total has two results",
                    );
                }
            }
        }
        for terrain in [Terrain::Clear, Terrain::Forest, Terrain::Swamp, Terrain::Mountain, Terrain::AllSea] {
            findings.expect(
                charts.terrain.contains_key(&terrain),
                "charts.yaml:terrain",
                format!("{terrain:?} is missing"),
            );
        }
        for kind in [HexsideKind::River, HexsideKind::NavigableRiver, HexsideKind::Gap, HexsideKind::Road] {
            findings.expect(
                charts.hexsides.contains_key(&kind),
                "charts.yaml:hexsides",
                format!("{kind:?} is missing"),
            );
        }
    }

    fn check_crt(&self, findings: &mut Findings) {
        let crt = &self.charts.crt;
        for cell in &crt.known {
            let path = format!("charts.yaml:crt {} {:?} {:?} {}", cell.column, cell.side, cell.size, cell.total);
            let ours = crt.result(cell.column, cell.side, cell.size, cell.total);
            findings.expect(
                cell.result.parse() == Ok(ours),
                path.clone(),
                format!("known to be {}, but the table has {ours}", cell.result),
            );
            findings.source(&cell.source, path);
        }
        let mut falls = |worse: CombatResult, than: CombatResult, place: &dyn Fn() -> String| {
            findings.expect(
                worse.at_least(than),
                Lazy(|| format!("charts.yaml:crt {}", place())),
                Lazy(|| format!("falls from {than} to {worse}")),
            );
        };
        for fire in [Fire::Def, Fire::Att] {
            for size in Size::ALL {
                for (at, &column) in COLUMNS.iter().enumerate() {
                    for total in 1..=12 {
                        let here = crt.result(column, fire, size, total);
                        let place = || format!("{column} {fire:?} {size:?} {total}");
                        if total > 1 {
                            falls(here, crt.result(column, fire, size, total - 1), &place);
                        }
                        if let Some(&before) = at.checked_sub(1).and_then(|at| COLUMNS.get(at)) {
                            let beside = crt.result(before, fire, size, total);
                            match fire {
                                Fire::Def => falls(here, beside, &place),
                                Fire::Att => falls(beside, here, &place),
                            }
                        }
                        match size {
                            Size::S => {}
                            Size::M => falls(here, crt.result(column, fire, Size::S, total), &place),
                            Size::L => falls(here, crt.result(column, fire, Size::M, total), &place),
                        }
                    }
                }
            }
        }
    }
}
