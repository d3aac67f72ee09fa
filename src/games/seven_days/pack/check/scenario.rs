//! Checks that a scenario's set-up can be played.

use crate::sorted::{SortedMap, SortedSet};

use super::Findings;
use crate::board::Area;
use crate::document::{Id, Problem};
use crate::pack::{Pack, Scenario, Side};
use crate::position::areas::STACKING_LIMIT;

/// What may be listed under `optional`: the help of 16.5.
const OPTIONAL: [&str; 1] = ["help"];

impl Pack {
    pub(super) fn check_scenario(&self, scenario: &Scenario, findings: &mut Findings) {
        let file = format!("scenarios/{}.yaml", scenario.id);
        findings.name(&scenario.title, format!("{file}:title"));
        findings.text(&scenario.about, format!("{file}:about"));
        findings.source(&scenario.source, format!("{file}:source"));
        findings.source(&scenario.bridges_source, format!("{file}:bridges_source"));
        for (turn, field) in [(scenario.first_turn, "first_turn"), (scenario.last_turn, "last_turn")] {
            let there = self.charts.turns.iter().any(|day| day.turn == turn);
            findings.expect(there, format!("{file}:{field}"), "3.3", format!("the track has no turn {turn}"));
        }
        let ends = scenario.first_turn <= scenario.last_turn;
        findings.expect(ends, format!("{file}:last_turn"), "3.3", "the last turn comes before the first");
        self.check_units(scenario, &file, findings);
        self.check_leaders(scenario, &file, findings);
        self.check_optional(scenario, &file, findings);
        self.check_works(scenario, &file, findings);
        self.check_places(scenario, &file, findings);
        self.check_bridges(scenario, &file, findings);
    }

    /// Each unit is in one area, at most ten of a side in one, where its side has control (5.2, 7.1, 7.2).
    fn check_units(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        let reduced: SortedSet<&Id> = self.forces.units.values().filter_map(|unit| unit.reduced.as_ref()).collect();
        let mut placed = SortedSet::new();
        for (area, units) in &scenario.units {
            let path = format!("{file}:units.{area}");
            let data = self.map.area(*area);
            findings.expect(data.is_some(), path.clone(), "5.2", format!("there is no area {area}"));
            let mut counts: SortedMap<Side, usize> = SortedMap::new();
            for id in units {
                let Some(unit) = self.forces.units.get(id) else {
                    findings.expect(false, path.clone(), "5.2", format!("there is no unit {id}"));
                    continue;
                };
                *counts.entry(unit.side).or_default() += 1;
                findings.expect(placed.insert(id), path.clone(), "5.2", format!("{id} is in two areas"));
                let message = format!("{id} replaces an eliminated unit, and must not be set up");
                findings.expect(!reduced.contains(id), path.clone(), "15.5", message);
            }
            for (side, count) in &counts {
                let message = format!("{count} {} units are there; the most is {STACKING_LIMIT}", side.title());
                findings.expect(*count <= STACKING_LIMIT, path.clone(), "7.1", message);
            }
            if let (Some(data), [(side, _)]) = (data, counts.iter().collect::<Vec<_>>().as_slice()) {
                let message = format!("only {} units are in area {area}, but the enemy controls it", side.title());
                findings.expect(data.control == **side, format!("map.yaml:areas.{area}.control"), "7.2", message);
            }
        }
        let listed: SortedSet<&Id> = scenario.optional.values().flatten().collect();
        let missing = |id: &&Id| !placed.contains(id) && !listed.contains(id) && !reduced.contains(id);
        for id in self.forces.units.keys().filter(missing) {
            let problem = Problem::new(format!("{id} is nowhere: neither set up nor `optional`"));
            findings.0.push(problem.in_path(format!("{file}:units")).rule("5.2"));
        }
    }

    /// Each leader is in one area, with units of his side.
    fn check_leaders(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        let mut placed = SortedSet::new();
        for (area, leaders) in &scenario.leaders {
            let path = format!("{file}:leaders.{area}");
            findings.expect(self.map.area(*area).is_some(), path.clone(), "5.2", format!("there is no area {area}"));
            for id in leaders {
                let Some(leader) = self.forces.leaders.get(id) else {
                    findings.expect(false, path.clone(), "5.2", format!("there is no leader {id}"));
                    continue;
                };
                findings.expect(placed.insert(id), path.clone(), "5.2", format!("{id} is in two areas"));
                let message = format!("{id} replaces the Army Leader by an optional rule, and must not be set up");
                findings.expect(!leader.alternate, path.clone(), "16.3", message);
                let company = self.sides_in(scenario, *area).contains(&leader.side);
                let message = format!("no unit of his side is with {id}");
                findings.expect(company, path.clone(), "9.6", message);
            }
        }
        let listed: SortedSet<&Id> = scenario.optional.values().flatten().collect();
        for leader in self.forces.leaders.values().filter(|leader| !leader.alternate) {
            let somewhere = placed.contains(&leader.id) || listed.contains(&leader.id);
            let message = format!("{} is nowhere: neither set up nor `optional`", leader.id);
            findings.expect(somewhere, format!("{file}:leaders"), "5.2", message);
        }
    }

    /// Arrivals of an optional rule (16.5): the counters exist, and are not set up.
    fn check_optional(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        let source = scenario.optional_source.as_ref();
        let path = format!("{file}:optional_source");
        findings.expect(scenario.optional.is_empty() || source.is_some(), path.clone(), "16.5", "expected the source");
        source.into_iter().for_each(|source| findings.source(source, path.clone()));
        let set_up: SortedSet<&Id> = scenario.units.values().chain(scenario.leaders.values()).flatten().collect();
        let mut listed = SortedSet::new();
        for (rule, ids) in &scenario.optional {
            let path = format!("{file}:optional.{rule}");
            if !OPTIONAL.contains(&rule.as_str()) {
                let problem = Problem::new(format!("no rule asks for {rule}")).in_path(path.clone()).rule("16");
                findings.0.push(problem.advice(format!("expected {}", OPTIONAL.join(", "))));
            }
            for id in ids {
                let unit = self.forces.units.get(id).map(|unit| unit.side);
                let side = unit.or_else(|| self.forces.leaders.get(id).map(|leader| leader.side));
                findings.expect(side.is_some(), path.clone(), "16.5", format!("there is no unit or leader {id}"));
                let union = side.is_none_or(|side| side == Side::Union);
                findings.expect(
                    union,
                    path.clone(),
                    "16.5",
                    format!("{id} is not a Union unit or leader, and help comes only to the Union"),
                );
                findings.expect(!set_up.contains(id), path.clone(), "16.5", format!("{id} is also set up"));
                findings.expect(listed.insert(id), path.clone(), "16.5", format!("{id} is listed twice"));
            }
        }
    }

    /// Entrenchments are in areas of one side, and no more than it has markers (11).
    fn check_works(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        let mut counts: SortedMap<Side, u8> = SortedMap::new();
        for (area, level) in &scenario.entrenchments {
            let path = format!("{file}:entrenchments.{area}");
            findings.expect((1..=2).contains(level), path.clone(), "11.1", "an entrenchment is +1 or +2");
            let sides = self.sides_in(scenario, *area);
            let message = "an entrenchment belongs to the only side with units in its area, and there is no such side";
            findings.expect(sides.len() == 1, path, "5.2", message);
            for side in sides {
                let count = counts.entry(side).or_default();
                *count = count.saturating_add(1);
            }
        }
        for (side, count) in counts {
            let most = self.charts.entrenchments.get(&side).copied().unwrap_or(u8::MAX);
            let message = format!("the {} side has {count} entrenchments, and the most is {most}", side.title());
            findings.expect(count <= most, format!("{file}:entrenchments"), "11.0", message);
        }
    }

    /// The areas that decide victory (14), each circled in red on the map (3.2.6).
    fn check_places(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        let places = [
            (scenario.train, "train", Some(Side::Union), "6.2.2"),
            (scenario.train_to, "train_to", None, "6.2.2"),
            (scenario.richmond, "richmond", Some(Side::Confederate), "14.1"),
            (scenario.malvern_hill, "malvern_hill", None, "14.3"),
            (scenario.providence_church, "providence_church", None, "14.3"),
        ];
        let mut known = SortedSet::new();
        for (area, field, side, rule) in places {
            let path = format!("{file}:{field}");
            findings.expect(known.insert(area), path.clone(), rule, format!("area {area} already has another part"));
            let Some(data) = self.map.area(area) else {
                findings.expect(false, path, rule, format!("there is no area {area}"));
                continue;
            };
            findings.expect(data.victory, path.clone(), "3.2.6", format!("area {area} is not a `victory` area"));
            let message = format!("the enemy controls area {area} at the start");
            findings.expect(side.is_none_or(|side| data.control == side), path, rule, message);
        }
        for area in self.map.areas.values().filter(|area| area.victory && !known.contains(&area.id)) {
            let message = format!("area {} does not count for victory in {}", area.id, scenario.id);
            findings.expect(false, format!("map.yaml:areas.{}.victory", area.id), "3.2.6", message);
        }
    }

    /// Every bridge has a state; none is held against a side that controls both its areas (15.4).
    fn check_bridges(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        for id in scenario.bridges.keys().filter(|id| self.map.bridge(id).is_none()) {
            let path = format!("{file}:bridges.{id}");
            findings.expect(false, path, "15.4", format!("there is no bridge {id}"));
        }
        for boundary in &self.map.boundaries {
            let Some(bridge) = &boundary.bridge else { continue };
            let Some(state) = scenario.bridges.get(&bridge.id) else {
                let message = format!("the holder of the bridge {} is missing", bridge.id);
                findings.expect(false, format!("{file}:bridges"), "15.4", message);
                continue;
            };
            let control = boundary.areas.map(|area| self.map.area(area).map(|data| data.control));
            let Some(holder) = state.holder() else { continue };
            let against = control.iter().all(|side| *side == Some(holder.other()));
            let message = format!("the {} side holds it, and the enemy controls both of its areas", holder.title());
            findings.expect(!against, format!("{file}:bridges.{}", bridge.id), "15.4", message);
        }
    }

    /// The sides that have units in an area.
    fn sides_in(&self, scenario: &Scenario, area: Area) -> SortedSet<Side> {
        let there = scenario.units.get(&area).into_iter().flatten();
        there.filter_map(|id| Some(self.forces.units.get(id)?.side)).collect()
    }
}
