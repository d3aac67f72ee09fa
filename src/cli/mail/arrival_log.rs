//! When documents arrived by mail, so that receipts can say so.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::{Failure, files};
use crate::document::Bytes32;

/// What arrived for a match, one line each: digest, and the time in the topmost `Received:` header of its mail, or `-`.
pub struct ArrivalLog {
    path: PathBuf,
    text: String,
    times: BTreeMap<Bytes32, Option<String>>,
}

impl ArrivalLog {
    /// Reads the list; if there is none, nothing arrived by mail.
    pub fn open(folder: &Path) -> ArrivalLog {
        let path = folder.join(super::addresses::FOLDER).join("came");
        let text =
            files::read(&path, 64 << 20).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let pair = |line: &str| {
            let (digest, time) = line.split_once(' ')?;
            Some((digest.parse().ok()?, (time != "-").then(|| time.to_owned())))
        };
        let mut times = BTreeMap::new();
        for (digest, time) in text.lines().filter_map(pair) {
            times.entry(digest).or_insert(time);
        }
        ArrivalLog { path, text, times }
    }

    /// `None` if a document did not arrive by mail; otherwise the time at which it did, if its mail gives one.
    pub fn when(&self, digest: &Bytes32) -> Option<Option<&str>> {
        self.times.get(digest).map(Option::as_deref)
    }

    /// Notes that a document has arrived. Only the first time counts.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn note(&mut self, digest: Bytes32, time: Option<String>) -> Result<(), Failure> {
        if self.times.contains_key(&digest) {
            return Ok(());
        }
        self.text += &format!("{digest} {}\n", time.as_deref().unwrap_or("-"));
        self.times.insert(digest, time);
        files::write(&self.path, self.text.as_bytes()).map_err(|problem| Failure::cannot_in(&self.path, problem))
    }
}
