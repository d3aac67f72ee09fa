//! The folder of an archive: its files, and its index, which is rebuilt if this program did not write it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use archive::IndexError;
use archive::packed::ENDING;
use serde::{Deserialize, Serialize};

use super::attachments::TwoFiles;
use super::summary::VerificationFindings;
use super::tournaments::{TOURNAMENTS, YAML};
use super::verified_file::digest_of;
use crate::cli::Failure;
use crate::cli::verification_record::RecordFile;
use crate::document::{Bytes32, Problem};

/// The file name of the index.
const INDEX: &str = "index.sqlite";
/// The folder with the files of matches.
pub const MATCHES: &str = "matches";

/// An archive.
pub struct Archive {
    pub path: PathBuf,
}

/// The metadata of an archive file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMetadata {
    pub bytes: u64,
    /// When it was changed, in nanoseconds since 1970.
    pub changed: u64,
}

/// An indexed file: its metadata at the time, and its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedFile {
    pub shown: FileMetadata,
    pub sha256: Bytes32,
}

/// What this machine remembers of an archive, sealed: which index it wrote, from which files, and which files it has
/// verified.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveRecord {
    pub index: Option<Bytes32>,
    pub files: BTreeMap<String, IndexedFile>,
    pub held: BTreeMap<Bytes32, VerificationFindings>,
    /// The announcements of tournaments when the index was written.
    #[serde(default)]
    pub announced: BTreeMap<String, FileMetadata>,
    /// The attachments that are in the index: match, digest, metadata of document and file.
    #[serde(default)]
    pub attached: Vec<(String, String, TwoFiles)>,
}

/// The files of a folder whose names have this ending, with their metadata.
///
/// # Errors
/// The folder cannot be read.
pub fn metadata_of(folder: &Path, ending: &str) -> Result<BTreeMap<String, FileMetadata>, Failure> {
    let cannot = |error: std::io::Error| Failure::cannot_in(folder, Problem::new(format!("cannot read it: {error}")));
    let mut shown = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') || !name.ends_with(ending) {
            continue;
        }
        let about = entry.metadata().map_err(cannot)?;
        let changed = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let changed = u64::try_from(changed.unwrap_or(Duration::ZERO).as_nanos()).unwrap_or_default();
        shown.insert(name, FileMetadata { bytes: about.len(), changed });
    }
    Ok(shown)
}

impl Archive {
    /// The archive that is named, or the one in the current folder.
    pub fn at(named: Option<PathBuf>) -> Archive {
        let here = || PathBuf::from(if Path::new(MATCHES).is_dir() { "." } else { "archive" });
        Archive { path: named.unwrap_or_else(here) }
    }

    /// The path of a match's file.
    pub fn file_of(&self, id: &str) -> PathBuf {
        self.path.join(MATCHES).join(format!("{id}{ENDING}"))
    }

    /// The path of a file of the archive.
    pub fn place_of(&self, name: &str) -> PathBuf {
        self.path.join(MATCHES).join(name)
    }

    /// The path of the index.
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

    /// The files of the archive with their metadata, in the order of their names.
    ///
    /// # Errors
    /// There is no archive.
    pub fn shown(&self) -> Result<BTreeMap<String, FileMetadata>, Failure> {
        let folder = self.path.join(MATCHES);
        if !folder.is_dir() {
            let problem = Problem::new("there is no archive here");
            let advice = "put a match into it with `adjutant archive add FOLDER`, or name another with --archive";
            return Err(Failure::cannot_in(&self.path, problem.advice(advice)));
        }
        metadata_of(&folder, ENDING)
    }

    /// What is among the files of the matches and is no file of the archive: files with other names, folders, and links, which
    /// may lead out of it. In the order of their paths.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn foreign(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut foreign = Vec::new();
        for (part, ending) in [(MATCHES, ENDING), (TOURNAMENTS, YAML)] {
            let folder = self.path.join(part);
            if !folder.is_dir() {
                continue;
            }
            let cannot =
                |error: std::io::Error| Failure::cannot_in(&folder, Problem::new(format!("cannot read it: {error}")));
            for entry in fs::read_dir(&folder).map_err(cannot)? {
                let entry = entry.map_err(cannot)?;
                let is_file = entry.file_type().map_err(cannot)?.is_file();
                let name = entry.file_name().to_string_lossy().into_owned();
                if !is_file || name.starts_with('.') || !name.ends_with(ending) {
                    foreign.push(entry.path());
                }
            }
        }
        foreign.sort();
        Ok(foreign)
    }

    /// The announcements of tournaments with their metadata, in the order of their names.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn announcements(&self) -> Result<BTreeMap<String, FileMetadata>, Failure> {
        let folder = self.path.join(TOURNAMENTS);
        if folder.is_dir() { metadata_of(&folder, YAML) } else { Ok(BTreeMap::new()) }
    }

    /// Where the seal is kept; `None` if no records are kept.
    pub fn store(&self) -> Option<RecordFile> {
        RecordFile::of(&self.path, b"an archive of matches")
    }

    /// What this machine remembers of the archive.
    pub fn seal(&self) -> ArchiveRecord {
        self.store().and_then(|store| store.read_as()).unwrap_or_default()
    }

    /// Whether the index is the one that this program wrote on this machine.
    pub fn is_sealed(&self, seal: &ArchiveRecord) -> bool {
        seal.index.is_some() && digest_of(&self.index_path()) == seal.index
    }

    /// Whether the index is the one that this program wrote; `None` if there is no index, or this machine has written
    /// none here.
    pub fn has_own_index(&self) -> Option<bool> {
        let seal = self.seal();
        (self.index_path().exists() && seal.index.is_some()).then(|| self.is_sealed(&seal))
    }

    /// What is wrong with the index.
    pub fn fault(&self, fault: &IndexError) -> Failure {
        Failure::cannot_in(self.index_path(), Problem::new(format!("the index: {fault}")))
    }
}
