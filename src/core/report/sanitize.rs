//! Players' text, made safe to print: nothing can control a terminal, mislead the eye or flood the page.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::document::harmless;

/// The maximum number of characters of a player's text that a report repeats; the turn file has the rest.
pub const QUOTED: usize = 3000;
/// The maximum number of lines.
pub const QUOTED_LINES: usize = 60;
/// How many zero-width characters, such as accents, may follow each other.
const STACKED: usize = 2;

/// A text on one line, in which everything that could control a terminal or mislead the eye is made visible. Of a long
/// run of zero-width characters, which would pile up on one letter, two are kept.
pub fn clean(text: &str) -> Cow<'_, str> {
    let text = harmless(text);
    if text.is_ascii() {
        return text;
    }
    let mut run = 0;
    let few = |c: &char| {
        run = if c.width() == Some(0) { run + 1 } else { 0 };
        run <= STACKED
    };
    let kept: String = text.chars().filter(few).collect();
    if kept.len() == text.len() { text } else { Cow::Owned(kept) }
}

/// A player's text as clean lines, and how many characters were cut off.
pub fn quoted(text: &str) -> (Vec<String>, usize) {
    let mut taken = 0;
    let mut lines = Vec::new();
    for line in text.trim_end().split('\n').take(QUOTED_LINES) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let part: String = line.chars().take(QUOTED - taken).collect();
        taken += part.chars().count();
        lines.push(clean(part.replace('\t', "    ").trim_end()).into_owned());
        // The line end counts too.
        taken += 1;
        if taken >= QUOTED {
            break;
        }
    }
    let left = text.trim_end().chars().count().saturating_sub(taken);
    (lines, left)
}

/// The note under text that was cut.
pub fn cut_note(left: usize) -> String {
    format!("(cut here: {left} more characters in the turn file)")
}

/// A text in which nothing is HTML or XML markup, inside an element or in an attribute; made safe like [`clean`].
pub fn markup(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in clean(text).chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
