//! The reader's first pass: splits the text into tokens and rejects every form that two YAML readers could read
//! differently (protocol 1).
//!
//! It knows quotes, brackets, comments, keys and dashes, and the minimum column of continuation lines, but not the
//! nesting of blocks. That is the parser's job, whose events must then match these tokens one by one. The pass runs in
//! linear time, keeps no more tokens than the form allows nodes, and never recurses.

use super::form::{self, Form};
use super::problem::{Mark, Problem};
use super::scalar::{self, Plain};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain(Plain),
    Single,
    Double,
    /// `|` or `>`; only in drafts.
    Block,
    OpenList,
    OpenMap,
    CloseList,
    CloseMap,
}

/// A scalar or a bracket.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub style: Style,
    /// The range of bytes in the text, quotes included.
    pub start: u32,
    pub end: u32,
    pub mark: Mark,
}

/// Where the scan is inside a pair of brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Opened,
    Comma,
    Colon,
    Done,
}

pub(super) struct Bracket {
    map: bool,
    mark: Mark,
    place: Place,
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) form: Form,
    pub(super) at: usize,
    pub(super) line: u32,
    pub(super) line_start: usize,
    /// A byte offset on this line and its column from 0, from which columns are counted on.
    pub(super) seen: (usize, u32),
    /// Whether no token has been found on this line yet.
    pub(super) fresh: bool,
    /// Whether this line already has a block key (or `---`), so that it cannot hold another.
    keyed: bool,
    /// The column of the block key or dash that the next value belongs to.
    pub(super) holder: Option<u32>,
    /// Set once the holder has its value.
    complete: Option<Style>,
    /// Whether a key or dash must come next, because the holder has its value.
    entry: bool,
    pub(super) brackets: Vec<Bracket>,
    started: bool,
    ended: bool,
    tokens: Vec<Token>,
    /// The number of scalars and brackets so far: the parser must not get more than the form allows.
    nodes: usize,
}

/// The tokens of a text, or the first problem: something that readers could read differently.
pub fn tokenize(text: &str, form: Form) -> Result<Vec<Token>, Problem> {
    let mut scan = Lexer {
        text,
        bytes: text.as_bytes(),
        form,
        at: 0,
        line: 1,
        line_start: 0,
        seen: (0, 0),
        fresh: true,
        keyed: false,
        holder: None,
        complete: None,
        entry: false,
        brackets: Vec::new(),
        started: false,
        ended: false,
        tokens: Vec::new(),
        nodes: 0,
    };
    scan.run()?;
    Ok(scan.tokens)
}

impl Lexer<'_> {
    fn run(&mut self) -> Result<(), Problem> {
        loop {
            while self.byte(self.at) == Some(b' ') {
                self.at += 1;
            }
            let Some(byte) = self.byte(self.at) else { break };
            match byte {
                b'\n' => self.next_line(self.at + 1),
                b'\r' => self.at += 1,
                b'#' => self.comment()?,
                _ if self.at == self.line_start && self.marker()? => {}
                _ => self.token(byte)?,
            }
        }
        match self.brackets.last() {
            Some(Bracket { map, mark, .. }) => {
                let (open, close) = if *map { ('{', '}') } else { ('[', ']') };
                Err(refuse(*mark, format!("this {open} is not closed"), format!("add the closing {close}")))
            }
            None => Ok(()),
        }
    }

    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Whether there is a space, a line end or the end of the text at this place.
    pub(super) fn gap(&self, at: usize) -> bool {
        matches!(self.byte(at), None | Some(b' ' | b'\n' | b'\r'))
    }

    /// Whether the character at this place ends a plain scalar inside brackets, or the text after a colon.
    pub(super) fn gap_or_bracket(&self, at: usize) -> bool {
        self.gap(at) || (!self.brackets.is_empty() && self.byte(at).is_some_and(is_flow))
    }

    pub(super) fn next_line(&mut self, start: usize) {
        self.at = start;
        self.line += 1;
        self.line_start = start;
        self.seen = (start, 0);
        self.fresh = true;
        self.keyed = false;
    }

    /// The column, from 0 and in characters, of a byte at or after the last one asked for on this line.
    fn column(&mut self, at: usize) -> u32 {
        let (from, column) = self.seen;
        let between = self.bytes.get(from..at).unwrap_or_default();
        let column = column + between.iter().filter(|&&b| b & 0xC0 != 0x80).count() as u32;
        self.seen = (at, column);
        column
    }

    pub(super) fn mark(&mut self, at: usize) -> Mark {
        Mark { line: self.line, column: self.column(at) + 1 }
    }

    pub(super) fn refuse<T>(
        &mut self,
        at: usize,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) -> Result<T, Problem> {
        let mark = self.mark(at);
        Err(refuse(mark, message, advice))
    }

    fn comment(&mut self) -> Result<(), Problem> {
        let glued = self.at > self.line_start && self.byte(self.at - 1) != Some(b' ');
        if glued {
            return self.refuse(self.at, "this comment has no space before it", "write a space before the #");
        }
        self.at = self.line_end(self.at);
        Ok(())
    }

    pub(super) fn line_end(&self, at: usize) -> usize {
        self.bytes[at..].iter().position(|&b| b == b'\n').map_or(self.bytes.len(), |offset| at + offset)
    }

    pub(super) fn marker_at(&self, at: usize) -> Option<u8> {
        let marker = matches!(self.bytes.get(at..at + 3), Some(b"---" | b"...")) && self.gap(at + 3);
        marker.then(|| self.bytes[at])
    }

    /// Reads `---` or `...` at the start of a line, if there is one.
    fn marker(&mut self) -> Result<bool, Problem> {
        let Some(marker) = self.marker_at(self.at) else { return Ok(false) };
        if !self.brackets.is_empty() {
            return self.refuse(self.at, "the document ends inside brackets", "close the brackets first");
        }
        if self.ended || (marker == b'-' && self.started) {
            return self.refuse(self.at, "a second document begins here", "keep one document to a file");
        }
        if marker == b'.' {
            self.ended = true;
        }
        self.started = true;
        self.fresh = false;
        self.keyed = true;
        self.at += 3;
        Ok(true)
    }

    fn token(&mut self, byte: u8) -> Result<(), Problem> {
        if self.ended {
            return self.refuse(self.at, "the document has ended, but more follows", "remove it, or the ... before it");
        }
        let indicator = match byte {
            b'&' => Some(("an anchor", "write the value out where it is needed; text that begins with & needs quotes")),
            b'*' => Some(("an alias", "write the value out again; text that begins with * needs quotes")),
            b'!' => Some(("a tag", "leave the tag out; text that begins with ! needs quotes")),
            b'%' if self.at == self.line_start => Some(("a directive", "leave the line out")),
            _ => None,
        };
        if let Some((what, advice)) = indicator {
            return self.refuse(self.at, format!("this is {what}, which YAML readers interpret differently"), advice);
        }
        if matches!(byte, b'%' | b'@' | b'`') {
            let message = format!("no value begins with {}", char::from(byte));
            return self.refuse(self.at, message, "write the text in double quotes");
        }
        if byte == b'?' && self.gap_or_bracket(self.at + 1) {
            return self.refuse(self.at, "a key that begins with ? is not allowed here", "write `key: value`");
        }
        if byte == b':' && self.gap_or_bracket(self.at + 1) {
            let advice = "write a key and its colon on one line: `key: value`";
            return self.refuse(self.at, "this colon has no key before it on its line", advice);
        }
        self.started = true;
        if self.brackets.is_empty() { self.block_token(byte) } else { self.flow_token(byte) }
    }

    fn block_token(&mut self, byte: u8) -> Result<(), Problem> {
        if let Some(style) = self.complete {
            if !self.fresh && matches!(byte, b']' | b'}') {
                let message = format!("this {} closes no open bracket", char::from(byte));
                return self.refuse(self.at, message, "remove it, or write text in double quotes");
            }
            if !self.fresh {
                let advice =
                    "write each entry on its own line; put text that contains quotes or brackets in double quotes";
                return self.refuse(self.at, "more follows on the line after the value", advice);
            }
            let column = self.column(self.at);
            if self.holder.is_none_or(|holder| column > holder) {
                if let (None, Style::Plain(_), Some(token)) = (self.holder, style, self.tokens.last()) {
                    let advice = "write `key: value`, the colon on the key's line and a space after it";
                    return Err(refuse(token.mark, "a key with its colon is expected here", advice));
                }
                if matches!(style, Style::Plain(_)) {
                    let advice = "put the whole text in double quotes, or indent the line like its neighbors";
                    return self.refuse(self.at, "unquoted text continues on a second line here", advice);
                }
                let advice = "indent the line like its neighbors in the list or mapping";
                return self.refuse(self.at, "the entry above already has its value", advice);
            }
            self.complete = None;
            self.entry = true;
        }
        self.fresh = false;
        match byte {
            b'-' if self.gap(self.at + 1) => self.dash(),
            b'[' | b'{' | b'|' | b'>' if self.entry => self.refuse_value(),
            b'[' | b'{' => self.open(byte),
            b']' | b'}' | b',' => {
                let message = format!("this {} closes no open bracket", char::from(byte));
                self.refuse(self.at, message, "remove it, or write text in double quotes")
            }
            b'|' | b'>' => self.block_scalar(),
            _ => self.scalar(byte),
        }
    }

    fn dash(&mut self) -> Result<(), Problem> {
        if self.keyed {
            let advice = "start the list on the next line, or write it in brackets";
            return self.refuse(self.at, "a list cannot start on the line of its key", advice);
        }
        self.holder = Some(self.column(self.at));
        self.entry = false;
        self.at += 1;
        Ok(())
    }

    /// The problem of a value where only another entry may come.
    fn refuse_value<T>(&mut self) -> Result<T, Problem> {
        let advice = "write `key: value`, indented like the entries beside it, or indent a value deeper than its key";
        self.refuse(self.at, "a key with its colon is expected here", advice)
    }

    /// The problem of a bracket that is never closed, where this line cannot continue it: the line begins an entry of
    /// its own, and the content of the bracket is complete.
    fn left_open(&self, byte: u8) -> Option<Problem> {
        let Bracket { map, mark, place } = self.brackets.last()?;
        let dash = byte == b'-' && self.gap(self.at + 1);
        let line = &self.bytes[self.at..self.line_end(self.at)];
        let keyed = line.windows(2).any(|two| two == b": ") || line.trim_ascii_end().ends_with(b":");
        let complete = *place == Place::Done && keyed && !matches!(byte, b']' | b'}' | b',');
        let (open, close) = if *map { ('{', '}') } else { ('[', ']') };
        (dash || complete).then(|| {
            let message = format!("this {open} is not closed before the entry of line {}", self.line);
            let advice = format!(
                "write its {close}; lines that continue inside brackets are indented deeper than the key or dash that holds \
                 them"
            );
            refuse(*mark, message, advice)
        })
    }

    fn flow_token(&mut self, byte: u8) -> Result<(), Problem> {
        if self.fresh {
            let column = self.column(self.at);
            if self.holder.is_some_and(|holder| column <= holder) {
                if let Some(problem) = self.left_open(byte) {
                    return Err(problem);
                }
                let advice = "indent every line inside brackets, the closing bracket's too, deeper than the key or \
                              dash that holds them";
                return self.refuse(self.at, "this line is inside brackets but not indented deeper", advice);
            }
        }
        self.fresh = false;
        let Some(&Bracket { map, place, .. }) = self.brackets.last() else { return Ok(()) };
        match byte {
            b']' | b'}' => self.close(byte),
            b',' => {
                if matches!(place, Place::Opened | Place::Comma) {
                    return self.refuse(
                        self.at,
                        "there is nothing before this comma",
                        "remove the comma, or write \"\"",
                    );
                }
                self.place(Place::Comma);
                self.at += 1;
                Ok(())
            }
            _ if place == Place::Done => {
                let advice = "write a comma between the entries; put text that contains quotes, brackets or commas in double quotes";
                self.refuse(self.at, "a comma is missing before this, or quotes around the text", advice)
            }
            b'[' | b'{' => {
                if map && place != Place::Colon {
                    return self.refuse(self.at, "a bracket cannot be a key", "write a key and a colon before it");
                }
                self.open(byte)
            }
            b'|' | b'>' => self.refuse(
                self.at,
                format!("{} has no meaning inside brackets", char::from(byte)),
                "write the text in double quotes",
            ),
            b'-' if self.gap_or_bracket(self.at + 1) => self.refuse(
                self.at,
                "inside brackets, a dash does not start an entry",
                "leave the dash out: brackets separate their entries by commas",
            ),
            _ => self.scalar(byte),
        }
    }

    fn place(&mut self, place: Place) {
        if let Some(bracket) = self.brackets.last_mut() {
            bracket.place = place;
        }
    }

    pub(super) fn push(&mut self, style: Style, start: usize, end: usize, mark: Mark) -> Result<(), Problem> {
        if !matches!(style, Style::CloseList | Style::CloseMap) {
            self.nodes += 1;
            if self.nodes > self.form.max_nodes() {
                return Err(form::too_many_nodes(self.form).at(mark));
            }
        }
        self.tokens.push(Token { style, start: start as u32, end: end as u32, mark });
        Ok(())
    }

    fn open(&mut self, byte: u8) -> Result<(), Problem> {
        let mark = self.mark(self.at);
        if self.brackets.len() >= form::MAX_DEPTH {
            return Err(form::too_deep().at(mark));
        }
        let map = byte == b'{';
        self.push(if map { Style::OpenMap } else { Style::OpenList }, self.at, self.at + 1, mark)?;
        self.brackets.push(Bracket { map, mark, place: Place::Opened });
        self.at += 1;
        Ok(())
    }

    fn close(&mut self, byte: u8) -> Result<(), Problem> {
        let map = byte == b'}';
        if let Some(bracket) = self.brackets.pop()
            && bracket.map != map
        {
            let (open, close) = if bracket.map { ('{', '}') } else { ('[', ']') };
            let message = format!("the {open} of line {} is closed by {}", bracket.mark.line, char::from(byte));
            return self.refuse(self.at, message, format!("write its {close} first"));
        }
        let style = if map { Style::CloseMap } else { Style::CloseList };
        let mark = self.mark(self.at);
        self.push(style, self.at, self.at + 1, mark)?;
        self.at += 1;
        self.value(style);
        let mut after = self.at;
        while self.byte(after) == Some(b' ') {
            after += 1;
        }
        if self.byte(after) == Some(b':') {
            return self.refuse(after, "a collection cannot be a key", "use text as the key");
        }
        Ok(())
    }

    /// Records that a value is complete.
    pub(super) fn value(&mut self, style: Style) {
        if self.brackets.is_empty() {
            self.complete = Some(style);
        } else {
            self.place(Place::Done);
        }
    }

    fn scalar(&mut self, byte: u8) -> Result<(), Problem> {
        let (start, mark) = (self.at, self.mark(self.at));
        let quoted = match byte {
            b'"' => Some(Style::Double),
            b'\'' => Some(Style::Single),
            _ => None,
        };
        match quoted {
            Some(style) => self.quoted(style, mark)?,
            None => self.plain(),
        }
        let end = self.at;
        let mut colon = end;
        while self.byte(colon) == Some(b' ') {
            colon += 1;
        }
        let flow = !self.brackets.is_empty();
        if self.byte(colon) == Some(b':') {
            let adjacent = quoted.is_some() && flow && colon == end;
            if adjacent || self.gap(colon + 1) {
                return self.key(quoted, (start, end), mark, colon);
            }
            if quoted.is_some() || (flow && self.gap_or_bracket(colon + 1)) {
                return self.refuse(colon, "this colon has no space after it", "write a space after the colon");
            }
        }
        if self.entry && !flow {
            if let Some(problem) = scalar::dash_without_space(&self.text[start..end]) {
                return Err(problem.at(mark));
            }
            let advice = "write `key: value`, the colon on the key's line and a space after it";
            return Err(refuse(mark, "a key with its colon is expected here", advice));
        }
        let text = &self.text[start..end];
        let keyless = self.brackets.last().is_some_and(|bracket| bracket.map && bracket.place != Place::Colon);
        if let Some(pair) = scalar::as_pair(text).filter(|_| keyless && quoted.is_none() && text.contains('=')) {
            let advice = format!("write `{pair}`, a colon and a space in place of the =");
            return Err(refuse(mark, "inside { } every entry is a key, a colon and a value", advice));
        }
        let style = match quoted {
            Some(style) => style,
            None => Style::Plain(self.plain_value(start, end, mark)?),
        };
        if let Some(&Bracket { map: true, place, .. }) = self.brackets.last()
            && place != Place::Colon
        {
            let text = &self.text[start..end];
            let advice = match scalar::as_pair(text) {
                Some(pair) => format!("write `{pair}`, the colon on the key's line and a space after it"),
                None if scalar::is_plain_key(text) => {
                    format!("write `{text}: …`, with a value after the colon, or [{text}] if it is an entry of a list")
                }
                None => "write `key: value`, the colon on the key's line and a space after it".to_owned(),
            };
            return Err(refuse(mark, "inside { } every entry is a key, a colon and a value", advice));
        }
        self.push(style, start, end, mark)?;
        self.value(style);
        Ok(())
    }

    fn key(
        &mut self,
        quoted: Option<Style>,
        (start, end): (usize, usize),
        mark: Mark,
        colon: usize,
    ) -> Result<(), Problem> {
        if mark.line != self.line {
            return Err(refuse(
                mark,
                "this key continues over several lines",
                "write the key and its colon on one line",
            ));
        }
        let column = self.column(colon);
        if column + 1 - mark.column > 1024 {
            let advice = "shorten the key: it and its colon fit in 1,024 characters";
            return Err(refuse(mark, "this key is too long", advice));
        }
        let style = match quoted {
            Some(style) => style,
            None => {
                let key = &self.text[start..end];
                if !scalar::is_plain_key(key) && !scalar::is_integer_key(key) {
                    let valued =
                        self.brackets.last().is_some_and(|bracket| bracket.map && bracket.place == Place::Colon);
                    let problem = Some(key).filter(|_| valued).and_then(scalar::comma_missing);
                    return Err(problem.unwrap_or_else(|| scalar::key_problem(key)).at(mark));
                }
                Style::Plain(Plain::Text)
            }
        };
        match self.brackets.last().map(|bracket| bracket.place) {
            Some(Place::Opened | Place::Comma) => self.place(Place::Colon),
            Some(_) => {
                let advice = "write a comma between the entries, or the text in double quotes";
                return self.refuse(colon, "this entry has a second colon", advice);
            }
            None if self.keyed => {
                let advice = "write text that contains a colon and a space in double quotes, and each key on a line of \
                              its own";
                return self.refuse(colon, "this line has a second colon", advice);
            }
            None => {
                self.holder = Some(mark.column - 1);
                self.keyed = true;
                self.entry = false;
            }
        }
        self.push(style, start, end, mark)?;
        self.at = colon + 1;
        Ok(())
    }

    fn plain_value(&mut self, start: usize, end: usize, mark: Mark) -> Result<Plain, Problem> {
        let text = &self.text[start..end];
        let value = match self.form {
            Form::Draft => scalar::draft_plain(text),
            Form::Pack => scalar::pack_plain(text),
            _ => scalar::plain(text, !self.brackets.is_empty()),
        };
        value.map_err(|fault| scalar::plain_problem(fault, text).at(mark))
    }
}

pub(super) fn refuse(mark: Mark, message: impl Into<String>, advice: impl Into<String>) -> Problem {
    Problem::new(message).at(mark).rule("protocol 1").advice(advice)
}

pub(super) fn is_flow(byte: u8) -> bool {
    matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
}
