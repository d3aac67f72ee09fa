//! The protocol with the real games: the example matches, who alters them, and the pages that describe them. What needs no
//! more than the toy game lies in `src/core/tests/protocol`.

mod adversary;
mod alterations;
mod example_alterations;
mod example_blanks;
mod no_prose;
mod protocol_page;

#[path = "../../src/core/tests/common/alter.rs"]
mod alter;
#[path = "../support/example.rs"]
mod example;
#[path = "../support/play.rs"]
mod play;
