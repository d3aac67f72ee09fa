//! Where a match went on: a note beside the old match, written by the command that continues it or accepts the new
//! charter. It is signed by nobody, and no result depends on it.

use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::mail::match_folders;
use super::{CommandResult, Failure, files};
use crate::chain::Chain;
use crate::chain::charter::signed_by_all;
use crate::cli::paths::Shown;
use crate::document::{Form, Value, harmless, read, write};

/// The note, in a folder that no document is read from.
const NOTE: &str = "mail/continued.yaml";

/// The match that continues another.
pub struct Continued {
    pub folder: PathBuf,
    /// The step of the old match from which it goes on.
    pub step: Option<u64>,
    /// Whether every seat has signed its charter.
    pub is_signed: bool,
}

impl Continued {
    /// The same in a sentence.
    pub fn words(&self) -> String {
        let folder = harmless(&self.folder.shown()).into_owned();
        let from = self.step.map(|step| format!(" from step {step}")).unwrap_or_default();
        match self.is_signed {
            true => format!("This match is continued{from} in {folder}: nothing more is played here."),
            false => {
                format!("A charter that continues this match{from} is in {folder}; it counts once all have signed it.")
            }
        }
    }
}

/// Notes in the folder of a match where it goes on.
///
/// # Errors
/// The note cannot be written.
pub fn note(old: &Path, new: &Path) -> CommandResult {
    if !old.is_dir() {
        return Ok(());
    }
    let new = std::path::absolute(new).unwrap_or_else(|_| new.to_owned());
    let text = write(&serde_json::json!({"folder": new.shown()}));
    let path = old.join(NOTE);
    files::write(&path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))
}

/// Where a match goes on, if its folder has a note and the new match is still there.
pub fn of(folder: &Folder, chain: &Chain<'_>) -> Option<Continued> {
    let bytes = files::read(&folder.path.join(NOTE), files::MAX_BYTES).ok()?;
    let content: Value = read(NOTE, &bytes, Form::Draft).ok()?.content;
    let noted = PathBuf::from(content.get("folder")?.as_str()?);
    // Both folders may have been moved together.
    let beside = folder.path.join("..").join(noted.file_name()?);
    let charter = |path: &Path| {
        let bytes = files::read(&path.join("charter.yaml"), files::MAX_BYTES).ok()?;
        let charter = match_folders::charter(&bytes).ok()?.typed;
        (charter.continues.as_ref()?.match_id == chain.match_id).then_some(charter)
    };
    let (path, charter) = [noted, beside].into_iter().find_map(|path| charter(&path).map(|charter| (path, charter)))?;
    let state = charter.continues.as_ref()?.state;
    let step = chain.line.iter().find(|step| step.state.digest == state).map(|step| step.state.typed.step);
    Some(Continued { folder: path, step, is_signed: signed_by_all(&charter) })
}
