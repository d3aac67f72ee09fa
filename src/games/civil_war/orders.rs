//! Orders, answers and standing orders as people write them. This file has the orders, [`condition`] their `if`,
//! [`ships`] the naval orders, [`answers`] the questions in mid-turn, and [`standing`] what a side wants done while its
//! player is away. What the rules ask of every kind of order is an [`kind::OrderKind`], in a file for each kind.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use crate::pack::Unit;
use crate::position::ledger::{Piece, Points, Track};

mod answers;
mod build;
mod condition;
mod create;
mod decline;
mod destroy;
mod finish;
pub mod kind;
mod launch;
mod march;
mod raid;
mod rail;
mod rally;
mod reinforce;
mod remove;
mod sail;
mod sea;
mod ships;
mod spend;
mod standing;
pub mod standing_samples;
mod together;
mod transfer;

pub use answers::{Answer, Go, Question, React, Reaction, Removing, Reroll, Screen};
pub use condition::{Condition, LeaderIn, SpIn};
pub use ships::{Landed, Launch, Launched, Load, Sail, Sea, Together};
pub use standing::{
    FleetStanding, ReactInto, ReactionStanding, RemovalStanding, RerollStanding, RetreatStanding, ScreenStanding,
    Standing,
};

/// An order. One key names it, its value holds the details.
#[allow(clippy::large_enum_variant, reason = "a turn has a few orders, which are read once")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Brings a strength point, or a leader drawn from the pool, onto the map (10.2, 10.3).
    Reinforce(Reinforce),
    /// Declines the free reinforcement, by the option `may_decline_free` (21.2).
    Decline(Decline),
    /// Moves strength points, a leader, or a leader with strength points; entering a hex with an enemy force attacks it
    /// (6.1).
    Move(Move),
    /// Moves strength points under a leader, or single ones, along friendly rails (6.6).
    Rail(Rail),
    /// Rallies a demoralized force (5.6, 7.7.4).
    Rally(Rally),
    /// Builds a depot, a fort or a fortress (9.2, 14).
    Build(Build),
    /// Destroys a friendly depot or fort, free (9.2).
    Destroy(Destroy),
    /// Forms an army (12.1).
    Create(Create),
    /// Removes an army's commander (5.3).
    Remove(Remove),
    /// Moves strength points and leaders from one army to another in the same hex, free (12.2).
    Transfer(Transfer),
    /// Moves ships, with what they carry; it may end in a landing (8.3 to 8.5, 8.8).
    Sail(Sail),
    /// Moves strength points by sea without ships (8.7).
    Sea(Sea),
    /// Ships and a ground force attack a hex together (8.9).
    Together(Together),
    /// Enters ships: the Union's whole Naval Pool, or Confederate ships that are bought (10.4, 10.5).
    Launch(Launch),
    /// A tribe raids an enemy stockade, by the option `far_west` (CW-321).
    Raid(Raid),
    /// Spends command points without an action (4.2).
    Spend(Spend),
    /// The last order of a half-pulse: orders before it that cannot be carried out are skipped, and the initiative
    /// points that are then left are spent without an action (4.2.19, CW-280).
    Finish(Finish),
}

/// The one list of the kinds of orders that code goes through: it hands them to a macro, in the order in which legal
/// orders are listed. Each has its key, and the field with its `if` unless it can have none.
macro_rules! order_kinds {
    ($with:ident) => {
        $with! {
            Reinforce "reinforce" condition, Decline "decline" condition, Move "move" condition, Rail "rail" condition, Rally "rally" condition,
            Create "create" condition, Remove "remove" condition, Transfer "transfer" condition,
            Build "build" condition, Destroy "destroy" condition, Launch "launch" condition, Sail "sail" condition,
            Sea "sea" condition, Together "together" condition, Raid "raid" condition, Spend "spend" condition, Finish "finish",
        }
    };
}
pub(crate) use order_kinds;

/// Brings a strength point or a leader onto the map.
#[sparse(all_but(from, at))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reinforce {
    /// The Reinforcement Track that the strength point comes from, or `leaders`.
    pub from: Source,
    /// The hex that it is placed in.
    pub at: Hex,
    /// The army in that hex that it joins, if there are several.
    pub army: Option<Id>,
    /// With hidden leaders: the leader from the pool, whom his side holds and who is turned up (CW-281).
    pub leader: Option<Piece>,
    /// With hidden leaders: which draw of the side he is, counted from 1. The program fills it in.
    pub draw: Option<u64>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Declines the free reinforcement of the pulse: written `decline: {}`.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decline {
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

impl Reinforce {
    /// A reinforcement from there to a hex.
    pub fn new(from: Source, at: Hex) -> Reinforce {
        Reinforce { from, at, army: None, leader: None, draw: None, condition: None }
    }
}

/// Where a reinforcement comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    East,
    West,
    TransMississippi,
    Discretionary,
    /// The Leader Pool.
    Leaders,
}

impl Source {
    /// The Reinforcement Track, if it is one.
    pub fn track(self) -> Option<Track> {
        match self {
            Source::East => Some(Track::East),
            Source::West => Some(Track::West),
            Source::TransMississippi => Some(Track::TransMississippi),
            Source::Discretionary => Some(Track::Discretionary),
            Source::Leaders => None,
        }
    }
}

/// Moves a force along a path.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The leader who moves, alone or with strength points. Without one, a single strength point moves.
    pub leader: Option<Id>,
    /// By the option `far_west`: which counters move, in place of ordinary strength points (2.3).
    pub unit: Option<Unit>,
    /// The army that moves under its commander, instead of a leader (6.2.7).
    pub army: Option<Id>,
    /// With a four-star leader: every army of his hex moves with him (6.2.16).
    pub army_group: bool,
    /// Where the force is; needed only if no leader shows it.
    pub from: Option<Hex>,
    /// How many strength points move: 0 for a leader alone. Without it, 0 with a leader, 1 without, and of an army all
    /// that have not moved.
    pub sp: Option<u32>,
    /// Of an army: leaders who stay in the hex that it leaves.
    pub leave: Vec<Id>,
    /// The hexes entered, in order. Cavalry that only converts the rails in its own hex names none.
    pub path: Vec<Hex>,
    /// Strength points, and an army's leaders, left behind on the way (6.2).
    pub drop: Vec<DropOff>,
    /// Of cavalry: the hexes in which it spends an additional movement point to take rails or a city (11.2.2). The hex
    /// where it begins may be among them.
    pub convert: Vec<Hex>,
    /// The depot that is used up if the force needs one for supply in combat (9.3.2a). Without it, the farthest one of
    /// the chain.
    pub depot: Option<Hex>,
    /// What happens to enemy depots that are entered; without it they are captured (9.2).
    pub depots: Option<Captured>,
    /// The march ends, before the end of its path, in the first hex where this holds. Tested after each hex entered,
    /// and after the enemy's reaction.
    pub stop: Option<Condition>,
    /// The tracks that pay. Without it, the theater's track pays, then the discretionary one.
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

impl Move {
    /// How many strength points move.
    pub fn strength(&self) -> u32 {
        self.sp.unwrap_or(u32::from(self.leader.is_none()))
    }
}

/// A raid on a stockade, as in `raid: {tribe: comanche, at: B3726}` (CW-321).
#[sparse(condition)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Raid {
    pub tribe: Id,
    /// The stockade.
    pub at: Hex,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// What happens to an enemy depot that a force enters (9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Captured {
    /// It changes hands.
    Capture,
    /// It is destroyed.
    Destroy,
}

/// What is left behind in a hex of the path.
#[sparse(sp, leaders)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DropOff {
    pub at: Hex,
    /// Strength points.
    pub sp: u32,
    /// Of an army: leaders.
    pub leaders: Vec<Id>,
}

/// Moves by rail: from one hex with friendly rails to another that is connected to it.
#[sparse(all_but(to))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rail {
    /// The leader who moves with strength points. Without one, a single strength point moves. A leader alone moves by
    /// rail with a `move`; by the option `off_map_rail` with `sp: 0` where the train leaves the map (21.12).
    pub leader: Option<Id>,
    /// Where the force is; needed only if no leader shows it.
    pub from: Option<Hex>,
    /// How many strength points move; 1 without it.
    pub sp: Option<u32>,
    /// Where it goes.
    pub to: Hex,
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// A supply depot (9.2).
    Depot,
    /// A fort (14).
    Fort,
    /// A fortress, made from a fort (14).
    Fortress,
}

/// Builds in a hex.
#[sparse(pay, condition)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Build {
    pub what: Work,
    pub at: Hex,
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Destroys a friendly depot or fort.
#[sparse(condition)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Destroy {
    /// A depot, or a fort that was built.
    pub what: Work,
    pub at: Hex,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Forms an army from the units in a hex.
#[sparse(pay, condition)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Create {
    pub army: Id,
    pub at: Hex,
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Removes an army's commander in favor of the next three-star leader.
#[sparse(all_but(army, fate))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Remove {
    pub army: Id,
    pub fate: Removal,
    /// Where he goes, if he is moved away: the hexes entered, in order.
    pub path: Vec<Hex>,
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// What happens to a commander who is removed (5.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Removal {
    /// Into the Removed Leaders Box.
    Removed,
    /// Out of the hex, along `path`.
    Moved,
    /// Back to two stars, if he has such a counter.
    Demoted,
}

/// Moves strength points and leaders between two armies of a hex.
#[sparse(all_but(from, to))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    pub from: Id,
    pub to: Id,
    pub sp: u32,
    pub leaders: Vec<Id>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Rallies the force in a hex.
#[sparse(all_but(at))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rally {
    pub at: Hex,
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// The schema of points by track: at least one track, each with a number.
fn points_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let track = |track: Track| (track.as_str().to_owned(), serde_json::json!({"type": "integer", "minimum": 0}));
    let tracks: serde_json::Map<String, serde_json::Value> = Track::in_play(true).map(track).collect();
    schemars::json_schema!({
        "type": "object",
        "properties": tracks,
        "additionalProperties": false,
        "minProperties": 1,
    })
}

/// Spends command points without an action: by track, as in `spend: {east: 1}`.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("minProperties" = 1))]
#[serde(deny_unknown_fields)]
pub struct Spend {
    pub east: Option<u32>,
    pub west: Option<u32>,
    pub trans_mississippi: Option<u32>,
    /// By the option `far_west` (19.1).
    pub far_west: Option<u32>,
    pub discretionary: Option<u32>,
    pub naval: Option<u32>,
    #[serde(rename = "if")]
    pub condition: Option<Condition>,
}

/// Ends a half-pulse without another mail (CW-280).
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Finish {
    /// The tracks from which points are spent first, in this order; the others follow, the fullest first, the
    /// discretionary one last.
    pub burn: Vec<Track>,
}

impl Spend {
    /// The points by track, without zeros.
    pub fn points(&self) -> Points {
        let each = [self.east, self.west, self.trans_mississippi, self.discretionary, self.naval, self.far_west];
        let points = Track::in_play(true).zip(each);
        points.filter_map(|(track, points)| Some((track, points.filter(|&points| points > 0)?))).collect()
    }

    /// An order that spends points of one track without an action.
    pub fn one(track: Track, points: u32) -> Spend {
        let mut spend = Spend::default();
        spend.set(track, points);
        spend
    }

    /// Sets how many points of a track are spent.
    pub fn set(&mut self, track: Track, points: u32) {
        let slot = match track {
            Track::East => &mut self.east,
            Track::West => &mut self.west,
            Track::TransMississippi => &mut self.trans_mississippi,
            Track::FarWest => &mut self.far_west,
            Track::Discretionary => &mut self.discretionary,
            Track::Naval => &mut self.naval,
        };
        *slot = Some(points);
    }
}
