//! Why the rules forbid a move (7, 9, 12).

use serde::{Deserialize, Serialize};

/// What the rules hold against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", content = "facts", rename_all = "snake_case")]
pub enum MoveRefusal {
    /// Enemies are in the area that was entered (9.2).
    MeetsEnemies,
}
