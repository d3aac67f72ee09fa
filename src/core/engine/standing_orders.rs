//! The simplest standing orders.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One answer to every question for which it is legal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "A: Deserialize<'de>"))]
pub struct Always<A> {
    /// The answer; if there is none, the side is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub always: Option<A>,
}

impl<A> Default for Always<A> {
    fn default() -> Self {
        Always { always: None }
    }
}
