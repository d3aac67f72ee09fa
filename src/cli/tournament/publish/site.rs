//! The files of a site: which there are, which lie there already, and which are written or removed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::facts::MatchFacts;
use crate::cli::{Answer, Failure, files};
use crate::document::{Bytes32, Problem};

/// The list of the site's files, in its folder.
const LIST: &str = "adjutant-site.json";
/// No list is longer.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// What a site keeps of itself: so that it removes nothing that is not its own, and makes no page of a match anew whose
/// documents are the same.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// The tournament's id.
    pub tournament: String,
    /// Each file by its path, with the digest of its bytes.
    pub files: BTreeMap<String, Bytes32>,
    /// What is known of each match, by its game.
    pub matches: BTreeMap<String, MatchFacts>,
}

/// A site that is being made.
#[derive(Debug)]
pub struct Site {
    folder: PathBuf,
    /// What the last publication left.
    before: List,
    now: List,
    new: BTreeMap<String, Vec<u8>>,
}

/// What publishing has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    pub files: usize,
    pub bytes: u64,
    pub written: usize,
    pub removed: usize,
}

impl Site {
    /// A site in a folder that is empty, is to be made, or has the site of the same tournament.
    ///
    /// # Errors
    /// The folder has something else.
    pub fn open(folder: &Path, tournament: &Bytes32) -> Result<Site, Failure> {
        let list = folder.join(LIST);
        let tournament = tournament.to_string();
        let before: List = match list.is_file() {
            false => List::default(),
            true => {
                let bytes = files::read(&list, MOST_BYTES)?;
                serde_json::from_slice(&bytes).map_err(|error| {
                    let problem = Problem::new(format!("this is no list of a site's files: {error}"));
                    Failure::cannot_in(&list, problem.advice("name another folder, or remove the whole site"))
                })?
            }
        };
        let empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
        let advice = "name a new folder with --out";
        if !empty && before.tournament.is_empty() {
            let problem = Problem::new("this folder is not empty and has no site of this program");
            return Err(Failure::cannot_in(folder, problem.advice(advice)));
        }
        if !before.tournament.is_empty() && before.tournament != tournament {
            let problem = Problem::new("this folder has the site of another tournament");
            return Err(Failure::cannot_in(folder, problem.advice(advice)));
        }
        let now = List { tournament, ..List::default() };
        Ok(Site { folder: folder.to_owned(), before, now, new: BTreeMap::new() })
    }

    /// What the last publication knew of a match, if nothing of it has changed and its pages lie there as they were written.
    pub fn unchanged(&self, game: &str, key: &Bytes32) -> Option<MatchFacts> {
        let known = self.before.matches.get(game).filter(|known| known.key == *key)?;
        known.files.iter().all(|path| self.lies_there(path)).then(|| known.clone())
    }

    /// The bytes of a page that the last publication wrote.
    pub fn kept(&self, path: &str) -> Option<Vec<u8>> {
        fs::read(self.place(path)?).ok()
    }

    /// Keeps the pages of a match as they lie there.
    pub fn keep(&mut self, game: &str, facts: MatchFacts) {
        for path in &facts.files {
            if let Some(digest) = self.before.files.get(path) {
                self.now.files.insert(path.clone(), *digest);
            }
        }
        self.now.matches.insert(game.to_owned(), facts);
    }

    /// Notes what is known of a match whose pages were made.
    pub fn note(&mut self, game: &str, facts: MatchFacts) {
        self.now.matches.insert(game.to_owned(), facts);
    }

    /// Adds a file.
    pub fn add(&mut self, path: impl Into<String>, contents: impl Into<Vec<u8>>) {
        let (path, contents) = (path.into(), contents.into());
        self.now.files.insert(path.clone(), sha256(&contents));
        self.new.insert(path, contents);
    }

    /// Adds a file that pages share, under a name that changes with its contents, and gives its path.
    pub fn share(&mut self, name: &str, ending: &str, contents: &str) -> String {
        let path = shared(name, ending, contents);
        self.add(path.clone(), contents);
        path
    }

    /// Writes what is new or different, removes what was the site's own and is not any more, and keeps the list.
    ///
    /// # Errors
    /// The system refuses, or a file lies in the way that is not the site's.
    pub fn publish(self) -> Result<Published, Failure> {
        let mut done = Published { files: self.now.files.len(), ..Published::default() };
        for path in self.new.keys() {
            let place = self.folder.join(path);
            if place.exists() && !self.before.files.contains_key(path) && !self.lies_so(path, &self.now) {
                let problem = Problem::new("a file lies here that is not the site's");
                return Err(Failure::cannot_in(place, problem.advice("move it elsewhere, or name a new folder")));
            }
        }
        for (path, contents) in &self.new {
            done.bytes += contents.len() as u64;
            if !self.lies_so(path, &self.now) {
                put(&self.folder.join(path), contents)?;
                done.written += 1;
            }
        }
        let kept = self.now.files.keys().filter(|path| !self.new.contains_key(*path));
        done.bytes +=
            kept.filter_map(|path| fs::metadata(self.folder.join(path)).ok()).map(|one| one.len()).sum::<u64>();
        for path in self.before.files.keys().filter(|path| !self.now.files.contains_key(*path)) {
            // What somebody has changed since is his.
            if self.lies_there(path)
                && let Some(place) = self.place(path)
                && fs::remove_file(&place).is_ok()
            {
                done.removed += 1;
                // A folder that others use stays: only an empty one is removed.
                let _ = place.parent().map(fs::remove_dir);
            }
        }
        let list = serde_json::to_string_pretty(&self.now).unwrap_or_default() + "\n";
        put(&self.folder.join(LIST), list.as_bytes())?;
        Ok(done)
    }

    /// Where a file of the last publication lies; nothing if its path leads elsewhere.
    fn place(&self, path: &str) -> Option<PathBuf> {
        let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        plain.then(|| self.folder.join(path))
    }

    /// Whether a file lies there as the last publication wrote it.
    fn lies_there(&self, path: &str) -> bool {
        self.lies_so(path, &self.before)
    }

    fn lies_so(&self, path: &str, list: &List) -> bool {
        let place = self.place(path).filter(|place| fs::symlink_metadata(place).is_ok_and(|about| about.is_file()));
        let bytes = place.and_then(|place| fs::read(place).ok());
        bytes.is_some_and(|bytes| list.files.get(path) == Some(&sha256(&bytes)))
    }
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

fn put(path: &Path, contents: &[u8]) -> Answer {
    let fault =
        |error: std::io::Error| Failure::cannot_in(path, Problem::new(format!("cannot write the file: {error}")));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(fault)?;
    }
    // A link is replaced, not followed.
    if fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink()) {
        fs::remove_file(path).map_err(fault)?;
    }
    fs::write(path, contents).map_err(fault)
}
