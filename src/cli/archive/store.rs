//! The folder of an archive: its files, and its index, which is made anew wherever it is not the one that this program wrote.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use archive::Fault;
use archive::packed::ENDING;
use serde::{Deserialize, Serialize};

use super::proof::digest_of;
use super::summary::Held;
use crate::cli::Failure;
use crate::cli::record::Store;
use crate::document::{Bytes32, Problem};

/// What the index is called.
const INDEX: &str = "index.sqlite";
/// Where the files of matches lie.
const MATCHES: &str = "matches";

/// An archive.
pub struct Archive {
    pub path: PathBuf,
}

/// A file of the archive as the system shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    pub bytes: u64,
    /// When it was changed, in nanoseconds since 1970.
    pub changed: u64,
}

/// A file that the index has: how it was shown, and its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    pub shown: Shown,
    pub sha256: Bytes32,
}

/// What this machine remembers of an archive, sealed: which index it wrote, of which files, and which files it has verified.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    pub index: Option<Bytes32>,
    pub files: BTreeMap<String, Known>,
    pub held: BTreeMap<Bytes32, Held>,
}

impl Archive {
    /// The archive that is named, or the one here.
    pub fn at(named: Option<PathBuf>) -> Archive {
        let here = || PathBuf::from(if Path::new(MATCHES).is_dir() { "." } else { "archive" });
        Archive { path: named.unwrap_or_else(here) }
    }

    /// Where the file of a match lies.
    pub fn file_of(&self, id: &str) -> PathBuf {
        self.path.join(MATCHES).join(format!("{id}{ENDING}"))
    }

    /// Where a file of the archive lies.
    pub fn place_of(&self, name: &str) -> PathBuf {
        self.path.join(MATCHES).join(name)
    }

    /// Where the index lies.
    pub fn index_path(&self) -> PathBuf {
        self.path.join(INDEX)
    }

    /// The names of the files of the archive, in order.
    ///
    /// # Errors
    /// There is no archive.
    pub fn names(&self) -> Result<Vec<String>, Failure> {
        Ok(self.shown()?.into_keys().collect())
    }

    /// The files of the archive as the system shows them, in the order of their names.
    ///
    /// # Errors
    /// There is no archive.
    pub fn shown(&self) -> Result<BTreeMap<String, Shown>, Failure> {
        let folder = self.path.join(MATCHES);
        if !folder.is_dir() {
            let problem = Problem::new("there is no archive here");
            let advice = "put a match into it with `adjutant archive add FOLDER`, or name another with --archive";
            return Err(Failure::cannot_in(&self.path, problem.advice(advice)));
        }
        let cannot =
            |error: std::io::Error| Failure::cannot_in(&folder, Problem::new(format!("cannot read it: {error}")));
        let mut shown = BTreeMap::new();
        for entry in fs::read_dir(&folder).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.starts_with('.') || !name.ends_with(ENDING) {
                continue;
            }
            let about = entry.metadata().map_err(cannot)?;
            let changed = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let changed = u64::try_from(changed.unwrap_or(Duration::ZERO).as_nanos()).unwrap_or_default();
            shown.insert(name, Shown { bytes: about.len(), changed });
        }
        Ok(shown)
    }

    /// Where that is kept; nothing if no records are.
    pub fn store(&self) -> Option<Store> {
        Store::of(&self.path, b"an archive of matches")
    }

    /// What this machine remembers of the archive.
    pub fn seal(&self) -> Seal {
        self.store().and_then(|store| store.read_as()).unwrap_or_default()
    }

    /// Whether the index is the one that this program wrote on this machine.
    pub fn is_sealed(&self, seal: &Seal) -> bool {
        seal.index.is_some() && digest_of(&self.index_path()) == seal.index
    }

    /// Whether the index is the one that this program wrote; nothing if there is none, or this machine has written none here.
    pub fn has_own_index(&self) -> Option<bool> {
        let seal = self.seal();
        (self.index_path().exists() && seal.index.is_some()).then(|| self.is_sealed(&seal))
    }

    /// What is wrong with the index.
    pub fn fault(&self, fault: &Fault) -> Failure {
        Failure::cannot_in(self.index_path(), Problem::new(format!("the index: {fault}")))
    }
}
