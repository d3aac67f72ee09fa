//! Whether a match folder has changed.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

/// What a folder looked like: the name of each entry, and when it was changed.
pub type Fingerprint = Vec<(String, Option<SystemTime>)>;

/// When each subfolder of a match folder was last changed, which it is when a file is added or removed, with the
/// charter; not its drafts, which the board itself writes.
pub fn fingerprint(folder: &Path) -> Fingerprint {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut seen: Fingerprint = entries
        .map(|entry| {
            (entry.file_name().to_string_lossy().into_owned(), entry.metadata().and_then(|of| of.modified()).ok())
        })
        .filter(|(name, _)| !["drafts", "reports", "mail"].contains(&name.as_str()))
        .collect();
    seen.sort();
    seen
}
