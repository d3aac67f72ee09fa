//! Why a reinforcement does not enter (10.2, 10.3).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use super::Barred;
use crate::pack::Theater;
use crate::position::ledger::{Piece, Track};

/// Why the rules forbid a `reinforce` order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReinforceRefusal {
    // What enters, and for what.
    /// Every reinforcement but the free one uses an initiative point, and none is left (10.2.1).
    NoInitiativeToReinforce,
    /// No strength points wait there (10.2.1).
    NothingWaitsOnTrack { track: Track },
    /// No leader is left to draw (10.3.1).
    LeaderPoolEmpty,
    /// A leader is named who is not known before he is drawn (10.3.1).
    LeaderNamed,
    /// The leader whom the side holds is not named (CW-281).
    LeaderNotNamed,
    /// He is neither in the pool nor in the hand (CW-281).
    LeaderNotInPool { leader: Piece },
    /// The side has drawn again since it last knew whom it held (CW-281). `draw`: the newest.
    LeaderHandChanged { draw: u64 },

    // Into which hex.
    /// The hex is not on this map (10.2.4).
    EntryOffMap { hex: Hex },
    /// The hex is in one theater, the strength point for another (10.2.3).
    EntryInOtherTheater { hex: Hex, theater: Theater, bound_for: Theater },
    /// No discretionary strength point enters in the theater now (10.2.3b).
    EntryDiscretionaryBarred { theater: Theater, because: Barred },
    /// No city with victory points is there (10.2.4).
    EntryWithoutCity { hex: Hex },
    /// The ground is the enemy's (10.2.4).
    EntryInEnemyTerritory { hex: Hex },
    /// The ground is nobody's (10.2.4).
    EntryInNeutralTerritory { hex: Hex },
    /// Enemy strength points are there (10.2.4).
    EntryEnemyThere { hex: Hex },
    /// The side does not control the city (10.2.4).
    EntryCityNotControlled { hex: Hex },
    /// The city is out of supply (9.1.6).
    EntryCityOutOfSupply { hex: Hex },

    // Into which army.
    /// The army that the order names is not in the hex (10.2.7). `open`: those there that are below their maximum.
    EntryArmyElsewhere { army: Id, hex: Hex, open: Vec<Id> },
    /// The army that the order names is at its maximum (10.2.9). `open`: those there that are not.
    EntryArmyFull { army: Id, open: Vec<Id> },
    /// All armies there are at their maximum, and no city is open (10.2.9).
    EntryArmiesFull { hex: Hex, armies: Vec<Id> },
    /// The army has no supply line to a source in friendly territory (10.2.7).
    EntryArmyUnsupplied { hex: Hex },

    // With whom a leader is to stand.
    /// Nothing is there for him to join (10.3.2).
    EntryLeaderAlone { hex: Hex },
    /// As many leaders as stacking allows are there (CW-52). `allowed`: the strength points and the depot.
    EntryTooManyLeaders { hex: Hex, leaders: u32, allowed: u32 },
}
