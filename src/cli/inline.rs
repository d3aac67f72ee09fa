//! Values on one line, as people write them in a draft.

pub use crate::document::inline;
