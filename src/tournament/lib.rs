//! Tournaments: who plays whom, what the results come to, and why.
//!
//! [`crosstable`] is the pure part: a cross table as data, and pairings, standings, ratings and exports as functions of it.
//! Whoever has the same table computes the same answers; no file, clock, float or order of a hash map enters them.

pub mod audit;
pub mod chain;
pub mod checkpoint;
pub mod crosstable;
pub mod documents;
pub mod season;
pub mod signed;
