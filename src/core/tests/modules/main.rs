//! Tests of the core, module by module in the layout of the crate. Tests that take a whole match are in
//! `tests/protocol`.

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
