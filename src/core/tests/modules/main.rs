//! The core at work, module by module as the crate is laid out. What takes a whole match lies in `tests/protocol`.

mod board;
mod chain;
mod document;
mod engine;
mod pack;
mod report;
mod session;
mod sorted;
mod spelling;
mod trust;

#[path = "../support/values.rs"]
mod values;
