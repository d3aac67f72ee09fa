//! Finding the match that a match continues.

use std::path::{Path, PathBuf};

use archive::packed::Files;

use super::folder::Folder;
use super::mail::match_folders;
use super::{Failure, files, paths};
use crate::document::Bytes32;

/// The folder inside a match folder that holds the match it continues.
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

/// The matches that a match continues, the latest first, each read from its folder; and the id of the first one that is
/// missing, if any.
///
/// # Errors
/// A folder cannot be read.
pub fn all(folder: &Folder) -> Result<(Vec<Folder>, Option<Bytes32>), Failure> {
    if let Some(files) = folder.packed_earlier() {
        return Ok(unpacked(folder, files));
    }
    let mut found: Vec<Folder> = Vec::new();
    let mut place = folder.path.clone();
    let mut next = continued_match(folder);
    while let Some(id) = next {
        if found.len() > 64 {
            break;
        }
        let lies = find_within(&place, &id).or_else(|| find(&folder.path, &id)).or_else(|| find(&place, &id));
        let Some(path) = lies else { return Ok((found, Some(id))) };
        let earlier = Folder::read(&path)?;
        next = continued_match(&earlier);
        place = path;
        found.push(earlier);
    }
    Ok((found, None))
}

/// The same for a match that was packed into one file with them.
fn unpacked(folder: &Folder, files: &Files) -> (Vec<Folder>, Option<Bytes32>) {
    let mut found: Vec<Folder> = Vec::new();
    let mut next = continued_match(folder);
    let mut files = files.clone();
    let mut place = folder.path.clone();
    while let Some(id) = next {
        place = place.join(FOLDER);
        let earlier = Folder::of_files(&place, files);
        if earlier.charter().map_or(true, |charter| charter.digest != id) {
            return (found, Some(id));
        }
        files = earlier.packed_earlier().cloned().unwrap_or_default();
        next = continued_match(&earlier);
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

fn continued_match(folder: &Folder) -> Option<Bytes32> {
    folder.charter().ok()?.typed.continues.as_ref().map(|before| before.match_id)
}
