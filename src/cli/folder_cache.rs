//! What a query remembers of a match folder from an earlier run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread;

use sha2::{Digest, Sha256};

use super::files;
use super::read_folder::NamedSources;
use super::verification_record::{Files, Fingerprint, Record, RecordFile};
use crate::chain::verify::Verification;
use crate::chain::{MatchFiles, ProgressObserver, Verified};
use crate::document::{Bytes32, LazyBytes};
use crate::registry;

const CHARTER: &str = "charter.yaml";

/// What is known about the files of a folder.
#[derive(Debug)]
pub struct FolderCache {
    store: RecordFile,
    /// The files as they were in the folder.
    files: Files,
    /// The files that are not known yet, by name.
    added: BTreeSet<String>,
    /// What is known about all other files; `None` if any of them is gone or has changed.
    pub known: Option<Verified>,
}

/// Whether an earlier run may have left a record of a folder.
pub fn may_know(folder: &Path) -> bool {
    let charter = files::read(&folder.join(CHARTER), files::MAX_BYTES).ok();
    charter.and_then(|charter| RecordFile::of(folder, &charter)).is_some_and(|store| store.exists())
}

/// The record that an earlier run left of a folder; of the folder itself, only the charter is read.
pub fn kept(folder: &Path) -> Option<(RecordFile, Record)> {
    let charter = files::read(&folder.join(CHARTER), files::MAX_BYTES).ok()?;
    let store = RecordFile::of(folder, &charter)?;
    let record = store.read()?;
    Some((store, record))
}

impl FolderCache {
    /// The memory for files with these lengths and digests, and what an earlier run left. `None`: no records are kept.
    pub fn of(folder: &Path, raw: &NamedSources, prints: Vec<Fingerprint>) -> Option<FolderCache> {
        let (_, charter) = raw.iter().find(|(name, _)| name == CHARTER)?;
        let store = RecordFile::of(folder, charter.bytes()?)?;
        let files = raw.iter().map(|(name, _)| name.clone()).zip(prints).collect();
        Some(FolderCache { store, files, added: BTreeSet::new(), known: None })
    }

    /// The record that an earlier run left of a folder whose files have these names, lengths, digests and paths, and
    /// the documents in them, without reading files that are known. `None`: nothing is known about them.
    pub fn recall(
        seen: Vec<(String, (Fingerprint, PathBuf))>,
        (store, record): (RecordFile, Record),
    ) -> Option<(FolderCache, NamedSources, MatchFiles)> {
        let Record { files, mut known } = record;
        let prints: Files = seen.iter().map(|(name, (print, _))| (name.clone(), *print)).collect();
        let raw: NamedSources = seen.into_iter().map(|(name, (print, path))| (name, source(path, print))).collect();
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
            // A pack that comes with the program is known to be readable, and is in memory.
            if let Some(own) = registry::shared().shipped_pack(name).filter(|own| own.digest() == pack.digest()) {
                *pack = own.clone();
            }
        }
        // A query needs the game, and loading it takes long, so this starts early.
        let ahead = packs.clone();
        let _ = thread::Builder::new().spawn(move || registry::shared().make_ahead(&ahead));
        let recalled = MatchFiles::recall(&mut known, named(), packs, &print)?;
        Some((FolderCache { store, files: prints, added, known: Some(known) }, raw, recalled))
    }

    /// Whether the folder is known to verify as it is.
    pub fn is_verified(&self) -> bool {
        self.known.is_some() && self.added.is_empty()
    }

    /// Verifies only what is unknown or has just arrived, on top of what is known. `None`: everything has to be
    /// verified.
    pub fn verify_arrivals<'a>(
        &'a self,
        files: &MatchFiles,
        arrivals: impl Iterator<Item = &'a str>,
        observer: &dyn ProgressObserver,
    ) -> Option<Verification> {
        let known = self.known.as_ref()?;
        let added = self.added.iter().map(String::as_str).chain(arrivals).collect();
        let base = files.unread.is_empty() && known.is_base_of(files, &added);
        base.then(|| known.verify_newest(files, registry::shared(), observer))?
    }

    /// Remembers the result for the files of a folder, if it verifies. All of the files must be from that folder.
    pub fn keep(&self, files: &MatchFiles, verdict: &Verification) {
        if let Some(known) = Verified::of(files, verdict) {
            self.store.write_in_background(Record { files: self.files.clone(), known });
        }
    }
}

/// A file in a folder whose bytes are read when they are needed; there are none if the file has changed since.
fn source(path: PathBuf, print: Fingerprint) -> LazyBytes {
    let fetch = move || {
        let bytes = files::read(&path, files::MAX_BYTES).ok()?;
        (fingerprint(&bytes) == print).then_some(bytes)
    };
    LazyBytes::later(usize::try_from(print.0).unwrap_or(usize::MAX), Box::new(fetch))
}

/// The length and digest of a file.
pub fn fingerprint(bytes: &[u8]) -> Fingerprint {
    (bytes.len() as u64, Bytes32(Sha256::digest(bytes).into()))
}
