//! Scenarios: who is where, who arrives when, and the victory conditions.

use crate::sorted::SortedMap;

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FortKind, MapPart, Side, Source, Theater, Waters};
use crate::board::Hex;
use crate::document::Id;

/// What a side has in one hex at the start.
#[sparse(army)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Garrison {
    #[serde(default)]
    pub sp: u8,
    /// By id, each with his lowest-ranked counter; or with the rank, as `jackson-2`.
    #[serde(default)]
    pub leaders: Vec<Id>,
    #[serde(default)]
    pub depot: bool,
    /// The army that all of it belongs to.
    pub army: Option<Id>,
    pub source: Source,
}

/// A reinforcement track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Track {
    East,
    West,
    TransMississippi,
    Discretionary,
}

impl Track {
    /// All four, in the order of the map's tracks.
    pub const ALL: [Track; 4] = [Track::East, Track::West, Track::TransMississippi, Track::Discretionary];

    /// The word in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Track::East => "east",
            Track::West => "west",
            Track::TransMississippi => "trans_mississippi",
            Track::Discretionary => "discretionary",
        }
    }
}

impl From<Theater> for Track {
    fn from(theater: Theater) -> Track {
        match theater {
            Theater::East => Track::East,
            Theater::West => Track::West,
            // What comes to the Far West comes by its own turn track (CW-317).
            Theater::TransMississippi | Theater::FarWest => Track::TransMississippi,
        }
    }
}

/// What a side receives in the Reinforcement Phase of a turn (3.2, 10.1).
#[sparse(ships, transports)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrivals {
    /// Strength points by track.
    #[serde(default)]
    pub sp: SortedMap<Track, u8>,
    /// Leaders for the pool, each with his lowest-ranked counter; or with the rank that he has won elsewhere (CW-171).
    #[serde(default)]
    pub leaders: Vec<Id>,
    /// Ironclads and commerce raiders: the Union's for the Naval Pool, the Confederacy's to be bought (10.4, 10.5).
    pub ships: Vec<Id>,
    /// Transport points for the Naval Pool.
    pub transports: SortedMap<Waters, u8>,
}

/// The reinforcements of one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnArrivals {
    pub turn: u8,
    #[serde(default)]
    pub union: Arrivals,
    #[serde(default)]
    pub confederate: Arrivals,
    pub source: Source,
}

/// What each side has on the map at the start, by hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub union: SortedMap<Hex, Garrison>,
    pub confederate: SortedMap<Hex, Garrison>,
}

/// Where ships lie: `2211/2311` on that hexside, `5410` in that coastal hex, `at_sea` or `naval_pool` (8.3, 10.4,
/// 10.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Berth {
    Hexside(Hex, Hex),
    Hex(Hex),
    AtSea,
    NavalPool,
}

impl TryFrom<String> for Berth {
    type Error = String;
    fn try_from(text: String) -> Result<Berth, String> {
        let hex = |text: &str| text.parse::<Hex>().map_err(|error| error.to_string());
        match (text.as_str(), text.split_once('/')) {
            ("at_sea", _) => Ok(Berth::AtSea),
            ("naval_pool", _) => Ok(Berth::NavalPool),
            (_, Some((a, b))) => {
                let (a, b) = (hex(a)?, hex(b)?);
                if a.adjacent(b) { Ok(Berth::Hexside(a, b)) } else { Err(format!("{a} and {b} are not adjacent")) }
            }
            (one, None) => hex(one).map(Berth::Hex),
        }
    }
}

impl From<Berth> for String {
    fn from(berth: Berth) -> String {
        match berth {
            Berth::Hexside(a, b) => format!("{a}/{b}"),
            Berth::Hex(hex) => hex.to_string(),
            Berth::AtSea => "at_sea".to_owned(),
            Berth::NavalPool => "naval_pool".to_owned(),
        }
    }
}

/// Ships that lie together at the start (8, 18).
#[sparse(all_but(at, side, source))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squadron {
    pub at: Berth,
    pub side: Side,
    /// Ironclads and commerce raiders.
    pub ships: Vec<Id>,
    /// Transport points.
    pub transports: SortedMap<Waters, u8>,
    /// Naval leaders with them (8.2).
    pub leaders: Vec<Id>,
    pub source: Source,
}

/// The state of the war when a scenario begins later than the war (18).
#[sparse(points, converted)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateAtStart {
    /// Victory points scored.
    pub points: SortedMap<Side, u8>,
    /// Merchant ships sunk by commerce raiders (3.4).
    #[serde(default)]
    pub merchants_sunk: u8,
    /// States that have been converted, and to whom (2.1.3, 11.2).
    pub converted: SortedMap<Id, Side>,
    pub source: Source,
}

/// The presidential election: it ends the war in the Confederacy's favour if the Union has too little to show (17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Election {
    /// At the end of this turn.
    pub turn: u8,
    /// The war continues if the Union's points, less the Confederacy's, are at least this many.
    pub union_at_least: i32,
    pub source: Source,
}

/// How the states stand at the start, where chapters 15 and 16 hold.
#[sparse(militia_out)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatesRules {
    /// States whose militia has been out before (16).
    pub militia_out: Vec<Id>,
    pub source: Source,
}

/// A fortification that stands at the start, beyond those that the map prints (14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fortified {
    pub owner: Side,
    pub kind: FortKind,
    pub source: Source,
}

/// Control markers at the start, beyond what is controlled by being friendly (2.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Controlled {
    #[serde(default)]
    pub union: Vec<Hex>,
    #[serde(default)]
    pub confederate: Vec<Hex>,
}

/// The war beyond the ground (CW-5): at the End Phase, in each theater named, the side that spent more command
/// points there in the turn scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OffMapScoring {
    /// Victory points for the side that spent more, by theater. Equal spending scores nothing.
    pub points: SortedMap<Theater, u8>,
    pub source: Source,
}

/// What scores.
#[sparse(state_factor, merchants)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Awards {
    /// At the end of the scenario, victory points for each point of a city in enemy or neutral territory that a
    /// side controls.
    pub city_factor: u8,
    /// At the end of each turn, Confederate points for each use of the Command Points Table in it, the throw of the
    /// Command Phase included (3.10, CW-7).
    pub table_use: u8,
    /// At the end of a turn in which a Confederate force, supplied and not demoralized, stands in Washington (4.1).
    pub washington_held: u8,
    /// The same, demoralized or out of supply.
    pub washington_held_weakly: u8,
    /// At the end of a turn in which Washington is isolated.
    pub washington_isolated: u8,
    /// Victory points for each point of a city that a side controls in an enemy state that it has converted, besides
    /// those for the city (17.2.4). Where points are counted as they happen.
    pub state_factor: u8,
    /// How many merchant ships are a Confederate point (17.2); none where they score nothing.
    pub merchants: Option<u8>,
    pub source: Source,
}

/// How good a victory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    Draw,
    Marginal,
    Decisive,
}

/// Who wins by how much: by the Union's points less the Confederacy's.
#[sparse(election, schedule)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    pub awards: Awards,
    /// A difference of at least this many points is a decisive Union victory.
    pub union_decisive: i32,
    /// At least this many, a marginal Union victory.
    pub union_marginal: i32,
    /// At most this many, a marginal Confederate victory; between the two marginal figures it is a draw.
    pub confederate_marginal: i32,
    /// At most this many, a decisive Confederate victory.
    pub confederate_decisive: i32,
    /// In a scenario of the whole war that has not passed it.
    pub election: Option<Election>,
    /// Points are counted as they happen, and looked at when each turn ends (17.1, 17.3); without it ground is scored
    /// once, when the scenario ends.
    pub schedule: Option<Schedule>,
    pub source: Source,
}

/// Which Victory Schedule holds (17.4).
#[sparse(lines)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The lines from a turn on, where they are not those of the charts.
    pub lines: SortedMap<u8, Line>,
    pub source: Source,
}

/// The lines of a turn: Union points less Confederate points that end the war (17.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// With this many or more the Union wins.
    pub union: i32,
    /// With this many or fewer the Confederacy wins.
    pub confederate: i32,
}

impl Victory {
    /// The winner, if any, and the level, for Union points less Confederate points.
    pub fn verdict(&self, difference: i32) -> (Option<Side>, Level) {
        if difference >= self.union_decisive {
            (Some(Side::Union), Level::Decisive)
        } else if difference >= self.union_marginal {
            (Some(Side::Union), Level::Marginal)
        } else if difference <= self.confederate_decisive {
            (Some(Side::Confederate), Level::Decisive)
        } else if difference <= self.confederate_marginal {
            (Some(Side::Confederate), Level::Marginal)
        } else {
            (None, Level::Draw)
        }
    }
}

/// A turn's place in the calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnName {
    pub turn: u8,
    /// `July-August 1861`.
    pub period: String,
}

/// What the Confederacy makes and brings in beyond the ground, and what the Union's blockade takes (9.4).
#[sparse(blockade)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HomeFront {
    /// Points of cities and sites off the ground, wherever they lie; those of Texas beyond the main map too (CW-153).
    pub production_elsewhere: u8,
    /// Of them, those in the Trans-Mississippi, without that Texas.
    #[serde(default)]
    pub production_trans_mississippi: u8,
    /// Points of ports off the ground, wherever they lie; those of that Texas too.
    pub ports_elsewhere: u8,
    /// Of them, those in the Trans-Mississippi, without that Texas.
    #[serde(default)]
    pub ports_trans_mississippi: u8,
    /// Ports on the ground: their points, and the hexes that shut them when the Union controls one (9.4.6).
    #[serde(default)]
    pub ports: SortedMap<Hex, Port>,
    /// The Union Blockade Percentage from a turn on, where it is not that of the turn track.
    pub blockade: SortedMap<u8, u8>,
    pub source: Source,
}

/// A Confederate port (2.1, 9.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Port {
    pub points: u8,
    #[serde(default)]
    pub shut_by: Vec<Hex>,
}

/// A scenario.
#[sparse(ground, mississippi, home_front, works, ships, killed, removed, sunk, so_far, states)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub id: Id,
    pub title: String,
    /// What it is about, a short paragraph for the players.
    pub about: String,
    pub first_turn: u8,
    pub last_turn: u8,
    pub calendar: Vec<TurnName>,
    /// The part of the map on which it is played; the whole map where none is given.
    pub ground: Option<MapPart>,
    /// Where Washington is.
    pub washington: Hex,
    /// The cities whose control is control of the Mississippi (4.1.4); none where the river is not on the ground.
    pub mississippi: Vec<Hex>,
    /// How the Confederacy's production and imports are calculated (9.4); none where they are not.
    pub home_front: Option<HomeFront>,
    pub setup: Setup,
    #[serde(default)]
    pub controlled: Controlled,
    pub works: SortedMap<Hex, Fortified>,
    /// Ships on the map, at sea and in the Naval Pool.
    pub ships: Vec<Squadron>,
    /// Leaders in the Killed Leaders Box, or out of the war for good.
    pub killed: Vec<Id>,
    /// Leaders in the Removed Leaders Box (5.3.3).
    pub removed: Vec<Id>,
    /// Ships that are gone.
    pub sunk: Vec<Id>,
    /// What has been scored and won before.
    pub so_far: Option<StateAtStart>,
    /// Chapters 15 and 16 hold: neutral states with rules of their own, and militia.
    pub states: Option<StatesRules>,
    pub reinforcements: Vec<TurnArrivals>,
    pub elsewhere: OffMapScoring,
    pub victory: Victory,
    /// Whether armies may be created (12.1).
    pub armies: bool,
    pub source: Source,
}

impl Scenario {
    /// What a side has on the map at the start, by hex.
    pub fn start(&self, side: Side) -> &SortedMap<Hex, Garrison> {
        match side {
            Side::Union => &self.setup.union,
            Side::Confederate => &self.setup.confederate,
        }
    }

    /// What a side receives in that turn, if anything.
    pub fn arrivals(&self, turn: u8, side: Side) -> Option<&Arrivals> {
        let entry = self.reinforcements.iter().find(|entry| entry.turn == turn)?;
        Some(match side {
            Side::Union => &entry.union,
            Side::Confederate => &entry.confederate,
        })
    }

    /// The period of that turn: `July-August 1861`.
    pub fn period(&self, turn: u8) -> Option<&str> {
        Some(self.calendar.iter().find(|entry| entry.turn == turn)?.period.as_str())
    }
}
