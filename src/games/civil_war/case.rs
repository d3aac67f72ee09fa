//! The notation of positions in cases; whatever is not mentioned has its default value (DESIGN: cases).

use crate::sorted::{SortedMap, SortedSet};

use serde::Deserialize;
use serde_json::Value;

use crate::board::Hex;
use crate::document::Id;

use crate::options::Options;
use crate::orders::Standing;
use crate::pack::{Side, Station};
use crate::position::ledger::{Bound, Navy, Net, Piece, Points, Priorities, Tribes, Works};

mod notation;
mod overrides;
mod position;
mod rolls;
mod without_effect;
mod write_given;

pub use notation::notation;
pub use overrides::ground;
pub use position::position;
pub use rolls::parts;
pub use write_given::{given, normalized};

/// `given:` of a case.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Given {
    /// The scenario, with its calendar and awards; the first on a part of the map by default.
    scenario: Option<Id>,
    /// Start from the scenario's set-up instead of an empty map.
    set_up: bool,
    /// The turn; the scenario's first by default.
    turn: Option<u8>,
    /// Leaders are drawn face-down (CW-281): each side whose pool has leaders holds one of them.
    hidden_leaders: bool,
    /// The optional rules that are played, as in a charter (CW-300): `{attrition: true}`; none by default.
    options: Options,
    /// The tribal Indians of the Far West: for whom they raid this turn, and which have raided (CW-321).
    tribes: Tribes,
    /// Leaders who came untried and have fought, each with who he turned out to be (21.10): `{untried_u3: hooker}`.
    identified: SortedMap<Id, Id>,
    /// How often the Command Points Table has been used this turn (4.2); once by default.
    table_uses: Option<u32>,
    /// The Command Point Table Total of the match (3.7); 0 by default.
    table_total: Option<u32>,
    /// How many pulses have been played; 1 in a half-pulse, otherwise 0 by default.
    pulses: Option<u32>,
    /// `start` (the turn's first phase), `raiders` (its Commerce Raider Phase), `blockade` (its Blockade Effects
    /// Phase), `initiative` (the next initiative roll), `rally` (the end of the turn); without it a half-pulse of
    /// `phasing`.
    at: Option<String>,
    /// The side whose half-pulse it is: the first to be asked for orders.
    phasing: Option<Side>,
    /// The side that won the initiative; the phasing side by default.
    winner: Option<Side>,
    /// The difference of the initiative dice: the initiative points (4.2); 10 by default.
    difference: Option<u32>,
    /// How many initiative points are left; all of them by default.
    left: Option<u32>,
    /// The winner's free reinforcement is still due.
    free: bool,
    /// What the Union has.
    union: GivenSide,
    /// What the Confederacy has.
    confederate: GivenSide,
    /// Control markers (2.1): which side controls hexes with a rail, a city or a fortress, if not as on the map; `nobody`
    /// where a neutral state has joined a side and not all of its rails (11.2.5).
    control: SortedMap<Hex, Marker>,
    /// A map of the case's own, in the form of `map.yaml`.
    #[serde(rename = "ground")]
    _ground: Option<Value>,
    /// Leaders of the case's own, in the form of `leaders.yaml`.
    #[serde(rename = "leaders")]
    _leaders: Option<Value>,
    /// Fields of the scenario that have other values here.
    #[serde(rename = "scenario_with")]
    _scenario_with: Option<Value>,
    /// Fortifications built or destroyed since the start.
    works: SortedMap<Hex, Works>,
    /// States that have been converted; a neutral one with its rails (11.2.5). Kentucky has joined the Union by turn 4
    /// unless another side is given (15.7).
    converted: SortedMap<Id, Side>,
    /// States whose militia has been mobilized; those of the scenario by default.
    militia: Option<SortedSet<Id>>,
    /// The Confederacy's supply totals of the turn.
    net: Option<Net>,
    /// The Confederacy held Washington at the end of a turn, and no Union force has been there since (4.1.6, 4.1.7).
    washington_held: bool,
    /// Washington was isolated at the end of a turn, and has not been relieved since (4.1.8, 4.1.9).
    isolated: bool,
    /// Foreign powers have intervened (4.1.6).
    intervention: bool,
    /// Sealed choices: which sides have committed to them (4.1).
    committed: SortedMap<Id, SortedSet<Side>>,
    /// How many questions have been asked so far: the next one has the next number in its id.
    asked: u64,
    /// The whole position as in a state of a match, instead of all other keys: what `--from` writes in the middle of
    /// an order or of a secret choice, where the other keys cannot describe everything.
    #[serde(rename = "whole_position")]
    _whole_position: Option<Value>,
}

/// A Control marker of a side, or none.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Marker {
    Union,
    Confederate,
    Nobody,
}

#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct GivenSide {
    /// What is in each hex.
    at: SortedMap<Hex, Stack>,
    /// Ships, by their hexside or coastal hex.
    ships: SortedMap<Station, Fleet>,
    /// Ships that are not on the map.
    navy: Navy,
    /// Command points by track; plenty on every track by default.
    commands: Option<Points>,
    /// Strength points on the reinforcement tracks; none by default.
    reinforcements: Points,
    /// Leaders in the pool, from which they are drawn (10.3).
    pool: Vec<Piece>,
    /// With hidden leaders: how often the side has drawn; once by default, if its pool has leaders.
    draws: Option<u64>,
    /// Counters on the turn track, by turn.
    track: SortedMap<Piece, u8>,
    /// Leaders who have been killed.
    killed: Vec<Piece>,
    /// Leaders whom the enemy holds, with the turn of their capture (22.1).
    captives: SortedMap<Piece, u8>,
    /// Leaders who are out of the game alive, by the chart of 22.1.
    terminated: Vec<Piece>,
    /// The theaters of the turn, most important first (4.1); east, west, trans_mississippi by default.
    priorities: Option<Priorities>,
    /// Command points spent without an action this turn, by track: for the war elsewhere (CW-5).
    burnt: Points,
    /// Victory points so far; those for territory are counted at the end.
    vp: i64,
    /// Strength points lost so far.
    lost: i64,
    /// Standing orders, as in a turn file.
    standing: Option<Standing>,
    /// Leaders in the Removed Leaders Box.
    removed: Vec<Piece>,
    /// Counters out of play: replaced by a higher rank, or discarded (5.2).
    discarded: Vec<Piece>,
    /// Armies that have been destroyed.
    destroyed: Vec<Id>,
    /// Strength points moved by rail this turn (6.6).
    rail_used: u32,
    /// Required allocations of later turns, by turn (4.1).
    bound: SortedMap<u8, Bound>,
}

/// A stack: `{sp: 5, leaders: [meade-2], demoralized: true}`.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Stack {
    /// Strength points.
    sp: u32,
    /// Texas Rangers besides, by the option `far_west`.
    texas_rangers: u32,
    /// Civilized Indians besides.
    civilized_indians: u32,
    /// How many of the strength points have moved this pulse.
    moved: u32,
    /// Leaders with them.
    leaders: Vec<Piece>,
    /// All of these strength points are demoralized.
    demoralized: bool,
    /// Those of its leaders who have not been revealed.
    down: Vec<Piece>,
    /// Those of its leaders who have moved this pulse.
    leaders_moved: Vec<Piece>,
    /// The army that all this belongs to, up to its maximum.
    army: Option<Id>,
    /// If there are several armies: each with its strength points and leaders, in addition to those above.
    armies: SortedMap<Id, Corps>,
    /// There is a supply depot.
    depot: bool,
}

/// Ships at one station.
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Fleet {
    /// Ironclads and raiders by name.
    ships: SortedSet<Id>,
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
