//! Units, leaders and areas that are not there, or not the player's.

use serde::{Deserialize, Serialize};

use crate::board::Area;

/// What the rules hold against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", content = "facts", rename_all = "snake_case")]
pub enum NameRefusal {
    /// A placeholder until the chapter is converted.
    NameRefusalPlaceholder { area: Area },
}
