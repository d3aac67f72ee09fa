//! The notation of positions in cases: what is not named is default (DESIGN: cases).

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use crate::board::Hex;
use crate::document::Id;

use super::ledger::{Bound, Navy, Net, Piece, Points, Priorities, Works};
use super::orders::Standing;
use super::pack::{Side, Station};

mod ground;
mod idle;
mod notation;
mod position;
mod rolls;
mod written;

pub use ground::ground;
pub use notation::notation;
pub use position::position;
pub use rolls::parts;
pub use written::{essence, given};

/// `given:` of a case.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Given {
    /// The scenario whose calendar and awards hold; the first on a part of the map unless told.
    scenario: Option<Id>,
    /// Start from the scenario's set-up; else from an empty map.
    set_up: bool,
    /// The turn; the scenario's first unless told.
    turn: Option<u8>,
    /// How often the Command Points Table has been used this turn (4.2); once unless told.
    table_uses: Option<u32>,
    /// The Command Point Table Total of the match (3.7); 0 unless told.
    table_total: Option<u32>,
    /// How many pulses have been played; 1 in a half-pulse and else 0 unless told.
    pulses: Option<u32>,
    /// `start` (the turn's first phase), `raiders` (its Commerce Raider Phase), `blockade` (its Blockade Effects Phase),
    /// `initiative` (the next initiative roll), `rally` (the turn's end); without it a half-pulse of `phasing`.
    at: Option<String>,
    /// Whose half it is: the first who is asked for orders.
    phasing: Option<Side>,
    /// Who won the initiative; the phasing side unless told.
    winner: Option<Side>,
    /// The difference of the dice (4.2); 10 unless told.
    difference: Option<u32>,
    /// How much of it is left; all of it unless told.
    left: Option<u32>,
    /// The winner's free reinforcement is still due.
    free: bool,
    /// What the Union has.
    union: GivenSide,
    /// What the Confederacy has.
    confederate: GivenSide,
    /// Control markers (2.1): whose hexes with a rail, a city or a fortress are, if not as the map has it.
    control: BTreeMap<Hex, Side>,
    /// Ground of the case's own, as `map.yaml` has it.
    #[serde(rename = "ground")]
    _ground: Option<Value>,
    /// Leaders of the case's own, as `leaders.yaml` has them.
    #[serde(rename = "leaders")]
    _leaders: Option<Value>,
    /// What is different in the scenario: its fields.
    #[serde(rename = "scenario_with")]
    _scenario_with: Option<Value>,
    /// Fortifications built or destroyed since the start.
    works: BTreeMap<Hex, Works>,
    /// States that have turned. Kentucky has joined the Union by turn 4 unless told (15.7).
    converted: BTreeMap<Id, Side>,
    /// States whose militia has been out; those of the scenario unless told.
    militia: Option<BTreeSet<Id>>,
    /// The Confederacy's supply totals of the turn.
    net: Option<Net>,
    /// Washington was held by the Confederacy at a turn's end, and no Union force has been there since (4.1.6, 4.1.7).
    washington_held: bool,
    /// Washington was isolated at a turn's end, and has not been relieved since (4.1.8, 4.1.9).
    isolated: bool,
    /// Foreign powers have intervened (4.1.6).
    intervention: bool,
    /// Choices that lie face down: which sides have committed to them (4.1).
    committed: BTreeMap<Id, BTreeSet<Side>>,
    /// How many questions have been asked so far: the number in the next one's id is one more.
    asked: u64,
    /// The whole position as a state of a match has it, in place of all other keys: what `--from` writes in the middle of
    /// an order or of a secret choice, where the other keys do not tell all.
    #[serde(rename = "whole_position")]
    _whole_position: Option<Value>,
}

#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct GivenSide {
    /// What stands where.
    at: BTreeMap<Hex, Stack>,
    /// Ships, by the hexside or coastal hex where they lie.
    ships: BTreeMap<Station, Fleet>,
    /// Ships that are not on the map.
    navy: Navy,
    /// Command points by track; plenty on every track unless told.
    commands: Option<Points>,
    /// Strength points that wait on the reinforcement tracks; none unless told.
    reinforcements: Points,
    /// Leaders in the pool, from which they are drawn (10.3).
    pool: Vec<Piece>,
    /// Counters on the turn track, by turn.
    track: BTreeMap<Piece, u8>,
    /// Leaders who have been killed.
    killed: Vec<Piece>,
    /// The theaters of the turn, most important first (4.1); east, west, trans_mississippi unless told.
    priorities: Option<Priorities>,
    /// Command points burnt this turn, by track: for the war elsewhere (CW-5).
    burnt: Points,
    /// Victory points so far; those for ground held are counted at the end.
    vp: i64,
    /// Strength points lost so far.
    lost: i64,
    /// Standing orders, as a turn has them.
    standing: Option<Standing>,
    /// Leaders in the Removed Leaders Box.
    removed: Vec<Piece>,
    /// Counters out of play: replaced by a higher rank, or discarded (5.2).
    discarded: Vec<Piece>,
    /// Armies that are gone for good.
    destroyed: Vec<Id>,
    /// Strength points moved by rail this turn (6.6).
    rail_used: u32,
    /// Allocations to come that are bound, by turn (4.1).
    bound: BTreeMap<u8, Bound>,
}

/// A stack: `{sp: 5, leaders: [meade-2], demoralized: true}`.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Stack {
    /// Strength points.
    sp: u32,
    /// Of those, how many have moved this pulse.
    moved: u32,
    /// Leaders with them.
    leaders: Vec<Piece>,
    /// All of these strength points are demoralized.
    demoralized: bool,
    /// Leaders of these who have not been revealed.
    down: Vec<Piece>,
    /// Leaders of these who have moved this pulse.
    leaders_moved: Vec<Piece>,
    /// The army that all of it belongs to, up to its maximum.
    army: Option<Id>,
    /// Where several armies stand: each with its strength points and leaders, besides those above.
    armies: BTreeMap<Id, Corps>,
    /// A supply depot stands there.
    depot: bool,
}

/// Ships that lie together.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Fleet {
    /// Ironclads and raiders by name.
    ships: BTreeSet<Id>,
    /// River transport points.
    river: u32,
    /// Ocean transport points.
    ocean: u32,
    /// Leaders on board.
    leaders: Vec<Piece>,
    /// They have moved this pulse.
    moved: bool,
}

/// One of several armies in a hex.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Corps {
    /// Its strength points.
    sp: u32,
    /// Its leaders.
    leaders: Vec<Piece>,
}
