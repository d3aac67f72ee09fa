//! Reasons on the command line.

/// A reason that somebody can read.
///
/// # Errors
/// It is empty.
pub fn given(text: &str) -> Result<String, String> {
    match text.trim().is_empty() {
        true => Err("a reason says why: write a few words".to_owned()),
        false => Ok(text.to_owned()),
    }
}
