//! The shipped pack of *Lee and the Seven Days* against what is known of the printed game.

use std::collections::BTreeSet;

use adjutant::board::outlines::contains;
use adjutant::board::{Area, Outlines, Point, outlines};
use adjutant::rulesets::seven_days::pack::*;

// -- The drawing

fn drawn(map: &Map) -> Outlines {
    let at = map.areas.iter().map(|(area, data)| (*area, data.at)).collect();
    let pairs: Vec<(Area, Area)> = map.boundaries.iter().map(|boundary| boundary.areas.into()).collect();
    outlines(map.size, &at, &pairs).expect("polygons")
}

/// Twice the surface of a polygon.
fn surface(outline: &[Point]) -> i64 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1)).sum()
}

#[test]
fn every_area_is_a_polygon_of_its_own() {
    let map = Pack::shipped().map;
    let drawn = drawn(&map);
    for (area, data) in &map.areas {
        let centre = (data.at[0], data.at[1]);
        let holding = drawn.areas().filter(|(_, outline)| contains(outline, centre)).map(|(area, _)| area);
        assert_eq!(holding.collect::<Vec<Area>>(), [*area], "whose outline the centre of {area} lies in");
        // Room for its number and its counters.
        assert!(surface(drawn.area(*area)) > 2 * 1000 * 1000, "{area} is too small to be read");
        for (other, there) in &map.areas {
            let [x, y] = [data.at[0] - there.at[0], data.at[1] - there.at[1]].map(i64::from);
            assert!(area == other || x * x + y * y >= 1300 * 1300, "{area} and {other} lie too near");
        }
    }
}

#[test]
fn a_boundary_is_a_part_of_both_outlines_and_of_no_other() {
    let map = Pack::shipped().map;
    let drawn = drawn(&map);
    let has = |outline: &[Point], line: &[Point]| {
        let turned: Vec<Point> = line.iter().rev().copied().collect();
        let doubled = [outline, outline].concat();
        doubled.windows(line.len()).any(|part| part == line || part == turned)
    };
    for boundary in &map.boundaries {
        let [a, b] = boundary.areas;
        let line = drawn.boundary(a, b);
        assert_eq!(line.len(), 3, "{a} and {b}");
        let holding: BTreeSet<Area> =
            drawn.areas().filter(|(_, outline)| has(outline, line)).map(|(area, _)| area).collect();
        assert_eq!(holding, BTreeSet::from([a, b]));
    }
}

#[test]
fn the_outlines_cover_the_country_without_gap_or_overlap() {
    let map = Pack::shipped().map;
    let drawn = drawn(&map);
    // Round the country along the coasts, each of which ends where the next begins.
    let mut coasts: Vec<&[Point]> = map.areas.keys().map(|area| drawn.coast(*area)).filter(|c| !c.is_empty()).collect();
    let first = coasts.pop().expect("a coast");
    let (mut round, mut end) = (first[1..].to_vec(), first[2]);
    while let Some(next) = coasts.iter().position(|coast| coast[0] == end) {
        let coast = coasts.swap_remove(next);
        round.extend(&coast[1..]);
        end = coast[2];
    }
    assert!(coasts.is_empty() && end == first[0], "one coast");
    let all: i64 = drawn.areas().map(|(_, outline)| surface(outline)).sum();
    assert_eq!(all, surface(&round));
    let outline = drawn.areas().map(|(area, outline)| (area, surface(outline)));
    assert_eq!(outline.filter(|(_, surface)| *surface <= 0).count(), 0, "every outline is walked clockwise");
}
