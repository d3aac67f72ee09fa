//! The files of a data pack: the figures and names that a game is played with, pinned by a charter (protocol 1).

use std::collections::BTreeMap;
use std::ops::Index;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::canonical::digest_of_files;
use super::fast_parser::read_compiled;
use super::form::Form;
use super::kinds::Bytes32;
use super::lazy_bytes::LazyBytes;
use super::read::read;

/// The files of a data pack: each file's name and content. Clones share the content, and the digest is computed once
/// for all of them: a pack is large, and its digest is needed often.
#[derive(Clone, Debug, Default)]
pub struct PackFiles {
    files: BTreeMap<String, Arc<PackFile>>,
    digest: Arc<OnceLock<Bytes32>>,
}

/// The content of a file of a pack; the content of a known file is read on first access.
#[derive(Clone, Debug, Default)]
struct PackFile {
    content: OnceLock<Value>,
    later: Option<Later>,
}

/// The source of a file that is read later.
#[derive(Clone, Debug)]
enum Later {
    /// The name for messages, and the bytes.
    Bytes(String, LazyBytes),
    /// A text that is compiled into the program.
    Compiled(&'static str),
}

impl Later {
    fn read(&self) -> Option<Value> {
        match self {
            Later::Bytes(name, bytes) => Some(read(name, bytes.bytes()?, Form::Signed).ok()?.content),
            Later::Compiled(text) => read_compiled(text).or_else(|| serde_yaml::from_str(text).ok()),
        }
    }
}

impl PackFile {
    fn content(&self) -> &Value {
        self.content.get_or_init(|| self.later.as_ref().and_then(Later::read).unwrap_or_default())
    }
}

impl From<Later> for PackFile {
    fn from(later: Later) -> Self {
        PackFile { content: OnceLock::new(), later: Some(later) }
    }
}

impl From<Value> for PackFile {
    fn from(content: Value) -> Self {
        PackFile { content: content.into(), later: None }
    }
}

impl PackFiles {
    /// A pack that is compiled into the program: the names and texts of its files, which are read on first access, and
    /// its digest, which a test verifies.
    pub fn compiled(files: &[(&str, &'static str)], digest: &str) -> PackFiles {
        let file = |(name, text): &(&str, &'static str)| ((*name).to_owned(), Arc::new(Later::Compiled(text).into()));
        let mut pack = PackFiles { files: files.iter().map(file).collect(), digest: Arc::default() };
        if let Ok(digest) = digest.parse() {
            pack.is_known(digest);
        }
        pack
    }

    /// The content of a file.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.files.get(name).map(|file| file.content())
    }

    /// Adds a file that is known to be readable, because this program has read the very same bytes before. `called` is
    /// its name in messages.
    pub fn insert_later(&mut self, name: impl Into<String>, called: &str, bytes: LazyBytes) {
        self.digest = Arc::default();
        self.files.insert(name.into(), Arc::new(Later::Bytes(called.to_owned(), bytes).into()));
    }

    /// Sets the digest of these files, if it has been computed before.
    pub fn is_known(&mut self, digest: Bytes32) {
        self.digest = Arc::new(digest.into());
    }

    /// The content of a file, for changes that affect no clone.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.digest = Arc::default();
        let file = Arc::make_mut(self.files.get_mut(name)?);
        file.content();
        file.content.get_mut()
    }

    /// Adds or replaces a file.
    pub fn insert(&mut self, name: impl Into<String>, content: Value) {
        self.digest = Arc::default();
        self.files.insert(name.into(), Arc::new(content.into()));
    }

    /// Removes a file.
    pub fn remove(&mut self, name: &str) {
        self.digest = Arc::default();
        self.files.remove(name);
    }

    /// The names of the files, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The files, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.files.iter().map(|(name, file)| (name.as_str(), file.content()))
    }

    /// The digest that a charter pins: that of the mapping from each file's name to its content.
    pub fn digest(&self) -> Bytes32 {
        *self.digest.get_or_init(|| digest_of_files(self.iter()))
    }
}

impl PartialEq for PackFiles {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl FromIterator<(String, Value)> for PackFiles {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(files: I) -> Self {
        let files = files.into_iter().map(|(name, content)| (name, Arc::new(content.into()))).collect();
        PackFiles { files, digest: Arc::default() }
    }
}

impl Index<&str> for PackFiles {
    type Output = Value;

    /// The content of a file; null if there is no such file.
    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&Value::Null)
    }
}
