//! The content of a document with the places of its parts. Of a document that is known already it is read from the
//! file's bytes when it is first looked into, which most never are.

use std::ops::Deref;
use std::sync::OnceLock;

use serde_json::Value;

use crate::document::{Document, Form, Source, read};

/// A document as it was read, or as it will be.
#[derive(Clone, Debug, Default)]
pub struct Content {
    read: OnceLock<Document>,
    later: Option<Later>,
    /// The same read from the file, where it was not, for the places of its parts.
    placed: OnceLock<Option<Document>>,
}

/// What a document can be read from.
#[derive(Clone, Debug)]
struct Later {
    file: String,
    bytes: Source,
    form: Form,
}

impl Content {
    /// The document in a file of which it is known that it reads: the very bytes were read before by this program.
    pub(super) fn later(file: &str, bytes: Source, form: Form) -> Self {
        Content { later: Some(Later { file: file.to_owned(), bytes, form }), ..Content::default() }
    }

    /// A document that was written, and whose bytes are those of a file.
    pub(super) fn written(document: Document, file: &str, bytes: Source, form: Form) -> Self {
        Content { read: document.into(), ..Content::later(file, bytes, form) }
    }

    /// The document with the places of its parts in its file.
    pub fn placed(&self) -> &Document {
        if self.nearest_mark("").is_some() {
            return self;
        }
        self.placed.get_or_init(|| self.later.as_ref()?.read()).as_ref().unwrap_or(self)
    }
}

impl Later {
    fn read(&self) -> Option<Document> {
        read(&self.file, self.bytes.bytes()?, self.form).ok()
    }
}

impl From<Document> for Content {
    fn from(document: Document) -> Self {
        Content { read: document.into(), ..Content::default() }
    }
}

impl Deref for Content {
    type Target = Document;

    fn deref(&self) -> &Document {
        self.read.get_or_init(|| {
            self.later.as_ref().and_then(Later::read).unwrap_or_else(|| Document::unplaced("", Value::Null))
        })
    }
}
