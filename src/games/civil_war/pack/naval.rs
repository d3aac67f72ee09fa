//! The naval charts: naval combat, landings, ships and the Union's sea transport capacity (8, 10.4, 10.5).

use crate::sorted::SortedMap;

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::leaders::Entry;
use super::{FortKind, Side, Source};
use crate::document::Id;

/// What one attack on the Naval Combat Results Table does (8.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NavalResult {
    /// No effect.
    None,
    /// A Union ship is out until the next turn, a Confederate one is sunk (8.10).
    Damaged,
    /// Out of the game.
    Sunk,
}

/// A column of the Naval Combat Results Table: it serves a strength in ships and a kind of fortification (8.10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavalColumn {
    /// The lowest naval strength that uses it, up to that of the next column.
    pub ships: u8,
    /// The fortification that uses it.
    pub fort: FortKind,
    /// Whether the fortification is manned.
    pub manned: bool,
    /// The results of the totals 1 to 6; a higher total counts as 6.
    pub results: Vec<NavalResult>,
    pub source: Source,
}

/// A cell of the table that an example tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavalCell {
    /// The strength in ships that the column begins with.
    pub ships: u8,
    pub total: u8,
    pub result: NavalResult,
    pub source: Source,
}

/// The Naval Combat Results Table (8.10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavalCombat {
    /// From the weakest to the strongest.
    pub columns: Vec<NavalColumn>,
    #[serde(default)]
    pub known: Vec<NavalCell>,
}

impl NavalCombat {
    /// What ships of that strength do with a die, a leader's rating added (8.10). No strength does nothing.
    pub fn ships(&self, strength: u32, total: u32) -> NavalResult {
        let column = self.columns.iter().rfind(|column| u32::from(column.ships) <= strength);
        column.map_or(NavalResult::None, |column| column.read(total))
    }

    /// The result of a fortification's die (8.10). A stockade has no guns.
    pub fn fort(&self, kind: FortKind, manned: bool, die: u32) -> NavalResult {
        let column = self.columns.iter().find(|column| column.fort == kind && column.manned == manned);
        column.map_or(NavalResult::None, |column| column.read(die))
    }
}

impl NavalColumn {
    /// The result of a total.
    pub fn read(&self, total: u32) -> NavalResult {
        let at = usize::try_from(total.clamp(1, 6)).unwrap_or(1) - 1;
        self.results.get(at).copied().unwrap_or(NavalResult::None)
    }
}

/// The parts of a hex's defence against a landing, which add up; terrain does not count (8.8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// Any hex.
    pub hex: u8,
    /// Each strength point.
    pub sp: u8,
    pub city: u8,
    /// By kind of fortification.
    pub forts: SortedMap<FortKind, u8>,
    pub source: Source,
}

/// Figures of ships and their leaders (8.2 to 8.11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NavalFigures {
    /// Hexsides along a river from its own that a ship controls (8.5).
    pub control_radius: u8,
    /// Naval strength points that a naval leader commands (8.2).
    pub leader_ships: u8,
    /// Transports that fight as much as one ironclad, at least one point in all (8.8, 8.10).
    pub transports_a_point: u8,
    /// The total of two dice, commands spent against it added, that sinks a commerce raider (3.4, 8.11).
    pub raider_lost_on: u8,
    pub source: Source,
}

impl NavalFigures {
    /// The printed figures, for a pack that names none: one of land alone, or one from before ships.
    pub fn printed() -> NavalFigures {
        let source = Source::Stated("8.5, 8.2, 8.8, 8.11".to_owned());
        NavalFigures { control_radius: 5, leader_ships: 6, transports_a_point: 2, raider_lost_on: 12, source }
    }
}

/// How often a fortification fires at ships that pass it in one direction (8.10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FortShots {
    /// The fortification's name on the map.
    pub fort: String,
    /// The water that it shuts.
    pub water: String,
    pub shots: u8,
    pub source: Source,
}

/// How many strength points the Union moves by sea in a turn (8.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeaLift {
    pub through_turn: u8,
    pub sp: u8,
    pub source: Source,
}

/// The kind of a naval strength point, unless it is a transport (8.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShipKind {
    Ironclad,
    /// A Confederate commerce raider, always at sea (8.1).
    Raider,
}

/// Where a ship goes: on the rivers and along the coasts, as all Confederate ironclads do (8.1.1b), or over the open
/// sea, into every coastal hex and up most rivers as well (8.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Waters {
    River,
    Ocean,
}

/// A named counter of the navies: one point (2.3).
#[sparse(with)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    pub id: Id,
    pub name: String,
    pub side: Side,
    pub kind: ShipKind,
    pub waters: Waters,
    /// The turn on which it waits to be entered, or bought (10.1, 10.4, 10.5).
    pub enters: Entry,
    /// Ships that the counter stands for besides the one that it names (2.3).
    pub with: Vec<String>,
    pub source: Source,
}

/// Transport points that the counters of one kind make up: no more may be in play (10.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transports {
    pub waters: Waters,
    pub points: u8,
    pub source: Source,
}
