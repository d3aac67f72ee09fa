//! Runs of hexes, as scenarios and sheets list them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::Hex;

/// Hexes of one column, from one row to another: `4604-4610`; or a single hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HexRange {
    from: Hex,
    to: Hex,
}

impl HexRange {
    /// Its hexes from the north to the south.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        (self.from.row()..=self.to.row()).filter_map(move |row| Hex::new(self.from.col(), row))
    }

    /// Whether a hex is one of its.
    pub fn contains(self, hex: Hex) -> bool {
        hex.col() == self.from.col() && (self.from.row()..=self.to.row()).contains(&hex.row())
    }
}

impl fmt::Display for HexRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from == self.to { write!(f, "{}", self.from) } else { write!(f, "{}-{}", self.from, self.to) }
    }
}

impl Serialize for HexRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for HexRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let text = String::deserialize(deserializer)?;
        let (from, to) = text.split_once('-').unwrap_or((&text, &text));
        let hex = |part: &str| part.parse::<Hex>().map_err(D::Error::custom);
        let (from, to) = (hex(from)?, hex(to)?);
        if from.col() != to.col() || from.row() > to.row() {
            return Err(D::Error::custom("hexes must run down one column, such as \"4604-4610\""));
        }
        Ok(HexRange { from, to })
    }
}
