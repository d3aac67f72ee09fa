//! The shared core of every game in Adjutant: signed documents, committed dice, the engine that runs a game's
//! procedures, reports, and a match as a chain of signed documents. The core knows no particular game; the games and
//! the program depend on this crate.

pub mod board;
pub mod chain;
pub mod document;
pub mod effort;
pub mod engine;
pub mod hidden;
pub mod pack;
pub mod report;
pub mod session;
pub mod sorted;
pub mod spelling;
pub mod trust;
