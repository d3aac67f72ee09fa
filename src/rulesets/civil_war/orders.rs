//! Orders, answers and standing orders, as people write them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use super::ledger::{Game, Points, Track};
use super::pack::{Pack, Side};

/// An order. One key names it, its value holds the details.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Brings a strength point, or a leader drawn from the pool, onto the map (10.2, 10.3).
    Reinforce(Reinforce),
    /// Moves strength points, a leader, or a leader with strength points; entering an enemy's hex attacks him (6.1).
    Move(Move),
    /// Rallies a demoralized force (5.6, 7.7.4).
    Rally(Rally),
    /// Burns command points without an action (4.2).
    Spend(Spend),
}

/// Brings a strength point or a leader onto the map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reinforce {
    /// The Reinforcement Track that the strength point comes from, or `leaders`.
    pub from: Source,
    /// The hex that it is placed in.
    pub at: Hex,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The leader who moves, alone or with strength points. Without one, a single strength point moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Id>,
    /// Where the force is; needed only where no leader tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Hex>,
    /// How many strength points move: 0 for a leader alone. Without it, 0 with a leader, 1 without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sp: Option<u32>,
    /// The hexes entered, in order.
    #[schemars(length(min = 1))]
    pub path: Vec<Hex>,
    /// Strength points left behind on the way (6.2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<DropOff>,
    /// The tracks that pay. Without it, the theater's track pays, then the discretionary one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

impl Move {
    /// How many strength points move.
    pub fn strength(&self) -> u32 {
        self.sp.unwrap_or(u32::from(self.leader.is_none()))
    }
}

/// Strength points left behind in a hex of the path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DropOff {
    pub at: Hex,
    pub sp: u32,
}

/// Rallies the force in a hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rally {
    pub at: Hex,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// The schema of points by track: at least one track, each with a number.
fn points_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let track = |track: Track| (track.as_str().to_owned(), serde_json::json!({"type": "integer", "minimum": 0}));
    let tracks: serde_json::Map<String, serde_json::Value> = Track::ALL.into_iter().map(track).collect();
    schemars::json_schema!({
        "type": "object",
        "properties": tracks,
        "additionalProperties": false,
        "minProperties": 1,
    })
}

/// Burns command points: by track, as `spend: {east: 1}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("minProperties" = 1))]
#[serde(deny_unknown_fields)]
pub struct Spend {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub east: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub west: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trans_mississippi: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discretionary: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub naval: Option<u32>,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

impl Spend {
    /// The points by track, without zeros.
    pub fn points(&self) -> Points {
        let each = [self.east, self.west, self.trans_mississippi, self.discretionary, self.naval];
        let points = Track::ALL.into_iter().zip(each);
        points.filter_map(|(track, points)| Some((track, points.filter(|&points| points > 0)?))).collect()
    }

    /// An order that burns points of one track.
    pub fn one(track: Track, points: u32) -> Spend {
        let mut spend = Spend::default();
        let slot = match track {
            Track::East => &mut spend.east,
            Track::West => &mut spend.west,
            Track::TransMississippi => &mut spend.trans_mississippi,
            Track::Discretionary => &mut spend.discretionary,
            Track::Naval => &mut spend.naval,
        };
        *slot = Some(points);
        spend
    }
}

/// A condition: every part that is given must hold when the order's turn comes, else the order is passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Own strength points are in the hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ours: Option<Hex>,
    /// Enemy strength points are in the hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theirs: Option<Hex>,
    /// Nobody's strength points are in the hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty: Option<Hex>,
    /// Own strength points in the hex are at least so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_sp: Option<SpIn>,
    /// Enemy strength points in the hex are at most so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy_sp: Option<SpIn>,
    /// The leader is in the hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<LeaderIn>,
    /// Own strength points in the hex are demoralized.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demoralized: Option<Hex>,
    /// This does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not: Option<Box<Condition>>,
}

/// A number of strength points in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpIn {
    pub at: Hex,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
}

/// A leader in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderIn {
    pub name: Id,
    pub at: Hex,
}

impl Condition {
    /// `None` if all that is given holds for `side`; else what does not, in words.
    pub fn fails(&self, game: &Game, _pack: &Pack, side: Side) -> Option<String> {
        let enemy = side.other();
        let within = |range: &SpIn, sp: u32| {
            range.at_least.is_none_or(|least| sp >= least) && range.at_most.is_none_or(|most| sp <= most)
        };
        let parts = [
            self.ours.filter(|&hex| game.sp_at(hex, side) == 0).map(|hex| format!("{hex} is not ours")),
            self.theirs.filter(|&hex| game.sp_at(hex, enemy) == 0).map(|hex| format!("no enemy is in {hex}")),
            self.empty.filter(|&hex| game.occupier(hex).is_some()).map(|hex| format!("{hex} is not empty")),
            self.own_sp.as_ref().and_then(|range| {
                let sp = game.sp_at(range.at, side);
                (!within(range, sp)).then(|| format!("we have {sp} strength points in {}", range.at))
            }),
            self.enemy_sp.as_ref().and_then(|range| {
                let sp = game.sp_at(range.at, enemy);
                (!within(range, sp)).then(|| format!("the enemy has {sp} strength points in {}", range.at))
            }),
            self.leader.as_ref().and_then(|wanted| match game.find_leader(&wanted.name) {
                Some((_, hex, _)) if hex == wanted.at => None,
                _ => Some(format!("{} is not in {}", wanted.name, wanted.at)),
            }),
            self.demoralized
                .filter(|&hex| !game.demoralized_at(hex, side))
                .map(|hex| format!("our force in {hex} is not demoralized")),
            self.not
                .as_ref()
                .filter(|inner| inner.fails(game, _pack, side).is_none())
                .map(|_| "what must not hold does".to_owned()),
        ];
        parts.into_iter().flatten().next()
    }
}

/// A question that falls to a side in mid-turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// Where a force retreats to (7.7.5).
    Retreat { side: Side, from: Hex, options: Vec<Hex> },
    /// Whether to re-roll a combat die (7.4, 7.7.3).
    Reroll { side: Side, hex: Hex, own: u8, enemy: u8, left: u32 },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// The hex to retreat to.
    Retreat(Hex),
    /// Which die to re-roll.
    Reroll(Reroll),
}

/// Which die to re-roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reroll {
    /// One's own.
    Own,
    /// The enemy's.
    Enemy,
    /// Neither.
    Pass,
}

/// What a side wants done while it is away from its desk.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Where to retreat to: the first of these that is legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retreat: Option<RetreatStanding>,
    /// How to use re-rolls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerolls: Option<RerollStanding>,
}

/// Where to retreat to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetreatStanding {
    /// For a retreat from a certain hex: the hexes to go to, the most wanted first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub from: BTreeMap<Hex, Vec<Hex>>,
    /// Otherwise: the legal hex that is nearest to this one; where two are, the lower number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toward: Option<Hex>,
}

/// How to use re-rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RerollStanding {
    /// Never.
    Never,
    /// Whatever has the best expected result (CW-114).
    Best,
}
