//! The strict reader: from bytes that came by mail to a tree, accepting only text in which every YAML reader would find
//! the same content.
//!
//! Size and characters are checked first, then the tokens ([`super::lexer`]); then a YAML parser reads the text
//! independently, and each of its scalars and brackets must match the token found there. Anything that the two read
//! differently is rejected. Nothing recurses, so hostile nesting is harmless. A text that is, byte for byte, what this
//! program writes for some content is known to have that content, and skips all this ([`super::fast_parser`]).

use std::io::{self, Read};

use saphyr_parser::{Parser, ScanError};
use serde_json::Value;

use crate::effort::Work;

use super::cut_texts::{CutText, cut_texts};
use super::fast_parser::read_own;
use super::form::{Form, MAX_DEPTH, too_deep, too_large, too_many_nodes};
use super::lexer;
use super::lookalikes;
use super::parser::{Builder, for_parser};
use super::path::{Step, push_index, push_key, steps};
use super::problem::{Mark, Problem};
use super::quotes::{is_forbidden, quoted};

/// A document as it was read: its content, and the place of each part in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// Its name in messages: the file's name.
    pub name: String,
    /// The content, always a mapping; its scalars are strings, integers, booleans and null.
    pub content: Value,
    /// The places of all nodes, keys included, each before its children.
    marks: Vec<Mark>,
    /// The unquoted texts that a comment on their last line ends.
    cut: Vec<CutText>,
}

impl Document {
    /// A document made by the program itself, without a text. `content` is a mapping.
    pub fn unplaced(name: impl Into<String>, content: Value) -> Self {
        Document { name: name.into(), content, marks: Vec::new(), cut: Vec::new() }
    }

    /// A document with given places, for tests.
    #[cfg(feature = "toy")]
    pub fn with_marks(name: &str, content: Value, marks: Vec<Mark>) -> Self {
        Document { name: name.to_owned(), content, marks, cut: Vec::new() }
    }

    /// The place of a value, given its path, such as `orders[2].move.sp`; the empty path is the whole document.
    ///
    /// A key that contains anything but letters, digits, `_` and `-` is written `["like this"]`, as a JSON string.
    pub fn mark(&self, path: &str) -> Option<Mark> {
        let found = self.find(path);
        self.marks.get(found.value).copied().filter(|_| found.whole)
    }

    /// The place of the key that a path ends in; for a list entry, the place of the entry.
    pub fn key_mark(&self, path: &str) -> Option<Mark> {
        let found = self.find(path);
        self.marks.get(found.key.unwrap_or(found.value)).copied().filter(|_| found.whole)
    }

    /// The place of the value at the longest prefix of the path that exists.
    pub fn nearest_mark(&self, path: &str) -> Option<Mark> {
        self.marks.get(self.find(path).value).copied()
    }

    /// The place of a problem in the text, by its path: at the key if the key is wrong.
    pub fn place_of(&self, problem: &Problem) -> Option<Mark> {
        let path = problem.path.as_deref()?;
        let key = if problem.on_key { self.key_mark(path) } else { None };
        key.or_else(|| self.nearest_mark(path))
    }

    /// The texts of prose from which a `#` without quotes cuts what follows on its line, as problems: what the writer
    /// took for a number or a hash is a comment to YAML.
    pub fn cut_texts(&self) -> Vec<Problem> {
        let problem = |cut: &CutText| {
            let at = self.marks.iter().enumerate().filter(|(_, mark)| **mark == cut.place());
            let (path, field, kept) = at.filter_map(|(at, _)| text_at(&self.content, at)).next_back()?;
            cut.problem(path, &field, kept)
        };
        self.cut.iter().filter_map(problem).collect()
    }

    fn find(&self, path: &str) -> Found {
        let mut found = Found { value: 0, key: None, whole: true };
        let mut value = &self.content;
        for step in steps(path) {
            let index = found.value;
            match (step, value) {
                (Some(Step::Index(wanted)), Value::Array(items)) if wanted < items.len() => {
                    let before: usize = items[..wanted].iter().map(nodes).sum();
                    found = Found { value: index + 1 + before, key: None, whole: true };
                    value = &items[wanted];
                }
                (Some(Step::Key(wanted)), Value::Object(entries)) if entries.contains_key(&wanted) => {
                    let mut key = index + 1;
                    for (name, item) in entries {
                        if *name == wanted {
                            value = item;
                            break;
                        }
                        key += 1 + nodes(item);
                    }
                    found = Found { value: key + 1, key: Some(key), whole: true };
                }
                _ => return Found { whole: false, ..found },
            }
        }
        found
    }
}

/// Where a path leads: indices into the marks.
struct Found {
    value: usize,
    key: Option<usize>,
    whole: bool,
}

/// The text that is node number `wanted` of a value: its path, the last key on it, and the text.
fn text_at(content: &Value, wanted: usize) -> Option<(String, String, &str)> {
    let (mut value, mut index) = (content, 0);
    let (mut path, mut field) = (String::new(), String::new());
    while index < wanted {
        match value {
            Value::Array(items) => {
                let mut at = index + 1;
                let n = items.iter().position(|item| {
                    let inside = wanted < at + nodes(item);
                    at += if inside { 0 } else { nodes(item) };
                    inside
                })?;
                push_index(&mut path, n);
                (value, index) = (&items[n], at);
            }
            Value::Object(entries) => {
                let mut at = index + 2;
                let (key, item) = entries.iter().find(|(_, item)| {
                    let inside = wanted < at + nodes(item);
                    at += if inside { 0 } else { nodes(item) + 1 };
                    inside
                })?;
                // A key is no value.
                if wanted < at {
                    return None;
                }
                push_key(&mut path, key);
                field.clone_from(key);
                (value, index) = (item, at);
            }
            _ => return None,
        }
    }
    Some((path, field, value.as_str()?))
}

/// The number of nodes of a value, itself and all keys included.
pub fn nodes(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(nodes).sum::<usize>(),
        Value::Object(entries) => 1 + entries.values().map(|item| 1 + nodes(item)).sum::<usize>(),
        _ => 1,
    }
}

/// The nesting depth of a value; a scalar has one level.
pub fn levels(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(levels).max().unwrap_or(0),
        Value::Object(entries) => 1 + entries.values().map(levels).max().unwrap_or(0),
        _ => 1,
    }
}

/// Checks that a value can be written as a document and read back (protocol 1).
///
/// # Errors
/// The limit that it would exceed.
pub fn fits(value: &Value, form: Form) -> Result<(), Problem> {
    if levels(value) > MAX_DEPTH {
        return Err(too_deep());
    }
    if nodes(value) > form.max_nodes() {
        return Err(too_many_nodes(form));
    }
    Ok(())
}

/// Reads at most `limit` bytes; `None` if there are more. A larger file is not read further.
///
/// # Errors
/// What the reader reports; for a directory, that it is one.
pub fn read_limited(reader: impl Read, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    reader.take(most).read_to_end(&mut bytes).map_err(|error| match error.kind() {
        io::ErrorKind::IsADirectory => io::Error::new(error.kind(), "this is a directory; name a file inside it"),
        _ => error,
    })?;
    Ok((bytes.len() <= limit).then_some(bytes))
}

/// Reads a document. `name` is its name in messages.
///
/// # Errors
/// The first part of the text that the profile does not allow, with its place and what to write instead.
pub fn read(name: &str, bytes: &[u8], form: Form) -> Result<Document, Problem> {
    Work::Document.count();
    // Drafts are written by people, not by this program.
    if form != Form::Draft && bytes.len() <= form.max_bytes() {
        let own = std::str::from_utf8(bytes).ok().and_then(|text| read_own(text, form));
        if let Some((content, marks)) = own {
            return Ok(Document { name: name.to_owned(), content, marks, cut: Vec::new() });
        }
    }
    read_as_any(name, bytes, form)
}

/// The slow path, for text of any origin. [`read`] gives the same result, faster if this program wrote the text.
///
/// # Errors
/// As [`read`].
pub fn read_as_any(name: &str, bytes: &[u8], form: Form) -> Result<Document, Problem> {
    if bytes.len() > form.max_bytes() {
        return Err(too_large(form));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let (sound, _) = bytes.split_at(error.valid_up_to());
            let mark = mark_of(&String::from_utf8_lossy(sound));
            let problem = Problem::new("this is not UTF-8 text").at(mark).rule("protocol 1");
            return Err(problem.advice("save the file as UTF-8, without compression or another encoding"));
        }
    };
    check_characters(text)?;
    read_text(name, text, form).map_err(|problem| {
        lookalikes::blame(text, problem, &|corrected| {
            check_characters(corrected).and(read_text(name, corrected, form)).err()
        })
    })
}

fn read_text(name: &str, text: &str, form: Form) -> Result<Document, Problem> {
    let tokens = lexer::tokenize(text, form)?;
    let cut = cut_texts(text, &tokens);
    let altered = for_parser(text, &tokens);
    let mut builder = Builder::new(text, form, &tokens, altered.is_some());
    let mut parser = Parser::new_from_str(altered.as_deref().unwrap_or(text));
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| parser_problem(&error, text))?;
        let mark = place(&span.start);
        if builder.event(event, mark, span.is_empty())? {
            break;
        }
    }
    let (content, marks) = builder.finish()?;
    Ok(Document { name: name.to_owned(), content, marks, cut })
}

fn place(marker: &saphyr_parser::Marker) -> Mark {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Mark { line: number(marker.line()), column: number(marker.col() + 1) }
}

/// The place right after this text.
fn mark_of(before: &str) -> Mark {
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Mark { line: number(line), column: number(column) }
}

/// Rejects characters that may appear nowhere in a document.
fn check_characters(text: &str) -> Result<(), Problem> {
    let bytes = text.as_bytes();
    // Bytes that may begin such a character: controls, and the leads C2, E2, EF and F0 to F4.
    let suspect = |b: u8| (b < 0x20 && b != b'\n') || b == 0x7F || b == 0xC2 || b == 0xE2 || b >= 0xEF;
    for (at, _) in bytes.iter().enumerate().filter(|&(_, &byte)| suspect(byte)) {
        let Some(c) = text[at..].chars().next() else { continue };
        let (message, advice) = match c {
            '\r' if bytes.get(at + 1) == Some(&b'\n') => continue,
            '\r' => ("this is a carriage return without a line feed", "end lines with LF or CRLF".to_owned()),
            '\t' if text[..at]
                .lines()
                .last()
                .is_none_or(|line| text[..at].ends_with('\n') || line.trim().is_empty()) =>
            {
                ("this line has a tab", "replace the tab by spaces".to_owned())
            }
            '\t' => ("this line has a tab", "use spaces, or \\t inside double quotes".to_owned()),
            '\u{FEFF}' => ("there is a byte-order mark inside the text", "remove it".to_owned()),
            c if is_forbidden(c) => {
                let escape = quoted(&c.to_string());
                let (name, escape) = (lookalikes::unwritable(c), escape.trim_matches('"'));
                ("YAML readers interpret this character differently", {
                    format!("it is {name}: remove it, or write {escape} inside double quotes")
                })
            }
            _ => continue,
        };
        return Err(Problem::new(message).at(mark_of(&text[..at])).rule("protocol 1").advice(advice));
    }
    Ok(())
}

fn parser_problem(error: &ScanError, text: &str) -> Problem {
    let info = error.info();
    // Whatever the parser misses at the end of the text is placed there.
    let mark = place(error.marker()).min(mark_of(text.trim_end()));
    let (message, advice) = match info {
        info if ["indent", "expected", "not allowed"].iter().any(|known| info.contains(known)) => (
            "the indentation of this line matches no line above it",
            "indent the entries of one mapping or list alike, and what belongs to an entry deeper",
        ),
        _ => {
            let problem = Problem::new(format!("this is not YAML that every reader can read ({info})"));
            return problem
                .at(place(error.marker()))
                .rule("protocol 1")
                .advice("write it more plainly: text in double quotes, one entry to a line, indented by two spaces");
        }
    };
    Problem::new(message).at(mark).rule("protocol 1").advice(advice)
}
