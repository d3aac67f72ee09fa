//! What a question remembers of a match folder from an earlier run.

use std::collections::BTreeSet;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::folder::{Folder, games};
use super::record::{Files, Record, Store};
use crate::chain::verify::Verification;
use crate::chain::{Known, MatchFiles, Watch};
use crate::document::Bytes32;

/// What is known of the files of a folder.
#[derive(Debug)]
pub struct Memory {
    store: Store,
    /// The files as they lay in the folder.
    files: Files,
    /// Those that are not known, by name.
    added: BTreeSet<String>,
    /// What is known of all others; none if any of them is not here any more, or is not the same.
    pub known: Option<Known>,
}

impl Memory {
    /// Of these files, of which nothing is known yet.
    pub fn new(store: Store, raw: &[(String, Arc<Vec<u8>>)]) -> Memory {
        Memory { store, files: fingerprints(raw), added: BTreeSet::new(), known: None }
    }

    /// The documents in these files, without reading those that are known. `None`: nothing is known of them.
    pub fn recall(&mut self, raw: &[(String, Arc<Vec<u8>>)]) -> Option<MatchFiles> {
        let Record { files, mut known } = self.store.read()?;
        if !files.iter().all(|(name, print)| self.files.get(name) == Some(print)) {
            return None;
        }
        self.added = self.files.keys().filter(|name| !files.contains_key(*name)).cloned().collect();
        let named = raw.iter().map(|(name, bytes)| (name.as_str(), bytes));
        let recalled = MatchFiles::recall(&mut known, named, &|name| files.contains_key(name))?;
        self.known = Some(known);
        Some(recalled)
    }

    /// Whether the folder is known to hold, as it lies there.
    pub fn holds(&self, folder: &Folder) -> bool {
        self.known.is_some() && self.added.is_empty() && !folder.has_arrivals()
    }

    /// Verifies what is not known on top of what is. `None`: the whole is to be verified.
    pub fn holds_with_more(&self, folder: &Folder, watch: &dyn Watch) -> Option<Verification> {
        let known = self.known.as_ref()?;
        let added = self.added.iter().map(String::as_str).chain(folder.arrivals()).collect();
        let base = folder.files.unread.is_empty() && known.is_base_of(&folder.files, &added);
        base.then(|| known.holds_with(&folder.files, games(), watch))?
    }

    /// Remembers what was found of the files of a folder, if it holds and nothing in it came from elsewhere.
    pub fn keep(&self, folder: &Folder, files: &MatchFiles, verdict: &Verification) {
        if folder.has_arrivals() {
            return;
        }
        if let Some(known) = Known::of(files, verdict) {
            self.store.write(&Record { files: self.files.clone(), known });
        }
    }
}

/// The length and digest of every file. Two threads share the work.
fn fingerprints(raw: &[(String, Arc<Vec<u8>>)]) -> Files {
    let of = |part: &[(String, Arc<Vec<u8>>)]| -> Vec<(String, (u64, Bytes32))> {
        let print = |bytes: &[u8]| (bytes.len() as u64, Bytes32(Sha256::digest(bytes).into()));
        part.iter().map(|(name, bytes)| (name.clone(), print(bytes))).collect()
    };
    let (first, second) = raw.split_at(raw.len() / 2);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| of(second));
        let mut prints = of(first);
        prints.extend(other.join().unwrap_or_else(|_| of(second)));
        prints.into_iter().collect()
    })
}
