//! Values on one line, in the style of a hand-written draft.

pub use crate::document::inline;
