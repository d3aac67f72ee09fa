//! The files of a site: which ones there are, which are there already, and which are written or removed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, files, out};
use crate::document::{Bytes32, Problem};

/// The list of the site's files, in the site's folder.
const LIST: &str = "adjutant-site.json";
/// The maximum size of a list.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// The prefix of temporary folders in which a site is assembled.
const STAGE: &str = ".adjutant-";

/// What a site remembers of a match, so that it never makes the same page twice.
pub trait CacheEntry: Clone + Serialize + DeserializeOwned {
    /// The digest of everything that the match's pages are made from.
    fn key(&self) -> Bytes32;
    /// The match's pages, and the files that they share with others.
    fn files(&self) -> &[String];
}

/// What a site remembers of itself, so that it removes only its own files, and does not make the pages of an unchanged
/// match again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest<F> {
    /// What the site is of: a tournament or an archive.
    of: String,
    /// The digest of each file, by path.
    files: BTreeMap<String, Bytes32>,
    /// What is remembered of each match, by the site's name for it.
    matches: BTreeMap<String, F>,
}

impl<F> Manifest<F> {
    fn new(of: &str) -> Manifest<F> {
        Manifest { of: of.to_owned(), files: BTreeMap::new(), matches: BTreeMap::new() }
    }
}

/// What the last publication left in the site's folder.
#[derive(Debug)]
pub struct PreviousSite<F> {
    folder: PathBuf,
    list: Manifest<F>,
}

/// A site that is being made. New files are assembled in a folder beside it, and moved into place when all are there.
#[derive(Debug)]
pub struct Site<F> {
    earlier: Arc<PreviousSite<F>>,
    now: Manifest<F>,
    stage: Option<TempDir>,
    /// The files in the temporary folder.
    new: BTreeSet<String>,
}

/// What publishing has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    pub files: usize,
    pub bytes: u64,
    pub written: usize,
    pub removed: usize,
}

impl Published {
    /// A summary of what was done with the site, whose front page is `first`, on one line; and a line for each match
    /// that is left out.
    pub fn words(&self, first: &Path, matches: usize, left_out: &[String]) -> String {
        let matches = if matches == 1 { "1 match".to_owned() } else { format!("{matches} matches") };
        let files = out::counted(self.files, "file");
        let (first, size) = (first.shown(), self.bytes.div_ceil(1024));
        let mut words = format!(
            "{first}: {files}, {} of them written, {} removed; {matches}, {size} KiB.\n",
            self.written, self.removed
        );
        left_out.iter().for_each(|line| words += &format!("Left out: {line}.\n"));
        words
    }

    /// The same for programs.
    pub fn value(&self, first: &Path, matches: usize, left_out: &[String]) -> Value {
        json!({"ok": true, "index": first, "files": self.files, "written": self.written, "removed": self.removed,
               "matches": matches, "bytes": self.bytes, "left_out": left_out})
    }
}

impl<F: CacheEntry> PreviousSite<F> {
    /// What the last publication remembered of a match, if nothing about it has changed and its pages are still as they
    /// were written.
    pub fn unchanged(&self, called: &str, key: &Bytes32) -> Option<F> {
        let known = self.list.matches.get(called).filter(|known| known.key() == *key)?;
        known.files().iter().all(|path| self.is_unchanged(path, &self.list)).then(|| known.clone())
    }

    /// The bytes of a page that the last publication wrote.
    pub fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.place(path)?).ok()
    }

    /// The path of a site's file; `None` if the path leads out of the site.
    fn place(&self, path: &str) -> Option<PathBuf> {
        let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        plain.then(|| self.folder.join(path))
    }

    /// Whether a file is unchanged since a list was written.
    fn is_unchanged(&self, path: &str, list: &Manifest<F>) -> bool {
        let place = self.place(path).filter(|place| fs::symlink_metadata(place).is_ok_and(|about| about.is_file()));
        let bytes = place.and_then(|place| fs::read(place).ok());
        bytes.is_some_and(|bytes| list.files.get(path) == Some(&sha256(&bytes)))
    }
}

impl<F: CacheEntry> Site<F> {
    /// Opens a site in a folder that is empty, does not exist yet, or has a site of the same thing.
    ///
    /// # Errors
    /// The folder contains something else.
    pub fn open(folder: &Path, of: &str) -> Result<Site<F>, Failure> {
        let advice = "name a new folder with --out";
        let refuse = |words: &str| Err(Failure::cannot_in(folder, Problem::new(words).advice(advice)));
        if fs::metadata(folder).is_ok_and(|about| !about.is_dir()) {
            return refuse("this is a file, not a folder");
        }
        let list = match read_list(&folder.join(LIST), of)? {
            Listed::Ours(list) => list,
            Listed::Other => return refuse("this folder has a different site"),
            Listed::None if has_something(folder) => {
                return refuse("this folder is not empty and has no site of this program");
            }
            Listed::None => Manifest::new(of),
        };
        let earlier = Arc::new(PreviousSite { folder: folder.to_owned(), list });
        Ok(Site { earlier, now: Manifest::new(of), stage: None, new: BTreeSet::new() })
    }

    /// What the last publication left.
    pub fn earlier(&self) -> Arc<PreviousSite<F>> {
        Arc::clone(&self.earlier)
    }

    /// Keeps the existing pages of a match.
    pub fn keep(&mut self, called: &str, facts: F) {
        for path in facts.files() {
            if let Some(digest) = self.earlier.list.files.get(path) {
                self.now.files.insert(path.clone(), *digest);
            }
        }
        self.now.matches.insert(called.to_owned(), facts);
    }

    /// Remembers a match whose pages have been made.
    pub fn note(&mut self, called: &str, facts: F) {
        self.now.matches.insert(called.to_owned(), facts);
    }

    /// Adds a file.
    ///
    /// # Errors
    /// A system error, or there is a file in the way that is not the site's.
    pub fn add(&mut self, path: impl Into<String>, contents: impl AsRef<[u8]>) -> CommandResult {
        let (path, contents) = (path.into(), contents.as_ref());
        self.now.files.insert(path.clone(), sha256(contents));
        if self.earlier.is_unchanged(&path, &self.now) {
            return Ok(());
        }
        let place = self.earlier.folder.join(&path);
        if place.exists() && !self.earlier.list.files.contains_key(&path) {
            let problem = Problem::new("this file does not belong to the site");
            return Err(Failure::cannot_in(place, problem.advice("move it elsewhere, or name a new folder")));
        }
        write_file(&self.stage()?.join(&path), contents)?;
        self.new.insert(path);
        Ok(())
    }

    /// Adds a file that pages share, under a name that depends on its contents, and returns its path.
    ///
    /// # Errors
    /// As [`Site::add`].
    pub fn share(&mut self, name: &str, ending: &str, contents: &str) -> Result<String, Failure> {
        let path = shared(name, ending, contents);
        self.add(path.clone(), contents)?;
        Ok(path)
    }

    /// Moves new and changed files into place, removes files of the site that are no longer needed, and writes the
    /// list. A new site appears all at once.
    ///
    /// # Errors
    /// A system error.
    pub fn publish(mut self) -> Result<Published, Failure> {
        let list = serde_json::to_string_pretty(&self.now).unwrap_or_default() + "\n";
        let stage = self.stage()?;
        write_file(&stage.join(LIST), list.as_bytes())?;
        let folder = &self.earlier.folder;
        if folder.exists() {
            for path in &self.new {
                move_into_place(&stage.join(path), &folder.join(path))?;
            }
        } else {
            move_into_place(&stage, folder)?;
        }
        let mut done = Published { files: self.now.files.len(), written: self.new.len(), ..Published::default() };
        let sizes = self.now.files.keys().filter_map(|path| fs::metadata(folder.join(path)).ok());
        done.bytes = sizes.map(|about| about.len()).sum();
        for path in self.earlier.list.files.keys().filter(|path| !self.now.files.contains_key(*path)) {
            // A file that somebody has changed since belongs to him.
            if self.earlier.is_unchanged(path, &self.earlier.list)
                && let Some(place) = self.earlier.place(path)
                && fs::remove_file(&place).is_ok()
            {
                done.removed += 1;
                // A folder that has other files stays: only an empty one is removed.
                let _ = place.parent().map(fs::remove_dir);
            }
        }
        if stage.join(LIST).exists() {
            move_into_place(&stage.join(LIST), &folder.join(LIST))?;
        }
        Ok(done)
    }

    /// The temporary folder in which the site is assembled, on the same disk as the site.
    fn stage(&mut self) -> Result<PathBuf, Failure> {
        let folder = &self.earlier.folder;
        let stage = match self.stage.take() {
            Some(stage) => stage,
            None => {
                let near = folder.ancestors().find(|near| near.is_dir()).unwrap_or_else(|| Path::new("."));
                tempfile::Builder::new().prefix(STAGE).tempdir_in(near).map_err(|error| cannot(near, &error))?
            }
        };
        // The temporary folder is private, but a site should not be: its files are made in an inner folder with the
        // usual permissions.
        let inner = stage.path().join("site");
        self.stage = Some(stage);
        fs::create_dir_all(&inner).map_err(|error| cannot(&inner, &error))?;
        Ok(inner)
    }
}

/// What the list in a folder says.
enum Listed<F> {
    None,
    Ours(Manifest<F>),
    Other,
}

fn read_list<F: CacheEntry>(path: &Path, of: &str) -> Result<Listed<F>, Failure> {
    if !path.is_file() {
        return Ok(Listed::None);
    }
    let bytes = files::read(path, MAX_BYTES)?;
    let fault = |error: serde_json::Error| {
        let problem = Problem::new(format!("this file should list the files of the site, but cannot be read: {error}"));
        Failure::cannot_in(path, problem.advice("name another folder, or remove the whole site"))
    };
    let value: serde_json::Value = serde_json::from_slice(&bytes).map_err(fault)?;
    match value["of"].as_str() {
        Some(named) if named != of => Ok(Listed::Other),
        _ => serde_json::from_value(value).map(Listed::Ours).map_err(fault),
    }
}

/// Whether a folder contains anything besides leftovers of an interrupted publication.
fn has_something(folder: &Path) -> bool {
    let left = |name: std::ffi::OsString| name.to_string_lossy().starts_with(STAGE);
    fs::read_dir(folder).is_ok_and(|mut entries| entries.any(|entry| !entry.is_ok_and(|one| left(one.file_name()))))
}

/// The path of a file that pages share.
pub fn shared(name: &str, ending: &str, contents: &str) -> String {
    let digest = sha256(contents.as_bytes()).to_string();
    format!("assets/{name}-{}.{ending}", digest.get(..12).unwrap_or_default())
}

/// The digest of bytes.
pub fn sha256(bytes: &[u8]) -> Bytes32 {
    Bytes32(Sha256::digest(bytes).into())
}

fn write_file(path: &Path, contents: &[u8]) -> CommandResult {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| cannot(path, &error))?;
    }
    fs::write(path, contents).map_err(|error| cannot(path, &error))
}

/// Moves a file or folder into place. An existing link there is replaced, not followed.
fn move_into_place(from: &Path, to: &Path) -> CommandResult {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| cannot(to, &error))?;
    }
    fs::rename(from, to).map_err(|error| cannot(to, &error))
}

fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::cannot_in(path, Problem::new(format!("cannot write the file: {error}")))
}
