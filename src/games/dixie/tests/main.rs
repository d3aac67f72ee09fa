//! Tests of Dixie: its rules, its words and pictures, and whole matches.

mod advanced;
mod basics;
mod behind_dice;
mod chances;
mod examples;
mod matches;
mod pack;
mod present;
mod secrets;
mod support;
mod table;
mod told;

#[path = "../../../../tests/support/looks.rs"]
mod looks;
