//! Where what a pack says comes from.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where an entry of the pack comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Written in the rulebook: the case.
    Stated(String),
    /// Follows from the rulebook: from which example or rule.
    Implied(String),
    /// Found in public: where.
    External(String),
    /// Put in by us: why so.
    Reconstructed(String),
}

impl Source {
    /// Whether the entry rests on our judgement and not on the printed game.
    pub fn is_reconstructed(&self) -> bool {
        matches!(self, Source::Reconstructed(_))
    }

    /// The case, place or reason.
    pub fn text(&self) -> &str {
        match self {
            Source::Stated(text) | Source::Implied(text) | Source::External(text) | Source::Reconstructed(text) => text,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Source::Stated(_) => "stated",
            Source::Implied(_) => "implied",
            Source::External(_) => "external",
            Source::Reconstructed(_) => "reconstructed",
        };
        write!(f, "{word}: {}", self.text())
    }
}
