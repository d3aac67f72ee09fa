//! Why the rules forbid what ships are to do, or what is to go by sea (8, 10.4, 10.5).

use serde::{Deserialize, Serialize};

use crate::board::Hex;

/// What the rules hold against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", content = "facts", rename_all = "snake_case")]
pub enum NavalRefusal {
    /// A placeholder until the chapter is converted.
    NavalRefusalPlaceholder { hex: Hex },
}
