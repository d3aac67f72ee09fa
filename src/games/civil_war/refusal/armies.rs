//! Why an army is not formed or changed, or not the one that an order means (5.3.3, 12.1, 12.2).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use crate::orders::Removal;
use crate::pack::Theater;

/// Why the rules forbid what an order says about an army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ArmyRefusal {
    // Any order that names an army.
    /// The game has no army of that name (12.1).
    UnknownArmy { army: Id },
    /// It is the enemy's (12.1).
    ArmyOfEnemy { army: Id },
    /// It has been eliminated (12.1.3).
    ArmyEliminated { army: Id },
    /// It is not on the map yet (12.1).
    ArmyNotFormed { army: Id },

    // `create`.
    /// The scenario has no armies (CW-11).
    NoArmiesInScenario,
    /// Each army is formed in its theater (12.1.2). `theater`: that of the hex.
    ArmyOfOtherTheater { army: Id, hex: Hex, theater: Theater },
    /// It is on the map already (12.1.3).
    ArmyAlreadyFormed { army: Id, hex: Hex },
    /// It has been eliminated, and each army is formed once (12.1.3).
    ArmyFormedOnce { army: Id },
    /// The hex has no strength point that an army could be formed of (12.1.1).
    NoStrengthForArmy { hex: Hex },
    /// Nobody there is a general of infantry with three or four stars who commands no army (12.1.1, 5.3.4).
    NoGeneralForArmy { hex: Hex },
    /// The force that would form it is demoralized (7.7.3j).
    ArmyOfDemoralized { hex: Hex },
    /// The hex is out of supply (12.1.1).
    ArmyFormedOutOfSupply { hex: Hex },

    // `remove`.
    /// Nobody commands it (5.3.3).
    NoCommanderToRemove { army: Id },
    /// Only commanders with three stars are removed (5.3.3a).
    CommanderNotThreeStar { leader: Id, stars: u8 },
    /// No other general with three stars is there to take command (5.3.3).
    NoSuccessor { army: Id },
    /// He has no counter with two stars to be demoted to (5.3.3d).
    NoTwoStarCounter { leader: Id },
    /// The order has a path, and he does not move (5.3.3).
    RemovalWithPath { army: Id, fate: Removal },

    // `transfer`.
    /// Both armies are the same (12.2.2).
    TransferToItself { army: Id },
    /// They are not in one hex (12.2.2).
    TransferBetweenHexes { from: Id, to: Id },
    /// The order names neither strength points nor leaders (12.2.2).
    NothingTransferred,
    /// The army would have no strength point left (12.1.3).
    TransferTakesAll { army: Id, sp: u32 },
    /// The army that receives would exceed its maximum (12.1.2). `open`: how many it may still take.
    TransferOverMaximum { army: Id, open: u32 },
    /// The leader is not with the army (12.2.2).
    TransferLeaderElsewhere { leader: Id, army: Id },
    /// Nobody who stays may command the army (6.2.7).
    TransferTakesCommanders { army: Id },
}
