//! The sheet of a table that the core draws for a game: what stays on it, what changes from position to position, and below it the
//! legend of the signs that are seen.

use super::layers::{self, Order};
use super::legend::{Entry, Grid};
use super::{Drawing, KEY, Point, Shape, classes};
use crate::report::Pieces;
use crate::sorted::SortedMap;

/// What stays on a sheet from position to position.
pub struct Lasting<'s> {
    pub title: &'s str,
    /// All of it in words.
    pub about: String,
    pub width: i32,
    pub style: &'static [&'static str],
    /// Its layers: among them `paper-layer`, `heading` and [`KEY`], which are filled here.
    pub layers: Order,
    /// Where the title stands.
    pub heading: Point,
    /// Where the legend begins, how its entries stand, and what they are.
    pub key: i32,
    pub grid: Grid,
    pub entries: Vec<Entry>,
    pub shapes: Vec<(&'static str, Vec<Shape>)>,
}

/// A table as a picture.
pub trait Sheet {
    /// What stays.
    fn lasting(&self) -> Lasting<'_>;
    /// What changes from position to position, and what happened in the step, by layers.
    fn changing(&self) -> Vec<(&'static str, Vec<Shape>)>;
    /// The part that the step was about, by its upper left and its lower right corner.
    fn focus(&self) -> Option<(Point, Point)>;

    /// The picture of a position.
    fn draw(&self) -> Drawing {
        self.lasting().drawing(Some(self.changing()))
    }

    /// The table, on which what changes stands as empty layers.
    fn board(&self) -> Drawing {
        self.lasting().drawing(None)
    }

    /// What stands on the table, and what happened in the step.
    fn pieces(&self) -> Pieces {
        layers::pieces(self.lasting().layers, self.changing(), self.focus())
    }
}

impl Lasting<'_> {
    fn drawing(self, changing: Option<Vec<(&'static str, Vec<Shape>)>>) -> Drawing {
        let mut shapes: SortedMap<&'static str, Vec<Shape>> = self.shapes.into_iter().collect();
        shapes.insert("heading", vec![Shape::text("title", self.heading, self.title)]);
        let seen = changing.map(|changing| {
            shapes.extend(changing);
            classes(shapes.values().flatten())
        });
        let (signs, below) = self.grid.legend(self.entries, seen.as_ref(), self.width, self.key);
        let below = below + 150;
        // A page cuts the key off here.
        let key = Shape::rect("paper", Point { x: 0, y: self.key }, self.width, below);
        shapes.insert(KEY, std::iter::once(key).chain(signs).collect());
        let height = self.key + below;
        shapes.insert("paper-layer", vec![Shape::rect("paper", Point::default(), self.width, height)]);
        Drawing {
            title: self.title.to_owned(),
            about: self.about,
            width: self.width,
            height,
            zoom: 100,
            style: self.style,
            patterns: Vec::new(),
            layers: layers::stacked(self.layers, shapes),
        }
    }
}
