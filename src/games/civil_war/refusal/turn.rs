//! Why an order cannot be given at this moment, or by this side (4.2), and what is wrong with it whenever its turn comes.

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use super::super::ledger::Track;
use super::super::pack::Theater;

/// What speaks against any order of this kind now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnRefusal {
    // When it comes.
    /// The side's half of the pulse is over (4.2.6).
    HalfOver,
    /// The Action Phase is over (4.2.9).
    ActionPhaseOver,
    /// The winner of the initiative enters his free reinforcement first (4.2.5).
    FreeReinforcementFirst,
    /// An order follows on `finish` (CW-280).
    AfterFinish,

    // Names in an order of any kind.
    /// The map has no such hex. `near`: the one that may be meant.
    NoSuchHex {
        hex: Hex,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        near: Option<Hex>,
    },
    /// The game has no such leader, or several who are called so.
    NoSuchLeader { leader: Id },
    /// The leader is the enemy's (6.2.3).
    NotYourLeader { leader: Id },

    // `spend` and `finish` (4.2.19, CW-280).
    /// More points are spent than the track has.
    SpendsMoreThanTrack { track: Track, points: u32, left: u32 },
    /// No points are spent.
    SpendsNothing,
    /// More points are spent than are left of the initiative.
    SpendsMoreThanInitiative { points: u32, left: u32 },
    /// `finish` names a track twice.
    FinishTrackTwice { track: Track },

    // The form of other orders.
    /// A leader alone is to go by rail (6.6.2).
    RailForLeaderAlone,
    /// No railroad runs in the hex (6.6.1b).
    RailHexWithoutRailroad { hex: Hex },
    /// The strength points are to go where they are (6.6.1).
    RailStaysInPlace { hex: Hex },
    /// A depot is to be built where no city or stockade is (9.2.7a).
    DepotSiteWithoutCity { hex: Hex },
    /// The scenario is played without armies (CW-11).
    ScenarioWithoutArmies,
    /// The army is formed in another theater (12.1.2). `here`: the theater of the hex.
    FormedInOtherTheater { army: Id, theater: Theater, hex: Hex, here: Theater },
    /// A commander who does not stay on the map is given a path (5.3.3).
    RemovedCommanderWithPath,
    /// An army is to give to itself (12.2.2).
    TransferGivesToItself { army: Id },
    /// Nothing is to be given (12.2.2).
    TransfersNothing,
}
