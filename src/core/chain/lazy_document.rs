//! The content of a document with the places of its parts. A document that is already known is read from its bytes only
//! on first access, which for most never comes.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::document::{Document, Form, LazyBytes, read};

/// A document, read or still to be read. Clones share what has been read.
#[derive(Clone, Debug, Default)]
pub struct LazyDocument {
    read: OnceLock<Arc<Document>>,
    later: Option<Later>,
    /// The same document read from its file, for the places of its parts, if it was not read from there.
    placed: OnceLock<Option<Arc<Document>>>,
}

/// Where a document can be read from.
#[derive(Clone, Debug)]
struct Later {
    file: String,
    bytes: LazyBytes,
    form: Form,
}

impl LazyDocument {
    /// A document to be read later: this program has read the very same bytes before, so they are known to be readable.
    pub(super) fn later(file: &str, bytes: LazyBytes, form: Form) -> Self {
        LazyDocument { later: Some(Later { file: file.to_owned(), bytes, form }), ..LazyDocument::default() }
    }

    /// A document that this program wrote, whose bytes are the same as those of a file.
    pub(super) fn written(document: Document, file: &str, bytes: LazyBytes, form: Form) -> Self {
        LazyDocument { read: Arc::new(document).into(), ..LazyDocument::later(file, bytes, form) }
    }

    /// The document with the places of its parts in its file.
    pub fn placed(&self) -> &Document {
        if self.nearest_mark("").is_some() {
            return self;
        }
        self.placed.get_or_init(|| self.later.as_ref()?.read().map(Arc::new)).as_deref().unwrap_or(self)
    }
}

impl Later {
    fn read(&self) -> Option<Document> {
        read(&self.file, self.bytes.bytes()?, self.form).ok()
    }
}

impl From<Document> for LazyDocument {
    fn from(document: Document) -> Self {
        LazyDocument { read: Arc::new(document).into(), ..LazyDocument::default() }
    }
}

impl Deref for LazyDocument {
    type Target = Document;

    fn deref(&self) -> &Document {
        self.read.get_or_init(|| {
            Arc::new(self.later.as_ref().and_then(Later::read).unwrap_or_else(|| Document::unplaced("", Value::Null)))
        })
    }
}
