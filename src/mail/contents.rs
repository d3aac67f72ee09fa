//! Everything that a mail or a file contains: the parts of mails and the files of archives, mails within them included.

use crate::message::{self, Message};
use crate::outlook;
use crate::part::Part;
use crate::unpack::{self, Unpacked};
use crate::unreadable::Unreadable;

/// The maximum nesting of mails in attachments and archives, apart from forwarded mails, which have a limit of their own.
const DEEPEST: usize = 3;
/// What is above the text that somebody encrypted with PGP.
const PGP: &str = "-----BEGIN PGP MESSAGE-----";

/// What a mail or a file contains.
#[derive(Debug, Default)]
pub struct Contents {
    /// The mail, without its parts; nearly empty for any other file.
    pub mail: Message,
    /// Whether it is a mail.
    pub is_mail: bool,
    pub parts: Vec<Part>,
    /// What should be readable and is not, and what to do about it.
    pub faults: Vec<String>,
    /// What is of a kind that this program does not read, and what to ask the sender for.
    pub unreadable: Vec<String>,
}

impl Contents {
    /// Opens a mail or a file; `name` is its name in messages.
    ///
    /// # Errors
    /// It is beyond the limits of a mail, in words.
    pub fn of(name: &str, bytes: &[u8]) -> Result<Contents, String> {
        let is_mail = message::is_mail(bytes);
        let mut mail = if is_mail { message::read(bytes)? } else { saved_by_outlook(name, bytes) };
        if !is_mail {
            mail.parts = vec![Part { name: name.to_owned(), bytes: bytes.to_vec() }];
        }
        let mut unpacked = Unpacked { faults: std::mem::take(&mut mail.notes), ..Unpacked::default() };
        unpacked.unreadable.append(&mut mail.unreadable);
        let mut room = unpack::room(bytes.len());
        let mut found = Vec::new();
        for part in std::mem::take(&mut mail.parts) {
            add(part, 0, &mut room, &mut unpacked, &mut found);
        }
        // A saved mail with its header lines is evidence as well.
        let is_mail = is_mail || !mail.received.is_empty();
        Ok(Contents { mail, is_mail, parts: found, faults: unpacked.faults, unreadable: unpacked.unreadable })
    }
}

/// What the header lines of a mail say that Outlook saved; nothing for any other file.
fn saved_by_outlook(name: &str, bytes: &[u8]) -> Message {
    let saved = outlook::read(name, bytes, &mut { unpack::MAX_BYTES });
    let headers = saved.map(|saved| saved.headers).filter(|headers| message::is_mail(headers.as_bytes()));
    headers
        .and_then(|headers| message::read(format!("{}\r\n\r\n", headers.trim_end()).as_bytes()).ok())
        .unwrap_or_default()
}

/// Adds what is in a part, with the mails in it taken apart.
fn add(part: Part, depth: usize, room: &mut u64, unpacked: &mut Unpacked, found: &mut Vec<Part>) {
    unpack::open(part, room, unpacked);
    for part in std::mem::take(&mut unpacked.parts) {
        let is_named = part.name.split(" in ").next().is_some_and(|name| name.to_ascii_lowercase().ends_with(".eml"));
        let is_mail = message::is_pasted(&part.bytes) || is_named && message::is_mail(&part.bytes);
        if depth < DEEPEST && is_mail {
            match message::read(&part.bytes) {
                Ok(mail) => {
                    unpacked.faults.extend(mail.notes);
                    unpacked.unreadable.extend(mail.unreadable);
                    mail.parts.into_iter().for_each(|part| add(part, depth + 1, room, unpacked, found));
                }
                Err(why) => unpacked.faults.push(format!("{}: {why}", part.name)),
            }
            continue;
        }
        if part.bytes.windows(PGP.len()).any(|text| text == PGP.as_bytes()) {
            unpacked.unreadable.push(Unreadable::Encrypted("PGP").words(&part.name));
        }
        found.push(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::File;
    use crate::outlook::outlook_mail::saved;

    fn texts(contents: &Contents) -> Vec<String> {
        let text = |part: &Part| String::from_utf8_lossy(&part.bytes).trim().to_owned();
        let mut texts: Vec<String> = contents.parts.iter().map(text).collect();
        texts.sort();
        texts
    }

    #[test]
    fn a_mail_that_outlook_saved_is_read_with_the_time_at_which_it_came() {
        let contents = Contents::of("a.msg", &saved("hello", b"adjutant: 1\n")).unwrap();
        assert!(contents.is_mail && contents.faults.is_empty());
        let lines = &contents.mail.received;
        assert_eq!(lines.len(), 1, "the lines of the mail within it do not count");
        assert_eq!((lines[0].by.as_deref(), lines[0].time), (Some("b"), Some(1_795_860_000)));
        assert_eq!(contents.mail.from.as_deref(), Some("ann@example.org"));
        assert_eq!(texts(&contents), ["adjutant: 1", "hello", "within"]);
        assert!(contents.unreadable[0].contains("ask the sender"), "said if none of these is a document");
    }

    /// A mail of a few thousand bytes does not unpack to tens of millions.
    #[test]
    fn archives_unpack_up_to_a_limit_in_the_size_of_the_mail() {
        let of = |mib: usize| {
            let archive = unpack::zip(&[File::new("a.yaml", vec![b'a'; mib << 20])]).unwrap();
            Contents::of("a.zip", &archive).unwrap()
        };
        assert_eq!(of(8).parts.len(), 1);
        let bomb = of(12);
        assert!(bomb.parts.is_empty(), "{:?}", bomb.parts.len());
        let said = "a.zip cannot be read: the archives of the mail unpack to more than 64 MiB, or to more than 50 times its size";
        assert_eq!(bomb.faults, [said]);
    }

    #[test]
    fn mails_in_archives_and_attachments_are_taken_apart() {
        let mail = "From: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nhello\n--b\n\
                    Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\nYWI=\n--b--\n";
        let plain = "From: a@b\nSubject: x\n\nplain\n";
        let files = [File::new("one.eml", mail), File::new("two.eml", plain), File::new("three.txt", plain)];
        let contents = Contents::of("all.zip", &unpack::zip(&files).unwrap()).unwrap();
        assert!(!contents.is_mail && contents.mail.received.is_empty());
        assert_eq!(texts(&contents), [plain.trim(), "ab", "hello", "plain"]);
        let mut nested = mail.to_owned();
        for _ in 0..40 {
            nested = format!("From: a@b\nSubject: x\nMIME-Version: 1.0\n\nSee:\n\n{nested}");
        }
        assert!(!Contents::of("deep", nested.as_bytes()).unwrap().parts.is_empty());
        let secret = "From: a@b\nSubject: x\n\nHello,\n-----BEGIN PGP MESSAGE-----\n\nhQ\n";
        assert!(Contents::of("secret", secret.as_bytes()).unwrap().unreadable[0].contains("encrypted with PGP"));
    }
}
