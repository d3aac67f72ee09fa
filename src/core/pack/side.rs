//! The two sides of the war.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::Id;

/// One of the two sides. The Union moves first where nothing else decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Union,
    Confederate,
}

impl Side {
    /// Both sides, in the order in which they are named.
    pub const BOTH: [Side; 2] = [Side::Union, Side::Confederate];

    /// The enemy.
    pub fn other(self) -> Side {
        match self {
            Side::Union => Side::Confederate,
            Side::Confederate => Side::Union,
        }
    }

    /// The word that stands in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Side::Union => "union",
            Side::Confederate => "confederate",
        }
    }

    /// The side as documents name it.
    pub fn id(self) -> Id {
        Id::known(self.as_str())
    }

    /// The word that stands in reports.
    pub fn title(self) -> &'static str {
        match self {
            Side::Union => "Union",
            Side::Confederate => "Confederate",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
