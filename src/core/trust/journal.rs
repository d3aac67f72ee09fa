//! An append-only file of records that can be read after a crash at any byte of an addition.
//!
//! One record is one line: the length of its JSON in bytes, the SHA-256 of its JSON, and the JSON, separated by single
//! spaces. The JSON contains no line break, so a record that lost its tail cannot run into the next one.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use serde::de::{DeserializeOwned, IgnoredAny};
use sha2::{Digest, Sha256};

use super::secret_files;
use crate::document::{Problem, Value};

/// A journal opened for appending. The caller must hold the lock of its folder.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Where the last complete record ends.
    end: u64,
}

/// The content of a journal: for each complete record a `T`, or `None` if it is something else. A `T` need not
/// represent all of the record.
#[derive(Debug)]
pub struct JournalContents<T> {
    pub(super) bytes: Vec<u8>,
    /// The position of each record's JSON in the bytes, and its content.
    pub records: Vec<(Range<usize>, Option<T>)>,
    /// Where the last complete record ends.
    end: usize,
    /// Whether the rest is damaged, and not just an addition that was cut short.
    pub damaged: bool,
}

/// Reads records up to the first that is incomplete.
///
/// A tail that was cut short is dropped silently: the program gives out a document only after its record was flushed,
/// so what was cut short never left the program. Anything else that cannot be read is damage.
pub fn read<T: DeserializeOwned>(bytes: Vec<u8>) -> JournalContents<T> {
    let (mut records, mut end) = (Vec::new(), 0);
    while let Some((at, record)) = first_record(&bytes[end..]) {
        let at = end + at.start..end + at.end;
        end = at.end + 1;
        records.push((at, record));
    }
    let tail = &bytes[end..];
    // A file system may lengthen a file before it fills it; the unfilled part reads as zeros.
    let cut_short = !tail.contains(&b'\n') || tail.contains(&0);
    let mut later = tail.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let damaged = !cut_short || later.any(|at| first_record::<IgnoredAny>(&tail[at..]).is_some());
    JournalContents { bytes, records, end, damaged }
}

/// The position and content of the first record's JSON, if the record is complete.
fn first_record<T: DeserializeOwned>(bytes: &[u8]) -> Option<(Range<usize>, Option<T>)> {
    let line = &bytes[..bytes.iter().position(|byte| *byte == b'\n')?];
    let mut parts = line.splitn(3, |byte| *byte == b' ');
    let (length, hash, json) = (parts.next()?, parts.next()?, parts.next()?);
    if length != json.len().to_string().as_bytes() || hash != hash_of(json).as_bytes() {
        return None;
    }
    let record = match serde_json::from_slice(json) {
        Ok(record) => Some(record),
        Err(_) => {
            serde_json::from_slice::<IgnoredAny>(json).ok()?;
            None
        }
    };
    Some((line.len() - json.len()..line.len(), record))
}

impl JournalContents<Value> {
    /// The records.
    pub fn values(&self) -> Vec<Value> {
        self.records.iter().filter_map(|(_, value)| value.clone()).collect()
    }
}

fn hash_of(json: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(json))
}

/// A record as it is written: a line with its length and digest.
pub fn write(record: &Value) -> Vec<u8> {
    let json = record.to_string();
    format!("{} {} {json}\n", json.len(), hash_of(json.as_bytes())).into_bytes()
}

impl Journal {
    /// Opens a journal, creating it if necessary, and reads it.
    pub fn open<T: DeserializeOwned>(path: PathBuf) -> Result<(Journal, JournalContents<T>), Problem> {
        secret_files::must_be_file(&path)?;
        let is_new = !path.exists();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        secret_files::owner_only(&mut options);
        let mut file = options.open(&path).map_err(|error| secret_files::problem("open", &path, &error))?;
        if is_new {
            secret_files::flush_folder_of(&path)?;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| secret_files::problem("read", &path, &error))?;
        let reading = read(bytes);
        Ok((Journal { path, file, end: reading.end as u64 }, reading))
    }

    /// Appends records in one write; they are on the disk when this returns.
    pub fn append(&mut self, records: &[Value]) -> Result<(), Problem> {
        let bytes: Vec<u8> = records.iter().flat_map(write).collect();
        let added = self.file.set_len(self.end).and_then(|()| {
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.write_all(&bytes)?;
            self.file.sync_all()
        });
        if let Err(error) = added {
            // What may have been written is cut off now, or else as a torn tail when the journal is next opened.
            let _ = self.file.set_len(self.end);
            return Err(secret_files::problem("write", &self.path, &error));
        }
        secret_files::flush_folder_of(&self.path)?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Renames a damaged journal, under a name that says so, and starts a new one with the given records.
    pub fn replace(&mut self, records: &[Value]) -> Result<(), Problem> {
        let aside = (1..)
            .map(|number| self.path.with_extension(format!("damaged-{number}")))
            .find(|path| !path.exists())
            .unwrap_or_else(|| self.path.clone());
        std::fs::copy(&self.path, &aside).map_err(|error| secret_files::problem("write", &aside, &error))?;
        secret_files::keep_to_owner(&aside)?;
        let bytes: Vec<u8> = records.iter().flat_map(write).collect();
        // Windows replaces no file that is open.
        self.file = File::open(&aside).map_err(|error| secret_files::problem("open", &aside, &error))?;
        secret_files::write_atomically(&self.path, &bytes, secret_files::Existing::Replace)?;
        (*self, _) = Journal::open::<IgnoredAny>(self.path.clone())?;
        Ok(())
    }
}

/// Reads a journal without opening it for appending; it is empty if there is no such file.
pub fn read_file<T: DeserializeOwned>(path: &Path) -> Result<JournalContents<T>, Problem> {
    secret_files::must_be_file(path)?;
    match std::fs::read(path) {
        Ok(bytes) => Ok(read(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(read(Vec::new())),
        Err(error) => Err(secret_files::problem("read", path, &error)),
    }
}
