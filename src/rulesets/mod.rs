//! The games: their rules as code, over data packs in `scenarios/`.

pub mod civil_war;
pub mod seven_days;

/// What the games have in common: the two sides of the war, and where an entry of a pack comes from.
pub mod shared {
    pub use super::civil_war::pack::{Side, Source};
}
