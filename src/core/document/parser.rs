//! The reader's second pass: builds the tree from a parser's events, each of which must match the token that the first
//! pass found there.

use saphyr_parser::{Event, ScalarStyle};
use serde_json::{Map, Value};

use super::form::{Form, MAX_DEPTH, too_deep, too_many_nodes};
use super::lexer::{Style, Token};
use super::lexer_scalars::surrogate_pair;
use super::problem::{Mark, Problem};
use super::scalar::Plain;

/// A collection that is being read.
enum Open {
    List(Vec<Value>),
    Map(Map<String, Value>, Option<String>),
}

/// Builds a document from the events of the YAML parser, and records the place of every node.
pub struct Builder<'a> {
    text: &'a str,
    form: Form,
    tokens: std::slice::Iter<'a, Token>,
    open: Vec<Open>,
    /// For each entry of `open`, whether the collection has brackets of its own.
    bracketed: Vec<bool>,
    marks: Vec<Mark>,
    root: Option<Value>,
    /// Whether the parser reads an altered text: see [`for_parser`].
    altered: bool,
}

impl<'a> Builder<'a> {
    /// A builder for a text and its tokens. `altered`: whether the parser reads an altered text, see [`for_parser`].
    pub fn new(text: &'a str, form: Form, tokens: &'a [Token], altered: bool) -> Self {
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

    /// Handles one event; true at the end of the stream.
    pub fn event(&mut self, event: Event<'_>, mark: Mark, empty: bool) -> Result<bool, Problem> {
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
            Some(Open::List(mut items)) if style == Style::CloseList => {
                items.shrink_to_fit();
                self.value(Value::Array(items))
            }
            Some(Open::Map(entries, None)) if style == Style::CloseMap => self.value(Value::Object(snug(entries))),
            _ => Err(differs(mark)),
        }
    }

    /// The next token, which must match what the parser found.
    fn token(&mut self, style: Style, mark: Mark) -> Result<&'a Token, Problem> {
        // The parser places block text at its first line, and a } after a comma at the comma.
        let vague = matches!(style, Style::Block | Style::CloseMap);
        match self.tokens.next() {
            Some(token) if token.style == style && (token.mark == mark || vague) => Ok(token),
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
                        // The token has the form of a number, which the standard library rounds correctly.
                        Plain::Fraction => text.parse::<f64>().map_or(Value::Null, Value::from),
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
            Value::String(_) => match self.unaltered(token) {
                Some(text) => Value::String(text),
                None => value,
            },
            value => value,
        };
        let mark = token.mark;
        self.node(mark)?;
        match self.open.last_mut() {
            Some(Open::Map(entries, key @ None)) => {
                let Value::String(name) = value else { return Err(differs(mark)) };
                if entries.contains_key(&name) {
                    let shown: String = name.chars().take(64).collect();
                    let problem = Problem::new(format!("the key `{shown}` appears twice"));
                    return Err(problem.at(mark).rule("protocol 1").advice("keep one of the two"));
                }
                *key = Some(name);
                Ok(())
            }
            _ => self.value(value),
        }
    }

    /// The text of a scalar that may have been altered for the parser: see [`for_parser`].
    fn unaltered(&self, token: &Token) -> Option<String> {
        if !self.altered {
            return None;
        }
        let source = self.text.get(token.start as usize..token.end as usize)?;
        match token.style {
            Style::Double if source.contains("\\u") => Some(decode_double(source.get(1..source.len() - 1)?)),
            Style::Plain(_) if source.ends_with(" -") => Some(fold(source)),
            _ => None,
        }
    }

    /// Handles an entry without a value: dropped from a draft, rejected elsewhere.
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
        let message = if self.open.is_empty() { "the document is empty" } else { "this entry has no value" };
        let advice = "write one, or \"\" for an empty text";
        Err(Problem::new(message).at(mark).rule("protocol 1").advice(advice))
    }

    /// Adds a complete value where it belongs.
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

    /// The document, and the places in it.
    ///
    /// # Errors
    /// The text contains no document.
    pub fn finish(mut self) -> Result<(Value, Vec<Mark>), Problem> {
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
                .advice(self.form.beginning())),
            None => Err(Problem::new("the file contains no document")
                .at(mark)
                .rule("protocol 1")
                .advice(self.form.beginning())),
        }
    }
}

/// The problem of a place that the two passes read differently.
fn differs(mark: Mark) -> Problem {
    Problem::new("YAML readers interpret this differently")
        .at(mark)
        .rule("protocol 1")
        .advice("write it more plainly: text in double quotes, one entry to a line, indented by two spaces")
}

/// The same mapping; a small one is shrunk to its size, because a document may have very many.
fn snug(entries: Map<String, Value>) -> Map<String, Value> {
    if entries.len() > 3 {
        return entries;
    }
    let mut snug = Map::with_capacity(entries.len());
    snug.extend(entries);
    snug
}

/// The text in a form that the parser can read, where it cannot read the original: two forms that the profile allows
/// are replaced by others of the same length. `None` if there are none. Scalars that contain them are decoded here.
pub(super) fn for_parser(text: &str, tokens: &[Token]) -> Option<String> {
    let bytes = text.as_bytes();
    let mut altered: Option<Vec<u8>> = None;
    let mut alter = |at: usize, with: &[u8]| {
        altered.get_or_insert_with(|| bytes.to_vec())[at..at + with.len()].copy_from_slice(with);
    };
    for token in tokens {
        let (start, end) = (token.start as usize, token.end as usize);
        match token.style {
            // The parser does not support surrogate pairs.
            Style::Double => {
                let mut at = start;
                while let Some(offset) = bytes[at..end].iter().position(|&b| b == b'\\') {
                    let escape = at + offset;
                    let pair = surrogate_pair(bytes, escape).is_some();
                    if pair {
                        alter(escape, b"\\u0020\\u0020");
                    }
                    at = (escape + if pair { 12 } else { 2 }).min(end);
                }
            }
            // The parser rejects text such as `[a -]`.
            Style::Plain(_) if bytes[..end].ends_with(b" -") => alter(end - 1, b"_"),
            _ => {}
        }
    }
    altered.and_then(|bytes| String::from_utf8(bytes).ok())
}

/// Joins the lines of unquoted text; the last line is not empty. A single line end becomes a space, several become one
/// line end fewer.
fn fold(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut empty = 0;
    for (number, line) in source.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if number == 0 {
            text.push_str(line);
            continue;
        }
        let content = line.trim_start_matches(' ');
        if content.is_empty() {
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
pub(super) fn decode_double(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut text = String::with_capacity(source.len());
    // Text before this length came from escapes, and is not blank space that folding drops.
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
                    b'u' => match surrogate_pair(bytes, at) {
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

/// From a line end: where the next text begins, and how many line ends lie between.
fn next_text(bytes: &[u8], mut at: usize) -> (usize, usize) {
    let mut lines = 0;
    while let Some(b' ' | b'\r' | b'\n') = bytes.get(at) {
        lines += usize::from(bytes[at] == b'\n');
        at += 1;
    }
    (at, lines.max(1))
}
