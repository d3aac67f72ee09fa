//! Whether a pack fits together.

use super::Pack;
use crate::document::Problem;

impl Pack {
    /// Everything that does not fit together, each with its place.
    pub fn check(&self) -> Vec<Problem> {
        Vec::new()
    }
}
