//! What the data packs of all games have in common: the two sides, sources, readable names, and entries by place.

pub mod areas;
pub mod entries;
mod files;
pub mod place;
mod setup;
mod shipped;
mod side;
mod source;
pub mod table;

use crate::document::harmless;

pub use entries::{PackEntry, certainty, entries, unsourced};
pub use files::{by_id, fitting, in_file, only_files, read_file, read_scenarios};
pub use place::exact;
pub use setup::{find_scenario, read_options};
pub use shipped::Shipped;
pub use side::Side;
pub use source::Source;

/// The message for a name that is not acceptable.
pub const NO_NAME: &str = "a name must be 1 to 80 visible characters on one line";

/// Whether people can read a name on a map and in a report: no longer than a line, and without characters that control
/// a terminal or mislead the eye.
pub fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= 80 && harmless(name) == name
}
