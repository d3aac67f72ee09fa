//! Why the rules forbid an assault, an attack, a regroup or another kind of impulse (8, 10, 11).

use serde::{Deserialize, Serialize};

/// What the rules hold against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "code", content = "facts", rename_all = "snake_case")]
pub enum ImpulseRefusal {
    /// The turn waits here (9.2.2, 13.2).
    Waits,
    /// An order before it ended the side's part, and the other side is next. `night`: it was the night's.
    Overtaken { night: bool },
}
