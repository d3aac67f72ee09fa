//! Drawings as SVG.

mod style;

use adjutant_core::report::svg::*;

fn drawing(shapes: Vec<Shape>) -> Drawing {
    Drawing {
        title: "A & B".to_owned(),
        about: "<nothing>".to_owned(),
        width: 1000,
        height: 500,
        origin: Point::default(),
        zoom: 200,
        style: &[".dot{fill:black}\n"],
        patterns: vec![Pattern {
            id: "wood",
            at: Point::default(),
            width: 80,
            height: 80,
            shapes: vec![Shape::rect("", Point::default(), 80, 80)],
        }],
        layers: vec![
            Layer { class: "empty", role: Role::Ground, details: Details::Always, shapes: Vec::new() },
            Layer { class: "dots", role: Role::Position, details: Details::Always, shapes },
        ],
    }
}

#[test]
fn shapes_in_layers() {
    let at = Point { x: 100, y: 55 };
    let turned = Form::Text { at, turn: -30, text: "Ohio".to_owned() };
    let written = write(&drawing(vec![
        Shape::circle("dot", at, 20).titled("one"),
        Shape::path("line", Path::line(&[at, at.by(-150, 10)])),
        Shape::new("", Form::Group(vec![Shape::path("area", Path::area(&[at, at.toward(Point::default(), 50)]))])),
        Shape::new("river", turned),
    ]));
    let wanted = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"100\" viewBox=\"0 0 100 50\" \
                  role=\"img\">\n<title>A &amp; B</title>\n<desc>&lt;nothing&gt;</desc>\n<style>\n.dot{fill:black}\n\
                  </style>\n<defs>\n<pattern id=\"wood\" width=\"8\" height=\"8\" \
                  patternUnits=\"userSpaceOnUse\">\n<rect x=\"0\" y=\"0\" width=\"8\" height=\"8\"/>\n</pattern>\n\
                  </defs>\n<g class=\"dots\">\n<circle class=\"dot\" cx=\"10\" cy=\"5.5\" r=\"2\"><title>one</title>\
                  </circle>\n<path class=\"line\" d=\"M10 5.5l-15 1\"/>\n<g>\n<path class=\"area\" \
                  d=\"M10 5.5l-5-2.7Z\"/>\n</g>\n<text class=\"river\" \
                  transform=\"translate(10 5.5)rotate(-30)\">Ohio</text>\n</g>\n</svg>\n";
    assert_eq!(written, wanted);
}

#[test]
fn lines_go_on_from_where_they_are() {
    let at = |x, y| Point { x, y };
    let written = |path: Path| {
        let mut out = String::new();
        path.write(&mut out, Point::default());
        out
    };
    assert_eq!(written(Path::line(&[at(0, 0), at(30, 0), at(30, -5), at(0, 0)])), "M0 0h3v-.5l-3 .5");
    // Toward (10, 0), over the middle between it and (10, 20), toward that, to the end.
    let bend = Path::bend(&[at(0, 0), at(100, 0), at(100, 200), at(300, 200)]);
    assert_eq!(written(bend), "M0 0q10 0 10 10 0 10 20 10");
    assert_eq!(written(Path::bend(&[at(50, 0), at(0, 0), at(-50, 10)])), "M5 0q-5 0-10 1");
    assert_eq!(Path::bend(&[at(0, 0), at(100, 0)]), Path::line(&[at(0, 0), at(100, 0)]));
}

#[test]
fn a_board_keeps_room_for_what_changes() {
    let mut drawing = drawing(Vec::new());
    drawing.layers.push(Layer { class: "moves", role: Role::Step, details: Details::Always, shapes: Vec::new() });
    let board = board(&drawing);
    assert!(board.contains("<g class=\"dots\"></g>\n<g class=\"moves\"></g>\n</svg>"), "{board}");
    assert!(!board.contains("empty") && !board.contains("<style>"), "{board}");
    assert!(!write(&drawing).contains("<g") && write(&drawing).contains("<style>"));
}

#[test]
fn a_page_folds_the_key_away() {
    let mut whole = drawing(vec![Shape::circle("dot", Point { x: 100, y: 55 }, 20)]);
    assert!(matches!(parted(&whole), (rest, None) if rest == whole));
    assert!(page(&whole).key.is_none());
    let corner = Point { x: 0, y: 400 };
    let shapes = vec![Shape::rect("paper", corner, 1000, 100), Shape::text("words", corner.by(50, 70), "a dot")];
    whole.layers.push(Layer { class: KEY, role: Role::Ground, details: Details::Always, shapes });
    let (rest, key) = parted(&whole);
    assert_eq!((rest.width, rest.height, rest.layers.len()), (1000, 400, 2));
    let key = key.expect("a key").write();
    assert!(key.starts_with("<svg ") && key.contains("viewBox=\"0 40 100 10\""), "{key}");
    assert!(key.contains(">a dot</text>") && !page(&whole).map.contains("a dot"), "{key}");
    assert_eq!(page(&whole).key, Some(key));
}

/// Two wagons of two wheels: the second refers to the first, and so does a wheel that stands alone. What is drawn lies
/// where it lay: a reference adds where it is put to where the sign was drawn from.
#[test]
fn what_is_drawn_again_is_referred_to() {
    let at = |x, y| Point { x, y };
    let wheel = |from: Point| Path::area(&[from, from.by(40, 0), from.by(40, 40), from.by(7, 33), from.by(0, 40)]);
    let wagon = |from: Point| {
        let wheels = vec![Shape::path("wheel", wheel(from)), Shape::path("wheel", wheel(from.by(100, 0)))];
        Shape::new("wagon", Form::Group(wheels)).titled("a wagon")
    };
    let drawing = drawing(vec![wagon(at(100, 100)), wagon(at(500, 300)), Shape::circle("dot", at(10, 10), 5)]);
    let map = page(&drawing).map;
    assert_eq!(map.matches("<path").count(), 2, "{map}");
    assert!(map.contains("<use href=\"#s0\" x=\"10\" y=\"10\"><title>a wagon</title></use>"), "{map}");
    assert!(map.contains("<use href=\"#s0\" x=\"50\" y=\"30\"><title>a wagon</title></use>"), "{map}");
    assert!(map.contains("<path class=\"wheel\" d=\"M10 0h4v4l-3.3-.7-.7 .7Z\"/>"), "{map}");
    assert!(map.contains("<circle class=\"dot\""), "{map}");
}

#[test]
fn a_fragment_is_one_line() {
    let text = Shape::text("name", Point::default(), "Lee\n& <Longstreet>");
    let group = Shape::new("force", Form::Group(vec![text, Shape::circle("", Point::default(), 10)]));
    assert_eq!(
        fragment(&group.titled("a\nb")),
        "<g class=\"force\"><title>a\\u{a}b</title><text class=\"name\" x=\"0\" y=\"0\">Lee\\u{a}&amp; \
         &lt;Longstreet&gt;</text><circle cx=\"0\" cy=\"0\" r=\"1\"/></g>"
    );
}

#[test]
fn nothing_that_is_drawn_becomes_markup() {
    let hostile = "</text><script>alert('1')</script>\"&\u{0}\u{1b}[2J\u{202e}\u{ffff}";
    let text = Shape::text("a\" onload=\"x", Point::default(), hostile).titled(hostile);
    let written = write(&Drawing { title: hostile.to_owned(), about: hostile.to_owned(), ..drawing(vec![text]) });
    assert!(written.contains("&lt;/text&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;"), "{written}");
    assert!(written.contains("class=\"a onloadx\""), "{written}");
    assert!(!written.contains("<script") && !written.contains("onload="), "{written}");
    assert!(written.chars().all(|c| c == '\n' || !c.is_control()), "{written}");
    assert!(!written.contains(['\u{202e}', '\u{ffff}']), "{written}");
}

#[test]
fn a_layer_is_drawn_at_its_details_alone() {
    let mut drawing = drawing(vec![Shape::circle("dot", Point::default(), 5)]);
    drawing.layers[1].details = Details::From(Detail::Middle);
    let written = |detail| write(&drawing.clone().at(detail));
    assert!(!written(Detail::Far).contains("<circle"));
    assert!(written(Detail::Middle).contains("<circle") && written(Detail::Near).contains("<circle"));
    // A page has all of them, and says when each is shown.
    assert!(board(&drawing).contains("<g class=\"dots\" data-detail=\"middle near\">"), "{}", board(&drawing));
    drawing.layers[1].details = Details::Only(Detail::Far);
    assert_eq!(drawing.at(Detail::Middle).layers.len(), 1);
}
