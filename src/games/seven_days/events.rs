//! What happens in the game, as data. Each event is emitted with its rule.

use crate::sorted::{SortedMap, SortedSet};

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;
use crate::engine::Reason;

use crate::pack::{BridgeState, Side, Water};
use crate::position::ledger::{Bid, ImpulseKind, LeaderPlace, Outcome, Phase, Weather, Works};

/// An event. `event` names it.
#[sparse(ArmyLeader(die, modifier), Entrenched(works), CasualtyPoints(spared, lost), Engineers(bridge))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum Event {
    // The sequence of play (6).
    /// A phase begins.
    Phase { turn: u8, phase: Phase },
    /// Both bids are revealed, with who plays which side: `exchanged` if not as in the charter (16.1).
    Bids { bids: SortedMap<Side, Bid>, exchanged: bool, points: SortedMap<Side, u32> },
    /// Tied bids are decided by a die roll for each player (16.1.1).
    BidTie { dice: SortedMap<Side, u8> },
    /// The day's weather (15.1).
    Weather { die: u8, weather: Weather },
    /// The weather will change in the next Union impulse (15.1.3).
    WeatherToTurn { weather: Weather },
    /// The weather changes (15.1.3).
    WeatherTurned { weather: Weather },
    /// The die roll for an Army Leader (6.2.1); none if the rules make him Active or Inactive.
    ArmyLeader { leader: Id, side: Side, die: Option<u8>, modifier: i8, active: bool },
    /// Leaders are flipped to their Active sides (6.2).
    Refreshed { leaders: SortedSet<Id> },
    /// The die roll for Jackson, who may sleep (16.6).
    Sleeps { leader: Id, die: u8, asleep: bool },
    /// The die roll for help from Washington (16.5).
    Help { die: u8, came: bool },
    /// Units and leaders enter the map.
    Arrived { side: Side, area: Area, units: SortedSet<Id>, leaders: SortedSet<Id> },
    /// The Supply Train leaves; it arrives on that turn (6.2.2).
    TrainLeaves { from: Area, arrives: u8 },
    /// The Supply Train arrives (6.2.2).
    TrainArrives { at: Area },

    // Impulses (8).
    /// A side's impulse begins.
    Impulse { side: Side, impulse: u8, kind: ImpulseKind, areas: Vec<Area> },
    /// The Advantage is used (12.1).
    AdvantageUsed {
        side: Side,
        #[serde(rename = "for")]
        use_for: AdvantageUse,
    },
    /// The Advantage changes hands (12.1.1).
    AdvantagePassed { to: Side },
    /// Leaders are rallied: flipped to their Active sides during the day (12.1).
    Rallied { area: Area, leaders: SortedSet<Id> },
    /// Lee Commands (8.1.4).
    LeeCommands { leader: Id, area: Area },
    /// A leader tries to activate his command (8.1.1).
    Activation { leader: Id, area: Area, die: u8, modifier: i8, needs: u8, activated: bool },
    /// Two leaders are activated at once (12.1).
    CombinedActivation { leaders: [Id; 2], area: Area },
    /// The only unit that acts in this impulse, besides Independent units (8.1.1).
    SingleUnit { unit: Id, area: Area },
    /// Units begin a Forced March (15.3).
    ForcedMarch { units: SortedSet<Id> },
    /// The Sunset roll, which may end the day: `impulse` is the number that it is compared with (6.3.1).
    Sunset { total: u8, impulse: u8, ends: bool },
    /// The marker leaves the Impulses Track (6.3.1).
    TrackEnds {},
    /// Leaders are flipped to their Inactive sides (9.6).
    Deactivated { leaders: SortedSet<Id>, because: Deactivation },

    // Movement (9).
    /// Units and leaders enter an area: how, and the cost for each.
    Entered { side: Side, units: Vec<Id>, leaders: Vec<Id>, from: Area, to: Area, water: Water, road: bool, cost: u8 },
    /// Units that the rules stop: which ones, and why.
    Halted { units: Vec<Id>, area: Area, because: Reason },
    /// An area comes under a side's control (7.2).
    Control { area: Area, side: Side },
    /// The Siege Guns move (16.2).
    GunsMoved { to: Area },
    /// The Siege Guns are captured (16.2).
    GunsTaken { area: Area },
    /// Units and leaders regroup (8.1.2).
    Regrouped { side: Side, units: SortedSet<Id>, leaders: SortedSet<Id>, from: Area, to: Area },
    /// Cavalry screens: it retreats before units that enter (9.4).
    Screened { units: SortedSet<Id>, area: Area },
    /// An entrenchment changes: what is there now (11).
    Entrenched { area: Area, works: Option<Works> },

    // Assaults (10).
    /// An assault begins.
    Assault {
        area: Area,
        side: Side,
        mandatory: bool,
        units: SortedSet<Id>,
        point: Id,
        forward: Id,
        defenders: SortedSet<Id>,
    },
    /// The terms of the Attack and Defense Values (10.4.2, 10.4.3).
    Values { attack: Vec<Term>, defense: Vec<Term> },
    /// The dice of both sides, and the result (10.4.4).
    AssaultDice {
        area: Area,
        attack: [u8; 2],
        defense: [u8; 2],
        attack_total: i16,
        defense_total: i16,
        outcome: Outcome,
    },
    /// The assault ends: with its final result, which a Heroic Defense or a Rout may change from that of the dice
    /// (10.5).
    AssaultOver { area: Area, outcome: Outcome },
    /// Units become Exhausted (13.1).
    Exhausted { units: SortedSet<Id> },
    /// Casualty Points that the defender takes; `spared`: absorbed by his entrenchment, `lost`: beyond what his units
    /// can absorb (10.6).
    CasualtyPoints { area: Area, points: u32, spared: u32, lost: u32 },
    /// Units are eliminated.
    Eliminated { units: SortedSet<Id>, area: Area, because: Elimination },
    /// A weaker unit replaces an eliminated one (15.5).
    Reduced { unit: Id, by: Id, area: Area },
    /// A unit or leader retreats.
    Retreated { who: Id, from: Area, to: Area },
    /// A leader is placed with other units, or returns.
    Placed { leader: Id, at: Area },
    /// A leader is eliminated with his last division (9.6).
    LeaderEliminated { leader: Id },
    /// The casualty roll for a leader (15.2).
    LeaderCheck { leader: Id, dice: [u8; 2], modifier: i8, fate: Fate },
    /// A leader leaves the map (15.2).
    LeaderGone { leader: Id, place: LeaderPlace },

    // Bridges (15.4).
    /// A die roll to build or to destroy a bridge.
    BridgeWork { side: Side, bridge: Id, work: BridgeWork, die: u8, modifier: i8, done: bool },
    /// A bridge changes hands, is destroyed or is built.
    Bridge { bridge: Id, state: BridgeState },
    /// The Union Engineers move to a bridge, or return.
    Engineers { bridge: Option<Id> },

    // Night (13).
    /// Artillery refits: it is flipped to its Fresh side (13.2).
    Refit { units: SortedSet<Id> },
    /// A side's Replacement Points: received, used, and in reserve (13.3).
    Replacements { side: Side, received: u32, used: u32, reserve: u32 },
    /// Units are flipped to their Fresh sides (13.2).
    Replaced { units: SortedSet<Id> },

    // The end (14).
    /// The match is over.
    Victory { side: Side, how: Victory },
}

/// What the Advantage is used for (12.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdvantageUse {
    ArmyLeader,
    Rally,
    CombinedRegroup,
    CombinedAssault,
    HeroicDefence,
    Replacement,
    /// 6.2.2
    SupplyTrain,
}

/// Why leaders become Inactive (9.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deactivation {
    /// They activated their commands.
    Activated,
    /// An Army Leader in a Combined Assault.
    Combined,
    /// There is no friendly unit left in the area.
    Alone,
    /// He sleeps (16.6).
    Asleep,
}

/// Why a unit is eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Elimination {
    /// An Exhausted attacker who is repulsed (10.4.4).
    Repulsed,
    /// An Exhausted Forward Unit in a Stalemate (10.4.4).
    Stalemate,
    /// For Casualty Points (10.6).
    Losses,
    /// It cannot retreat (10.7.4).
    NoRetreat,
    /// The garrison has to leave Richmond (10.7.4).
    Garrison,
}

/// The result of a casualty roll (15.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    Unhurt,
    Casualty,
    Killed,
}

/// What is done to a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BridgeWork {
    Build,
    Demolish,
}

/// A part of an Attack or Defense Value.
#[sparse(who)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Term {
    pub what: TermKind,
    pub value: i16,
    /// Who it comes from.
    pub who: Vec<Id>,
}

/// What a part of a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TermKind {
    /// The Point Unit's Attack Factor.
    Point,
    /// Combat Ratings of activated leaders.
    Leaders,
    FreshInfantry,
    FreshOthers,
    ExhaustedInfantry,
    Commands,
    InactiveArmyLeader,
    Rain,
    Gunboats,
    /// The Forward Unit's Defense Factor.
    Forward,
    FreshDefenders,
    Terrain,
    MinorWater,
    MajorWater,
    Entrenchment,
    NoSupplyTrain,
}

/// How the match was won (14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Victory {
    /// A Fresh Union unit in Richmond (14.1).
    Richmond,
    /// Both landings are under Confederate control (14.2).
    BothLandings,
    /// The Supply Train is captured (14.2).
    TrainTaken,
    /// By the areas controlled on July 2nd (14.3).
    LastDay,
}
