//! What is asked in mid-turn, and how it is answered.

use crate::sorted::SortedSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::{Id, distinct};

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// At dawn: does the Advantage make the Army Leader Active (12.1)?
    Rouse { leader: Id },
    /// At dawn: does the Supply Train relocate (6.2.2)?
    Train { from: Area, to: Area },
    /// Which cavalry screens (9.4)?
    Screen { area: Area, units: Vec<Id> },
    /// Which unit is the Forward Unit (10.4)?
    Forward { area: Area, units: Vec<Id> },
    /// Does the Advantage turn a Success into a Stalemate (12.1)?
    Heroic { area: Area, points: u32 },
    /// How are the Casualty Points taken (10.6)?
    Losses { area: Area, points: u32, forward: Id },
    /// Which units retreat voluntarily after the assault (10.7.3)?
    Withdraw { area: Area, units: Vec<Id> },
    /// Where does a unit retreat to (10.7.2)?
    Retreat { unit: Id, from: Area, options: Vec<Area> },
    /// Does a leader stay, or retreat with the units (10.7.3)?
    Follow { leader: Id, from: Area, options: Vec<Area> },
    /// Where is a leader placed (9.6), or where does one return (15.2)?
    Place { leader: Id, options: Vec<Area> },
    /// Which leader makes the casualty roll (15.2)?
    Hurt { leaders: Vec<Id> },
    /// Which entrenchments are removed (11.3)?
    Remove { areas: Vec<Area> },
}

/// An answer. One key names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// Whether the Advantage makes the Army Leader Active.
    Rouse(bool),
    /// Whether the Supply Train is relocated.
    Train(bool),
    /// The units that screen; none: they stay.
    Screen(#[serde(deserialize_with = "distinct")] SortedSet<Id>),
    /// The Forward Unit.
    Forward(Id),
    /// Whether the Advantage is used for a Heroic Defense.
    Heroic(bool),
    /// The losses, in order: the first is the Forward Unit's.
    Losses(Vec<Loss>),
    /// The units that retreat voluntarily; none: all stay.
    Withdraw(#[serde(deserialize_with = "distinct")] SortedSet<Id>),
    /// Where the unit retreats to.
    Retreat(Area),
    /// Where the leader goes; the area itself: he stays.
    Follow(Area),
    /// The area where the leader is placed.
    Place(Area),
    /// The leader.
    Hurt(Id),
    /// The areas whose entrenchments are removed; none: all stay.
    Remove(#[serde(deserialize_with = "distinct")] SortedSet<Area>),
}

/// A loss that a unit takes (10.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Loss {
    /// A Fresh unit becomes Exhausted: 1 Casualty Point.
    Exhaust(Id),
    /// An Exhausted unit retreats: 1 Casualty Point.
    Retreat(Id),
    /// A Fresh unit is eliminated, for 3 Casualty Points, or an Exhausted one, for 2.
    Eliminate(Id),
}

impl Loss {
    /// The unit that takes it.
    pub fn unit(&self) -> &Id {
        match self {
            Loss::Exhaust(unit) | Loss::Retreat(unit) | Loss::Eliminate(unit) => unit,
        }
    }
}
