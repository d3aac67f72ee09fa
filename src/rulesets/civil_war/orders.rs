//! Orders, answers and standing orders, as people write them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::{Id, is_zero};

use super::ledger::{Game, Piece, Points, Track};
use super::pack::{Pack, Side};
use super::present::plural;

/// An order. One key names it, its value holds the details.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Brings a strength point, or a leader drawn from the pool, onto the map (10.2, 10.3).
    Reinforce(Reinforce),
    /// Moves strength points, a leader, or a leader with strength points; entering an enemy's hex attacks him (6.1).
    Move(Move),
    /// Moves strength points under a leader, or single ones, along one's own rails (6.6).
    Rail(Rail),
    /// Rallies a demoralized force (5.6, 7.7.4).
    Rally(Rally),
    /// Builds a depot, a fort or a fortress (9.2, 14).
    Build(Build),
    /// Destroys a depot or a fort of one's own, free (9.2).
    Destroy(Destroy),
    /// Forms an army (12.1).
    Create(Create),
    /// Removes an army's commander (5.3).
    Remove(Remove),
    /// Moves strength points and leaders from one army to another in the same hex, free (12.2).
    Transfer(Transfer),
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
    /// The army of that hex that it joins, where several stand there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<Id>,
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The leader who moves, alone or with strength points. Without one, a single strength point moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Id>,
    /// The army that moves under its commander, instead of a leader (6.2.7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub army: Option<Id>,
    /// With a four-star leader: every army of his hex moves with him (6.2.16).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub army_group: bool,
    /// Where the force is; needed only where no leader tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Hex>,
    /// How many strength points move: 0 for a leader alone. Without it, 0 with a leader, 1 without, and of an army all
    /// that have not moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sp: Option<u32>,
    /// Of an army: leaders who stay where it sets out from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leave: Vec<Id>,
    /// The hexes entered, in order. Cavalry that only converts the rails where it stands names none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Hex>,
    /// Strength points, and an army's leaders, left behind on the way (6.2).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<DropOff>,
    /// Of cavalry: the hexes in which it spends a movement point more to take rails or a city (11.2.2). The one where it
    /// sets out may be among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub convert: Vec<Hex>,
    /// The depot that is used up if the force has to live off one in combat (9.3.2a). Without it, the one furthest down
    /// the chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depot: Option<Hex>,
    /// What becomes of enemy depots that are entered; without it they are captured (9.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depots: Option<Captured>,
    /// The march ends, before the end of its path, in the first hex where this holds. Looked at after each hex entered,
    /// and what the enemy's reaction came to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Condition>,
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

/// What becomes of an enemy's depot that a force enters (9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Captured {
    /// It changes hands.
    Capture,
    /// It is burnt.
    Destroy,
}

/// What is left behind in a hex of the path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DropOff {
    pub at: Hex,
    /// Strength points.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sp: u32,
    /// Of an army: leaders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<Id>,
}

/// Moves by rail: from one hex of one's own rails to another that is joined to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rail {
    /// The leader who moves with strength points. Without one, a single strength point moves. A leader alone goes by
    /// rail with a `move`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Id>,
    /// Where the force is; needed only where no leader tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Hex>,
    /// How many strength points move; 1 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sp: Option<u32>,
    /// Where it goes.
    pub to: Hex,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
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
    /// A fortress, out of a fort (14).
    Fortress,
}

/// Builds in a hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Build {
    pub what: Work,
    pub at: Hex,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// Destroys something of one's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Destroy {
    /// A depot, or a fort that was built.
    pub what: Work,
    pub at: Hex,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// Forms an army of what stands in a hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Create {
    pub army: Id,
    pub at: Hex,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// Removes an army's commander in favour of the next of three stars.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Remove {
    pub army: Id,
    pub fate: Removal,
    /// Where he goes, if he is moved away: the hexes entered, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Hex>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "points_schema")]
    pub pay: Option<Points>,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

/// What becomes of a commander who is removed (5.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Removal {
    /// Into the Removed Leaders Box.
    Removed,
    /// Out of the hex, along `path`.
    Moved,
    /// Back to two stars, where he has such a counter.
    Demoted,
}

/// Moves strength points and leaders between two armies of a hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    pub from: Id,
    pub to: Id,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sp: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaders: Vec<Id>,
    #[serde(rename = "if", default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
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
                (!within(range, sp)).then(|| format!("we have {} in {}", plural(sp, "strength point"), range.at))
            }),
            self.enemy_sp.as_ref().and_then(|range| {
                let sp = game.sp_at(range.at, enemy);
                (!within(range, sp)).then(|| format!("the enemy has {} in {}", plural(sp, "strength point"), range.at))
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
    /// Whether an army rolls for reaction to a force that is about to enter `hex` from `from` (12.3). `together`: the
    /// armies of an army group may roll once for all.
    React {
        side: Side,
        army: Id,
        hex: Hex,
        from: Hex,
        enemy_sp: u32,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        together: bool,
    },
    /// What an army that may react does (12.3): the hexes that it may go to.
    Reaction { side: Side, army: Id, hex: Hex, from: Hex, enemy_sp: u32, options: Vec<Hex> },
    /// Whether cavalry retreats before a force that is about to enter its hex (7.1.7).
    Screen { side: Side, hex: Hex, from: Hex, leader: Piece, enemy_sp: u32 },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// The hex to retreat to.
    Retreat(Hex),
    /// Which die to re-roll.
    Reroll(Reroll),
    /// Whether an army rolls for reaction.
    React(React),
    /// What it does then.
    Reaction(Reaction),
    /// Whether cavalry retreats before combat.
    Screen(Screen),
}

/// Whether an army rolls for reaction (12.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum React {
    /// It does not.
    Decline,
    /// It does.
    Roll,
    /// One roll by the four-star leader's initiative for every army of his hex (6.2.16a).
    Together,
}

/// What an army that may react does (12.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Reaction {
    /// It stays where it is.
    Stay,
    /// It goes, or a part of it.
    Go(Go),
}

/// How an army reacts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Go {
    /// The hex entered.
    pub to: Hex,
    /// A part of it goes under this leader, as many strength points as he may move; without one the army itself goes
    /// (12.3.14).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Id>,
    /// How many strength points go; without it, of an army all, of a part as many as its leader may move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sp: Option<u32>,
    /// Leaders of the army who stay behind (12.3.15).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leave: Vec<Id>,
}

/// Whether cavalry retreats before combat (7.1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Screen {
    /// It stays and fights.
    Stand,
    /// It goes, if its leader comes through his check.
    Retreat,
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
    /// What armies do when the enemy comes near, by army.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reaction: BTreeMap<Id, ReactionStanding>,
    /// Whether cavalry retreats before combat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenStanding>,
    /// The depots that are used up for the defence, the first to go first (9.3.2a). Without it, the one furthest down
    /// the chain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depots: Vec<Hex>,
}

/// What an army does when the enemy announces that he will enter its Reaction Radius (12.3). Every condition that is
/// given must hold; where one does not, `otherwise` is looked at, and where that is not given the army does not roll.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReactionStanding {
    /// The enemy's moving force has at most so many strength points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when_enemy_sp_at_most: Option<u32>,
    /// The enemy's moving force has at least so many strength points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when_enemy_sp_at_least: Option<u32>,
    /// The hex that the enemy is about to enter is one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when_entering: Vec<Hex>,
    /// The army stands in one of these hexes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when_in: Vec<Hex>,
    /// Where it goes.
    pub into: ReactInto,
    /// A part goes under this leader, as many strength points as he may move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Id>,
    /// So many strength points stay behind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leave_sp: Option<u32>,
    /// Leaders who stay behind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leave: Vec<Id>,
    /// What it does where a condition does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Box<ReactionStanding>>,
}

/// Where an army goes that reacts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ReactInto {
    /// Nowhere: it does not roll.
    #[default]
    Nowhere,
    /// Into the hex that the enemy has announced, to fight him there as the defender; where it cannot, nowhere.
    Announced,
    /// To the legal hex that is nearest to this one and nearer than its own; where two are, the lower number; it does
    /// not go where the enemy has announced.
    Toward(Hex),
    /// To the first of these that is legal.
    First(Vec<Hex>),
}

/// Whether cavalry retreats before combat (7.1.7).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScreenStanding {
    /// It retreats before a force of at least so many strength points; `1`: always. Else it stands.
    pub before_sp: u32,
    /// In these hexes it stands, whoever comes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stand_in: Vec<Hex>,
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
