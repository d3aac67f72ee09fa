//! A number of matches, in words.

/// A number of matches, in words.
pub fn count(matches: u64) -> String {
    if matches == 1 { "1 match".to_owned() } else { format!("{matches} matches") }
}
