//! The tests of Battle Cry of Freedom.

mod battles;
mod combat_examples;
mod pack;
mod support;
