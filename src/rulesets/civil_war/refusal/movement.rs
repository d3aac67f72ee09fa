//! Why the rules forbid a march (6, 9.1, 11.2, 12.2).

use serde::{Deserialize, Serialize};

use crate::board::Hex;

/// What the rules hold against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", content = "facts", rename_all = "snake_case")]
pub enum MoveRefusal {
    /// A placeholder until the chapter is converted.
    MoveRefusalPlaceholder { hex: Hex },
}
