//! What a site remembers of its matches, so that it never makes the same page twice.

use serde::{Deserialize, Serialize};

use crate::cli::site::files::CacheEntry;
use crate::document::Bytes32;

/// What is known of a match, so that the pages of an unchanged match are not made again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchCacheEntry {
    /// The digest of everything that the pages are made from.
    pub key: Bytes32,
    /// The match's pages, and the files that they share with others.
    pub files: Vec<String>,
    pub match_id: Bytes32,
    /// The number of the newest step, its digest, and its file.
    pub step: u64,
    pub state: Option<Bytes32>,
    pub state_file: Option<String>,
    /// How it ended, in words; `None` while it is played.
    pub outcome: Option<String>,
    /// Doubts about the match: a file that does not verify, terms or players other than the game's, another result.
    pub doubts: Vec<String>,
    /// Rulings of its adjudicator.
    pub rulings: Vec<String>,
}

impl CacheEntry for MatchCacheEntry {
    fn key(&self) -> Bytes32 {
        self.key
    }

    fn files(&self) -> &[String] {
        &self.files
    }
}
