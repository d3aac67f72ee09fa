//! Why an order cannot be given at this moment, or by this side (4.2), and what is wrong with it whenever its turn
//! comes.

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use crate::position::ledger::Track;

/// What speaks against any order of this kind now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnRefusal {
    // When it comes.
    /// The side's half of the pulse is over (4.2.6).
    HalfOver,
    /// The Action Phase is over (4.2.9).
    ActionPhaseOver,
    /// The winner of the initiative enters his free reinforcement first (4.2.5).
    FreeReinforcementFirst,
    /// It may not be declined: the charter does not allow it (4.2.5, 21.2).
    FreeReinforcementRequired,
    /// No free reinforcement is due that could be declined (21.2).
    NothingToDecline,
    // `raid` (CW-321).
    /// There is no such tribe, or the match has none.
    NoSuchTribe {
        tribe: Id,
        tribes: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        near: Option<Id>,
    },
    /// The tribes do not raid for this side this turn.
    TribesNotYours,
    /// The tribe has raided this turn.
    TribeHasRaided { tribe: Id },
    /// Strength points are in its hex.
    TribeHeldDown { tribe: Id, hex: Hex },
    /// The hex has no stockade that it can raid. `open`: those that it can.
    NotRaidable { tribe: Id, hex: Hex, open: Vec<Hex> },

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
}
