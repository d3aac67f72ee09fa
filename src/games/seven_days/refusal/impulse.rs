//! Why the rules forbid an assault, an attack, a regroup or another kind of impulse (8, 10, 12).

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;

/// The reasons why the rules forbid it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImpulseRefusal {
    // When an order comes (8.1).
    /// The turn waits here (9.2.2, 13.2).
    Waits,
    /// An earlier order ended the side's part, and the other side is next. `night`: that part was the night's.
    Overtaken { night: bool },
    /// An earlier order of this kind ends the side's part (8.1, 13.2).
    EndedBy { order: Ending },
    /// The side's impulse is already over (8.1).
    ImpulseOver,
    /// The order is one of an Assault Impulse, and there is none (8.1.1).
    NoAssaultImpulse,
    /// Impulses belong to the Daylight Phase (6.3).
    NotDaylight,
    /// The preceding impulse has not ended (8.1).
    ImpulseUnderWay,

    // The Advantage (12.1).
    /// The side does not have the Advantage: the other side has it or, if `used`, nobody.
    WithoutAdvantage { used: bool },
    /// The Advantage pays for only one thing (12.1.1).
    AdvantageUsedTwice,

    // The beginning of an Assault Impulse (8.1.1, 12.1).
    /// The side has neither units nor leaders in the Active Area (8.1.1).
    NobodyInActiveArea { area: Area },
    /// No leader who could rally is in the area (12.1).
    NobodyToRally { area: Area },
    /// The leader is not one who can rally there (12.1).
    CannotRally { leader: Id, area: Area },
    /// Either one leader rolls a die or two are activated together, not both (12.1).
    LeaderAndCombined,
    /// An Army Leader has no command to activate (8.1.1).
    ArmyLeaderCannotActivate { leader: Id },
    /// The leader is not in the Active Area but in `area` (8.1.1).
    LeaderElsewhere { leader: Id, area: Area },
    /// The leader is Inactive (9.6).
    LeaderInactive { leader: Id },
    /// A Combined Assault names the same leader twice (12.1).
    CombinesWithHimself { leader: Id },
    /// Only an Active Army Leader combines two leaders (12.1).
    ArmyLeaderInactive,
    /// The Army Leader is not with the two leaders (12.1).
    ArmyLeaderElsewhere { area: Area },
    /// Lee Commands is Lee's (8.1.4).
    OnlyLeeCommands,
    /// Lee Commands is possible only once a turn (8.1.4).
    LeeHasCommanded,
    /// The match is played without Forced March (15.3).
    NoForcedMarch,
    /// Exhausted units make no Forced March (15.3).
    ForcedMarchExhausted { unit: Id },
    /// Units outside the Active Area make no Forced March (15.3).
    ForcedMarchElsewhere { unit: Id },

    // The units that act in the impulse (8.1.1, 9.1, 10.3).
    /// The unit did not begin in the Active Area (9.1).
    NotInActiveArea { unit: Id, area: Area },
    /// The unit or leader has assaulted, or has met the enemy (10.3).
    DoneForImpulse { id: Id },
    /// Without an activated leader only one unit acts, and it is a different one (8.1.1).
    OtherUnitActs { unit: Id, acts: Id },
    /// The unit's command is not activated (9.1.1).
    CommandNotActivated { unit: Id },

    // An attack (10).
    /// No enemies are in the area (10.0).
    NoEnemyThere { area: Area },
    /// An area is assaulted only once an impulse (9.1).
    AlreadyAssaulted { area: Area },
    /// The unit is not in the area that it is to assault (10.0).
    AttackerElsewhere { unit: Id, area: Area },
    /// The unit has entered the area, but the order leaves it out of the assault (10.1).
    MustAssault { unit: Id, area: Area },
    /// The Point Unit is not one of those that assault (10.2).
    PointUnitNotAssaulting { unit: Id },
    /// The Point Unit must be Fresh (9.3).
    PointUnitExhausted { unit: Id },
    /// Artillery that has entered cannot be the Point Unit (9.3).
    PointUnitArtillery { unit: Id },
    /// None of the units can be the Point Unit (10.2).
    NoPointUnit,
    /// The leader whom the order spares does not contribute a Combat Rating there (10.4.2).
    SparesOtherLeader { leader: Id, area: Area },
    /// The impulse would end while an assault is still mandatory (10.1).
    StillToAssault { area: Area },

    // A regroup (8.1.2, 12.1).
    /// Two areas regroup together only while the Army Leader is Inactive (12.1).
    ArmyLeaderActive,
    /// Both areas of a Combined Regroup are the same (12.1).
    RegroupsTwice { area: Area },
    /// No unit or leader would leave the area.
    NobodyRegroups { from: Area },
    /// No unit or leader would go to the area.
    NobodyRegroupsTo { to: Area },
    /// The areas are not adjacent, or their boundary cannot be crossed (8.1.2).
    RegroupsTooFar { from: Area, to: Area },
    /// The area is Contested (8.1.2).
    RegroupsToContested { to: Area },
    /// The other side controls the area (8.1.2).
    RegroupsToEnemy { to: Area },
    /// The area would hold more than ten units (9.5.1); `units` are those that would go there.
    NoRoomToRegroup { to: Area, units: Vec<Id> },
    /// The unit or leader is not in the area that regroups (8.1.2).
    NotInRegroup { id: Id, from: Area },

    // The Supply Train (6.2.2).
    /// Only the Union has a Supply Train.
    TrainIsUnions,
    /// After the first turn the Supply Train is relocated only at dawn.
    TrainLeavesAtDawn,
    /// The Supply Train has left its first place; it relocates only once.
    TrainHasLeft { area: Area },

    // Casualty Points (10.6).
    /// The Forward Unit must take the first point.
    ForwardUnitFirst { unit: Id },
    /// A unit that is not in the area, or has left it, cannot take a loss.
    LossElsewhere { unit: Id, area: Area },
    /// More losses are taken than are due.
    TooManyLosses { unit: Id, points: u32 },
    /// The unit is Exhausted already.
    ExhaustsTwice { unit: Id },
    /// A Fresh unit cannot retreat.
    FreshUnitRetreats { unit: Id },
    /// No area is open to the unit's retreat (10.7.4).
    NoRetreat { unit: Id },
    /// The losses do not add up to the number due.
    WrongLosses { due: u32, taken: u32 },
}

/// The order that ends a side's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    End,
    Pass,
    Regroup,
    Relocate,
    Night,
}
