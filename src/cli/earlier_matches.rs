//! Finding the match from which a match starts.

use std::path::{Path, PathBuf};

use archive::packed::Files;

use super::folder::Folder;
use super::mail::match_folders;
use super::{Failure, files, paths};
pub use crate::chain::state_before::STATE_BEFORE;
use crate::document::Bytes32;

/// The folder inside a match folder that holds the match from which it starts.
pub const FOLDER: &str = "earlier";

/// The folder of an earlier match inside the folder of the match that continues it.
pub fn find_within(folder: &Path, id: &Bytes32) -> Option<PathBuf> {
    let within = folder.join(FOLDER);
    let bytes = files::read(&within.join("charter.yaml"), files::MAX_BYTES).ok()?;
    (match_folders::charter(&bytes).ok()?.digest == *id).then_some(within)
}

/// The folder of an earlier match: inside the folder of the match that continues it, or beside that folder.
pub fn find(folder: &Path, id: &Bytes32) -> Option<PathBuf> {
    if let Some(found) = find_within(folder, id) {
        return Some(found);
    }
    beside(folder, id)
}

/// The folder of a match beside another folder.
pub fn beside(folder: &Path, id: &Bytes32) -> Option<PathBuf> {
    // A match that is being accepted has no folder yet.
    let folder = paths::resolved(folder).or_else(|| std::path::absolute(folder).ok())?;
    let beside = match_folders::matches(folder.parent()?).ok()?;
    beside.into_iter().find(|found| found.charter.digest == *id).map(|found| found.path)
}

/// The matches that a match continues or begins at a position of, the latest first, each read from its folder; and the id
/// of the first one that is missing and on which something rests, if any.
///
/// # Errors
/// A folder cannot be read.
pub fn all(folder: &Folder) -> Result<(Vec<Folder>, Option<Bytes32>), Failure> {
    if let Some(files) = folder.packed_earlier() {
        return Ok(unpacked(folder, files));
    }
    let mut found: Vec<Folder> = Vec::new();
    let mut place = folder.path.clone();
    let mut next = source_of(folder);
    while let Some(id) = next {
        if found.len() > 64 {
            break;
        }
        let lies = find_within(&place, &id).or_else(|| find(&folder.path, &id)).or_else(|| find(&place, &id));
        let Some(path) = lies else {
            let lacking = lacking(found.last().unwrap_or(folder), id);
            return Ok((found, lacking));
        };
        let earlier = Folder::read(&path)?;
        next = source_of(&earlier);
        place = path;
        found.push(earlier);
    }
    Ok((found, None))
}

/// The same for a match that was packed into one file with them.
fn unpacked(folder: &Folder, files: &Files) -> (Vec<Folder>, Option<Bytes32>) {
    let mut found: Vec<Folder> = Vec::new();
    let mut next = source_of(folder);
    let mut files = files.clone();
    let mut place = folder.path.clone();
    while let Some(id) = next {
        place = place.join(FOLDER);
        let earlier = Folder::of_files(&place, files);
        if earlier.charter().map_or(true, |charter| charter.digest != id) {
            let lacking = lacking(found.last().unwrap_or(folder), id);
            return (found, lacking);
        }
        files = earlier.packed_earlier().cloned().unwrap_or_default();
        next = source_of(&earlier);
        found.push(earlier);
    }
    (found, None)
}

/// Every file of the earlier matches, as the folder of the continuing match stores them: name and bytes.
///
/// # Errors
/// A folder cannot be read.
pub fn files_to_store(folder: &Folder) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let mut kept = Vec::new();
    let mut place = PathBuf::from(FOLDER);
    let (before, _) = all(folder)?;
    for one in std::iter::once(folder).chain(&before) {
        kept.extend(one.raw().map(|(name, bytes)| (place.join(name), bytes.to_vec())));
        place = place.join(FOLDER);
    }
    Ok(kept)
}

/// The files of a match that starts from a state of this one: that state, and this match with those before it.
///
/// # Errors
/// A folder cannot be read.
pub fn files_to_start_from(source: &Folder, state: &str) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let before = source.raw().filter(|(name, _)| *name == state);
    let mut files: Vec<_> = before.map(|(_, bytes)| (PathBuf::from(STATE_BEFORE), bytes.to_vec())).collect();
    files.extend(files_to_store(source)?);
    Ok(files)
}

fn source_of(folder: &Folder) -> Option<Bytes32> {
    folder.charter().ok()?.typed.source()
}

/// What is not known because the match from which this one starts is not here: of one that it continues, all that it rests
/// on; of one whose position it begins at, nothing, since those who signed the charter agreed on the position.
fn lacking(folder: &Folder, id: Bytes32) -> Option<Bytes32> {
    let begins = |one: &Bytes32| {
        folder.charter().is_ok_and(|charter| charter.typed.from.as_ref().is_some_and(|first| first.match_id == *one))
    };
    Some(id).filter(|id| !begins(id))
}
