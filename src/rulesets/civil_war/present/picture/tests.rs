//! Pictures of a large map: what is on them, and that nothing lies on top of other things.

use super::super::whole::table;
use super::labels::{Anchor, Labels};
use crate::report::MapView;
use crate::report::svg::{self, Form, Point, Shape};

fn drawn(view: &MapView) -> svg::Drawing {
    table().draw(view, None).expect("a picture")
}

/// The texts of a drawing's layer.
fn texts<'a>(drawing: &'a svg::Drawing, layer: &str) -> Vec<&'a str> {
    fn within<'a>(shapes: &'a [Shape], found: &mut Vec<&'a str>) {
        for shape in shapes {
            match &shape.form {
                Form::Text { text, .. } if !shape.class.contains("rim") => found.push(text),
                Form::Group(shapes) => within(shapes, found),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    drawing.layers.iter().filter(|other| other.class == layer).for_each(|layer| within(&layer.shapes, &mut found));
    found
}

#[test]
fn the_whole_map_has_every_hex_and_city_once() {
    let drawing = drawn(&MapView::default());
    let numbers = texts(&drawing, "numbers");
    assert_eq!((numbers.len(), numbers.first(), numbers.last()), (58 * 33, Some(&"0101"), Some(&"5833")));
    let names = texts(&drawing, "names");
    for wanted in ["Richmond", "St. Louis", "Ft. Donelson", "Cumberland", "J.E. Johnston", "Patterson"] {
        assert_eq!(names.iter().filter(|name| **name == wanted).count(), 1, "{wanted} in {names:?}");
    }
    // Two Lexingtons with a city, without their states; the third, a village, has room too.
    assert_eq!(names.iter().filter(|name| **name == "Lexington").count(), 3, "{names:?}");
    let written = svg::write(&drawing);
    assert_eq!(written, svg::write(&drawn(&MapView::default())));
    for wanted in ["Cumberland, navigable river", "5109 Richmond: clear, Virginia", "Confederate: 9 strength points in"]
    {
        assert!(written.contains(wanted), "no {wanted}");
    }
}

#[test]
fn a_part_shows_its_own_hexes() {
    let around = MapView { around: Some("Lexington, Ky.".to_owned()), radius: Some(1), ..MapView::default() };
    let drawing = drawn(&around);
    assert_eq!(texts(&drawing, "numbers"), ["3007", "3008", "3107", "3108", "3109", "3207", "3208"]);
    assert_eq!((drawing.title.as_str(), drawing.zoom), ("The Civil War: around Lexington, Kentucky (3108)", 200));
    let nowhere = MapView { around: Some("Lexington".to_owned()), ..MapView::default() };
    assert!(table().draw(&nowhere, None).is_err());
}

#[test]
fn a_name_goes_where_nothing_is_or_nowhere() {
    let mut labels = Labels::default();
    let at = |x, y| (Point { x, y }, Anchor::Middle);
    let place = |labels: &mut Labels, anchors: &[_], must| {
        labels.place("minor", 100, "Corinth", anchors, must).map(|shapes| match &shapes[0].form {
            Form::Text { at, .. } => *at,
            _ => panic!("no text"),
        })
    };
    assert_eq!(place(&mut labels, &[at(0, 0)], false), Some(Point { x: 0, y: 0 }));
    assert_eq!(place(&mut labels, &[at(50, 20), at(0, 200)], false), Some(Point { x: 0, y: 200 }));
    assert_eq!(place(&mut labels, &[at(50, 20), at(0, 180)], false), None);
    // What must be told is told where it covers least.
    assert_eq!(place(&mut labels, &[at(50, 20), at(0, 280)], true), Some(Point { x: 0, y: 280 }));
    assert!(labels.place_turned("water", 100, "Tennessee", Point { x: 0, y: 100 }, 45).is_none());
    assert!(labels.place_turned("water", 100, "Tennessee", Point { x: 0, y: 2000 }, 45).is_some());
}
