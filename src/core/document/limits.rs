//! How large what is signed may be (protocol 1 and 7), so that others can read it.

use serde_json::Value;

use super::canonical::canonical_whole;
use super::form::{Form, too_large};
use super::kinds::Kind;
use super::problem::Problem;
use super::read::fits;
use super::write::write;

/// Whether a document can be read again once it is written, by the kind of it: depth, length of words, size of the file.
///
/// # Errors
/// The limit that it would exceed.
pub fn fits_as_written(document: &Value, kind: Kind) -> Result<(), Problem> {
    let form = if matches!(kind, Kind::State | Kind::Disclosure) { Form::State } else { Form::Signed };
    fits(document, form)?;
    if write(document).len() > form.max_bytes() { Err(too_large(form)) } else { Ok(()) }
}

/// The most bytes that a choice has in its canonical form (protocol 7).
pub const MAX_CHOICE: usize = 4_096;

/// Whether a choice is no longer than one may be.
pub fn is_short_choice(choice: &Value) -> bool {
    canonical_whole(choice).len() <= MAX_CHOICE
}

/// Words for people, shortened in their middle to so many characters: what others have written may be of any length, and what
/// quotes it must be read again.
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
