//! The fast path for text that this program itself wrote: one pass, checked against the writer instead of a second
//! reader.
//!
//! The writer produces different texts for different contents, and every reader reads each text back as its content
//! ([`super::write()`]). So if writing the parsed content gives exactly the same bytes, the content is right, however it
//! was parsed. Nothing else is accepted here: any other text is read by the slow path ([`super::read()`]), which also
//! reports what is wrong with it.

use serde_json::{Map, Value};

use super::form::{Form, MAX_DEPTH};
use super::parser::decode_double;
use super::problem::Mark;
use super::scalar::{self, Plain};
use super::write::written_like;

/// Longer keys are left to the slow path, which has a limit for them.
const LONG_KEY: usize = 256;

/// The content of a text and the places of its nodes, if the text is exactly what this program would write.
pub fn read_own(text: &str, form: Form) -> Option<(Value, Vec<Mark>)> {
    let (content, marks) = FastParser::new(text, form.max_nodes()).document()?;
    (content.is_object() && written_like(&content, text)).then_some((content, marks))
}

/// The content of a text that is compiled into the program; a test makes sure that it can be read. People write such
/// files, and leave out quotes that a signed document would have. `None` for forms of YAML that are not supported here.
pub fn read_compiled(text: &'static str) -> Option<Value> {
    let own = FastParser { plain: compiled_plain, ..FastParser::new(text, usize::MAX) };
    own.document().map(|(content, _)| content)
}

/// Unquoted text as people write it: not empty, and not beginning with a character that is special in YAML.
fn compiled_plain(text: &str, _: bool) -> Result<Plain, scalar::Fault> {
    const SIGNS: [char; 12] = ['\'', '&', '*', '!', '|', '>', '%', '@', '`', '?', '#', ','];
    if text.is_empty() || text.starts_with(SIGNS) || text.starts_with("- ") {
        return Err(scalar::Fault::Start);
    }
    scalar::draft_plain(text)
}

struct FastParser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: u32,
    line_start: usize,
    /// A byte offset on this line and its column from 0, from which columns are counted on.
    seen: (usize, u32),
    marks: Vec<Mark>,
    most: usize,
    /// The items and entries of all open collections, so that each collection can be allocated at its exact size.
    items: Vec<Value>,
    entries: Vec<(String, Value)>,
    /// How unquoted text is read; the flag says whether it is inside brackets.
    plain: fn(&str, bool) -> Result<Plain, scalar::Fault>,
}

/// What an entry begins with.
enum Token {
    Plain(usize, usize),
    Quoted(String),
}

impl<'a> FastParser<'a> {
    fn new(text: &'a str, most: usize) -> Self {
        let marks = Vec::with_capacity((text.len() / 8).min(most));
        FastParser {
            text,
            bytes: text.as_bytes(),
            at: 0,
            line: 1,
            line_start: 0,
            seen: (0, 0),
            marks,
            most,
            items: Vec::new(),
            entries: Vec::new(),
            plain: scalar::plain,
        }
    }

    fn document(mut self) -> Option<(Value, Vec<Mark>)> {
        self.next_entry()?;
        let content = self.block(0)?;
        self.next_entry().is_none().then_some((content, self.marks))
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    fn next_line(&mut self, start: usize) {
        self.at = start;
        self.line += 1;
        self.line_start = start;
        self.seen = (start, 0);
    }

    /// Goes to the next line that is not empty; returns its indentation.
    fn next_entry(&mut self) -> Option<usize> {
        loop {
            let blanks = self.bytes.get(self.at..)?.iter().take_while(|&&byte| byte == b' ').count();
            let at = self.at + blanks;
            match self.byte(at)? {
                b'\n' => self.next_line(at + 1),
                b'#' => {
                    let end = self.bytes[at..].iter().position(|&byte| byte == b'\n')?;
                    self.next_line(at + end + 1);
                }
                _ => {
                    self.at = at;
                    return Some(at - self.line_start);
                }
            }
        }
    }

    /// Skips blanks and a comment up to the next line.
    fn end_line(&mut self) -> Option<()> {
        let blanks = self.bytes[self.at..].iter().take_while(|&&byte| byte == b' ').count();
        let at = self.at + blanks;
        let end = match self.byte(at)? {
            b'\n' => at,
            b'#' if blanks > 0 => at + self.bytes[at..].iter().position(|&byte| byte == b'\n')?,
            _ => return None,
        };
        self.next_line(end + 1);
        Some(())
    }

    /// Counts a node that begins at a byte of the current line, at this nesting depth.
    fn node(&mut self, at: usize, depth: usize) -> Option<()> {
        if self.marks.len() >= self.most || depth >= MAX_DEPTH {
            return None;
        }
        let (from, column) = self.seen;
        let between = self.bytes.get(from..at)?;
        let column = column + between.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32;
        self.seen = (at, column);
        self.marks.push(Mark { line: self.line, column: column + 1 });
        Some(())
    }

    /// A value on lines of its own, from its first byte to the line after it.
    fn block(&mut self, depth: usize) -> Option<Value> {
        let (start, column) = (self.at, self.at - self.line_start);
        if self.bytes[start..].starts_with(b"- ") {
            self.node(start, depth)?;
            return self.list(column, depth);
        }
        if matches!(self.byte(start)?, b'[' | b'{') {
            let value = self.flow(depth)?;
            self.end_line()?;
            return Some(value);
        }
        // A mapping begins at its first key.
        self.node(start, depth)?;
        let token = self.token(false)?;
        if !self.colon() {
            let value = self.scalar(token, false)?;
            self.end_line()?;
            return Some(value);
        }
        self.map(column, (token, start), depth)
    }

    /// The entries of a list whose dashes are in this column; the first dash is here.
    fn list(&mut self, column: usize, depth: usize) -> Option<Value> {
        let first = self.items.len();
        loop {
            self.at += 2;
            let item = self.block(depth + 1)?;
            self.items.push(item);
            match self.next_entry() {
                Some(next) if next == column && self.bytes[self.at..].starts_with(b"- ") => {}
                Some(next) if next >= column => return None,
                _ => return Some(self.close_list(first)),
            }
        }
    }

    /// The entries of a mapping whose keys are in this column; the first key has been read.
    fn map(&mut self, column: usize, first: (Token, usize), depth: usize) -> Option<Value> {
        let (mut token, mut start) = first;
        let first = self.entries.len();
        loop {
            let key = self.key(token, start, depth + 1)?;
            self.at += 1;
            let value = match self.byte(self.at) {
                Some(b' ') if !self.ends() => self.value_on_line(column, depth + 1)?,
                _ => {
                    self.end_line()?;
                    if self.next_entry()? <= column {
                        return None;
                    }
                    self.block(depth + 1)?
                }
            };
            self.entries.push((key, value));
            match self.next_entry() {
                Some(next) if next == column => {}
                Some(next) if next > column => return None,
                _ => return self.close_map(first),
            }
            start = self.at;
            token = self.token(false)?;
            if !self.colon() {
                return None;
            }
        }
    }

    /// A value on the same line as its key.
    fn value_on_line(&mut self, column: usize, depth: usize) -> Option<Value> {
        while self.byte(self.at) == Some(b' ') {
            self.at += 1;
        }
        let value = match self.byte(self.at)? {
            b'[' | b'{' => self.flow(depth)?,
            b'>' => return self.folded(column),
            _ => {
                self.node(self.at, depth)?;
                let token = self.token(false)?;
                self.scalar(token, false)?
            }
        };
        self.end_line()?;
        Some(value)
    }

    /// Text after `>-`: one paragraph, on lines with equal indentation, deeper than its key.
    fn folded(&mut self, column: usize) -> Option<Value> {
        let rest = self.bytes[self.at..].strip_prefix(b">-\n")?;
        self.next_line(self.bytes.len() - rest.len());
        let mut text = String::new();
        let mut indent = None;
        loop {
            let line = self.bytes.get(self.at..)?.split(|&byte| byte == b'\n').next()?;
            let blanks = line.iter().take_while(|&&byte| byte == b' ').count();
            if blanks <= column || blanks == line.len() {
                break;
            }
            if *indent.get_or_insert(blanks) != blanks || line.ends_with(b" ") {
                return None;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&self.text[self.at + blanks..self.at + line.len()]);
            self.next_line(self.at + line.len() + 1);
        }
        (!text.is_empty()).then_some(Value::String(text))
    }

    /// Whether only a comment follows on the line.
    fn ends(&self) -> bool {
        let rest = &self.bytes[self.at..];
        matches!(rest.iter().find(|&&byte| byte != b' '), None | Some(b'\n' | b'#'))
    }

    /// Whether there is a colon here that turns the text before it into a key.
    fn colon(&self) -> bool {
        self.byte(self.at) == Some(b':') && matches!(self.byte(self.at + 1), Some(b' ' | b'\n'))
    }

    fn key(&mut self, token: Token, start: usize, depth: usize) -> Option<String> {
        // A quoted key that spans several lines is not allowed.
        if start < self.line_start || self.at - start > LONG_KEY {
            return None;
        }
        self.node(start, depth)?;
        match token {
            Token::Quoted(key) => Some(key),
            Token::Plain(from, to) => {
                let key = &self.text[from..to];
                (scalar::is_plain_key(key) || scalar::is_integer_key(key)).then(|| key.to_owned())
            }
        }
    }

    /// Text, quoted or not: up to the end of the line, a comment, a colon that makes it a key, or, inside brackets, the
    /// end of the entry.
    fn token(&mut self, flow: bool) -> Option<Token> {
        let start = self.at;
        if self.byte(start)? == b'"' {
            return self.quoted().map(Token::Quoted);
        }
        let mut at = start;
        loop {
            match self.byte(at) {
                None | Some(b'\n') => break,
                Some(b':') if matches!(self.byte(at + 1), None | Some(b' ' | b'\n')) => break,
                Some(b'#') if at > start && self.bytes[at - 1] == b' ' => break,
                Some(b',' | b'[' | b']' | b'{' | b'}') if flow => break,
                Some(_) => at += 1,
            }
        }
        self.at = at;
        let blanks = self.bytes[start..at].iter().rev().take_while(|&&byte| byte == b' ').count();
        self.at -= blanks;
        Some(Token::Plain(start, self.at))
    }

    fn scalar(&mut self, token: Token, flow: bool) -> Option<Value> {
        let (from, to) = match token {
            Token::Quoted(text) => return Some(Value::String(text)),
            Token::Plain(from, to) => (from, to),
        };
        let text = &self.text[from..to];
        Some(match (self.plain)(text, flow).ok()? {
            Plain::Null => Value::Null,
            Plain::Bool(truth) => Value::Bool(truth),
            Plain::Integer(number) => Value::from(number),
            Plain::Text => Value::String(text.to_owned()),
            // The program never writes one.
            Plain::Fraction => return None,
        })
    }

    /// Text in double quotes, including both quotes.
    fn quoted(&mut self) -> Option<String> {
        let start = self.at + 1;
        let special = |byte: &u8| matches!(byte, b'"' | b'\\' | b'\n');
        let mut at = start + self.bytes[start..].iter().position(special)?;
        if self.bytes[at] == b'"' {
            self.at = at + 1;
            return Some(self.text[start..at].to_owned());
        }
        loop {
            match self.byte(at)? {
                b'"' => break,
                b'\\' if self.byte(at + 1)? == b'\n' => at += 1,
                b'\\' => at += 2,
                b'\n' => {
                    self.next_line(at + 1);
                    at += 1;
                }
                _ => at += 1,
            }
        }
        self.at = at + 1;
        Some(decode_double(self.text.get(start..at)?))
    }

    /// A collection in brackets.
    fn flow(&mut self, depth: usize) -> Option<Value> {
        self.node(self.at, depth)?;
        let map = self.byte(self.at)? == b'{';
        let close = if map { b'}' } else { b']' };
        let (first_item, first_entry) = (self.items.len(), self.entries.len());
        self.at += 1;
        loop {
            self.gap();
            if self.byte(self.at)? == close {
                break;
            }
            if map {
                let start = self.at;
                let token = self.token(true)?;
                if !self.colon() {
                    return None;
                }
                let key = self.key(token, start, depth + 1)?;
                self.at += 1;
                self.gap();
                let value = self.flow_value(depth + 1)?;
                self.entries.push((key, value));
            } else {
                let value = self.flow_value(depth + 1)?;
                self.items.push(value);
            }
            self.gap();
            match self.byte(self.at)? {
                b',' => self.at += 1,
                byte if byte == close => {}
                _ => return None,
            }
        }
        self.at += 1;
        if map { self.close_map(first_entry) } else { Some(self.close_list(first_item)) }
    }

    /// Makes a list of the items from `first` on.
    fn close_list(&mut self, first: usize) -> Value {
        Value::Array(self.items.drain(first..).collect())
    }

    /// Makes a mapping of the entries from `first` on; `None` if a key occurs twice.
    fn close_map(&mut self, first: usize) -> Option<Value> {
        let mut map = Map::with_capacity(self.entries.len() - first);
        let distinct = self.entries.drain(first..).all(|(key, value)| map.insert(key, value).is_none());
        distinct.then_some(Value::Object(map))
    }

    fn flow_value(&mut self, depth: usize) -> Option<Value> {
        if matches!(self.byte(self.at)?, b'[' | b'{') {
            return self.flow(depth);
        }
        self.node(self.at, depth)?;
        let token = self.token(true)?;
        self.scalar(token, true)
    }

    /// Skips blanks, line ends and comments inside brackets.
    fn gap(&mut self) {
        loop {
            match self.byte(self.at) {
                Some(b' ') => self.at += 1,
                Some(b'\n') => self.next_line(self.at + 1),
                Some(b'#') if matches!(self.bytes[self.at - 1], b' ' | b'\n') => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }
}
