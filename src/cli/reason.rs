//! Reasons on the command line.

use crate::document::fault_of_name;

/// The most characters of a reason.
const MAX_REASON: usize = 2_000;

/// A reason that somebody can read.
///
/// # Errors
/// It is empty, too long, or has characters that nobody sees.
pub fn given(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("a reason says why: write a few words".to_owned());
    }
    // It may have several lines.
    match fault_of_name("reason", &text.replace('\n', " "), MAX_REASON) {
        None => Ok(text.to_owned()),
        Some(problem) => Err(format!("{}; {}", problem.message, problem.advice.unwrap_or_default())),
    }
}
