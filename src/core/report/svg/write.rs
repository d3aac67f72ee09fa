//! Writes drawings as SVG, each shape on a line of its own.

use std::fmt::{self, Write};

use super::path::number;
use super::{Details, Drawing, Form, KEY, Layer, Pattern, Point, Role, Shape};
use crate::report::sanitize::markup;

/// A length as it is written: tenths of a pixel as pixels.
pub struct Tenths(pub i32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        number(&mut out, self.0, false);
        f.write_str(&out)
    }
}

/// The legend of a drawing, with the style rules that it needs.
pub struct Key<'a> {
    pub corner: Point,
    pub width: i32,
    pub height: i32,
    pub zoom: i32,
    pub shapes: &'a [Shape],
}

impl Key<'_> {
    /// A separate SVG around its written shapes.
    pub fn around(&self, shapes: &str) -> String {
        let shown = |length: i32| i64::from(length) * i64::from(self.zoom) / 1000;
        let Key { corner, width, height, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" role=\"img\">\n\
             <title>Map key</title>\n<g class=\"{KEY}\">\n{shapes}</g>\n</svg>\n",
            shown(*width),
            shown(*height),
            Tenths(corner.x),
            Tenths(corner.y),
            Tenths(*width),
            Tenths(*height)
        )
    }

    /// The same with its shapes written out, for a page that has the style sheet and the patterns.
    pub fn write(&self) -> String {
        let mut shapes = String::new();
        self.shapes.iter().for_each(|shape| write_shape(&mut shapes, shape, Point::default()));
        self.around(&shapes)
    }
}

/// Splits a drawing into the part without its legend, and the legend. A drawing without a [`KEY`] stays as it is.
pub fn parted(drawing: &Drawing) -> (Drawing, Option<Key<'_>>) {
    let found = drawing.layers.iter().find(|layer| layer.class == KEY);
    let first = found.and_then(|layer| Some((layer, &layer.shapes.first()?.form)));
    let Some((layer, Form::Rect { corner, width, height })) = first else { return (drawing.clone(), None) };
    let layers = drawing.layers.iter().filter(|layer| layer.class != KEY).cloned().collect();
    let key = Key { corner: *corner, width: *width, height: *height, zoom: drawing.zoom, shapes: &layer.shapes };
    (Drawing { height: corner.y, layers, ..drawing.clone() }, Some(key))
}

/// Writes a drawing as SVG. It contains no script and refers to nothing outside itself.
pub fn write(drawing: &Drawing) -> String {
    document(drawing, true, false)
}

/// A board without its style sheet, including its changing layers even if they are empty: each is a group with the
/// layer's class.
pub fn board(drawing: &Drawing) -> String {
    document(drawing, false, true)
}

/// One shape, on one line.
pub fn fragment(shape: &Shape) -> String {
    let mut out = String::new();
    write_shape(&mut out, shape, Point::default());
    // Texts have no line breaks: those that remain are between elements.
    out.retain(|c| c != '\n');
    out
}

fn document(drawing: &Drawing, styled: bool, whole: bool) -> String {
    let mut out = head(drawing);
    if styled {
        let _ = writeln!(out, "<style>\n{}</style>", drawing.style.concat());
    }
    if !drawing.patterns.is_empty() {
        out += "<defs>\n";
        drawing.patterns.iter().for_each(|pattern| write_pattern(&mut out, pattern));
        out += "</defs>\n";
    }
    let kept = |layer: &&Layer| !layer.shapes.is_empty() || whole && layer.role != Role::Ground;
    for Layer { class, details, shapes, .. } in drawing.layers.iter().filter(kept) {
        let _ = match details {
            // A page shows its board at every level of detail.
            details if whole && *details != Details::Always => {
                write!(out, "<g class=\"{}\" data-detail=\"{}\">", names(class), details.words())
            }
            _ => write!(out, "<g class=\"{}\">", names(class)),
        };
        if !shapes.is_empty() {
            out.push('\n');
        }
        shapes.iter().for_each(|shape| write_shape(&mut out, shape, Point::default()));
        out += "</g>\n";
    }
    out += "</svg>\n";
    out
}

/// The beginning of a drawing: its element, its title and its description.
pub fn head(drawing: &Drawing) -> String {
    let Drawing { title, about, width, height, zoom, .. } = drawing;
    let shown = |length: i32| i64::from(length) * i64::from(*zoom) / 1000;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" \
         role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n",
        shown(*width),
        shown(*height),
        Tenths(*width),
        Tenths(*height),
        markup(title),
        markup(about)
    )
}

/// A pattern.
pub fn write_pattern(out: &mut String, pattern: &Pattern) {
    let Pattern { id, at, width, height, shapes } = pattern;
    let _ = write!(out, "<pattern id=\"{}\"", names(id));
    if *at != Point::default() {
        let _ = write!(out, " x=\"{}\" y=\"{}\"", Tenths(at.x), Tenths(at.y));
    }
    let (width, height) = (Tenths(*width), Tenths(*height));
    let _ = writeln!(out, " width=\"{width}\" height=\"{height}\" patternUnits=\"userSpaceOnUse\">");
    shapes.iter().for_each(|shape| write_shape(out, shape, Point::default()));
    *out += "</pattern>\n";
}

/// A shape, on lines of its own, shifted by `off`.
pub fn write_shape(out: &mut String, shape: &Shape, off: Point) {
    let class = class(shape);
    let title = title(shape);
    let name = match &shape.form {
        Form::Path(path) => {
            let _ = write!(out, "<path{class} d=\"");
            path.write(out, off);
            out.push('"');
            "path"
        }
        Form::Circle { centre, radius } => {
            let (x, y) = (Tenths(centre.x - off.x), Tenths(centre.y - off.y));
            let _ = write!(out, "<circle{class} cx=\"{x}\" cy=\"{y}\" r=\"{}\"", Tenths(*radius));
            "circle"
        }
        Form::Rect { corner, width, height } => {
            let (x, y) = (Tenths(corner.x - off.x), Tenths(corner.y - off.y));
            let (width, height) = (Tenths(*width), Tenths(*height));
            let _ = write!(out, "<rect{class} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
            "rect"
        }
        Form::Text { at, turn, text } => {
            let (x, y) = (Tenths(at.x - off.x), Tenths(at.y - off.y));
            let _ = match turn {
                0 => write!(out, "<text{class} x=\"{x}\" y=\"{y}\""),
                turn => write!(out, "<text{class} transform=\"translate({x} {y})rotate({turn})\""),
            };
            let _ = writeln!(out, ">{title}{}</text>", markup(text));
            return;
        }
        Form::Group(shapes) => {
            let _ = writeln!(out, "<g{class}>{title}");
            shapes.iter().for_each(|shape| write_shape(out, shape, off));
            *out += "</g>\n";
            return;
        }
    };
    let _ = match title.as_str() {
        "" => writeln!(out, "/>"),
        title => writeln!(out, ">{title}</{name}>"),
    };
}

/// The class of a shape as an attribute, preceded by a space; empty if it has none.
pub fn class(shape: &Shape) -> String {
    match names(&shape.class) {
        none if none.is_empty() => none,
        names => format!(" class=\"{names}\""),
    }
}

/// The title of a shape as an element; empty if it has none.
pub fn title(shape: &Shape) -> String {
    shape.title.as_ref().map_or(String::new(), |title| format!("<title>{}</title>", markup(title)))
}

/// Names of classes and ids: only letters, digits, hyphens and single spaces are kept.
pub fn names(text: &str) -> String {
    let names = text.split(' ').map(|name| name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect());
    names.filter(|name: &String| !name.is_empty()).collect::<Vec<_>>().join(" ")
}
