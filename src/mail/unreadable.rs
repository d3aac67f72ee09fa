//! Files that this program cannot look into: what they are, and what to ask their sender for.

use zip::CompressionMethod;

/// What kinds of files there are that may contain a document of a match, and cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// An archive of a kind that we do not unpack.
    Archive(&'static str),
    /// A mail that Outlook saved in its own format.
    OutlookMail,
    /// A whole mailbox in the format of one program.
    Mailbox(&'static str),
    /// A document of a word processor.
    WordProcessor(&'static str),
    Pdf,
    Picture,
    Recording,
    Encrypted(&'static str),
    /// A text in an encoding that we do not decode.
    Encoded(&'static str),
}

impl Unreadable {
    /// What it is, and what to do about it; `name` is its name.
    pub fn words(self, name: &str) -> String {
        match self {
            Unreadable::Archive(kind) => format!(
                "{name} is {kind}, which this program does not unpack: ask the sender to attach the files themselves or \
                 an ordinary zip archive, or unpack it and receive the files"
            ),
            Unreadable::OutlookMail => format!(
                "{name} is a mail in Outlook's own format (.msg), and no document can be read in it: ask the sender to \
                 paste the armor into a mail as plain text; or open it in Outlook and save its attachments, or its text \
                 as a .txt file, and receive those"
            ),
            Unreadable::Mailbox(kind) => format!(
                "{name} is {kind}, which this program does not read: save the mail in your mail program (.eml or .msg), or \
                 export the folder as mbox, and receive that; or ask the sender to send the mail again"
            ),
            Unreadable::WordProcessor(kind) => format!(
                "{name} is {kind}, which may have changed every character: ask the sender to paste the armor into a \
                 mail as plain text, or to attach the .yaml file itself"
            ),
            Unreadable::Pdf => format!(
                "{name} is a PDF, from which no text can be taken unchanged: ask the sender to paste the armor into a \
                 mail as plain text, or to attach the .yaml file itself"
            ),
            Unreadable::Picture => format!(
                "{name} is a picture, and this program reads text only: ask the sender to paste the armor into a mail \
                 as plain text, or to attach the .yaml file itself"
            ),
            Unreadable::Recording => format!(
                "{name} is a recording, and this program reads text only: ask the sender to paste the armor into a mail \
                 as plain text, or to attach the .yaml file itself"
            ),
            Unreadable::Encrypted(how) => format!(
                "{name} is encrypted with {how}: open it in your mail program and save the attachments or the text, and \
                 receive those; or ask the sender to send it without encryption, since a signed document needs none"
            ),
            Unreadable::Encoded(how) => format!(
                "{name} is encoded with {how}, which this program does not decode: ask the sender to attach the file \
                 itself, or to paste the armor into a mail as plain text; or open it in your mail program, save the \
                 attachment, and receive that"
            ),
        }
    }
}

/// What a file is that cannot be read, by its first bytes, and by its name where these do not tell; `None` for anything
/// that is worth reading.
pub fn kind(name: &str, bytes: &[u8]) -> Option<Unreadable> {
    const BY_START: [(&[u8], Unreadable); 25] = [
        (b"!BDN", Unreadable::Mailbox("a data file of Outlook (.pst or .ost)")),
        (b"\xcf\xad\x12\xfe", Unreadable::Mailbox("a mailbox of Outlook Express (.dbx)")),
        (b"7z\xbc\xaf\x27\x1c", Unreadable::Archive("a 7z archive")),
        (b"Rar!\x1a\x07", Unreadable::Archive("a RAR archive")),
        (b"MSCF\0\0\0\0", Unreadable::Archive("a cabinet archive")),
        (b"BZh", Unreadable::Archive("compressed with bzip2")),
        (b"\xfd7zXZ\0", Unreadable::Archive("compressed with xz")),
        (b"\x28\xb5\x2f\xfd", Unreadable::Archive("compressed with zstd")),
        (b"StuffIt", Unreadable::Archive("a StuffIt archive")),
        (b"SIT!", Unreadable::Archive("a StuffIt archive")),
        (b"%PDF-", Unreadable::Pdf),
        (b"{\\rtf", Unreadable::WordProcessor("a text of a word processor (.rtf)")),
        (b"\xff\xd8\xff", Unreadable::Picture),
        (b"\x89PNG\r\n\x1a\n", Unreadable::Picture),
        (b"GIF87a", Unreadable::Picture),
        (b"GIF89a", Unreadable::Picture),
        (b"II*\0", Unreadable::Picture),
        (b"MM\0*", Unreadable::Picture),
        (b"BM", Unreadable::Picture),
        (b"ID3", Unreadable::Recording),
        (b"OggS", Unreadable::Recording),
        (b"fLaC", Unreadable::Recording),
        (b"-----BEGIN PGP MESSAGE-----", Unreadable::Encrypted("PGP")),
        (b"-----BEGIN PKCS7-----", Unreadable::Encrypted("S/MIME")),
        (b"-----BEGIN CMS-----", Unreadable::Encrypted("S/MIME")),
    ];
    let begins = bytes.trim_ascii_start();
    let known =
        BY_START.iter().find(|(start, _)| bytes.starts_with(start) || start[0] == b'-' && begins.starts_with(start));
    let lower = name.to_ascii_lowercase();
    let ends = |ending: &str| lower.split(" in ").next().is_some_and(|name| name.ends_with(ending));
    match known {
        // Two or three letters may begin a text as well.
        Some((start, _)) if start.len() < 4 && is_text(bytes) => {}
        Some((_, kind)) => return Some(*kind),
        None => {}
    }
    let within = |from: usize, words: &[&[u8]]| {
        words.iter().any(|word| bytes.get(from..).is_some_and(|rest| rest.starts_with(word)))
    };
    if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        // Outlook and old word processors share a container; only Outlook's has streams of properties.
        let stream: Vec<u8> = "__substg1.0_".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let outlook = ends(".msg") || !ends(".doc") && bytes.windows(stream.len()).any(|part| part == stream);
        return Some(if outlook {
            Unreadable::OutlookMail
        } else {
            Unreadable::WordProcessor("an old Office document")
        });
    }
    if within(4, &[b"ftyp"]) {
        let pictures: [&[u8]; 6] = [b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif"];
        return Some(if within(8, &pictures) { Unreadable::Picture } else { Unreadable::Recording });
    }
    if bytes.starts_with(b"RIFF") && within(8, &[b"WEBP", b"WAVE", b"AVI "]) {
        return Some(if within(8, &[b"WEBP"]) { Unreadable::Picture } else { Unreadable::Recording });
    }
    if within(2, &[b"-lh5-", b"-lh6-", b"-lh7-"]) {
        return Some(Unreadable::Archive("an LHA archive"));
    }
    if ends(".pgp") || ends(".gpg") {
        return (!is_text(bytes)).then_some(Unreadable::Encrypted("PGP"));
    }
    // A signed S/MIME mail is a container of binary data too.
    if ends(".p7m") {
        return (!is_text(bytes)).then_some(Unreadable::Encrypted("S/MIME"));
    }
    None
}

/// Whether the beginning of a file is text: it has none of the control characters that binary data is full of.
fn is_text(bytes: &[u8]) -> bool {
    let control = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b);
    !bytes.iter().take(512).any(control)
}

/// What a file in a zip archive is that is compressed with this method; `None` if we can unpack it.
pub fn zip_method(method: CompressionMethod) -> Option<Unreadable> {
    let how = match method {
        CompressionMethod::Stored | CompressionMethod::Deflated => return None,
        CompressionMethod::DEFLATE64 => "compressed with Deflate64",
        CompressionMethod::BZIP2 => "compressed with bzip2",
        CompressionMethod::LZMA => "compressed with LZMA",
        CompressionMethod::ZSTD => "compressed with zstd",
        CompressionMethod::XZ => "compressed with xz",
        CompressionMethod::PPMD => "compressed with PPMd",
        _ => "compressed with a rare method",
    };
    Some(Unreadable::Archive(how))
}

/// What a zip archive is, if it is a document of a word processor or a mailbox: by the names of the files in it.
pub fn office_document(mut names: impl Iterator<Item = impl AsRef<str>>) -> Option<Unreadable> {
    names.find_map(|name| match name.as_ref() {
        "word/document.xml" => Some(Unreadable::WordProcessor("a Word document (.docx)")),
        "xl/workbook.xml" => Some(Unreadable::WordProcessor("an Excel document (.xlsx)")),
        "META-INF/manifest.xml" => Some(Unreadable::WordProcessor("a LibreOffice document (.odt)")),
        "Index/Document.iwa" => Some(Unreadable::WordProcessor("a document of Apple Pages")),
        name if name.split('/').any(|folder| folder == "com.microsoft.__Messages") => {
            Some(Unreadable::Mailbox("an archive of Outlook for Mac (.olm)"))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_says_what_to_ask_for() {
        let outlook: Vec<u8> = [
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(),
            vec![0; 500],
            "__substg1.0_1000001F".encode_utf16().flat_map(u16::to_le_bytes).collect(),
        ]
        .concat();
        let office = [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec(), vec![0; 500]].concat();
        let table: [(&str, &[u8], &str); 24] = [
            ("mail.pst", b"!BDN\0\0", "data file of Outlook"),
            ("Inbox.dbx", b"\xcf\xad\x12\xfe\0", "mailbox of Outlook Express"),
            ("saved.msg", &office, "Outlook's own format (.msg)"),
            ("saved", &outlook, "Outlook's own format (.msg)"),
            ("turn.doc", &office, "old Office document"),
            ("turn.7z", b"7z\xbc\xaf\x27\x1c\0\x04", "7z archive"),
            ("turn.rar", b"Rar!\x1a\x07\x01\0", "RAR archive"),
            ("turn.tar.bz2", b"BZh91AY&SY\x01\x02\0", "bzip2"),
            ("turn.tar.xz", b"\xfd7zXZ\0\0\x04", "xz"),
            ("turn.zst", b"\x28\xb5\x2f\xfd\0", "zstd"),
            ("turn.lzh", b"\x19\x40-lh5-\0", "LHA"),
            ("turn.cab", b"MSCF\0\0\0\0\0", "cabinet"),
            ("turn.pdf", b"%PDF-1.7\n", "a PDF"),
            ("turn.rtf", b"{\\rtf1\\ansi", "word processor"),
            ("IMG_1.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture"),
            ("s.png", b"\x89PNG\r\n\x1a\n\0\0", "a picture"),
            ("IMG_1.HEIC", b"\0\0\0\x18ftypheic\0\0", "a picture"),
            ("x.webp", b"RIFF\x10\0\0\0WEBPVP8 ", "a picture"),
            ("voice.m4a", b"\0\0\0\x18ftypM4A \0\0", "a recording"),
            ("voice.ogg", b"OggS\0\x02", "a recording"),
            ("turn.asc", b"\n-----BEGIN PGP MESSAGE-----\n\nhQ", "encrypted with PGP"),
            ("turn.yaml.gpg", b"\x85\x01\x0c\x03\0", "encrypted with PGP"),
            ("smime.p7m", b"0\x80\x06\x09\x2a\x86", "encrypted with S/MIME"),
            ("turn.pgp", b"\xc1\xc0\x4c\x03\0", "encrypted with PGP"),
        ];
        for (name, bytes, expected) in table {
            let said = kind(name, bytes).unwrap_or_else(|| panic!("{name}")).words(name);
            // What lies on the reader's own disk he can save otherwise himself.
            let leads_on = said.contains("ask the sender") || said.contains("and receive that");
            assert!(said.contains(expected) && leads_on, "{name}: {said}");
            assert!(said.starts_with(name));
        }
        let texts: [(&str, &[u8]); 8] = [
            ("turn.yaml", b"adjutant: 1\n"),
            ("a", b"BM, here is my turn"),
            ("a", b"BZh, hello"),
            ("turn.gpg", b"adjutant: 1\n"),
            ("a", b"Here is -----BEGIN PGP MESSAGE-----"),
            ("a", b"ID3 is no name"),
            ("a", b""),
            ("a.zip", b"PK\x03\x04"),
        ];
        for (name, text) in texts {
            assert_eq!(kind(name, text), None, "{}", String::from_utf8_lossy(text));
        }
        assert!(office_document(["a", "word/document.xml"].into_iter()).is_some());
        assert!(office_document(["turn.yaml"].into_iter()).is_none());
        let olm = "Accounts/a/com.microsoft.__Messages/Inbox/message_00001.xml";
        for names in [["x", &olm["Accounts/a/".len()..]], ["x", olm]] {
            let said = office_document(names.into_iter()).unwrap().words("mail.olm");
            assert!(said.contains("Outlook for Mac (.olm)") && said.contains("save the mail"), "{said}");
        }
    }
}
