//! Why the rules forbid a move (7, 9), or an order about bridges or the Siege Guns (15.4, 16.2).

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;

/// The reasons why the rules forbid it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveRefusal {
    // The order as a whole (9.1).
    /// The order names no unit and no leader.
    NobodyMoves,
    /// The order names no area to enter.
    NoPath,
    /// The units and leaders named are in several areas (9.1).
    NotTogether { areas: Vec<Area> },

    // From one area into the next (9.2, 9.5).
    /// The path begins with the area that the units are in (9.1).
    PathBeginsHere { area: Area },
    /// The path names an area twice in a row (9.1).
    PathRepeats { area: Area },
    /// The areas have no boundary in common (3.2).
    NotAdjacent { from: Area, to: Area },
    /// Their boundary is Major Water, and has no bridge (9.5.2).
    NoBridge { from: Area, to: Area },
    /// The bridge of their boundary is destroyed (9.5.2, 15.4).
    BridgeDestroyed { from: Area, to: Area, bridge: Id },
    /// The bridge has been crossed by as many units in this impulse as is allowed (9.5.2).
    BridgeUsedUp { from: Area, to: Area, most: u8 },
    /// From a Contested Area a move leads to a Free Area only (9.2).
    LeavesContested { who: Id, from: Area, to: Area },
    /// No unit enters an area that has been assaulted in this impulse (9.2.2).
    EntersAssaulted { area: Area },
    /// Ten units of the side are there (9.5.1).
    AreaFull { area: Area },
    /// A piece that leaves the roads needs all its Movement Factors (9.2, SD-13).
    LeavesRoad { who: Id, from: Area, to: Area },
    /// The area costs more Movement Factors than are left (9.2).
    TooFewMovementFactors { who: Id, to: Area, left: u8, cost: u8 },
    /// Enemies are in the area that was entered (9.2).
    MeetsEnemies,
    /// There are enemies in an area of the path, which continues beyond it (9.2).
    PathGoesOn { area: Area },

    // The first to enter an area (9.3).
    /// A leader cannot be the first to enter.
    LeaderEntersFirst { leader: Id, to: Area },
    /// The Point Unit must be Fresh.
    ExhaustedEntersFirst { unit: Id, to: Area },
    /// Artillery cannot be the Point Unit.
    ArtilleryEntersFirst { unit: Id, to: Area },

    // Leaders (9.1.2).
    /// The Army Leader moves only where another leader is activated (9.1.2a).
    ArmyLeaderWaits { leader: Id },
    /// The Army Leader moves only once a turn (9.1.2a).
    ArmyLeaderHasMoved { leader: Id },
    /// The leader is neither activated nor an Inactive leader in the Active Area (9.1.2).
    LeaderNotActivated { leader: Id },
    /// The leader was activated, but has become Inactive since (9.1.2, 9.6).
    LeaderLeftAlone { leader: Id },
    /// An Inactive leader moves only with a unit (9.1.2b).
    InactiveLeaderAlone { leader: Id },

    // Bridges (15.4).
    /// The match is played without this rule (15.4).
    NoBridgeRules,
    /// The bridge is not one of the Active Area (15.4.1, 15.4.3).
    BridgeElsewhere { bridge: Id, area: Area },
    /// A bridge that is not destroyed cannot be built (15.4.3).
    BridgeStands { bridge: Id },
    /// The Active Area is not the side's own (15.4.3).
    BuildsInEnemyArea { area: Area },
    /// No path of the side's areas leads from the Active Area to its base (15.4.3).
    NoPathToBase { area: Area },
    /// The Confederacy builds only one bridge a turn (15.4.3).
    HasBuiltBridge,
    /// Only the Union has Engineers (15.4.4).
    EngineersAreUnions,
    /// The Engineers are at another bridge (15.4.4).
    EngineersElsewhere { bridge: Id },
    /// A side destroys only bridges that it holds (15.4.1).
    BridgeNotHeld { bridge: Id },
    /// The enemy neither has units in an area of the bridge nor controls one (15.4.1).
    NoEnemyAtBridge { bridge: Id },
    /// No unit that began in the Active Area is left there (15.4.1).
    NobodyAtBridge { area: Area },

    // Siege Guns (16.2).
    /// The match has no Siege Guns.
    NoSiegeGuns,
    /// Only the Union has Siege Guns.
    SiegeGunsAreUnions,
    /// The Siege Guns move only together with a unit.
    SiegeGunsAlone,
    /// The move does not begin where the Siege Guns are.
    SiegeGunsElsewhere { area: Area },
    /// The regroup does not begin where the Siege Guns are.
    SiegeGunsNotThere { area: Area },
    /// The Siege Guns move only once an impulse.
    SiegeGunsHaveMoved,
    /// The Siege Guns move only from the Active Area.
    SiegeGunsNotActive { area: Area },
    /// The Siege Guns move only one area, along a road.
    SiegeGunsTooFar,
    /// The Siege Guns regroup only along a road.
    SiegeGunsOffRoad { from: Area, to: Area },
}
