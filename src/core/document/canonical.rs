//! Canonical form (RFC 8785), digests, and the line that is signed (protocol 2).

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::kinds::{Bytes32, Kind};

/// The content of a document: the tree without its top-level `signatures`.
pub fn content(value: &Value) -> Value {
    match value {
        Value::Object(entries) => {
            let kept = entries.iter().filter(|(key, _)| *key != "signatures");
            Value::Object(kept.map(|(key, item)| (key.clone(), item.clone())).collect())
        }
        other => other.clone(),
    }
}

/// The canonical form of a document: its content, without the top-level `signatures`, under RFC 8785.
pub fn canonical(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    Canonical { sink: &mut bytes, entries: Vec::new() }.top(value, true);
    bytes
}

/// The digest of a document: the SHA-256 of its canonical form.
///
/// ```
/// use serde_json::json;
///
/// use adjutant_core::document::digest;
///
/// // Neither the order of keys nor who has signed changes it.
/// let (one, other) = (json!({"a": 1, "b": 2}), json!({"b": 2, "a": 1, "signatures": [{"key": "…"}]}));
/// assert_eq!(digest(&one), digest(&other));
/// assert_ne!(digest(&one), digest(&json!({"a": 1, "b": 3})));
/// ```
pub fn digest(value: &Value) -> Bytes32 {
    hash(value, true)
}

/// The SHA-256 of the canonical form of a whole tree, including everything: a pack's digest.
pub fn digest_complete(value: &Value) -> Bytes32 {
    hash(value, false)
}

/// The line that is signed: `adjutant/1 KIND DIGEST` and a line feed.
pub fn message(kind: Kind, digest: Bytes32) -> String {
    format!("adjutant/1 {} {digest}\n", kind.as_str())
}

/// Canonical form (RFC 8785) of a whole tree, including everything.
pub fn canonical_complete(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    Canonical { sink: &mut bytes, entries: Vec::new() }.top(value, false);
    bytes
}

/// The SHA-256 of the canonical form of the mapping from names to content: the same as [`digest_complete`] of that
/// mapping, without building it.
pub(super) fn digest_of_files<'a>(files: impl Iterator<Item = (&'a str, &'a Value)>) -> Bytes32 {
    hashed(|sink| Canonical { sink, entries: Vec::new() }.map(files))
}

fn hash(value: &Value, unsigned: bool) -> Bytes32 {
    hashed(|sink| Canonical { sink, entries: Vec::new() }.top(value, unsigned))
}

fn hashed(write: impl FnOnce(&mut Hashing)) -> Bytes32 {
    let mut sink = Hashing { hasher: Sha256::new(), buffer: Vec::with_capacity(2 * FLUSH) };
    write(&mut sink);
    sink.hasher.update(&sink.buffer);
    Bytes32(sink.hasher.finalize().into())
}

trait Sink {
    fn write_bytes(&mut self, bytes: &[u8]);
}

impl Sink for Vec<u8> {
    fn write_bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

const FLUSH: usize = 4096;

struct Hashing {
    hasher: Sha256,
    buffer: Vec<u8>,
}

impl Sink for Hashing {
    fn write_bytes(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= FLUSH {
            self.hasher.update(&self.buffer);
            self.buffer.clear();
        }
    }
}

fn texts(entries: &Map<String, Value>) -> impl Iterator<Item = (&str, &Value)> {
    entries.iter().map(|(key, item)| (key.as_str(), item))
}

struct Canonical<'a, 's, S> {
    sink: &'s mut S,
    /// The entries of the mappings being written; those of an inner mapping lie above those of the mappings that
    /// contain it.
    entries: Vec<(&'a str, &'a Value)>,
}

impl<'a, S: Sink> Canonical<'a, '_, S> {
    fn top(&mut self, value: &'a Value, unsigned: bool) {
        match value {
            Value::Object(entries) if unsigned => self.map(texts(entries).filter(|(key, _)| *key != "signatures")),
            other => self.value(other),
        }
    }

    fn value(&mut self, value: &'a Value) {
        match value {
            Value::Null => self.sink.write_bytes(b"null"),
            Value::Bool(true) => self.sink.write_bytes(b"true"),
            Value::Bool(false) => self.sink.write_bytes(b"false"),
            Value::Number(number) => self.number(number),
            Value::String(text) => self.text(text),
            Value::Array(items) => {
                self.sink.write_bytes(b"[");
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.sink.write_bytes(b",");
                    }
                    self.value(item);
                }
                self.sink.write_bytes(b"]");
            }
            Value::Object(entries) => self.map(texts(entries)),
        }
    }

    fn map(&mut self, entries: impl Iterator<Item = (&'a str, &'a Value)>) {
        let base = self.entries.len();
        self.entries.extend(entries);
        self.entries[base..].sort_unstable_by(|(a, _), (b, _)| utf16_order(a, b));
        self.sink.write_bytes(b"{");
        for index in base..self.entries.len() {
            let (key, item) = self.entries[index];
            if index > base {
                self.sink.write_bytes(b",");
            }
            self.text(key);
            self.sink.write_bytes(b":");
            self.value(item);
        }
        self.entries.truncate(base);
        self.sink.write_bytes(b"}");
    }

    fn number(&mut self, number: &serde_json::Number) {
        match number.as_i64() {
            Some(number) => {
                let mut digits = [0u8; 20];
                let mut at = digits.len();
                let mut left = number.unsigned_abs();
                loop {
                    at -= 1;
                    digits[at] = b'0' + (left % 10) as u8;
                    left /= 10;
                    if left == 0 {
                        break;
                    }
                }
                if number < 0 {
                    self.sink.write_bytes(b"-");
                }
                self.sink.write_bytes(&digits[at..]);
            }
            // Not allowed by the profile: the reader never produces such a number.
            None => self.sink.write_bytes(number.to_string().as_bytes()),
        }
    }

    fn text(&mut self, text: &str) {
        self.sink.write_bytes(b"\"");
        let bytes = text.as_bytes();
        let mut done = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            if byte >= 0x20 && byte != b'"' && byte != b'\\' {
                continue;
            }
            self.sink.write_bytes(&bytes[done..at]);
            done = at + 1;
            let hex = |digit: u8| b"0123456789abcdef"[usize::from(digit)];
            match byte {
                b'"' => self.sink.write_bytes(b"\\\""),
                b'\\' => self.sink.write_bytes(b"\\\\"),
                b'\x08' => self.sink.write_bytes(b"\\b"),
                b'\t' => self.sink.write_bytes(b"\\t"),
                b'\n' => self.sink.write_bytes(b"\\n"),
                b'\x0C' => self.sink.write_bytes(b"\\f"),
                b'\r' => self.sink.write_bytes(b"\\r"),
                byte => self.sink.write_bytes(&[b'\\', b'u', b'0', b'0', hex(byte >> 4), hex(byte & 15)]),
            }
        }
        self.sink.write_bytes(&bytes[done..]);
        self.sink.write_bytes(b"\"");
    }
}

/// The order of RFC 8785: by UTF-16 code units, which differs from byte order only above U+D7FF.
fn utf16_order(a: &str, b: &str) -> std::cmp::Ordering {
    if a.is_ascii() || b.is_ascii() { a.cmp(b) } else { a.encode_utf16().cmp(b.encode_utf16()) }
}
