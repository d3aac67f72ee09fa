//! The two sides of the war.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::{Id, Problem};
use crate::engine::refusal::{Audience, Voice};
use crate::spelling::instead;

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

    /// The side of that name.
    ///
    /// # Errors
    /// If there is none; the advice names both.
    pub fn named(id: &Id) -> Result<Side, Problem> {
        Side::BOTH.into_iter().find(|side| side.as_str() == id.as_str()).ok_or_else(|| {
            let sides = Side::BOTH.map(Side::as_str);
            Problem::new(format!("there is no side '{id}'")).advice(instead(id.as_str(), &sides, "the sides are"))
        })
    }

    /// The side in the middle of a sentence.
    pub fn in_words(self) -> &'static str {
        match self {
            Side::Union => "the Union",
            Side::Confederate => "the Confederacy",
        }
    }

    /// The side at the start of a sentence.
    pub fn opening(self) -> &'static str {
        match self {
            Side::Union => "The Union",
            Side::Confederate => "The Confederacy",
        }
    }

    /// How the words of a refusal of this side's orders speak.
    pub fn voice(self, to: Audience) -> Voice {
        let own = match self {
            Side::Union => "the Union's",
            Side::Confederate => "the Confederacy's",
        };
        Voice { to, side: self.in_words(), own, enemy: self.other().in_words() }
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
