//! The match that a match goes on with: where it lies.

use std::path::{Path, PathBuf};

use super::folder::Folder;
use super::mail::roots;
use super::{Failure, files};
use crate::document::Bytes32;

/// Where a match folder keeps the match that it goes on with.
pub const FOLDER: &str = "earlier";

/// The folder of an earlier match: in the folder of the one that goes on with it, or beside that.
pub fn find(folder: &Path, id: &Bytes32) -> Option<PathBuf> {
    let is_it = |path: &Path| {
        let bytes = files::read(&path.join("charter.yaml"), files::MOST_BYTES).ok()?;
        (roots::charter(&bytes).ok()?.digest == *id).then(|| path.to_owned())
    };
    let within = folder.join(FOLDER);
    if let Some(found) = is_it(&within) {
        return Some(found);
    }
    let folder = folder.canonicalize().ok()?;
    let beside = roots::matches(folder.parent()?).ok()?;
    beside.into_iter().find(|found| found.charter.digest == *id).map(|found| found.path)
}

/// The matches that a match goes on with, the latest first, each read from where it lies; and the id of the first that does
/// not lie here.
///
/// # Errors
/// A folder cannot be read.
pub fn all(folder: &Folder) -> Result<(Vec<Folder>, Option<Bytes32>), Failure> {
    let mut found: Vec<Folder> = Vec::new();
    let mut place = folder.path.clone();
    let mut next = goes_on_with(folder);
    while let Some(id) = next {
        // No match goes on with itself.
        if found.len() > 64 {
            break;
        }
        let Some(path) = find(&place, &id) else { return Ok((found, Some(id))) };
        let earlier = Folder::read(&path)?;
        next = goes_on_with(&earlier);
        place = path;
        found.push(earlier);
    }
    Ok((found, None))
}

fn goes_on_with(folder: &Folder) -> Option<Bytes32> {
    folder.charter().ok()?.typed.continues.as_ref().map(|before| before.match_id)
}
