//! Tests of Longstreet: its rules, its words and pictures, and whole matches.

mod advice;
mod hand;
mod matches;
mod name_resolution;
mod pack;
mod present;
mod self_play;
mod step_report;

#[path = "../../../../tests/support/report_checks.rs"]
mod report_checks;

#[path = "../../../../tests/support/shipped_pack.rs"]
mod shipped_pack;

#[path = "../../../../tests/support/sensible_player.rs"]
mod sensible_player;
