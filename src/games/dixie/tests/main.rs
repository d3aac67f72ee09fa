//! Tests of Dixie: its rules, its words and pictures, and whole matches.

mod advanced_rules;
mod basic_rules;
mod hand_check;
mod hidden_information;
mod matches;
mod odds;
mod orders_after_dice;
mod pack;
mod present;
mod rulebook_examples;
mod self_play;
mod step_report;
mod support;

#[path = "../../../../tests/support/report_checks.rs"]
mod report_checks;

#[path = "../../../../tests/support/shipped_pack.rs"]
mod shipped_pack;
