//! Parts of mails, and files, with archives unpacked.

use std::io::{Cursor, Read};

use flate2::read::GzDecoder;
use zip::ZipArchive;

/// The most files in an archive, and their maximum total size in bytes.
const MAX_FILES: usize = 5_000;
pub const MAX_BYTES: u64 = 64 << 20;
/// The maximum nesting of archives.
const DEEPEST: usize = 3;

/// A text, an attachment or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name, for messages.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The content of a part: the part itself, or the files in it if it is an archive, within `room`, which is reduced by
/// their size.
///
/// # Errors
/// The archive cannot be read, or contains more than is allowed; in words.
pub fn open(part: Part, room: &mut u64) -> Result<Vec<Part>, String> {
    let mut found = Vec::new();
    take(part, 0, room, &mut found)?;
    Ok(found)
}

fn take(part: Part, depth: usize, left: &mut u64, found: &mut Vec<Part>) -> Result<(), String> {
    let Part { name, bytes } = part;
    let cannot = |what: &dyn std::fmt::Display| format!("{name} cannot be read: {what}");
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        if depth >= DEEPEST {
            return Err(format!("{name} is an archive nested in {DEEPEST} others"));
        }
        let mut archive = ZipArchive::new(Cursor::new(&bytes)).map_err(|error| cannot(&error))?;
        if archive.len() > MAX_FILES {
            return Err(format!("{name} has more than {MAX_FILES} files"));
        }
        for n in 0..archive.len() {
            let file = archive.by_index(n).map_err(|error| cannot(&error))?;
            if file.is_dir() {
                continue;
            }
            let within = format!("{} in {name}", file.name().map_err(|error| cannot(&error))?);
            let bytes = bounded(file, left).map_err(|error| cannot(&error))?;
            take(Part { name: within, bytes }, depth + 1, left, found)?;
        }
    } else if bytes.starts_with(&[0x1f, 0x8b]) && depth < DEEPEST {
        let bytes = bounded(GzDecoder::new(bytes.as_slice()), left).map_err(|error| cannot(&error))?;
        take(Part { name, bytes }, depth + 1, left, found)?;
    } else {
        found.push(Part { name, bytes });
    }
    Ok(())
}

fn bounded(source: impl Read, left: &mut u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    source.take(*left + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    let much = bytes.len() as u64 > *left;
    *left = left.saturating_sub(bytes.len() as u64);
    if much {
        return Err(format!("it holds more than {} MiB, the limit of a mail", MAX_BYTES >> 20));
    }
    Ok(bytes)
}

/// A zip archive of these files; the same files give the same bytes.
///
/// # Errors
/// The archive would be larger than the format allows.
pub fn zip(files: &[crate::bundle::File]) -> Result<Vec<u8>, String> {
    use std::io::Write;
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    for file in files {
        writer.start_file(file.name.as_str(), options).map_err(|error| error.to_string())?;
        writer.write_all(&file.bytes).map_err(|error| error.to_string())?;
    }
    writer.finish().map(Cursor::into_inner).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::File;

    fn opened(bytes: Vec<u8>) -> Result<Vec<Part>, String> {
        open(Part { name: "a.zip".into(), bytes }, &mut { MAX_BYTES })
    }

    #[test]
    fn archives_are_opened_within_limits() {
        let files = [File::new("charter.yaml", "a: 1\n"), File::new("states/0000.yaml", "b".repeat(10_000))];
        let archive = zip(&files).unwrap();
        assert_eq!(archive, zip(&files).unwrap());
        let found = opened(archive.clone()).unwrap();
        assert_eq!(
            found.iter().map(|part| part.bytes.clone()).collect::<Vec<_>>(),
            files.clone().map(|file| file.bytes)
        );
        assert_eq!(found[1].name, "states/0000.yaml in a.zip");
        let twice = zip(&[File::new("in.zip", archive.clone())]).unwrap();
        assert_eq!(opened(twice).unwrap().len(), 2);
        let mut deep = archive;
        for _ in 0..5 {
            deep = zip(&[File::new("in.zip", deep)]).unwrap();
        }
        assert!(opened(deep).unwrap_err().contains("archive nested in"));
        let bomb = zip(&[File::new("a", vec![0; (MAX_BYTES + 1) as usize])]).unwrap();
        assert!(opened(bomb).unwrap_err().contains("64 MiB"));
        assert!(opened(b"PK\x03\x04 nonsense".to_vec()).unwrap_err().contains("a.zip cannot be read"));
    }
}
