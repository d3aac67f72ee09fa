//! The plane that the map is drawn on: cells, corners and the sides between them.
//!
//! Lengths are in rows: two hexes that touch are 1 apart. The x axis points east, the y axis south. Cells continue
//! beyond the edges of the map, so that a river may leave it and come back.

use crate::sorted::SortedMap;

use crate::board::Hex;

pub use crate::pack::COLUMN;

/// The columns of Map A.
pub const COLUMNS: i32 = 58;
/// The rows of Map A.
pub const ROWS: i32 = 33;
/// How many cells the plane extends beyond the edges.
const MARGIN: i32 = 4;

/// A point of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// The square of the distance.
    pub fn squared(self, other: Point) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        x * x + y * y
    }

    /// The distance, in hexes.
    pub fn distance(self, other: Point) -> f64 {
        self.squared(other).sqrt()
    }

    /// The distance from the stretch between two points.
    pub fn off_stretch(self, a: Point, b: Point) -> f64 {
        let long = a.squared(b);
        if long == 0.0 {
            return self.distance(a);
        }
        let along = ((self.x - a.x) * (b.x - a.x) + (self.y - a.y) * (b.y - a.y)) / long;
        let along = along.clamp(0.0, 1.0);
        self.distance(Point { x: a.x + along * (b.x - a.x), y: a.y + along * (b.y - a.y) })
    }

    /// The point half-way.
    pub fn half_way(self, other: Point) -> Point {
        Point { x: (self.x + other.x) / 2.0, y: (self.y + other.y) / 2.0 }
    }
}

/// A hex of the plane, on the map or beyond its edges. Ordered by column, then row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub col: i32,
    pub row: i32,
}

impl From<Hex> for Cell {
    fn from(hex: Hex) -> Cell {
        Cell { col: i32::from(hex.col()), row: i32::from(hex.row()) }
    }
}

impl Cell {
    /// Whether an even column: half a hex lower.
    fn lower(self) -> i32 {
        i32::from(self.col.rem_euclid(2) == 0)
    }

    /// Its hex, if it lies on the map.
    pub fn hex(self) -> Option<Hex> {
        if !(1..=COLUMNS).contains(&self.col) || !(1..=ROWS).contains(&self.row) {
            return None;
        }
        Hex::new(i8::try_from(self.col).ok()?, u8::try_from(self.row).ok()?)
    }

    /// Its centre.
    pub fn centre(self) -> Point {
        Point { x: f64::from(self.col) * COLUMN, y: f64::from(2 * self.row + self.lower()) / 2.0 }
    }

    /// The cell that a point lies in; on a side, the one with the smaller number.
    pub fn of(point: Point) -> Cell {
        let col = (point.x / COLUMN).round() as i32;
        let row = point.y.round() as i32;
        let mut best = Cell { col, row };
        for col in col - 1..=col + 1 {
            for row in row - 2..=row + 1 {
                let cell = Cell { col, row };
                if cell.centre().squared(point) < best.centre().squared(point) - 1e-9 {
                    best = cell;
                }
            }
        }
        best
    }

    /// The neighbor on the side of that number, clockwise from the north.
    pub fn neighbor(self, side: usize) -> Cell {
        let lower = self.lower();
        let (col, row) = [(0, -1), (1, lower - 1), (1, lower), (0, 1), (-1, lower), (-1, lower - 1)]
            .get(side % 6)
            .copied()
            .unwrap_or((0, 0));
        Cell { col: self.col + col, row: self.row + row }
    }

    /// The six corners clockwise, beginning at the north-west: side `n` runs from corner `n` to the next.
    pub fn corners(self) -> [Corner; 6] {
        let (x, y) = (3 * self.col, 2 * self.row + self.lower());
        [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)].map(|(dx, dy)| Corner { x: x + dx, y: y + dy })
    }
}

/// Where three hexes meet. In sixths of the width of a column and halves of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner {
    pub x: i32,
    pub y: i32,
}

impl Corner {
    /// Where it lies.
    pub fn point(self) -> Point {
        Point { x: f64::from(self.x) * COLUMN / 3.0, y: f64::from(self.y) / 2.0 }
    }
}

/// A hexside walked in one of its two directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectedHexside {
    pub from: Corner,
    pub to: Corner,
    /// The cell on the right hand.
    pub right: Cell,
    /// The cell on the left hand.
    pub left: Cell,
}

impl DirectedHexside {
    /// The middle of the side.
    pub fn middle(&self) -> Point {
        self.from.point().half_way(self.to.point())
    }

    /// The two hexes that it divides, the smaller number first, if both lie on the map.
    pub fn between(&self) -> Option<(Hex, Hex)> {
        let (a, b) = (self.right.hex()?, self.left.hex()?);
        Some(if a <= b { (a, b) } else { (b, a) })
    }
}

/// Every hexside of the plane in both directions, and which leave each corner.
#[derive(Debug)]
pub struct Corners {
    /// Ordered by the corners.
    pub walks: Vec<DirectedHexside>,
    /// By corner, the numbers of the walks that leave it.
    leaving: SortedMap<Corner, Vec<usize>>,
}

impl Default for Corners {
    fn default() -> Self {
        let mut found = SortedMap::new();
        for col in 1 - MARGIN..=COLUMNS + MARGIN {
            for row in 1 - MARGIN..=ROWS + MARGIN {
                let cell = Cell { col, row };
                let corners = cell.corners();
                for side in 0..6 {
                    let (from, to) = (corners[side], corners[(side + 1) % 6]);
                    let left = cell.neighbor(side);
                    found.insert((from, to), DirectedHexside { from, to, right: cell, left });
                    found.entry((to, from)).or_insert(DirectedHexside { from: to, to: from, right: left, left: cell });
                }
            }
        }
        let walks: Vec<DirectedHexside> = found.into_values().collect();
        let mut leaving: SortedMap<Corner, Vec<usize>> = SortedMap::new();
        for (number, walk) in walks.iter().enumerate() {
            leaving.entry(walk.from).or_default().push(number);
        }
        Corners { walks, leaving }
    }
}

impl Corners {
    /// The numbers of the walks that leave a corner.
    pub fn leaving(&self, corner: Corner) -> &[usize] {
        self.leaving.get(&corner).map_or(&[], Vec::as_slice)
    }
}
