//! The form of PowerShell, by the rules of its about_Parsing and about_Quoting_Rules for argument mode.
//!
//! Within single quotes a quote of any kind is doubled, and everything else is literal.
//!
//! Windows PowerShell 5 does not pass a `"` within a word on to a program; later ones do.

use super::letters::{is_double, is_plain, is_single};

/// A text as one word.
pub fn word(text: &str) -> String {
    let plain = |c: char| is_plain(c) || c == '\\';
    // PowerShell takes `-a.b` and `-a:b` apart.
    let is_option_with_value = text.starts_with('-') && text.contains(['.', ':']);
    if !text.is_empty() && text.chars().all(plain) && !text.starts_with(['@', '=']) && !is_option_with_value {
        return text.to_owned();
    }
    let doubled: String = text.chars().flat_map(|c| is_single(c).then_some(c).into_iter().chain([c])).collect();
    format!("'{doubled}'")
}

/// The words of a command; `None` where PowerShell would do more than pass words.
pub fn split(line: &str) -> Option<Vec<String>> {
    let letters: Vec<char> = line.chars().collect();
    let (mut words, mut at) = (Vec::new(), 0);
    while at < letters.len() {
        if letters[at] == ' ' {
            at += 1;
            continue;
        }
        let begins_quoted = is_single(letters[at]) || is_double(letters[at]);
        if matches!(letters[at], '@' | '#') {
            return None;
        }
        let mut word = String::new();
        while let Some(&c) = letters.get(at).filter(|c| **c != ' ') {
            match c {
                c if is_single(c) => at = quoted(&letters, at, &mut word, is_single, &[])?,
                c if is_double(c) => at = quoted(&letters, at, &mut word, is_double, &['$', '`'])?,
                '$' | '`' | '(' | ')' | '{' | '}' | '&' | '|' | ';' | ',' | '<' | '>' => return None,
                c => {
                    word.push(c);
                    at += 1;
                    continue;
                }
            }
            // A quoted string at the beginning is a word by itself.
            if begins_quoted && letters.get(at).is_some_and(|c| *c != ' ') {
                return None;
            }
        }
        words.push(word);
    }
    Some(words)
}

/// Reads a quoted string that begins at `at`, and returns where it ends. `None`: it does not end, or it has one of the
/// characters that PowerShell replaces.
fn quoted(
    letters: &[char],
    at: usize,
    word: &mut String,
    is_mark: fn(char) -> bool,
    replaced: &[char],
) -> Option<usize> {
    let mut at = at + 1;
    loop {
        let c = *letters.get(at)?;
        let is_doubled = letters.get(at + 1).is_some_and(|next| is_mark(*next));
        match is_mark(c) {
            true if !is_doubled => return Some(at + 1),
            true => at += 1,
            false if replaced.contains(&c) => return None,
            false => {}
        }
        word.push(c);
        at += 1;
    }
}
