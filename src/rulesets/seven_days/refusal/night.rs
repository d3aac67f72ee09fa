//! Why the rules forbid what is ordered for the night (13).

use serde::{Deserialize, Serialize};

use crate::board::Area;

/// What the rules hold against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", content = "facts", rename_all = "snake_case")]
pub enum NightRefusal {
    /// A placeholder until the chapter is converted.
    NightRefusalPlaceholder { area: Area },
}
