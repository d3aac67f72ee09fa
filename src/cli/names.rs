//! Names and titles on the command line.

use tournament::signed::{MAX_NAME, MAX_TITLE};

use crate::document::fault_of_name;

/// A name that others can read.
///
/// # Errors
/// It is empty, too long, or has characters that nobody sees.
pub fn name(text: &str) -> Result<String, String> {
    checked("name", text, MAX_NAME)
}

/// The title of a match.
///
/// # Errors
/// As [`name`].
pub fn title(text: &str) -> Result<String, String> {
    checked("title", text, MAX_TITLE)
}

fn checked(what: &str, text: &str, most: usize) -> Result<String, String> {
    match fault_of_name(what, text, most) {
        None => Ok(text.to_owned()),
        Some(problem) => Err(format!("{}; {}", problem.message, problem.advice.unwrap_or_default())),
    }
}
