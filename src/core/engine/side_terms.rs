//! Who plays which side, and what a side begins with: the data of bids and handicaps (TN-19).

use serde::{Deserialize, Serialize};

use crate::document::Id;
use crate::sorted::SortedMap;

/// The id of the choice in which a player bids.
pub const BID: &str = "bid";
/// The purpose of the roll for equal bids.
pub const TIE: &str = "side_bid_tie";

/// What a side may begin with so that both sides have the same chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandicapUnit {
    /// One and several of them: `victory point`, `victory points`.
    pub words: (&'static str, &'static str),
    /// The most that a side may begin with.
    pub most: u32,
}

impl HandicapUnit {
    /// Cards that a side draws for its first hand, besides those that it draws anyway.
    pub const CARDS: HandicapUnit =
        HandicapUnit { words: ("more card in its first hand", "more cards in its first hand"), most: 3 };
    /// The points of a small game.
    pub const POINTS: HandicapUnit = HandicapUnit { words: ("point", "points"), most: 10 };
    /// Victory points.
    pub const VICTORY_POINTS: HandicapUnit = HandicapUnit { words: ("victory point", "victory points"), most: 50 };

    /// So many of them: `1 victory point`.
    pub fn count(&self, points: u32) -> String {
        format!("{points} {}", if points == 1 { self.words.0 } else { self.words.1 })
    }
}

/// A bid as it is written: `{side: confederate, bid: 3}` plays the Confederacy if the other side gets 3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    pub side: Id,
    pub bid: u32,
}

/// What one side begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Handicap {
    pub side: Id,
    pub points: u32,
}

/// How far it is settled who plays which side, and what a side begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SideTerms {
    /// The players have yet to commit to their bids.
    Bidding {},
    /// Both have committed, and reveal their bids.
    Committed {},
    /// Both want the same side and bid as much: dice decide.
    Tied { bids: SortedMap<Id, Bid> },
    /// The charter states a handicap, which has not been given yet.
    Agreed { handicap: Handicap },
    /// All is settled. `exchanged`: each seat plays the side that the charter gives the other.
    Settled {
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        exchanged: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handicap: Option<Handicap>,
    },
}

impl SideTerms {
    /// Whether the sides are exchanged.
    pub fn exchanged(&self) -> bool {
        matches!(self, SideTerms::Settled { exchanged: true, .. })
    }

    /// Whether there is something left to settle.
    pub fn is_open(&self) -> bool {
        !matches!(self, SideTerms::Settled { .. })
    }
}
