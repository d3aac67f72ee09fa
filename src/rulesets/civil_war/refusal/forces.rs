//! Why the rules forbid reinforcements, armies, rails, works and rallies, and what they would cost.

use serde::{Deserialize, Serialize};

use crate::board::Hex;

/// What the rules hold against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", content = "facts", rename_all = "snake_case")]
pub enum ForceRefusal {
    /// A placeholder until the chapter is converted.
    ForceRefusalPlaceholder { hex: Hex },
}
