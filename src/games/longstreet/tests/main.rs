//! The rules of Longstreet at work, its words and pictures, and whole matches.

mod advice;
mod matches;
mod names;
mod pack;
mod present;
mod sensible;
mod told;

#[path = "../../../../tests/support/looks.rs"]
mod looks;
