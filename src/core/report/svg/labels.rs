//! Places names where there is room for them, so that none overlaps another.

use super::text_width::width;
use super::{Path, Point, Shape};

/// The font size.
pub const SIZE: i32 = 105;

/// The occupied parts of a sheet.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    taken: Vec<[i32; 4]>,
    /// The part of the sheet where names may be placed.
    within: [i32; 4],
}

impl Labels {
    /// An empty part of a sheet, given by its corners.
    pub fn within(corner: Point, end: Point) -> Labels {
        Labels { taken: Vec::new(), within: [corner.x, corner.y, end.x, end.y] }
    }

    /// Marks the rectangle between two corners as occupied.
    pub fn take(&mut self, (corner, end): (Point, Point)) {
        self.taken.push([corner.x, corner.y, end.x, end.y]);
    }

    /// Occupies the space for a text around the first of these points that is free.
    pub fn place(&mut self, text: &str, points: impl IntoIterator<Item = Point>) -> Option<Point> {
        let half = width(text, SIZE) * 5 / 8;
        let [left, top, right, bottom] = self.within;
        let own = |at: Point| [at.x - half, at.y - SIZE * 3 / 4, at.x + half, at.y + SIZE / 4];
        let free = |at: &Point| {
            let one = own(*at);
            let apart =
                |other: &[i32; 4]| one[0] >= other[2] || other[0] >= one[2] || one[1] >= other[3] || other[1] >= one[3];
            one[0] >= left && one[1] >= top && one[2] <= right && one[3] <= bottom && self.taken.iter().all(apart)
        };
        let found = points.into_iter().find(free)?;
        self.taken.push(own(found));
        Some(found)
    }

    /// A name near a point, above or below it by `first` or more; a line leads to a name that is placed farther away.
    pub fn name(&mut self, class: &str, text: &str, about: Point, first: i32) -> Vec<Shape> {
        let rows = || (0..7).flat_map(|n| [first + n * 130, -first - n * 130 + SIZE / 2]);
        let near = rows().flat_map(|down| [0, -500, 500].map(|aside| about.by(aside, down + SIZE / 4)));
        let spots = near.chain(rows().flat_map(|down| [-850, 850].map(|aside| about.by(aside, down + SIZE / 4))));
        let Some(at) = self.place(text, spots) else { return Vec::new() };
        let far = (at.y - about.y).abs() > first + 60 || at.x != about.x;
        let end = at.by(0, if at.y > about.y { -SIZE * 3 / 4 } else { SIZE / 4 });
        let pointer = far.then(|| Shape::path("pointer", Path::line(&[about, end])));
        pointer.into_iter().chain([Shape::text(class, at, text)]).collect()
    }
}
