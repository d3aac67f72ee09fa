//! What people read after playing: reports and pages, and the matches in `examples/`.

mod civil_war_page;
mod examples;
mod match_story;
mod page_sizes;
mod readme;
mod report;
mod seven_days_page;
mod story;
mod what_if;

#[path = "../support/example.rs"]
mod example;
#[path = "../support/play.rs"]
mod play;
#[path = "../support/shape.rs"]
mod shape;
