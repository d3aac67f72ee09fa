//! The sea, the coast and the rivers.

use crate::sorted::{SortedMap, SortedSet};

use super::courses::{PlacedWaypoint, Step, course};
use super::draft::{Draft, Side};
use super::grid::{Cell, Corner, Point};
use super::outlines::{self, Outline};
use super::sources::{Limit, Place, River, WaterKind, Waypoint};
use crate::board::Hex;
use crate::document::Problem;
use crate::pack::{HexsideKind, Mouth, Water};

/// How many of the sixty-one points of a hex must be on land to make it a land hex.
const LAND: usize = 9;
/// How many in a bay or sound make it coastal.
const WATER: usize = 4;
/// The number of parts into which a hexside is divided to check whether all of it is water.
const PARTS: i32 = 20;

/// Which ships can reach a hexside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ships {
    None,
    River,
    Ocean,
}

/// An end of a course where it may be open to the sea.
struct End<'r> {
    river: &'r River,
    /// The number of the hexside's walk, towards the head.
    walk: usize,
    /// Whether it is the end towards the head.
    upper: bool,
}

/// A course that has been found, for those that join it and for the borders that follow it.
#[derive(Clone, Debug, Default)]
pub struct LaidRiver {
    /// The best ships that can reach each of its corners.
    pub corners: SortedMap<Corner, Ships>,
    /// The hexes on its banks, looking downstream.
    pub left: SortedSet<Hex>,
    pub right: SortedSet<Hex>,
}

impl Draft<'_> {
    /// Which hexes are sea, and which are coastal (2.1).
    pub fn lay_sea(&mut self) {
        let seas = &self.sources.seas;
        for (&hex, draft) in &mut self.hexes {
            draft.sea = draft.land < LAND;
            if seas.all_sea.contains(&hex) {
                draft.sea = true;
            }
            if seas.land.contains(&hex) || self.inset.hexes.contains(&hex) {
                draft.sea = false;
            }
        }
        // A town stands on land.
        for placed in self.places.towns.values() {
            let draft = placed.cell.hex().and_then(|hex| Some((hex, self.hexes.get_mut(&hex)?)));
            let Some((hex, draft)) = draft.filter(|(hex, draft)| draft.sea && !seas.all_sea.contains(hex)) else {
                continue;
            };
            self.notes.push(format!("{hex} is sea by the outlines, but land because of {}", placed.town.name));
            draft.sea = false;
        }
        for (hex, entry) in &self.sources.virginia.hexes {
            if entry.get("terrain").and_then(|terrain| terrain.as_str()) == Some("all_sea")
                && let Some(draft) = self.hexes.get_mut(hex)
            {
                draft.sea = true;
            }
        }
        let salt: Vec<Outline> = seas
            .waters
            .iter()
            .filter(|water| water.kind != WaterKind::Lake)
            .map(|water| Outline::new(&self.places.projection, [water.outline.as_slice()]))
            .collect();
        let sea: SortedSet<Hex> = self.hexes.iter().filter(|(_, draft)| draft.sea).map(|(&hex, _)| hex).collect();
        for (&hex, draft) in &mut self.hexes {
            if draft.sea {
                continue;
            }
            let beside = || hex.neighbors().any(|there| sea.contains(&there));
            let on_a_bay = || {
                let points: Vec<_> = outlines::points(hex.into())
                    .into_iter()
                    .filter(|&point| !self.outlines.values().any(|state| state.contains(point)))
                    .collect();
                !points.is_empty() && salt.iter().any(|water| water.share(&points) >= WATER)
            };
            draft.coastal = beside() || on_a_bay();
            if let Some(&coastal) = seas.coastal.get(&hex) {
                draft.coastal = coastal;
            }
        }
    }

    /// The courses of all rivers, by name, with what they bring to the hexsides.
    pub fn lay_rivers(&mut self) -> SortedMap<String, LaidRiver> {
        let mut runs: SortedMap<String, LaidRiver> = SortedMap::new();
        let mut ends = Vec::new();
        for (n, river) in self.sources.rivers.rivers.iter().enumerate() {
            let path = format!("rivers.yaml:rivers[{n}] ({})", river.name);
            let (meets, problems) = self.meets(&river.course, &runs, &path);
            self.problems.extend(problems);
            let toll = self.extra_costs(river.kind.is_river());
            match course(&self.corners, &meets.all, &toll) {
                Ok(steps) => {
                    let run = self.run(river, &meets, &steps, &runs);
                    ends.extend(self.ends(river, &meets, &steps));
                    runs.entry(river.name.clone()).or_default().extend(run);
                }
                Err(at) => {
                    let waypoint = meets.written.get(at).copied().unwrap_or_default();
                    let problem = Problem::new(format!(
                        "the course cannot continue to {}",
                        river.course.get(waypoint).map_or_else(|| "its head".to_owned(), waypoint_text)
                    ));
                    self.problems.push(
                        problem
                            .in_path(format!("{path}.course[{waypoint}]"))
                            .advice("waypoints must be in order from mouth to head, and not far apart"),
                    );
                }
            }
        }
        self.mouths.extend(self.sources.virginia.mouths.iter().cloned());
        self.lay_mouths(ends);
        runs
    }

    /// The open ends of a course: the first corner of its navigable part, and for a bay the last as well. It is not
    /// open where it joins another course.
    fn ends<'r>(&self, river: &'r River, meets: &PlacedWaypoints, steps: &[Step]) -> Vec<End<'r>> {
        let wet = |step: &&Step| {
            let between = self.corners.walks.get(step.walk).and_then(|walk| walk.between());
            let side = between.and_then(|pair| self.sides.get(&pair));
            side.is_some_and(|side| side.kind == HexsideKind::NavigableRiver && side.name == river.name)
        };
        let first = if meets.joins.is_none() { steps.iter().find(wet) } else { None };
        let last = if river.kind.is_salt() { steps.iter().rfind(wet) } else { None };
        let first = first.map(|step| End { river, walk: step.walk, upper: false });
        first.into_iter().chain(last.map(|step| End { river, walk: step.walk, upper: true })).collect()
    }

    /// The mouths among the open ends of all courses: those at the sea or a coast where no other water continues
    /// (CW-185).
    fn lay_mouths(&mut self, ends: Vec<End<'_>>) {
        for End { river, walk, upper } in ends {
            let Some(&walk) = self.corners.walks.get(walk) else { continue };
            let corner = if upper { walk.to } else { walk.from };
            let beyond = (0..6)
                .map(|side| walk.left.neighbor(side))
                .find(|cell| *cell != walk.right && cell.corners().contains(&corner));
            let (Some(between), Some(beyond)) = (walk.between(), beyond.and_then(Cell::hex)) else { continue };
            let ships = |a: Hex, b: Hex| {
                let pair = (a.min(b), a.max(b));
                let kind =
                    self.sides.get(&pair).map(|side| side.kind).or_else(|| self.inset.rivers.get(&pair).copied());
                kind == Some(HexsideKind::NavigableRiver)
            };
            let goes_on = ships(between.0, beyond) || ships(between.1, beyond);
            let salt = |hex: Hex| self.hexes.get(&hex).is_some_and(|draft| draft.sea || draft.coastal);
            let open = salt(beyond) || !upper && (salt(between.0) || salt(between.1));
            if open && !goes_on {
                let source = river.source.clone().unwrap_or_else(|| self.sources.rivers.source.clone());
                self.mouths.push(Mouth { name: river.name.clone(), between, beyond, source: Some(source) });
            } else if !upper {
                self.notes.push(format!(
                    "no ship can come from the sea to the {} at {}/{}",
                    river.name, between.0, between.1
                ));
            }
        }
    }

    /// The waypoints of a course on the plane, as far as they can be read, and what is wrong with the others.
    pub fn meets(
        &self,
        waypoints: &[Waypoint],
        runs: &SortedMap<String, LaidRiver>,
        path: &str,
    ) -> (PlacedWaypoints, Vec<Problem>) {
        let mut meets = PlacedWaypoints::default();
        let mut problems = Vec::new();
        for (n, waypoint) in waypoints.iter().enumerate() {
            let place = |place: &Place| {
                self.places.find(place).map_err(|problem| problem.in_path(format!("{path}.course[{n}]")))
            };
            let meet = match waypoint {
                Waypoint::Joins(parent) => match runs.get(parent) {
                    Some(run) => {
                        meets.joins = Some(parent.clone());
                        Ok(PlacedWaypoint::From(run.corners.keys().copied().collect()))
                    }
                    None => Err(Problem::new(format!("no river {parent:?} comes before it"))
                        .in_path(format!("{path}.course[{n}]"))
                        .advice("a river must come after the one that it joins")),
                },
                Waypoint::Sea(at) => Ok(PlacedWaypoint::From(self.shore(self.places.point(*at)))),
                Waypoint::Point(at) => Ok(PlacedWaypoint::By(self.places.point(*at))),
                Waypoint::Left(at) => place(at).map(|(cell, point)| PlacedWaypoint::Left(cell, point)),
                Waypoint::Right(at) => place(at).map(|(cell, point)| PlacedWaypoint::Right(cell, point)),
                Waypoint::Between([a, b]) => match (place(a), place(b)) {
                    (Ok((a, _)), Ok((b, _))) if (0..6).any(|side| a.neighbor(side) == b) => {
                        Ok(PlacedWaypoint::Between(a, b))
                    }
                    (Ok(_), Ok(_)) => {
                        Err(Problem::new("the two hexes are not adjacent").in_path(format!("{path}.course[{n}]")))
                    }
                    (Err(problem), _) | (_, Err(problem)) => Err(problem),
                },
                Waypoint::Limit(limit) => {
                    meets.limits.push((meets.all.len(), *limit));
                    continue;
                }
                Waypoint::Source(_) => continue,
            };
            match meet {
                Ok(meet) => {
                    meets.all.push(meet);
                    meets.written.push(n);
                }
                Err(problem) => problems.push(problem),
            }
        }
        (meets, problems)
    }

    /// The corner by the sea nearest to a point; the nearest corner where the sea is far.
    fn shore(&self, point: Point) -> SortedSet<Corner> {
        let by_the_sea = |walk: &&super::grid::DirectedHexside| self.is_sea(walk.left) || self.is_sea(walk.right);
        let nearest = |corners: &mut dyn Iterator<Item = Corner>| {
            let mut best: Option<(f64, Corner)> = None;
            for corner in corners {
                let apart = corner.point().squared(point);
                if best.is_none_or(|(least, known)| apart < least || (apart == least && corner < known)) {
                    best = Some((apart, corner));
                }
            }
            best
        };
        let sea = nearest(&mut self.corners.walks.iter().filter(by_the_sea).map(|walk| walk.from));
        let any = nearest(&mut self.corners.walks.iter().map(|walk| walk.from));
        let found = sea.filter(|(apart, _)| *apart < 4.0).or(any);
        found.into_iter().map(|(_, corner)| corner).collect()
    }

    /// Lays a course on the hexsides.
    fn run(
        &mut self,
        river: &River,
        meets: &PlacedWaypoints,
        steps: &[Step],
        runs: &SortedMap<String, LaidRiver>,
    ) -> LaidRiver {
        let source = river.source.clone().unwrap_or_else(|| self.sources.rivers.source.clone());
        let first = steps.first().and_then(|step| self.corners.walks.get(step.walk));
        let mouth = first.and_then(|walk| runs.get(meets.joins.as_ref()?)?.corners.get(&walk.from).copied());
        let mut run = LaidRiver::default();
        for step in steps {
            let Some(&walk) = self.corners.walks.get(step.walk) else { continue };
            let mut ships = mouth.unwrap_or(Ships::Ocean);
            for &(at, limit) in meets.limits.iter().filter(|(at, _)| step.met >= *at) {
                let _ = at;
                ships = ships.min(match limit {
                    Limit::Ocean => Ships::River,
                    Limit::Navigation => Ships::None,
                });
            }
            for corner in [walk.from, walk.to] {
                let known = run.corners.entry(corner).or_insert(ships);
                *known = ships.max(*known);
            }
            run.left.extend(walk.right.hex());
            run.right.extend(walk.left.hex());
            let Some((a, b)) = walk.between() else { continue };
            if self.inset.has_hexside(a, b) {
                if !self.inset.rivers.contains_key(&(a, b)) {
                    self.notes.push(format!("{} leaves the rivers of virginia.yaml between {a} and {b}", river.name));
                }
                continue;
            }
            if self.is_sea(Cell::from(a)) && self.is_sea(Cell::from(b)) {
                continue;
            }
            if let Some(other) = self.sides.get(&(a, b)).filter(|other| other.name != river.name) {
                self.notes.push(format!("{} shares the hexside {a}/{b} with {}", river.name, other.name));
                continue;
            }
            let kind = if ships == Ships::None { HexsideKind::River } else { HexsideKind::NavigableRiver };
            let side = Side {
                kind,
                name: river.name.clone(),
                water: if kind == HexsideKind::NavigableRiver { river.kind } else { Water::River },
                river_ships_only: ships == Ships::River,
                impassable: false,
                source: source.clone(),
            };
            self.sides.insert((a, b), side);
        }
        run
    }
}

impl LaidRiver {
    fn extend(&mut self, other: LaidRiver) {
        self.corners.extend(other.corners);
        self.left.extend(other.left);
        self.right.extend(other.right);
    }
}

/// The waypoints of a course on the plane.
#[derive(Clone, Debug, Default)]
pub struct PlacedWaypoints {
    pub all: Vec<PlacedWaypoint>,
    /// The number of each in the file.
    pub written: Vec<usize>,
    /// The river that it joins.
    joins: Option<String>,
    /// How many waypoints lie below, and what ends there.
    limits: Vec<(usize, Limit)>,
}

/// A waypoint as the file has it.
pub fn waypoint_text(waypoint: &Waypoint) -> String {
    let place = |place: &Place| match place {
        Place::Named(name) => name.clone(),
        Place::At([lat, lon]) => format!("[{lat}, {lon}]"),
    };
    match waypoint {
        Waypoint::Joins(name) => format!("joins: {name}"),
        Waypoint::Sea([lat, lon]) => format!("sea: [{lat}, {lon}]"),
        Waypoint::Left(at) => format!("left: {}", place(at)),
        Waypoint::Right(at) => format!("right: {}", place(at)),
        Waypoint::Point([lat, lon]) => format!("point: [{lat}, {lon}]"),
        Waypoint::Between([a, b]) => format!("between: [{}, {}]", place(a), place(b)),
        Waypoint::Limit(limit) => format!("limit: {limit:?}").to_lowercase(),
        Waypoint::Source(text) => format!("source: {text}"),
    }
}

impl Draft<'_> {
    /// Tells where one may march over water that the outlines show from one end of a hexside to the other (CW-210): not
    /// between the hexes that the rulebook says one can (2.1), nor on the ground made by hand.
    pub fn check_open_water(&mut self) {
        let mut found = SortedSet::new();
        for walk in &self.corners.walks {
            let Some((a, b)) = walk.between() else { continue };
            let open = self.is_sea(walk.left) || self.is_sea(walk.right) || self.inset.has_hexside(a, b);
            let side = self.sides.get(&(a, b));
            let barred = |side: &Side| side.impassable || side.kind == HexsideKind::Impassable;
            if open || side.is_some_and(barred) || self.sources.seas.crossed.contains(&(a, b)) {
                continue;
            }
            let (from, to) = (walk.from.point(), walk.to.point());
            let at = |n: i32| {
                let along = f64::from(n) / f64::from(PARTS);
                Point { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along }
            };
            let dry = |n: &i32| self.outlines.values().any(|state| state.contains(at(*n)));
            if !(1..PARTS).any(|n| dry(&n)) {
                found.insert((a, b));
            }
        }
        let notes =
            found.into_iter().map(|(a, b)| format!("forces can march from {a} to {b} over open water (CW-210)"));
        self.notes.extend(notes);
    }
}
