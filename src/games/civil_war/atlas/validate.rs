//! Parts of the sources that the map would silently ignore: hexes that it does not have, unknown states, cities beyond
//! its edge.

use crate::sorted::SortedSet;

use super::draft::Draft;
use super::grid::Cell;
use super::places::Placed;
use super::sources::Waypoint;
use crate::board::Hex;
use crate::document::{Id, Problem};

/// The most waypoints of a course: the longest river has some thirty.
const MAX_WAYPOINTS: usize = 200;

impl Draft<'_> {
    /// Notes as problems what would otherwise be left out.
    pub fn validate(&mut self) {
        let mut found = Vec::new();
        self.validate_towns(&mut found);
        self.validate_hexes(&mut found);
        self.validate_lines(&mut found);
        self.problems.extend(found);
    }

    fn validate_towns(&self, found: &mut Vec<Problem>) {
        for (id, placed) in &self.places.towns {
            let path = format!("towns.yaml:towns.{id}");
            let town = placed.town;
            if !self.sources.states.states.contains_key(&town.state) {
                found.push(no_state(&town.state).in_path(format!("{path}.state")));
            }
            if !(1..=2).contains(&town.rank) {
                let problem = Problem::new(format!("a town has rank 1 or 2, not {}", town.rank));
                found.push(problem.in_path(format!("{path}.rank")));
            }
            match (town.hex, placed.cell.hex()) {
                (Some(hex), None) => found.push(beyond(hex).in_path(format!("{path}.hex"))),
                (None, None) if is_printed(placed) => {
                    let problem =
                        Problem::new(format!("{} is beyond the map's edge, but is more than a name", town.name));
                    let advice = "correct its latitude and longitude, or remove its points, port, fort or site";
                    found.push(problem.in_path(path).advice(advice));
                }
                (_, Some(hex)) if self.inset.hexes.contains(&hex) => self.validate_inset(hex, &path, placed, found),
                _ => {}
            }
        }
    }

    /// A town on the hand-made ground, which overrides the gazetteer.
    fn validate_inset(&self, hex: Hex, path: &str, placed: &Placed<'_>, found: &mut Vec<Problem>) {
        let entry = self.sources.virginia.hexes.get(&hex);
        let printed = |part: &str, key: &str| entry?.get(part)?.get(key).cloned();
        let points = |part: &str| printed(part, "vp").and_then(|vp| vp.as_u64()).unwrap_or(0);
        let town = placed.town;
        let mut expect = |agrees: bool, what: &str, key: &str| {
            if !agrees {
                let problem = Problem::new(format!("{what} in virginia.yaml, which covers {hex}"));
                let path = format!("{path}.{key}");
                found.push(problem.in_path(path).advice("make the two agree"));
            }
        };
        let of_city = points("city");
        expect(
            town.vp == 0 || u64::from(town.vp) == of_city,
            &format!("{} does not have the points of the city of its hex, {of_city},", town.name),
            "vp",
        );
        if let Some(site) = &town.site {
            let other = points("site");
            expect(u64::from(site.vp) == other, &format!("{} does not have {other} points", site.name), "site");
        }
        if let Some(fort) = &town.fort {
            let same = printed("fort", "name").is_some_and(|name| name.as_str() == Some(&fort.name));
            expect(same, &format!("there is no {}", fort.name), "fort");
        }
        if town.port.is_some() {
            expect(printed("city", "port").is_some(), &format!("{} is not a port", town.name), "port");
        }
    }

    /// Hexes that the sources name by their numbers.
    fn validate_hexes(&self, found: &mut Vec<Problem>) {
        let sources = self.sources;
        let mut named = |file: &str, hexes: &mut dyn Iterator<Item = (String, Hex)>| {
            for (path, hex) in hexes.filter(|(_, hex)| Cell::from(*hex).hex().is_none()) {
                found.push(beyond(hex).in_path(format!("{file}:{path}")));
            }
        };
        let listed = |hexes: &[Hex], path: &str| {
            hexes.iter().enumerate().map(|(n, hex)| (format!("{path}[{n}]"), *hex)).collect::<Vec<_>>().into_iter()
        };
        named("seas.yaml", &mut listed(&sources.seas.all_sea, "all_sea"));
        named("seas.yaml", &mut listed(&sources.seas.land, "land"));
        named("seas.yaml", &mut sources.seas.coastal.keys().map(|hex| (format!("coastal.{hex}"), *hex)));
        let round = sources.seas.round.iter().flat_map(|(a, b)| [*a, *b]);
        named("seas.yaml", &mut round.map(|hex| ("round".to_owned(), hex)));
        named("states.yaml", &mut sources.states.hexes.keys().map(|hex| (format!("hexes.{hex}"), *hex)));
        for (n, theater) in sources.states.theaters.iter().enumerate() {
            named("states.yaml", &mut listed(&theater.hexes, &format!("theaters[{n}].hexes")));
        }
        named("virginia.yaml", &mut sources.virginia.hexes.keys().map(|hex| (format!("hexes.{hex}"), *hex)));
        let states: SortedSet<&str> = sources.states.states.keys().map(Id::as_str).collect();
        for (hex, entry) in &sources.virginia.hexes {
            let of_hex = entry.get("states").and_then(|states| states.as_array()).into_iter().flatten();
            let of_city = entry.get("city").and_then(|city| city.get("state"));
            for state in of_hex.chain(of_city).filter_map(|state| state.as_str()) {
                if !states.contains(state) {
                    let problem = Problem::new(format!("states.yaml has no state {state}"));
                    found.push(problem.in_path(format!("virginia.yaml:hexes.{hex}")));
                }
            }
        }
    }

    /// Courses and railroads that lead nowhere.
    fn validate_lines(&self, found: &mut Vec<Problem>) {
        for (n, river) in self.sources.rivers.rivers.iter().enumerate() {
            let path = format!("rivers.yaml:rivers[{n}] ({})", river.name);
            found.extend(course(&river.course).map(|problem| problem.in_path(path)));
        }
        for (n, ridge) in self.sources.mountains.ridges.iter().enumerate() {
            let path = format!("mountains.yaml:ridges[{n}] ({})", ridge.name);
            found.extend(course(&ridge.course).map(|problem| problem.in_path(path)));
        }
        for (n, railroad) in self.sources.railroads.railroads.iter().enumerate() {
            if railroad.stations.len() < 2 {
                let path = format!("railroads.yaml:railroads[{n}] ({}).stations", railroad.name);
                found.push(Problem::new("a railroad must have at least two stations").in_path(path));
            }
        }
        let rivers: SortedSet<&str> = self.sources.rivers.rivers.iter().map(|river| river.name.as_str()).collect();
        for (n, border) in self.sources.states.river_borders.iter().enumerate() {
            if !rivers.contains(border.river.as_str()) {
                let path = format!("states.yaml:river_borders[{n}].river");
                found.push(Problem::new(format!("rivers.yaml has no river {:?}", border.river)).in_path(path));
            }
        }
    }
}

/// Whether the map prints more of a town than its name.
fn is_printed(placed: &Placed<'_>) -> bool {
    let town = placed.town;
    town.vp > 0 || town.depot || town.port.is_some() || town.fort.is_some() || town.site.is_some()
}

/// Whether a course is implausibly long: finding its path would take too much time and memory.
pub fn is_too_long(course: &[Waypoint]) -> bool {
    course.len() > MAX_WAYPOINTS
}

/// What is wrong with the length of a course.
fn course(waypoints: &[Waypoint]) -> Option<Problem> {
    if is_too_long(waypoints) {
        let count = waypoints.len();
        return Some(Problem::new(format!("a course has at most {MAX_WAYPOINTS} waypoints, not {count}")));
    }
    let nowhere = waypoints.iter().all(|waypoint| matches!(waypoint, Waypoint::Limit(_) | Waypoint::Source(_)));
    nowhere.then(|| Problem::new("a course must pass at least one place"))
}

fn beyond(hex: Hex) -> Problem {
    Problem::new(format!("the hex {hex} is beyond the map's edge")).advice("the map has the hexes 0101 to 5833")
}

fn no_state(id: &Id) -> Problem {
    Problem::new(format!("states.yaml has no state {id}"))
}
