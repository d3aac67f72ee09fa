//! Why the rules forbid an assault, an attack, a regroup or another kind of impulse (8, 10, 12).

use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;

/// Why the rules forbid it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImpulseRefusal {
    // The moment of an order (8.1).
    /// The turn waits here (9.2.2, 13.2).
    Waits,
    /// An order before it ended the side's part, and the other side is next. `night`: it was the night's.
    Overtaken { night: bool },
    /// An order before it, of this kind, ends the side's part (8.1, 13.2).
    EndedBy { order: Ending },
    /// The side's impulse is over by then (8.1).
    ImpulseOver,
    /// The order is one of an Assault Impulse, and there is none (8.1.1).
    NoAssaultImpulse,
    /// Impulses belong to the Daylight Phase (6.3).
    NotDaylight,
    /// The impulse before it has not ended (8.1).
    ImpulseUnderWay,

    // The Advantage (12.1).
    /// The side does not have it: the other does, or, if it is `used`, nobody.
    WithoutAdvantage { used: bool },
    /// It pays for one thing only (12.1.1).
    AdvantageUsedTwice,

    // The beginning of an Assault Impulse (8.1.1, 12.1).
    /// The side has neither units nor leaders in the Active Area (8.1.1).
    NobodyInActiveArea { area: Area },
    /// No leader who could rally is there (12.1).
    NobodyToRally { area: Area },
    /// The leader is not one who rallies there (12.1).
    CannotRally { leader: Id, area: Area },
    /// One leader rolls a die, or two are activated together (12.1).
    LeaderAndCombined,
    /// An Army Leader has no command to activate (8.1.1).
    ArmyLeaderCannotActivate { leader: Id },
    /// The leader is in another area, which is told, than the Active Area (8.1.1).
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
    /// Lee Commands comes once a turn (8.1.4).
    LeeHasCommanded,
    /// The match is played without Forced March (15.3).
    NoForcedMarch,
    /// Exhausted units make no Forced March (15.3).
    ForcedMarchExhausted { unit: Id },
    /// Units outside the Active Area make no Forced March (15.3).
    ForcedMarchElsewhere { unit: Id },

    // Who acts in it (8.1.1, 9.1, 10.3).
    /// The unit did not begin in the Active Area (9.1).
    NotInActiveArea { unit: Id, area: Area },
    /// The unit or leader has assaulted, or has met the enemy (10.3).
    DoneForImpulse { id: Id },
    /// Without an activated leader one unit acts, and it is another (8.1.1).
    OtherUnitActs { unit: Id, acts: Id },
    /// The unit's command is not activated (9.1.1).
    CommandNotActivated { unit: Id },

    // An attack (10).
    /// No enemies are in the area (10.0).
    NoEnemyThere { area: Area },
    /// An area is assaulted once an impulse (9.1).
    AlreadyAssaulted { area: Area },
    /// The unit is not in the area that it is to assault (10.0).
    AttackerElsewhere { unit: Id, area: Area },
    /// The unit has entered the area, and is left out of the assault (10.1).
    MustAssault { unit: Id, area: Area },
    /// The Point Unit is not one of those that assault (10.2).
    PointUnitNotAssaulting { unit: Id },
    /// The Point Unit is Fresh (9.3).
    PointUnitExhausted { unit: Id },
    /// Artillery that has entered is no Point Unit (9.3).
    PointUnitArtillery { unit: Id },
    /// None of the units can be the Point Unit (10.2).
    NoPointUnit,
    /// The leader whom the order spares lends no Combat Rating there (10.4.2).
    SparesOtherLeader { leader: Id, area: Area },
    /// The impulse ends, and an assault is still mandatory (10.1).
    StillToAssault { area: Area },

    // A regroup (8.1.2, 12.1).
    /// Two areas regroup together only while the Army Leader is Inactive (12.1).
    ArmyLeaderActive,
    /// Both areas of a Combined Regroup are the same (12.1).
    RegroupsTwice { area: Area },
    /// Nobody leaves the area.
    NobodyRegroups { from: Area },
    /// Nobody goes to the area.
    NobodyRegroupsTo { to: Area },
    /// The areas are not adjacent, or their boundary cannot be crossed (8.1.2).
    RegroupsTooFar { from: Area, to: Area },
    /// The area is Contested (8.1.2).
    RegroupsToContested { to: Area },
    /// The other side controls the area (8.1.2).
    RegroupsToEnemy { to: Area },
    /// With ten units the area is full, and these go there too (9.5.1).
    NoRoomToRegroup { to: Area, units: Vec<Id> },
    /// The unit or leader is not in the area that regroups (8.1.2).
    NotInRegroup { id: Id, from: Area },

    // The Supply Train (6.2.2).
    /// Only the Union has it.
    TrainIsUnions,
    /// After the first turn it is relocated at dawn.
    TrainLeavesAtDawn,
    /// It has left its first place, and relocates once.
    TrainHasLeft { area: Area },

    // Casualty Points (10.6).
    /// The Forward Unit takes the first point.
    ForwardUnitFirst { unit: Id },
    /// A unit that is not there, or has left, takes no loss.
    LossElsewhere { unit: Id, area: Area },
    /// More is taken than is due.
    TooManyLosses { unit: Id, points: u32 },
    /// The unit is Exhausted already.
    ExhaustsTwice { unit: Id },
    /// A Fresh unit does not retreat.
    FreshUnitRetreats { unit: Id },
    /// No area is open to the unit's retreat (10.7.4).
    NoRetreat { unit: Id },
    /// The sum is not what is to be taken.
    WrongLosses { due: u32, taken: u32 },
}

/// The order that ends a side's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    End,
    Pass,
    Regroup,
    Relocate,
    Night,
}
