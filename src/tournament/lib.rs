//! Tournaments: who plays whom, the standings, and why.
//!
//! [`crosstable`] is the pure part: a cross table as data, and pairings, standings, ratings and exports as functions of
//! it. The same table always gives the same answers; no file, clock, floating-point number or hash order is involved.

pub mod audit;
pub mod chain;
pub mod checkpoint;
pub mod crosstable;
pub mod documents;
pub mod reminder;
pub mod signed;
pub mod state;
