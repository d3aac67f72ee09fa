//! The layout of the picture. It is 900 pixels wide, with one column per position of a line; lengths are tenths of a
//! pixel.

use crate::report::svg::Point;
use crate::report::svg::legend::Grid;

use super::model::Spot;

pub const WIDTH: i32 = 9000;
pub const MARGIN: i32 = 200;
/// The gap between two columns.
const GAP: i32 = 150;
/// The height of the table's edges, with what is off the table.
pub const EDGE_HIGH: i32 = 320;
pub const SECOND_EDGE: i32 = 800;
/// The height between an edge and its line, for moves and hits.
pub const LANE_HIGH: i32 = 340;
const SECOND_LANE: i32 = SECOND_EDGE + EDGE_HIGH;
const SECOND_LINE: i32 = SECOND_LANE + LANE_HIGH;
/// A position: its name, the cards of the second side, terrain, the cards of the first.
pub const POSITION: i32 = NAME + 2 * ZONE + TERRAIN + 40;
pub const NAME: i32 = 230;
/// The room for the cards of a side.
pub const ZONE: i32 = 5 * PITCH;
pub const PITCH: i32 = 262;
pub const TERRAIN: i32 = 260;
/// Between the lines.
pub const BAND: i32 = SECOND_LINE + POSITION;
pub const BAND_HIGH: i32 = 460;
const FIRST_LINE: i32 = BAND + BAND_HIGH;
const FIRST_LANE: i32 = FIRST_LINE + POSITION;
pub const FIRST_EDGE: i32 = FIRST_LANE + LANE_HIGH;
pub const KEY: i32 = FIRST_EDGE + EDGE_HIGH + 100;
pub const GRID: Grid = Grid { width: 2150, height: 330, margin: MARGIN, sign: (220, 200), words: (300, 45) };

/// The columns.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// How many there are, and how wide each is.
    pub columns: i32,
    pub width: i32,
}

/// A strip where moves are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    Second,
    Center,
    First,
}

impl Layout {
    /// The layout for lines with this many positions.
    pub fn of(columns: usize) -> Layout {
        let columns = i32::try_from(columns.max(1)).unwrap_or(1);
        Layout { columns, width: (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns }
    }

    /// Whether its columns are narrow.
    pub fn is_narrow(self) -> bool {
        self.columns > 3
    }

    /// A class, or the same for narrow columns.
    pub fn named(self, class: &str) -> String {
        if self.is_narrow() { format!("narrow-{class}") } else { class.to_owned() }
    }

    /// The size of the letters on cards.
    pub fn letters(self) -> i32 {
        if self.is_narrow() { 105 } else { 120 }
    }

    /// Where a column begins.
    pub fn left(self, column: usize) -> i32 {
        MARGIN + i32::try_from(column).unwrap_or(0) * (self.width + GAP)
    }

    /// The upper left corner of a position.
    pub fn corner(self, spot: Spot) -> Point {
        Point { x: self.left(spot.column), y: if spot.second { SECOND_LINE } else { FIRST_LINE } }
    }

    /// The middle of a position.
    pub fn middle(self, spot: Spot) -> Point {
        self.corner(spot).by(self.width / 2, POSITION / 2)
    }

    /// Where the cards of a side begin in a position: the second's above.
    pub fn zone(self, spot: Spot, second: bool) -> Point {
        self.corner(spot).by(60, if second { NAME } else { NAME + ZONE + TERRAIN })
    }

    /// A lane, from above to below.
    pub fn lane(lane: Lane) -> (i32, i32) {
        match lane {
            Lane::Second => (SECOND_LANE, SECOND_LINE),
            Lane::Center => (BAND, FIRST_LINE),
            Lane::First => (FIRST_LANE, FIRST_EDGE),
        }
    }
}
