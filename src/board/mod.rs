//! Geometry of the playing surface: hexes, areas, and nothing that is a rule.

pub mod area;
pub mod hex;

pub use area::Area;
pub use hex::{Corner, Direction, Hex};
