//! Which documents were mailed to which seats, so that nothing is mailed twice unasked. This record is only a
//! convenience.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cli::{Failure, files, wall_clock};
use crate::document::{Bytes32, Id};

/// What was mailed in a match, one line each: digest, seat, time.
pub struct SentLog {
    path: PathBuf,
    text: String,
    known: BTreeSet<(String, String)>,
}

impl SentLog {
    /// Reads the list; if there is none, nothing was mailed.
    pub fn open(folder: &Path) -> SentLog {
        let path = folder.join(super::addresses::FOLDER).join("sent");
        let text =
            files::read(&path, 64 << 20).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let pair = |line: &str| {
            let mut words = line.split(' ');
            Some((words.next()?.to_owned(), words.next()?.to_owned()))
        };
        let known = text.lines().filter_map(pair).collect();
        SentLog { path, text, known }
    }

    /// Whether a document was mailed to a seat.
    pub fn has(&self, digest: &Bytes32, seat: &Id) -> bool {
        self.known.contains(&(digest.to_string(), seat.to_string()))
    }

    /// Whether anything was mailed to a seat from here.
    pub fn knows(&self, seat: &Id) -> bool {
        self.known.iter().any(|(_, to)| to == seat.as_str())
    }

    /// Notes that documents were mailed to seats.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn note(&mut self, digests: &[Bytes32], seats: &[&Id]) -> Result<(), Failure> {
        let now = wall_clock::now();
        for (digest, seat) in digests.iter().flat_map(|digest| seats.iter().map(move |seat| (digest, seat))) {
            if self.known.insert((digest.to_string(), seat.to_string())) {
                self.text += &format!("{digest} {seat} {now}\n");
            }
        }
        files::write(&self.path, self.text.as_bytes()).map_err(|problem| Failure::cannot_in(&self.path, problem))
    }
}
