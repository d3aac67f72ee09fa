//! Which scalars the profile allows without quotes (protocol 1), for the reader and the writer.

use super::problem::Problem;
use super::quotes::quoted;

/// The largest integer that every reader keeps exactly, 2^53 − 1; its negative is the smallest.
pub const MAX_INTEGER: i64 = (1 << 53) - 1;

/// What an unquoted scalar is under the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    Null,
    Bool(bool),
    Integer(i64),
    /// A number with a decimal point; only in packs.
    Fraction,
    Text,
}

/// Why an unquoted scalar is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// One of the words that some readers take as a boolean or null.
    Word,
    /// `~`.
    Tilde,
    /// An integer outside ±(2^53−1).
    Range,
    /// It begins like a number, date or time, but is not an integer of the profile.
    Number,
    /// It begins with something other than an ASCII letter.
    Start,
    /// Inside brackets, it contains this character.
    Bracketed(char),
    /// It ends in white space other than a space.
    Tail,
}

/// Whether this is, in any mixture of upper and lower case, a word that some reader takes as a boolean or null.
pub(super) fn is_word(text: &str) -> bool {
    const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    text.len() <= 5 && WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Whether the text has the shape of the profile's integers, `0` or `-?[1-9][0-9]*`.
pub(super) fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    text == "0" || (matches!(digits.first(), Some(b'1'..=b'9')) && digits.iter().all(|digit| digit.is_ascii_digit()))
}

/// Reads an unquoted value by the profile of signed documents; `flow`: whether it is inside brackets.
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

/// Reads an unquoted value in a draft: anything that is neither a reserved word, `~` nor an integer is text.
pub(super) fn draft_plain(text: &str) -> Result<Plain, Fault> {
    match plain(text, false) {
        Err(Fault::Number | Fault::Start | Fault::Bracketed(_) | Fault::Tail) => Ok(Plain::Text),
        other => other,
    }
}

/// Reads an unquoted value in a pack file: as in a draft, and with decimal fractions.
pub(super) fn pack_plain(text: &str) -> Result<Plain, Fault> {
    if is_fraction(text) { Ok(Plain::Fraction) } else { draft_plain(text) }
}

/// Whether the text is a number with a decimal point that every reader reads alike: `-?(0|[1-9][0-9]*)\.[0-9]+`, of a
/// size that occurs as a coordinate on a map.
fn is_fraction(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
    let (whole, part) = text.split_once('.').unwrap_or_default();
    let whole = whole.strip_prefix('-').unwrap_or(whole);
    digits(whole) && digits(part) && (whole == "0" || !whole.starts_with('0')) && text.len() <= 24
}

/// Whether a key may be unquoted as a word: `[A-Za-z_][A-Za-z0-9_-]*`, but not a reserved word of YAML.
pub(super) fn is_plain_key(text: &str) -> bool {
    let bytes = text.as_bytes();
    matches!(bytes.first(), Some(b'A'..=b'Z' | b'a'..=b'z' | b'_'))
        && bytes.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
        && !is_word(text)
}

/// Whether a key may be unquoted as an integer; it is text nevertheless. (This program writes it quoted.)
pub(super) fn is_integer_key(text: &str) -> bool {
    matches!(plain(text, false), Ok(Plain::Integer(_)))
}

/// The text in double quotes, shortened for a message.
fn in_quotes(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    quoted(&short)
}

/// What is wrong with an unquoted value, and what to write instead.
pub(super) fn plain_problem(fault: Fault, text: &str) -> Problem {
    let shown = in_quotes(text);
    let (message, advice) = match fault {
        Fault::Word => (
            format!(
                "without quotes, {} is true, false or null to some YAML readers and text to others",
                shown.trim_matches('"')
            ),
            format!("write true, false or null in lower case, or {shown} for the text"),
        ),
        Fault::Tilde => {
            ("~ is null to some YAML readers and text to others".to_owned(), "write null, or \"~\"".to_owned())
        }
        Fault::Range => (
            "this number is too large for some YAML readers to keep exactly".to_owned(),
            format!("keep within ±{}, or write {shown} as text", MAX_INTEGER),
        ),
        Fault::Number => (
            "this is a number, a date or a time to some YAML readers and text to others".to_owned(),
            format!("write {shown} for the text, or a whole number without leading zeros or +"),
        ),
        Fault::Start => {
            ("unquoted text must begin with a letter from A to Z".to_owned(), format!("write {shown} in double quotes"))
        }
        Fault::Bracketed(':') => (
            "this colon has no space after it".to_owned(),
            format!("write a space after the colon of a key, or {shown} for the text"),
        ),
        Fault::Bracketed(_) => (
            "inside brackets unquoted text may have only letters, digits, spaces and _ - . /".to_owned(),
            format!("write {shown} in double quotes"),
        ),
        Fault::Tail => (
            "this text ends in white space, which some YAML readers keep and others drop".to_owned(),
            format!("remove it, or write {shown} in double quotes"),
        ),
    };
    Problem::new(message).rule("protocol 1").advice(advice)
}

/// The word before a bracket, where only the colon between them is missing: `move` of `move {leader`.
fn before_bracket(key: &str) -> Option<&str> {
    let word = key[..key.find(['{', '['])?].trim_end();
    is_plain_key(word).then_some(word)
}

/// The problem of a missing comma between a value and the next key: `potomac path`.
pub(super) fn comma_missing(text: &str) -> Option<Problem> {
    let (value, key) = text.rsplit_once(' ').filter(|(_, key)| is_plain_key(key))?;
    let problem = Problem::new(format!("a comma is missing before `{key}`")).rule("protocol 1");
    Some(problem.advice(format!("write a comma between the entries: {}, {key}: …", value.trim_end())))
}

/// The problem of a list entry without a space after its dash: `-finish`.
pub(super) fn dash_without_space(text: &str) -> Option<Problem> {
    let word = text.strip_prefix('-').filter(|word| is_plain_key(word))?;
    let problem = Problem::new("this dash has no space after it").rule("protocol 1");
    Some(problem.advice(format!("write `- {word}: …`, a space after the dash of an entry")))
}

/// A key and value written with something other than a colon between them: `leader: jackson` for `leader=jackson`.
pub(super) fn as_pair(text: &str) -> Option<String> {
    let (key, value) = text.split_once(['=', ':'])?;
    let (key, value) = (key.trim(), value.trim());
    (is_plain_key(key) && !value.is_empty() && !value.contains(['=', ':'])).then(|| format!("{key}: {value}"))
}

/// What is wrong with an unquoted key, and what to write instead.
pub(super) fn key_problem(key: &str) -> Problem {
    if let Some(problem) = dash_without_space(key) {
        return problem;
    }
    let shown = in_quotes(key);
    let problem = if key == "<<" {
        Problem::new("this is a merge key, which YAML readers interpret differently")
            .advice("write the entries out; \"<<\" in quotes is an ordinary key")
    } else if let Some(word) = before_bracket(key) {
        let bracket = key[word.len()..].trim_start().chars().next().unwrap_or('{');
        Problem::new(format!("the colon after `{word}` is missing")).advice(format!("write `{word}: {bracket}…`"))
    } else if is_word(key) {
        Problem::new("this key is true, false or null to some YAML readers and text to others")
            .advice(format!("write {shown} in double quotes"))
    } else {
        let advice = format!(
            "write {shown} in double quotes; unquoted, a key has only letters, digits, _ and -, and begins with a \
             letter or _, or it is a whole number. Text that contains a colon and a space needs quotes too"
        );
        Problem::new("this key needs quotes").advice(advice)
    };
    problem.rule("protocol 1")
}
