//! What every game of Adjutant stands on: documents, signatures and dice, the engine that runs a game's procedures, reports,
//! and a match as a chain of signed documents. No game is named here; the games and the program import this crate.

pub mod board;
pub mod chain;
pub mod document;
pub mod engine;
pub mod hidden;
pub mod pack;
pub mod report;
pub mod session;
pub mod sorted;
pub mod spelling;
pub mod trust;
