//! Double-quoted text that every reader understands in the same way (protocol 1).

/// A text in double quotes on one line, with escapes where needed.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    escape(text, &mut out);
    out.push('"');
    out
}

pub(super) fn escape(text: &str, out: &mut String) {
    let safe = |&b: &u8| (0x20..0x7F).contains(&b) && b != b'"' && b != b'\\';
    if text.as_bytes().iter().all(safe) {
        out.push_str(text);
    } else {
        text.chars().for_each(|c| push_escaped(c, out));
    }
}

/// The shortest way of writing a character inside double quotes that every reader knows.
pub(super) fn push_escaped(c: char, out: &mut String) {
    use std::fmt::Write;
    let short = match c {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\n' => "\\n",
        '\t' => "\\t",
        '\r' => "\\r",
        '\0' => "\\0",
        '\u{7}' => "\\a",
        '\u{8}' => "\\b",
        '\u{B}' => "\\v",
        '\u{C}' => "\\f",
        '\u{1B}' => "\\e",
        '\u{85}' => "\\N",
        '\u{2028}' => "\\L",
        '\u{2029}' => "\\P",
        c if !is_forbidden(c) => return out.push(c),
        c => {
            let code = c as u32;
            // Writing to a string does not fail.
            let _ = match code {
                0..0x100 => write!(out, "\\x{code:02x}"),
                0x100..0x10000 => write!(out, "\\u{code:04x}"),
                _ => write!(out, "\\U{code:08x}"),
            };
            return;
        }
    };
    out.push_str(short);
}

/// Whether a character may not appear unescaped in any document: control characters other than LF and CR, the line ends
/// of other standards, the byte-order mark, and noncharacters.
pub(super) fn is_forbidden(c: char) -> bool {
    let code = c as u32;
    match code {
        0x0A | 0x0D => false,
        0x00..=0x1F | 0x7F..=0x9F | 0x2028 | 0x2029 | 0xFEFF | 0xFDD0..=0xFDEF => true,
        _ => code & 0xFFFE == 0xFFFE,
    }
}
