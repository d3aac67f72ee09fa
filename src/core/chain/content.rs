//! The content of a document with the places of its parts. Of a document that is known already it is read from the
//! file's bytes when it is first looked into, which most never are.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::document::{Document, Form, read};

/// A document as it was read, or as it will be.
#[derive(Clone, Debug)]
pub struct Content {
    read: OnceLock<Document>,
    later: Option<Later>,
}

/// What a document will be read from.
#[derive(Clone, Debug)]
struct Later {
    file: String,
    bytes: Arc<Vec<u8>>,
    form: Form,
}

impl Content {
    /// The document in a file of which it is known that it reads: the very bytes were read before by this program.
    pub(super) fn later(file: &str, bytes: Arc<Vec<u8>>, form: Form) -> Self {
        Content { read: OnceLock::new(), later: Some(Later { file: file.to_owned(), bytes, form }) }
    }
}

impl From<Document> for Content {
    fn from(document: Document) -> Self {
        Content { read: document.into(), later: None }
    }
}

impl Deref for Content {
    type Target = Document;

    fn deref(&self) -> &Document {
        self.read.get_or_init(|| {
            let found = self.later.as_ref().and_then(|later| read(&later.file, &later.bytes, later.form).ok());
            found.unwrap_or_else(|| Document::unplaced("", Value::Null))
        })
    }
}
