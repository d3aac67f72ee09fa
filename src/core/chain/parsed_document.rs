//! A document together with the file that it came from.

use crate::document::{Bytes32, Document, Problem, digest};

use super::lazy_document::LazyDocument;

/// A document together with the file that it came from.
#[derive(Clone, Debug)]
pub struct ParsedDocument<T> {
    /// The file's name, for messages.
    pub file: String,
    /// The content, with the places of its parts.
    pub document: LazyDocument,
    /// The digest of the content.
    pub digest: Bytes32,
    /// The content as its Rust type.
    pub typed: T,
}

impl<T> ParsedDocument<T> {
    /// A document as it was read, together with its typed content.
    pub(super) fn of(file: &str, document: Document, typed: T) -> Self {
        ParsedDocument { file: file.to_owned(), digest: digest(&document.content), document: document.into(), typed }
    }

    /// The same problem, placed in the text by its path if it has no place yet.
    pub fn place(&self, mut problem: Problem) -> Problem {
        if problem.mark.is_none() {
            let document = self.document.placed();
            problem.mark = document.place_of(&problem).or_else(|| document.nearest_mark(""));
        }
        problem
    }
}
