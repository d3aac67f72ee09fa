//! The program as people run it: what each command reads, refuses, prints and writes.

mod archive;
mod archive_site;
mod bad_input;
mod battle_cry_faults;
mod battle_cry_turn;
mod clocks_and_recovery;
mod concurrent_programs;
mod console_blocks;
mod corrected_pack;
mod crossroads_commands;
#[cfg(unix)]
mod dispute_letters;
mod effort;
mod escrow;
mod first_steps;
mod from_position;
mod go;
mod hands;
#[cfg(unix)]
mod hostile_files;
mod longstreet_by_mail;
#[cfg(unix)]
mod lost_laptop;
mod match_by_mail;
mod match_commands;
mod newcomer;
mod out_of_order_mail;
mod pack_commands;
mod pictures;
mod practice;
mod queue;
mod referee_rulings;
mod resume;
mod review;
mod schemas;
mod sealed_choices;
mod seven_days_commands;
mod show_armies;
mod side_bids;
mod suggested_commands;
mod terminal;
mod tournament_arrivals;
mod tournament_by_two;
mod tournament_clubs;
mod tournament_director;
mod tournament_mail;
mod tournament_season;
mod tournament_site;
mod turn_messages;
mod unwanted_documents;
mod verification_records;

#[cfg(unix)]
#[path = "../support/club.rs"]
mod club;
#[path = "../support/crossroads_match.rs"]
mod crossroads_match;
#[path = "../support/example.rs"]
mod example;
#[path = "../support/folders.rs"]
mod folders;
#[cfg(unix)]
#[path = "../support/outlook_mail.rs"]
mod outlook_mail;
#[path = "../support/refereed_match.rs"]
mod refereed_match;
#[path = "../support/seat.rs"]
mod seat;
#[path = "../support/site_checks.rs"]
mod site_checks;
