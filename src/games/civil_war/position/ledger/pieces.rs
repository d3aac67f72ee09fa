//! Leaders' counters: who they are, where they are, and their ranks (5.1).

use std::fmt;
use std::str::FromStr;

use adjutant_derive::sparse;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::Hex;
use crate::document::Id;

use crate::pack::{Branch, Counter, Pack, Side, Station};

/// One of a leader's counters: the person and the rank in stars (5.1). Written `mcdowell-3`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    pub leader: Id,
    /// 1 to 4 stars.
    pub rank: u8,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.leader, self.rank)
    }
}

impl FromStr for Piece {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.rsplit_once('-').and_then(|(leader, rank)| {
            let rank: u8 = rank.parse().ok().filter(|rank| (1..=4).contains(rank))?;
            Some(Piece { leader: leader.parse().ok()?, rank })
        });
        parts.ok_or_else(|| "expected a leader and a rank, as in mcdowell-3".to_owned())
    }
}

impl schemars::JsonSchema for Piece {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Piece".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A leader's counter: his id, a hyphen and its stars, such as hooker-2.",
            "pattern": "^[a-z0-9][a-z0-9_-]*-[0-9]$",
        })
    }
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Where a leader's counter is. A counter without a place is not in play, or not yet.
#[sparse(Map(moved, army, down, marching), Afloat(moved, sailing))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Place {
    /// On the map.
    Map {
        hex: Hex,
        /// Activated for movement in this pulse (6.1).
        moved: bool,
        /// The army that he belongs to: of each hex with an army everybody is in one (6.2.7).
        army: Option<Id>,
        /// Whether he is face-down: his identity has not been revealed yet (5.5).
        down: bool,
        /// Whether he is moving with a force or alone: he then belongs to no army except one that marches.
        marching: bool,
    },
    /// With ships of his side: apart from the ground forces of the hex (8.2.4), and face-up (5.5.2b, CW-261).
    Afloat {
        at: Station,
        /// Activated for movement in this pulse (8.3).
        moved: bool,
        /// Whether he is moving with a squadron.
        sailing: bool,
    },
    /// In its side's Leader Pool (5.2).
    Pool,
    /// On the Game-Turn Record Track, due in the pool on that turn (5.2, 5.4).
    Track(u8),
    /// In the Removed Leaders Box, to return only as an army's commander (5.3.3, 5.4.4).
    Removed,
    /// In the Killed Leaders Box (5.4).
    Killed,
    /// A prisoner of the enemy since that turn (22.1).
    Captive(u8),
    /// Out of the game alive, by the chart of 22.1.
    Terminated,
    /// Out of the game: replaced by a promotion, or discarded (5.2).
    Discarded,
}

impl Place {
    /// On the map, face-up, not yet moved.
    pub fn on_map(hex: Hex) -> Place {
        Place::Map { hex, moved: false, army: None, down: false, marching: false }
    }

    /// The hex, if it is one.
    pub fn hex(&self) -> Option<Hex> {
        match self {
            Place::Map { hex, .. } => Some(*hex),
            _ => None,
        }
    }
}

/// Whether a counter is a naval leader's (8.2).
pub fn is_naval(pack: &Pack, piece: &Piece) -> bool {
    pack.leaders.get(&piece.leader).is_some_and(|leader| leader.branch == Branch::Naval)
}

/// The side that a counter belongs to.
pub fn side_of(pack: &Pack, piece: &Piece) -> Option<Side> {
    pack.leaders.get(&piece.leader).map(|leader| leader.side)
}

/// These leaders, the highest first: by rank, infantry before cavalry, then the lowest seniority number (5.1).
pub fn by_command(pack: &Pack, mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_by_cached_key(|piece| {
        let cavalry = pack.leaders.get(&piece.leader).is_none_or(|leader| leader.branch != Branch::Infantry);
        let seniority = counter(pack, piece).map_or(u32::MAX, |counter| counter.seniority.into());
        (std::cmp::Reverse(piece.rank), cavalry, seniority, piece.clone())
    });
    pieces
}

/// The highest of these leaders, by 5.1.
pub fn highest(pack: &Pack, pieces: impl IntoIterator<Item = Piece>) -> Option<Piece> {
    by_command(pack, pieces.into_iter().collect()).into_iter().next()
}

/// What is printed on a counter.
pub fn counter<'a>(pack: &'a Pack, piece: &Piece) -> Option<&'a Counter> {
    pack.leaders.get(&piece.leader)?.counter(piece.rank)
}

/// A counter's initiative rating: the command points that he costs where he leads (6.2.4). An unknown one costs one.
pub fn initiative(pack: &Pack, piece: &Piece) -> u32 {
    counter(pack, piece).map_or(1, |counter| u32::from(counter.initiative))
}

/// Whether a counter is a cavalry leader's.
pub fn is_cavalry(pack: &Pack, piece: &Piece) -> bool {
    pack.leaders.get(&piece.leader).is_some_and(|leader| leader.branch == Branch::Cavalry)
}
