//! The games: their rules as code, over data packs in `scenarios/`.

pub mod civil_war;
pub mod names;
pub mod packs;
pub mod seven_days;

/// What the games have in common: the two sides of the war, where an entry of a pack comes from, and how packs are read
/// entry by entry.
pub mod shared {
    pub use super::civil_war::pack::{NO_NAME, Said, Side, Source, certainty, entries, exact, is_name, unsourced};
}
