//! The protocol with the real games: the example matches, alterations of them, and the pages that describe them. Tests
//! that need only the toy game are in `src/core/tests/protocol`.

mod adversary;
mod alterations;
mod example_alterations;
mod no_prose;
mod protocol_page;
mod trailing_blanks;

#[path = "../../src/core/tests/common/alter.rs"]
mod alter;
#[path = "../support/example.rs"]
mod example;
#[path = "../support/play_example.rs"]
mod play_example;
