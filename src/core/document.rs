//! The documents that a match consists of: reading, writing, types and digests.
//!
//! `docs/protocol.md` section 1 is the reference. [`read()`] turns bytes into a tree and records places, [`decode()`] turns
//! the tree into the types of [`kinds`], [`write()`] turns a tree back into text, and [`canonical()`] gives its digest.
//! [`render()`] shows a [`Problem`] together with the line concerned.
//!
//! ```
//! use adjutant_core::document::{self, Form};
//!
//! let text = "adjutant: 1\nkind: turn\norders:\n  - build: {what: depot, at: \"5106\"}\n";
//! let doc = document::read("turn.yaml", text.as_bytes(), Form::Signed)?;
//! assert_eq!(doc.content["orders"][0]["build"]["at"], "5106");
//! assert_eq!(doc.mark("orders[0].build.at").map(|mark| (mark.line, mark.column)), Some((4, 30)));
//! let again = document::read("again", document::write(&doc.content).as_bytes(), Form::Signed)?;
//! assert_eq!(document::digest(&again.content), document::digest(&doc.content));
//!
//! // What readers of YAML could take differently is refused, with the place and the remedy.
//! let problem = document::read("turn.yaml", b"at: 0512\n", Form::Signed).unwrap_err();
//! assert!(problem.to_string().starts_with("line 1, column 5: "));
//! # Ok::<(), document::Problem>(())
//! ```

pub mod canonical;
mod cut_texts;
pub mod decode;
pub mod deserializer;
pub mod distinct;
pub mod fast_parser;
pub mod form;
pub mod inline;
pub mod kinds;
pub mod lazy_bytes;
pub mod lexer;
mod lexer_scalars;
mod limits;
pub mod lookalikes;
pub mod pack;
pub mod parser;
pub mod partial_decode;
pub mod path;
pub mod problem;
mod quotes;
pub mod read;
pub mod render;
mod scalar;
pub mod schema;
pub mod write;

pub use canonical::{canonical, digest, digest_complete, message};
pub use decode::{Parsed, decode, decode_at, decode_kind, nearest, null_within, parse};
pub use deserializer::{from_tagged, from_value, from_word};
pub use distinct::distinct;
pub use form::{Form, too_large};
pub use inline::inline;
pub use lazy_bytes::{Fetch, LazyBytes};
pub use limits::{MAX_CHOICE, fits_as_written, is_short_choice, shortened};
pub use pack::PackFiles;
pub use partial_decode::{Partial, decode_partially, enumerated, spell_words};
pub use quotes::quoted;
pub use read::{Document, fits, levels, nodes, read};
pub use render::{fault_of_name, harmless, render};
pub use write::write;

pub use kinds::{Bytes32, Charter, Disclosure, Id, Kind, Leave, Queue, Receipt, Refusal, Signature, State, Turn};
pub use problem::{Condition, Mark, Problem, word_and_details};
pub use serde_json::{Map, Value};

/// Whether a number is zero: zeros are left out of documents.
pub fn is_zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}
