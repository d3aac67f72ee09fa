//! Composes a mail: plain text that contains the armor, with the documents as attachments. The same documents give the
//! same mail.

use mail_builder::MessageBuilder;
use mail_builder::headers::address::Address;
use mail_builder::headers::content_type::ContentType;
use mail_builder::headers::date::Date;
use mail_builder::headers::raw::Raw;
use mail_builder::mime::MimePart;

/// A mail to be written.
#[derive(Clone, Debug, Default)]
pub struct OutgoingMail {
    /// `NAME <ADDRESS>` or only an address; if unknown, left to the program that sends it.
    pub from: Option<String>,
    pub to: Vec<String>,
    pub subject: String,
    pub text: String,
    /// What the message id is derived from, for this mail and the one that it answers, in hexadecimal digits.
    pub id: String,
    pub answers: Option<String>,
    /// The same for the match, which groups its mails in one thread.
    pub thread: String,
    /// Seconds since 1970.
    pub date: i64,
    pub attachments: Vec<Attachment>,
    /// Whether the user's mail program is to open it as a draft that is ready to send, and not as a mail that came.
    pub is_draft: bool,
}

/// A file attached to a mail.
#[derive(Clone, Debug)]
pub struct Attachment {
    pub name: String,
    /// Its MIME type.
    pub kind: &'static str,
    pub bytes: Vec<u8>,
}

/// The name and the address in an address line.
pub fn parts(address: &str) -> (Option<&str>, &str) {
    match address.trim().strip_suffix('>').and_then(|rest| rest.rsplit_once('<')) {
        Some((name, address)) => (Some(name.trim().trim_matches('"')).filter(|name| !name.is_empty()), address.trim()),
        None => (None, address.trim()),
    }
}

/// Whether this can be an address: something on both sides of a single `@`, no spaces, no line breaks.
pub fn is_address(address: &str) -> bool {
    let (name, bare) = parts(address);
    if address.chars().any(char::is_control) {
        return false;
    }
    let whole =
        |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_graphic() && !"<>,;:\"()[]".contains(c));
    bare.split_once('@').is_some_and(|(user, host)| whole(user) && whole(host) && !host.contains('@'))
        && !name.is_some_and(|name| name.contains('"'))
}

fn addressed(address: &str) -> Address<'_> {
    let (name, bare) = parts(address);
    Address::new_address(name, bare)
}

/// The source text of a mail.
///
/// # Errors
/// It cannot be written, in words.
pub fn write(letter: &OutgoingMail) -> Result<Vec<u8>, String> {
    let id = |digits: &str| format!("{}@match.adjutant.invalid", digits.get(..40).unwrap_or(digits));
    let thread = id(&letter.thread);
    let mut references = vec![thread];
    references.extend(letter.answers.as_deref().map(id));
    let mut mail = MessageBuilder::new()
        .message_id(id(&letter.id))
        .in_reply_to(references[references.len() - 1].clone())
        .references(references.as_slice())
        .subject(letter.subject.as_str())
        .date(Date::new(letter.date))
        .to(Address::new_list(letter.to.iter().map(|address| addressed(address)).collect()));
    if letter.is_draft {
        mail = mail.header("X-Unsent", Raw::new("1"));
    }
    if let Some(from) = &letter.from {
        mail = mail.from(addressed(from));
    }
    let mut all =
        vec![MimePart::new(ContentType::new("text/plain").attribute("charset", "utf-8"), letter.text.as_str())];
    for one in &letter.attachments {
        all.push(MimePart::new(one.kind, one.bytes.as_slice()).attachment(one.name.as_str()));
    }
    let boundary = format!("adjutant-{}", letter.id.get(..24).unwrap_or(&letter.id));
    let body = MimePart::new(ContentType::new("multipart/mixed").attribute("boundary", boundary), all);
    mail.body(body).write_to_vec().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message;

    #[test]
    fn what_is_written_reads_back_and_is_the_same_each_time() {
        let letter = OutgoingMail {
            from: Some("Cleo <cleo@example.org>".into()),
            to: vec!["Bob Böll <bob@example.org>".into(), "ann@example.org".into()],
            subject: "[adjutant c5ea57f2] Virginia – step 7".into(),
            text: "From here it goes on.\n.\nà la baïonnette\n=1a2b3c4d\n".into(),
            id: "ab".repeat(32),
            answers: Some("cd".repeat(32)),
            thread: "ef".repeat(32),
            date: 1_795_770_005,
            attachments: vec![Attachment {
                name: "0007-union.yaml".into(),
                kind: "application/yaml",
                bytes: b"adjutant: 1\n".to_vec(),
            }],
            is_draft: false,
        };
        let source = write(&letter).unwrap();
        assert_eq!(source, write(&letter).unwrap());
        let head = String::from_utf8_lossy(&source);
        for line in [
            format!("Message-ID: <{}@match.adjutant.invalid>", "ab".repeat(20)),
            format!("In-Reply-To: <{}@match.adjutant.invalid>", "cd".repeat(20)),
            "MIME-Version: 1.0".to_owned(),
        ] {
            assert!(head.contains(&line), "{line}\n{head}");
        }
        assert!(!head.contains("X-Unsent"));
        let draft = write(&OutgoingMail { is_draft: true, ..letter.clone() }).unwrap();
        assert!(String::from_utf8_lossy(&draft).lines().any(|line| line == "X-Unsent: 1"));
        assert!(source.is_ascii() && head.lines().all(|line| line.len() < 998));
        let read = message::read(&source).unwrap();
        assert_eq!(read.from.as_deref(), Some("cleo@example.org"));
        assert_eq!(read.subject.as_deref(), Some(letter.subject.as_str()));
        assert_eq!(read.sent, Some(letter.date));
        assert_eq!(String::from_utf8_lossy(&read.parts[0].bytes).replace("\r\n", "\n").trim(), letter.text.trim());
        assert_eq!(
            (read.parts[1].name.as_str(), read.parts[1].bytes.as_slice()),
            ("0007-union.yaml", b"adjutant: 1\n".as_slice())
        );
    }

    #[test]
    fn addresses_are_told_from_other_words() {
        for good in ["a@b", "Bob <bob@example.org>", "\"Böll, H.\" <h@example.org>"] {
            assert!(is_address(good), "{good}");
        }
        for bad in ["", "bob", "a@b@c", "a b@c", "x\nBcc: y@z", "<@>", "Bob\n <b@c>", "a@b>, <c@d"] {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
