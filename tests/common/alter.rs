//! Systematic alteration of documents.
