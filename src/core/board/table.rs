//! A miniatures table: where units stand and where they move, their arm, and the ground that they occupy. Lengths are
//! tenths of a base width, so that nothing needs rounding.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit's position: the middle of its front, in tenths of a base width from the southwest corner, and its facing, in
/// degrees clockwise from north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    pub east: i32,
    pub north: i32,
    #[serde(default, skip_serializing_if = "looks_north")]
    pub facing: u16,
}

fn looks_north(facing: &u16) -> bool {
    *facing == 0
}

impl Spot {
    /// The two coordinates without the facing.
    pub fn place(self) -> [i32; 2] {
        [self.east, self.north]
    }

    /// The distance to another spot in whole tenths, rounded down.
    pub fn distance(self, to: Spot) -> u32 {
        let square = |one: i32, other: i32| u64::from(one.abs_diff(other)).pow(2);
        (square(self.east, to.east) + square(self.north, to.north)).isqrt().min(u64::from(u32::MAX)) as u32
    }

    /// The spot this far along the way to another, with this spot's facing.
    pub fn toward(self, to: Spot, step: u32) -> Spot {
        let whole = i64::from(self.distance(to).max(1));
        let part = |from: i32, to: i32| {
            let moved = i64::from(from) + (i64::from(to) - i64::from(from)) * i64::from(step) / whole;
            i32::try_from(moved).unwrap_or(from)
        };
        Spot { east: part(self.east, to.east), north: part(self.north, to.north), ..self }
    }
}

/// A destination as a player writes it. A unit keeps its facing if he gives no `facing`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    pub east: i32,
    pub north: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<u16>,
}

impl Goal {
    /// The spot that it means for a unit that is at `now`.
    pub fn from(self, now: Spot) -> Spot {
        Spot { east: self.east, north: self.north, facing: self.facing.unwrap_or(now.facing) }
    }

    /// The spot that it means where facing does not matter.
    pub fn spot(self) -> Spot {
        self.from(Spot::default())
    }
}

impl From<Spot> for Goal {
    fn from(at: Spot) -> Goal {
        Goal { east: at.east, north: at.north, facing: Some(at.facing) }
    }
}

/// An arm of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
}

/// How much ammunition a unit has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ammunition {
    #[default]
    Full,
    Low,
    Out,
}

/// Kinds of ground: the first five are areas, the others lie along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroundKind {
    Woods,
    Hill,
    Crops,
    Rough,
    Town,
    Fence,
    Road,
    Stream,
}

impl GroundKind {
    /// Whether it lies along a line, not over an area.
    pub fn is_line(self) -> bool {
        matches!(self, GroundKind::Fence | GroundKind::Road | GroundKind::Stream)
    }
}

/// The formation of a unit with this many bases, in files and ranks: two deep if it has more than one.
pub fn formation(bases: u8) -> (i32, i32) {
    let ranks = if bases > 1 { 2 } else { 1 };
    ((i32::from(bases) + ranks - 1) / ranks, ranks)
}

/// The ground that a unit occupies at a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Its western and eastern, and its southern and northern edges.
    edges: [i32; 4],
}

impl Footprint {
    /// Its bases in formation, behind the middle of its front. A unit that faces neither north nor south is treated as
    /// facing the nearer of the two.
    pub fn of(bases: u8, at: Spot) -> Footprint {
        let (files, ranks) = formation(bases);
        let [south, north] = if (90..270).contains(&at.facing) { [0, 10 * ranks] } else { [-10 * ranks, 0] };
        Footprint { edges: [at.east - 5 * files, at.east + 5 * files, at.north + south, at.north + north] }
    }

    /// Whether two units would overlap.
    pub fn overlaps(self, other: Footprint) -> bool {
        let ([west, east, south, north], [left, right, low, high]) = (self.edges, other.edges);
        west < right && left < east && south < high && low < north
    }
}
