//! Files for secrets: readable by their owner only, and whole or not there.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::document::Problem;

/// What becomes of a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Replace,
    Keep,
}

/// An error of the file system, told to a person.
pub(super) fn problem(verb: &str, path: &Path, error: &io::Error) -> Problem {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::InvalidData => "it is not text in UTF-8".to_owned(),
        _ => error.to_string(),
    };
    Problem::new(format!("cannot {verb} {}: {reason}", shown(path)))
}

/// A path as it may be printed on a terminal.
pub(super) fn shown(path: &Path) -> String {
    path.display().to_string().escape_debug().to_string().replace("\\'", "'")
}

/// Makes files created with these options readable by their owner only.
pub(super) fn owner_only(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    #[cfg(not(unix))]
    let _ = options;
}

/// Makes a file that is there readable by its owner only.
pub(super) fn keep_to_owner(path: &Path) -> Result<(), Problem> {
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(path, mode).map_err(|error| problem("protect", path, &error))?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Makes a folder, with those above it, that its owner only can enter; one that is there stays as it is.
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

/// Writes a file beside its place, flushes it and moves it there, so that it is never there in part.
pub(super) fn write_whole(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Problem> {
    let failed = |error: io::Error| problem("write", path, &error);
    let folder = path.parent().unwrap_or(Path::new("."));
    // Temporary files are made for their owner only.
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(failed)?;
    match existing {
        Existing::Replace => file.persist(path),
        Existing::Keep => file.persist_noclobber(path),
    }
    .map_err(|error| failed(error.error))?;
    flush_folder_of(path)
}

/// Flushes the folder that a path lies in, so that the name is on the disk too. Some file systems know no such thing.
pub(super) fn flush_folder_of(path: &Path) -> Result<(), Problem> {
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

/// Refuses what is there and no file: to read a pipe would wait for its writer, and a device may never end.
pub(super) fn must_be_file(path: &Path) -> Result<(), Problem> {
    match std::fs::metadata(path) {
        Ok(about) if !about.is_file() => Err(Problem::new(format!("{} is not a file", shown(path)))),
        _ => Ok(()),
    }
}

/// The text of a file of at most `most` bytes.
pub(super) fn read_text(path: &Path, most: u64) -> Result<zeroize::Zeroizing<String>, Problem> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_file_system_is_told_in_words() {
        for (kind, words) in [
            (io::ErrorKind::NotFound, "it does not exist"),
            (io::ErrorKind::PermissionDenied, "permission is denied"),
            (io::ErrorKind::StorageFull, "the disk is full"),
            (io::ErrorKind::InvalidData, "it is not text in UTF-8"),
        ] {
            let told = problem("read", Path::new("keys/o'neil"), &io::Error::new(kind, "os error 0"));
            assert_eq!(told.message, format!("cannot read keys/o'neil: {words}"));
        }
        let told = problem("read", Path::new("\u{1b}[31m"), &io::Error::other("of another kind"));
        assert_eq!(told.message, "cannot read \\u{1b}[31m: of another kind");
    }

    #[test]
    fn a_text_is_read_up_to_its_limit_and_not_beyond() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        std::fs::write(&path, "ten bytes.").unwrap();
        assert_eq!(read_text(&path, 10).unwrap().as_str(), "ten bytes.");
        let problem = read_text(&path, 9).unwrap_err();
        assert!(problem.message.ends_with("is longer than 9 bytes"), "{problem}");
        assert!(read_text(&path, 1).is_err());
    }

    #[test]
    fn what_is_no_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let problem = must_be_file(folder.path()).unwrap_err();
        assert!(problem.message.ends_with("is not a file"), "{problem}");
        assert!(must_be_file(&folder.path().join("nothing")).is_ok(), "what is not there may be made");
        std::fs::write(folder.path().join("file"), "").unwrap();
        assert!(must_be_file(&folder.path().join("file")).is_ok());
    }

    #[test]
    fn a_folder_that_is_not_there_is_not_flushed() {
        let folder = tempfile::tempdir().unwrap();
        assert!(flush_folder_of(&folder.path().join("file")).is_ok());
        assert!(flush_folder_of(Path::new("file")).is_ok(), "in the present folder");
        let problem = flush_folder_of(&folder.path().join("nothing/file")).unwrap_err();
        assert!(problem.message.contains("it does not exist"), "{problem}");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_kept_to_its_owner_nobody_else_reads() {
        use std::os::unix::fs::PermissionsExt;
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::set_permissions(file.path(), PermissionsExt::from_mode(0o644)).unwrap();
        keep_to_owner(file.path()).unwrap();
        assert_eq!(std::fs::metadata(file.path()).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
