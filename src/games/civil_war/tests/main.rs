//! The Civil War at work, module by module as the crate is laid out. What needs whole matches or the program lies in
//! `tests/games` of the program.

mod atlas;
mod combat;
mod hand;
mod homefront;
mod movement;
mod naval;
mod opening;
mod orders;
mod pack;
mod player;
mod present;
mod reinforcements;
mod supply;
