//! Parts of mails, and files, with archives unpacked.

use std::io::{Cursor, Read};

use flate2::read::GzDecoder;
use zip::ZipArchive;
use zip::result::ZipError;

use crate::outlook;
use crate::part::Part;
use crate::tnef;
use crate::unreadable::{self, Unreadable};
use crate::uuencode;

/// The most files in an archive, and their maximum total size in bytes.
const MAX_FILES: usize = 5_000;
pub const MAX_BYTES: u64 = 64 << 20;
/// The most bytes that the archives of a mail may unpack to for each byte of the mail, and what they may have besides. The
/// documents of a match compress to a tenth, a bomb to a thousandth.
const MAX_RATIO: u64 = 50;
const MIN_ROOM: u64 = 8 << 20;
/// The maximum nesting of archives.
const DEEPEST: usize = 3;

/// How many bytes the archives in a mail or a file of this size may unpack to.
pub fn room(size: usize) -> u64 {
    MAX_BYTES.min(MIN_ROOM + MAX_RATIO * size as u64)
}

/// What is in a part.
#[derive(Debug, Default)]
pub struct Unpacked {
    /// The part itself, or the files in it.
    pub parts: Vec<Part>,
    /// What cannot be read, in words, and what to do about it.
    pub faults: Vec<String>,
    /// What is of a kind that this program does not read, such as pictures, and what to ask for.
    pub unreadable: Vec<String>,
}

/// Adds the content of a part: the part itself, or the files in it if it is an archive (zip, tar, gzip) or
/// something of Outlook's (winmail.dat, .msg),
/// within `room`, which is reduced by their size.
pub fn open(part: Part, room: &mut u64, unpacked: &mut Unpacked) {
    if let Err(fault) = take(part, 0, room, unpacked) {
        unpacked.faults.push(fault);
    }
}

/// Adds what is in one part. An archive within another that cannot be read does not stop the others; one that holds more
/// than is allowed does.
fn take(part: Part, depth: usize, left: &mut u64, unpacked: &mut Unpacked) -> Result<(), String> {
    let Part { name, bytes } = part;
    let cannot = |what: &dyn std::fmt::Display| format!("{name} cannot be read: {what}");
    let is_zip = bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06");
    if (is_zip || is_tar(&bytes)) && depth >= DEEPEST {
        return Err(format!("{name} is an archive nested in {DEEPEST} others"));
    }
    let within = |file: &str| format!("{file} in {name}");
    if is_zip {
        let mut archive = ZipArchive::new(Cursor::new(&bytes)).map_err(|error| cannot(&error))?;
        if let Some(kind) = unreadable::office_document(archive.file_names().flatten()) {
            unpacked.unreadable.push(kind.words(&name));
            return Ok(());
        }
        if archive.len() > MAX_FILES {
            return Err(format!("{name} has more than {MAX_FILES} files"));
        }
        for n in 0..archive.len() {
            // A file with a password, for example, does not keep the others from being read.
            let member = archive.name_for_index(n).and_then(Result::ok).map(std::borrow::Cow::into_owned);
            let member = member.map_or_else(|| name.clone(), |member| within(&member));
            let file = match archive.by_index(n) {
                Ok(file) => file,
                Err(error) => {
                    unpacked.faults.push(member_fault(&member, &name, &error));
                    continue;
                }
            };
            if file.is_dir() {
                continue;
            }
            if let Some(kind) = unreadable::zip_method(file.compression()) {
                unpacked.faults.push(kind.words(&member));
                continue;
            }
            let within = within(&file.name().map_err(|error| cannot(&error))?);
            let bytes = bounded(file, left).map_err(|error| cannot(&error))?;
            take_counted(Part { name: within, bytes }, depth + 1, left, unpacked)?;
        }
    } else if is_tar(&bytes) {
        untar(&name, &bytes, None, (depth, left), unpacked)?;
    } else if bytes.starts_with(&[0x1f, 0x8b]) && depth < DEEPEST {
        let plain = bounded(GzDecoder::new(bytes.as_slice()), left).map_err(|error| cannot(&error))?;
        if !is_tar(&plain) {
            return take_counted(Part { name, bytes: plain }, depth + 1, left, unpacked);
        }
        if depth + 1 >= DEEPEST {
            return Err(format!("{name} is an archive nested in {DEEPEST} others"));
        }
        // Its files are within what it has been charged for already.
        untar(&name, &plain, Some(plain.len() as u64), (depth + 1, left), unpacked)?;
    } else if tnef::is_tnef(&bytes) && depth < DEEPEST {
        let parts = tnef::parts(&name, &bytes);
        if parts.iter().all(|part| part.bytes.trim_ascii().is_empty()) {
            return Err(tnef::NOTHING.to_owned());
        }
        // The text may be in a form of its own, which is not looked into.
        unpacked.unreadable.push(tnef::NOTHING.to_owned());
        for part in parts {
            take_counted(part, depth + 1, left, unpacked)?;
        }
    } else if outlook::is_container(&bytes)
        && depth < DEEPEST
        && let Some(mail) = outlook::read(&name, &bytes, left)
    {
        // Its text may also be in a form of its own, which is not looked into.
        unpacked.unreadable.push(Unreadable::OutlookMail.words(&name));
        for part in mail.parts {
            take_counted(part, depth + 1, left, unpacked)?;
        }
    } else if let Some(kind) = unreadable::kind(&name, &bytes) {
        unpacked.unreadable.push(kind.words(&name));
        // A mail that is only signed is such a container too, and its text may stand in it as it is.
        if kind == Unreadable::Encrypted("S/MIME") {
            unpacked.parts.push(Part { name, bytes });
        }
    } else {
        for file in uuencode::files(&bytes) {
            match file.bytes {
                Ok(bytes) if depth < DEEPEST => {
                    take_counted(Part { name: within(&file.name), bytes }, depth + 1, left, unpacked)?;
                }
                Ok(_) => {}
                Err(why) => unpacked.faults.push(format!(
                    "{} is uuencoded and damaged: {why}; ask the sender to attach the file itself",
                    within(&file.name)
                )),
            }
        }
        let part = Part { name, bytes };
        unpacked.unreadable.extend(uuencode::unreadable(&part).map(|kind| kind.words(&part.name)));
        unpacked.parts.push(part);
    }
    Ok(())
}

/// Why a file of a zip archive cannot be read, and what to ask the sender for.
fn member_fault(member: &str, name: &str, error: &ZipError) -> String {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            Unreadable::Archive("encrypted with a password").words(member)
        }
        _ => format!("{name} cannot be read: {error}"),
    }
}

/// Adds the files of a tar archive: within what is left, or within `charged`, which has been taken from that before.
fn untar(
    name: &str,
    bytes: &[u8],
    mut charged: Option<u64>,
    (depth, left): (usize, &mut u64),
    unpacked: &mut Unpacked,
) -> Result<(), String> {
    let cannot = |what: &dyn std::fmt::Display| format!("{name} cannot be read: {what}");
    let mut archive = tar::Archive::new(bytes);
    for file in archive.entries().map_err(|error| cannot(&error))? {
        let file = file.map_err(|error| cannot(&error))?;
        if !file.header().entry_type().is_file() {
            continue;
        }
        let within = format!("{} in {name}", String::from_utf8_lossy(&file.path_bytes()));
        let bytes = bounded(file, charged.as_mut().unwrap_or(left)).map_err(|error| cannot(&error))?;
        take_counted(Part { name: within, bytes }, depth + 1, left, unpacked)?;
    }
    Ok(())
}

fn is_tar(bytes: &[u8]) -> bool {
    bytes.get(257..262) == Some(b"ustar")
}

/// The same for a file in an archive; all of them together are counted.
fn take_counted(part: Part, depth: usize, left: &mut u64, unpacked: &mut Unpacked) -> Result<(), String> {
    if unpacked.parts.len() + unpacked.faults.len() + unpacked.unreadable.len() >= MAX_FILES {
        return Err(format!("{} and what follows it: there are more than {MAX_FILES} files", part.name));
    }
    if let Err(fault) = take(part, depth, left, unpacked) {
        match *left {
            0 => return Err(fault),
            _ => unpacked.faults.push(fault),
        }
    }
    Ok(())
}

fn bounded(source: impl Read, left: &mut u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    source.take(*left + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    let much = bytes.len() as u64 > *left;
    *left = left.saturating_sub(bytes.len() as u64);
    if much {
        return Err(format!(
            "the archives of the mail unpack to more than {} MiB, or to more than {MAX_RATIO} times its size",
            MAX_BYTES >> 20
        ));
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
        let mut unpacked = Unpacked::default();
        open(Part { name: "a.zip".into(), bytes }, &mut { MAX_BYTES }, &mut unpacked);
        let mut faults = unpacked.faults.into_iter().chain(unpacked.unreadable);
        faults.next().map_or(Ok(unpacked.parts), Err)
    }

    fn tarred(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = tar::Builder::new(Vec::new());
        for (name, bytes) in files {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            archive.append_data(&mut header, name, *bytes).unwrap();
        }
        archive.into_inner().unwrap()
    }

    fn gzipped(bytes: &[u8]) -> Vec<u8> {
        use std::io::Write;
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn tar_archives_are_opened_within_the_same_limits() {
        let archive = tarred(&[("turns/1.yaml", b"a: 1\n"), ("photo.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF")]);
        for bytes in [archive.clone(), gzipped(&archive), zip(&[File::new("x.tgz", gzipped(&archive))]).unwrap()] {
            let mut unpacked = Unpacked::default();
            open(Part { name: "a".into(), bytes }, &mut { MAX_BYTES }, &mut unpacked);
            assert_eq!(unpacked.parts.len(), 1, "{unpacked:?}");
            assert!(unpacked.parts[0].name.starts_with("turns/1.yaml in "));
            assert!(unpacked.faults.is_empty() && unpacked.unreadable[0].contains("a picture"), "{unpacked:?}");
        }
        let half = vec![0; (MAX_BYTES / 2 + 1) as usize];
        let bomb = tarred(&[("a", &half), ("b", &half)]);
        for bytes in [gzipped(&bomb), zip(&[File::new("x.tar", bomb)]).unwrap()] {
            assert!(opened(bytes).unwrap_err().contains("64 MiB"));
        }
        // A sparse file is much larger than what stands for it.
        let mut sparse = tar::Header::new_gnu();
        sparse.set_path("sparse").unwrap();
        sparse.set_entry_type(tar::EntryType::GNUSparse);
        sparse.as_gnu_mut().unwrap().realsize.copy_from_slice(b"77777777777\0");
        sparse.set_size(0);
        sparse.set_cksum();
        let sparse = [sparse.as_bytes().as_slice(), &[0; 1024]].concat();
        assert!(opened(sparse).is_err() || gzipped(&archive).len() < 1024);
        // What an archive that lies too deep would unpack to is charged too: many of them stop at the first few.
        let nested = gzipped(&tarred(&[("a", &half)]));
        let all: Vec<(&str, &[u8])> = vec![("y.tgz", nested.as_slice()); 400];
        let mut unpacked = Unpacked::default();
        open(Part { name: "a".into(), bytes: gzipped(&tarred(&all)) }, &mut { MAX_BYTES }, &mut unpacked);
        assert!(unpacked.parts.is_empty() && unpacked.faults.len() < 4, "{:?}", unpacked.faults);
        let mut deep = archive;
        for _ in 0..6 {
            deep = gzipped(&deep);
        }
        assert!(opened(deep).is_ok_and(|parts| parts.len() == 1), "it stays as it is, and is no document");
        let many: Vec<(String, &[u8])> = (0..=MAX_FILES).map(|n| (n.to_string(), &b""[..])).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
        assert!(opened(tarred(&many)).unwrap_err().contains("5000 files"));
        assert!(opened(tarred(&[("a", b"x"), ("b", &[b'y'; 2000])])[..1100].to_vec()).is_err());
    }

    #[test]
    fn one_bad_archive_does_not_hide_its_neighbors() {
        let archive = zip(&[
            File::new("a.zip", b"PK\x03\x04 nonsense".to_vec()),
            File::new("turn.yaml", "a: 1\n"),
            File::new("x.rar", b"Rar!\x1a\x07\0".to_vec()),
        ]);
        let mut unpacked = Unpacked::default();
        open(Part { name: "all.zip".into(), bytes: archive.unwrap() }, &mut { MAX_BYTES }, &mut unpacked);
        assert_eq!((unpacked.parts.len(), unpacked.faults.len(), unpacked.unreadable.len()), (1, 1, 1), "{unpacked:?}");
        let word = zip(&[File::new("[Content_Types].xml", "x"), File::new("word/document.xml", "x")]).unwrap();
        assert!(opened(word).unwrap_err().contains("Word document"));
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
