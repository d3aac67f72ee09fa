//! Reads one mail: who sent it, when it arrived, and its parts. The mail-parser crate reads MIME, within our limits.

use mail_parser::{DateTime, MessageParser, MimeHeaders, PartType};

use crate::unpack::Part;

/// The maximum size of a mail in bytes, its maximum number of parts, and the maximum nesting of mails in mails.
pub const MAX_BYTES: usize = 24 << 20;
const MAX_PARTS: usize = 200;
const DEEPEST: usize = 32;

/// The relevant parts of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The address in `From:`.
    pub from: Option<String>,
    pub subject: Option<String>,
    /// When the recipient's server received it, by the topmost `Received:` line; in seconds since 1970.
    pub received: Option<i64>,
    /// The sender's time (`Date:`).
    pub sent: Option<i64>,
    /// Texts and attachments, including those of forwarded mails.
    pub parts: Vec<Part>,
    /// What cannot be read, and what to do about it.
    pub notes: Vec<String>,
}

/// Whether bytes look like the source of a mail: header lines, at least one of which is specific to mail.
pub fn is_mail(bytes: &[u8]) -> bool {
    const OWN: [&str; 9] =
        ["received", "return-path", "delivered-to", "from", "to", "subject", "date", "message-id", "mime-version"];
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(16 << 10)]);
    let mut own = 0;
    for line in head.trim_start_matches('\u{feff}').lines() {
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else { return own > 1 };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return false;
        }
        own += usize::from(OWN.contains(&name.to_ascii_lowercase().as_str()));
    }
    own > 1
}

/// Reads a mail.
///
/// # Errors
/// It is larger than [`MAX_BYTES`], has too many parts, or nests mails too deeply.
pub fn read(raw: &[u8]) -> Result<Message, String> {
    let mut message = Message::default();
    add(raw, &mut message, 0)?;
    Ok(message)
}

fn add(raw: &[u8], message: &mut Message, depth: usize) -> Result<(), String> {
    if raw.len() > MAX_BYTES {
        return Err(format!("the mail is larger than {} MiB, the limit", MAX_BYTES >> 20));
    }
    if depth > DEEPEST {
        return Err(format!("more than {DEEPEST} mails are nested in each other"));
    }
    let flat = flattened(raw);
    let Some(mail) = MessageParser::default().parse(&flat) else { return Ok(()) };
    if depth == 0 {
        let time = |date: &DateTime| date.is_valid().then(|| date.to_timestamp());
        message.from = mail.from().and_then(|from| from.first()?.address()).map(str::to_owned);
        message.subject = mail.subject().map(str::to_owned);
        message.received = mail.received().and_then(|received| time(&received.date()?));
        message.sent = mail.date().and_then(time);
    }
    for part in &mail.parts {
        let name = part.attachment_name().map(str::to_owned);
        let kind = part.content_type();
        let is = |main: &str, sub: &str| {
            kind.is_some_and(|kind| {
                kind.ctype().eq_ignore_ascii_case(main)
                    && kind.subtype().is_some_and(|kind| kind.eq_ignore_ascii_case(sub))
            })
        };
        let bytes = match &part.body {
            PartType::Multipart(_) => continue,
            PartType::Text(text) | PartType::Html(text) => text.as_bytes(),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) => bytes.as_ref(),
            PartType::Message(inner) => inner.raw_message.as_ref(),
        };
        if kind.is_some_and(|kind| kind.subtype().is_some_and(|kind| kind.starts_with(HIDDEN))) {
            let plain = part.encoding == mail_parser::Encoding::None;
            let source = flat.get(part.offset_body as usize..part.offset_end as usize).filter(|_| plain);
            add(source.unwrap_or(bytes), message, depth + 1)?;
            continue;
        }
        let called = name.as_deref().is_some_and(|name| name.eq_ignore_ascii_case("winmail.dat"));
        if is("application", "ms-tnef") || is("application", "vnd.ms-tnef") || called || is_winmail(bytes) {
            message.notes.push(WINMAIL.to_owned());
            continue;
        }
        if kind.is_some_and(|kind| matches!(kind.ctype(), "image" | "audio" | "video")) {
            continue;
        }
        if message.parts.len() >= MAX_PARTS {
            return Err(format!("the mail has more than {MAX_PARTS} parts"));
        }
        message.parts.push(Part { name: name.unwrap_or_else(|| "its text".to_owned()), bytes: bytes.to_vec() });
    }
    Ok(())
}

/// What is said of Outlook's own form of attachments.
pub const WINMAIL: &str = "Outlook packed the attachments into winmail.dat, which only Outlook can read: ask the sender to send \
                           the mail as plain text, or to paste the armor into it";

/// Whether these bytes are attachments in Outlook's own format (TNEF), by their first bytes.
pub fn is_winmail(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x78, 0x9f, 0x3e, 0x22])
}

/// The prefix of a nested mail's type while the parser reads the outer one.
const HIDDEN: &str = "x-/";

/// The mail with the types of nested mails changed, so that the parser treats them as texts: the parser reads nested
/// mails recursively, and thousands of levels would crash the program.
fn flattened(raw: &[u8]) -> Vec<u8> {
    let mut flat = raw.to_vec();
    let lower = raw.to_ascii_lowercase();
    let blank = |at: usize| at + lower[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let mut put = |word: &[u8], ends: &[&[u8]], whole: &dyn Fn(usize) -> (usize, &'static [u8])| {
        let mut from = 0;
        while let Some(at) = find(&lower[from..], word).map(|at| from + at) {
            from = at + word.len();
            let slash = blank(from);
            if lower.get(slash) != Some(&b'/') {
                continue;
            }
            let sub = blank(slash + 1);
            if ends.iter().any(|end| lower[sub..].starts_with(end)) {
                let (place, new) = whole(if word == b"message" { at } else { sub });
                flat[place..place + new.len()].copy_from_slice(new);
            }
        }
    };
    put(b"message", &[b"rfc822", b"global"], &|at| (at, b"text/x-"));
    put(b"multipart", &[b"digest"], &|at| (at, b"mixed "));
    flat
}

fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|part| part == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(mail: &str) -> Vec<String> {
        let parts = read(mail.replace('\n', "\r\n").as_bytes()).unwrap().parts;
        parts.iter().map(|part| String::from_utf8_lossy(&part.bytes).trim().to_owned()).collect()
    }

    #[test]
    fn a_mail_is_taken_apart() {
        let mail = "Received: from a by b; Fri, 27 Nov 2026 10:00:05 +0100\nFrom: Cleo <cleo@example.org>\nTo: bob@example.org\n\
                    Subject: =?utf-8?Q?Step_7_=E2=80=93?=\nDate: Fri, 27 Nov 2026 08:59:00 +0000\nMIME-Version: 1.0\n\
                    Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=iso-8859-1\n\
                    Content-Transfer-Encoding: quoted-printable\n\nvoil=E0\n--b\nContent-Type: application/yaml; name=t.yaml\n\
                    Content-Transfer-Encoding: base64\n\nYWRqdXRhbnQ6IDE=\n--b\nContent-Type: image/png; name=p.png\n\nxx\n--b--\n";
        assert!(is_mail(mail.as_bytes()));
        let message = read(mail.as_bytes()).unwrap();
        assert_eq!(message.from.as_deref(), Some("cleo@example.org"));
        assert_eq!(message.subject.as_deref(), Some("Step 7 –"));
        assert_eq!((message.received, message.sent), (Some(1_795_770_005), Some(1_795_769_940)));
        assert_eq!(texts(mail), ["voilà", "adjutant: 1"]);
        assert_eq!(message.parts[1].name, "t.yaml");
        for other in ["adjutant: 1\nkind: turn\nfrom: x\n", "To begin with: I move\nFrom: here\n", "", "PK\u{3}\u{4}"] {
            assert!(!is_mail(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn a_forwarded_mail_is_looked_into() {
        for kind in ["message/rfc822", "Message/RFC822", "message/global"] {
            let mail = format!(
                "From: a@b\nSubject: Fwd\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=o\n\n--o\n\nsee below\n--o\n\
                 Content-Type: {kind}\n\nFrom: c@d\nSubject: in\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=i\n\n--i\n\n\
                 within\n--i\nContent-Type: application/yaml\nContent-Transfer-Encoding: base64\n\nYWI=\n--i--\n--o--\n"
            );
            let texts = texts(&mail);
            assert!(
                texts.iter().any(|text| text.contains("within")) && texts.iter().any(|text| text == "ab"),
                "{kind}: {texts:?}"
            );
        }
        let digest = "From: a@b\nSubject: d\nMIME-Version: 1.0\nContent-Type: multipart/digest; boundary=o\n\n--o\n\nFrom: c@d\nSubject: e\n\nwithin\n--o--\n";
        assert!(texts(digest).iter().any(|text| text.contains("within")));
    }

    #[test]
    fn mails_within_mails_without_end_are_refused() {
        let nested = "Content-Type: message/rfc822\n\n".repeat(200_000);
        assert!(read(format!("From: a@b\nSubject: x\n{nested}").as_bytes()).unwrap_err().contains("32"));
        let coded = data_encoding::BASE64.encode(nested.as_bytes());
        let mail = format!(
            "From: a@b\nSubject: x\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{coded}"
        );
        assert!(read(mail.as_bytes()).unwrap_err().contains("32"));
        let parts = "--b\n\nx\n".repeat(300);
        let mail = format!(
            "From: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{parts}--b--\n"
        );
        assert!(read(mail.as_bytes()).unwrap_err().contains("200 parts"));
        let deep: String =
            (0..50_000).map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n")).collect();
        let _ = read(format!("From: a@b\nSubject: x\n{deep}").as_bytes());
    }
}
