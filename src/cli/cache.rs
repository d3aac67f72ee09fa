//! What a question remembers of a match folder from an earlier run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;

use sha2::{Digest, Sha256};

use super::files;
use super::gather::Raw;
use super::record::{Files, Fingerprint, Record, Store};
use crate::chain::verify::Verification;
use crate::chain::{MatchFiles, Verified, Watch};
use crate::document::{Bytes32, Source};
use crate::registry;

const CHARTER: &str = "charter.yaml";

/// What is known of the files of a folder.
#[derive(Debug)]
pub struct Memory {
    store: Store,
    /// The files as they lay in the folder.
    files: Files,
    /// Those that are not known, by name.
    added: BTreeSet<String>,
    /// What is known of all others; none if any of them is not here any more, or is not the same.
    pub known: Option<Verified>,
}

/// Whether an earlier run may have left something of a folder.
pub fn may_know(folder: &Path) -> bool {
    let charter = files::read(&folder.join(CHARTER), files::MOST_BYTES).ok();
    charter.and_then(|charter| Store::of(folder, &charter)).is_some_and(|store| store.exists())
}

/// What an earlier run left of a folder, while nothing of it is read but the charter.
pub fn kept(folder: &Path) -> Option<(Store, Record)> {
    let charter = files::read(&folder.join(CHARTER), files::MOST_BYTES).ok()?;
    let store = Store::of(folder, &charter)?;
    let record = store.read()?;
    Some((store, record))
}

impl Memory {
    /// Of files with their lengths and digests, and what an earlier run left of them. `None`: no records are kept.
    pub fn of(folder: &Path, raw: &Raw, prints: Vec<Fingerprint>) -> Option<Memory> {
        let (_, charter) = raw.iter().find(|(name, _)| name == CHARTER)?;
        let store = Store::of(folder, charter.bytes()?)?;
        let files = raw.iter().map(|(name, _)| name.clone()).zip(prints).collect();
        Some(Memory { store, files, added: BTreeSet::new(), known: None })
    }

    /// What an earlier run left of a folder whose files have these names, lengths, digests and paths; and the documents in
    /// them, without reading those that are known. `None`: nothing is known of them.
    pub fn recall(
        seen: Vec<(String, (Fingerprint, PathBuf))>,
        (store, record): (Store, Record),
    ) -> Option<(Memory, Raw, MatchFiles)> {
        let Record { files, mut known } = record;
        let prints: Files = seen.iter().map(|(name, (print, _))| (name.clone(), *print)).collect();
        let raw: Raw = seen.into_iter().map(|(name, (print, path))| (name, source(path, print))).collect();
        // Both are sorted by name.
        let mut here = prints.iter();
        if !files.iter().all(|one| here.any(|other| other == one)) {
            return None;
        }
        let added: BTreeSet<String> = prints.keys().filter(|name| !files.contains_key(*name)).cloned().collect();
        let same = |name: &str| !added.contains(name);
        let print = |name: &str| prints.get(name).filter(|_| same(name)).copied();
        let named = || raw.iter().map(|(name, bytes)| (name.as_str(), bytes));
        let mut packs = known.packs(named(), &same)?;
        for (name, pack) in &mut packs {
            // What comes with the program is known to read, and lies here.
            if let Some(own) = registry::shared().shipped_pack(name).filter(|own| own.digest() == pack.digest()) {
                *pack = own.clone();
            }
        }
        // Whoever asks needs the game, and it takes long to make.
        let ahead = packs.clone();
        let _ = thread::Builder::new().spawn(move || registry::shared().make_ahead(&ahead));
        let recalled = MatchFiles::recall(&mut known, named(), packs, &print)?;
        Some((Memory { store, files: prints, added, known: Some(known) }, raw, recalled))
    }

    /// Whether the folder is known to hold, as it lies there.
    pub fn holds(&self) -> bool {
        self.known.is_some() && self.added.is_empty()
    }

    /// Verifies what is not known, and what arrived since, on top of what is. `None`: the whole is to be verified.
    pub fn holds_with_more<'a>(
        &'a self,
        files: &MatchFiles,
        arrivals: impl Iterator<Item = &'a str>,
        watch: &dyn Watch,
    ) -> Option<Verification> {
        let known = self.known.as_ref()?;
        let added = self.added.iter().map(String::as_str).chain(arrivals).collect();
        let base = files.unread.is_empty() && known.is_base_of(files, &added);
        base.then(|| known.holds_with(files, registry::shared(), watch))?
    }

    /// Remembers what was found of the files of a folder, if it holds. Nothing in it may have come from elsewhere.
    pub fn keep(&self, files: &MatchFiles, verdict: &Verification) {
        if let Some(known) = Verified::of(files, verdict) {
            self.store.write_aside(Record { files: self.files.clone(), known });
        }
    }
}

/// The bytes of a file in a folder, which are read when they are looked at, and are none if it was changed since.
fn source(path: PathBuf, print: Fingerprint) -> Source {
    let fetch = move || {
        let bytes = files::read(&path, files::MOST_BYTES).ok()?;
        (fingerprint(&bytes) == print).then_some(bytes)
    };
    Source::later(usize::try_from(print.0).unwrap_or(usize::MAX), Box::new(fetch))
}

/// The length and digest of a file.
pub fn fingerprint(bytes: &[u8]) -> Fingerprint {
    (bytes.len() as u64, Bytes32(Sha256::digest(bytes).into()))
}
