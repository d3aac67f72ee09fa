//! The sources of a pack's entries.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where an entry of the pack comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Stated in the rulebook: which rule.
    Stated(String),
    /// Implied by the rulebook: by which example or rule.
    Implied(String),
    /// Found in a public source: which one.
    External(String),
    /// Added by us: why.
    Reconstructed(String),
}

impl Source {
    /// Whether the entry is our judgment and not part of the printed game.
    pub fn is_reconstructed(&self) -> bool {
        matches!(self, Source::Reconstructed(_))
    }

    /// The rule, place or reason.
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
