//! Hexes under the numbers that maps print: column and row, two digits each.
//!
//! Columns run from west to east, rows from north to south, and every even column lies half a hex lower than
//! the odd columns beside it: an even-column row `r` touches rows `r` and `r + 1` of the odd columns.
//!
//! A second sheet, B, may continue the grid to the west: its column 50 lies beside column 01, and its hexes are numbered
//! with the letter of the sheet, as `B4827`.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One hex, by its printed number: column 1 to 99, row 1 to 99; on the western sheet `B`, column 1 to 50. Ordered by
/// column from the west, then row.
///
/// ```
/// use adjutant_core::board::{Direction, Hex};
///
/// let richmond: Hex = "5408".parse()?;
/// assert_eq!((richmond.col(), richmond.row()), (54, 8));
/// // Even columns lie half a hex lower.
/// assert_eq!(richmond.neighbor(Direction::NorthEast), Hex::new(55, 8));
/// assert_eq!(richmond.neighbors().count(), 6);
/// assert_eq!(richmond.distance("5106".parse()?), 4);
/// // The western sheet ends where column 01 begins.
/// assert!("B5026".parse::<Hex>()?.adjacent("0127".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Column 50 of the western sheet is column 0.
    col: i8,
    row: u8,
}

/// The columns of the western sheet.
const WESTERN: i8 = 50;

/// One of the six sides of a hex, clockwise from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    North,
    NorthEast,
    SouthEast,
    South,
    SouthWest,
    NorthWest,
}

impl Direction {
    /// All six, clockwise from the north.
    pub const ALL: [Direction; 6] = [
        Direction::North,
        Direction::NorthEast,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::NorthWest,
    ];

    /// The direction in words: `north-east`.
    pub fn name(self) -> &'static str {
        match self {
            Direction::North => "north",
            Direction::NorthEast => "north-east",
            Direction::SouthEast => "south-east",
            Direction::South => "south",
            Direction::SouthWest => "south-west",
            Direction::NorthWest => "north-west",
        }
    }

    /// The opposite direction.
    pub fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::NorthEast => Direction::SouthWest,
            Direction::SouthEast => Direction::NorthWest,
            Direction::South => Direction::North,
            Direction::SouthWest => Direction::NorthEast,
            Direction::NorthWest => Direction::SouthEast,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A point where three hexes meet, in sixths of the width of two columns from the west and half rows from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner {
    pub x: i16,
    pub y: i16,
}

impl Hex {
    /// How many numbers [`Hex::index`] has.
    pub const INDICES: usize = (99 + WESTERN as usize) * 100;

    /// The hex of that column and row, or `None` where the column is not in -49 to 99 or the row not in 1 to 99.
    pub fn new(col: i8, row: u8) -> Option<Hex> {
        ((1 - WESTERN..=99).contains(&col) && (1..=99).contains(&row)).then_some(Hex { col, row })
    }

    /// The column, 1 to 99; those of the western sheet go on from 0 to -49.
    pub fn col(self) -> i8 {
        self.col
    }

    /// The column as it is printed: `54`, or `B50`.
    pub fn column_name(self) -> String {
        if self.is_western() { format!("B{:02}", self.col + WESTERN) } else { format!("{:02}", self.col) }
    }

    /// The column of that name: `7`, `07` or `B48`.
    pub fn column_of(name: &str) -> Option<i8> {
        let western = name.strip_prefix(['B', 'b']);
        let column: i8 = western.unwrap_or(name).parse().ok()?;
        match western {
            Some(_) => (1..=WESTERN).contains(&column).then_some(column - WESTERN),
            None => (1..=99).contains(&column).then_some(column),
        }
    }

    /// Whether it is on the western sheet.
    pub fn is_western(self) -> bool {
        self.col < 1
    }

    /// Its place in a table over all hexes that there can be.
    pub fn index(self) -> usize {
        usize::from((i16::from(self.col) + i16::from(WESTERN) - 1).unsigned_abs()) * 100 + usize::from(self.row)
    }

    /// The row, 1 to 99.
    pub fn row(self) -> u8 {
        self.row
    }

    /// The neighbor on that side, or `None` beyond column or row 1 and 99.
    pub fn neighbor(self, direction: Direction) -> Option<Hex> {
        let lower = i16::from(self.is_lower());
        let (dc, dr) = match direction {
            Direction::North => (0, -1),
            Direction::NorthEast => (1, lower - 1),
            Direction::SouthEast => (1, lower),
            Direction::South => (0, 1),
            Direction::SouthWest => (-1, lower),
            Direction::NorthWest => (-1, lower - 1),
        };
        let row = u8::try_from(i16::from(self.row) + dr).ok()?;
        Hex::new(i8::try_from(i16::from(self.col) + dc).ok()?, row)
    }

    /// Whether it lies half a hex lower than the columns beside it.
    pub fn is_lower(self) -> bool {
        self.col % 2 == 0
    }

    /// The neighbors, at most six, clockwise from the north.
    pub fn neighbors(self) -> impl Iterator<Item = Hex> {
        Direction::ALL.into_iter().filter_map(move |direction| self.neighbor(direction))
    }

    /// Its six corners, clockwise from the north-west.
    pub fn corners(self) -> [Corner; 6] {
        let x = 3 * i16::from(self.col);
        let y = 2 * i16::from(self.row) + i16::from(self.is_lower());
        [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)].map(|(right, down)| Corner { x: x + right, y: y + down })
    }

    /// The two ends of the side that it shares with another hex; `None` if they do not touch.
    pub fn ends_of_side(self, other: Hex) -> Option<[Corner; 2]> {
        let theirs = other.corners();
        let mut shared = self.corners().into_iter().filter(|corner| theirs.contains(corner));
        let ends = [shared.next()?, shared.next()?];
        shared.next().is_none().then_some(ends)
    }

    /// Whether the two hexes share a side.
    pub fn adjacent(self, other: Hex) -> bool {
        self.distance(other) == 1
    }

    /// The side of this hex that `other` lies on, if they are adjacent.
    pub fn direction_to(self, other: Hex) -> Option<Direction> {
        let lower = i16::from(self.is_lower());
        let columns = i16::from(other.col) - i16::from(self.col);
        let rows = i16::from(other.row) - i16::from(self.row);
        match (columns, rows) {
            (0, -1) => Some(Direction::North),
            (1, rows) if rows == lower - 1 => Some(Direction::NorthEast),
            (1, rows) if rows == lower => Some(Direction::SouthEast),
            (0, 1) => Some(Direction::South),
            (-1, rows) if rows == lower => Some(Direction::SouthWest),
            (-1, rows) if rows == lower - 1 => Some(Direction::NorthWest),
            _ => None,
        }
    }

    /// The number of steps from one hex to the other over open ground.
    pub fn distance(self, other: Hex) -> u32 {
        // Rows are counted in half hexes, so that the stagger of the even columns is a whole number.
        let half_rows = |hex: Hex| 2 * u32::from(hex.row) + u32::from(hex.is_lower());
        let columns = u32::from(self.col.abs_diff(other.col));
        let halves = half_rows(self).abs_diff(half_rows(other));
        columns + halves.saturating_sub(columns) / 2
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_western() {
            true => write!(f, "B{:02}{:02}", self.col + WESTERN, self.row),
            false => write!(f, "{:02}{:02}", self.col, self.row),
        }
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hex {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let digits = |text: &str| text.len() == 4 && text.bytes().all(|digit| digit.is_ascii_digit());
        let complaint = || match (text.strip_prefix('b'), text.strip_prefix('B')) {
            (Some(number), _) if digits(number) => format!("write the letter of a hex as a capital: \"B{number}\""),
            (_, Some(number)) if digits(number) => {
                format!("there is no hex {text}: with the letter the columns are B04 to B{WESTERN}, the rows 05 to 40")
            }
            _ => format!("expected the four digits of a hex, such as \"5106\", not {:?}", brief(text)),
        };
        let western = text.strip_prefix('B');
        let number = western.unwrap_or(text);
        if !digits(number) {
            return Err(complaint());
        }
        let number: u16 = number.parse().map_err(|_| complaint())?;
        let hex = Hex::try_from(u64::from(number)).map_err(|_| complaint())?;
        match western {
            None => Ok(hex),
            Some(_) if hex.col > WESTERN => Err(complaint()),
            Some(_) => Hex::new(hex.col - WESTERN, hex.row).ok_or_else(complaint),
        }
    }
}

/// At most a dozen characters of a text that came from outside.
fn brief(text: &str) -> String {
    text.chars().take(12).collect()
}

impl TryFrom<u64> for Hex {
    type Error = String;
    fn try_from(number: u64) -> Result<Self, String> {
        let complaint = || format!("expected the four digits of a hex, such as \"5106\", not {number}");
        if number > 9999 {
            return Err(complaint());
        }
        let (col, row) = (i8::try_from(number / 100), u8::try_from(number % 100));
        let hex = Hex::new(col.map_err(|_| complaint())?, row.map_err(|_| complaint())?);
        hex.filter(|hex| !hex.is_western()).ok_or_else(complaint)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Digits;
        impl serde::de::Visitor<'_> for Digits {
            type Value = Hex;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the four digits of a hex, such as \"5106\"")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Hex, E> {
                text.parse().map_err(E::custom)
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Hex, E> {
                Hex::try_from(number).map_err(E::custom)
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Hex, E> {
                let number = u64::try_from(number).map_err(|_| E::custom("a hex has no negative number"))?;
                self.visit_u64(number)
            }
        }
        deserializer.deserialize_any(Digits)
    }
}

impl JsonSchema for Hex {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hex".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": ["string", "integer"], "pattern": "^B?[0-9]{4}$", "minimum": 0, "maximum": 9999})
    }
}
