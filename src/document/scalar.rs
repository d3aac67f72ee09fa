//! Which scalars the profile lets stand without quotes (protocol 1), for the reader and the writer alike.

/// The greatest integer that every reader keeps exactly, 2^53 − 1; its negative is the least.
pub const MAX_INTEGER: i64 = (1 << 53) - 1;

/// What an unquoted scalar is under the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    Null,
    Bool(bool),
    Integer(i64),
    Text,
}

/// Why an unquoted scalar may not stand as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// One of the words that some readers take for a truth value or for null.
    Word,
    /// `~`.
    Tilde,
    /// An integer beyond ±(2^53−1).
    Range,
    /// It begins like a number, date or time, and is no integer of the profile.
    Number,
    /// It begins with something other than an ASCII letter.
    Start,
    /// Between brackets, it holds this character.
    Bracketed(char),
    /// It ends in a white space other than the blank.
    Tail,
}

/// Whether this is, in any mixture of case, a word that stands for a truth value or null somewhere.
pub(super) fn is_word(text: &str) -> bool {
    const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    text.len() <= 5 && WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Whether the text has the shape of the profile's integers, `0` or `-?[1-9][0-9]*`.
pub(super) fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    text == "0" || (matches!(digits.first(), Some(b'1'..=b'9')) && digits.iter().all(|digit| digit.is_ascii_digit()))
}

/// Reads an unquoted value by the profile of a signed document; `flow` between brackets.
pub(super) fn plain(text: &str, flow: bool) -> Result<Plain, Fault> {
    match text {
        "null" => return Ok(Plain::Null),
        "true" => return Ok(Plain::Bool(true)),
        "false" => return Ok(Plain::Bool(false)),
        "~" => return Err(Fault::Tilde),
        _ => {}
    }
    if is_integer(text) {
        return match text.parse::<i64>() {
            Ok(number) if number.abs() <= MAX_INTEGER => Ok(Plain::Integer(number)),
            _ => Err(Fault::Range),
        };
    }
    if is_word(text.trim_end()) {
        return Err(Fault::Word);
    }
    match text.as_bytes().first() {
        Some(b'A'..=b'Z' | b'a'..=b'z') => {}
        Some(b'0'..=b'9' | b'-' | b'+' | b'.') => return Err(Fault::Number),
        _ => return Err(Fault::Start),
    }
    if flow {
        let strange = |c: &char| !(c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/'));
        if let Some(found) = text.chars().find(strange) {
            return Err(Fault::Bracketed(found));
        }
    }
    if text.ends_with(char::is_whitespace) {
        return Err(Fault::Tail);
    }
    Ok(Plain::Text)
}

/// Reads an unquoted value as a draft may have it: what is neither a word, `~` nor an integer is text.
pub(super) fn draft_plain(text: &str) -> Result<Plain, Fault> {
    match plain(text, false) {
        Err(Fault::Number | Fault::Start | Fault::Bracketed(_) | Fault::Tail) => Ok(Plain::Text),
        other => other,
    }
}

/// Whether a key may stand without quotes: `[A-Za-z_][A-Za-z0-9_-]*` but none of the words.
/// (An integer may too, but the tool writes those quoted.)
pub(super) fn is_plain_key(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes.first(), Some(b'A'..=b'Z' | b'a'..=b'z' | b'_'))
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
        && !is_word(text)
}

/// Whether a character may not stand raw in any document: controls but LF and CR, which the reader tells
/// apart, the line ends of other standards, the byte-order mark and noncharacters.
pub(super) fn is_forbidden(c: char) -> bool {
    let code = c as u32;
    match code {
        0x0A | 0x0D => false,
        0x00..=0x1F | 0x7F..=0x9F | 0x2028 | 0x2029 | 0xFEFF | 0xFDD0..=0xFDEF => true,
        _ => code & 0xFFFE == 0xFFFE,
    }
}
