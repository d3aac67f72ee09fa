//! The tests of Battle Cry of Freedom.

mod bad_input;
mod battles;
mod campaign;
mod campaign_ends;
mod campaign_play;
mod case;
mod combat_examples;
mod dead_ends;
mod hand_check;
mod leaks;
mod letter;
mod lies;
mod mails;
mod pack;
mod player;
mod present;
mod self_play;
mod signed_match;
mod speed;
mod support;
mod war;

#[path = "../../../core/tests/common/mod.rs"]
mod common;

#[path = "../../../../tests/support/report_checks.rs"]
mod report_checks;

#[path = "../../../../tests/support/shipped_pack.rs"]
mod shipped_pack;

#[path = "../../../../tests/support/sensible_player.rs"]
mod sensible_player;
