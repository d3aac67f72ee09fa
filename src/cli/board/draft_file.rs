//! The draft on disk: what the board last read of it, and what it writes.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::draft_text::{FIELDS, LISTS, is_empty, with_decisions};
use super::played_match::Board;
use crate::cli::out::diagnostics;
use crate::cli::turn_draft::Draft;
use crate::cli::{Failure, files};
use crate::document::{Bytes32, Form, Problem};
use crate::session::Session;

/// The draft as the board found it, on which its own changes are made.
#[derive(Debug, Default)]
pub struct DraftFile {
    path: PathBuf,
    /// The digest of the state that the draft was read for.
    state: String,
    /// The text that somebody else wrote, and the decisions in it; `None` if there is no draft yet.
    base: Option<(String, Map<String, Value>)>,
    /// The digest of the bytes on disk, as the board knows them; `None` if there is no file.
    known: Option<Bytes32>,
    /// Why the draft cannot be used: it cannot be read, or it was written for another step, match or seat.
    pub broken: Option<Failure>,
}

/// The digest of the bytes on disk; `None` if there is no file.
fn on_disk(path: &Path) -> Option<Bytes32> {
    match fs::read(path) {
        Ok(bytes) => Some(digest(&bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        // It is there, and cannot be read.
        Err(_) => Some(Bytes32([0; 32])),
    }
}

fn digest(bytes: &[u8]) -> Bytes32 {
    Bytes32(Sha256::digest(bytes).into())
}

/// The decisions that are not empty.
fn said(mut decisions: Map<String, Value>) -> Map<String, Value> {
    decisions.retain(|_, value| !is_empty(value));
    decisions
}

impl DraftFile {
    /// Looks at the draft of a board's seat, unless it is as the board has left it.
    pub fn read(&mut self, board: &Board<'_, '_>) {
        let path = board.draft_path();
        let now = on_disk(&path);
        if self.path == path && self.known == now && self.state == board.parent() {
            return;
        }
        *self = DraftFile { path, state: board.parent(), known: now, ..DraftFile::default() };
        if now.is_none() {
            return;
        }
        let read = files::read(&self.path, Form::Draft.max_bytes() as u64).and_then(|bytes| {
            let text = String::from_utf8(bytes).map_err(|_| {
                let problem = Problem::new("the draft is not written in UTF-8");
                Failure::no_in(&self.path, problem.advice("save it as UTF-8 in your editor"))
            })?;
            let draft = Draft::parse(&self.path, text.as_bytes())?;
            let stale = draft.stale(board.found, &board.entry);
            if !stale.is_empty() {
                return Err(Failure::Negative(diagnostics(stale, Into::into)));
            }
            let decisions = said(draft.in_form(board.table()).decisions(&FIELDS));
            let wrong = LISTS.into_iter().find(|field| decisions.get(*field).is_some_and(|value| !value.is_array()));
            match wrong {
                None => Ok((text, decisions)),
                Some(field) => {
                    let problem = Problem::new(format!("`{field}` is not a list")).in_path(field);
                    Err(Failure::no_in(&self.path, problem.advice("write each entry on a line that begins with `- `")))
                }
            }
        });
        match read {
            Ok(base) => self.base = Some(base),
            Err(failure) => self.broken = Some(failure),
        }
    }

    /// Whether the file is as the board knows it.
    pub fn is_current(&self) -> bool {
        on_disk(&self.path) == self.known
    }

    /// The digest of the bytes on disk; `None` if there is no file.
    pub fn digest(&self) -> Option<String> {
        self.known.map(|digest| digest.to_string())
    }

    /// The decisions in the file.
    pub fn decisions(&self, table: &dyn Session) -> Map<String, Value> {
        let bytes = files::read(&self.path, Form::Draft.max_bytes() as u64).ok().filter(|_| self.broken.is_none());
        let draft = bytes.and_then(|bytes| Draft::parse(&self.path, &bytes).ok());
        draft.map(|draft| said(draft.in_form(table).decisions(&FIELDS))).unwrap_or_default()
    }

    /// Forgets a draft that cannot be used, and keeps its file under another name.
    ///
    /// # Errors
    /// A system error.
    pub fn set_aside(&mut self) -> Result<(), Failure> {
        if self.broken.take().is_some() {
            let aside = self.path.with_extension("yaml.set-aside");
            let fault = |error: std::io::Error| Failure::cannot_in(&aside, Problem::new(error.to_string()));
            fs::rename(&self.path, &aside).map_err(fault)?;
            self.known = None;
        }
        Ok(())
    }

    /// The text with these decisions; `fresh` is a new draft if there is no file yet.
    ///
    /// # Errors
    /// The draft has a form in which the board would not write just these decisions.
    pub fn text(
        &mut self,
        decisions: &Map<String, Value>,
        table: &dyn Session,
        fresh: impl FnOnce() -> String,
    ) -> Result<String, Failure> {
        if let Some(failure) = &self.broken {
            return Err(failure.clone());
        }
        let (text, before) = self.base.get_or_insert_with(|| (fresh(), Map::new()));
        let text = with_decisions(text, before, decisions);
        let written = Draft::parse(&self.path, text.as_bytes()).map(|draft| draft.in_form(table).decisions(&FIELDS));
        match written {
            Ok(written) if said(written.clone()) == said(decisions.clone()) => Ok(text),
            _ => {
                let problem =
                    Problem::new("the board cannot write this into your draft without changing more than that");
                Err(Failure::no_in(&self.path, problem.advice("edit the file, or remove it to begin anew here")))
            }
        }
    }

    /// Writes the text; a link stays a link, and who may read the file stays as it is.
    ///
    /// # Errors
    /// A system error.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let access = fs::metadata(&path).map(|of| of.permissions()).ok();
        files::write(&path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
        if let Some(access) = access {
            let fault = |error: std::io::Error| Failure::cannot_in(&path, Problem::new(error.to_string()));
            fs::set_permissions(&path, access).map_err(fault)?;
        }
        self.known = Some(digest(text.as_bytes()));
        Ok(())
    }
}
