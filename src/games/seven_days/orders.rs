//! Orders, answers and standing orders as people write them. This file has the orders, [`condition`] their `if`,
//! [`answers`] the questions in mid-turn, and [`standing`] what a side wants done while its player is away.

use std::fmt;

use crate::sorted::SortedSet;

use adjutant_derive::sparse;
use schemars::JsonSchema;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::board::Area;
use crate::document::{Id, distinct};

mod answers;
mod condition;
pub mod policy;
mod standing;

pub use answers::{Answer, Loss, Question};
pub use condition::{Condition, Holds};
pub use standing::{Defence, Losses, Matter, Screening, Standing, TrainStanding, Use, Withdrawal};

/// An order. One key names it, its value holds the details.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Begins an Assault Impulse: the Active Area, and the leader who tries to activate his command there (8.1.1).
    Assault(Assault),
    /// Moves units and leaders of the Active Area, area by area (9).
    Move(Move),
    /// Assaults the enemies in an area (10).
    Attack(Attack),
    /// Ends the Assault Impulse.
    End(End),
    /// A Regroup Impulse (8.1.2); with `and` a Combined Regroup, which uses the Advantage (12.1).
    Regroup(Regroup),
    /// A Pass Impulse (8.1.3).
    Pass(Pass),
    /// Instead of an impulse of the first turn: relocates the Supply Train, which uses the Advantage (6.2.2).
    Relocate(Relocate),
    /// Ends the turn file here, so that its player sees the results: later orders are not carried out.
    Wait(Wait),
    /// A side's Night Phase (13.2).
    Night(Night),
}

/// Begins an Assault Impulse.
#[sparse(all_but(area))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assault {
    /// The Active Area.
    pub area: Area,
    /// The Subordinate Leader who rolls to activate his command; without one, one unit and the Independent units act.
    pub leader: Option<Id>,
    /// A Combined Assault: the Army Leader activates two leaders at once (12.1, 8.1.4).
    pub combined: Option<Combined>,
    /// First, the Advantage rallies the Inactive Subordinate Leaders in an area (12.1).
    pub rally: Option<Rally>,
    /// First, an attempt to build a destroyed bridge of the Active Area (15.4.3).
    pub build: Option<Build>,
    /// Fresh units that make a Forced March (15.3).
    #[serde(deserialize_with = "distinct")]
    pub forced_march: SortedSet<Id>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// A Combined Assault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    expecting = "the two leaders and what pays, as in {leaders: [longstreet, dh_hill], by: advantage}"
)]
pub struct Combined {
    /// The two Subordinate Leaders.
    #[serde(deserialize_with = "two_leaders")]
    pub leaders: [Id; 2],
    /// What pays for it.
    pub by: CombinedBy,
}

/// Reads two leaders, and says that there must be two if there are more or fewer.
fn two_leaders<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Id; 2], D::Error> {
    struct Two;

    impl<'de> Visitor<'de> for Two {
        type Value = [Id; 2];

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("two leaders, as in [longstreet, dh_hill]")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<[Id; 2], A::Error> {
            let mut named = Vec::new();
            while let Some(leader) = list.next_element()? {
                named.push(leader);
            }
            named.try_into().map_err(|named: Vec<Id>| {
                A::Error::custom(format!("expected two leaders, as in [longstreet, dh_hill], found {}", named.len()))
            })
        }
    }
    deserializer.deserialize_seq(Two)
}

/// What pays for a Combined Assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CombinedBy {
    /// The Advantage (12.1).
    Advantage,
    /// Lee Commands, once a turn (8.1.4).
    LeeCommands,
}

/// Rallies Inactive leaders.
#[sparse(leaders)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an area, as in {area: 45}, and the leaders if not all of them rally")]
pub struct Rally {
    pub area: Area,
    /// The leaders to rally; all Inactive Subordinate Leaders there by default.
    #[serde(deserialize_with = "distinct")]
    pub leaders: SortedSet<Id>,
}

/// An attempt to build a bridge.
#[sparse(engineers)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a bridge, as in {bridge: new_bridge}")]
pub struct Build {
    pub bridge: Id,
    /// The Union Engineers help (15.4.4).
    pub engineers: bool,
}

/// Moves units and leaders.
#[sparse(all_but(path))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The units, in the order in which they move.
    pub units: Vec<Id>,
    /// The leaders who move with them, or alone.
    pub leaders: Vec<Id>,
    /// The Siege Guns move along (16.2).
    pub siege_guns: bool,
    /// The areas that are entered, one after the other.
    pub path: Vec<Area>,
    /// No friendly entrenchment replaces an empty enemy one (11.2).
    pub leave_works: bool,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Assaults the enemies in an area.
#[sparse(all_but(area))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    pub area: Area,
    /// The units that assault; all that may by default.
    #[serde(deserialize_with = "distinct")]
    pub units: SortedSet<Id>,
    /// The Point Unit; by default the possible one with the highest Attack Factor.
    pub point: Option<Id>,
    /// Activated leaders there who do not add their Combat Rating (15.2).
    #[serde(deserialize_with = "distinct")]
    pub spare: SortedSet<Id>,
    /// After a Repulse of an Optional Assault, the units that entered the area in this impulse stay in it (10.4.4).
    pub stay: bool,
    /// No friendly entrenchment replaces a captured enemy one (11.2).
    pub leave_works: bool,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Ends the Assault Impulse.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// Bridges of the Active Area to destroy (15.4.1).
    #[serde(deserialize_with = "distinct")]
    pub demolish: SortedSet<Id>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// A Regroup Impulse.
#[sparse(and, condition)]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regroup {
    pub from: Area,
    pub to: Vec<Party>,
    /// A second area, which uses the Advantage (12.1).
    pub and: Option<Second>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// The second area of a Combined Regroup.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    expecting = "an area and where its units go, as in {from: 7, to: [{area: 8, units: [morell_infantry]}]}"
)]
pub struct Second {
    pub from: Area,
    pub to: Vec<Party>,
}

/// Units and leaders that regroup to one area.
#[sparse(all_but(area))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an area and who goes there, as in {area: 8, units: [morell_infantry]}")]
pub struct Party {
    pub area: Area,
    #[serde(deserialize_with = "distinct")]
    pub units: SortedSet<Id>,
    #[serde(deserialize_with = "distinct")]
    pub leaders: SortedSet<Id>,
    /// The Siege Guns move along (16.2).
    pub siege_guns: bool,
}

/// A Pass Impulse.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pass {
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Relocates the Supply Train.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Relocate {
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Ends the turn file here.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// A side's Night Phase.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Night {
    /// Uses the Advantage for one more Replacement Point (12.1).
    pub advantage: bool,
    /// Exhausted infantry and cavalry that become Fresh for one Replacement Point each (13.2).
    #[serde(deserialize_with = "distinct")]
    pub replace: SortedSet<Id>,
    /// Areas to entrench, or whose entrenchment is improved (11.1).
    #[serde(deserialize_with = "distinct")]
    pub entrench: SortedSet<Area>,
    /// The Union Engineers stay at their bridge (15.4.4).
    pub keep_engineers: bool,
}

impl Order {
    /// What must hold when the order is carried out.
    pub fn condition(&self) -> Option<&Condition> {
        match self {
            Order::Assault(order) => order.condition.as_ref(),
            Order::Move(order) => order.condition.as_ref(),
            Order::Attack(order) => order.condition.as_ref(),
            Order::End(order) => order.condition.as_ref(),
            Order::Regroup(order) => order.condition.as_ref(),
            Order::Pass(order) => order.condition.as_ref(),
            Order::Relocate(order) => order.condition.as_ref(),
            Order::Wait(order) => order.condition.as_ref(),
            Order::Night(_) => None,
        }
    }

    /// The key that names it.
    pub fn name(&self) -> &'static str {
        match self {
            Order::Assault(_) => "assault",
            Order::Move(_) => "move",
            Order::Attack(_) => "attack",
            Order::End(_) => "end",
            Order::Regroup(_) => "regroup",
            Order::Pass(_) => "pass",
            Order::Relocate(_) => "relocate",
            Order::Wait(_) => "wait",
            Order::Night(_) => "night",
        }
    }
}
