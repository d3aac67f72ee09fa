//! A match as one file: a gzip-compressed tar archive that contains nothing but names and bytes. The same files give
//! the same archive on every machine; sizes are limited before anything is read.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, Read, Write};

use flate2::bufread::GzDecoder;
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use tar::{Archive, Builder, EntryType, Header};

/// The extension of a match's file.
pub const ENDING: &str = ".tar.gz";
/// The most files that an archive of a match may hold.
pub const MAX_FILES: usize = 50_000;
/// The most bytes of one file, as of a document in a match folder.
pub const MAX_BYTES: u64 = 2 << 20;
/// The most bytes of an archive, and of its content.
pub const MAX_TOTAL: u64 = 256 << 20;

const BLOCK: usize = 512;
/// The most bytes that an archive may unpack to for each byte of its own, and what it may have besides. The documents of
/// a match compress to a tenth, a bomb to a thousandth.
const MAX_RATIO: u64 = 50;
const MIN_ROOM: u64 = 8 << 20;
/// The most parts of a file's path.
const MAX_PARTS: usize = 40;
/// The compression level. It must never change, because it decides the bytes.
const LEVEL: u32 = 6;

/// Files with their names, with `/` between the parts of a name.
pub type Files = Vec<(String, Vec<u8>)>;

/// Why an archive cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError(pub String);

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The content of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unpacked {
    /// Ordered by name.
    pub files: Files,
    /// Whether the archive contains nothing but names and bytes, as [`pack`] writes it. Other archives may have been
    /// written with `tar`; the compression does not matter.
    pub plain: bool,
}

/// Packs files into one compressed archive.
///
/// # Errors
/// [`unpack`] would reject a name, or there is too much.
pub fn pack(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, PackError> {
    let tar = tar_of(files)?;
    let fault = |error: std::io::Error| PackError(format!("the archive cannot be written: {error}"));
    // The header contains no time, no file name and no system.
    let mut writer = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::new(LEVEL));
    writer.write_all(&tar).map_err(fault)?;
    writer.finish().map_err(fault)
}

/// An uncompressed archive of files: sorted, without times or owners, all with the same mode.
fn tar_of(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>, PackError> {
    write_tar(files, Vec::new())
}

/// Writes the archive that [`tar_of`] gives.
fn write_tar<W: Write>(files: &[(String, Vec<u8>)], to: W) -> Result<W, PackError> {
    let mut sorted: Vec<&(String, Vec<u8>)> = files.iter().collect();
    sorted.sort();
    let mut names = Names::default();
    let mut total = 0;
    let mut builder = Builder::new(to);
    for (name, bytes) in sorted {
        names.take(name)?;
        total = sized(name, bytes.len() as u64, total)?;
        let mut header = Header::new_ustar();
        header.set_path(name).map_err(|_| PackError(format!("the name {name} is too long for an archive")))?;
        header.set_entry_type(EntryType::Regular);
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_uid(0);
        header.set_gid(0);
        header.set_mtime(0);
        header.set_cksum();
        let fault = |error: std::io::Error| PackError(format!("the archive cannot be written: {error}"));
        builder.append(&header, bytes.as_slice()).map_err(fault)?;
    }
    builder.into_inner().map_err(|error| PackError(format!("the archive cannot be written: {error}")))
}

/// The content of an archive, which may come from anybody.
///
/// # Errors
/// It is damaged; it contains anything but plain files with harmless names, two files of the same name, or too much; or
/// something follows its end.
pub fn unpack(bytes: &[u8]) -> Result<Unpacked, PackError> {
    if bytes.len() as u64 > MAX_TOTAL {
        return Err(PackError(too_large()));
    }
    let most = MAX_TOTAL.min(MIN_ROOM + MAX_RATIO * bytes.len() as u64);
    // The archive itself takes at most two more blocks per file.
    let stream = TarStream(RefCell::new(Inflating {
        decoder: GzDecoder::new(bytes),
        left: most + (2 * MAX_FILES * BLOCK) as u64,
        hash: Sha256::new(),
        fault: None,
    }));
    // Files are taken from the stream one by one, so that no more is held than what they may be.
    let damaged = |error: io::Error| {
        let fault = stream.0.borrow_mut().fault.take();
        fault.unwrap_or_else(|| PackError(format!("the archive is damaged: {error}")))
    };
    let mut archive = Archive::new(&stream);
    let (mut files, mut names) = (Files::new(), Names::default());
    let mut total = 0;
    for entry in archive.entries().map_err(damaged)?.raw(true) {
        let mut entry = entry.map_err(damaged)?;
        let path = entry.path_bytes().into_owned();
        let name = String::from_utf8(path)
            .map_err(|_| PackError("the archive has a file name that is not text".to_owned()))?;
        let size = entry.header().entry_size().map_err(damaged)?;
        match entry.header().entry_type() {
            EntryType::Regular => {}
            // The entry that `tar` writes for a folder adds nothing.
            EntryType::Directory if size == 0 => continue,
            other => return Err(PackError(format!("{} is {}, not a file", shown(&name), kind(other)))),
        }
        names.take(&name)?;
        total = sized(&name, size, total)?;
        if total > most {
            return Err(PackError(too_large()));
        }
        let size = usize::try_from(size).map_err(|_| PackError(too_large()))?;
        let mut content = Vec::new();
        entry.read_to_end(&mut content).map_err(damaged)?;
        if content.len() != size {
            return Err(PackError(format!("the archive is cut off in {name}")));
        }
        files.push((name, content));
    }
    let mut rest = [0; 16 * BLOCK];
    loop {
        let length = (&stream).read(&mut rest).map_err(damaged)?;
        if rest[..length].iter().any(|byte| *byte != 0) {
            return Err(PackError("the archive has data after its end, or a file without a name".to_owned()));
        }
        if length == 0 {
            break;
        }
    }
    let Inflating { decoder, hash, .. } = stream.0.into_inner();
    if !decoder.into_inner().is_empty() {
        return Err(PackError("the archive has data after its end".to_owned()));
    }
    files.sort();
    let plain = write_tar(&files, Sha256::new())?.finalize() == hash.finalize();
    Ok(Unpacked { files, plain })
}

/// The uncompressed archive, read as a stream of limited length.
struct TarStream<'b>(RefCell<Inflating<'b>>);

struct Inflating<'b> {
    decoder: GzDecoder<&'b [u8]>,
    left: u64,
    /// Of everything that was read.
    hash: Sha256,
    /// Why the stream broke off, in words.
    fault: Option<PackError>,
}

impl Read for &TarStream<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let stream = &mut *self.0.borrow_mut();
        let read = stream.decoder.read(into);
        let why = match read {
            Ok(length) if length as u64 <= stream.left => {
                stream.left -= length as u64;
                stream.hash.update(&into[..length]);
                return Ok(length);
            }
            Ok(_) => too_large(),
            Err(ref error) => match error.kind() {
                io::ErrorKind::Interrupted => return read,
                io::ErrorKind::UnexpectedEof => "the archive is cut off".to_owned(),
                io::ErrorKind::InvalidInput => "this is not a gzip archive".to_owned(),
                _ => format!("the archive is damaged: {error}"),
            },
        };
        stream.fault = Some(PackError(why));
        read.and(Err(io::Error::other("the archive breaks off")))
    }
}

/// The names of an archive so far.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl Names {
    /// Adds a name.
    ///
    /// # Errors
    /// It could lead elsewhere, be hidden, or control a terminal; or it exists already, perhaps only on systems that
    /// ignore case.
    fn take(&mut self, name: &str) -> Result<(), PackError> {
        let wrong = |why: &str| Err(PackError(format!("the name {} {why}", shown(name))));
        if name.starts_with('/') || name.contains('\\') || name.as_bytes().get(1) == Some(&b':') {
            return wrong("is not a name inside a folder");
        }
        let parts: Vec<&str> = name.split('/').collect();
        if parts.iter().any(|part| matches!(*part, "" | "." | "..")) {
            return wrong("leads outside the folder");
        }
        if parts.len() > MAX_PARTS {
            return wrong("has too many folders");
        }
        let harmless =
            |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '(' | ')' | '\'' | ',' | '+');
        if parts.iter().any(|part| part.starts_with('.') || !part.chars().all(harmless)) {
            return wrong("is hidden, or has a character that match files never have");
        }
        if !name.ends_with(".yaml") {
            return wrong("is not allowed: an archive of a match holds only .yaml files");
        }
        if self.0.len() >= MAX_FILES {
            return Err(PackError(format!("the archive holds more than {MAX_FILES} files")));
        }
        match self.0.insert(name.to_lowercase()) {
            true => Ok(()),
            false => wrong("appears twice in the archive, or differs from another name only in capital letters"),
        }
    }
}

/// The total size of all files, including this one.
fn sized(name: &str, size: u64, before: u64) -> Result<u64, PackError> {
    if size > MAX_BYTES {
        return Err(PackError(format!("{} is larger than {} MiB, the limit", shown(name), MAX_BYTES >> 20)));
    }
    let total = before + size;
    if total > MAX_TOTAL { Err(PackError(too_large())) } else { Ok(total) }
}

fn too_large() -> String {
    format!(
        "the archive is larger than {} MiB, or unpacks to more than that or than {MAX_RATIO} times its own size",
        MAX_TOTAL >> 20
    )
}

fn kind(kind: EntryType) -> &'static str {
    match kind {
        EntryType::Link | EntryType::Symlink => "a link",
        EntryType::Char | EntryType::Block | EntryType::Fifo => "a device or a pipe",
        EntryType::Directory => "a folder with content",
        _ => "an entry of a kind that no match needs",
    }
}

/// A name that is safe to print, whatever it contains.
fn shown(name: &str) -> String {
    let short: String = name.chars().take(80).collect();
    format!("{short:?}")
}

#[cfg(test)]
#[path = "packed_tests.rs"]
mod tests;
