//! Files for secrets: readable only by their owner, and written completely or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::document::{Problem, harmless};

/// What to do with a file that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Replace,
    Keep,
}

/// An error of the file system, worded for people.
pub fn problem(verb: &str, path: &Path, error: &io::Error) -> Problem {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::InvalidData => "it is not text in UTF-8".to_owned(),
        _ => error.to_string(),
    };
    Problem::new(format!("cannot {verb} {}: {reason}", shown(path)))
}

/// A path that is safe to print on a terminal.
pub(super) fn shown(path: &Path) -> String {
    harmless(&path.display().to_string()).into_owned()
}

/// Makes files created with these options readable only by their owner.
pub(super) fn owner_only(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    #[cfg(not(unix))]
    let _ = options;
}

/// Makes an existing file readable only by its owner.
pub fn keep_to_owner(path: &Path) -> Result<(), Problem> {
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(path, mode).map_err(|error| problem("protect", path, &error))?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Makes a folder, and its parents, that only its owner can enter; an existing folder stays as it is.
pub(super) fn make_folder(path: &Path) -> Result<(), Problem> {
    if path.is_dir() {
        return Ok(());
    }
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|error| problem("make the folder", path, &error))?;
    flush_folder_of(path)
}

/// The beginning of the names of temporary files.
const TEMPORARY: &str = ".tmp";

/// Writes to a temporary file, flushes it and renames it, so that the file is never there in part. What a run that was
/// killed has left in the folder is removed.
pub(super) fn write_atomically(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Problem> {
    let folder = path.parent().unwrap_or(Path::new("."));
    remove_leftovers(folder);
    // If another run has taken the temporary file for a leftover before it was locked, it is written again.
    let written = match write_once(folder, path, bytes, existing) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => write_once(folder, path, bytes, existing),
        written => written,
    };
    written.map_err(|error| problem("write", path, &error))?;
    flush_folder_of(path)
}

fn write_once(folder: &Path, path: &Path, bytes: &[u8], existing: Existing) -> io::Result<()> {
    // Temporary files are readable only by their owner.
    let mut file = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)?;
    // The lock ends with the process, so whoever can take it knows that nobody writes the file any more. Where files
    // cannot be locked, leftovers cannot be told apart, and stay.
    let _ = file.as_file().try_lock();
    file.write_all(bytes).and_then(|()| file.as_file().sync_all())?;
    match existing {
        Existing::Replace => file.persist(path),
        Existing::Keep => file.persist_noclobber(path),
    }
    .map(drop)
    .map_err(|error| error.error)
}

/// Removes temporary files that runs which were killed have left in a folder.
pub(super) fn remove_leftovers(folder: &Path) {
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in names.filter(|entry| entry.file_name().to_string_lossy().starts_with(TEMPORARY)) {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let Some(file) = is_file.then(|| File::options().write(true).open(entry.path()).ok()).flatten() else {
            continue;
        };
        if file.try_lock().is_ok() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Flushes the folder that contains a path, so that the name is on the disk too. Some file systems do not support this.
pub fn flush_folder_of(path: &Path) -> Result<(), Problem> {
    #[cfg(unix)]
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
        match File::open(folder).and_then(|folder| folder.sync_all()) {
            Err(error) if !matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => {
                return Err(problem("flush", folder, &error));
            }
            _ => {}
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Rejects anything that is not a regular file: reading a pipe would wait for its writer, and a device may never end.
pub fn must_be_file(path: &Path) -> Result<(), Problem> {
    match std::fs::metadata(path) {
        Ok(about) if !about.is_file() => Err(Problem::new(format!("{} is not a file", shown(path)))),
        _ => Ok(()),
    }
}

/// The text of a file of at most `most` bytes.
pub fn read_text(path: &Path, most: u64) -> Result<zeroize::Zeroizing<String>, Problem> {
    use std::io::Read;
    let failed = |error: io::Error| problem("read", path, &error);
    must_be_file(path)?;
    let file = File::open(path).map_err(failed)?;
    let mut text = zeroize::Zeroizing::new(String::new());
    file.take(most + 1).read_to_string(&mut text).map_err(failed)?;
    if text.len() as u64 > most {
        return Err(Problem::new(format!("{} is longer than {most} bytes", shown(path))));
    }
    Ok(text)
}
