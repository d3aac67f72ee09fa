//! Files that stand in a text in the encodings of mail before MIME: uuencode and its variant in base64, which are
//! decoded, and yEnc and BinHex, which are named.

use data_encoding::BASE64;

use crate::part::Part;
use crate::unreadable::Unreadable;

/// The most files that are decoded in one text.
const MAX_FILES: usize = 64;
/// The most bytes that a line of uuencode can stand for: its length is one character.
const LONGEST: usize = 63;

/// A file that was found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    pub name: String,
    /// Its bytes, or what is wrong with it.
    pub bytes: Result<Vec<u8>, String>,
}

/// The files that are encoded in a text, in order: from `begin 644 NAME` to `end`.
pub fn files(text: &[u8]) -> Vec<Encoded> {
    let mut found = Vec::new();
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).enumerate();
    while let Some((_, line)) = lines.next() {
        let Some((name, is_base64)) = begins(line) else { continue };
        let mut rest = lines.clone();
        let bytes = if is_base64 { base64(&mut rest) } else { plain(&mut rest) };
        // `begin 644 …` in running text is followed by other words.
        let Some(bytes) = bytes else { continue };
        lines = rest;
        found.push(Encoded { name, bytes });
        if found.len() == MAX_FILES {
            break;
        }
    }
    found
}

/// The name in a first line, and whether base64 follows.
fn begins(line: &[u8]) -> Option<(String, bool)> {
    let (rest, is_base64) = match line.strip_prefix(b"begin ") {
        Some(rest) => (rest, false),
        None => (line.strip_prefix(b"begin-base64 ")?, true),
    };
    let (mode, name) = rest.split_at(rest.iter().position(|byte| *byte == b' ')?);
    let is_mode = (3..=4).contains(&mode.len()) && mode.iter().all(|byte| (b'0'..=b'7').contains(byte));
    let name = String::from_utf8_lossy(name.trim_ascii()).into_owned();
    (is_mode && !name.is_empty()).then_some((name, is_base64))
}

/// The bytes of the lines up to `end`. `None` if the first line already is none of uuencode.
fn plain<'t>(lines: &mut impl Iterator<Item = (usize, &'t [u8])>) -> Option<Result<Vec<u8>, String>> {
    let mut bytes = Vec::new();
    let mut is_first = true;
    for (n, line) in lines {
        if line.trim_ascii() == b"end" {
            return (!is_first).then_some(Ok(bytes));
        }
        if line.is_empty() {
            continue;
        }
        match decoded(line) {
            Some(part) => bytes.extend(part),
            None if is_first => return None,
            None => return Some(Err(format!("line {} is not as it was written", n + 1))),
        }
        is_first = false;
    }
    (!is_first).then(|| Err("its end is missing".to_owned()))
}

/// The bytes that a line stands for: its first character says how many they are. Blanks at the end may be lost.
fn decoded(line: &[u8]) -> Option<Vec<u8>> {
    let value = |byte: u8| (0x20..=0x60).contains(&byte).then(|| (byte - 0x20) & 0x3f);
    let length = usize::from(value(*line.first()?)?);
    let letters = length.div_ceil(3) * 4;
    // Some programs add a character with which lines can be checked.
    if length > LONGEST || line.trim_ascii_end().len() > letters + 2 {
        return None;
    }
    let values: Option<Vec<u8>> = line[1..].iter().take(letters).map(|byte| value(*byte)).collect();
    let mut values = values?;
    values.resize(letters, 0);
    let three = |four: &[u8]| [four[0] << 2 | four[1] >> 4, four[1] << 4 | four[2] >> 2, four[2] << 6 | four[3]];
    let mut bytes: Vec<u8> = values.chunks_exact(4).flat_map(three).collect();
    bytes.truncate(length);
    Some(bytes)
}

/// The same for lines of base64 up to `====`.
fn base64<'t>(lines: &mut impl Iterator<Item = (usize, &'t [u8])>) -> Option<Result<Vec<u8>, String>> {
    let mut letters = Vec::new();
    for (_, line) in lines {
        if line.trim_ascii() == b"====" {
            return Some(BASE64.decode(&letters).map_err(|_| "characters are missing or changed".to_owned()));
        }
        letters.extend(line.iter().filter(|byte| !byte.is_ascii_whitespace()));
    }
    Some(Err("its end is missing".to_owned()))
}

/// What else a text contains that this program does not decode.
pub fn unreadable(part: &Part) -> Option<Unreadable> {
    let begins =
        |word: &[u8]| part.bytes.split(|byte| matches!(byte, b'\n' | b'\r')).any(|line| line.starts_with(word));
    if begins(b"=ybegin ") {
        return Some(Unreadable::Encoded("yEnc"));
    }
    begins(b"(This file must be converted with BinHex").then_some(Unreadable::Encoded("BinHex"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Python's `binascii.b2a_uu` writes it.
    const TURN: &str = "begin 644 turn.yaml\n*861J=71A;G0Z(#$*\n`\nend\n";

    #[test]
    fn files_in_a_text_are_decoded() {
        // The bytes of `adjutant: 1` and a line end, twelve of them: the first character of the line says so.
        let whole = "Hi\n\nbegin 644 my turn.yaml\n,861J=71A;G0Z(#$*\n`\nend\n\nAnn\n";
        let base64 = "begin-base64 0644 b\nYWRqdXRhbnQ6\nIDEK\n====\n";
        for (text, name) in [
            (whole.to_owned(), "my turn.yaml"),
            (whole.replace('\n', "\r\n"), "my turn.yaml"),
            (whole.replace("`\nend", " \nend"), "my turn.yaml"),
            (whole.replace("`\nend", "\nend"), "my turn.yaml"),
            (base64.to_owned(), "b"),
        ] {
            let expected = Encoded { name: name.to_owned(), bytes: Ok(b"adjutant: 1\n".to_vec()) };
            assert_eq!(files(text.as_bytes()), [expected], "{text:?}");
        }
        assert_eq!(files(TURN.as_bytes())[0].bytes.as_deref(), Ok(&b"adjutant: "[..]), "ten bytes, as the line says");
        assert_eq!(files(format!("{whole}{base64}").as_bytes()).len(), 2);
    }

    #[test]
    fn what_is_damaged_is_told_and_running_text_is_none() {
        for (text, told) in [
            ("begin 644 a\n,861J=71A;G0Z(#$*\n", "end is missing"),
            ("begin 644 a\n,861J=71A;G0Z(#$*\n,861J=71A;G0Z(#$*too long\nend\n", "line 3"),
            ("begin-base64 644 a\nYWR\n====\n", "missing or changed"),
        ] {
            let found = files(text.as_bytes());
            assert!(found[0].bytes.as_ref().is_err_and(|why| why.contains(told)), "{found:?}");
        }
        for text in [
            "begin 644 words\nI begin to see what you mean, at last.\nend\n",
            "begin the end\n",
            "begin 999 a\n`\nend\n",
            "",
        ] {
            assert_eq!(files(text.as_bytes()), [], "{text}");
        }
    }

    #[test]
    fn other_encodings_are_named() {
        let of = |text: &str| unreadable(&Part { name: "a".into(), bytes: text.as_bytes().to_vec() });
        assert_eq!(of("Hi\r\n=ybegin line=128 size=12 name=turn.yaml\r\n"), Some(Unreadable::Encoded("yEnc")));
        assert_eq!(of("(This file must be converted with BinHex 4.0)\n\n:$f"), Some(Unreadable::Encoded("BinHex")));
        assert_eq!(of("Hi\n"), None);
    }
}
