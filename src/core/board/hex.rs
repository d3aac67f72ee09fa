//! Hexes under the numbers that maps print: column and row, two digits each.
//!
//! Columns run from west to east, rows from north to south, and every even column lies half a hex lower than
//! the odd columns beside it: an even-column row `r` touches rows `r` and `r + 1` of the odd columns.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One hex, by its printed number: column 1 to 99, row 1 to 99. Ordered by column, then row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    col: u8,
    row: u8,
}

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
    /// The hex of that column and row, or `None` where either is not in 1 to 99.
    pub fn new(col: u8, row: u8) -> Option<Hex> {
        ((1..=99).contains(&col) && (1..=99).contains(&row)).then_some(Hex { col, row })
    }

    /// The column, 1 to 99.
    pub fn col(self) -> u8 {
        self.col
    }

    /// The row, 1 to 99.
    pub fn row(self) -> u8 {
        self.row
    }

    /// The neighbour on that side, or `None` beyond column or row 1 and 99.
    pub fn neighbour(self, direction: Direction) -> Option<Hex> {
        let lower = i16::from(self.col.is_multiple_of(2));
        let (dc, dr) = match direction {
            Direction::North => (0, -1),
            Direction::NorthEast => (1, lower - 1),
            Direction::SouthEast => (1, lower),
            Direction::South => (0, 1),
            Direction::SouthWest => (-1, lower),
            Direction::NorthWest => (-1, lower - 1),
        };
        let moved = |from: u8, by: i16| u8::try_from(i16::from(from) + by).ok();
        Hex::new(moved(self.col, dc)?, moved(self.row, dr)?)
    }

    /// The neighbours, at most six, clockwise from the north.
    pub fn neighbours(self) -> impl Iterator<Item = Hex> {
        Direction::ALL.into_iter().filter_map(move |direction| self.neighbour(direction))
    }

    /// Its six corners, clockwise from the north-west.
    pub fn corners(self) -> [Corner; 6] {
        let x = 3 * i16::from(self.col);
        let y = 2 * i16::from(self.row) + i16::from(self.col.is_multiple_of(2));
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
        let lower = i16::from(self.col.is_multiple_of(2));
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
        let half_rows = |hex: Hex| 2 * u32::from(hex.row) + u32::from(hex.col.is_multiple_of(2));
        let columns = u32::from(self.col.abs_diff(other.col));
        let halves = half_rows(self).abs_diff(half_rows(other));
        columns + halves.saturating_sub(columns) / 2
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.col, self.row)
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
        let complaint = || format!("expected the four digits of a hex, such as \"5106\", not {:?}", brief(text));
        if text.len() != 4 || !text.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(complaint());
        }
        let number: u16 = text.parse().map_err(|_| complaint())?;
        Hex::try_from(u64::from(number)).map_err(|_| complaint())
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
        let part = |value: u64| u8::try_from(value).map_err(|_| complaint());
        Hex::new(part(number / 100)?, part(number % 100)?).ok_or_else(complaint)
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
        schemars::json_schema!({"type": ["string", "integer"], "pattern": "^[0-9]{4}$", "minimum": 0, "maximum": 9999})
    }
}

#[cfg(test)]
mod tests {
    use crate::sorted::SortedSet;

    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().expect("a hex")
    }

    #[test]
    fn every_hexside_that_the_civil_war_names_joins_neighbours() {
        let named = "1829/1830 1829/1930 1929/1930 1012/1112 5004/5005 4905/5004 2425/2526 2429/2530 2429/2529 \
                     2426/2527 2618/2718 1623/1724 1719/1720 2730/2629 4425/4325 4425/4424";
        for pair in named.split_whitespace() {
            let (a, b) = pair.split_once('/').expect("two hexes");
            assert!(hex(a).adjacent(hex(b)), "{pair}");
            assert!(hex(a).direction_to(hex(b)).is_some(), "{pair}");
        }
        for path in ["5107 5207 5208 5109", "4905 4906 4806 4807 4708 4709", "5106 5107 5007 5108 5109"] {
            let hexes: Vec<Hex> = path.split(' ').map(hex).collect();
            assert!(hexes.windows(2).all(|step| step[0].adjacent(step[1])), "{path}");
        }
    }

    #[test]
    fn the_opposite_stagger_would_be_wrong() {
        assert!(!hex("1623").adjacent(hex("1722")));
        assert!(!hex("5206").adjacent(hex("5305")));
        assert!(!hex("5106").adjacent(hex("5207")));
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_away() {
        for col in 1..=99 {
            for row in 1..=99 {
                let here = Hex::new(col, row).expect("in range");
                for direction in Direction::ALL {
                    if let Some(there) = here.neighbour(direction) {
                        assert_eq!(there.neighbour(direction.opposite()), Some(here));
                        assert_eq!(here.distance(there), 1);
                        assert_eq!(here.direction_to(there), Some(direction));
                    }
                }
            }
        }
        assert_eq!(hex("0101").neighbours().count(), 2);
        assert_eq!(hex("5106").neighbours().count(), 6);
    }

    #[test]
    fn three_hexes_meet_at_each_corner_and_a_side_ends_in_two() {
        for here in ["5106", "5206", "0202"].map(hex) {
            for corner in here.corners() {
                assert_eq!(here.neighbours().filter(|there| there.corners().contains(&corner)).count(), 2);
            }
            for there in here.neighbours() {
                let ends = here.ends_of_side(there).expect("they touch");
                assert_eq!(there.ends_of_side(here).map(SortedSet::from), Some(SortedSet::from(ends)));
            }
            assert_eq!(here.ends_of_side(here), None);
            assert_eq!(here.ends_of_side(hex("5109")), None);
        }
    }

    #[test]
    fn distance_is_the_length_of_the_shortest_walk() {
        use crate::sorted::SortedMap;
        use std::collections::VecDeque;
        let start = hex("5106");
        let mut steps = SortedMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(here) = queue.pop_front() {
            let next = steps[&here] + 1;
            for there in here.neighbours().filter(|there| there.col().abs_diff(51) < 12 && there.row() < 25) {
                steps.entry(there).or_insert_with(|| {
                    queue.push_back(there);
                    next
                });
            }
        }
        for (there, walked) in steps {
            assert_eq!(start.distance(there), walked, "{there}");
            assert_eq!(there.distance(start), walked, "{there}");
        }
    }

    #[test]
    fn written_as_four_digits_and_read_as_string_or_integer() {
        assert_eq!(hex("0512").to_string(), "0512");
        assert_eq!(serde_json::to_value(hex("0512")).expect("json"), "0512");
        assert_eq!(serde_json::from_value::<Hex>(512.into()).expect("integer"), hex("0512"));
        for wrong in ["", "512", "05120", "0012", "1200", "5x06", "５106", "-512", "+512"] {
            assert!(wrong.parse::<Hex>().is_err(), "{wrong}");
            assert!(serde_json::from_value::<Hex>(wrong.into()).is_err(), "{wrong}");
        }
        for wrong in [-5106_i64, 0, 12, 500, 10101, i64::MAX] {
            assert!(serde_json::from_value::<Hex>(wrong.into()).is_err(), "{wrong}");
        }
    }
}
