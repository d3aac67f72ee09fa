//! Every match under a folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::chain::{MatchFiles, ParsedDocument};
use crate::cli::{Failure, files, out};
use crate::document::{Charter, Problem, harmless};

/// The maximum depth of matches under a folder.
const MAX_DEPTH: usize = 6;
/// A match folder with its charter.
#[derive(Clone, Debug)]
pub struct MatchFolder {
    pub path: PathBuf,
    pub charter: ParsedDocument<Charter>,
}

/// The charter in these bytes.
///
/// # Errors
/// It cannot be read, or is another kind of document.
pub fn charter(bytes: &[u8]) -> Result<ParsedDocument<Charter>, Problem> {
    let mut files = MatchFiles::default();
    files.add("charter.yaml", bytes);
    match (files.charters.pop(), files.unread.pop()) {
        (Some(charter), _) => Ok(charter),
        (None, Some((_, problem))) => Err(problem),
        (None, None) => Err(Problem::new("this is not a charter")),
    }
}

/// Every match in a folder or beneath it, ordered by path. A charter that cannot be read causes a warning.
///
/// # Errors
/// The folder cannot be read.
pub fn matches(root: &Path) -> Result<Vec<MatchFolder>, Failure> {
    let mut found = Vec::new();
    walk(root, 0, &mut found)
        .map_err(|error| Failure::cannot_in(root, Problem::new(format!("the folder cannot be read: {error}"))))?;
    Ok(found)
}

fn walk(folder: &Path, depth: usize, found: &mut Vec<MatchFolder>) -> std::io::Result<()> {
    let path = folder.join("charter.yaml");
    if path.is_file() {
        match files::read(&path, files::MAX_BYTES).map(|bytes| charter(&bytes)) {
            Ok(Ok(charter)) => found.push(MatchFolder { path: folder.to_owned(), charter }),
            Ok(Err(problem)) => out::warn(&format!("{}: {}", harmless(&path.to_string_lossy()), problem.message)),
            Err(_) => out::warn(&format!("{} cannot be read", harmless(&path.to_string_lossy()))),
        }
        return Ok(());
    }
    let mut below: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // Links are not followed, which could lead to a cycle.
        if entry.file_type()?.is_dir() && !name.starts_with('.') {
            below.push(entry.path());
        }
    }
    below.sort();
    if depth < MAX_DEPTH {
        for folder in below {
            // A folder that we may not read holds no match of ours.
            let _ = walk(&folder, depth + 1, found);
        }
    }
    Ok(())
}
