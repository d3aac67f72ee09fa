//! Lee and the Seven Days at work, module by module as the crate is laid out. What needs whole matches or the program
//! lies in `tests/games` of the program.

mod legality;
mod movement;
mod options;
mod pack;
mod player;
mod position;
mod present;
