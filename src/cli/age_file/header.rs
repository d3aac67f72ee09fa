//! The header of an age file.

use data_encoding::BASE64_NOPAD;
use hmac::Mac;

use super::FileKey;

/// The first bytes of every age file.
pub const FIRST: &[u8] = b"age-encryption.org/v1\n";
/// The most stanzas of a file that the program decrypts: whoever made the file decides how much work each of them costs.
/// Other programs add one to that of the recipient, so that readers ignore what they do not know.
const MAX_STANZAS: usize = 16;
/// The most bytes of a header.
pub const MAX_BYTES: usize = 32 * 1024;
/// How many letters of a stanza's body stand in a line.
const COLUMNS: usize = 64;

/// What one recipient needs to find the file's key.
#[derive(Clone, Debug, PartialEq)]
pub struct Stanza {
    /// The kind of recipient, and what he needs besides the body.
    pub words: Vec<String>,
    pub body: Vec<u8>,
}

/// The header of a file.
#[derive(Debug)]
pub struct Header {
    pub stanzas: Vec<Stanza>,
    /// How many bytes of the file it takes.
    pub length: usize,
    /// What the code at its end is for.
    signed: Vec<u8>,
    code: Vec<u8>,
}

/// Why a header cannot be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// The file does not begin as an age file does.
    NotAge,
    /// It has more stanzas, or is longer, than the program reads.
    TooLong,
    /// It is not a header, or not a whole one.
    Damaged,
}

impl Header {
    /// The header with which these bytes begin.
    ///
    /// # Errors
    /// The first reason why there is none.
    pub fn read(bytes: &[u8]) -> Result<Header, Fault> {
        let head = &bytes[..bytes.len().min(MAX_BYTES)];
        let text = head.strip_prefix(FIRST).ok_or(Fault::NotAge)?;
        let mut lines = text.split_inclusive(|byte| *byte == b'\n');
        let mut stanzas = Vec::new();
        let mut length = FIRST.len();
        let cut_short = if head.len() < bytes.len() { Fault::TooLong } else { Fault::Damaged };
        let mut next = || -> Result<&str, Fault> {
            let line = lines.next().and_then(|line| line.strip_suffix(b"\n")).ok_or(cut_short)?;
            length += line.len() + 1;
            std::str::from_utf8(line).map_err(|_| Fault::Damaged)
        };
        let last = loop {
            let line = next()?;
            let Some(words) = line.strip_prefix("-> ") else { break line };
            if stanzas.len() == MAX_STANZAS {
                return Err(Fault::TooLong);
            }
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            if words.iter().any(|word| word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_graphic())) {
                return Err(Fault::Damaged);
            }
            let mut body = String::new();
            loop {
                let line = next()?;
                body.push_str(line);
                if line.len() < COLUMNS {
                    break;
                }
                if line.len() > COLUMNS {
                    return Err(Fault::Damaged);
                }
            }
            stanzas.push(Stanza { words, body: decoded(&body)? });
        };
        let code = decoded(last.strip_prefix("--- ").ok_or(Fault::Damaged)?)?;
        let signed = length - 1 - last.len() + END.len();
        Ok(Header { stanzas, length, signed: bytes[..signed].to_vec(), code })
    }

    /// The bytes of a header with these stanzas.
    pub(super) fn written(stanzas: &[Stanza], key: &FileKey) -> Vec<u8> {
        let mut text = FIRST.to_vec();
        for Stanza { words, body } in stanzas {
            text.extend_from_slice(format!("-> {}\n", words.join(" ")).as_bytes());
            let body = BASE64_NOPAD.encode(body);
            for line in body.as_bytes().chunks(COLUMNS) {
                text.extend_from_slice(line);
                text.push(b'\n');
            }
            // A line that is not full ends the body.
            if body.len().is_multiple_of(COLUMNS) {
                text.push(b'\n');
            }
        }
        text.extend_from_slice(END);
        let code = key.mac_of(&text).finalize().into_bytes();
        text.extend_from_slice(format!(" {}\n", BASE64_NOPAD.encode(&code)).as_bytes());
        text
    }

    /// Whether the code at its end was made with this key, so that nothing in it has been altered.
    pub(super) fn is_of(&self, key: &FileKey) -> bool {
        key.mac_of(&self.signed).verify_slice(&self.code).is_ok()
    }
}

/// How the last line begins.
const END: &[u8] = b"---";

fn decoded(text: &str) -> Result<Vec<u8>, Fault> {
    BASE64_NOPAD.decode(text.as_bytes()).map_err(|_| Fault::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_few_stanzas() {
        let with = |count: usize| [FIRST, &b"-> X25519 a\nYWJj\n".repeat(count), b"--- YWJj\n\x00-> no\n"].concat();
        let header = Header::read(&with(2)).unwrap();
        let stanza = Stanza { words: vec!["X25519".into(), "a".into()], body: b"abc".to_vec() };
        assert_eq!(header.stanzas, [stanza.clone(), stanza]);
        assert_eq!(&with(2)[header.length..], b"\x00-> no\n");
        assert!(header.signed.ends_with(b"\n---"));
        assert_eq!(Header::read(&with(MAX_STANZAS)).unwrap().stanzas.len(), MAX_STANZAS);
        for (bytes, fault) in [
            (with(MAX_STANZAS + 1), Fault::TooLong),
            (with(3_000), Fault::TooLong),
            ([FIRST, b"-> X25519 a\n", &vec![b'b'; 2 * MAX_BYTES], b"\n--- mac\n"].concat(), Fault::TooLong),
            (with(2)[..36].to_vec(), Fault::Damaged),
            (b"adjutant: 1\n".to_vec(), Fault::NotAge),
            ([FIRST, b"-> X25519  a\nYWJj\n--- YWJj\n"].concat(), Fault::Damaged),
            ([FIRST, b"-> X25519 a\nYW=j\n--- YWJj\n"].concat(), Fault::Damaged),
            ([FIRST, b"-> X25519 a\nYWJj\n---YWJj\n"].concat(), Fault::Damaged),
            ([FIRST, &b"\xff\n".repeat(3)].concat(), Fault::Damaged),
        ] {
            assert_eq!(Header::read(&bytes).unwrap_err(), fault, "{}", String::from_utf8_lossy(&bytes));
        }
    }

    /// A body that fills its lines ends with an empty one.
    #[test]
    fn what_is_written_is_read() {
        let key = FileKey::random();
        for length in [0, 32, 47, 48, 49, 96, 100] {
            let stanzas = [Stanza { words: vec!["kind".into()], body: vec![7; length] }];
            let written = Header::written(&stanzas, &key);
            let read = Header::read(&written).unwrap();
            assert_eq!(read.stanzas, stanzas);
            assert_eq!(read.length, written.len());
            assert!(read.is_of(&key) && !read.is_of(&FileKey::random()));
        }
    }
}
