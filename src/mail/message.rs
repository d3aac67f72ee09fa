//! Reads one mail: who sent it, when it arrived, and its parts. The mail-parser crate reads MIME, within our limits.

use std::borrow::Cow;

use mail_parser::{HeaderName, MessageParser, MimeHeaders, PartType};

use crate::part::Part;
use crate::received::{self, ReceivedLine};
use crate::tnef;
use crate::unreadable::Unreadable;

/// The maximum size of a mail in bytes, its maximum number of parts, and the maximum nesting of mails in mails.
pub const MAX_BYTES: usize = 24 << 20;
const MAX_PARTS: usize = 200;
const DEEPEST: usize = 32;
/// How far into a file its headers may begin, and their maximum length as far as they are needed to recognize a mail.
const FARTHEST: usize = 64 << 10;
const LONGEST_HEAD: usize = 16 << 10;

/// The relevant parts of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The address in `From:`.
    pub from: Option<String>,
    pub subject: Option<String>,
    /// Its own `Received:` lines, from the topmost; those of mails within it do not count.
    pub received: Vec<ReceivedLine>,
    /// The sender's time (`Date:`), in seconds since 1970.
    pub sent: Option<i64>,
    /// Texts and attachments, including those of forwarded mails.
    pub parts: Vec<Part>,
    /// What cannot be read, and what to do about it.
    pub notes: Vec<String>,
    /// What is not among the parts because this program does not read it, such as pictures, and what to ask for.
    pub unreadable: Vec<String>,
}

/// Header names that are specific to mail.
const OWN: [&str; 9] =
    ["received", "return-path", "delivered-to", "from", "to", "subject", "date", "message-id", "mime-version"];

/// Whether bytes look like the source of a mail: header lines, at least one of which is specific to mail. Blank lines may
/// come before them; a note may, if they say that a MIME mail follows. A document may have fields that are named like them.
pub fn is_mail(bytes: &[u8]) -> bool {
    start(bytes).is_some() || is_pasted(bytes)
}

/// Whether a document of a match begins here.
fn begins_document(bytes: &[u8]) -> bool {
    bytes.starts_with(b"adjutant:")
}

/// Whether a text begins with header lines, as a mail in a mailbox does.
pub fn begins_with_headers(bytes: &[u8]) -> bool {
    !begins_document(bytes) && headers(bytes, 0).own > 0
}

/// Whether a text contains the source of a MIME mail, after a note or none.
pub fn is_pasted(bytes: &[u8]) -> bool {
    pasted(bytes).is_some()
}

/// Where the headers of a mail begin, after blank lines and the separator of a mailbox.
fn start(bytes: &[u8]) -> Option<usize> {
    let mut at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    while at < bytes.len().min(FARTHEST) {
        let (line, next) = line_at(bytes, at);
        let separates = line.starts_with(b"From ") || line.starts_with(b">From ");
        if !line.trim_ascii().is_empty() && !separates {
            break;
        }
        at = next;
    }
    (!begins_document(&bytes[at.min(bytes.len())..]) && headers(bytes, at).own > 1).then_some(at)
}

/// Where the headers of a MIME mail begin in a text.
fn pasted(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    // Other files may contain the header lines of a mail as well.
    if bytes.iter().take(FARTHEST).any(|byte| *byte == 0) {
        return None;
    }
    while at < bytes.len().min(FARTHEST) {
        let (line, next) = line_at(bytes, at);
        let found = match name_of(line) {
            Some(_) => headers(bytes, at),
            None => Headers { to: next, ..Headers::default() },
        };
        if found.own > 2 && found.mime {
            return Some(at);
        }
        at = found.to.max(next);
    }
    None
}

/// A block of header lines.
#[derive(Default)]
struct Headers {
    /// How many of them are specific to mail.
    own: usize,
    /// Whether one says that this is a MIME mail.
    mime: bool,
    /// Where the block ends.
    to: usize,
}

fn headers(bytes: &[u8], from: usize) -> Headers {
    let mut found = Headers { to: from, ..Headers::default() };
    while found.to < bytes.len().min(from + LONGEST_HEAD) {
        let (line, next) = line_at(bytes, found.to);
        if line.is_empty() {
            break;
        }
        if !line.starts_with(b" ") && !line.starts_with(b"\t") {
            let Some(name) = name_of(line) else {
                // A line without a colon ends the headers; one that has something else before it is text.
                let text = line.contains(&b':');
                return Headers { own: if text { 0 } else { found.own }, ..found };
            };
            found.own += usize::from(OWN.contains(&name.as_str()));
            found.mime |= name == "mime-version";
        }
        found.to = next;
    }
    found
}

/// The name in a header line, in small letters.
fn name_of(line: &[u8]) -> Option<String> {
    let name = line.get(..line.iter().position(|byte| *byte == b':')?)?;
    let is_name = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
    is_name.then(|| String::from_utf8_lossy(name).to_ascii_lowercase())
}

/// The line that begins at a place, and where the next one begins, with line ends of any kind.
fn line_at(bytes: &[u8], at: usize) -> (&[u8], usize) {
    let rest = &bytes[at..];
    let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len());
    let mark = match &rest[end..] {
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => 1,
    };
    (&rest[..end], at + end + mark)
}

/// A mail whose lines end in CR alone, as on old Macs, with the line ends that everybody else uses.
fn with_line_ends(raw: &[u8]) -> Cow<'_, [u8]> {
    let head = &raw[..raw.len().min(FARTHEST)];
    match head.contains(&b'\r') && !head.contains(&b'\n') {
        true => Cow::Owned(raw.iter().map(|&byte| if byte == b'\r' { b'\n' } else { byte }).collect()),
        false => Cow::Borrowed(raw),
    }
}

/// Reads a mail.
///
/// # Errors
/// It is larger than [`MAX_BYTES`], has too many parts, or nests mails too deeply.
pub fn read(raw: &[u8]) -> Result<Message, String> {
    let mut message = Message::default();
    let own = start(raw);
    let (note, mail) = raw.split_at(own.or_else(|| pasted(raw)).unwrap_or(0));
    if own.is_none() && !note.trim_ascii().is_empty() {
        message.parts.push(Part { name: "the note before it".to_owned(), bytes: note.to_vec() });
    }
    add(&with_line_ends(mail), &mut message, 0)?;
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
        message.from = mail.from().and_then(|from| from.first()?.address()).map(str::to_owned);
        message.subject = mail.subject().map(str::to_owned);
        let lines = mail.headers().iter().filter(|header| header.name == HeaderName::Received);
        let value = |from: u32, to: u32| flat.get(from as usize..to as usize).unwrap_or_default();
        let line = |value: &[u8]| ReceivedLine::read(&String::from_utf8_lossy(value));
        message.received = lines.map(|header| line(value(header.offset_start, header.offset_end))).collect();
        message.sent = mail.header_raw(HeaderName::Date).and_then(received::time);
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
        let outlook = is("application", "ms-tnef") || is("application", "vnd.ms-tnef") || called;
        if outlook && !tnef::is_tnef(bytes) {
            message.notes.push(tnef::NOTHING.to_owned());
            continue;
        }
        let medium = match kind.map(|kind| kind.ctype().to_ascii_lowercase()).as_deref() {
            Some("image") => Some(Unreadable::Picture),
            Some("audio" | "video") => Some(Unreadable::Recording),
            _ => None,
        };
        if let Some(medium) = medium {
            message.unreadable.push(medium.words(name.as_deref().unwrap_or("an attachment")));
            continue;
        }
        if message.parts.len() >= MAX_PARTS {
            return Err(format!("the mail has more than {MAX_PARTS} parts"));
        }
        message.parts.push(Part { name: name.unwrap_or_else(|| "its text".to_owned()), bytes: bytes.to_vec() });
    }
    Ok(())
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
    blank_comments(&mut flat, &lower);
    with_distinct_boundaries(flat, &lower)
}

/// Makes comments in `Content-Transfer-Encoding` blank (RFC 2045, 6.1): the parser knows none there.
fn blank_comments(mail: &mut [u8], lower: &[u8]) {
    const NAME: &[u8] = b"content-transfer-encoding:";
    let mut at = 0;
    while let Some(from) = find(&lower[at..], NAME).map(|found| at + found) {
        at = from + NAME.len();
        let begins = from == 0 || matches!(lower[from - 1], b'\r' | b'\n');
        let (mut depth, mut escaped) = (0_u32, false);
        while begins && at < mail.len() {
            let byte = mail[at];
            // The line ends here, unless the next one begins with a blank.
            if byte == b'\n' && !mail.get(at + 1).is_some_and(|next| matches!(next, b' ' | b'\t')) {
                break;
            }
            depth += u32::from(byte == b'(' && !escaped);
            if depth > 0 && !matches!(byte, b'\r' | b'\n') {
                mail[at] = b' ';
            }
            depth -= u32::from(byte == b')' && !escaped && depth > 0);
            escaped = byte == b'\\' && !escaped;
            at += 1;
        }
    }
}

/// The most boundaries that are made distinct.
const MAX_BOUNDARIES: usize = 64;
/// The length from which a boundary can hardly be part of a text.
const LONG_BOUNDARY: usize = 12;

/// The mail with other boundaries instead of those that could be taken for something else: the parser also finds a
/// boundary within a line, so that `B` would split a part at `-----BEGIN`, and `b` at the boundary `b2`.
fn with_distinct_boundaries(mail: Vec<u8>, lower: &[u8]) -> Vec<u8> {
    let places = boundaries(&mail, lower);
    let mut values: Vec<&[u8]> = places.iter().map(|(from, to)| &mail[*from..*to]).collect();
    values.sort_unstable();
    values.dedup();
    // Sorted, a value comes right before those that begin with it.
    let is_start = |at: usize| values.get(at + 1).is_some_and(|next| next.starts_with(values[at]));
    let unclear: Vec<&[u8]> = (0..values.len().min(MAX_BOUNDARIES))
        .filter(|at| values[*at].len() < LONG_BOUNDARY || is_start(*at))
        .map(|at| values[at])
        .collect();
    if unclear.is_empty() {
        return mail;
    }
    let distinct =
        |value: &[u8]| unclear.binary_search(&value).ok().map(|at| format!("adjutant-{at}-of-the-boundaries"));
    let mut places = places.iter().copied().peekable();
    let (mut renamed, mut at) = (Vec::with_capacity(mail.len() + 4096), 0);
    while at < mail.len() {
        let (line, next) = line_at(&mail, at);
        let delimiter = line.strip_prefix(b"--").map(<[u8]>::trim_ascii_end);
        let closing = delimiter.and_then(|value| distinct(value.strip_suffix(b"--")?));
        let (end, text) = match (delimiter.and_then(distinct), closing) {
            (Some(new), _) => (at + line.len(), format!("--{new}")),
            (None, Some(new)) => (at + line.len(), format!("--{new}--")),
            (None, None) => (at, String::new()),
        };
        renamed.extend_from_slice(text.as_bytes());
        let mut copied = end;
        while let Some((from, to)) = places.next_if(|(from, _)| *from < next) {
            if let Some(new) = distinct(&mail[from..to]).filter(|_| from >= copied) {
                renamed.extend_from_slice(&mail[copied..from]);
                renamed.extend_from_slice(new.as_bytes());
                copied = to;
            }
        }
        renamed.extend_from_slice(&mail[copied..next]);
        at = next;
    }
    renamed
}

/// The boundary of a mail of several parts, by its header lines.
pub fn boundary(head: &[u8]) -> Option<Vec<u8>> {
    let lower = head.to_ascii_lowercase();
    find(&lower, b"multipart")?;
    boundaries(head, &lower).first().map(|(from, to)| head[*from..*to].to_vec())
}

/// Where the boundaries are that the `Content-Type` lines of a mail and of its parts declare.
fn boundaries(mail: &[u8], lower: &[u8]) -> Vec<(usize, usize)> {
    const WORD: &[u8] = b"boundary";
    let (mut places, mut at) = (Vec::new(), 0);
    while let Some(word) = find(&lower[at..], WORD).map(|found| at + found) {
        at = word + WORD.len();
        let blank = |from: usize| from + mail[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let equals = blank(at);
        if mail.get(equals) != Some(&b'=') || !is_of_content_type(lower, word) {
            continue;
        }
        let value = blank(equals + 1);
        let (from, ends): (usize, &[u8]) = match mail.get(value) {
            Some(b'"') => (value + 1, b"\"\r\n"),
            _ => (value, b"; \t\r\n"),
        };
        let length = mail[from.min(mail.len())..].iter().take_while(|byte| !ends.contains(byte)).count();
        if length > 0 && places.len() < MAX_BOUNDARIES {
            places.push((from, from + length));
        }
        at = from + length;
    }
    places
}

/// Whether a place is in a `Content-Type` line, which may be folded.
fn is_of_content_type(lower: &[u8], at: usize) -> bool {
    let mut end = at;
    for _ in 0..16 {
        let begin = lower[..end].iter().rposition(|byte| matches!(byte, b'\r' | b'\n')).map_or(0, |at| at + 1);
        if !lower[begin..].starts_with(b" ") && !lower[begin..].starts_with(b"\t") {
            return lower[begin..].starts_with(b"content-type");
        }
        end = begin.saturating_sub(1);
        if end > 0 && lower[end] == b'\n' && lower[end - 1] == b'\r' {
            end -= 1;
        }
    }
    false
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
        assert_eq!(message.received.first().and_then(|line| line.time), Some(1_795_770_005));
        assert_eq!(message.sent, Some(1_795_769_940));
        assert_eq!(texts(mail), ["voilà", "adjutant: 1"]);
        assert_eq!(message.parts[1].name, "t.yaml");
        for other in [
            "adjutant: 1\nkind: turn\nfrom: x\n",
            "adjutant: 1\nkind: charter\ndate: x\nfrom:\n  step: 3\n",
            "To begin with: I move\nFrom: here\n",
            "",
            "PK\u{3}\u{4}",
        ] {
            assert!(!is_mail(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn comments_in_the_headers_of_a_part_mean_nothing() {
        for encoding in [
            "base64 (x)",
            "(x)base64",
            "BASE64 (a (nested) one\\) with \\( marks)",
            "\n base64\n (folded (twice)\n here)",
            "base64",
        ] {
            let mail = format!(
                "From: a@b\nSubject: x\nMIME-Version: 1.0 (old)\nContent-Type: text/plain (plain); charset=utf-8 (always)\n\
                 Content-Transfer-Encoding: {encoding}\n\nYWRqdXRhbnQ6IDE=\n"
            );
            assert_eq!(texts(&mail), ["adjutant: 1"], "{encoding}");
        }
        let mail = "From: a@b\nSubject: x\n\nContent-Transfer-Encodings are many (two).\n";
        assert_eq!(texts(mail), ["Content-Transfer-Encodings are many (two)."]);
    }

    #[test]
    fn only_the_lines_of_the_mail_itself_say_when_it_came() {
        let inner =
            "Received: by evil; Wed, 25 Nov 2026 10:00:00 +0000\nFrom: c@d\nSubject: in\nMIME-Version: 1.0\n\nx\n";
        let lines = |mail: &str| -> Vec<String> {
            let lines = read(mail.as_bytes()).unwrap().received;
            lines.into_iter().map(|line| line.by.unwrap_or_default()).collect()
        };
        let own = "Received: from x\n by two; Sat, 28 Nov 2026 10:00:00 +0000\nReceived: by one; Fri, 27 Nov 2026 10:00:00 +0000\n";
        for outer in ["", own] {
            let expected: &[&str] = if outer.is_empty() { &[] } else { &["two", "one"] };
            let head = format!("{outer}From: a@b\nSubject: Fwd\nMIME-Version: 1.0\n");
            let attached = format!("{head}Content-Type: message/rfc822\n\n{inner}");
            let part = format!(
                "{head}Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: message/rfc822\n\n{inner}\n--o--\n"
            );
            let pasted = format!("{head}\nSee below.\n\n{inner}");
            for mail in [attached, part, pasted] {
                assert_eq!(lines(&mail), expected, "{mail}");
            }
        }
        assert_eq!(lines(&own.replace('\n', "\r")), ["two", "one"]);
        let broken = format!("Received: by \u{e9}; x\n{own}Subject: x\nFrom: y\n\n");
        assert_eq!(read(broken.as_bytes()).unwrap().received[0].time, None);
        let latin =
            [b"Received: by m\xfcx; Sat, 28 Nov 2026 10:00:00 +0000\n", own.as_bytes(), b"From: x\nSubject: y\n\n"]
                .concat();
        assert_eq!(read(&latin).unwrap().received.len(), 3, "what is not UTF-8 is not left out");
    }

    #[test]
    fn a_mail_is_recognized_however_it_was_saved() {
        let mail = "Return-Path: <a@b>\nFrom: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/plain\n\nhello\n";
        for before in [
            "",
            "\n\n",
            "\u{feff}\n",
            ">From a@b Fri Nov 27 10:00:00 2026\n",
            "Here it is:\n\n",
            "Look: this\nA note.\n",
        ] {
            for end in ["\n", "\r\n", "\r"] {
                let text = format!("{before}{mail}").replace('\n', end);
                assert!(is_mail(text.as_bytes()), "{text:?}");
                let message = read(text.as_bytes()).unwrap();
                assert_eq!(message.from.as_deref(), Some("a@b"), "{text:?}");
                let last = message.parts.last().unwrap();
                assert_eq!(last.bytes.trim_ascii(), b"hello", "{text:?}");
                assert_eq!(message.parts.len(), if before.contains("ote") || before.contains("Here") { 2 } else { 1 });
            }
        }
        for text in [
            "Here it is:\n\nFrom: a@b\nTo: c@d\nSubject: x\nDate: y\n\nhello",
            "\n\nHello: all\nFrom: me\n",
            "\0\nFrom: a\nTo: b\nSubject: x\nMIME-Version: 1.0\n\n",
        ] {
            assert!(!is_mail(text.as_bytes()), "a mail that was forwarded inline is text: {text}");
        }
    }

    #[test]
    fn a_short_boundary_does_not_split_what_it_encloses() {
        let armor = "-----BEGIN ADJUTANT TURN-----\n\nabc\n-----END ADJUTANT TURN-----";
        for boundary in ["B", "E", "b", "-", "--", "=", "a", "-BEGIN", "ADJUTANT"] {
            for written in [boundary.to_owned(), format!("\"{boundary}\"")] {
                let mail = format!(
                    "From: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed;\n\tboundary={written}\n\n\
                     --{boundary}\nContent-Type: text/plain\n\n{armor}\n--{boundary}x\n--{boundary}  \nContent-Type: \
                     text/plain; name=\"the boundary={boundary}\"\n\nboundary={boundary}\n--{boundary}--\n"
                );
                let expected =
                    [format!("{armor}\n--{boundary}x").replace('\n', "\r\n"), format!("boundary={boundary}")];
                assert_eq!(texts(&mail), expected, "{boundary}");
            }
        }
        // The boundary of an inner part may begin with that of the outer one.
        let mail = "From: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=boundary-of-a-mail\n\n\
                    --boundary-of-a-mail\nContent-Type: multipart/mixed; boundary=boundary-of-a-mail-2\n\n\
                    --boundary-of-a-mail-2\n\none\n--boundary-of-a-mail-2\n\ntwo\n--boundary-of-a-mail-2--\n\
                    --boundary-of-a-mail\n\nthree\n--boundary-of-a-mail--\n";
        assert_eq!(texts(mail), ["one", "two", "three"]);
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
