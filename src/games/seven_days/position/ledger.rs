//! The ledger: what is on the table, and where. What follows from it (who contests an area, who is in supply) is
//! computed, not stored.

use crate::sorted::{SortedMap, SortedSet};

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::Id;

use crate::options::Options;
use crate::pack::{BridgeState, Side, Water};

/// A bid for a side (16.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    /// The side that the bidder wants to play.
    pub side: Side,
    pub bid: u32,
}

/// A phase of the turn (6.1), and the bidding before the first turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The players bid for the sides (16.1).
    Bids,
    Dawn,
    Daylight,
    Night,
    End,
}

/// The weather (15.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weather {
    #[default]
    Clear,
    Rain,
}

impl Weather {
    /// The weather that it changes to (15.1.3).
    pub fn other(self) -> Weather {
        match self {
            Weather::Clear => Weather::Rain,
            Weather::Rain => Weather::Clear,
        }
    }
    pub(crate) fn is_clear(&self) -> bool {
        *self == Weather::Clear
    }
}

/// The Advantage: it changes hands only by being used (12.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Advantage {
    /// A side has it.
    Held(Side),
    /// A side has used it, and the other will have it when the phase or impulse is over (12.1.1).
    UsedBy(Side),
}

/// A unit that is in play.
#[sparse(exhausted)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitState {
    pub at: Area,
    pub exhausted: bool,
}

/// Where a leader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LeaderPlace {
    At(Area),
    /// Wounded; he returns in the Night Phase of that turn (15.2).
    Wounded(u8),
    /// Killed; his successor arrives in the Dawn Phase of that turn (15.2).
    Killed(u8),
}

/// A leader who is in play.
#[sparse(all_but(place))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderState {
    pub place: LeaderPlace,
    /// Whether he is on his reverse side: Inactive, or Exhausted, which is the same (4.4.1).
    pub inactive: bool,
    /// Whether he is a successor, whose Combat Rating no longer counts; for an Army Leader, his die roll modifier
    /// (15.2).
    pub successor: bool,
}

/// An entrenchment (11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Works {
    pub side: Side,
    /// 1 or 2.
    pub level: u8,
}

/// The Union Supply Train (4.4.7, 6.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Train {
    At(Area),
    /// In transit; it arrives in the Dawn Phase of that turn.
    Arrives(u8),
}

/// What kind of impulse it is (8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImpulseKind {
    Assault,
    Regroup,
    Pass,
    /// The Union gives the Advantage up to relocate its Supply Train (6.2.2).
    Relocate,
}

/// Which unit may act without an activated leader (8.1.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SingleUnit {
    /// None: a leader has activated his command.
    #[default]
    Nobody,
    /// Any one unit that is not Independent; none has acted yet.
    Any,
    /// This one.
    One(Id),
}

impl SingleUnit {
    fn is_nobody(&self) -> bool {
        *self == SingleUnit::Nobody
    }
}

/// How a unit entered an area that enemies are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AreaEntry {
    pub from: Area,
    /// What it crossed.
    pub water: Water,
    pub road: bool,
}

/// How an assault of this impulse ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Repulse,
    Stalemate,
    Success,
    Rout,
}

impl Outcome {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Repulse => "repulse",
            Outcome::Stalemate => "stalemate",
            Outcome::Success => "success",
            Outcome::Rout => "rout",
        }
    }
}

/// The current impulse (8).
#[sparse(all_but(kind, single))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Impulse {
    pub kind: ImpulseKind,
    /// The Active Area; `None` if there is none.
    pub area: Option<Area>,
    /// Leaders who have activated their commands.
    pub leaders: SortedSet<Id>,
    #[serde(default, skip_serializing_if = "SingleUnit::is_nobody")]
    pub single: SingleUnit,
    /// Whether an Army Leader leads a Combined Assault, which makes him Inactive (12.1, 8.1.4).
    pub combined: bool,
    /// Whether a Subordinate Leader has tried to activate and failed (8.1.1).
    pub failed: bool,
    /// Units and leaders that were in the Active Area when the impulse began.
    pub began: SortedSet<Id>,
    /// Areas that were Contested when it began.
    pub contested: SortedSet<Area>,
    /// Movement Factors that a unit or leader has spent.
    pub spent: SortedMap<Id, u8>,
    /// Units and leaders that cannot act any more in this impulse.
    pub done: SortedSet<Id>,
    /// For units in an area with enemies: how they entered it.
    pub entered: SortedMap<Id, AreaEntry>,
    /// Areas that a Point Unit has entered (9.3).
    pub opened: SortedSet<Area>,
    /// Areas that have been assaulted, and the results (9.1).
    pub assaulted: SortedMap<Area, Outcome>,
    /// Activated leaders whose units won an assault by a Rout (10.5).
    pub victors: SortedSet<Id>,
    /// The Movement Factors that leaving the Active Area costs after an assault in it (10.3).
    pub contested_cost: u8,
    /// The number of units that have crossed each bridge (9.5.2).
    pub crossed: SortedMap<Id, u8>,
    /// Units on a Forced March (15.3).
    pub forced: SortedSet<Id>,
    /// Army Leaders who have moved in this impulse (9.1.2a).
    pub marching: SortedSet<Id>,
    /// The Siege Guns have moved (SD-77).
    pub guns_moved: bool,
    /// The Confederate's first roll of two dice in his impulse (6.3.1).
    pub sunset: Option<u8>,
}

impl Impulse {
    /// An impulse of a kind in which nothing has happened yet.
    pub fn new(kind: ImpulseKind) -> Impulse {
        Impulse {
            kind,
            area: None,
            leaders: SortedSet::new(),
            single: SingleUnit::Nobody,
            combined: false,
            failed: false,
            began: SortedSet::new(),
            contested: SortedSet::new(),
            spent: SortedMap::new(),
            done: SortedSet::new(),
            entered: SortedMap::new(),
            opened: SortedSet::new(),
            assaulted: SortedMap::new(),
            victors: SortedSet::new(),
            contested_cost: 0,
            crossed: SortedMap::new(),
            forced: SortedSet::new(),
            marching: SortedSet::new(),
            guns_moved: false,
            sunset: None,
        }
    }
}

/// Everything on the table.
#[sparse(all_but(scenario, options, turn, phase, advantage, weather, union_areas, units, leaders, train, bridges))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    pub scenario: Id,
    #[serde(default, skip_serializing_if = "Options::is_plain")]
    pub options: Options,
    /// Whether the seats play the sides that the charter gives the other one, because the bids decided so (16.1).
    pub exchanged: bool,
    /// Whether the bids are about to be revealed (16.1).
    pub bidding: bool,
    /// Bids that are revealed but not yet decided, by the side that the charter gives each seat.
    pub bids: Option<SortedMap<Side, Bid>>,
    pub turn: u8,
    pub phase: Phase,
    /// Where the Advantage marker stands on the Impulses Track (3.4).
    pub impulse: u8,
    /// The side whose impulse it is, or whose part of the phase.
    pub active: Option<Side>,
    pub advantage: Advantage,
    /// Lee has commanded this turn (8.1.4).
    pub lee_commanded: bool,
    /// Army Leaders who have moved this turn (9.1.2a).
    pub army_moved: SortedSet<Side>,
    #[serde(default, skip_serializing_if = "Weather::is_clear")]
    pub weather: Weather,
    /// The weather changes in the next Union impulse (15.1.3).
    pub weather_turns: bool,
    /// The areas that the Union controls; the others are Confederate (7.2).
    pub union_areas: SortedSet<Area>,
    /// The units in play, by id.
    pub units: SortedMap<Id, UnitState>,
    /// The leaders in play, by id.
    pub leaders: SortedMap<Id, LeaderState>,
    /// Units that have been eliminated.
    pub lost: SortedSet<Id>,
    pub works: SortedMap<Area, Works>,
    /// Replacement Points in reserve (13.3.2).
    pub points: SortedMap<Side, u32>,
    pub train: Train,
    pub bridges: SortedMap<Id, BridgeState>,
    /// The bridge at which the Union Engineers work (15.4.4).
    pub engineers: Option<Id>,
    /// The Confederate has built a bridge this turn (15.4.3).
    pub built: bool,
    /// Where the Siege Guns stand (16.2).
    pub siege_guns: Option<Area>,
    /// McDowell's corps has come (16.5).
    pub help_came: bool,
    pub current: Option<Impulse>,
}

impl Game {
    /// Who controls an area (7.2).
    pub fn control(&self, area: Area) -> Side {
        if self.union_areas.contains(&area) { Side::Union } else { Side::Confederate }
    }

    /// Places an area under a side's control.
    pub fn set_control(&mut self, area: Area, side: Side) {
        match side {
            Side::Union => self.union_areas.insert(area),
            Side::Confederate => self.union_areas.remove(&area),
        };
    }

    /// The area of the leader with this id, if he is on the map.
    pub fn leader_at(&self, leader: &Id) -> Option<Area> {
        match self.leaders.get(leader)?.place {
            LeaderPlace::At(area) => Some(area),
            LeaderPlace::Wounded(_) | LeaderPlace::Killed(_) => None,
        }
    }

    /// Whether a side has the Advantage and may use it.
    pub fn has_advantage(&self, side: Side) -> bool {
        self.advantage == Advantage::Held(side)
    }
}
