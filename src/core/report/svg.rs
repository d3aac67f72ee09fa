//! Drawings as data, and as SVG. The writer knows no game: a ruleset supplies shapes in layers, each with a CSS class,
//! and a style sheet for the classes.
//!
//! Lengths are whole numbers of tenths of a pixel, x to the right, y down, so that nothing depends on how a machine
//! rounds.

pub mod arrows;
mod compact;
mod detail;
mod extent;
pub mod labels;
pub mod layers;
pub mod legend;
mod path;
mod sheet;
pub mod style;
pub mod text_width;
mod viewport;
mod write;

pub use compact::{CompactSvg, classes, page};
pub use detail::{Detail, Details};
pub use extent::extent;
pub use path::Path;
pub use sheet::{FixedParts, Measure, Sheet};
pub use viewport::{Viewport, ViewportMargins};
pub use write::{Tenths, board, fragment, parted, write};

/// A place on a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    /// The point shifted by these distances.
    pub fn by(self, x: i32, y: i32) -> Point {
        Point { x: self.x + x, y: self.y + y }
    }

    /// The point at `hundredths` of the way to another.
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
    /// A line of text at its anchor, rotated clockwise about it by this many degrees. Players' text is made harmless.
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
    /// One or several class names of letters, digits and hyphens, separated by spaces; all other characters are
    /// dropped.
    pub class: String,
    /// The tooltip.
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
    /// Sets the tooltip.
    pub fn titled(mut self, title: impl Into<String>) -> Shape {
        self.title = Some(title.into());
        self
    }
}

/// What a layer is drawn from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The ground, which is the same all match long.
    #[default]
    Ground,
    /// A position.
    Position,
    /// What happened in a step.
    Step,
}

/// Shapes that are drawn over those of earlier layers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The class of the layer: `rivers`.
    pub class: &'static str,
    pub role: Role,
    /// At which levels of detail the layer is drawn.
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
    /// A description for readers who cannot see it.
    pub about: String,
    pub width: i32,
    pub height: i32,
    /// The point of the game's plane at the upper left corner: a sheet with a part of a map begins elsewhere than the board.
    pub origin: Point,
    /// The default scale in percent.
    pub zoom: i32,
    /// The style sheets, which are concatenated. They come from the ruleset, never from a player.
    pub style: &'static [&'static str],
    pub patterns: Vec<Pattern>,
    pub layers: Vec<Layer>,
}

impl Drawing {
    /// The drawing at this level of detail: without the layers that are not drawn then.
    pub fn at(mut self, detail: Detail) -> Drawing {
        self.layers.retain(|layer| layer.details.includes(detail));
        self
    }
}

/// The class of the layer with the legend, which lies below everything else. Its first shape is a rectangle around all
/// of it, as wide as the drawing. A page may fold it away: see [`parted`].
pub const KEY: &str = "key";

/// The class of the layer with the tracks that are printed beside a map, which a page may show in a place of their own.
pub const TRACKS: &str = "tracks";
