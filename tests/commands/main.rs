//! The program as people run it: what each command reads, refuses, prints and writes.

mod archive;
mod archive_site;
mod armies_shown;
mod bad_input;
mod by_mail;
mod cmd;
mod crossroads_commands;
mod directors;
mod escrow;
mod hands;
mod hints;
#[cfg(unix)]
mod hostile_files;
mod longstreet_by_mail;
mod losses;
mod mail;
mod match_commands;
mod newcomer;
mod own_pack;
mod pack_commands;
mod pictures;
mod practice;
mod records;
mod resume;
mod ruled;
mod schemas;
mod seasons;
mod seven_days_commands;
mod terminal;
mod tournament_mail;
mod tournament_site;
mod turn_words;
mod two_programs;

#[cfg(unix)]
#[path = "../support/club.rs"]
mod club;
#[path = "../support/example.rs"]
mod example;
#[path = "../support/folders.rs"]
mod folders;
#[path = "../support/seat.rs"]
mod seat;
#[path = "../support/site.rs"]
mod site;
#[path = "../support/small.rs"]
mod small;
#[path = "../support/table.rs"]
mod table;
