//! Reading and writing files: input is limited in size before it is parsed, and output is written completely or not
//! at all.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::Failure;
use super::out::Diagnostic;
use super::paths::resolved;
use super::progress;
use crate::chain::match_files::form_of;
use crate::cli::paths::Shown;
use crate::document::read::{self as reader, Document};
use crate::document::{Form, too_large as document_too_large};
use crate::document::{Problem, Value};

/// The maximum size of a file that the program reads: the limit of a state (protocol 1).
pub const MAX_BYTES: u64 = 2 * MEBIBYTE;

const MEBIBYTE: u64 = 1 << 20;

/// Initial buffer size; few files of a match are larger.
const FIRST_ROOM: usize = 64 << 10;

/// Whether two paths lead to the same file or folder.
pub fn are_same(one: &Path, other: &Path) -> bool {
    matches!((resolved(one), resolved(other)), (Some(one), Some(other)) if one == other)
}

/// The bytes of a regular file, or of standard input for `-`.
///
/// # Errors
/// There is no such file, it is a directory, pipe or device, it is larger than `limit`, or the system cannot read it.
/// The error comes at once: a file that is too large is not read at all.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    let taken = if path == Path::new("-") {
        progress::suspend(|| take(io::stdin().lock(), limit, 0))
    } else {
        let (file, length) = open_file(path, limit)?;
        take(file, limit, length)
    };
    let taken = taken.map_err(|error| Failure::cannot_in(path, unreadable(&error)))?;
    taken.ok_or_else(|| Failure::no_in(path, too_large(limit)))
}

/// Opens a regular file that somebody has named, and gives its length.
///
/// # Errors
/// As [`read`].
pub fn open_file(path: &Path, limit: u64) -> Result<(File, u64), Failure> {
    let cannot = |problem| Failure::cannot_in(path, problem);
    let fault = |error: io::Error| cannot(unreadable(&error));
    // Opening a pipe would wait for its writer, so what it is is asked first.
    let about = fs::metadata(path).map_err(fault)?;
    if about.is_dir() {
        return Err(cannot(Problem::new("this is a directory, not a file").advice("name a file in it")));
    }
    if !about.is_file() {
        let problem = Problem::new("this is a pipe or a device, not a file");
        return Err(cannot(problem.advice("save it as a file first")));
    }
    if about.len() > limit {
        return Err(Failure::no_in(path, too_large(limit)));
    }
    Ok((File::open(path).map_err(fault)?, about.len()))
}

/// The bytes of a file that was just listed as a regular one, in a buffer that is reused. The first short read counts
/// as the end of the file, so callers compare the bytes with a known digest.
///
/// # Errors
/// As [`read`].
pub fn read_listed<'r>(room: &'r mut Vec<u8>, path: &Path, limit: u64) -> Result<&'r [u8], Failure> {
    let fault = |error: io::Error| Failure::cannot_in(path, unreadable(&error));
    let most = usize::try_from(limit).unwrap_or(usize::MAX - 1);
    let mut file = File::open(path).map_err(fault)?;
    let mut length = 0;
    while length <= most {
        if length == room.len() {
            room.resize((2 * length).max(FIRST_ROOM).min(most + 1), 0);
        }
        match file.read(&mut room[length..]) {
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(fault(error)),
        }
        if length < room.len().min(most + 1) {
            return Ok(&room[..length]);
        }
    }
    Err(Failure::no_in(path, too_large(limit)))
}

/// A document of any kind, read in the strict profile of signed documents and within the limits of its kind.
///
/// # Errors
/// The file cannot be read, or the profile rejects it; the line is quoted.
pub fn document(path: &Path) -> Result<Document, Failure> {
    parse(path, &read(path, MAX_BYTES)?)
}

/// The document in these bytes, which came from `path`.
///
/// # Errors
/// The profile rejects it; the line is quoted.
pub fn parse(path: &Path, bytes: &[u8]) -> Result<Document, Failure> {
    let name = path.shown();
    let refused = |problem| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        Failure::Negative(vec![Diagnostic { problem, file: Some(path.to_owned()), text: Some(text) }])
    };
    // A document that does not look like a state is not read with a state's generous limits.
    let document = reader::read(&name, bytes, form_of(bytes)).map_err(refused)?;
    match document.content.get("kind").and_then(Value::as_str) {
        Some("state" | "disclosure") => Ok(document),
        // The kind that it claimed was in another place.
        _ if bytes.len() > Form::Signed.max_bytes() => Err(refused(document_too_large(Form::Signed))),
        _ if reader::nodes(&document.content) > Form::Signed.max_nodes() => {
            reader::read(&name, bytes, Form::Signed).map_err(refused)
        }
        _ => Ok(document),
    }
}

/// A text that an editor or PowerShell has saved in UTF-16 with its mark, in UTF-8; any other bytes as they are.
pub fn in_utf8(bytes: &[u8]) -> Cow<'_, [u8]> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return Cow::Borrowed(bytes),
    };
    let (pairs, rest) = bytes[2..].as_chunks::<2>();
    let text =
        rest.is_empty().then(|| char::decode_utf16(pairs.iter().copied().map(unit)).collect::<Result<String, _>>());
    match text {
        Some(Ok(text)) => Cow::Owned(text.into_bytes()),
        _ => Cow::Borrowed(bytes),
    }
}

/// At most `limit` bytes; `None` if there are more.
fn take(source: impl Read, limit: u64, expected: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::with_capacity(expected as usize + 1);
    source.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

fn too_large(limit: u64) -> Problem {
    let limit = match limit.is_multiple_of(MEBIBYTE) {
        true => format!("{} MiB", limit / MEBIBYTE),
        false => format!("{limit} bytes"),
    };
    let problem = Problem::new(format!("the file is larger than the limit of {limit}"));
    problem.rule("protocol 1").advice("check that it is the right file; match files are never so large")
}

fn unreadable(error: &io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::NotFound => Problem::new("there is no such file").advice("check the spelling of the path"),
        io::ErrorKind::PermissionDenied => {
            Problem::new("you have no permission to read this file").advice("check its owner and its permissions")
        }
        _ => Problem::new(format!("cannot read the file: {error}")),
    }
}

/// Writes a page or picture completely, like [`write`], but never over a document of a match.
///
/// # Errors
/// As [`write`]; or there is a signed document at the path.
pub fn write_page(path: &Path, contents: &[u8]) -> Result<(), Problem> {
    let mut head = Vec::new();
    // Reading a pipe would block; a file that cannot be read is no document.
    if path.is_file()
        && let Ok(file) = File::open(path)
    {
        let _ = file.take(4096).read_to_end(&mut head);
    }
    if String::from_utf8_lossy(&head).lines().any(|line| line.starts_with("adjutant:")) {
        let problem = Problem::new("this is a document of a match, and the program does not overwrite it");
        return Err(problem.advice("name another file"));
    }
    write(path, contents)
}

/// Writes a file that can be regenerated, readable by its owner only: to a temporary file, then renamed.
///
/// # Errors
/// A system error.
pub fn write_unflushed(path: &Path, contents: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".adjutant-").tempfile_in(folder)?;
    file.write_all(contents)?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

/// Writes a file completely: to a temporary file, flushed, then renamed.
///
/// # Errors
/// A system error; then the previous file is still there.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), Problem> {
    let fault = |error: io::Error| Problem::new(format!("cannot write the file: {error}"));
    // Renaming a file over a device or pipe would destroy it.
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => {
            return Err(Problem::new("this is a directory, not a file").advice("name a file in it"));
        }
        Ok(about) if !about.is_file() => {
            let problem = Problem::new("this is a pipe or a device, not a file");
            return Err(problem.advice("name a file, and copy it to where you want it"));
        }
        _ => {}
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    fs::create_dir_all(&folder).map_err(fault)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".adjutant-");
    // A temporary file is readable by its owner only; a document gets the permissions that the umask allows.
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    let mut file = builder.tempfile_in(&folder).map_err(fault)?;
    file.write_all(contents).map_err(fault)?;
    file.as_file().sync_all().map_err(fault)?;
    file.persist(path).map_err(|error| fault(error.error))?;
    if let Ok(folder) = File::open(&folder) {
        // Not every file system can flush a folder; the file itself is flushed.
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes a new folder with these files, each by its path in it with slashes: into a folder beside it, which gets its name
/// when everything is there.
///
/// # Errors
/// A system error; then there is no such folder.
pub fn write_folder<'f>(folder: &Path, files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Result<(), Problem> {
    let write_beside = || {
        let above = folder.parent().filter(|above| *above != Path::new("")).unwrap_or(Path::new("."));
        fs::create_dir_all(above)?;
        let beside = tempfile::Builder::new().prefix(".adjutant-").tempdir_in(above)?;
        // The temporary folder is its owner's alone; the one in it gets the permissions that the umask allows.
        let inside = beside.path().join("whole");
        fs::create_dir(&inside)?;
        for (name, bytes) in files {
            let path = name.split('/').fold(inside.clone(), |path, part| path.join(part));
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, bytes)?;
        }
        fs::rename(inside, folder)
    };
    write_beside().map_err(|error| Problem::new(format!("the folder cannot be written: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("turns/0001-union.yaml");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(read(&path, 3).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_no_bounded_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(read(folder.path(), 10), Err(Failure::Cannot(_))));
        assert!(matches!(read(&folder.path().join("none"), 10), Err(Failure::Cannot(_))));
        let path = folder.path().join("long");
        fs::write(&path, [0; 11]).unwrap();
        assert!(matches!(read(&path, 10), Err(Failure::Negative(_))));
        assert_eq!(read(&path, 11).unwrap(), [0; 11]);
        let mut room = Vec::new();
        assert!(matches!(read_listed(&mut room, &path, 10), Err(Failure::Negative(_))));
        assert_eq!(read_listed(&mut room, &path, 11).unwrap(), [0; 11]);
        fs::write(&path, b"short").unwrap();
        assert_eq!(read_listed(&mut room, &path, 11).unwrap(), b"short", "nothing is left of what was there before");
        assert!(matches!(read_listed(&mut room, folder.path(), 11), Err(Failure::Cannot(_))));
        for length in [FIRST_ROOM - 1, FIRST_ROOM, 5 * FIRST_ROOM + 3] {
            let bytes: Vec<u8> = (0..length).map(|at| at as u8 ^ (at >> 8) as u8).collect();
            fs::write(&path, &bytes).unwrap();
            assert_eq!(read_listed(&mut room, &path, length as u64).unwrap(), bytes);
            assert!(matches!(read_listed(&mut room, &path, length as u64 - 1), Err(Failure::Negative(_))));
        }
        assert!(take(io::repeat(0), 10, 0).unwrap().is_none());
    }

    #[test]
    fn a_text_in_utf_16_is_read_and_other_bytes_stay() {
        let text = "note: zwölf 🎲\r\n";
        let saved = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(unit).collect()
        };
        for bytes in [saved(u16::to_le_bytes), saved(u16::to_be_bytes)] {
            assert_eq!(&*in_utf8(&bytes), text.as_bytes());
        }
        for bytes in [text.as_bytes(), b"", b"\xff", b"\xff\xfea", b"\xff\xfe\x00\xd8"] {
            assert_eq!(&*in_utf8(bytes), bytes);
        }
    }

    #[test]
    fn a_page_takes_no_documents_place() {
        let folder = tempfile::tempdir().unwrap();
        let (document, page) = (folder.path().join("charter.yaml"), folder.path().join("page.html"));
        let text = b"kind: charter\nadjutant: 1\n";
        fs::write(&document, text).unwrap();
        assert!(write_page(&document, b"<p>").is_err());
        assert_eq!(fs::read(&document).unwrap(), text);
        for contents in [b"<p>one", b"<p>two"] {
            write_page(&page, contents).unwrap();
            assert_eq!(fs::read(&page).unwrap(), contents);
        }
    }

    #[test]
    fn a_write_that_fails_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("kept"), b"x").unwrap();
        assert!(write(&path, b"new").is_err());
        assert_eq!(fs::read(path.join("kept")).unwrap(), b"x");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
