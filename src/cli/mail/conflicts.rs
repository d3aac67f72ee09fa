//! Documents of a match whose signers have signed something else for the same place.

use std::path::{Path, PathBuf};

use super::addresses::FOLDER;

/// Where they are kept, in the folder of the mail.
pub const CONFLICTS: &str = "conflicts";

/// Those in a match folder, in order.
pub fn conflicts(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join(FOLDER).join(CONFLICTS)).into_iter().flatten().flatten();
    let is_document = |path: &PathBuf| path.is_file() && path.extension().is_some_and(|ending| ending == "yaml");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_document).collect();
    found.sort();
    found
}
