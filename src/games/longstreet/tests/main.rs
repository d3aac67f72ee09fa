//! Tests of Longstreet: its rules, its words and pictures, and whole matches.

mod advice;
mod matches;
mod names;
mod pack;
mod present;
mod sensible;
mod told;

#[path = "../../../../tests/support/looks.rs"]
mod looks;
