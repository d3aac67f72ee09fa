//! Checks that areas and boundaries form a map.

use crate::sorted::{SortedMap, SortedSet};

use super::Findings;
use crate::board::outlines::{OutlineError, crossings};
use crate::board::{Area, Point, outlines};
use crate::document::Problem;
use crate::pack::{Boundary, Map, Pack, Water};

impl Pack {
    pub(super) fn check_map(&self, findings: &mut Findings) {
        let map = &self.map;
        findings.source(&map.at_source, "map.yaml:at_source");
        for (id, area) in &map.areas {
            let path = |field: &str| format!("map.yaml:areas.{id}.{field}");
            findings.name(&area.name, path("name"));
            findings.expect((1..=4).contains(&area.tem), path("tem"), "3.2.3", "a modifier is 1, 2, 3 or 4");
            for (source, field) in
                [(&area.source, "source"), (&area.tem_source, "tem_source"), (&area.control_source, "control_source")]
            {
                findings.source(source, path(field));
            }
        }
        findings
            .distinct(map.areas.values().map(|area| (area.name.as_str(), format!("map.yaml:areas.{}.name", area.id))));
        for (place, boundary) in places(map) {
            check_boundary(boundary, &place, findings);
        }
        let bridges = || places(map).filter_map(|(place, boundary)| Some((place, boundary.bridge.as_ref()?)));
        let mut ids = SortedSet::new();
        for (place, bridge) in bridges() {
            findings.name(&bridge.name, format!("{place}.bridge.name"));
            let message = format!("there are two bridges {}", bridge.id);
            findings.expect(ids.insert(&bridge.id), format!("{place}.bridge.id"), "15.4", message);
        }
        findings.distinct(bridges().map(|(place, bridge)| (bridge.name.as_str(), format!("{place}.bridge.name"))));
        check_drawing(map, findings);
        check_reach(map, findings);
    }
}

/// Every boundary with its place in the file.
fn places(map: &Map) -> impl Iterator<Item = (String, &Boundary)> {
    let place = |(n, boundary): (usize, &Boundary)| {
        let [a, b] = boundary.areas;
        format!("map.yaml:boundaries[{n}] ({a}/{b})")
    };
    map.boundaries.iter().enumerate().map(move |each| (place(each), each.1))
}

fn check_boundary(boundary: &Boundary, place: &str, findings: &mut Findings) {
    findings.source(&boundary.source, format!("{place}.source"));
    let major = boundary.water == Water::Major;
    let bridge = boundary.bridge.is_some();
    findings.expect(major || !bridge, format!("{place}.bridge"), "3.2.5", "a bridge crosses Major Water");
    findings.expect(
        !boundary.road || !major || bridge,
        format!("{place}.road"),
        "9.5.2",
        "a road crosses Major Water without a bridge",
    );
}

/// Whether the areas can be drawn as polygons.
fn check_drawing(map: &Map, findings: &mut Findings) {
    let pairs: SortedSet<(Area, Area)> =
        map.boundaries.iter().map(|Boundary { areas: [a, b], .. }| (*a.min(b), *a.max(b))).collect();
    let at: SortedMap<Area, Point> = map.areas.iter().map(|(id, area)| (*id, (area.at[0], area.at[1]))).collect();
    let nth = |pair: (Area, Area)| {
        let listed = |boundary: &Boundary| boundary.areas == [pair.0, pair.1] || boundary.areas == [pair.1, pair.0];
        map.boundaries.iter().position(listed)
    };
    let place = |pair| {
        let listed = nth(pair).and_then(|nth| places(map).nth(nth));
        listed.map_or_else(|| "map.yaml:boundaries".to_owned(), |(place, _)| place)
    };
    let crossing = |one: (Area, Area), other: (Area, Area)| {
        let (first, then) = if nth(one) < nth(other) { (one, other) } else { (other, one) };
        let message = format!("the line from {} to {} crosses that from {} to {}", then.0, then.1, first.0, first.1);
        let problem = Problem::new(message).in_path(place(then)).rule("3.2");
        problem.advice("areas whose lines cross cannot all be neighbors: move a center or remove a boundary")
    };
    let crossings = crossings(&at, &pairs);
    if !crossings.is_empty() {
        findings.0.extend(crossings.into_iter().map(|(one, other)| crossing(one, other)));
        return;
    }
    let centres = map.areas.iter().map(|(id, area)| (*id, area.at)).collect();
    let Err(flaw) = outlines(map.size, &centres, &pairs.into_iter().collect::<Vec<_>>()) else { return };
    let path = match &flaw {
        OutlineError::Size => "map.yaml:size".to_owned(),
        OutlineError::Outside(area) | OutlineError::Hidden(area, _) => format!("map.yaml:areas.{area}.at"),
        OutlineError::Bent(areas) => areas.first().map_or_else(String::new, |area| format!("map.yaml:areas.{area}.at")),
        OutlineError::Crossing(_, pair) => place(*pair),
        OutlineError::Unknown(area)
        | OutlineError::Itself(area)
        | OutlineError::Apart(area)
        | OutlineError::Bottleneck(area) => {
            format!("map.yaml:areas.{area}")
        }
    };
    findings.0.push(Problem::new(format!("the map cannot be drawn: {flaw}")).in_path(path).rule("3.2"));
}

/// Whether units can get from every area to every other while all bridges stand.
fn check_reach(map: &Map, findings: &mut Findings) {
    let mut reached = SortedSet::new();
    let mut next: Vec<Area> = map.areas.keys().next().copied().into_iter().collect();
    while let Some(area) = next.pop() {
        if reached.insert(area) {
            next.extend(map.bordering(area).filter(|other| {
                let boundary = map.boundary(area, *other);
                boundary.is_some_and(|boundary| boundary.water != Water::Major || boundary.bridge.is_some())
            }));
        }
    }
    for area in map.areas.keys().filter(|area| !reached.contains(area)) {
        let message = format!("no unit can get to area {area} from the others");
        findings.expect(false, format!("map.yaml:areas.{area}"), "3.2", message);
    }
}
