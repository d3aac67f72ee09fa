//! The writer: turns a tree into YAML that every reader reads alike, in a form that is pleasant for people.
//!
//! The output follows the profile of a signed document (protocol 1), and even narrower limits: unquoted text is ASCII,
//! keys that look like numbers are quoted, lines are at most 78 columns wide where possible.

use serde_json::{Map, Value};

use super::quotes::{escape, is_forbidden, push_escaped};
use super::scalar;

/// The width of a line where possible, in columns.
const WIDTH: usize = 78;

/// Writes a value. In a top-level mapping, `adjutant` and `kind` come first and `signatures` last; all other keys keep
/// their order. Reading gives back the same value if it lies within the profile.
pub fn write(value: &Value) -> String {
    write_in(value, 1024)
}

/// Whether writing a value gives exactly this text.
pub(super) fn written_like(value: &Value, text: &str) -> bool {
    write_in(value, text.len() + 1024) == text
}

fn write_in(value: &Value, room: usize) -> String {
    let mut writer = Writer { out: String::with_capacity(room), line: 0 };
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            let ahead = ["adjutant", "kind"];
            let entry = |key: &'static str| entries.get_key_value(key);
            let others = entries.iter().filter(|(key, _)| !matches!(key.as_str(), "adjutant" | "kind" | "signatures"));
            let ordered = ahead.into_iter().filter_map(entry).chain(others).chain(entry("signatures"));
            for (key, item) in ordered {
                writer.entry(key, item, 0);
            }
        }
        Value::Array(items) if !items.is_empty() => writer.list(items, 0),
        scalar => {
            writer.inline(scalar, 2);
            writer.end_line();
        }
    }
    writer.out
}

struct Writer {
    out: String,
    /// Where the current line begins.
    line: usize,
}

impl Writer {
    fn end_line(&mut self) {
        self.out.push('\n');
        self.line = self.out.len();
    }

    fn indent(&mut self, columns: usize) {
        const BLANKS: &str = "                                                                ";
        let mut left = columns;
        while left > 0 {
            let some = left.min(BLANKS.len());
            self.out.push_str(&BLANKS[..some]);
            left -= some;
        }
    }

    /// Writes `key: value` and a line end; the writer is at the column `indent`.
    fn entry(&mut self, key: &str, value: &Value, indent: usize) {
        push_key(key, &mut self.out);
        self.out.push(':');
        match value {
            Value::Object(entries) if !entries.is_empty() && !self.brackets(value) => {
                self.end_line();
                self.indent(indent + 2);
                self.map(entries, indent + 2);
            }
            Value::Array(items) if !items.is_empty() && !self.brackets(value) => {
                self.end_line();
                self.indent(indent + 2);
                self.list(items, indent + 2);
            }
            // Already written by the attempt above.
            Value::Object(entries) if !entries.is_empty() => self.end_line(),
            Value::Array(items) if !items.is_empty() => self.end_line(),
            scalar => {
                self.out.push(' ');
                self.inline(scalar, indent + 2);
                self.end_line();
            }
        }
    }

    fn map(&mut self, entries: &Map<String, Value>, indent: usize) {
        for (number, (key, item)) in entries.iter().enumerate() {
            if number > 0 {
                self.indent(indent);
            }
            self.entry(key, item, indent);
        }
    }

    fn list(&mut self, items: &[Value], indent: usize) {
        for (number, item) in items.iter().enumerate() {
            if number > 0 {
                self.indent(indent);
            }
            self.out.push('-');
            match item {
                Value::Object(entries) if !entries.is_empty() && !self.brackets(item) => {
                    self.out.push(' ');
                    self.map(entries, indent + 2);
                }
                Value::Array(items) if !items.is_empty() && !self.brackets(item) => {
                    self.out.push(' ');
                    self.list(items, indent + 2);
                }
                Value::Object(entries) if !entries.is_empty() => self.end_line(),
                Value::Array(items) if !items.is_empty() => self.end_line(),
                scalar => {
                    self.out.push(' ');
                    self.inline(scalar, indent + 2);
                    self.end_line();
                }
            }
        }
    }

    /// Writes a scalar or an empty collection. Continuation lines are indented by `indent`.
    fn inline(&mut self, value: &Value, indent: usize) {
        match value {
            Value::Object(_) => self.out.push_str("{}"),
            Value::Array(_) => self.out.push_str("[]"),
            Value::String(text) => self.text(text, indent),
            scalar => push_scalar(scalar, &mut self.out),
        }
    }

    /// Writes a space and a collection of scalars in brackets if it fits on the line, or else nothing.
    fn brackets(&mut self, value: &Value) -> bool {
        let start = self.out.len();
        let room = WIDTH.saturating_sub(self.out.len() - self.line);
        let fits = self.try_brackets(value, start + room);
        if !fits {
            self.out.truncate(start);
        }
        fits
    }

    /// Counts bytes as columns: non-ASCII text gets more room than it needs, which does no harm.
    fn try_brackets(&mut self, value: &Value, limit: usize) -> bool {
        let (open, close) = if value.is_array() { (" [", ']') } else { (" {", '}') };
        self.out.push_str(open);
        let first = self.out.len();
        let mut item = |key: Option<&str>, item: &Value| {
            if self.out.len() > first {
                self.out.push_str(", ");
            }
            if let Some(key) = key {
                if self.out.len() + key.len() > limit {
                    return false;
                }
                push_key(key, &mut self.out);
                self.out.push_str(": ");
            }
            match item {
                Value::String(text) if self.out.len() + text.len() >= limit => return false,
                Value::String(text) if is_plain(text, true) => self.out.push_str(text),
                Value::String(text) => {
                    self.out.push('"');
                    escape(text, &mut self.out);
                    self.out.push('"');
                }
                Value::Array(items) if items.is_empty() => self.out.push_str("[]"),
                Value::Object(entries) if entries.is_empty() => self.out.push_str("{}"),
                Value::Array(_) | Value::Object(_) => return false,
                scalar => push_scalar(scalar, &mut self.out),
            }
            self.out.len() < limit
        };
        let fits = match value {
            Value::Array(items) => items.iter().all(|value| item(None, value)),
            Value::Object(entries) => entries.iter().all(|(key, value)| item(Some(key), value)),
            _ => false,
        };
        self.out.push(close);
        fits
    }

    /// Writes a text, over several lines if it is long.
    fn text(&mut self, text: &str, indent: usize) {
        let start = self.out.len();
        let column = columns(&self.out[self.line..]);
        if column + text.len() <= WIDTH && is_plain(text, false) {
            self.out.push_str(text);
            return;
        }
        self.out.push('"');
        if text.len() <= WIDTH {
            escape(text, &mut self.out);
            if column + columns(&self.out[start..]) < WIDTH {
                self.out.push('"');
                return;
            }
            self.out.truncate(start + 1);
        }
        self.broken(text, indent, column + 1);
        self.out.push('"');
    }

    /// Writes the inside of a long quoted text. A line is broken only in place of a single space, and read back as one:
    /// spaces that mail adds or removes at the end of a line change nothing (protocol 1).
    fn broken(&mut self, text: &str, indent: usize, mut column: usize) {
        // However deeply it is indented, a line takes some text.
        let limit = (WIDTH - 1).max(indent + 20);
        // A single space in the current line, and the columns up to the text after it.
        let mut blank: Option<(usize, usize)> = None;
        let mut before = ' ';
        let mut rest = text.chars().peekable();
        while let Some(c) = rest.next() {
            let at = self.out.len();
            push_escaped(c, &mut self.out);
            column += columns(&self.out[at..]);
            if column > limit
                && let Some((place, width)) = blank.take()
            {
                let kept = self.out.split_off(place + 1);
                self.out.truncate(place);
                self.end_line();
                self.indent(indent);
                self.out.push_str(&kept);
                column = indent + column - width;
            }
            if c == ' ' && before != ' ' && before != '\\' && rest.peek().is_some_and(|next| *next != ' ') {
                blank = Some((self.out.len() - 1, column));
            }
            before = c;
        }
    }
}

fn columns(text: &str) -> usize {
    text.bytes().filter(|&b| b & 0xC0 != 0x80).count()
}

fn push_scalar(value: &Value, out: &mut String) {
    use std::fmt::Write;
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => match number.as_i64() {
            Some(number @ 0..10) => out.push(char::from(b'0' + number as u8)),
            // Writing to a string does not fail.
            _ => drop(write!(out, "{number}")),
        },
        _ => {}
    }
}

fn push_key(key: &str, out: &mut String) {
    if scalar::is_plain_key(key) {
        out.push_str(key);
        return;
    }
    let start = out.len();
    out.push('"');
    escape(key, out);
    out.push('"');
    // A key ends within 1,024 characters; one full of quotes or backslashes is shorter in single quotes.
    if columns(&out[start..]) > 1024 && !key.chars().any(|c| c == '\n' || c == '\r' || is_forbidden(c)) {
        out.truncate(start);
        out.push('\'');
        out.push_str(&key.replace('\'', "''"));
        out.push('\'');
    }
}

/// Whether a text may be unquoted, for this reader and every other.
fn is_plain(text: &str, flow: bool) -> bool {
    let bytes = text.as_bytes();
    let letters = |b: &u8| {
        b.is_ascii_alphanumeric()
            || matches!(b, b' ' | b'_' | b'-' | b'.' | b'/')
            || (!flow && matches!(b, b',' | b'(' | b')' | b'\'' | b'!' | b'?' | b';' | b'+' | b'='))
    };
    matches!(bytes.first(), Some(b'A'..=b'Z' | b'a'..=b'z'))
        && bytes.last() != Some(&b' ')
        && !bytes.ends_with(b" -")
        && bytes.iter().all(letters)
        && !scalar::is_word(text)
}
