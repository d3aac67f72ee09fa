//! Pictures of a large map: what is on them, and that nothing overlaps.

mod overlaps;
mod style;

use serde_json::json;

use crate::present::test_map::{afloat, table};
use adjutant_core::report::svg::{self, Form, Layer, Point, Role, Shape};
use adjutant_core::report::{MapView, Past, StepFacts};
use adjutant_core::session::{Game, Rules};
use civil_war::CivilWar;
use civil_war::pack::Side;
use civil_war::present::picture::labels::{Anchor, Area, Labels};

fn drawn(view: &MapView) -> svg::Drawing {
    table().draw(view, None, None).expect("a picture")
}

/// The texts of a drawing's layer.
fn texts<'a>(drawing: &'a svg::Drawing, layer: &str) -> Vec<&'a str> {
    fn within<'a>(shapes: &'a [Shape], found: &mut Vec<&'a str>) {
        for shape in shapes {
            match &shape.form {
                Form::Text { text, .. } => found.push(text),
                Form::Group(shapes) => within(shapes, found),
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    drawing.layers.iter().filter(|other| other.class == layer).for_each(|layer| within(&layer.shapes, &mut found));
    found
}

/// The numbers of the hexes, without the mark of what is reconstructed.
fn numbers(drawing: &svg::Drawing) -> Vec<&str> {
    texts(drawing, "numbers").into_iter().map(|number| number.trim_end_matches('†')).collect()
}

#[test]
fn the_whole_map_has_every_hex_and_city_once() {
    let drawing = drawn(&MapView::default());
    let numbers = numbers(&drawing);
    assert_eq!((numbers.len(), numbers.first(), numbers.last()), (58 * 33, Some(&"0101"), Some(&"5833")));
    let names = texts(&drawing, "names");
    for wanted in ["Richmond", "St. Louis", "Ft. Donelson", "Cumberland"] {
        assert_eq!(names.iter().filter(|name| **name == wanted).count(), 1, "{wanted} in {names:?}");
    }
    let mut leaders = texts(&drawing, "leaders");
    leaders.sort_unstable();
    assert_eq!(leaders, ["J.E. Johnston", "Patterson"]);
    // Two Lexingtons with a city, without their states; the third, a village, has room too.
    let named = |layer| texts(&drawing, layer).into_iter().filter(|name| *name == "Lexington").count();
    assert_eq!((named("names"), named("hamlets")), (2, 1), "{names:?}");
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
    assert_eq!(numbers(&drawing), ["3007", "3008", "3107", "3108", "3109", "3207", "3208"]);
    assert_eq!((drawing.title.as_str(), drawing.zoom), ("The Civil War: around Lexington, Kentucky (3108)", 200));
    let nowhere = MapView { around: Some("Lexington".to_owned()), ..MapView::default() };
    assert!(table().draw(&nowhere, None, None).is_err());
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
    let turned = |labels: &mut Labels, y: i32| {
        labels.place_turned("water", 100, "Tennessee", std::iter::once((Point { x: 0, y }, 45)), false)
    };
    assert!(turned(&mut labels, 100).is_none());
    assert!(turned(&mut labels, 2000).is_some());
    // What is spared is covered only where no other place is free.
    labels.spare(Area::around(Point { x: 0, y: 4000 }, 300, 300));
    assert_eq!(place(&mut labels, &[at(0, 4000), at(0, 5000)], false), Some(Point { x: 0, y: 5000 }));
    assert_eq!(place(&mut labels, &[at(0, 4000)], false), Some(Point { x: 0, y: 4000 }));
}

/// The ships of a drawing: what is told of them, and what they are drawn with.
fn fleets(drawing: &svg::Drawing) -> Vec<(String, Vec<Shape>)> {
    let layer = drawing.layers.iter().find(|layer| layer.class == "ships").expect("the layer of the ships");
    let group = |shape: &Shape| match &shape.form {
        Form::Group(shapes) => (shape.title.clone().unwrap_or_default(), shapes.clone()),
        other => panic!("no group: {other:?}"),
    };
    layer.shapes.iter().map(group).collect()
}

#[test]
fn what_rests_on_a_reconstruction_is_marked_and_the_mark_explained() {
    // One hex of two is known.
    let drawn = |source: Option<&str>| {
        let hex = |source: Option<&str>| {
            let mut hex = json!({"name": "", "terrain": "clear", "states": ["virginia"]});
            if let (Some(source), Some(fields)) = (source, hex.as_object_mut()) {
                fields.insert("source".to_owned(), json!({source: "a test"}));
            }
            hex
        };
        let ground = json!({
            "states": {"virginia": {"name": "Virginia", "friendly_to": "confederate"}},
            "hexes": {"5106": hex(Some("stated")), "5107": hex(source)},
        });
        let table =
            Rules(CivilWar::shipped()).case(&json!({"phasing": "union", "ground": ground})).expect("a position");
        table.draw(&MapView::default(), None, None).expect("a picture")
    };
    let marked = |drawing: &svg::Drawing| -> Vec<String> {
        texts(drawing, "numbers").into_iter().filter(|number| number.ends_with('†')).map(str::to_owned).collect()
    };
    let told = "reconstructed, not printed";
    let known = drawn(Some("stated"));
    assert_eq!((marked(&known), texts(&known, svg::KEY).contains(&told)), (Vec::new(), false));
    assert!(!svg::write(&known).contains('†'));
    let ours = drawn(Some("reconstructed"));
    assert_eq!((marked(&ours), texts(&ours, svg::KEY).contains(&told)), (vec!["5107†".to_owned()], true));
    let written = svg::write(&ours);
    // By the number, in what is told of the hex, and in the legend.
    assert_eq!(written.matches('†').count(), 3, "{written}");
}

#[test]
fn ships_have_a_hull_with_their_points_and_the_side_a_shape_of_its_own() {
    let drawing = afloat().draw(&MapView::default(), None, None).expect("a picture");
    let fleets = fleets(&drawing);
    let told: Vec<&str> = fleets.iter().map(|(told, _)| told.as_str()).collect();
    assert_eq!(
        told,
        [
            "Union: the Carondelet and 3 river transports, 1911/2010 on the Mississippi: Foote (2 stars)",
            "Confederate: the Manassas, 2511/2512 on the Cumberland, by Dover",
            "Union: 1 ocean transport, hex 5510",
            "Union: 2 ocean transports, hex 5512",
        ]
    );
    assert_eq!(texts(&drawing, "ships"), ["4", "1", "1", "2"]);
    assert!(texts(&drawing, "leaders").contains(&"Foote"));
    // Told apart without color: by the outline.
    let corners = |side| {
        let written = svg::write(&svg::Drawing {
            patterns: Vec::new(),
            layers: vec![svg::Layer {
                class: "one",
                role: svg::Role::Position,
                details: svg::Details::Always,
                shapes: civil_war::present::picture::ships::hull(Point::default(), side, 1),
            }],
            ..afloat()
                .draw(&MapView { around: Some("1911".to_owned()), ..MapView::default() }, None, None)
                .expect("a picture")
        });
        written.split(" d=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned).expect("a path")
    };
    assert_ne!(corners(Side::Union), corners(Side::Confederate));
    let legend = texts(&drawing, svg::KEY);
    assert!(legend.contains(&"Union ships, naval points") && legend.contains(&"Confederate ships"), "{legend:?}");
}

#[test]
fn a_fleet_does_not_lie_on_the_strength_points_of_its_hex() {
    let drawing = afloat().draw(&MapView::default(), None, None).expect("a picture");
    let at = |layer: &str, told: &str| {
        let layer = drawing.layers.iter().find(|other| other.class == layer).expect("the layer");
        let found = layer.shapes.iter().find(|shape| shape.title.as_deref().is_some_and(|said| said.contains(told)));
        let Form::Group(shapes) = &found.expect("a shape").form else { panic!("no group") };
        let text =
            shapes.iter().find_map(|shape| if let Form::Text { at, .. } = &shape.form { Some(*at) } else { None });
        text.expect("its points")
    };
    let (force, fleet) = (at("forces", "5510"), at("ships", "5510"));
    // Half the height of a force and of a hull.
    assert!(fleet.y - force.y > 200, "{force:?}, {fleet:?}");
}

/// What is told of the shapes of a layer.
fn titles<'a>(layers: &'a [Layer], class: &str) -> Vec<&'a str> {
    let layer = layers.iter().find(|layer| layer.class == class).expect("the layer");
    layer.shapes.iter().filter_map(|shape| shape.title.as_deref()).collect()
}

#[test]
fn a_board_stays_and_its_pieces_fill_it() {
    let (one, other) = (table(), afloat());
    let board = one.board(None).expect("a board");
    let written = svg::board(&board);
    assert_eq!(written, svg::board(&other.board(None).expect("a board")));
    let classes = ["fronts", "control", "moves", "works", "forces", "ships", "leaders", "combats"];
    for class in classes {
        let is_empty = |line: &&str| line.starts_with(&format!("<g class=\"{class}\"")) && line.ends_with("></g>");
        assert_eq!(written.lines().filter(is_empty).count(), 1, "{class}");
    }
    let drawing = other.draw(&MapView::default(), None, None).expect("a picture");
    let pieces = other.pieces(None, None).expect("pieces");
    let roles = |layers: &[Layer]| -> Vec<(&'static str, Role)> {
        layers.iter().filter(|layer| layer.role != Role::Ground).map(|layer| (layer.class, layer.role)).collect()
    };
    assert_eq!(roles(&pieces.layers), roles(&board.layers));
    assert_eq!((board.width, drawing.width), (drawing.width, 58 * 630 + 2 * 105 + 2 * 200));
    for class in ["fronts", "control", "forces"] {
        let shapes =
            |layers: &[Layer]| layers.iter().find(|layer| layer.class == class).map(|layer| layer.shapes.clone());
        assert_eq!(shapes(&pieces.layers), shapes(&drawing.layers), "{class}");
    }
    for class in ["ships", "works"] {
        assert_eq!(titles(&pieces.layers, class), titles(&drawing.layers, class), "{class}");
    }
    assert_eq!(
        titles(&pieces.layers, "works"),
        ["Dover (2512), Ft. Donelson fort of the Confederacy", "Confederate: depot in Cumberland (4704)"]
    );
    assert_eq!(titles(&pieces.layers, "forces").len(), 4);
    // Every city has its name, though nobody knows yet who will stand there.
    let names = texts(&board, "names");
    for wanted in ["Richmond", "St. Louis", "Lexington", "Cumberland"] {
        assert!(names.contains(&wanted), "{wanted} in {names:?}");
    }
    for shape in pieces.layers.iter().flat_map(|layer| &layer.shapes) {
        let fragment = svg::fragment(shape);
        assert!(!fragment.contains('\n') && fragment.starts_with('<') && fragment.ends_with('>'), "{fragment}");
    }
}

#[test]
fn what_happened_is_drawn_where_it_is_asked_for() {
    let table = table();
    let march = json!({"event": "march", "rule": "6.1", "side": "union", "leader": "patterson-2", "sp": 7,
        "from": "1916", "allowance": 4, "supplied": true});
    let entered =
        |hex: &str| json!({"event": "entered", "rule": "6.1.3", "side": "union", "hex": hex, "cost": 1, "left": 2});
    let retreat = json!({"event": "retreated", "rule": "7.7.13", "side": "confederate", "from": "1816", "to": "1916"});
    let events = vec![march, entered("1816"), entered("1717"), retreat];
    let facts = StepFacts { step: 2, rolls: Vec::new(), events, reader: None };
    let before = table.position();
    let past = || Some(Past { before: &before, facts: &facts });
    let layer = |layers: &[Layer], class: &str| -> Vec<Shape> {
        layers.iter().find(|layer| layer.class == class).map(|layer| layer.shapes.clone()).unwrap_or_default()
    };
    let pieces = table.pieces(None, past()).expect("pieces");
    assert_eq!(
        titles(&pieces.layers, "moves"),
        [
            "Union, march: Patterson with 7 strength points, St. Louis (1916) to hex 1717, 2 steps",
            "Confederate, retreat: hex 1816 to St. Louis (1916)",
        ]
    );
    let drawing = table.draw(&MapView { happened: true, ..MapView::default() }, None, past()).expect("a picture");
    assert_eq!(drawing.title, "The Civil War: what happened around St. Louis");
    // What lies far off is told of below the title.
    let mut far = facts.clone();
    let came =
        json!({"event": "reinforced", "rule": "10.2", "side": "union", "from": "east", "at": "5106", "free": true});
    far.events.push(came);
    let past = || Some(Past { before: &before, facts: &far });
    let two = table.draw(&MapView { happened: true, ..MapView::default() }, None, past()).expect("a picture");
    assert_eq!(two.title, drawing.title);
    assert!(texts(&two, "heading")[1].ends_with(" More happened at hex 5106."), "{:?}", texts(&two, "heading"));
    let numbers = numbers(&drawing);
    assert!(numbers.contains(&"1916") && numbers.contains(&"1719") && !numbers.contains(&"3108"), "{numbers:?}");
    assert_eq!(layer(&drawing.layers, "moves").len(), 2);
    // The sides have arrows that differ without their colors: one line or two.
    let lines = |shape: &Shape| match &shape.form {
        Form::Group(shapes) => shapes.len(),
        other => panic!("no group: {other:?}"),
    };
    assert_eq!(layer(&drawing.layers, "moves").iter().map(lines).collect::<Vec<_>>(), [3, 4]);
    let legend = texts(&drawing, svg::KEY);
    assert!(legend.contains(&"Union: march") && legend.contains(&"Confederate: retreat"), "{legend:?}");
    assert!(!legend.contains(&"Union: by rail") && !legend.contains(&"overrun"), "{legend:?}");
    // The part that a step was about, on the board's own scale.
    let (corner, opposite) = pieces.focus.expect("somewhere");
    assert!(corner.x < opposite.x && opposite.x < 58 * 624 / 2 && corner.y > 0, "{corner:?} {opposite:?}");
    let quiet = table.pieces(None, None).expect("pieces");
    assert!(quiet.focus.is_none() && layer(&quiet.layers, "moves").is_empty());
    assert!(!texts(&drawn(&MapView::default()), svg::KEY).contains(&"Union: march"));
}

#[test]
fn a_stack_of_several_leaders_is_told_of_under_the_map() {
    let given = json!({
        "phasing": "union",
        "union": {"at": {"5106": {"sp": 12, "leaders": ["mcdowell-3", "burnside-2"]}, "5206": {"sp": 3}}},
        "confederate": {"at": {"5109": {"sp": 9, "leaders": ["je_johnston-3"]}}},
    });
    let table = Rules(CivilWar::shipped()).case(&given).expect("a position");
    let near = MapView { around: Some("5107".to_owned()), ..MapView::default() };
    let drawing = table.draw(&near, None, None).expect("a picture");
    // Once in the hex, once in the list; who stands alone is told of in his hex.
    assert_eq!(
        texts(&drawing, "stacks").join("|"),
        "Stacks, by their numbers|1|1|Alexandria (5106)|Union: 12 strength points; McDowell (3 stars) and Burnside (2 stars)"
    );
    let bare = table.board(None).expect("a board");
    assert!(texts(&bare, "stacks").is_empty());
}
