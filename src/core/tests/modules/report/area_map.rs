//! The name of an area lies within it, and an arrow begins and ends beside what stands in an area.

use adjutant_core::board::Area;
use adjutant_core::board::outlines::contains;
use adjutant_core::report::area_map::*;
use adjutant_core::report::svg::text_width::widest;
use adjutant_core::report::svg::{Form, Point, Shape, extent};

/// Three areas, of which one has its middle at the edge of the map.
fn map() -> AreaMap {
    let ground = |area, at, name: &str| Ground {
        area: Area(area),
        at,
        name: name.to_owned(),
        note: "2 points, cover 1".to_owned(),
        side: "union",
    };
    let counter = |id: &str, area| Counter {
        id: id.parse().expect("an id"),
        area: Area(area),
        side: "union",
        lines: ["Hale".to_owned(), "4".to_owned()],
        tired: false,
    };
    AreaMap {
        size: [8000, 6000],
        areas: vec![
            ground(1, [700, 3000], "Stone Bridge"),
            ground(2, [6000, 1400], "Widow Gray's"),
            ground(3, [6000, 4600], "Old Chapel"),
        ],
        boundaries: vec![(Area(1), Area(2)), (Area(1), Area(3)), (Area(2), Area(3))],
        counters: vec![counter("hale", 1), counter("tripp", 1), counter("lyle", 2)],
        moves: vec![("union", Area(1), Area(2))],
        ..AreaMap::default()
    }
}

fn layer(map: &AreaMap, class: &str) -> Vec<Shape> {
    let drawing = map.draw().expect("a map");
    drawing.layers.into_iter().find(|layer| layer.class == class).map_or_else(Vec::new, |layer| layer.shapes)
}

#[test]
fn names_lie_within_their_areas() {
    let map = map();
    let corners = map.area_corners();
    let within = |area: u8, at: Point| {
        let outline: Vec<(i32, i32)> = corners[&Area(area)].iter().map(|at| (at.x, at.y)).collect();
        contains(&outline, (at.x, at.y))
    };
    let names: Vec<Shape> =
        layer(&map, "names").into_iter().filter(|shape| shape.class.starts_with("area-name")).collect();
    assert_eq!(names.len(), 3);
    for (area, name) in [1, 2, 3].into_iter().zip(names) {
        let Form::Text { at, text, .. } = name.form else { panic!("a name is text") };
        let half = widest(&text, 190, true) / 2;
        assert!(within(area, at.by(-half, 0)) && within(area, at.by(half, -150)), "{text} at {at:?}");
    }
}

#[test]
fn an_arrow_touches_no_counter_and_no_name() {
    let map = map();
    let (low, high) = extent(&layer(&map, "moves")).expect("an arrow");
    for (at, _) in map.counter_places() {
        for corner in counter_corners(at) {
            let inside = (low.x..=high.x).contains(&corner.x) && (low.y..=high.y).contains(&corner.y);
            assert!(!inside, "{corner:?} within {low:?} to {high:?}");
        }
    }
}
