//! Drawings as data, and as SVG. The writer knows no game: a ruleset gives shapes in layers, each with a class, and what
//! the classes look like.
//!
//! Lengths are whole numbers of tenths of a pixel, x to the right, y down: nothing depends on how a machine rounds.

mod detail;
mod frame;
pub mod labels;
pub mod layers;
pub mod legend;
pub mod letters;
mod page;
mod path;
mod sheet;
pub mod style;
pub mod ways;
mod write;

pub use detail::{Detail, Details};
pub use frame::{Frame, Room};
pub use page::{Paged, classes, page};
pub use path::Path;
pub use sheet::{Lasting, Sheet};
pub use write::{board, fragment, parted, write};

/// A place on a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// What a shape is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// How large the map must be shown for the layer to be on it.
    pub details: Details,
    pub shapes: Vec<Shape>,
}

/// A pattern that areas are filled with: `fill: url(#id)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub id: &'static str,
    /// Where its first tile begins.
    pub at: Point,
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
    /// What the classes look like: style sheets, each going on from the one before. The ruleset's own words, never a
    /// player's.
    pub style: &'static [&'static str],
    pub patterns: Vec<Pattern>,
    pub layers: Vec<Layer>,
}

impl Drawing {
    /// The drawing as it is shown so large: without the layers that are not on it then.
    pub fn at(mut self, detail: Detail) -> Drawing {
        self.layers.retain(|layer| layer.details.hold(detail));
        self
    }
}

/// The class of a layer that tells what the signs of a drawing mean, and that stands below all else. Its first shape is a
/// rectangle round all of it, as wide as the drawing. A page may fold it away: see [`parted`].
pub const KEY: &str = "key";
