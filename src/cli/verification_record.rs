//! Records of what was verified, so that a query need not verify a long match again.
//!
//! A record is in the user's own cache, never in a match folder, and is sealed under a key beside it. It is trusted
//! only if this very build wrote it, for this very folder, and only for files that are unchanged to the last byte. If
//! anything is wrong with a record or its place, the whole match is verified; errors in this module are never reported.
//! Commands that verify for somebody else, such as `verify` and `dispute`, do not use records. A record contains nothing that is not in the match folder, as
//! MessagePack.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use chacha20poly1305::aead::{AeadInPlace, KeyInit};
use chacha20poly1305::{Key, Tag, XChaCha20Poly1305, XNonce};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::files::write_unflushed;
use super::home;
use super::native_folders::{self, Purpose};
use super::paths::resolved;
use crate::chain::Verified;
use crate::document::Bytes32;
use crate::trust::secret::random32;

/// What the program was built from; see `build.rs`.
const BUILD: &str = env!("ADJUTANT_BUILD");
const MAGIC: &[u8; 16] = b"adjutant record\n";
const NONCE: usize = 24;
const TAG: usize = 16;
/// The maximum size of a record that is read or written.
const MAX_BYTES: usize = 64 << 20;
/// Whenever a record is written, the oldest are deleted until all together are no larger than this.
const MAX_TOTAL: u64 = 256 << 20;
/// Whenever a record is written, those not rewritten for this long are deleted.
const OLDEST: Duration = Duration::from_secs(60 * 24 * 3600);

/// The length of a file, and the SHA-256 of its bytes.
pub type Fingerprint = (u64, Bytes32);

/// Every file of a match folder, by its name in it.
pub type Files = BTreeMap<String, Fingerprint>;

/// What is known about a folder.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    pub files: Files,
    pub known: Verified,
}

/// The place of the record of one match folder.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordFile {
    cache: PathBuf,
    /// The name of the record's file, which identifies the folder and its charter.
    name: String,
    build: &'static str,
}

impl RecordFile {
    /// The place of the record of a match folder with this charter. `None`: no records are kept.
    pub fn of(folder: &Path, charter: &[u8]) -> Option<RecordFile> {
        let folder = resolved(folder)?;
        let mut hash = Sha256::new();
        hash.update(Sha256::digest(folder.as_os_str().as_encoded_bytes()));
        hash.update(Sha256::digest(charter));
        let name = Bytes32(hash.finalize().into()).to_string();
        Some(RecordFile { cache: cache()?, name, build: BUILD })
    }

    /// Whether there is a record, trustworthy or not.
    pub fn exists(&self) -> bool {
        finish();
        self.cache.join(&self.name).is_file()
    }

    /// The record of the folder, if there is one that can be trusted.
    pub fn read(&self) -> Option<Record> {
        self.read_as()
    }

    /// The same for any type of record.
    pub fn read_as<T: DeserializeOwned>(&self) -> Option<T> {
        finish();
        let key: [u8; 32] = self.kept_key()?.try_into().ok()?;
        let path = self.cache.join(&self.name);
        let small = |about: &fs::Metadata| about.is_file() && about.len() <= MAX_BYTES as u64;
        fs::metadata(&path).ok().filter(small)?;
        let mut bytes = fs::read(path).ok()?;
        let sealed = bytes.strip_prefix(MAGIC)?.len();
        let start = bytes.len() - sealed + NONCE + TAG;
        let (head, text) = bytes.split_at_mut_checked(start)?;
        let (nonce, tag) = head[MAGIC.len()..].split_at(NONCE);
        let cipher = XChaCha20Poly1305::new(Key::from_slice(&key));
        let (nonce, tag) = (XNonce::from_slice(nonce), Tag::from_slice(tag));
        cipher.decrypt_in_place_detached(nonce, &self.about(), text, tag).ok()?;
        rmp_serde::from_slice(text).ok()
    }

    /// Writes a record, replacing the earlier one. Nobody needs to know if that fails.
    pub fn write<T: Serialize + DeserializeOwned + PartialEq>(&self, record: &T) {
        let _ = self.try_write(record);
    }

    /// The same in the background; [`finish`] waits for it.
    pub fn write_in_background(&self, record: Record) {
        let store = self.clone();
        if let Ok(handle) = thread::Builder::new().spawn(move || store.write(&record)) {
            writing().push(handle);
        }
    }

    fn try_write<T: Serialize + DeserializeOwned + PartialEq>(&self, record: &T) -> Option<()> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.cache).ok()?;
        let key = self.key()?;
        let mut text = rmp_serde::to_vec_named(record).ok().filter(|text| text.len() < MAX_BYTES - 1024)?;
        // A record that would not be read back unchanged is not written.
        rmp_serde::from_slice::<T>(&text).ok().filter(|read| read == record)?;
        let mut nonce = [0; NONCE];
        nonce.copy_from_slice(&random32()[..NONCE]);
        let cipher = XChaCha20Poly1305::new(Key::from_slice(&key));
        let tag = cipher.encrypt_in_place_detached(XNonce::from_slice(&nonce), &self.about(), &mut text).ok()?;
        let sealed = [MAGIC.as_slice(), &nonce, &tag, &text].concat();
        self.prune(sealed.len() as u64);
        write_unflushed(&self.cache.join(&self.name), &sealed).ok()
    }

    /// The associated data of the seal, which ties a record to one build and one folder.
    fn about(&self) -> Vec<u8> {
        format!("adjutant/1 record\n{}\n{}\n", self.build, self.name).into_bytes()
    }

    fn key_path(&self) -> PathBuf {
        self.cache.join("key")
    }

    /// The content of the key file, if that is a small regular file.
    fn kept_key(&self) -> Option<Vec<u8>> {
        let path = self.key_path();
        fs::metadata(&path).ok().filter(|about| about.is_file() && about.len() <= 64)?;
        fs::read(path).ok()
    }

    /// The key of all records; a new one is made if there is none.
    fn key(&self) -> Option<[u8; 32]> {
        let path = self.key_path();
        if let Some(there) = self.kept_key() {
            return there.try_into().ok().or_else(|| fs::remove_file(&path).ok().and(None));
        }
        let key = *random32();
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        // If two programs make a key at the same time, the first one's counts; the other keeps no record this time.
        let mut file = options.open(&path).ok()?;
        file.write_all(&key).ok()?;
        Some(key)
    }

    /// Deletes old records, and then the oldest ones until there is room for `more` bytes.
    fn prune(&self, more: u64) {
        let Ok(entries) = fs::read_dir(&self.cache) else { return };
        let mut records: Vec<(SystemTime, u64, OsString)> = entries
            .filter_map(|entry| {
                let (entry, name) = entry.ok().map(|entry| (entry.metadata(), entry.file_name()))?;
                let about = entry.ok().filter(fs::Metadata::is_file)?;
                let ours = name.to_str().is_some_and(|name| name.len() == 64 || name.starts_with(".adjutant-"));
                (ours && name != *self.name).then_some((about.modified().ok()?, about.len(), name))
            })
            .collect();
        records.sort();
        let mut total: u64 = records.iter().map(|(_, size, _)| size).sum();
        for (written, size, name) in records {
            let old = written.elapsed().is_ok_and(|age| age > OLDEST);
            if old || total + more > MAX_TOTAL {
                let _ = fs::remove_file(self.cache.join(name));
                total -= size;
            }
        }
    }
}

/// Waits until all background writes of records are done.
pub fn finish() {
    let handles = std::mem::take(&mut *writing());
    for handle in handles {
        let _ = handle.join();
    }
}

fn writing() -> MutexGuard<'static, Vec<JoinHandle<()>>> {
    static WRITING: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The folder of records: `cache` in `ADJUTANT_HOME`, else [`native_folders`]' for caches.
/// `None`: there is none, it would be in a match folder, or `ADJUTANT_CACHE` is `off`.
pub fn cache() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if set("ADJUTANT_CACHE").is_some_and(|value| value.as_os_str() == "off") {
        return None;
    }
    let path = set("ADJUTANT_HOME").map(|home| home.join("cache")).or_else(|| native_folders::of(Purpose::Cache))?;
    let path = std::path::absolute(&path).ok()?;
    home::outside_a_match(&path).ok()?;
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record() -> Record {
        let digest = "11".repeat(32);
        let known = json!({"match_id": digest, "newest": digest, "line": [digest], "packs": {}, "documents": {}});
        let files = json!({"charter.yaml": [7, digest]});
        crate::document::from_value(json!({"files": files, "known": known})).unwrap()
    }

    #[test]
    fn a_record_counts_for_the_build_and_the_folder_that_it_was_written_for_and_bit_by_bit() {
        let folder = tempfile::tempdir().unwrap();
        let store = RecordFile { cache: folder.path().join("cache"), name: "aa".repeat(32), build: "one" };
        assert!(store.read().is_none());
        store.write(&record());
        assert_eq!(store.read().unwrap(), record());
        let other_build = RecordFile { build: "two", ..store.clone() };
        assert!(other_build.read().is_none(), "another build found it out");
        let other = RecordFile { name: "bb".repeat(32), ..store.clone() };
        fs::copy(store.cache.join(&store.name), store.cache.join(&other.name)).unwrap();
        assert!(other.read().is_none(), "it is of another folder");
        let path = store.cache.join(&store.name);
        let good = fs::read(&path).unwrap();
        for at in 0..good.len() {
            let mut flipped = good.clone();
            flipped[at] ^= 0x10;
            fs::write(&path, &flipped).unwrap();
            assert!(store.read().is_none(), "byte {at} was altered");
            fs::write(&path, &good[..at]).unwrap();
            assert!(store.read().is_none(), "cut short at byte {at}");
        }
        fs::write(store.key_path(), [1; 32]).unwrap();
        fs::write(&path, &good).unwrap();
        assert!(store.read().is_none(), "it is sealed under another key");
    }

    #[test]
    fn records_that_are_old_or_too_many_go_and_nothing_else_does() {
        let folder = tempfile::tempdir().unwrap();
        let store = RecordFile { cache: folder.path().to_owned(), name: "aa".repeat(32), build: "one" };
        let file = |name: &str, days: u64, size: u64| {
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_len(size).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(days * 24 * 3600)).unwrap();
        };
        let (old, large, new) = ("bb".repeat(32), "cc".repeat(32), "dd".repeat(32));
        file(&old, 61, 10);
        file(&large, 2, MAX_TOTAL - 5);
        file(&new, 1, 10);
        file("notes.txt", 400, 10);
        store.write(&record());
        let left = |name: &str| folder.path().join(name).exists();
        assert_eq!([&old, &large, &new].map(|name| left(name)), [false, false, true]);
        assert!(left("notes.txt") && left("key") && store.read().is_some());
    }
}
