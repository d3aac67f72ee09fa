//! The strict reader: from bytes that came by mail to a tree in which every reader would find the same content.
//!
//! Sizes and characters are checked first, then the tokens ([`super::scan`]); then a YAML parser reads the
//! text independently, and each of its scalars and brackets must be the token found there. What the two take
//! differently is refused. Nothing recurses, so hostile nesting costs nothing.

use std::io::{self, Read};

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};
use serde_json::{Map, Value};

use super::problem::{Mark, Problem};
use super::scalar::{self, Plain};
use super::scan::{self, Style, Token};

/// The deepest nesting, with the root at 1; a scalar counts as a level.
pub const MAX_DEPTH: usize = 64;

/// How a document is to be read, and within what limits (protocol 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A signed document other than a state: 1 MiB and 50,000 nodes at most.
    Signed,
    /// A state or a disclosure: 16 MiB and 1,000,000 nodes at most.
    State,
    /// A player's draft, read more kindly, within the limits of a signed document.
    Draft,
}

impl Form {
    /// The greatest size in bytes, as received.
    pub fn max_bytes(self) -> usize {
        if self == Form::State { 16 << 20 } else { 1 << 20 }
    }
    /// The greatest number of nodes; keys and values both count.
    pub fn max_nodes(self) -> usize {
        if self == Form::State { 1_000_000 } else { 50_000 }
    }
}

/// A document as it was read: its content, and where each part of it stood in the text.
#[derive(Clone, Debug)]
pub struct Document {
    /// What to call it in messages: the file's name.
    pub name: String,
    /// The content, always a mapping; its scalars are strings, integers, truth values and null.
    pub content: Value,
    /// The places of all nodes, keys included, each before what it holds.
    marks: Vec<Mark>,
}

impl Document {
    /// A document made by the program itself, which stands in no text. `content` is a mapping.
    pub fn unplaced(name: impl Into<String>, content: Value) -> Self {
        Document { name: name.into(), content, marks: Vec::new() }
    }

    /// The place of a value, given its path, such as `orders[2].move.sp`; the empty path is the whole document.
    ///
    /// A key that holds anything but letters, digits, `_` and `-` is written `["like this"]`, as JSON.
    pub fn mark(&self, path: &str) -> Option<Mark> {
        let found = self.find(path);
        self.marks.get(found.value).copied().filter(|_| found.whole)
    }

    /// The place of the key that a path ends in; of an entry of a list, the place of the entry.
    pub fn key_mark(&self, path: &str) -> Option<Mark> {
        let found = self.find(path);
        self.marks.get(found.key.unwrap_or(found.value)).copied().filter(|_| found.whole)
    }

    /// The place of the value of the longest beginning of the path that is in the document.
    pub fn nearest_mark(&self, path: &str) -> Option<Mark> {
        self.marks.get(self.find(path).value).copied()
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

/// Where a path led: indices into the marks.
struct Found {
    value: usize,
    key: Option<usize>,
    whole: bool,
}

enum Step {
    Index(usize),
    Key(String),
}

/// The steps of a path; `None` for what is no path.
fn steps(path: &str) -> impl Iterator<Item = Option<Step>> {
    let mut rest = path;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let step = if let Some(inside) = rest.strip_prefix('[') {
            if inside.starts_with('"') {
                let mut strings = serde_json::Deserializer::from_str(inside).into_iter::<String>();
                let key = strings.next().and_then(Result::ok);
                let after = inside.get(strings.byte_offset()..).and_then(|after| after.strip_prefix(']'));
                key.zip(after).map(|(key, after)| (Step::Key(key), after))
            } else {
                let split = inside.split_once(']');
                split.and_then(|(index, after)| Some((Step::Index(index.parse().ok()?), after)))
            }
        } else {
            let rest = rest.strip_prefix('.').unwrap_or(rest);
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            (end > 0).then(|| (Step::Key(rest[..end].to_owned()), &rest[end..]))
        };
        let (step, after) = match step {
            Some((step, after)) => (Some(step), after),
            None => (None, ""),
        };
        rest = after;
        Some(step)
    })
}

/// Appends a key to a path, so that [`Document::mark`] reads it again.
pub fn push_key(path: &mut String, key: &str) {
    let simple = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if simple {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(key);
    } else {
        path.push('[');
        path.push_str(&Value::from(key).to_string());
        path.push(']');
    }
}

/// Appends the index of a list's entry, from 0, to a path.
pub fn push_index(path: &mut String, index: usize) {
    path.push('[');
    path.push_str(&index.to_string());
    path.push(']');
}

/// The number of nodes of a value, itself and all keys included.
pub fn nodes(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(nodes).sum::<usize>(),
        Value::Object(entries) => 1 + entries.values().map(|item| 1 + nodes(item)).sum::<usize>(),
        _ => 1,
    }
}

/// Reads at most `limit` bytes; `None` if there are more. A file of any size is answered at once.
///
/// # Errors
/// What the reader reports; a directory says that it is one.
pub fn read_limited(reader: impl Read, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    reader.take(most).read_to_end(&mut bytes).map_err(|error| match error.kind() {
        io::ErrorKind::IsADirectory => io::Error::new(error.kind(), "this is a directory; name a file inside it"),
        _ => error,
    })?;
    Ok((bytes.len() <= limit).then_some(bytes))
}

/// The problem of a file that is larger than its form allows.
pub fn too_large(form: Form) -> Problem {
    let limit = form.max_bytes() >> 20;
    Problem::new(format!("the file is larger than {limit} MiB"))
        .rule("protocol 1")
        .advice("check that it is the right file; no document of this kind is so large")
}

pub(super) fn too_many_nodes(form: Form) -> Problem {
    Problem::new(format!("the document has more than {} nodes", form.max_nodes()))
        .rule("protocol 1")
        .advice("shorten it: every key and every value counts")
}

pub(super) fn too_deep() -> Problem {
    Problem::new(format!("this is nested deeper than {MAX_DEPTH} levels"))
        .rule("protocol 1")
        .advice("write it with fewer levels")
}

/// Reads a document. `name` is what messages call it.
///
/// # Errors
/// The first thing in the text that the profile refuses, with its place and what to write instead.
pub fn read(name: &str, bytes: &[u8], form: Form) -> Result<Document, Problem> {
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
    let tokens = scan::scan(text, form)?;
    let paired = join_surrogates(text);
    let mut builder = Builder::new(text, form, &tokens, paired.is_some());
    let mut parser = Parser::new_from_str(paired.as_deref().unwrap_or(text));
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| parser_problem(&error, text))?;
        let mark = place(&span.start);
        if builder.event(event, mark, span.is_empty())? {
            break;
        }
    }
    let (content, marks) = builder.finish()?;
    Ok(Document { name: name.to_owned(), content, marks })
}

fn place(marker: &saphyr_parser::Marker) -> Mark {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Mark { line: number(marker.line()), column: number(marker.col() + 1) }
}

/// The place right after a text.
fn mark_of(before: &str) -> Mark {
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Mark { line: number(line), column: number(column) }
}

/// Refuses the characters that may stand nowhere in a document.
fn check_characters(text: &str) -> Result<(), Problem> {
    let bytes = text.as_bytes();
    // Bytes that may begin such a character: controls, and the leads C2, E2, EF and F0 to F4.
    let suspect = |b: u8| (b < 0x20 && b != b'\n') || b == 0x7F || b == 0xC2 || b == 0xE2 || b >= 0xEF;
    for (at, _) in bytes.iter().enumerate().filter(|&(_, &byte)| suspect(byte)) {
        let Some(c) = text[at..].chars().next() else { continue };
        let (message, advice) = match c {
            '\r' if bytes.get(at + 1) == Some(&b'\n') => continue,
            '\r' => ("a carriage return stands here without a line feed", "end lines with LF or CRLF".to_owned()),
            '\t' => ("a tab stands here", "write blanks, or \\t inside double quotes".to_owned()),
            '\u{FEFF}' => ("a byte-order mark stands inside the text", "remove it".to_owned()),
            c if scalar::is_forbidden(c) => {
                let escape = super::write::quoted(&c.to_string());
                ("a character that readers treat differently stands here", {
                    format!("remove it, or write {} inside double quotes", escape.trim_matches('"'))
                })
            }
            _ => continue,
        };
        return Err(Problem::new(message).at(mark_of(&text[..at])).rule("protocol 1").advice(advice));
    }
    Ok(())
}

/// The text with every escaped surrogate pair replaced by two harmless escapes of the same length, for the
/// parser, which knows no such pairs; `None` where there is none. Scalars that have them are decoded here.
fn join_surrogates(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut joined: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(offset) = bytes[at..].iter().position(|&b| b == b'\\') {
        let start = at + offset;
        if scan::surrogate_pair(bytes, start).is_some() {
            let joined = joined.get_or_insert_with(|| bytes.to_vec());
            joined[start..start + 12].copy_from_slice(b"\\u0020\\u0020");
            at = start + 12;
        } else {
            at = (start + 2).min(bytes.len());
        }
    }
    joined.and_then(|bytes| String::from_utf8(bytes).ok())
}

/// A collection that is being read.
enum Open {
    List(Vec<Value>),
    Map(Map<String, Value>, Option<String>),
}

struct Builder<'a> {
    text: &'a str,
    form: Form,
    tokens: std::slice::Iter<'a, Token>,
    open: Vec<Open>,
    /// Whether the collection stands in brackets of its own, for each of `open`.
    bracketed: Vec<bool>,
    marks: Vec<Mark>,
    root: Option<Value>,
    /// The parser reads an altered text: see [`join_surrogates`].
    altered: bool,
}

impl<'a> Builder<'a> {
    fn new(text: &'a str, form: Form, tokens: &'a [Token], altered: bool) -> Self {
        Builder {
            text,
            form,
            tokens: tokens.iter(),
            open: Vec::new(),
            bracketed: Vec::new(),
            marks: Vec::with_capacity(tokens.len().min(form.max_nodes())),
            root: None,
            altered,
        }
    }

    /// Takes one event in; true at the end of the stream.
    fn event(&mut self, event: Event<'_>, mark: Mark, empty: bool) -> Result<bool, Problem> {
        match event {
            Event::Nothing | Event::StreamStart | Event::DocumentEnd => {}
            Event::DocumentStart(_) if self.root.is_none() => {}
            Event::StreamEnd => return Ok(true),
            Event::DocumentStart(_) | Event::Alias(_) => return Err(differs(mark)),
            Event::Scalar(text, style, anchor, tag) => {
                if anchor != 0 || tag.is_some() {
                    return Err(differs(mark));
                }
                self.scalar(text.as_ref(), style, mark, empty)?;
            }
            Event::SequenceStart(anchor, tag) => {
                self.start(Open::List(Vec::new()), Style::OpenList, mark, empty, anchor != 0 || tag.is_some())?;
            }
            Event::MappingStart(anchor, tag) => {
                self.start(Open::Map(Map::new(), None), Style::OpenMap, mark, empty, anchor != 0 || tag.is_some())?;
            }
            Event::SequenceEnd => self.end(Style::CloseList, mark)?,
            Event::MappingEnd => self.end(Style::CloseMap, mark)?,
        }
        Ok(false)
    }

    /// Counts a node.
    fn node(&mut self, mark: Mark) -> Result<(), Problem> {
        if self.marks.len() >= self.form.max_nodes() {
            return Err(too_many_nodes(self.form).at(mark));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(too_deep().at(mark));
        }
        self.marks.push(mark);
        Ok(())
    }

    fn start(&mut self, open: Open, style: Style, mark: Mark, empty: bool, decorated: bool) -> Result<(), Problem> {
        if decorated {
            return Err(differs(mark));
        }
        if !empty {
            self.token(style, mark)?;
        }
        self.node(mark)?;
        if matches!(self.open.last(), Some(Open::Map(_, None))) {
            return Err(Problem::new("a collection cannot be a key").at(mark).rule("protocol 1").advice("use text"));
        }
        self.open.push(open);
        self.bracketed.push(!empty);
        Ok(())
    }

    fn end(&mut self, style: Style, mark: Mark) -> Result<(), Problem> {
        if self.bracketed.pop() == Some(true) {
            self.token(style, mark)?;
        }
        match self.open.pop() {
            Some(Open::List(items)) if style == Style::CloseList => self.value(Value::Array(items)),
            Some(Open::Map(entries, None)) if style == Style::CloseMap => self.value(Value::Object(entries)),
            _ => Err(differs(mark)),
        }
    }

    /// The next token, which must be the one that the parser sees there.
    fn token(&mut self, style: Style, mark: Mark) -> Result<&'a Token, Problem> {
        match self.tokens.next() {
            Some(token) if token.style == style && (token.mark == mark || style == Style::Block) => Ok(token),
            _ => Err(differs(mark)),
        }
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, mark: Mark, empty: bool) -> Result<(), Problem> {
        if style == ScalarStyle::Plain && text.is_empty() && empty {
            return self.missing(mark);
        }
        let (token, value) = match style {
            ScalarStyle::Plain => match self.tokens.next() {
                Some(token @ Token { style: Style::Plain(value), .. }) if token.mark == mark => (
                    token,
                    match value {
                        Plain::Null => Value::Null,
                        Plain::Bool(truth) => Value::Bool(*truth),
                        Plain::Integer(number) => Value::from(*number),
                        Plain::Text => Value::String(text.to_owned()),
                    },
                ),
                _ => return Err(differs(mark)),
            },
            ScalarStyle::SingleQuoted => (self.token(Style::Single, mark)?, Value::String(text.to_owned())),
            ScalarStyle::DoubleQuoted => (self.token(Style::Double, mark)?, Value::String(text.to_owned())),
            ScalarStyle::Literal | ScalarStyle::Folded => {
                (self.token(Style::Block, mark)?, Value::String(text.to_owned()))
            }
        };
        let value = match value {
            Value::String(_) => match self.surrogates(token) {
                Some(text) => Value::String(text),
                None => value,
            },
            value => value,
        };
        // The parser gives the first line of a block's text; its reader looks for the |.
        let mark = token.mark;
        self.node(mark)?;
        match self.open.last_mut() {
            Some(Open::Map(entries, key @ None)) => {
                let Value::String(name) = value else { return Err(differs(mark)) };
                if entries.contains_key(&name) {
                    let shown: String = name.chars().take(64).collect();
                    let problem = Problem::new(format!("the key `{shown}` stands here a second time"));
                    return Err(problem.at(mark).rule("protocol 1").advice("keep one of the two"));
                }
                *key = Some(name);
                Ok(())
            }
            _ => self.value(value),
        }
    }

    /// The text of a scalar that was altered for the parser: see [`join_surrogates`].
    fn surrogates(&self, token: &Token) -> Option<String> {
        if !self.altered {
            return None;
        }
        let source = self.text.get(token.start as usize..token.end as usize)?;
        let bytes = source.as_bytes();
        if !(0..bytes.len()).any(|at| scan::surrogate_pair(bytes, at).is_some()) {
            return None;
        }
        match token.style {
            Style::Double => Some(decode_double(source.get(1..source.len() - 1)?)),
            // Neither unquoted text nor single quotes know escapes; only the folding of lines is to be done.
            Style::Single => Some(fold(source.get(1..source.len() - 1)?).replace("''", "'")),
            Style::Plain(_) => Some(fold(source)),
            _ => None,
        }
    }

    /// An entry without a value: left out of a draft, refused elsewhere.
    fn missing(&mut self, mark: Mark) -> Result<(), Problem> {
        if let Some(Open::Map(_, key @ Some(_))) = self.open.last_mut() {
            if self.form == Form::Draft {
                *key = None;
                self.marks.pop();
                return Ok(());
            }
            let mark = self.marks.last().copied().unwrap_or(mark);
            let problem = Problem::new("this key has no value").at(mark).rule("protocol 1");
            return Err(problem.advice("write one, \"\" for an empty text, or leave the key out"));
        }
        let message =
            if self.open.is_empty() { "the document is empty" } else { "an entry without a value stands here" };
        let advice = "write one, or \"\" for an empty text";
        Err(Problem::new(message).at(mark).rule("protocol 1").advice(advice))
    }

    /// Puts a complete value where it belongs.
    fn value(&mut self, value: Value) -> Result<(), Problem> {
        match self.open.last_mut() {
            None => self.root = Some(value),
            Some(Open::List(items)) => items.push(value),
            Some(Open::Map(entries, key)) => {
                if let Some(key) = key.take() {
                    entries.insert(key, value);
                }
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(Value, Vec<Mark>), Problem> {
        let start = Mark { line: 1, column: 1 };
        if let Some(token) = self.tokens.next() {
            return Err(differs(token.mark));
        }
        let mark = self.marks.first().copied().unwrap_or(start);
        match self.root {
            Some(root @ Value::Object(_)) => Ok((root, self.marks)),
            Some(_) => Err(Problem::new("a document is a mapping, lines of `key: value`, and this is something else")
                .at(mark)
                .rule("protocol 1")
                .advice("begin with `adjutant: 1`")),
            None => Err(Problem::new("the file holds no document")
                .at(mark)
                .rule("protocol 1")
                .advice("begin with `adjutant: 1`")),
        }
    }
}

/// The problem of a place that the two passes read differently.
fn differs(mark: Mark) -> Problem {
    Problem::new("readers of YAML take this differently")
        .at(mark)
        .rule("protocol 1")
        .advice("write it more plainly: text in double quotes, one entry to a line, indented by two blanks")
}

fn parser_problem(error: &ScanError, text: &str) -> Problem {
    let info = error.info();
    // What the parser misses at the end of the text is placed there.
    let mark = place(error.marker()).min(mark_of(text.trim_end()));
    let (message, advice) = match info {
        info if info.contains("simple key expect") || info.contains("did not find expected key") => {
            ("a key with its colon is expected here", "write `key: value`, indented like the entries beside it")
        }
        info if info.contains("indent") || info.contains("expected '-' indicator") || info.contains("not allowed") => (
            "this line's indentation fits nothing above it",
            "indent the entries of one mapping or list alike, and what belongs to an entry deeper",
        ),
        _ => {
            let problem = Problem::new(format!("this is not YAML that every reader can read ({info})"));
            return problem
                .at(place(error.marker()))
                .rule("protocol 1")
                .advice("write it more plainly: text in double quotes, one entry to a line, indented by two blanks");
        }
    };
    Problem::new(message).at(mark).rule("protocol 1").advice(advice)
}

/// Joins the lines of unquoted or single-quoted text: one line end is a blank, more are one fewer.
fn fold(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut empty = 0;
    let lines = source.split('\n').count();
    for (number, line) in source.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if number == 0 {
            text.push_str(line);
            continue;
        }
        let last = lines == number + 1;
        let content = line.trim_start_matches(' ');
        if content.is_empty() && !last {
            empty += 1;
            continue;
        }
        let kept = text.trim_end_matches(' ').len();
        text.truncate(kept);
        if empty == 0 {
            text.push(' ');
        }
        text.extend(std::iter::repeat_n('\n', empty));
        empty = 0;
        text.push_str(content);
    }
    text
}

/// The text between double quotes; its escapes have been checked.
fn decode_double(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut text = String::with_capacity(source.len());
    // What precedes this length came from escapes and is not blank space that folding drops.
    let mut firm = 0;
    let mut at = 0;
    while let Some(c) = source.get(at..).and_then(|rest| rest.chars().next()) {
        match c {
            '\\' => {
                let code = |digits: usize| {
                    let digits = source.get(at + 2..at + 2 + digits)?;
                    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
                };
                let (decoded, length) = match bytes.get(at + 1).copied().unwrap_or(b'\\') {
                    b'\r' | b'\n' => {
                        at = next_text(bytes, at + 1).0;
                        firm = text.len();
                        continue;
                    }
                    b'x' => (code(2), 4),
                    b'u' => match scan::surrogate_pair(bytes, at) {
                        Some(pair) => (Some(pair), 12),
                        None => (code(4), 6),
                    },
                    b'U' => (code(8), 10),
                    b'0' => (Some('\0'), 2),
                    b'a' => (Some('\u{7}'), 2),
                    b'b' => (Some('\u{8}'), 2),
                    b't' => (Some('\t'), 2),
                    b'n' => (Some('\n'), 2),
                    b'v' => (Some('\u{B}'), 2),
                    b'f' => (Some('\u{C}'), 2),
                    b'r' => (Some('\r'), 2),
                    b'e' => (Some('\u{1B}'), 2),
                    b'N' => (Some('\u{85}'), 2),
                    b'_' => (Some('\u{A0}'), 2),
                    b'L' => (Some('\u{2028}'), 2),
                    b'P' => (Some('\u{2029}'), 2),
                    other => (Some(char::from(other)), 2),
                };
                text.extend(decoded);
                firm = text.len();
                at += length;
            }
            '\n' | '\r' => {
                let kept = firm.max(text.trim_end_matches(' ').len());
                text.truncate(kept);
                let (next, lines) = next_text(bytes, at);
                if lines == 1 {
                    text.push(' ');
                } else {
                    text.extend(std::iter::repeat_n('\n', lines - 1));
                }
                firm = text.len();
                at = next;
            }
            c => {
                text.push(c);
                at += c.len_utf8();
            }
        }
    }
    text
}

/// From a line's end, where the next text begins, and how many line ends lie between.
fn next_text(bytes: &[u8], mut at: usize) -> (usize, usize) {
    let mut lines = 0;
    while let Some(b' ' | b'\r' | b'\n') = bytes.get(at) {
        lines += usize::from(bytes[at] == b'\n');
        at += 1;
    }
    (at, lines.max(1))
}
