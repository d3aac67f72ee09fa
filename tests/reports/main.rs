//! What people read after playing: reports and pages, and the matches in `examples/`.

mod civil_war_page;
mod combat_cards;
mod examples;
mod golden_reports;
mod match_history;
mod page_sizes;
mod readme;
mod report;
mod seven_days_page;
mod side_colors;
mod what_if;

#[path = "../support/example.rs"]
mod example;
#[path = "../support/folders.rs"]
mod folders;
#[path = "../support/json_schema.rs"]
mod json_schema;
#[path = "../support/play_example.rs"]
mod play_example;
