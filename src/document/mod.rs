//! Documents: what a match consists of, and how they are read, written and told apart.
//!
//! `docs/protocol.md` section 1 is the reference. [`read`] turns bytes into a tree and remembers places,
//! [`decode`] turns the tree into the typed shapes of [`kinds`], [`write`] turns a tree into text again, and
//! [`canonical`] gives its digest. [`render`] shows a [`Problem`] beside the line that has it.

mod build;
pub mod canonical;
pub mod decode;
mod extent;
mod inline;
pub mod kinds;
pub mod problem;
pub mod read;
pub mod render;
mod scalar;
mod scan;
pub mod schema;
mod tree;
pub mod write;

pub use canonical::{canonical, digest, digest_whole, message};
pub use decode::{Parsed, decode, decode_at, decode_kind, parse};
pub use inline::inline;
pub use read::{Document, Form, read};
pub use render::{harmless, render};
pub use write::write;

pub use kinds::{Bytes32, Charter, Disclosure, Id, Kind, Refusal, Signature, State, Turn};
pub use problem::{Mark, Problem};
pub use serde_json::{Map, Value};
