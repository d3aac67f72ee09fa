//! Reads a mail that Outlook saved as .msg ([MS-OXMSG]): a file system in a file, in which each property of the mail is a
//! stream with a name made of its number and its type.

use std::io::Cursor;
use std::path::Path;

use cfb::CompoundFile;

use crate::normalize;
use crate::part::Part;

/// The first bytes of the container, which old Office documents have too.
const SIGNATURE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
/// What the names of streams begin with.
const PROPERTY: &str = "__substg1.0_";
/// Where names of properties are, in streams that are named alike.
const NAMES: &str = "__nameid_version1.0";

const HEADERS: u16 = 0x007d;
const TEXT: u16 = 0x1000;
const PAGE: u16 = 0x1013;
const DATA: u16 = 0x3701;
const SHORT_NAME: u16 = 0x3704;
const NAME: u16 = 0x3707;
/// The type of texts in UTF-16; the other type of texts is in the encoding of the sender's machine.
const UTF_16: u16 = 0x001f;

/// What is in a saved mail.
#[derive(Debug, Default)]
pub struct SavedMail {
    /// The header lines with which it arrived; empty for a mail that was never sent.
    pub headers: String,
    /// Its texts and attachments, those of mails within it included.
    pub parts: Vec<Part>,
}

/// Whether bytes are a container of the kind in which Outlook saves mails.
pub fn is_container(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// Reads a saved mail, of at most `room` bytes in all; `name` is its name in messages. `None` if it is none.
pub fn read(name: &str, bytes: &[u8], room: &mut u64) -> Option<SavedMail> {
    if !is_container(bytes) {
        return None;
    }
    let mut file = CompoundFile::open(Cursor::new(bytes)).ok()?;
    let streams = file.walk().filter(cfb::Entry::is_stream).map(|entry| entry.path().to_owned());
    let mut mail = SavedMail::default();
    let mut found = false;
    let mut titles = Vec::new();
    for path in streams.collect::<Vec<_>>() {
        let Some((number, kind)) = property(&path) else { continue };
        found = true;
        if ![HEADERS, TEXT, PAGE, DATA, SHORT_NAME, NAME].contains(&number) {
            continue;
        }
        let mut value = Vec::new();
        let Ok(stream) = file.open_stream(&path) else { continue };
        if std::io::Read::read_to_end(&mut std::io::Read::take(stream, *room), &mut value).is_err() {
            continue;
        }
        *room -= value.len() as u64;
        let text = || match kind {
            UTF_16 => String::from_utf16_lossy(
                &value.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect::<Vec<_>>(),
            ),
            _ => normalize::decode(&value).into_owned(),
        };
        let is_own = path.components().count() == 2;
        match number {
            HEADERS if is_own => mail.headers = text(),
            TEXT => mail.parts.push(Part { name: format!("its text in {name}"), bytes: text().into_bytes() }),
            PAGE => mail.parts.push(Part { name: format!("its page in {name}"), bytes: value }),
            DATA => mail.parts.push(Part { name: path.parent()?.display().to_string(), bytes: value }),
            NAME | SHORT_NAME => titles.push((number, path.parent()?.display().to_string(), text())),
            _ => {}
        }
    }
    // The long name of an attachment is preferred to the short one.
    titles.sort_unstable_by(|one, other| other.cmp(one));
    for part in &mut mail.parts {
        if part.name.starts_with('/') {
            let title = titles.iter().find(|(_, place, _)| *place == part.name).map(|(.., title)| title.as_str());
            part.name = format!("{} in {name}", title.unwrap_or("an attachment").trim_end_matches('\0'));
        }
    }
    found.then_some(mail)
}

/// The number and the type of the property that a stream contains; `None` for any other stream, such as those in which
/// names are mapped to numbers.
fn property(path: &Path) -> Option<(u16, u16)> {
    if path.iter().any(|part| part == NAMES) {
        return None;
    }
    let digits = path.file_name()?.to_str()?.strip_prefix(PROPERTY)?;
    let number = u32::from_str_radix(digits.get(..8)?, 16).ok()?;
    Some(((number >> 16) as u16, number as u16))
}

#[cfg(test)]
#[path = "../../tests/support/outlook_mail.rs"]
pub(crate) mod outlook_mail;

#[cfg(test)]
mod tests {
    use super::*;
    use outlook_mail::saved;
    use std::io::Write;

    #[test]
    fn a_saved_mail_is_taken_apart() {
        let mail = read("a.msg", &saved("Grüße", b"adjutant: 1\n"), &mut 1_000_000).unwrap();
        assert!(mail.headers.starts_with("Received: from a by b;"));
        let mut parts: Vec<(&str, &[u8])> =
            mail.parts.iter().map(|part| (part.name.as_str(), part.bytes.as_slice())).collect();
        parts.sort_unstable();
        let expected: [(&str, &[u8]); 3] = [
            ("its text in a.msg", "Grüße".as_bytes()),
            ("its text in a.msg", b"within"),
            ("turn.yaml in a.msg", b"adjutant: 1\n"),
        ];
        assert_eq!(parts, expected);
        let mut room = 100;
        read("a.msg", &saved("x", &[0; 5000]), &mut room);
        assert_eq!(room, 0, "no more is read than is allowed");
    }

    #[test]
    fn other_containers_are_none_and_damaged_ones_do_no_harm() {
        let whole = saved("text", &[7; 6000]);
        for cut in (0..whole.len()).step_by(509) {
            read("a", &whole[..cut], &mut 1_000_000);
            let mut changed = whole.clone();
            changed[cut] ^= 0xff;
            read("a", &changed, &mut 1_000_000);
        }
        let mut word = CompoundFile::create(Cursor::new(Vec::new())).unwrap();
        word.create_stream("/WordDocument").unwrap().write_all(b"x").unwrap();
        assert!(read("a.doc", &word.into_inner().into_inner(), &mut 1_000).is_none());
        assert!(read("a.msg", SIGNATURE, &mut 1_000).is_none());
    }
}
