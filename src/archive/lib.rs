//! An archive of matches: one match as one file ([`packed`]), and an index over many ([`index`]) in which one can search,
//! count and export. No game is named here, and nothing is proved here: whoever fills an index has verified what he puts into
//! it. The index can be made anew from the files at any time and is never the source of anything.

pub mod chance;
pub mod export;
pub mod index;
pub mod model;
pub mod packed;
pub mod query;
pub mod stats;

pub use index::{Fault, Filter, Index};
