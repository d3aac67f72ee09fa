//! Where things lie on the sheet: flat-topped hexes, even columns half a hex lower. Lengths in tenths of a pixel.

use crate::board::{Direction, Hex};
use crate::report::svg::{Point, Viewport, ViewportMargins};

use super::Scene;

/// A third of the way from one column to the next: half of a hex's upper side.
pub const THIRD: i32 = 210;
/// Half of a hex's height.
pub const HALF: i32 = 360;
/// The length of a hexside.
pub const SIDE: i32 = 2 * THIRD;
/// The room round the hexes, and the least width of a sheet, so that title and legend have room.
const ROOM: ViewportMargins =
    ViewportMargins { beside: 2 * THIRD + 200, above: HALF + 800, below: HALF + 200, width: 7600, step: 10 };

/// The middle of a hex on the plane.
fn middle(hex: Hex) -> Point {
    let lower = i32::from(hex.is_lower());
    Point { x: 3 * THIRD * i32::from(hex.col()), y: HALF * (2 * i32::from(hex.row()) + lower) }
}

/// The sheet that holds these hexes.
pub fn around(hexes: &[Hex]) -> Viewport {
    Viewport::around(hexes.iter().map(|&hex| middle(hex)), ROOM)
}

/// The middle of a hex on a sheet.
pub fn centre(frame: &Viewport, hex: Hex) -> Point {
    frame.at(middle(hex))
}

impl Scene<'_> {
    /// The middle of a hex.
    pub fn centre(&self, hex: Hex) -> Point {
        centre(&self.frame, hex)
    }

    /// Its six corners clockwise from the north-west.
    pub fn corners(&self, hex: Hex) -> [Point; 6] {
        outline(self.centre(hex))
    }

    /// The ends of one of its sides, clockwise.
    pub fn side(&self, hex: Hex, direction: Direction) -> [Point; 2] {
        let corners = self.corners(hex);
        let at = Direction::ALL.iter().position(|side| *side == direction).unwrap_or(0);
        [corners[at], corners[(at + 1) % 6]]
    }
}

/// The corners of a hex round a point, clockwise from the north-west.
pub fn outline(centre: Point) -> [Point; 6] {
    [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)].map(|(x, y)| centre.by(x * THIRD, y * HALF))
}

/// The same corners drawn in toward the centre by this many hundredths.
pub fn drawn_in(centre: Point, hundredths: i32) -> [Point; 6] {
    outline(centre).map(|corner| corner.toward(centre, hundredths))
}

/// From a point on a hexside so far to its left, looking from its start to its end.
pub fn aside([from, to]: [Point; 2], at: Point, distance: i32) -> Point {
    at.by((to.y - from.y) * distance / SIDE, -(to.x - from.x) * distance / SIDE)
}

/// The size of a table with an entry for every hex number.
pub const PLACES: usize = Hex::INDICES;

/// The place of a hex in such a table.
pub fn place(hex: Hex) -> usize {
    hex.index()
}
