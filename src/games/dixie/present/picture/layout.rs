//! Where everything stands on the picture. It is 900 pixels wide, with three columns or five; lengths are tenths of a pixel.

use crate::ledger::Game;
use crate::place::Place;
use crate::report::svg::Point;
use crate::report::svg::legend::Grid;
use crate::side::Side;

pub const WIDTH: i32 = 9000;
pub const MARGIN: i32 = 200;
/// Between two columns.
const GAP: i32 = 150;
/// The edges of the table, with what is off it.
pub const EDGE_HIGH: i32 = 320;
pub const CSA_EDGE: i32 = 800;
/// Between an edge and its line, for moves and hits.
pub const LANE_HIGH: i32 = 340;
const CSA_LANE: i32 = CSA_EDGE + EDGE_HIGH;
const CSA_LINE: i32 = CSA_LANE + LANE_HIGH;
/// A position: its name, the cards of the CSA, terrain, the cards of the USA.
pub const POSITION: i32 = NAME + 2 * ZONE + TERRAIN + 40;
pub const NAME: i32 = 230;
/// The room for the cards of a side.
pub const ZONE: i32 = 5 * PITCH;
pub const PITCH: i32 = 262;
pub const TERRAIN: i32 = 260;
/// Between the lines.
pub const BAND: i32 = CSA_LINE + POSITION;
pub const BAND_HIGH: i32 = 460;
const USA_LINE: i32 = BAND + BAND_HIGH;
const USA_LANE: i32 = USA_LINE + POSITION;
pub const USA_EDGE: i32 = USA_LANE + LANE_HIGH;
pub const KEY: i32 = USA_EDGE + EDGE_HIGH + 100;
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
    Csa,
    Center,
    Usa,
}

impl Layout {
    /// Those of a battlefield.
    pub fn of(game: &Game) -> Layout {
        let columns = if game.lines()[0].len() > 3 { 5 } else { 3 };
        Layout { columns, width: (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns }
    }

    /// A class, or the same for narrow columns.
    pub fn named(self, class: &str) -> String {
        if self.columns > 3 { format!("narrow-{class}") } else { class.to_owned() }
    }

    /// The size of the letters on cards.
    pub fn letters(self) -> i32 {
        if self.columns > 3 { 105 } else { 120 }
    }

    /// The column of a place, from the left.
    pub fn column(self, place: Place) -> i32 {
        use Place::*;
        let of_three = match place {
            UsaLeft | CsaRight | FrontLeft | BackLeft => 0,
            UsaLeftCenter | CsaRightCenter => return 1,
            UsaRightCenter | CsaLeftCenter => return 3,
            UsaRight | CsaLeft | FrontRight | BackRight => 2,
            UsaCenter | CsaCenter | FrontCenter | BackCenter | Reserve => 1,
        };
        if self.columns > 3 { 2 * of_three } else { of_three }
    }

    /// Where a column begins.
    pub fn left(self, column: i32) -> i32 {
        MARGIN + column * (self.width + GAP)
    }

    /// The upper left corner of a position.
    pub fn corner(self, place: Place) -> Point {
        let y = if place.line() == Some(Side::Usa) { USA_LINE } else { CSA_LINE };
        Point { x: self.left(self.column(place)), y }
    }

    /// The middle of a position.
    pub fn middle(self, place: Place) -> Point {
        self.corner(place).by(self.width / 2, POSITION / 2)
    }

    /// Where the cards of a side begin in a position: the CSA's above.
    pub fn zone(self, place: Place, side: Side) -> Point {
        let down = if side == Side::Csa { NAME } else { NAME + ZONE + TERRAIN };
        self.corner(place).by(60, down)
    }

    /// A lane, from above to below.
    pub fn lane(lane: Lane) -> (i32, i32) {
        match lane {
            Lane::Csa => (CSA_LANE, CSA_LINE),
            Lane::Center => (BAND, USA_LINE),
            Lane::Usa => (USA_LANE, USA_EDGE),
        }
    }
}

/// The middle of a position on the picture.
pub fn middle(game: &Game, place: Place) -> Point {
    Layout::of(game).middle(place)
}
