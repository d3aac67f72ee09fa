//! The draft on disk: what the board last read of it, and what it writes.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::draft_text::{FIELDS, with_decisions};
use crate::cli::turn_draft::Draft;
use crate::cli::{Failure, files};
use crate::document::{Bytes32, Form};
use crate::session::Session;

/// The draft as the board found it, on which its own changes are made.
#[derive(Debug, Default)]
pub struct DraftFile {
    path: PathBuf,
    /// The text that somebody else wrote, and the decisions in it; `None` if there is no draft yet.
    base: Option<(String, Map<String, Value>)>,
    /// The digest of the text that is on disk, as the board knows it.
    known: Option<Bytes32>,
    /// Why the draft cannot be read.
    pub broken: Option<Failure>,
}

/// The text on disk; `None` if there is no file.
fn on_disk(path: &Path) -> Option<String> {
    let bytes = files::read(path, Form::Draft.max_bytes() as u64).ok()?;
    String::from_utf8(bytes).ok()
}

fn digest(text: &str) -> Bytes32 {
    Bytes32(Sha256::digest(text.as_bytes()).into())
}

impl DraftFile {
    /// Looks at the file at a path, unless it is as the board has left it. `table` knows the names in it.
    pub fn read(&mut self, path: PathBuf, table: &dyn Session) {
        let text = on_disk(&path);
        let now = text.as_deref().map(digest);
        if self.path == path && self.known == now {
            return;
        }
        *self = DraftFile { path, known: now, ..DraftFile::default() };
        let Some(text) = text else { return };
        match Draft::parse(&self.path, text.as_bytes()) {
            Ok(draft) => self.base = Some((text, draft.in_form(table).decisions(&FIELDS))),
            Err(failure) => self.broken = Some(failure),
        }
    }

    /// Whether the file is as the board knows it.
    pub fn is_current(&self) -> bool {
        on_disk(&self.path).as_deref().map(digest) == self.known
    }

    /// The digest of the text on disk; `None` if there is no file.
    pub fn digest(&self) -> Option<String> {
        self.known.map(|digest| digest.to_string())
    }

    /// The decisions in the file.
    pub fn decisions(&self, table: &dyn Session) -> Map<String, Value> {
        let text = on_disk(&self.path).filter(|_| self.broken.is_none());
        let draft = text.and_then(|text| Draft::parse(&self.path, text.as_bytes()).ok());
        draft.map(|draft| draft.in_form(table).decisions(&FIELDS)).unwrap_or_default()
    }

    /// The text with these decisions; `fresh` is a new draft if there is no file yet.
    pub fn text(&mut self, decisions: &Map<String, Value>, fresh: impl FnOnce() -> String) -> String {
        let (text, before) = self.base.get_or_insert_with(|| (fresh(), Map::new()));
        with_decisions(text, before, decisions)
    }

    /// Writes the text.
    ///
    /// # Errors
    /// A system error.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        files::write(&self.path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&self.path, problem))?;
        self.known = Some(digest(text));
        Ok(())
    }
}
