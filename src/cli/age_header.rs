//! The header of an age file, looked at before anything is decrypted: whoever made the file decides how much work each
//! of its stanzas costs.

/// The first bytes of every age file.
pub const FIRST: &[u8] = b"age-encryption.org/v1\n";
/// The most stanzas of a file that the program decrypts. Its own files have two: one for the recipient, and one that age
/// adds so that readers ignore what they do not know.
const MAX_STANZAS: usize = 16;
/// The most bytes of a header.
pub const MAX_BYTES: usize = 32 * 1024;

/// The first lines of the stanzas in the header with which these bytes begin, as far as it goes if it is cut short; `None`
/// if it has too many, or does not end within the limit.
pub fn stanzas(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let head = &bytes[..bytes.len().min(MAX_BYTES)];
    let mut found = Vec::new();
    for line in head.split(|byte| *byte == b'\n') {
        if line.starts_with(b"---") {
            return Some(found);
        }
        if line.starts_with(b"-> ") {
            found.push(line);
            if found.len() > MAX_STANZAS {
                return None;
            }
        }
    }
    (bytes.len() < MAX_BYTES).then_some(found)
}

/// Whether a stanza is for a passphrase.
pub fn is_for_passphrase(stanza: &[u8]) -> bool {
    stanza.starts_with(b"-> scrypt ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_few_stanzas() {
        let with = |count: usize| [FIRST, &b"-> X25519 a\nb\n".repeat(count), b"--- mac\n\x00-> no\n"].concat();
        assert_eq!(stanzas(&with(2)), Some(vec![&b"-> X25519 a"[..]; 2]));
        assert_eq!(stanzas(&with(MAX_STANZAS)).map(|found| found.len()), Some(MAX_STANZAS));
        assert_eq!(stanzas(&with(MAX_STANZAS + 1)), None);
        assert_eq!(stanzas(&with(3_000)), None);
        let long = [FIRST, b"-> X25519 a\n", &vec![b'b'; 2 * MAX_BYTES], b"\n--- mac\n"].concat();
        assert_eq!(stanzas(&long), None);
        assert_eq!(stanzas(&with(2)[..36]), Some(vec![&b"-> X25519 a"[..]]));
        assert!(is_for_passphrase(b"-> scrypt x 18") && !is_for_passphrase(b"-> X25519 a"));
    }
}
