//! The sheet of a table that the core draws for a game: its permanent part, the part that changes with the position,
//! and a legend of the signs that occur.

use super::layers::{self, Order};
use super::legend::{Entry, Grid};
use super::{Drawing, KEY, Point, Shape, classes};
use crate::report::Pieces;
use crate::sorted::SortedMap;

/// The permanent part of a sheet.
pub struct FixedParts<'s> {
    pub title: &'s str,
    /// A description of all of it in words.
    pub about: String,
    pub width: i32,
    pub style: &'static [&'static str],
    /// Its layers, including `paper-layer`, `heading` and [`KEY`], which are filled here.
    pub layers: Order,
    /// Where the title stands.
    pub heading: Point,
    /// Where the legend begins, the layout of its entries, and the entries.
    pub key: i32,
    pub grid: Grid,
    pub entries: Vec<Entry>,
    pub shapes: Vec<(&'static str, Vec<Shape>)>,
}

/// How places on a table that is measured lie on its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Where the table's lower left corner lies, in tenths of a pixel.
    pub corner: Point,
    /// Its width and its height on the picture, and those in the measure in which orders write places.
    pub size: [i32; 2],
    pub units: [i32; 2],
}

/// A table that can be drawn.
pub trait Sheet {
    /// The permanent part.
    fn fixed_parts(&self) -> FixedParts<'_>;
    /// What changes with the position, and the events of the step, by layer.
    fn changing(&self) -> Vec<(&'static str, Vec<Shape>)>;
    /// The part that the step was about, by its upper left and lower right corners.
    fn focus(&self) -> Option<(Point, Point)>;

    /// How its places are measured; `None` for a table with places of its own.
    fn measure(&self) -> Option<Measure> {
        None
    }

    /// The picture of a position.
    fn draw(&self) -> Drawing {
        self.fixed_parts().drawing(Some(self.changing()))
    }

    /// The table, with empty layers for what changes.
    fn board(&self) -> Drawing {
        self.fixed_parts().drawing(None)
    }

    /// The pieces on the table, and the events of the step.
    fn pieces(&self) -> Pieces {
        layers::pieces(self.fixed_parts().layers, self.changing(), self.focus())
    }
}

impl FixedParts<'_> {
    fn drawing(self, changing: Option<Vec<(&'static str, Vec<Shape>)>>) -> Drawing {
        let mut shapes: SortedMap<&'static str, Vec<Shape>> = self.shapes.into_iter().collect();
        shapes.insert("heading", vec![Shape::text("title", self.heading, self.title)]);
        let seen = changing.map(|changing| {
            shapes.extend(changing);
            classes(shapes.values().flatten())
        });
        let (signs, below) = self.grid.legend(self.entries, seen.as_ref(), self.width, self.key);
        let below = below + 150;
        // A page cuts off the legend here.
        let key = Shape::rect("paper", Point { x: 0, y: self.key }, self.width, below);
        shapes.insert(KEY, std::iter::once(key).chain(signs).collect());
        let height = self.key + below;
        shapes.insert("paper-layer", vec![Shape::rect("paper", Point::default(), self.width, height)]);
        Drawing {
            title: self.title.to_owned(),
            about: self.about,
            width: self.width,
            height,
            origin: Point::default(),
            zoom: 100,
            style: self.style,
            patterns: Vec::new(),
            layers: layers::stacked(self.layers, shapes),
        }
    }
}
