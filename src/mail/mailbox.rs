//! Reads mails from files, mailboxes (mbox), Maildirs and folders, with the folders beneath them.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::message::{self, MAX_BYTES};

/// The most files and folders that are read from one place, how deep folders may lie in it, and the most bytes of files.
const MAX_FILES: usize = 100_000;
const MAX_FOLDERS: usize = 10_000;
const DEEPEST: usize = 16;
const MAX_TOTAL: u64 = 16 << 30;
/// How much of a mailbox may be read a second time, to find out whether mails without an end contain others.
const MAX_REREAD: usize = 64 << 20;

/// A mail or a file as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The file, and which mail in it, for messages.
    pub name: String,
    /// Its bytes, or why they cannot be read.
    pub bytes: Result<Vec<u8>, String>,
}

/// Passes everything at a path to `each`: a file; each mail of a mailbox; or the files of a folder and of all folders
/// beneath it, ordered by name. Of a Maildir only `new` and `cur` count, and Maildirs beneath it even if they are hidden.
/// Folders for which `skip` holds are left out, and links to folders are not followed. If there is more than anybody's
/// mail, the last thing says so.
///
/// # Errors
/// There is nothing at the path, or it cannot be read.
pub fn each(path: &Path, skip: &dyn Fn(&Path) -> bool, each: &mut dyn FnMut(Source)) -> io::Result<()> {
    let about = fs::metadata(path)?;
    if !about.is_dir() {
        return file(path, each);
    }
    fs::read_dir(path)?;
    let mut walk = Walk { files: 0, folders: 0, bytes: 0, left_out: None, skip, each };
    walk.folder(path, 0);
    if let Some(why) = walk.left_out {
        let why = format!("{why}, so not everything was read: name the folder that your mail is in");
        each(Source { name: path.display().to_string(), bytes: Err(why) });
    }
    Ok(())
}

/// A walk through folders, and what it has read so far.
struct Walk<'w> {
    files: usize,
    folders: usize,
    bytes: u64,
    /// Why something was left out.
    left_out: Option<String>,
    skip: &'w dyn Fn(&Path) -> bool,
    each: &'w mut dyn FnMut(Source),
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path, depth: usize) {
        self.folders += 1;
        let inner = ["new", "cur"].map(|part| folder.join(part));
        if is_maildir(folder) {
            inner.iter().filter(|part| part.is_dir()).for_each(|part| self.files_of(part, &mut Vec::new()));
        }
        let mut beneath = Vec::new();
        match is_maildir(folder) {
            true => self.folders_of(folder, &mut beneath),
            false => self.files_of(folder, &mut beneath),
        }
        beneath.retain(|path| !inner.contains(path) && !path.ends_with("tmp"));
        for path in beneath {
            if depth >= DEEPEST {
                self.left_out = Some(format!("folders are nested more than {DEEPEST} deep"));
            } else if self.folders >= MAX_FOLDERS {
                self.left_out = Some(format!("there are more than {MAX_FOLDERS} folders"));
            } else if self.left_out.is_none() {
                self.folder(&path, depth + 1);
            }
        }
    }

    /// Reads the files of a folder, and lists the folders in it.
    fn files_of(&mut self, folder: &Path, beneath: &mut Vec<PathBuf>) {
        let mut files = self.entries(folder, beneath);
        files.sort();
        for path in files {
            if self.files >= MAX_FILES {
                self.left_out = Some(format!("there are more than {MAX_FILES} files"));
                return;
            }
            let length = fs::metadata(&path).map_or(0, |about| about.len());
            if self.bytes + length > MAX_TOTAL {
                self.left_out = Some(format!("there are more than {} GiB", MAX_TOTAL >> 30));
                return;
            }
            self.files += 1;
            self.bytes += length;
            if let Err(error) = file(&path, self.each) {
                (self.each)(Source { name: path.display().to_string(), bytes: Err(error.to_string()) });
            }
        }
    }

    fn folders_of(&mut self, folder: &Path, beneath: &mut Vec<PathBuf>) {
        self.entries(folder, beneath);
    }

    /// The files in a folder that may hold mail, unordered, and the folders in it, ordered.
    fn entries(&mut self, folder: &Path, beneath: &mut Vec<PathBuf>) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let list = match fs::read_dir(folder) {
            Ok(list) => list,
            Err(error) => {
                let why = format!("the folder cannot be read: {error}");
                (self.each)(Source { name: folder.display().to_string(), bytes: Err(why) });
                return files;
            }
        };
        for entry in list.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            let hidden = name.to_string_lossy().starts_with('.');
            // A link to a folder could lead to a cycle, or anywhere.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if (!hidden || is_maildir(&path)) && !(self.skip)(&path) {
                    beneath.push(path);
                }
            // Thunderbird keeps an index beside each of its mailboxes.
            } else if !hidden && path.extension().is_none_or(|end| end != "msf") && path.is_file() {
                files.push(path);
            }
            if files.len() > MAX_FILES || beneath.len() > MAX_FOLDERS {
                self.left_out = Some(format!("there are more than {MAX_FILES} files in {}", folder.display()));
                break;
            }
        }
        beneath.sort();
        files
    }
}

fn is_maildir(folder: &Path) -> bool {
    ["new", "cur"].iter().any(|part| folder.join(part).is_dir())
}

fn file(path: &Path, each: &mut dyn FnMut(Source)) -> io::Result<()> {
    let name = path.display().to_string();
    let about = fs::metadata(path)?;
    if !about.is_file() {
        return Err(io::Error::other("this is a pipe or a device, not a file"));
    }
    stream_of_length(&name, File::open(path)?, Some(about.len()), each)
}

/// The same for a stream that contains a mail or a mailbox; `name` is its name in messages.
///
/// # Errors
/// It cannot be read.
pub fn stream(name: &str, source: impl Read, each: &mut dyn FnMut(Source)) -> io::Result<()> {
    stream_of_length(name, source, None, each)
}

/// What is known to be too long for a mail, and is no mailbox, is not read any further.
fn stream_of_length(
    name: &str,
    source: impl Read,
    length: Option<u64>,
    each: &mut dyn FnMut(Source),
) -> io::Result<()> {
    let mut reader = BufReader::with_capacity(64 << 10, source);
    let head = reader.fill_buf()?;
    // Blank lines may come before the first mail of a piece of a mailbox.
    let blank = head.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if head[blank..].starts_with(b"From ") && (blank == 0 || begins_a_mail(&head[blank..])) {
        reader.consume(blank);
        let head = reader.buffer();
        let ends_in_cr = head.contains(&b'\r') && !head.contains(&b'\n');
        let end = if ends_in_cr { b'\r' } else { b'\n' };
        return Mailbox { reader, end, ahead: VecDeque::new(), room: MAX_REREAD }.mails(name, each);
    }
    let too_long = length.is_some_and(|length| length > MAX_BYTES as u64);
    let bytes = if too_long { Err(too_large()) } else { limited(reader)? };
    let bytes = bytes.map(|bytes| match emlx(&bytes) {
        Some(mail) => mail.to_vec(),
        None => bytes,
    });
    each(Source { name: name.to_owned(), bytes });
    Ok(())
}

/// The mail in a file of Apple Mail: a line with its length, the mail, and what Apple Mail knows about it.
fn emlx(bytes: &[u8]) -> Option<&[u8]> {
    let end = bytes.iter().take(24).position(|byte| *byte == b'\n')?;
    let length: usize = std::str::from_utf8(&bytes[..end]).ok()?.trim().parse().ok()?;
    let rest = &bytes[end + 1..];
    let mail = rest.get(..length).unwrap_or(rest);
    message::is_mail(mail).then_some(mail)
}

/// Whether a line begins a mail: `From ann@example.org Fri Nov 27 10:00:00 2026`. Some programs leave such lines in
/// mails without escaping them; a line that does not end in a date is text.
fn begins_a_mail(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else { return false };
    let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
    let rest = String::from_utf8_lossy(&rest[..end]);
    let mut words = rest.split_whitespace();
    let is_time = |word: &str| {
        let parts: Vec<&str> = word.split(':').collect();
        (2..=3).contains(&parts.len()) && parts.iter().all(|part| part.len() == 2 && part.parse::<u8>().is_ok())
    };
    let is_year = |word: &str| word.len() == 4 && word.parse::<u16>().is_ok_and(|year| year >= 1970);
    // A time zone or an offset may come before or after the year.
    words.any(is_time) && words.take(3).any(is_year)
}

/// A mailbox. Each mail begins with a `From …` line at the start or after an empty line; inside mails, such lines have
/// been given an extra `>`, or not: therefore header lines must follow, and a mail of several parts goes on until its
/// last boundary, if it comes.
struct Mailbox<R> {
    reader: R,
    /// The last byte of each line.
    end: u8,
    /// What is read again.
    ahead: VecDeque<u8>,
    /// How much may still be read again.
    room: usize,
}

impl<R: BufRead> Mailbox<R> {
    /// The next line, with its end; empty at the end of the mailbox.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        while let Some(byte) = self.ahead.pop_front() {
            line.push(byte);
            if byte == b'\n' || line.len() >= MAX_BYTES {
                return Ok(line);
            }
        }
        let rest = (MAX_BYTES - line.len()) as u64;
        self.reader.by_ref().take(rest).read_until(self.end, &mut line)?;
        if self.end == b'\r' && line.last() == Some(&b'\r') {
            line.pop();
            line.push(b'\n');
        }
        Ok(line)
    }

    /// Whether the lines that come are the header lines of a mail.
    fn headers_follow(&mut self) -> io::Result<bool> {
        const ENOUGH: usize = 8 << 10;
        let mut head = Vec::new();
        while head.len() < ENOUGH {
            let line = self.line()?;
            let ends = line.trim_ascii().is_empty();
            head.extend_from_slice(&line);
            if ends {
                break;
            }
        }
        let follow = message::begins_with_headers(&head);
        head.iter().rev().for_each(|byte| self.ahead.push_front(*byte));
        Ok(follow)
    }

    fn mails(mut self, name: &str, each: &mut dyn FnMut(Source)) -> io::Result<()> {
        let mut count = 0;
        let mut line = self.line()?;
        while !line.is_empty() {
            count += 1;
            let (mail, next) = self.mail()?;
            let bytes = if mail.len() > MAX_BYTES { Err(too_large()) } else { Ok(mail) };
            each(Source { name: format!("{name}, mail {count}"), bytes });
            line = next;
        }
        Ok(())
    }

    /// The mail after a separator, and the separator after it, which is empty at the end.
    fn mail(&mut self) -> io::Result<(Vec<u8>, Vec<u8>)> {
        let mut mail = Vec::new();
        let (mut empty, mut parts) = (false, Parts::default());
        // The first separator within a mail of several parts that has not ended: where, how the mail ends if that is a
        // new one, and what was read since then, as it stands in the mailbox.
        let mut doubt: Option<(usize, Vec<u8>, Vec<u8>)> = None;
        loop {
            let line = self.line()?;
            let at_end = line.is_empty();
            let separates = !at_end && empty && begins_a_mail(&line) && self.headers_follow()?;
            let too_long = doubt.as_ref().is_some_and(|(.., read)| read.len() + line.len() > self.room.min(MAX_BYTES));
            if (at_end || too_long)
                && let Some((length, separator, mut read)) = doubt.take()
            {
                // The last boundary never came: the mail ended before the separator.
                read.extend_from_slice(&line);
                self.room = self.room.saturating_sub(read.len());
                read.iter().rev().for_each(|byte| self.ahead.push_front(*byte));
                mail.truncate(length);
                return Ok((mail, separator));
            }
            if at_end {
                return Ok((mail, line));
            }
            if separates && (!parts.are_open() || self.room == 0) {
                return Ok((mail, line));
            }
            parts.read(&line);
            if !parts.are_open() {
                doubt = None;
            }
            match &mut doubt {
                Some((.., read)) => read.extend_from_slice(&line),
                None if separates => doubt = Some((mail.len(), line.clone(), Vec::new())),
                None => {}
            }
            if mail.len() <= MAX_BYTES {
                let marks = line.iter().take_while(|byte| **byte == b'>').count();
                let quoted = marks > 0 && line[marks..].starts_with(b"From ");
                mail.extend_from_slice(&line[usize::from(quoted)..]);
            }
            empty = line.trim_ascii().is_empty();
        }
    }
}

/// Whether a mail has several parts, and whether its last boundary has come.
#[derive(Default)]
struct Parts {
    /// The headers, until they have ended.
    head: Vec<u8>,
    has_body: bool,
    last: Option<Vec<u8>>,
}

impl Parts {
    fn read(&mut self, line: &[u8]) {
        const LONGEST: usize = 64 << 10;
        let bare = line.trim_ascii_end();
        if self.has_body {
            if self.last.as_deref() == Some(bare) {
                self.last = None;
            }
        } else if bare.is_empty() || self.head.len() > LONGEST {
            self.has_body = true;
            self.last = message::boundary(&std::mem::take(&mut self.head))
                .map(|value| [b"--", value.as_slice(), b"--"].concat());
        } else {
            self.head.extend_from_slice(line);
        }
    }

    fn are_open(&self) -> bool {
        self.last.is_some()
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
        each(path, &|_| false, &mut |source| all.push(source)).unwrap();
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

    fn mails(text: &[u8]) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        stream("box", text, &mut |source| all.push(source.bytes.unwrap())).unwrap();
        all
    }

    const LINE: &str = "From a@b Fri Nov 27 10:00:00 2026\n";
    /// A mail that contains a patch of git, with a separator of its own.
    const OPEN: &str = "Subject: x\nContent-Type: multipart/mixed;\n boundary=\"b\"\n\n--b\n\nFrom 0123 Mon Sep 17 00:00:00 2001\n\
                        From: Carl\nSubject: [PATCH]\n\nbody\n";

    #[test]
    fn a_separator_within_a_mail_of_several_parts_begins_none() {
        let whole = format!("{OPEN}\n--b--\n\n");
        let text = format!("{LINE}{whole}{LINE}Subject: y\n\nz\n");
        assert_eq!(mails(text.as_bytes()), [whole.as_bytes(), b"Subject: y\n\nz\n"]);
        // With line ends of every kind.
        for end in ["\r\n", "\r"] {
            assert_eq!(mails(text.replace('\n', end).as_bytes()).len(), 2);
        }
        assert_eq!(mails(format!("\n\n{text}").as_bytes()).len(), 2, "blank lines before the first");
        // If its last boundary never comes, a mail does not swallow those after it; they are read as if alone.
        let text = format!("{LINE}{OPEN}\n{LINE}{whole}{LINE}Subject: y\n\nz\n");
        assert_eq!(mails(text.as_bytes()).len(), 2, "its boundary comes in the next mail");
        let text = text.replacen("boundary=\"b\"", "boundary=c", 1);
        let found = mails(text.as_bytes());
        assert_eq!(found[2..], [whole.as_bytes(), b"Subject: y\n\nz\n"], "{found:?}");
        // Without header lines after it, it is text in any mail.
        let text = format!("{LINE}Subject: x\n\n{LINE}I wrote.\n\n{LINE}to me: it is yours\n");
        assert_eq!(mails(text.as_bytes()).len(), 1);
    }

    #[test]
    fn mailboxes_whose_mails_never_end_are_read_in_bounded_time() {
        let mail =
            format!("{LINE}Subject: x\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\n{}\n\n", "x".repeat(100));
        let began = std::time::Instant::now();
        assert_eq!(mails(mail.repeat(2_000).as_bytes()).len(), 2_000);
        assert!(began.elapsed().as_secs() < 30, "{:?}", began.elapsed());
    }

    #[test]
    fn a_mail_of_apple_mail_is_taken_out_of_its_file() {
        let mail = "From: a@b\nSubject: x\n\nbody\n";
        let file = format!("{}        \n{mail}<?xml version=\"1.0\"?>\n<plist/>\n", mail.len());
        assert_eq!(mails(file.as_bytes()), [mail.as_bytes()]);
        let cut = format!("{}\n{mail}", mail.len() + 100);
        assert_eq!(mails(cut.as_bytes()), [mail.as_bytes()]);
        for other in ["12\nadjutant: 1\n", "12", "12\n"] {
            assert_eq!(mails(other.as_bytes()), [other.as_bytes()]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn folders_beneath_are_read_and_links_are_not_followed() {
        let root = std::env::temp_dir().join(format!("adjutant-folders-{}", std::process::id()));
        let put = |path: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, path.file_name().unwrap().to_string_lossy().as_bytes()).unwrap();
        };
        for path in [
            "Maildir/cur/a",
            "Maildir/dovecot.index",
            "Maildir/.Games/new/b",
            "Maildir/.Games/tmp/no",
            "Maildir/.Games.Old/cur/c",
            "Maildir/INBOX/Games/cur/d",
            "Maildir/.hidden/no",
            "Profile/Inbox",
            "Profile/Inbox.msf",
            "Profile/Inbox.sbd/Games",
            "Profile/Inbox.sbd/Games.sbd/Old",
            "Profile/match/charter.yaml",
            "Apple/INBOX.mbox/Data/1/Messages/1.emlx",
        ] {
            put(path);
        }
        std::os::unix::fs::symlink(&root, root.join("Profile/again")).unwrap();
        let names = |path: &str| -> Vec<String> {
            let mut all = Vec::new();
            let skip = |folder: &Path| folder.join("charter.yaml").is_file();
            each(&root.join(path), &skip, &mut |source| all.push(String::from_utf8(source.bytes.unwrap()).unwrap()))
                .unwrap();
            all
        };
        assert_eq!(names("Maildir"), ["a", "b", "c", "d"]);
        assert_eq!(names("Profile"), ["Inbox", "Games", "Old"]);
        assert_eq!(names("Apple"), ["1.emlx"]);
        let mut deep = root.join("deep");
        (0..=DEEPEST).for_each(|_| deep = deep.join("x"));
        fs::create_dir_all(deep).unwrap();
        let found = found(&root.join("deep"));
        let [Source { bytes: Err(why), .. }] = found.as_slice() else { panic!("{found:?}") };
        assert!(why.contains("nested more than 16 deep, so not everything was read"), "{why}");
        fs::remove_dir_all(root).unwrap();
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
        assert!(each(&folder.join("none"), &|_| false, &mut |_| ()).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
