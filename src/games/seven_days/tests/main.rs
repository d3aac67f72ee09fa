//! Tests of Lee and the Seven Days, module by module in the layout of the crate. Tests that need whole matches or the
//! program are in `tests/games` of the program.

mod legality;
mod movement;
mod options;
mod pack;
mod player;
mod position;
mod present;

#[path = "../../../../tests/support/word_table_checks.rs"]
mod word_table_checks;
