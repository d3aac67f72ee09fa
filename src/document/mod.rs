//! Documents: what a match consists of, and how they are read, written and told apart.
//!
//! `docs/protocol.md` section 1 is the reference. [`kinds`] gives the typed shape of each document.

pub mod kinds;
pub mod problem;

pub use kinds::{Bytes32, Charter, Disclosure, Id, Kind, Refusal, Signature, State, Turn};
pub use problem::{Mark, Problem};
pub use serde_json::{Map, Value};
