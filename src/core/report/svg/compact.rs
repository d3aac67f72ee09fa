//! Compact drawings for a page: shapes that occur repeatedly are written once and referred to, and the style sheet
//! contains only the rules that are used.

use crate::sorted::{SortedMap, SortedSet};
use std::fmt::Write;

use super::write::{Tenths, class, head, names, parted, title, write_pattern, write_shape};
use super::{Drawing, Form, Layer, Path, Point, Shape, style};
use crate::report::sanitize::markup;

/// The approximate number of letters in a reference to a symbol, and the extra letters in its definition.
const REFERRED: usize = 28;
const KEPT: usize = 12;
/// A group with more letters is written part by part, because its parts often recur.
const LARGE: usize = 700;
/// A shape that is drawn at least this often in one class is stored together with its class.
const OFTEN: usize = 3;

/// A drawing for a page.
pub struct CompactSvg {
    /// SVG without a style sheet.
    pub map: String,
    /// Its legend, if it has one: SVG that refers to the map's.
    pub key: Option<String>,
    /// The style rules for the classes that occur.
    pub style: String,
}

/// Writes a drawing for a page. Its legend is separate, so that the page can fold it away.
pub fn page(drawing: &Drawing) -> CompactSvg {
    let (map, key) = parted(drawing);
    let mut pen = Pen::default();
    let mut written = (String::new(), None);
    // The first pass counts what is drawn.
    for counting in [true, false] {
        pen.counting = counting;
        let layers = map.layers.iter().map(|layer| pen.layer(layer)).collect();
        written = (layers, key.as_ref().map(|key| key.around(&pen.shapes(key.shapes))));
    }
    let mut classes = classes(drawing.layers.iter().flat_map(|layer| &layer.shapes));
    classes.extend(drawing.layers.iter().map(|layer| layer.class.to_owned()));
    let sheet = drawing.style.concat();
    let fills = style::used(&sheet, &classes);
    let patterns = || drawing.patterns.iter().filter(|pattern| fills.contains(&format!("url(#{})", pattern.id)));
    classes.extend(self::classes(patterns().flat_map(|pattern| &pattern.shapes)));
    let mut svg = head(&map);
    let mut kept = String::new();
    patterns().for_each(|pattern| write_pattern(&mut kept, pattern));
    kept += &pen.kept;
    if !kept.is_empty() {
        let _ = write!(svg, "<defs>\n{kept}</defs>\n");
    }
    svg += &written.0;
    svg += "</svg>\n";
    CompactSvg { map: svg, key: written.1, style: style::used(&sheet, &classes) }
}

/// The classes of shapes.
pub fn classes<'a>(shapes: impl Iterator<Item = &'a Shape>) -> SortedSet<String> {
    let mut classes = SortedSet::new();
    for shape in shapes {
        classes.extend(names(&shape.class).split(' ').map(str::to_owned));
        if let Form::Group(parts) = &shape.form {
            classes.extend(self::classes(parts.iter()));
        }
    }
    classes
}

/// The writer, which remembers what it has drawn. A symbol is the look of shapes relative to the place of the first
/// one.
#[derive(Default)]
struct Pen {
    /// Whether this is the counting pass.
    counting: bool,
    /// How often each symbol is drawn.
    counts: SortedMap<String, usize>,
    /// The symbols that are referred to, with their numbers.
    signs: SortedMap<String, usize>,
    /// Their definitions.
    kept: String,
}

impl Pen {
    fn layer(&mut self, layer: &Layer) -> String {
        if layer.shapes.is_empty() {
            return String::new();
        }
        format!("<g class=\"{}\">\n{}</g>\n", names(layer.class), self.shapes(&layer.shapes))
    }

    /// Shapes one after the other; adjacent texts grouped by class.
    fn shapes(&mut self, shapes: &[Shape]) -> String {
        let mut out = String::new();
        for run in shapes.chunk_by(|one, other| plain_text(one).is_some() == plain_text(other).is_some()) {
            match plain_text(&run[0]) {
                Some(_) => texts(&mut out, run),
                None => run.iter().for_each(|shape| self.shape(&mut out, shape)),
            }
        }
        out
    }

    fn shape(&mut self, out: &mut String, shape: &Shape) {
        match &shape.form {
            Form::Group(parts) => self.group(out, shape, parts),
            Form::Path(path) => self.path(out, shape, path),
            Form::Text { at, turn, text } => {
                let form = Form::Text { at: rounded(*at), turn: *turn, text: text.clone() };
                write_shape(out, &Shape { form, ..shape.clone() }, Point::default());
            }
            Form::Circle { .. } | Form::Rect { .. } => write_shape(out, shape, Point::default()),
        }
    }

    /// A path: as a symbol with its class, or else without, so that other paths of the same shape can share it.
    fn path(&mut self, out: &mut String, shape: &Shape, path: &Path) {
        let sign = untitled_markup(&[shape], path.first());
        let outline = format!("<path d=\"M0 0{}\"/>\n", path.rest());
        let (often, again) = (self.sign(&sign, OFTEN), self.sign(&outline, 2));
        let keyed = match (often, again) {
            (true, _) => (sign, String::new()),
            (false, true) => (outline, class(shape)),
            (false, false) => return write_shape(out, shape, Point::default()),
        };
        self.refer(out, &keyed.0, path.first(), &keyed.1, &title(shape));
    }

    /// A group: as a whole as a symbol, or else each run of its parts without texts.
    fn group(&mut self, out: &mut String, shape: &Shape, parts: &[Shape]) {
        let all: Vec<&Shape> = parts.iter().collect();
        let at = anchor(parts);
        let sign = untitled_markup(&all, at);
        if sign.len() <= LARGE && self.sign(&sign, 2) {
            return self.refer(out, &sign, at, "", &title(shape));
        }
        let _ = write!(out, "<g>{}", title(shape));
        for run in parts.chunk_by(|one, other| drawn(one) == drawn(other)) {
            let (all, at) = (run.iter().collect::<Vec<_>>(), anchor(run));
            let sign = untitled_markup(&all, at);
            match run.len() > 1 && drawn(&run[0]) && sign.len() <= LARGE && self.sign(&sign, 2) {
                true => self.refer(out, &sign, at, "", ""),
                false => run.iter().for_each(|shape| self.shape(out, shape)),
            }
        }
        *out += "</g>\n";
    }

    /// Whether something is a symbol worth referring to: one that is drawn at least `least` times.
    fn sign(&mut self, sign: &str, least: usize) -> bool {
        if self.counting {
            *self.counts.entry(sign.to_owned()).or_default() += 1;
            return false;
        }
        let (times, length) = (self.counts.get(sign).copied().unwrap_or(0), sign.len());
        times >= least && times * length > times * REFERRED + length + KEPT
    }

    /// Refers to a symbol, and defines it on first use.
    fn refer(&mut self, out: &mut String, sign: &str, at: Point, class: &str, title: &str) {
        let next = self.signs.len();
        let id = match self.signs.get(sign) {
            Some(id) => *id,
            None => {
                // A single element carries the id itself.
                let _ = match sign.strip_prefix("<path").filter(|rest| rest.matches('<').count() == 0) {
                    Some(rest) => write!(self.kept, "<path id=\"s{next}\"{rest}"),
                    None => writeln!(self.kept, "<g id=\"s{next}\">{}</g>", sign.trim_end()),
                };
                self.signs.insert(sign.to_owned(), next);
                next
            }
        };
        let _ = write!(out, "<use{class} href=\"#s{id}\" x=\"{}\" y=\"{}\"", Tenths(at.x), Tenths(at.y));
        let _ = match title {
            "" => writeln!(out, "/>"),
            title => writeln!(out, ">{title}</use>"),
        };
    }
}

/// The look of shapes relative to a point, without their titles.
fn untitled_markup(shapes: &[&Shape], from: Point) -> String {
    let mut out = String::new();
    for shape in shapes {
        let untitled = Shape { title: None, ..(*shape).clone() };
        write_shape(&mut out, &untitled, from);
    }
    out
}

/// The place of the first of the shapes.
fn anchor(shapes: &[Shape]) -> Point {
    shapes.first().map_or(Point::default(), |shape| match &shape.form {
        Form::Path(path) => path.first(),
        Form::Circle { centre, .. } => *centre,
        Form::Rect { corner, .. } => *corner,
        Form::Text { at, .. } => *at,
        Form::Group(parts) => anchor(parts),
    })
}

/// Whether a shape has neither words nor a title.
fn drawn(shape: &Shape) -> bool {
    shape.title.is_none() && !matches!(shape.form, Form::Text { .. } | Form::Group(_))
}

/// A text that is not rotated and has no tooltip.
fn plain_text(shape: &Shape) -> Option<(Point, &str)> {
    match &shape.form {
        Form::Text { at, turn: 0, text } if shape.title.is_none() => Some((*at, text)),
        _ => None,
    }
}

/// Texts, those of a class in one element. There is no space between them, because it would become part of the one
/// before.
fn texts(out: &mut String, shapes: &[Shape]) {
    let mut classes: Vec<(String, Vec<(Point, &str)>)> = Vec::new();
    for shape in shapes {
        let Some((at, text)) = plain_text(shape) else { continue };
        let class = class(shape);
        match classes.iter_mut().find(|(other, _)| *other == class) {
            Some((_, texts)) => texts.push((rounded(at), text)),
            None => classes.push((class, vec![(rounded(at), text)])),
        }
    }
    for (class, texts) in classes {
        let _ = match texts.as_slice() {
            [(at, text)] => {
                writeln!(out, "<text{class} x=\"{}\" y=\"{}\">{}</text>", Tenths(at.x), Tenths(at.y), markup(text))
            }
            several => {
                let span = |(at, text): &(Point, &str)| {
                    format!("<tspan\nx=\"{}\" y=\"{}\">{}</tspan>", Tenths(at.x), Tenths(at.y), markup(text))
                };
                writeln!(out, "<text{class}>{}</text>", several.iter().map(span).collect::<String>())
            }
        };
    }
}

/// A point rounded to the nearest pixel.
fn rounded(at: Point) -> Point {
    let to_pixel = |length: i32| (length + 5).div_euclid(10) * 10;
    Point { x: to_pixel(at.x), y: to_pixel(at.y) }
}
