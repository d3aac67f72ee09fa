//! Reads mails from files, mailboxes (mbox), Maildirs and folders.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::message::MAX_BYTES;

/// The most files that are read from one folder.
const MAX_FILES: usize = 100_000;

/// A mail or a file as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file, and which mail in it, for messages.
    pub name: String,
    /// Its bytes, or why they cannot be read.
    pub bytes: Result<Vec<u8>, String>,
}

/// Passes everything at a path to `each`: a file; each mail of a mailbox; the files in `new` and `cur` of a Maildir, or
/// else those of a folder, ordered by name.
///
/// # Errors
/// There is nothing at the path, or it cannot be read.
pub fn each(path: &Path, each: &mut dyn FnMut(Source)) -> io::Result<()> {
    let about = fs::metadata(path)?;
    if !about.is_dir() {
        return file(path, each);
    }
    let parts: Vec<PathBuf> = ["new", "cur"].iter().map(|part| path.join(part)).filter(|part| part.is_dir()).collect();
    let folders = if parts.is_empty() { vec![path.to_owned()] } else { parts };
    for folder in folders {
        let mut files = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
            if !hidden && path.is_file() {
                files.push(path);
            }
            if files.len() > MAX_FILES {
                return Err(io::Error::other(format!("there are more than {MAX_FILES} files in {}", folder.display())));
            }
        }
        files.sort();
        for path in files {
            if let Err(error) = file(&path, each) {
                each(Source { name: path.display().to_string(), bytes: Err(error.to_string()) });
            }
        }
    }
    Ok(())
}

fn file(path: &Path, each: &mut dyn FnMut(Source)) -> io::Result<()> {
    let name = path.display().to_string();
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("this is a pipe or a device, not a file"));
    }
    stream(&name, File::open(path)?, each)
}

/// The same for a stream that contains a mail or a mailbox; `name` is its name in messages.
///
/// # Errors
/// It cannot be read.
pub fn stream(name: &str, source: impl Read, each: &mut dyn FnMut(Source)) -> io::Result<()> {
    let mut reader = BufReader::new(source);
    if reader.fill_buf()?.starts_with(b"From ") {
        return mails(reader, name, each);
    }
    each(Source { name: name.to_owned(), bytes: limited(reader)? });
    Ok(())
}

/// Whether a line begins a mail: `From ann@example.org Fri Nov 27 10:00:00 2026`. Some programs leave such lines in
/// mails without escaping them; a line that does not end in a date is text.
fn begins_a_mail(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else { return false };
    let rest = String::from_utf8_lossy(rest);
    let mut words = rest.split_whitespace();
    let is_time = |word: &str| {
        let parts: Vec<&str> = word.split(':').collect();
        (2..=3).contains(&parts.len()) && parts.iter().all(|part| part.len() == 2 && part.parse::<u8>().is_ok())
    };
    let is_year = |word: &str| word.len() == 4 && word.parse::<u16>().is_ok_and(|year| year >= 1970);
    // A time zone or an offset may come before or after the year.
    words.any(is_time) && words.take(3).any(is_year)
}

/// The mails of a mailbox. Each begins with a `From …` line at the start or after an empty line; inside mails, such
/// lines have been given an extra `>`.
fn mails(mut reader: impl BufRead, name: &str, each: &mut dyn FnMut(Source)) -> io::Result<()> {
    let (mut line, mut mail, mut count) = (Vec::new(), Vec::new(), 0);
    let mut empty = true;
    let mut give = |mail: &mut Vec<u8>, count: usize| {
        let bytes = if mail.len() > MAX_BYTES { Err(too_large()) } else { Ok(std::mem::take(mail)) };
        mail.clear();
        each(Source { name: format!("{name}, mail {count}"), bytes });
    };
    loop {
        line.clear();
        let length = reader.by_ref().take(MAX_BYTES as u64).read_until(b'\n', &mut line)?;
        if length == 0 || empty && begins_a_mail(&line) || count == 0 {
            if count > 0 {
                give(&mut mail, count);
            }
            if length == 0 {
                return Ok(());
            }
            count += 1;
        } else if mail.len() <= MAX_BYTES {
            let marks = line.iter().take_while(|byte| **byte == b'>').count();
            let quoted = marks > 0 && line[marks..].starts_with(b"From ");
            mail.extend_from_slice(&line[usize::from(quoted)..]);
        }
        empty = line.trim_ascii().is_empty();
    }
}

/// The bytes of a stream, unless there are more than a mail may have.
fn limited(source: impl Read) -> io::Result<Result<Vec<u8>, String>> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(if bytes.len() > MAX_BYTES { Err(too_large()) } else { Ok(bytes) })
}

fn too_large() -> String {
    format!("it is larger than {} MiB, the limit of a mail", MAX_BYTES >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &Path) -> Vec<Source> {
        let mut all = Vec::new();
        each(path, &mut |source| all.push(source)).unwrap();
        all
    }

    #[test]
    fn a_sentence_begins_no_mail() {
        for line in [
            "From ann@example.org Fri Nov 27 10:00:00 2026\n",
            "From MAILER-DAEMON Fri Nov 27 10:00:00 2026\n",
            "From a@b Fri Nov 27 10:00 CET 2026\n",
            "From - Fri Nov 27 10:00:00 2026 +0100\r\n",
        ] {
            assert!(begins_a_mail(line.as_bytes()), "{line}");
        }
        for line in [
            "From here on it is yours.\n",
            "From 10:00 on\n",
            "From 2026 to 10:00\n",
            "from a@b Fri Nov 27 10:00:00 2026",
        ] {
            assert!(!begins_a_mail(line.as_bytes()), "{line}");
        }
        let mut all = Vec::new();
        let text = "From a@b Fri Nov 27 10:00:00 2026\nSubject: x\n\nFrom here on it is yours.\n";
        stream("box", text.as_bytes(), &mut |source| all.push(source.bytes.unwrap())).unwrap();
        assert_eq!(all, [b"Subject: x\n\nFrom here on it is yours.\n".to_vec()]);
    }

    #[test]
    fn mails_are_found_wherever_they_lie() {
        // Not by a crate for temporary folders, which this crate needs nowhere else.
        let folder = std::env::temp_dir().join(format!("adjutant-mailbox-{}", std::process::id()));
        for part in ["Maildir/new", "Maildir/cur", "Maildir/tmp"] {
            fs::create_dir_all(folder.join(part)).unwrap();
        }
        fs::write(folder.join("Maildir/new/2"), "two").unwrap();
        fs::write(folder.join("Maildir/cur/1:2,S"), "one").unwrap();
        fs::write(folder.join("Maildir/tmp/3"), "three").unwrap();
        let texts = |path: &str| -> Vec<Vec<u8>> {
            found(&folder.join(path)).into_iter().map(|source| source.bytes.unwrap()).collect()
        };
        assert_eq!(texts("Maildir"), [b"two".to_vec(), b"one".to_vec()]);
        let mbox = "From a@b Fri Nov 27 10:00:00 2026\nSubject: x\n\n>From here\n>>From there\n\nFrom c@d Fri Nov 27 10:00:00 2026\nSubject: y\n\nz\n";
        fs::write(folder.join("box"), mbox).unwrap();
        assert_eq!(texts("box"), [b"Subject: x\n\nFrom here\n>From there\n\n".to_vec(), b"Subject: y\n\nz\n".to_vec()]);
        assert!(found(&folder.join("box"))[1].name.ends_with("box, mail 2"));
        fs::write(folder.join("large"), vec![b'x'; MAX_BYTES + 1]).unwrap();
        assert!(found(&folder.join("large"))[0].bytes.as_ref().unwrap_err().contains("24 MiB"));
        assert!(each(&folder.join("none"), &mut |_| ()).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
