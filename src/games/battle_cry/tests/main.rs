//! The tests of Battle Cry of Freedom.

mod battles;
mod campaign;
mod campaign_ends;
mod campaign_play;
mod case;
mod combat_examples;
mod hand_check;
mod letter;
mod mails;
mod pack;
mod player;
mod present;
mod self_play;
mod support;
mod war;

#[path = "../../../../tests/support/report_checks.rs"]
mod report_checks;

#[path = "../../../../tests/support/shipped_pack.rs"]
mod shipped_pack;

#[path = "../../../../tests/support/sensible_player.rs"]
mod sensible_player;
