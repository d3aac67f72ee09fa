//! Orders for the war on water (8, 10.4, 10.5).

use crate::sorted::SortedSet;

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::{Id, distinct};

use super::{Condition, Move, points_schema};
use crate::pack::Station;
use crate::position::ledger::{Hulls, Points};

/// Moves ships over the water: with a leader as many as he commands, without one a single naval strength point.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sail {
    /// The leader who commands the ships: a naval one, or one of the ground forces (8.2, 8.3.3).
    pub leader: Option<Id>,
    /// Where the ships are: `2211/2112`, or a coastal hex; needed only if no naval leader with them shows it.
    pub from: Option<Station>,
    /// Ironclads that sail, by id.
    #[serde(deserialize_with = "distinct")]
    pub ships: SortedSet<Id>,
    /// Points of river-going transports that sail.
    pub river: u32,
    /// Points of ocean-going transports that sail.
    pub ocean: u32,
    /// What boards them at their station (8.4.4).
    pub load: Option<Load>,
    /// Where they go: hexsides and coastal hexes in order, each reached from the one before by the route under the
    /// fewest guns, and of such routes the shortest (CW-222).
    pub to: Vec<Station>,
    /// What is landed on the way, each with ships that stay there (8.4.9).
    pub drop: Vec<Landed>,
    /// The hex where everything still on board goes ashore, at the end of the route: without a combat in a hex that is
    /// not the enemy's, otherwise as a landing against him (8.4.5, 8.8).
    pub land: Option<Hex>,
    /// The depot that is used up if the landing needs one for supply in combat (9.1.3, 9.3.2a).
    pub depot: Option<Hex>,
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

impl Sail {
    /// The ships that sail.
    pub fn hulls(&self) -> Hulls {
        Hulls { ships: self.ships.clone(), river: self.river, ocean: self.ocean }
    }
}

/// What boards ships: strength points and leaders of one hex beside their station (8.4.4, 8.4¶10).
#[sparse(sp, leaders)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// The hex.
    pub at: Hex,
    pub sp: u32,
    /// Ground leaders who go along, without the one who commands the ships.
    pub leaders: Vec<Id>,
}

/// What is landed on the way (8.4.9).
#[sparse(leaders, ocean)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Landed {
    /// Where the ships then are; those that carried it stay there.
    pub from: Station,
    /// The hex that it enters.
    pub at: Hex,
    pub sp: u32,
    pub leaders: Vec<Id>,
    /// Of the transports that stay: points of ocean-going ones. The others are river-going.
    pub ocean: u32,
}

/// Moves strength points by sea without ships, from one place to another (8.7).
#[sparse(all_but(to))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sea {
    /// The leader who moves them: a naval one, or one of the ground forces who goes with them.
    pub leader: Option<Id>,
    /// The whole army that moves under a naval leader (8.7.6).
    pub army: Option<Id>,
    /// Where the force is; needed only if no ground leader or army shows it.
    pub from: Option<Hex>,
    /// How many strength points move; by default 1, or of an army all that have not moved.
    pub sp: Option<u32>,
    /// Further leaders of the hex whom a naval leader takes along (8.7.6).
    pub leaders: Vec<Id>,
    /// Stations on its route, if the shortest route is not wanted.
    pub by: Vec<Station>,
    /// Where it goes ashore.
    pub to: Option<Hex>,
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Ships under a naval leader and a force under a ground leader attack the hex in which both routes end (8.9).
#[sparse(condition)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Together {
    /// The ships: they carry nothing.
    pub sail: Sail,
    /// The force that goes by land.
    pub r#move: Move,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Enters ships.
#[sparse(pay, condition)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// Where each of them goes; all named ships of the Union's Naval Pool enter for one price (10.4.1).
    pub ships: Vec<Launched>,
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Ships that enter together.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Launched {
    /// The hexside or coastal hex; none for commerce raiders: they go to the At Sea Box (10.5.3).
    pub at: Option<Station>,
    /// Ironclads and raiders, by id.
    #[serde(deserialize_with = "distinct")]
    pub ships: SortedSet<Id>,
    /// Points of river-going transports.
    pub river: u32,
    /// Points of ocean-going transports.
    pub ocean: u32,
}

impl Launched {
    /// The ships.
    pub fn hulls(&self) -> Hulls {
        Hulls { ships: self.ships.clone(), river: self.river, ocean: self.ocean }
    }
}
