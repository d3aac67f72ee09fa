//! The title above a map, and the legend below it.

use crate::sorted::SortedSet;

use super::{Path, Point, Shape};

/// Draws a sign at a point.
pub type Sign = Box<dyn Fn(Point) -> Vec<Shape>>;

/// A sign and its meaning.
pub struct Entry {
    /// Classes, separated by spaces: the sign is explained only if one of them occurs on the map; if empty, always.
    pub classes: String,
    pub sign: Sign,
    /// Empty if the sign contains its own words.
    pub words: String,
}

impl Entry {
    /// A sign that is explained if one of these classes occurs.
    pub fn new(
        classes: impl Into<String>,
        sign: impl Fn(Point) -> Vec<Shape> + 'static,
        words: impl Into<String>,
    ) -> Entry {
        Entry { classes: classes.into(), sign: Box::new(sign), words: words.into() }
    }
}

/// A short line drawn once per class, one over the other.
pub fn stroke(classes: &'static [&'static str], half: i32) -> impl Fn(Point) -> Vec<Shape> {
    move |at| {
        let line = |class: &&str| Shape::path(*class, Path::line(&[at.by(-half, 0), at.by(half, 0)]));
        classes.iter().map(line).collect()
    }
}

/// The layout of a legend's entries.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Width and height of an entry.
    pub width: i32,
    pub height: i32,
    /// The margin left and right.
    pub margin: i32,
    /// The offset of the sign from the entry's upper left corner, and of the words from the sign.
    pub sign: (i32, i32),
    pub words: (i32, i32),
}

impl Grid {
    /// The legend on a sheet of this width, from `top` downward, and the height of its rows. It explains only signs
    /// whose classes occur on the picture.
    pub fn legend(
        &self,
        entries: Vec<Entry>,
        seen: Option<&SortedSet<String>>,
        width: i32,
        top: i32,
    ) -> (Vec<Shape>, i32) {
        let is_seen = |entry: &Entry| {
            let mut classes = entry.classes.split(' ');
            entry.classes.is_empty() || seen.is_none_or(|seen| classes.any(|class| seen.contains(class)))
        };
        let entries: Vec<Entry> = entries.into_iter().filter(is_seen).collect();
        let columns = usize::try_from((width - 2 * self.margin) / self.width).unwrap_or(1).max(1);
        let rows = entries.len().div_ceil(columns);
        let size = |n: usize| i32::try_from(n).unwrap_or(0);
        let mut shapes = Vec::new();
        for (n, Entry { sign, words, .. }) in entries.into_iter().enumerate() {
            // Column by column, each from top to bottom.
            let (column, row) = (size(n / rows), size(n % rows));
            let corner = Point { x: self.margin + column * self.width, y: top + row * self.height };
            let at = corner.by(self.sign.0, self.sign.1);
            shapes.extend(sign(at));
            // A sign may contain its own words.
            if !words.is_empty() {
                shapes.push(Shape::text("legend", at.by(self.words.0, self.words.1), words));
            }
        }
        (shapes, size(rows) * self.height)
    }
}

/// The title of a sheet with the text below it, starting at that point; in a small size where the large one does not
/// fit.
pub fn title(at: Point, fits: bool, title: &str, below: (i32, &str)) -> Vec<Shape> {
    let class = if fits { "title" } else { "small-title" };
    vec![Shape::text(class, at, title), Shape::text("subtitle", at.by(0, below.0), below.1)]
}
