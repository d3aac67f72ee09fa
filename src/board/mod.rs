//! Geometry of the playing surface: hexes, and nothing that is a rule.

pub mod hex;

pub use hex::{Corner, Direction, Hex};
