//! The index: the rules of a rulebook in our own words.

use std::collections::BTreeSet;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Index {
    /// Chapters whose sections are not listed yet: citations of them are accepted unchecked.
    pub not_indexed: BTreeSet<u32>,
    pub entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub id: String,
    pub what: String,
    pub kind: Kind,
    pub scope: Scope,
    pub ruling: Option<String>,
    /// The entry that this one restates, under which it is counted.
    pub see: Option<String>,
    pub note: Option<String>,
    /// How the program differs from the sentence.
    pub differs: Option<String>,
    /// Why this prohibition cannot be broken: no order or answer could express it.
    pub unbreakable: Option<String>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Rule,
    Permission,
    Prohibition,
    Procedure,
    Definition,
    Example,
    Note,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    First,
    Land,
    Water,
    Campaign,
    Basic,
    Advanced,
    Optional,
    None,
}

impl Scope {
    pub fn name(self) -> &'static str {
        match self {
            Scope::First => "first",
            Scope::Land => "land",
            Scope::Water => "water",
            Scope::Campaign => "campaign",
            Scope::Basic => "basic",
            Scope::Advanced => "advanced",
            Scope::Optional => "optional",
            Scope::None => "none",
        }
    }
}

impl Entry {
    /// Whether it is counted: not a heading, a note or the handling of pieces, nor what only restates another entry.
    pub fn counts(&self) -> bool {
        self.scope != Scope::None && self.kind != Kind::Note && self.see.is_none()
    }
}
