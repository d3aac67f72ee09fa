//! Drawings as data, and as SVG. The writer knows no game: a ruleset gives shapes in layers, each with a class, and what
//! the classes look like.
//!
//! Lengths are whole numbers of tenths of a pixel, x to the right, y down: nothing depends on how a machine rounds.

use std::fmt::{self, Write};

use super::safe::clean;

/// A length as it is written: tenths of a pixel as pixels.
struct Tenths(i32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        match (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, tenth) => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

/// A place on a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    /// The point so far from it.
    pub fn by(self, x: i32, y: i32) -> Point {
        Point { x: self.x + x, y: self.y + y }
    }

    /// The point so many hundredths of the way to another.
    pub fn toward(self, other: Point, hundredths: i32) -> Point {
        self.by((other.x - self.x) * hundredths / 100, (other.y - self.y) * hundredths / 100)
    }
}

/// Lines from point to point; several, if need be. Each line begins at a place on the drawing and goes on from there, which
/// takes the fewest letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(String);

impl Path {
    /// One line through these points.
    pub fn line(points: &[Point]) -> Path {
        let mut path = Path::default();
        path.add(points);
        path
    }

    /// The outline of an area.
    pub fn area(points: &[Point]) -> Path {
        let mut path = Path::line(points);
        path.0.push('Z');
        path
    }

    /// A line from the first of these points to the last that bends toward those between, and touches the middle of the
    /// line from each of them to the next.
    pub fn bend(points: &[Point]) -> Path {
        let [first, between @ .., last] = points else { return Path::line(points) };
        let mut path = Path::default();
        path.begin(*first);
        let mut at = *first;
        for (n, toward) in between.iter().enumerate() {
            let end = between.get(n + 1).map_or(*last, |next| toward.toward(*next, 50));
            path.0.push('q');
            path.step(at, *toward);
            if end.x >= at.x {
                path.0.push(' ');
            }
            path.step(at, end);
            at = end;
        }
        if between.is_empty() {
            path.go(at, *last);
        }
        path
    }

    /// Another line through these points.
    pub fn add(&mut self, points: &[Point]) {
        let Some(&first) = points.first() else { return };
        self.begin(first);
        for line in points.windows(2) {
            self.go(line[0], line[1]);
        }
    }

    fn begin(&mut self, at: Point) {
        let _ = write!(self.0, "M{}", Tenths(at.x));
        let _ = write!(self.0, "{}{}", if at.y < 0 { "" } else { " " }, Tenths(at.y));
    }

    /// A straight line.
    fn go(&mut self, from: Point, to: Point) {
        match (to.x - from.x, to.y - from.y) {
            (across, 0) => {
                let _ = write!(self.0, "h{}", Tenths(across));
            }
            (0, down) => {
                let _ = write!(self.0, "v{}", Tenths(down));
            }
            _ => {
                self.0.push('l');
                self.step(from, to);
            }
        }
    }

    /// How far it is from one point to another.
    fn step(&mut self, from: Point, to: Point) {
        let (across, down) = (to.x - from.x, to.y - from.y);
        let _ = write!(self.0, "{}{}{}", Tenths(across), if down < 0 { "" } else { " " }, Tenths(down));
    }

    /// Whether there is no line in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a shape is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    Path(Path),
    Circle {
        centre: Point,
        radius: i32,
    },
    Rect {
        corner: Point,
        width: i32,
        height: i32,
    },
    /// A line of text at its anchor, turned by so many degrees clockwise about it. What players wrote is made harmless.
    Text {
        at: Point,
        turn: i32,
        text: String,
    },
    Group(Vec<Shape>),
}

/// Something on a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// One or several names of classes, letters, digits and hyphens, between spaces; whatever else is left out.
    pub class: String,
    /// What a reader is told who points at it.
    pub title: Option<String>,
    pub form: Form,
}

impl Shape {
    /// A shape of a class.
    pub fn new(class: impl Into<String>, form: Form) -> Shape {
        Shape { class: class.into(), title: None, form }
    }
    /// Lines or an area.
    pub fn path(class: impl Into<String>, path: Path) -> Shape {
        Shape::new(class, Form::Path(path))
    }
    /// A circle.
    pub fn circle(class: impl Into<String>, centre: Point, radius: i32) -> Shape {
        Shape::new(class, Form::Circle { centre, radius })
    }
    /// A rectangle.
    pub fn rect(class: impl Into<String>, corner: Point, width: i32, height: i32) -> Shape {
        Shape::new(class, Form::Rect { corner, width, height })
    }
    /// A line of text.
    pub fn text(class: impl Into<String>, at: Point, text: impl Into<String>) -> Shape {
        Shape::new(class, Form::Text { at, turn: 0, text: text.into() })
    }
    /// The same, with what a reader is told who points at it.
    pub fn titled(mut self, title: impl Into<String>) -> Shape {
        self.title = Some(title.into());
        self
    }
}

/// What a layer is drawn from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The ground, which stays the same all match long.
    #[default]
    Ground,
    /// A position.
    Position,
    /// What happened in a step.
    Step,
}

/// Shapes that lie over those of the layers before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The class of the layer: `rivers`.
    pub class: &'static str,
    pub role: Role,
    pub shapes: Vec<Shape>,
}

/// A pattern that areas are filled with: `fill: url(#id)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub id: &'static str,
    pub width: i32,
    pub height: i32,
    pub shapes: Vec<Shape>,
}

/// A drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    pub title: String,
    /// What it shows, for who cannot see it.
    pub about: String,
    pub width: i32,
    pub height: i32,
    /// How many hundredths of its size it is shown at unless told otherwise.
    pub zoom: i32,
    /// What the classes look like: rules of a style sheet. The ruleset's own words, never a player's.
    pub style: &'static str,
    pub patterns: Vec<Pattern>,
    pub layers: Vec<Layer>,
}

/// The class of a layer that tells what the signs of a drawing mean, and that stands below all else. Its first shape is a
/// rectangle round all of it, as wide as the drawing. A page may fold it away: see [`parted`].
pub const KEY: &str = "key";

/// A drawing without its key, and the key as SVG of its own for the same page, without style sheet and patterns. One that
/// has no [`KEY`] stays as it is.
pub fn parted(drawing: &Drawing) -> (Drawing, Option<String>) {
    let found = drawing.layers.iter().find(|layer| layer.class == KEY);
    let Some((layer, Form::Rect { corner, width, height })) =
        found.and_then(|layer| layer.shapes.first().map(|first| (layer, &first.form)))
    else {
        return (drawing.clone(), None);
    };
    let shown = |length: i32| i64::from(length) * i64::from(drawing.zoom) / 1000;
    let mut key = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" role=\"img\">\n\
         <title>What the signs mean</title>\n<g class=\"{KEY}\">\n",
        shown(*width),
        shown(*height),
        Tenths(corner.x),
        Tenths(corner.y),
        Tenths(*width),
        Tenths(*height)
    );
    layer.shapes.iter().for_each(|shape| write_shape(&mut key, shape));
    key += "</g>\n</svg>\n";
    let layers = drawing.layers.iter().filter(|layer| layer.class != KEY).cloned().collect();
    (Drawing { height: corner.y, layers, ..drawing.clone() }, Some(key))
}

/// Writes a drawing as SVG. It holds no script and refers to nothing outside itself.
pub fn write(drawing: &Drawing) -> String {
    document(drawing, true, false)
}

/// The same without its style sheet: for a page that has [`Drawing::style`] in a sheet of its own.
pub fn write_bare(drawing: &Drawing) -> String {
    document(drawing, false, false)
}

/// A board without its style sheet, with its layers of what changes, though they be empty: each a group of the layer's class.
pub fn board(drawing: &Drawing) -> String {
    document(drawing, false, true)
}

/// One shape, on one line.
pub fn fragment(shape: &Shape) -> String {
    let mut out = String::new();
    write_shape(&mut out, shape);
    // Texts have no line breaks: those that are left stand between elements.
    out.retain(|c| c != '\n');
    out
}

fn document(drawing: &Drawing, styled: bool, whole: bool) -> String {
    let Drawing { title, about, width, height, zoom, style, patterns, layers } = drawing;
    let shown = |length: i32| i64::from(length) * i64::from(*zoom) / 1000;
    let mut out = String::new();
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" \
         role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n",
        shown(*width),
        shown(*height),
        Tenths(*width),
        Tenths(*height),
        escaped(title),
        escaped(about)
    );
    if styled {
        let _ = writeln!(out, "<style>\n{style}</style>");
    }
    if !patterns.is_empty() {
        out += "<defs>\n";
        for Pattern { id, width, height, shapes } in patterns {
            let _ = writeln!(
                out,
                "<pattern id=\"{}\" width=\"{}\" height=\"{}\" patternUnits=\"userSpaceOnUse\">",
                names(id),
                Tenths(*width),
                Tenths(*height)
            );
            shapes.iter().for_each(|shape| write_shape(&mut out, shape));
            out += "</pattern>\n";
        }
        out += "</defs>\n";
    }
    let kept = |layer: &&Layer| !layer.shapes.is_empty() || whole && layer.role != Role::Ground;
    for Layer { class, shapes, .. } in layers.iter().filter(kept) {
        let _ = write!(out, "<g class=\"{}\">", names(class));
        if !shapes.is_empty() {
            out.push('\n');
        }
        shapes.iter().for_each(|shape| write_shape(&mut out, shape));
        out += "</g>\n";
    }
    out += "</svg>\n";
    out
}

fn write_shape(out: &mut String, shape: &Shape) {
    let class = match names(&shape.class) {
        none if none.is_empty() => none,
        names => format!(" class=\"{names}\""),
    };
    let title = shape.title.as_ref().map(|title| format!("<title>{}</title>", escaped(title)));
    let name = match &shape.form {
        Form::Path(Path(path)) => {
            let _ = write!(out, "<path{class} d=\"{path}\"");
            "path"
        }
        Form::Circle { centre, radius } => {
            let _ = write!(
                out,
                "<circle{class} cx=\"{}\" cy=\"{}\" r=\"{}\"",
                Tenths(centre.x),
                Tenths(centre.y),
                Tenths(*radius)
            );
            "circle"
        }
        Form::Rect { corner, width, height } => {
            let (x, y, width, height) = (Tenths(corner.x), Tenths(corner.y), Tenths(*width), Tenths(*height));
            let _ = write!(out, "<rect{class} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
            "rect"
        }
        Form::Text { at, turn, text } => {
            let (x, y) = (Tenths(at.x), Tenths(at.y));
            let _ = write!(out, "<text{class} x=\"{x}\" y=\"{y}\"");
            if *turn != 0 {
                let _ = write!(out, " transform=\"rotate({turn} {x} {y})\"");
            }
            let _ = writeln!(out, ">{}{}</text>", title.unwrap_or_default(), escaped(text));
            return;
        }
        Form::Group(shapes) => {
            let _ = writeln!(out, "<g{class}>{}", title.unwrap_or_default());
            shapes.iter().for_each(|shape| write_shape(out, shape));
            *out += "</g>\n";
            return;
        }
    };
    match title {
        Some(title) => {
            let _ = writeln!(out, ">{title}</{name}>");
        }
        None => *out += "/>\n",
    }
}

/// Names of classes and ids: everything but letters, digits, hyphens and single spaces is left out.
fn names(text: &str) -> String {
    let names = text.split(' ').map(|name| name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect());
    names.filter(|name: &String| !name.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Text in which nothing is markup, and nothing that XML does not allow.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in clean(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests;
