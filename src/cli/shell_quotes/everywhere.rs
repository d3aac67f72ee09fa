//! The form that means the same in `sh` and in PowerShell.
//!
//! In single quotes `sh` takes everything literally but `'`, and PowerShell everything but `'` and the typographic
//! single quotes, which it takes for `'`. In double quotes `sh` replaces `$`, `` ` ``, `\` and (when typed) `!`;
//! PowerShell replaces `$` and `` ` ``, and ends the string at `"` and at the typographic double quotes. A word that
//! needs both kinds is put together from parts. `sh` joins parts always; PowerShell only if the word begins without a
//! quotation mark.
//!
//! Windows PowerShell 5 does not pass a `"` within a word on to a program; later ones do.

use super::letters::{is_double, is_plain, is_single};

/// What may not stand in double quotes in one of the shells.
fn not_in_double(c: char) -> bool {
    is_double(c) || matches!(c, '$' | '`' | '\\' | '!')
}

/// Whether a word needs both kinds of quotes.
pub fn is_mixed(text: &str) -> bool {
    text.contains(is_single) && text.contains(not_in_double)
}

/// Whether a word cannot begin with this text.
pub fn must_follow_a_plain_word(text: &str) -> bool {
    is_mixed(text) && !begins_plain(text)
}

fn begins_plain(text: &str) -> bool {
    text.starts_with(is_plain) && !text.starts_with(['@', '='])
}

/// A text as one word.
pub fn word(text: &str) -> String {
    match () {
        () if begins_plain(text) && text.chars().all(is_plain) => text.to_owned(),
        () if !text.contains(is_single) => format!("'{text}'"),
        () if !text.contains(not_in_double) => format!("\"{text}\""),
        () => joined(text),
    }
}

/// A word of plain, single-quoted and double-quoted parts.
fn joined(text: &str) -> String {
    let kind = |c: char| match () {
        () if is_single(c) => '"',
        () if is_plain(c) => ' ',
        () => '\'',
    };
    let letters: Vec<char> = text.chars().collect();
    let parts = letters.chunk_by(|one, other| kind(*one) == kind(*other)).map(|part| {
        let text: String = part.iter().collect();
        match kind(part[0]) {
            ' ' => text,
            mark => format!("{mark}{text}{mark}"),
        }
    });
    parts.collect()
}
