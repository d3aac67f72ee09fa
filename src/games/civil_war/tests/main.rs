//! Tests of The Civil War, module by module in the layout of the crate. Tests that need whole matches or the program
//! are in `tests/games` of the program.

mod atlas;
mod combat;
mod far_west;
mod hidden_leaders;
mod homefront;
mod leaders;
mod movement;
mod naval;
mod opening;
mod options;
mod orders;
mod pack;
mod player;
mod present;
mod reinforcements;
mod supply;

#[path = "../../../../tests/support/word_table_checks.rs"]
mod word_table_checks;
