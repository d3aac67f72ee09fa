//! The games: their rules as code, over data packs in `scenarios/`.

pub mod civil_war;
