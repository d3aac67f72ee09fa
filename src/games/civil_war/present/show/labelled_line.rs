//! A line of a page: what it is about, and what it says.

use crate::report::{Span, Text};

/// A line with its label.
pub fn line(label: &str, words: impl Into<String>) -> (String, Text) {
    (label.to_owned(), vec![Span::plain(words)])
}
