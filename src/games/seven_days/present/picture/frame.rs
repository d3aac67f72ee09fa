//! Where things lie on the sheet: the pack's drawing at twice its size. Lengths in tenths of a pixel.

use crate::report::svg::Point;

/// The sheet is so many times as large as the pack's drawing, so that counters have room.
pub const SCALE: i32 = 2;
/// The margin round the areas.
const MARGIN: i32 = 250;
/// The room for the title above them.
const TITLE: i32 = 850;
/// The least width of a sheet, so that title and legend have room.
const LEAST: i32 = 9000;

/// The part of the drawing that the sheet shows.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// What lies at the sheet's upper left corner, in the sheet's own size.
    origin: Point,
    pub width: i32,
    /// The height as far as the areas go.
    pub height: i32,
}

impl Frame {
    /// The frame that holds these points of the pack's drawing.
    pub fn around(points: impl Iterator<Item = (i32, i32)> + Clone) -> Frame {
        let (xs, ys) = (|| points.clone().map(|at| at.0 * SCALE), || points.clone().map(|at| at.1 * SCALE));
        let west = xs().min().unwrap_or(0) - MARGIN;
        let east = xs().max().unwrap_or(0) + MARGIN;
        let north = ys().min().unwrap_or(0) - TITLE;
        let south = ys().max().unwrap_or(0) + MARGIN;
        let width = (east - west).max(LEAST);
        Frame { origin: Point { x: west - (width - (east - west)) / 2, y: north }, width, height: south - north }
    }

    /// Where a point of the pack's drawing lies on the sheet.
    pub fn at(&self, (x, y): (i32, i32)) -> Point {
        Point { x: x * SCALE - self.origin.x, y: y * SCALE - self.origin.y }
    }
}
