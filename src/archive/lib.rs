//! An archive of matches: each match as one file ([`packed`]), and an index over many matches ([`index`]) for
//! searching, statistics and export. This crate knows no game and verifies nothing: the caller must have verified what
//! he adds to an index. An index can be rebuilt from the files at any time, and is never the source of anything.

pub mod export;
pub mod fairness;
pub mod index;
pub mod model;
pub mod packed;
pub mod parquet;
pub mod query;
pub mod stats;

pub use index::{Filter, Index, IndexError};
