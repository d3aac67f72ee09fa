//! What stands on the table: where, and in what state. Lengths are tenths of a base width, so that nothing is rounded.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::is_zero;

/// Where a unit stands, by the middle of its front, in tenths of a base width from the south-west corner, and where it looks, in
/// degrees from north, clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    pub east: i32,
    pub north: i32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub facing: u16,
}

impl Spot {
    /// How far another spot lies, in whole tenths; what is left over is dropped.
    pub fn distance(self, to: Spot) -> u32 {
        let square = |one: i32, other: i32| u64::from(one.abs_diff(other)).pow(2);
        (square(self.east, to.east) + square(self.north, to.north)).isqrt().min(u64::from(u32::MAX)) as u32
    }
}

/// What a unit has left to fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ammunition {
    #[default]
    Full,
    Low,
    Out,
}

/// A unit in the battle. Who it is stands in the battle's file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub at: Spot,
    /// Bases left; with none it is gone.
    pub bases: u8,
    /// It has fired: the marker stays until its side's status phase (Redraw).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub smoke: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disorder: bool,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ammunition: Ammunition,
    /// What it has done in this turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fired: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub charged: bool,
    /// It has left the table, with its bases.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
}

impl Unit {
    /// Whether it can still do anything.
    pub fn is_there(&self) -> bool {
        self.bases > 0 && !self.gone
    }
}
