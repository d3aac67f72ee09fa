//! What can be said about orders before their turn comes: what is wrong with them by themselves, what no die can make
//! legal, and what dice or the enemy may still change.

pub mod check;
pub mod forecast;
pub mod form;
pub mod outlook;
pub mod uncertainty;
