//! The Command and Reinforcement Tracks, points on them, and the order of theaters by which they are filled (2.2, 4.1).

use crate::sorted::SortedMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pack::{self, Theater};

/// A Command Track (2.2, 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Track {
    East,
    West,
    TransMississippi,
    /// By the option `far_west` (19.1).
    FarWest,
    /// Spent in any theater.
    Discretionary,
    /// Union only: naval forces and movement by water.
    Naval,
}

impl Track {
    /// The five of every match, in the order of the tracks.
    pub const ALL: [Track; 5] = [Track::East, Track::West, Track::TransMississippi, Track::Discretionary, Track::Naval];

    /// Those of a match.
    pub fn in_play(far_west: bool) -> impl Iterator<Item = Track> {
        Track::ALL.into_iter().chain(far_west.then_some(Track::FarWest))
    }

    /// The track of a theater.
    pub fn of(theater: Theater) -> Track {
        match theater {
            Theater::East => Track::East,
            Theater::West => Track::West,
            Theater::TransMississippi => Track::TransMississippi,
            Theater::FarWest => Track::FarWest,
        }
    }

    /// The theater whose track it is.
    pub fn theater(self) -> Option<Theater> {
        match self {
            Track::East => Some(Theater::East),
            Track::West => Some(Theater::West),
            Track::TransMississippi => Some(Theater::TransMississippi),
            Track::FarWest => Some(Theater::FarWest),
            Track::Discretionary | Track::Naval => None,
        }
    }

    /// The word in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Track::East => "east",
            Track::West => "west",
            Track::TransMississippi => "trans_mississippi",
            Track::FarWest => "far_west",
            Track::Discretionary => "discretionary",
            Track::Naval => "naval",
        }
    }
}

impl From<pack::Track> for Track {
    fn from(track: pack::Track) -> Track {
        match track {
            pack::Track::East => Track::East,
            pack::Track::West => Track::West,
            pack::Track::TransMississippi => Track::TransMississippi,
            pack::Track::Discretionary => Track::Discretionary,
        }
    }
}

/// Points by track: command points, or strength points that are due. A track without an entry has none.
pub type Points = SortedMap<Track, u32>;

/// A side's order of theaters (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Priorities {
    pub primary: Theater,
    pub secondary: Theater,
    pub tertiary: Theater,
}
