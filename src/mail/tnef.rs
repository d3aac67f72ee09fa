//! Reads winmail.dat, in which Outlook packs attachments ([MS-OXTNEF]): a list of attributes, of which only the text and
//! the names and contents of attachments matter here.

use crate::normalize;
use crate::part::Part;

/// The first bytes of the format, and the length of what follows them before the attributes.
const SIGNATURE: [u8; 4] = [0x78, 0x9f, 0x3e, 0x22];
const KEY: usize = 2;

/// What is said of a winmail.dat if nothing can be read in it.
pub const NOTHING: &str = "Outlook packed the mail into winmail.dat, and no document can be read in it: ask the sender to send \
                           the mail as plain text, or to paste the armor into it";

const MESSAGE_BODY: u32 = 0x0002_800c;
const ATTACHMENT_BEGINS: u32 = 0x0006_9002;
const ATTACHMENT_TITLE: u32 = 0x0001_8010;
const ATTACHMENT_DATA: u32 = 0x0006_800f;

/// Whether bytes have this format, by their first ones.
pub fn is_tnef(bytes: &[u8]) -> bool {
    bytes.starts_with(&SIGNATURE)
}

/// The text and the attachments in a winmail.dat, as far as it can be read; `name` is its name in messages.
pub fn parts(name: &str, bytes: &[u8]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut title = None;
    for (id, value) in attributes(bytes) {
        let part = |called: &str| Part { name: format!("{called} in {name}"), bytes: value.to_vec() };
        match id {
            ATTACHMENT_BEGINS => title = None,
            ATTACHMENT_TITLE => title = Some(normalize::decode(until_zero(value)).into_owned()),
            ATTACHMENT_DATA => parts.push(part(title.as_deref().unwrap_or("an attachment"))),
            MESSAGE_BODY => {
                parts.push(Part { name: format!("its text in {name}"), bytes: until_zero(value).to_vec() });
            }
            _ => {}
        }
    }
    parts
}

/// The attributes in order: their numbers, and their values, up to the first one whose checksum is wrong.
fn attributes(bytes: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let mut rest = bytes.get(SIGNATURE.len() + KEY..).unwrap_or_default();
    std::iter::from_fn(move || {
        // The first byte says whether the attribute is of the message or of an attachment; the number says it too.
        let (head, tail) = rest.split_at_checked(9)?;
        let number = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?));
        let (value, tail) = tail.split_at_checked(number(5)? as usize)?;
        let (sum, tail) = tail.split_at_checked(2)?;
        let expected = value.iter().fold(0_u16, |sum, byte| sum.wrapping_add(u16::from(*byte)));
        (sum == expected.to_le_bytes()).then_some(())?;
        rest = tail;
        Some((number(1)?, value))
    })
}

fn until_zero(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(level: u8, id: u32, value: &[u8]) -> Vec<u8> {
        let sum = value.iter().fold(0_u16, |sum, byte| sum.wrapping_add(u16::from(*byte)));
        [&[level][..], &id.to_le_bytes(), &(value.len() as u32).to_le_bytes(), value, &sum.to_le_bytes()].concat()
    }

    fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut bytes = [&SIGNATURE[..], &[1, 0]].concat();
        bytes.extend(attribute(1, 0x0008_9006, &[0, 0, 1, 0]));
        bytes.extend(attribute(1, 0x0006_9007, &[0xe4, 4, 0, 0, 0, 0, 0, 0]));
        // Something of which this program knows nothing.
        bytes.extend(attribute(1, 0x0077_7777, b"?"));
        bytes.extend(attribute(1, MESSAGE_BODY, b"See below.\0"));
        for (title, contents) in files {
            bytes.extend(attribute(2, ATTACHMENT_BEGINS, &[0; 14]));
            bytes.extend(attribute(2, ATTACHMENT_TITLE, format!("{title}\0").as_bytes()));
            bytes.extend(attribute(2, ATTACHMENT_DATA, contents));
        }
        bytes
    }

    #[test]
    fn attachments_are_unpacked_as_far_as_they_are_whole() {
        let whole = packed(&[("turn.yaml", b"adjutant: 1\n"), ("b", b"")]);
        assert!(is_tnef(&whole));
        let found = parts("winmail.dat", &whole);
        let told: Vec<(&str, &[u8])> = found.iter().map(|part| (part.name.as_str(), part.bytes.as_slice())).collect();
        let expected: [(&str, &[u8]); 3] = [
            ("its text in winmail.dat", b"See below."),
            ("turn.yaml in winmail.dat", b"adjutant: 1\n"),
            ("b in winmail.dat", b""),
        ];
        assert_eq!(told, expected);
        let mut previous = 0;
        for length in 0..whole.len() {
            let count = parts("w", &whole[..length]).len();
            assert!(count >= previous && count < 3, "{count} at {length}");
            previous = count;
        }
        let at = whole.windows(3).position(|part| part == b"adj").unwrap();
        let mut changed = whole;
        changed[at] = b'A';
        assert_eq!(parts("w", &changed).len(), 1, "a wrong checksum ends it");
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_answered(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            parts("w", &[&SIGNATURE[..], &bytes].concat());
        }
    }
}
