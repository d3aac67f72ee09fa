//! Geometry of the playing surface: hexes, areas and tables. No game rules.

pub mod area;
pub mod hex;
pub mod outlines;
pub mod planar;
pub mod table;

pub use area::Area;
pub use hex::{Corner, Direction, Hex};
pub use outlines::{Outlines, outlines};
pub use planar::Point;
