//! Size limits of what is signed (protocol 1 and 7), so that others can read it.

use serde_json::Value;

use super::canonical::canonical_complete;
use super::decode::null_in;
use super::form::{Form, too_large};
use super::kinds::Kind;
use super::problem::Problem;
use super::read::fits;
use super::write::write;

/// Checks that a document can be read back once it is written, given its kind: depth, length of words, size of the
/// file, and no null where none may be.
///
/// # Errors
/// The limit that it would exceed, or the null.
pub fn fits_as_written(document: &Value, kind: Kind) -> Result<(), Problem> {
    if let Some(path) = null_in(document, kind) {
        let problem = Problem::new(format!("`{path}` is null")).rule("protocol 1");
        return Err(problem.advice("leave the field out, or give it a value; nothing was signed"));
    }
    let form = if matches!(kind, Kind::State | Kind::Disclosure) { Form::State } else { Form::Signed };
    fits(document, form)?;
    if write(document).len() > form.max_bytes() { Err(too_large(form)) } else { Ok(()) }
}

/// The maximum size of a choice in canonical form, in bytes (protocol 7).
pub const MAX_CHOICE: usize = 4_096;

/// Whether a choice is within [`MAX_CHOICE`].
pub fn is_short_choice(choice: &Value) -> bool {
    canonical_complete(choice).len() <= MAX_CHOICE
}

/// Text for people, shortened in the middle to `most` characters: text by others may have any length, and a document
/// that quotes it must stay readable.
pub fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let (head, tail) = (most - most / 4 - 1, most / 4);
    let head: String = text.chars().take(head).collect();
    let tail: String = text.chars().skip(count - tail).collect();
    format!("{head}…{tail}")
}
