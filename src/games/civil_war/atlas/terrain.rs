//! Swamps and forests, mountains, gaps and roads.

use crate::sorted::SortedMap;

use super::courses::{ExtraCosts, course};
use super::draft::{Draft, Side};
use super::grid::Cell;
use super::outlines::Outline;
use super::rail_path::rail_path;
use super::sources::{Area, Place};
use crate::board::Hex;
use crate::document::{Problem, from_value};
use crate::pack::{HexsideKind, Source, Terrain, Water};

impl Draft<'_> {
    /// The terrain of the hexes: of the last area that holds a hex's centre, of mountain ranges over that, of single
    /// hexes last.
    pub fn lay_terrain(&mut self) {
        let (grounds, mountains) = (&self.sources.terrain, &self.sources.mountains);
        let mut lay = |area: &Area, terrain: Terrain, source: &Source| {
            let outline = Outline::new(&self.places.projection, [area.outline.as_slice()]);
            for (&hex, draft) in self.hexes.iter_mut().filter(|(_, draft)| !draft.sea) {
                if outline.contains(Cell::from(hex).centre()) {
                    draft.terrain = terrain;
                    draft.ground = Some(area.source.clone().unwrap_or_else(|| source.clone()));
                }
            }
        };
        for (n, area) in grounds.areas.iter().enumerate() {
            match area.terrain {
                Some(terrain) => lay(area, terrain, &grounds.source),
                None => {
                    let problem =
                        Problem::new("an area must have a terrain").in_path(format!("terrain.yaml:areas[{n}]"));
                    self.problems.push(problem.advice("write clear, forest or swamp"));
                }
            }
        }
        for area in &mountains.ranges {
            lay(area, Terrain::Mountain, &mountains.source);
        }
        for (hex, data) in &grounds.hexes {
            let Some(draft) = self.hexes.get_mut(hex) else {
                let problem = Problem::new(format!("the map has no hex {hex}"));
                self.problems.push(problem.in_path(format!("terrain.yaml:hexes.{hex}")));
                continue;
            };
            draft.terrain = data.terrain.unwrap_or(draft.terrain);
            draft.name = data.name.clone().or_else(|| draft.name.take());
            draft.ground = Some(data.source.clone().unwrap_or_else(|| grounds.source.clone()));
        }
        for (hex, entry) in &self.sources.virginia.hexes {
            let value = entry.get("terrain").cloned().unwrap_or_default();
            if let (Some(draft), Ok(terrain)) = (self.hexes.get_mut(hex), from_value(value)) {
                draft.terrain = terrain;
            }
        }
    }

    /// Ridges with their gaps, roads through mountain hexes, and impassable hexsides.
    pub fn lay_mountains(&mut self) {
        let mountains = &self.sources.mountains;
        let source_or_default = |source: &Option<Source>| source.clone().unwrap_or_else(|| mountains.source.clone());
        for (n, ridge) in mountains.ridges.iter().enumerate() {
            let path = format!("mountains.yaml:ridges[{n}] ({})", ridge.name);
            let mut along: Vec<(Hex, Hex)> = Vec::new();
            let (meets, problems) = self.meets(&ridge.course, &SortedMap::new(), &path);
            self.problems.extend(problems);
            let mut toll = ExtraCosts::default();
            for ((a, b), _) in self.sides.iter().filter(|(_, side)| side.kind == HexsideKind::NavigableRiver) {
                toll.0.insert((Cell::from(*a), Cell::from(*b)), 3_000);
            }
            match course(&self.corners, &meets.all, &toll) {
                Ok(steps) => along.extend(steps.iter().filter_map(|step| self.corners.walks[step.walk].between())),
                Err(at) => {
                    let at = meets.written.get(at).copied().unwrap_or_default();
                    let waypoint = ridge.course.get(at).map(super::water::waypoint_text).unwrap_or_default();
                    let problem = Problem::new(format!("the ridge cannot continue to {waypoint}"));
                    self.problems.push(problem.in_path(format!("{path}.course[{at}]")));
                }
            }
            for &(a, b) in &along {
                self.add_barrier((a, b), HexsideKind::Mountain, &ridge.name, source_or_default(&ridge.source));
            }
            for (m, gap) in ridge.gaps.iter().enumerate() {
                let path = format!("{path}.gaps[{m}]");
                let at = match (&gap.between, &gap.near) {
                    (Some(between), None) => self.pair(between).map(Some),
                    (None, Some(near)) => {
                        let point = self.places.point(*near);
                        let middle = |&(a, b): &(Hex, Hex)| Cell::from(a).centre().half_way(Cell::from(b).centre());
                        let nearest = along.iter().min_by(|a, b| {
                            middle(a).squared(point).total_cmp(&middle(b).squared(point)).then_with(|| a.cmp(b))
                        });
                        Ok(nearest.copied())
                    }
                    _ => Err(Problem::new("a gap must be `between` two hexes or `near` a place")),
                };
                match at {
                    Ok(Some(pair)) => {
                        if !along.contains(&pair) && !self.inset.has_hexside(pair.0, pair.1) {
                            self.notes.push(format!(
                                "{}: the ridge does not run between {} and {}",
                                gap.name, pair.0, pair.1
                            ));
                        }
                        let source = gap.source.clone().unwrap_or_else(|| source_or_default(&ridge.source));
                        self.add_barrier(pair, HexsideKind::Gap, &gap.name, source);
                    }
                    Ok(None) => {}
                    Err(problem) => self.problems.push(problem.in_path(path)),
                }
            }
        }
        for (n, road) in mountains.roads.iter().enumerate() {
            match self.through(&road.through) {
                Ok(line) => {
                    for pair in line.windows(2) {
                        self.road(pair[0], pair[1], &road.name, &source_or_default(&road.source));
                    }
                }
                Err(problem) => {
                    self.problems.push(problem.in_path(format!("mountains.yaml:roads[{n}] ({})", road.name)))
                }
            }
        }
        for (n, barrier) in mountains.impassable.iter().enumerate() {
            for (m, between) in barrier.between.iter().enumerate() {
                match self.pair(between) {
                    Ok(pair) if self.inset.has_hexside(pair.0, pair.1) => {}
                    // Water that is both: ships pass along it, and no army crosses it (8.4).
                    Ok(pair) if self.sides.get(&pair).is_some_and(|side| side.kind == HexsideKind::NavigableRiver) => {
                        if let Some(side) = self.sides.get_mut(&pair) {
                            side.impassable = true;
                        }
                    }
                    Ok(pair) => {
                        let side = Side {
                            kind: HexsideKind::Impassable,
                            name: barrier.name.clone(),
                            water: Water::River,
                            river_ships_only: false,
                            impassable: false,
                            source: source_or_default(&barrier.source),
                        };
                        self.sides.insert(pair, side);
                    }
                    Err(problem) => {
                        self.problems.push(problem.in_path(format!("mountains.yaml:impassable[{n}].between[{m}]")))
                    }
                }
            }
        }
    }

    /// The hexside between two places, the smaller number first.
    fn pair(&self, between: &[Place; 2]) -> Result<(Hex, Hex), Problem> {
        let hex = |place: &Place| -> Result<Hex, Problem> {
            let beyond = || Problem::new("this is beyond the map's edge");
            self.places.find(place)?.0.hex().ok_or_else(beyond)
        };
        let (a, b) = (hex(&between[0])?, hex(&between[1])?);
        if !a.adjacent(b) {
            return Err(Problem::new(format!("{a} and {b} are not adjacent")));
        }
        Ok((a.min(b), a.max(b)))
    }

    /// Puts a mountain or a gap on a hexside, if ships do not pass there.
    fn add_barrier(&mut self, pair: (Hex, Hex), kind: HexsideKind, name: &str, source: Source) {
        if self.inset.has_hexside(pair.0, pair.1) {
            return;
        }
        if let Some(side) = self.sides.get(&pair).filter(|side| side.kind == HexsideKind::NavigableRiver) {
            let river = &side.name;
            self.notes
                .push(format!("{name} would be on the {river} between {} and {}, and is left out", pair.0, pair.1));
            return;
        }
        if self.is_sea(pair.0.into()) || self.is_sea(pair.1.into()) {
            return;
        }
        let side = Side {
            kind,
            name: name.to_owned(),
            water: Water::River,
            river_ships_only: false,
            impassable: false,
            source,
        };
        self.sides.insert(pair, side);
    }

    /// Makes a hexside of a mountain hex a road, if it is one.
    pub fn road(&mut self, a: Hex, b: Hex, name: &str, source: &Source) {
        let pair = (a.min(b), a.max(b));
        let mountain = |hex: Hex| self.hexes.get(&hex).is_some_and(|draft| draft.terrain == Terrain::Mountain);
        if (mountain(a) || mountain(b)) && !self.inset.has_hexside(a, b) {
            let known = self.sides.get(&pair).map(|side| side.kind);
            if known != Some(HexsideKind::Road) {
                self.add_barrier(pair, HexsideKind::Road, name, source.clone());
            }
        }
    }

    /// The hexes of a road through some places.
    fn through(&self, places: &[Place]) -> Result<Vec<Hex>, Problem> {
        let mut found = Vec::new();
        let points = places.iter().map(|place| self.places.find(place)).collect::<Result<Vec<_>, _>>()?;
        for (n, pair) in points.windows(2).enumerate() {
            let line = rail_path(pair[0], pair[1], |here, there| {
                let barred = |kind| matches!(kind, HexsideKind::Impassable | HexsideKind::Mountain);
                let between = here.hex().zip(there.hex()).map(|(a, b)| (a.min(b), a.max(b)));
                let closed = between.and_then(|pair| self.sides.get(&pair)).is_some_and(|side| barred(side.kind));
                (!closed && !self.is_sea(there)).then_some(0)
            });
            let line = line.ok_or_else(|| {
                Problem::new(format!(
                    "there is no way from {} to {}",
                    self.places.name(&places[n]),
                    self.places.name(&places[n + 1])
                ))
            })?;
            found.extend(line.into_iter().filter_map(Cell::hex));
        }
        found.dedup();
        Ok(found)
    }
}
