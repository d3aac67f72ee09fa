//! Checks the consistency of the map as a whole: places where units and ships can get to; and, by a search over the
//! whole map, that land can be reached, rivers lead to the sea, and states are in their theaters.

use crate::sorted::{SortedMap, SortedSet};

use super::{Findings, Lazy};
use crate::board::{Corner, Hex};
use crate::document::{Id, Problem};
use crate::pack::{Hexside, HexsideKind, Map, Pack, Terrain, Theater};

/// The two hexes of a hexside.
type Between = (Hex, Hex);

impl Pack {
    /// What entries of the map require next to them: a port needs water, a box its hexes, a railroad its rails.
    pub(super) fn check_places(&self, findings: &mut Findings) {
        let map = &self.map;
        let land = |hex: Hex| map.hex(hex).is_some_and(|data| data.terrain != Terrain::AllSea);
        let (mut cities, mut forts, mut states) = (SortedMap::new(), SortedMap::new(), SortedSet::new());
        for (hex, data) in map.hexes() {
            let path = Lazy(move || format!("map.yaml:hexes.{hex}"));
            states.extend(&data.states);
            if data.terrain == Terrain::AllSea {
                for coast in map.neighbors(hex).filter(|&there| land(there)) {
                    let path = Lazy(move || format!("map.yaml:hexes.{coast}"));
                    let coastal = map.hex(coast).is_some_and(|data| data.coastal);
                    findings.expect(
                        coastal,
                        path,
                        Lazy(|| format!("it touches the sea at {hex} but is not coastal (2.1)")),
                    );
                }
                findings.expect(data.site.is_none(), path, "the sea has no resource site");
                continue;
            }
            if let Some(city) = &data.city {
                let first = *cities.entry(&city.name).or_insert(hex);
                findings.expect(first == hex, path, Lazy(|| format!("{} is already a city in {first}", city.name)));
                let wet = data.coastal || map.neighbors(hex).any(|there| map.over_navigable(hex, there));
                findings.expect(!city.port || wet, path, "a port must be on a coast or a navigable river (2.1)");
                if let Some(port) = &city.imports {
                    findings.expect(city.port, path, "a Port Box needs a port (2.1)");
                    for &key in &port.shut_by {
                        let path = Lazy(move || format!("map.yaml:hexes.{hex}.city.imports"));
                        findings.expect(
                            land(key),
                            path,
                            Lazy(|| format!("{key}, which closes it, is not land (9.4.6)")),
                        );
                    }
                }
            }
            if let Some(fort) = &data.fort {
                let first = *forts.entry(&fort.name).or_insert(hex);
                findings.expect(first == hex, path, Lazy(|| format!("{} is already in {first}", fort.name)));
            }
        }
        for state in map.states.keys().filter(|state| !states.contains(state)) {
            findings.expect(false, format!("map.yaml:states.{state}"), "no hex is in this state");
        }
        for ((a, b), side) in map.hexsides() {
            let path = Lazy(move || format!("map.yaml:hexsides {a}/{b}"));
            findings.expect(land(a) || land(b), path, Lazy(|| format!("{} lies in the sea", side.name)));
            findings.expect(
                side.kind == HexsideKind::NavigableRiver || !side.river_ships_only && side.water.is_river(),
                path,
                Lazy(|| format!("no ships can reach {} (8.3)", side.name)),
            );
            findings.expect(
                side.kind == HexsideKind::NavigableRiver || !side.impassable,
                path,
                Lazy(|| format!("{} carries no ships: its kind says whether it is crossed (8.4)", side.name)),
            );
        }
        self.check_shores(findings);
        for (hex, _) in map.rail_owners_at_start().filter(|(hex, _)| !map.rail_hex(*hex)) {
            let path = Lazy(move || format!("map.yaml:rail_owners {hex}"));
            findings.expect(false, path, "there is no railroad here to own (11.1)");
        }
        for railroad in &map.railroads {
            let path = Lazy(move || format!("map.yaml:railroads {}", railroad.name));
            findings.name(&railroad.name, path);
            findings.expect(railroad.line.len() > 1, path, "a railroad must join at least two hexes");
        }
    }

    /// Where ships go in and out of rivers, along the coast and round Florida (2.1, 8.3).
    fn check_shores(&self, findings: &mut Findings) {
        let map = &self.map;
        let sea = |hex: Hex| map.hex(hex).is_some_and(|data| data.terrain == Terrain::AllSea);
        let coastal = |hex: Hex| map.hex(hex).is_some_and(|data| data.coastal);
        for mouth in &map.mouths {
            let (a, b) = mouth.between;
            let path = Lazy(move || format!("map.yaml:mouths {a}/{b}"));
            let name = &mouth.name;
            findings.name(name, path);
            findings.expect(
                map.over_navigable(a, b),
                path,
                Lazy(|| format!("ships cannot go up the {name} there (8.3)")),
            );
            let beyond = mouth.beyond;
            let end = beyond.adjacent(a) && beyond.adjacent(b);
            findings.expect(end, path, Lazy(|| format!("{beyond} is at neither end of it")));
            let salt = [a, b, beyond].into_iter().any(|hex| sea(hex) || coastal(hex));
            findings.expect(salt, path, Lazy(|| format!("the {name} meets neither the sea nor a coast there (8.3)")));
        }
        for strait in &map.straits {
            for &(a, b) in &strait.between {
                let path = Lazy(move || format!("map.yaml:straits {a}/{b}"));
                let shores = a.adjacent(b) && coastal(a) && coastal(b);
                findings.expect(shores, path, Lazy(|| format!("{} must join two coastal hexes (8.3)", strait.name)));
            }
        }
        for &(a, b) in &map.round {
            let path = Lazy(move || format!("map.yaml:round {a}/{b}"));
            findings.expect(sea(a) && sea(b), path, "the way round Florida must be over the sea (2.1)");
        }
    }

    /// [`check`](Pack::check), plus everything that takes a search over the whole map: hexes that nobody can reach,
    /// rivers that run in a circle or never reach the sea, hexes in another theater than their state. Too slow for
    /// every time a pack is read.
    pub fn check_thoroughly(&self) -> Vec<Problem> {
        let mut findings = Findings(self.check());
        if self.map.hexes().next().is_none() {
            return findings.0;
        }
        self.check_reach(&mut findings);
        self.check_rivers(&mut findings);
        self.check_theaters(&mut findings);
        findings.0
    }

    /// Marching units can reach every hex (6.3) except mountains that no road enters, and islands.
    fn check_reach(&self, findings: &mut Findings) {
        let map = &self.map;
        let mut largest: SortedSet<Hex> = SortedSet::new();
        let mut seen: SortedSet<Hex> = SortedSet::new();
        for (hex, _) in map.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea) {
            if seen.contains(&hex) {
                continue;
            }
            let part = reach(map, hex);
            seen.extend(&part);
            if part.len() > largest.len() {
                largest = part;
            }
        }
        for (hex, data) in map.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea) {
            let wild = data.terrain == Terrain::Mountain && data.city.is_none() && data.fort.is_none();
            let shut = |there: Hex| map.hexside(hex, there).is_some_and(Hexside::is_barred);
            let sea = |there: Hex| map.hex(there).is_none_or(|data| data.terrain == Terrain::AllSea);
            let island = data.coastal && map.neighbors(hex).all(|there| sea(there) || shut(there));
            findings.expect(
                largest.contains(&hex) || wild || island,
                format!("map.yaml:hexes.{hex}"),
                Lazy(|| format!("{} cannot be reached over land (6.3)", data.display_name())),
            );
        }
    }

    /// Rivers are trees: none runs in a circle, and those that carry ships lead to the sea (8.3).
    fn check_rivers(&self, findings: &mut Findings) {
        let map = &self.map;
        let of = |navigable: bool| -> Vec<Between> {
            let wanted = |kind| kind == HexsideKind::NavigableRiver || !navigable && kind == HexsideKind::River;
            map.hexsides().filter(|(_, side)| wanted(side.kind)).map(|(between, _)| between).collect()
        };
        let name = |(a, b): Between| map.hexside(a, b).map_or("a river", |side| side.name.as_str());
        for (a, b) in joined(&of(false)).1 {
            let path = Lazy(move || format!("map.yaml:hexsides {a}/{b}"));
            findings.expect(false, path, format!("{} runs in a circle", name((a, b))));
        }
        let ships = of(true);
        let (parts, _) = joined(&ships);
        let part = |(a, b): Between| a.ends_of_side(b).and_then(|[end, _]| parts.get(&end));
        let open: SortedSet<usize> = map.mouths.iter().filter_map(|mouth| part(mouth.between)).copied().collect();
        let mut reported = SortedSet::new();
        for &(a, b) in &ships {
            if part((a, b)).is_some_and(|part| !open.contains(part) && reported.insert(*part)) {
                let path = Lazy(move || format!("map.yaml:hexsides {a}/{b}"));
                findings.expect(false, path, format!("no ship can reach {}: it has no mouth (8.3)", name((a, b))));
            }
        }
    }

    /// A state is in one theater, and so are its cities with points (4.0).
    fn check_theaters(&self, findings: &mut Findings) {
        let mut of: SortedMap<&Id, SortedMap<Theater, usize>> = SortedMap::new();
        // What lies on the western sheet is in the Far West, whatever its state (CW-316).
        let main = || self.map.hexes().filter(|(_, data)| data.theater != Theater::FarWest);
        for (_, data) in main() {
            if let [state] = data.states.as_slice() {
                *of.entry(state).or_default().entry(data.theater).or_default() += 1;
            }
        }
        let home = |state: &Id| {
            let theaters = of.get(state)?;
            theaters.iter().max_by_key(|(theater, hexes)| (**hexes, **theater)).map(|(theater, _)| *theater)
        };
        for (hex, data) in main() {
            let alone = if let [state] = data.states.as_slice() { Some(state) } else { None };
            let state = data.city.as_ref().filter(|city| city.vp > 0).map(|city| &city.state).or(alone);
            let Some((state, due)) = state.and_then(|state| Some((state, home(state)?))) else { continue };
            findings.expect(
                data.theater == due,
                format!("map.yaml:hexes.{hex}"),
                Lazy(|| format!("it is in the {}, but {state} is in the {due}", data.theater)),
            );
        }
    }
}

/// The hexes that a force can march to from one, by the terrain alone (6.3.2).
fn reach(map: &Map, from: Hex) -> SortedSet<Hex> {
    let terrain = |hex: Hex| map.hex(hex).map(|data| data.terrain);
    let barred = |here: Hex, there: Hex| map.hexside(here, there).is_some_and(Hexside::is_barred);
    let open = |here: Hex, there: Hex| match map.hexside(here, there).map(|side| side.kind) {
        _ if barred(here, there) => false,
        Some(HexsideKind::Mountain) => false,
        Some(HexsideKind::Road) => true,
        _ => [here, there].iter().all(|&hex| !matches!(terrain(hex), None | Some(Terrain::Mountain | Terrain::AllSea))),
    };
    let mut reached = SortedSet::from([from]);
    let mut next = vec![from];
    while let Some(here) = next.pop() {
        for there in map.neighbors(here) {
            if open(here, there) && reached.insert(there) {
                next.push(there);
            }
        }
    }
    reached
}

/// Which hexsides hang together: the number of each corner's part, and the hexsides that close a circle.
fn joined(sides: &[Between]) -> (SortedMap<Corner, usize>, Vec<Between>) {
    let mut parts: SortedMap<Corner, usize> = SortedMap::new();
    let mut members: Vec<Vec<Corner>> = Vec::new();
    let mut circles = Vec::new();
    for &(a, b) in sides {
        let Some(ends) = a.ends_of_side(b) else { continue };
        let [one, other] = ends.map(|corner| {
            *parts.entry(corner).or_insert_with(|| {
                members.push(vec![corner]);
                members.len() - 1
            })
        });
        if one == other {
            circles.push((a, b));
            continue;
        }
        let (small, large) = if members[one].len() < members[other].len() { (one, other) } else { (other, one) };
        for corner in std::mem::take(&mut members[small]) {
            parts.insert(corner, large);
            members[large].push(corner);
        }
    }
    (parts, circles)
}
