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
        let mut room = unpack::MAX_BYTES;
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
