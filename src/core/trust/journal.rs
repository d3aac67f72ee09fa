//! A file of records that is only ever added to, and that reads after a crash at any byte of an addition.
//!
//! One record is one line: the length in bytes of its JSON, the SHA-256 of its JSON, the JSON, each parted from the
//! next by one blank. JSON on one line has no line end within, so a record that lost its tail cannot run into
//! another one.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use serde::de::{DeserializeOwned, IgnoredAny};
use sha2::{Digest, Sha256};

use super::files;
use crate::document::{Problem, Value};

/// A file open for additions. Whoever holds it holds the lock of the folder that it lies in.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// Where the last whole record ends.
    end: u64,
}

/// What a journal holds: of each whole record a `T`, or none where it is something else. A `T` need not be all of it.
#[derive(Debug)]
pub(super) struct Reading<T> {
    pub(super) bytes: Vec<u8>,
    /// Where the JSON of each record stands in the bytes, and what it says.
    pub(super) records: Vec<(Range<usize>, Option<T>)>,
    /// Where the last whole record ends.
    end: usize,
    /// Whether something follows that is not the beginning of an addition cut short.
    pub(super) damaged: bool,
}

/// Reads records up to the first that is not whole.
///
/// A tail that was cut short is dropped without a word: the program lets a document out only after its record was
/// flushed, so what was cut short never left. Anything else that does not read is damage.
pub(super) fn read<T: DeserializeOwned>(bytes: Vec<u8>) -> Reading<T> {
    let (mut records, mut end) = (Vec::new(), 0);
    while let Some((at, record)) = first_record(&bytes[end..]) {
        let at = end + at.start..end + at.end;
        end = at.end + 1;
        records.push((at, record));
    }
    let tail = &bytes[end..];
    // A file system may lengthen a file before it fills it; the part not filled reads as zeros.
    let cut_short = !tail.contains(&b'\n') || tail.contains(&0);
    let mut later = tail.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let damaged = !cut_short || later.any(|at| first_record::<IgnoredAny>(&tail[at..]).is_some());
    Reading { bytes, records, end, damaged }
}

/// Where the JSON of the first record stands, and what it says, if it is whole.
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

impl Reading<Value> {
    /// The records.
    pub(super) fn values(&self) -> Vec<Value> {
        self.records.iter().filter_map(|(_, value)| value.clone()).collect()
    }
}

fn hash_of(json: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(json))
}

fn write(record: &Value) -> Vec<u8> {
    let json = record.to_string();
    format!("{} {} {json}\n", json.len(), hash_of(json.as_bytes())).into_bytes()
}

impl Journal {
    /// Opens a journal, which is made if it is not there, and reads it.
    pub(super) fn open<T: DeserializeOwned>(path: PathBuf) -> Result<(Journal, Reading<T>), Problem> {
        files::must_be_file(&path)?;
        let is_new = !path.exists();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        files::owner_only(&mut options);
        let mut file = options.open(&path).map_err(|error| files::problem("open", &path, &error))?;
        if is_new {
            files::flush_folder_of(&path)?;
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| files::problem("read", &path, &error))?;
        let reading = read(bytes);
        Ok((Journal { path, file, end: reading.end as u64 }, reading))
    }

    /// Adds records in one piece; they are on the disk when this returns.
    pub(super) fn append(&mut self, records: &[Value]) -> Result<(), Problem> {
        let bytes: Vec<u8> = records.iter().flat_map(write).collect();
        let added = self.file.set_len(self.end).and_then(|()| {
            self.file.seek(SeekFrom::Start(self.end))?;
            self.file.write_all(&bytes)?;
            self.file.sync_all()
        });
        if let Err(error) = added {
            // What may have been written is cut off now, or as a torn tail when the journal is next opened.
            let _ = self.file.set_len(self.end);
            return Err(files::problem("write", &self.path, &error));
        }
        files::flush_folder_of(&self.path)?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Puts a damaged journal aside, under a name that tells so, and begins a new one with the records given.
    pub(super) fn replace(&mut self, records: &[Value]) -> Result<(), Problem> {
        let aside = (1..)
            .map(|number| self.path.with_extension(format!("damaged-{number}")))
            .find(|path| !path.exists())
            .unwrap_or_else(|| self.path.clone());
        std::fs::copy(&self.path, &aside).map_err(|error| files::problem("write", &aside, &error))?;
        files::keep_to_owner(&aside)?;
        let bytes: Vec<u8> = records.iter().flat_map(write).collect();
        files::write_whole(&self.path, &bytes, files::Existing::Replace)?;
        (*self, _) = Journal::open::<IgnoredAny>(self.path.clone())?;
        Ok(())
    }
}

/// The records of a journal that is not to be added to; none if there is no such file.
pub(super) fn read_file<T: DeserializeOwned>(path: &Path) -> Result<Reading<T>, Problem> {
    files::must_be_file(path)?;
    match std::fs::read(path) {
        Ok(bytes) => Ok(read(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(read(Vec::new())),
        Err(error) => Err(files::problem("read", path, &error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    proptest! {
        #[test]
        fn whatever_follows_whole_records_they_are_read(tail: Vec<u8>, count in 0usize..=3) {
            let mut bytes: Vec<u8> = records()[..count].iter().flat_map(write).collect();
            bytes.extend(&tail);
            let reading: Reading<Value> = read(bytes.clone());
            prop_assert_eq!(&reading.values()[..], &records()[..count]);
            prop_assert!(!reading.damaged || tail.contains(&b'\n'));
        }

        #[test]
        fn any_values_are_read_as_they_were_written(texts in proptest::collection::vec(any::<String>(), 0..5)) {
            let values: Vec<Value> = texts.iter().map(|text| json!({"text": text, "list": [text]})).collect();
            let reading: Reading<Value> = read(values.iter().flat_map(write).collect());
            prop_assert_eq!(reading.values(), values);
            prop_assert!(!reading.damaged);
        }
    }

    fn records() -> Vec<Value> {
        vec![json!({"a": "one\nline", "b": 1}), json!({"b": "zwölf", "a": [null, true]}), json!({"c": {"d": "e"}})]
    }

    #[test]
    fn a_tail_cut_at_any_byte_is_dropped_and_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let whole: Vec<u8> = records().iter().flat_map(write).collect();
        let two: usize = records()[..2].iter().map(|record| write(record).len()).sum();
        for cut in two..whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, reading) = Journal::open::<Value>(path.clone()).unwrap();
            assert_eq!(reading.values(), records()[..2], "cut at {cut}");
            assert!(!reading.damaged, "cut at {cut}");
            journal.append(&[json!({"new": cut})]).unwrap();
            let again: Reading<Value> = read_file(&path).unwrap();
            assert_eq!(again.values()[..2], records()[..2]);
            assert_eq!(again.values()[2..], [json!({"new": cut})]);
            assert!(!again.damaged);
        }
    }

    #[test]
    fn what_is_added_stands_behind_what_was_added_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let (mut journal, _) = Journal::open::<Value>(path.clone()).unwrap();
        for record in records() {
            journal.append(&[record]).unwrap();
        }
        assert_eq!(read_file(&path).unwrap().values(), records());
    }

    #[test]
    fn whole_records_behind_a_part_that_was_never_filled_are_damage() {
        let mut bytes = write(&records()[0]);
        bytes.extend([0; 9]);
        bytes.push(b'\n');
        assert!(!read::<Value>(bytes.clone()).damaged, "nothing whole follows");
        bytes.extend(write(&records()[1]));
        let reading: Reading<Value> = read(bytes);
        assert_eq!((reading.records.len(), reading.damaged), (1, true));
    }

    #[test]
    fn a_journal_that_is_not_there_is_empty_and_one_that_cannot_be_read_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        assert!(read_file::<Value>(&path).unwrap().values().is_empty());
        std::fs::write(&path, "").unwrap();
        assert!(read_file::<Value>(&path.join("log")).is_err(), "its folder is a file");
        assert!(read_file::<Value>(folder.path()).is_err(), "it is a folder");
    }

    #[test]
    fn a_tail_that_was_never_filled_is_dropped() {
        let mut bytes: Vec<u8> = records().iter().flat_map(write).collect();
        let last = bytes.len() - 20;
        bytes[last..].fill(0);
        let reading: Reading<Value> = read(bytes.clone());
        assert_eq!((reading.records.len(), reading.damaged), (2, false));
    }

    #[test]
    fn every_changed_byte_of_a_flushed_record_is_seen() {
        let whole: Vec<u8> = records().iter().flat_map(write).collect();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            let reading: Reading<Value> = read(bytes.clone());
            assert!(reading.records.len() < 3, "byte {at}");
            // Only the last line end leaves a doubt: without it the record is one that was cut short.
            assert_eq!(reading.damaged, at + 1 < whole.len(), "byte {at}");
        }
    }

    #[test]
    fn a_damaged_journal_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut bytes: Vec<u8> = records().iter().flat_map(write).collect();
        bytes[3] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let (mut journal, reading) = Journal::open::<Value>(path.clone()).unwrap();
        assert!(reading.damaged && reading.values().is_empty());
        journal.replace(&records()[..1]).unwrap();
        journal.append(&records()[1..]).unwrap();
        assert_eq!(read_file(&path).unwrap().values(), records());
        assert_eq!(std::fs::read(path.with_extension("damaged-1")).unwrap(), bytes);
    }

    #[test]
    fn no_bytes_panic() {
        for bytes in
            [&b""[..], b"\n", b" ", b"  \n", b"5 a b\n", b"18446744073709551616 x y\n", b"\xff\n\xff", b"0  \n"]
        {
            assert!(read(bytes.to_vec()).values().is_empty());
        }
    }
}
