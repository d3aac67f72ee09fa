//! Which part of a map a sheet shows, and where things lie on it.

use super::Point;

/// The part of a plane that a sheet shows. Lengths are in tenths of a pixel.
#[derive(Clone, Copy, Debug)]
pub struct Viewport {
    /// The point of the plane at the upper left corner.
    pub origin: Point,
    pub width: i32,
    /// The height of the map's part.
    pub height: i32,
}

/// The space around the points that a sheet has to show.
#[derive(Clone, Copy, Debug)]
pub struct ViewportMargins {
    pub beside: i32,
    /// The space above, with the title.
    pub above: i32,
    pub below: i32,
    /// The minimum width of the sheet, so that title and legend fit.
    pub width: i32,
    /// The extra width on either side is a multiple of this: whole pixels are the shortest to write.
    pub step: i32,
}

impl Viewport {
    /// The sheet with these points of the plane in its middle.
    pub fn around(points: impl Iterator<Item = Point> + Clone, room: ViewportMargins) -> Viewport {
        let (xs, ys) = (|| points.clone().map(|at| at.x), || points.clone().map(|at| at.y));
        let west = xs().min().unwrap_or(0) - room.beside;
        let east = xs().max().unwrap_or(0) + room.beside;
        let north = ys().min().unwrap_or(0) - room.above;
        let south = ys().max().unwrap_or(0) + room.below;
        let width = (east - west).max(room.width);
        let aside = (width - (east - west)) / (2 * room.step) * room.step;
        Viewport { origin: Point { x: west - aside, y: north }, width, height: south - north }
    }

    /// Where a point of the plane lies on the sheet.
    pub fn at(&self, point: Point) -> Point {
        point.by(-self.origin.x, -self.origin.y)
    }
}
