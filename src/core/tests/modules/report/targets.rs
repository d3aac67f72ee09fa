//! What a pointer over a board tells.

use adjutant_core::document::Id;
use adjutant_core::report::Target;
use adjutant_core::report::svg::{Details, Drawing, Form, Layer, Point, Role, Shape};
use adjutant_core::report::targets::{hover, hovered, layer, rectangle};

fn square(x: i32, y: i32) -> Vec<Point> {
    rectangle(Point { x, y }, 100, 100)
}

/// Two places; a leader and an army in the first, a battery with an outline of its own in it too.
fn board() -> Vec<Target> {
    let north: Id = "north".parse().expect("an id");
    vec![
        Target::place("1", "Ford (1)", square(1000, 1000)).described("2 <points>"),
        Target::place("2", "Mill (2)", square(1100, 1000)),
        Target::piece("lee", "Lee", &north).at("1").described("Lee (4 stars): initiative 3"),
        Target::piece("army", "the Army of the North", &north).at("1"),
        Target::piece("battery", "Battery", &north).at("1").described("2 guns").outlined(rectangle(
            Point { x: 1020, y: 1020 },
            50,
            50,
        )),
    ]
}

fn titles(shapes: &[Shape]) -> Vec<&str> {
    shapes.iter().map(|shape| shape.title.as_deref().expect("a title")).collect()
}

const STACK: &str = "Ford (1): 2 <points>. Lee (4 stars): initiative 3. the Army of the North. Battery: 2 guns";
const BATTERY: &str = "Battery: 2 guns. Ford (1): 2 <points>. Lee (4 stars): initiative 3. the Army of the North";

#[test]
fn a_piece_comes_first_then_its_place_and_all_that_stands_there() {
    // An empty place says no more than the map.
    assert_eq!(titles(&hover(&board())), [STACK, BATTERY]);
}

#[test]
fn the_board_tells_the_same_and_every_place() {
    let written = layer(&board());
    let escaped = |words: &str| format!("<title>{}</title>", words.replace('<', "&lt;").replace('>', "&gt;"));
    for words in [STACK, BATTERY, "Mill (2)"] {
        assert!(written.contains(&escaped(words)), "{written}");
    }
    assert!(written.find("data-place=\"2\"") < written.find("data-piece=\"battery\""), "places lie below pieces");
}

#[test]
fn a_part_of_a_board_tells_what_lies_in_it() {
    let ground = |role, corner: Point| Layer {
        class: "ground",
        role,
        details: Details::Always,
        shapes: vec![Shape::rect("land", corner, 100, 100)],
    };
    // The sheet begins at 900 of the board, and shows the first place alone.
    let part = |at: i32| Drawing {
        title: String::new(),
        about: String::new(),
        width: 300,
        height: 300,
        origin: Point { x: 900, y: 900 },
        zoom: 100,
        style: &[],
        patterns: Vec::new(),
        layers: vec![ground(Role::Ground, Point { x: at, y: 100 }), ground(Role::Step, Point { x: 100, y: 100 })],
    };
    let drawn = hovered(part(100), &board(), Point::default());
    let classes: Vec<&str> = drawn.layers.iter().map(|layer| layer.class).collect();
    assert_eq!(classes, ["ground", "targets", "ground"], "below what happened");
    assert_eq!(titles(&drawn.layers[1].shapes), [STACK, BATTERY]);
    let Form::Path(outline) = &drawn.layers[1].shapes[0].form else { panic!("an outline") };
    assert_eq!(outline.corners(), Some((Point { x: 100, y: 100 }, Point { x: 200, y: 200 })));
    let drawn = hovered(
        Drawing { layers: vec![ground(Role::Ground, Point::default())], ..part(0) },
        &board(),
        Point::default(),
    );
    assert_eq!(titles(&drawn.layers[1].shapes), [""; 0], "nothing lies outside of what is drawn");
}
