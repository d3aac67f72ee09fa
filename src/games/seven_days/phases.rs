//! The phases of a turn: set-up and bids, dawn, impulses, night (6, 8, 11, 13, 15).

pub mod bids;
pub mod dawn;
pub mod impulse;
pub mod night;
pub mod setup;
