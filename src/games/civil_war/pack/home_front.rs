//! The charts of the war at home: the Blockade Table and the Supply Loss Schedule (9.4).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use super::Source;

/// The Blockade Table (3.5, 9.4.5, CW-150): what comes through the blockade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockadeTable {
    /// The Union Blockade Percentage that each column begins with, rising from 0.
    pub percents: Vec<u8>,
    /// By port points, rising from 0.
    pub rows: Vec<BlockadeRow>,
    pub source: Source,
}

/// The imports for this many port points, up to those of the next row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockadeRow {
    pub ports: u8,
    /// Import Points, by column.
    pub imports: Vec<u8>,
}

impl BlockadeTable {
    /// The Import Points for a number of port points at a Union Blockade Percentage: the last row and the last column
    /// that do not begin higher.
    pub fn imports(&self, ports: u32, percent: u8) -> u32 {
        let column = self.percents.iter().rposition(|&from| from <= percent).unwrap_or(0);
        let row = self.rows.iter().rfind(|row| u32::from(row.ports) <= ports);
        row.and_then(|row| row.imports.get(column)).copied().map_or(0, u32::from)
    }

    /// The most port points that the table distinguishes.
    pub fn most(&self) -> u32 {
        self.rows.last().map_or(0, |row| row.ports.into())
    }
}

/// A line of the Supply Loss Schedule (9.4.8). It and all that begin higher are in force at a total (9.4.7).
#[sparse(fortress, ship, depot_distance, rail_distance)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupplyLoss {
    /// The highest total of production and imports at which it is in force.
    pub at_most: u8,
    /// Command points more to build a depot or a fort, or to make a fort a fortress.
    #[serde(default)]
    pub dearer: u8,
    /// The minimum cost of making a fort a fortress, in command points.
    pub fortress: Option<u8>,
    /// The cost of entering a ship, in command points.
    pub ship: Option<u8>,
    /// Ships do not enter at all.
    #[serde(default)]
    pub no_ships: bool,
    /// Hexes that a line of supply may go to a depot.
    pub depot_distance: Option<u8>,
    /// Hexes that a line of supply may go to a railroad.
    pub rail_distance: Option<u8>,
    /// Movement points less for every force.
    #[serde(default)]
    pub slower: u8,
    pub source: Source,
}

/// What Texas beyond the main map is worth: it goes over to the Trans-Mississippi when the river is lost (9.4.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texas {
    /// Points of its cities.
    pub production: u8,
    /// Points of its ports.
    pub ports: u8,
    pub source: Source,
}
