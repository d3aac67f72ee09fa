//! The two sides, as the cards name them.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::Id;
use crate::engine::refusal::{Audience, Voice};

/// One of the two sides (2.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Usa,
    Csa,
}

impl Side {
    /// Both sides, in the order in which they are named.
    pub const BOTH: [Side; 2] = [Side::Usa, Side::Csa];

    /// The enemy.
    pub fn other(self) -> Side {
        match self {
            Side::Usa => Side::Csa,
            Side::Csa => Side::Usa,
        }
    }

    /// The word that stands in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Side::Usa => "usa",
            Side::Csa => "csa",
        }
    }

    /// The side as documents name it.
    pub fn id(self) -> Id {
        Id::known(self.as_str())
    }

    /// The side of an id that the engine gives: it names no other than these two.
    pub fn of(id: &Id) -> Side {
        if id.as_str() == "csa" { Side::Csa } else { Side::Usa }
    }

    /// The side in the middle of a sentence.
    pub fn in_words(self) -> &'static str {
        match self {
            Side::Usa => "the USA",
            Side::Csa => "the CSA",
        }
    }

    /// The side at the start of a sentence.
    pub fn opening(self) -> &'static str {
        match self {
            Side::Usa => "The USA",
            Side::Csa => "The CSA",
        }
    }

    /// How the words of a refusal of this side's orders speak.
    pub fn voice(self, to: Audience) -> Voice {
        let own = match self {
            Side::Usa => "the USA's",
            Side::Csa => "the CSA's",
        };
        Voice { to, side: self.in_words(), own, enemy: self.other().in_words() }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
