//! What a site keeps of its matches, so that it makes no page of a match twice.

use serde::{Deserialize, Serialize};

use crate::cli::site::files::Kept;
use crate::document::Bytes32;

/// What is known of a match, kept so that the pages of one that has not changed are not made again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchFacts {
    /// The digest of all that the pages are made of.
    pub key: Bytes32,
    /// The match's pages, and what they share with others.
    pub files: Vec<String>,
    pub match_id: Bytes32,
    /// The number of the newest step, its digest, and the file that has it.
    pub step: u64,
    pub state: Option<Bytes32>,
    pub state_file: Option<String>,
    /// How it ended, in words; nothing while it is played.
    pub outcome: Option<String>,
    /// What speaks against it: a file that does not verify, other terms or players than those of the game, another result.
    pub doubts: Vec<String>,
    /// Rulings of its adjudicator.
    pub rulings: Vec<String>,
}

impl Kept for MatchFacts {
    fn key(&self) -> Bytes32 {
        self.key
    }

    fn files(&self) -> &[String] {
        &self.files
    }
}
