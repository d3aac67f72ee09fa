//! The two sides, as the flags on the cards name them.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::{Id, Problem};
use crate::engine::refusal::{Audience, Voice};

/// One of the two sides (The Action Cards).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Federal,
    Confederate,
}

impl Side {
    /// Both sides, in the order in which they are named.
    pub const BOTH: [Side; 2] = [Side::Federal, Side::Confederate];

    /// The enemy.
    pub fn other(self) -> Side {
        match self {
            Side::Federal => Side::Confederate,
            Side::Confederate => Side::Federal,
        }
    }

    /// The word that stands in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Side::Federal => "federal",
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
        let found = Side::BOTH.into_iter().find(|side| side.as_str() == id.as_str());
        found.ok_or_else(|| {
            Problem::new(format!("there is no side '{id}'")).advice("the sides are federal, confederate")
        })
    }

    /// The side in the middle of a sentence.
    pub fn in_words(self) -> &'static str {
        match self {
            Side::Federal => "the Federal side",
            Side::Confederate => "the Confederate side",
        }
    }

    /// The side at the start of a sentence.
    pub fn opening(self) -> &'static str {
        match self {
            Side::Federal => "The Federal side",
            Side::Confederate => "The Confederate side",
        }
    }

    /// What the ids of its cards begin with: both sides have a set of the neutral cards, and each card an id of its own (LS-2).
    pub fn flag(self) -> &'static str {
        match self {
            Side::Federal => "us",
            Side::Confederate => "cs",
        }
    }

    /// How the words of a refusal of this side's orders speak.
    pub fn voice(self, to: Audience) -> Voice {
        let own = match self {
            Side::Federal => "the Federal side's",
            Side::Confederate => "the Confederate side's",
        };
        Voice { to, side: self.in_words(), own, enemy: self.other().in_words() }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
