//! The layout of the picture: the table between the edges of both sides. It is 900 pixels wide. Lengths on the picture
//! are tenths of a pixel, those on the table tenths of a base width from its lower left corner.

use crate::report::svg::Point;
use crate::report::svg::legend::Grid;

pub const WIDTH: i32 = 9000;
pub const MARGIN: i32 = 200;
/// An edge, with the piles of its side.
pub const EDGE: i32 = 520;
const FAR_EDGE: i32 = 800;
const TABLE: i32 = FAR_EDGE + EDGE + 100;
/// The room for the table.
const ROOM: (i32, i32) = (WIDTH - 2 * MARGIN, 9000);
pub const GRID: Grid = Grid { width: 2150, height: 330, margin: MARGIN, sign: (220, 200), words: (300, 45) };

/// The scale of a table.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Its size, and that on the picture.
    size: [i32; 2],
    pub wide: i32,
    pub high: i32,
}

impl Layout {
    /// The layout for a table of this size, as large as fits.
    pub fn of(size: [i32; 2]) -> Layout {
        let size = size.map(|length| length.clamp(1, 100_000));
        let part = |of: i32, one: i32, other: i32| {
            i32::try_from(i64::from(of) * i64::from(one) / i64::from(other)).unwrap_or(i32::MAX)
        };
        // As wide as the sheet, if it is not too high then.
        let (wide, high) = match part(ROOM.0, size[1], size[0]) {
            high if high <= ROOM.1 => (ROOM.0, high),
            _ => (part(ROOM.1, size[0], size[1]), ROOM.1),
        };
        Layout { size, wide, high }
    }

    /// The upper left corner of the table.
    pub fn corner(self) -> Point {
        Point { x: (WIDTH - self.wide) / 2, y: TABLE }
    }

    /// A place on the table.
    pub fn at(self, [x, y]: [i32; 2]) -> Point {
        let part = |length: i32, of: i32, whole: i32| {
            i32::try_from(i64::from(length) * i64::from(of) / i64::from(whole)).unwrap_or(0)
        };
        self.corner().by(part(x, self.wide, self.size[0]), self.high - part(y, self.high, self.size[1]))
    }

    /// A length of the table on the picture.
    pub fn length(self, tenths: i32) -> i32 {
        i32::try_from(i64::from(tenths) * i64::from(self.wide) / i64::from(self.size[0])).unwrap_or(self.wide)
    }

    /// The width of a base, to the scale of the table.
    pub fn base(self) -> i32 {
        self.length(10).max(10)
    }

    /// Where an edge begins.
    pub fn edge(self, far: bool) -> Point {
        Point { x: MARGIN, y: if far { FAR_EDGE } else { TABLE + self.high + 100 } }
    }

    /// Where the key begins.
    pub fn key(self) -> i32 {
        TABLE + self.high + EDGE + 200
    }
}
