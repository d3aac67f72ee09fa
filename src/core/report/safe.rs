//! Player's words, made safe to print: nothing steers a terminal, misleads the eye or floods the page.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::document::harmless;

/// The most characters of a player's words that a report repeats; the turn file holds the rest.
pub const QUOTED: usize = 3000;
/// The most lines of them.
pub const QUOTED_LINES: usize = 60;
/// The most characters without a width of their own that may follow each other, such as accents.
const STACKED: usize = 2;

/// A text on one line, with everything made visible that could steer a terminal or mislead the eye. Of a long run
/// of characters without width, which would pile up on one letter, two are kept.
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

/// A player's words as clean lines, and how many characters were cut off.
pub fn quoted(text: &str) -> (Vec<String>, usize) {
    let mut taken = 0;
    let mut lines = Vec::new();
    for line in text.trim_end().split('\n').take(QUOTED_LINES) {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let part: String = line.chars().take(QUOTED - taken).collect();
        taken += part.chars().count();
        lines.push(clean(part.replace('\t', "    ").trim_end()).into_owned());
        // The line's end counts too.
        taken += 1;
        if taken >= QUOTED {
            break;
        }
    }
    let left = text.trim_end().chars().count().saturating_sub(taken);
    (lines, left)
}

/// What a writer puts under words that were cut.
pub fn cut_note(left: usize) -> String {
    format!("(cut here: {left} more characters in the turn file)")
}

/// A text in which nothing is markup of HTML or XML, inside an element or between quotation marks; made safe as by
/// [`clean`].
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
