//! The first pass of the reader: tells the tokens of a text apart and refuses every form in which two
//! YAML readers could differ (protocol 1).
//!
//! It knows quotes, brackets, comments, keys and dashes, and the column that continuation lines must pass,
//! but no nesting of blocks; that is the parser's, whose events must then agree with these tokens one by one.
//! It is linear in the text, keeps no more tokens than the form has nodes, and never recurses.

use super::problem::{Mark, Problem};
use super::read::Form;
use super::scalar::{self, Fault, Plain};
use super::write;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Plain(Plain),
    Single,
    Double,
    /// `|` or `>`, in drafts alone.
    Block,
    OpenList,
    OpenMap,
    CloseList,
    CloseMap,
}

/// A scalar or a bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub style: Style,
    /// The bytes of the text that it takes up, quotes included.
    pub start: u32,
    pub end: u32,
    pub mark: Mark,
}

/// Where inside a pair of brackets the scan stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Opened,
    Comma,
    Colon,
    Done,
}

struct Bracket {
    map: bool,
    mark: Mark,
    place: Place,
}

struct Scan<'a> {
    text: &'a str,
    bytes: &'a [u8],
    form: Form,
    at: usize,
    line: u32,
    line_start: usize,
    /// A byte of this line and its column from 0, from which columns are counted on.
    seen: (usize, u32),
    /// No token has been met on this line.
    fresh: bool,
    /// This line already has a block key (or `---`), so that it can hold no other.
    keyed: bool,
    /// The column of the block key or dash that holds what comes now.
    holder: Option<u32>,
    /// The holder has its value.
    complete: Option<Style>,
    /// What comes now must be a key or a dash, as the holder has its value.
    entry: bool,
    brackets: Vec<Bracket>,
    started: bool,
    ended: bool,
    tokens: Vec<Token>,
    /// Scalars and brackets so far: the parser is not let loose on more than the form allows.
    nodes: usize,
}

/// The tokens of a text, or the first thing in it that readers could take differently.
pub(super) fn scan(text: &str, form: Form) -> Result<Vec<Token>, Problem> {
    let mut scan = Scan {
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

impl Scan<'_> {
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
                Err(refuse(*mark, format!("this {open} is never closed"), format!("write its {close}")))
            }
            None => Ok(()),
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Whether a blank, a line's end or the end of the text stands there.
    fn gap(&self, at: usize) -> bool {
        matches!(self.byte(at), None | Some(b' ' | b'\n' | b'\r'))
    }

    /// Whether what stands there ends a plain scalar between brackets, or the text after a colon.
    fn gap_or_bracket(&self, at: usize) -> bool {
        self.gap(at) || (!self.brackets.is_empty() && self.byte(at).is_some_and(is_flow))
    }

    fn next_line(&mut self, start: usize) {
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

    fn mark(&mut self, at: usize) -> Mark {
        Mark { line: self.line, column: self.column(at) + 1 }
    }

    fn refuse<T>(&mut self, at: usize, message: impl Into<String>, advice: impl Into<String>) -> Result<T, Problem> {
        let mark = self.mark(at);
        Err(refuse(mark, message, advice))
    }

    fn comment(&mut self) -> Result<(), Problem> {
        let glued = self.at > self.line_start && self.byte(self.at - 1) != Some(b' ');
        if glued {
            return self.refuse(
                self.at,
                "this comment is glued to what stands before it",
                "write a blank before the #",
            );
        }
        self.at = self.line_end(self.at);
        Ok(())
    }

    fn line_end(&self, at: usize) -> usize {
        self.bytes[at..].iter().position(|&b| b == b'\n').map_or(self.bytes.len(), |offset| at + offset)
    }

    fn marker_at(&self, at: usize) -> Option<u8> {
        let marker = matches!(self.bytes.get(at..at + 3), Some(b"---" | b"...")) && self.gap(at + 3);
        marker.then(|| self.bytes[at])
    }

    /// Reads `---` or `...` at the start of a line, if one stands there.
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
            return self.refuse(self.at, format!("{what} stands here, which readers take differently"), advice);
        }
        if matches!(byte, b'%' | b'@' | b'`') {
            let message = format!("no value begins with {}", char::from(byte));
            return self.refuse(self.at, message, "write the text in double quotes");
        }
        if byte == b'?' && self.gap_or_bracket(self.at + 1) {
            return self.refuse(self.at, "? marks a key in a form that is not used here", "write `key: value`");
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
            if !self.fresh {
                let advice = "write each entry on a line of its own, and text that has quotes or brackets inside it \
                              wholly in double quotes";
                return self.refuse(self.at, "more follows on the line after the value", advice);
            }
            let column = self.column(self.at);
            if self.holder.is_none_or(|holder| column > holder) {
                if matches!(style, Style::Plain(_)) {
                    let advice = "put the whole text in double quotes, or indent the line like its neighbours";
                    return self.refuse(self.at, "unquoted text goes on over a second line here", advice);
                }
                let advice = "indent the line like the entry it belongs beside";
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
                let message = format!("nothing is open that this {} could belong to", char::from(byte));
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

    /// A value stands where only another entry can.
    fn refuse_value<T>(&mut self) -> Result<T, Problem> {
        let advice = "write `key: value`, indented like the entries beside it, or indent a value deeper than its key";
        self.refuse(self.at, "a key with its colon is expected here", advice)
    }

    fn flow_token(&mut self, byte: u8) -> Result<(), Problem> {
        if self.fresh {
            let column = self.column(self.at);
            if self.holder.is_some_and(|holder| column <= holder) {
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
                    return self.refuse(self.at, "nothing stands before this comma", "remove the comma, or write \"\"");
                }
                self.place(Place::Comma);
                self.at += 1;
                Ok(())
            }
            _ if place == Place::Done => {
                let advice = "write a comma between the entries; text with quotes, brackets or commas inside it goes \
                              wholly in double quotes";
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
                "a dash starts no entry inside brackets",
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

    fn push(&mut self, style: Style, start: usize, end: usize, mark: Mark) -> Result<(), Problem> {
        if !matches!(style, Style::CloseList | Style::CloseMap) {
            self.nodes += 1;
            if self.nodes > self.form.max_nodes() {
                return Err(super::read::too_many_nodes(self.form).at(mark));
            }
        }
        self.tokens.push(Token { style, start: start as u32, end: end as u32, mark });
        Ok(())
    }

    fn open(&mut self, byte: u8) -> Result<(), Problem> {
        let mark = self.mark(self.at);
        if self.brackets.len() >= super::read::MAX_DEPTH {
            return Err(super::read::too_deep().at(mark));
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

    /// Notes that a value is complete.
    fn value(&mut self, style: Style) {
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
            if adjacent || self.gap(colon + 1) || (flow && self.gap_or_bracket(colon + 1)) {
                return self.key(quoted, (start, end), mark, colon);
            }
            if quoted.is_some() {
                return self.refuse(colon, "this colon is glued to what follows", "write a blank after the colon");
            }
        }
        if self.entry && !flow {
            let advice = "write `key: value`, the colon on the key's line and a blank after it";
            return Err(refuse(mark, "a key with its colon is expected here", advice));
        }
        let style = match quoted {
            Some(style) => style,
            None => Style::Plain(self.plain_value(start, end, mark)?),
        };
        if let Some(&Bracket { map: true, place, .. }) = self.brackets.last()
            && place != Place::Colon
        {
            let advice = "write `key: value`, the colon on the key's line and a blank after it";
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
            return Err(refuse(mark, "this key goes on over several lines", "write the key and its colon on one line"));
        }
        let column = self.column(colon);
        if column + 1 - mark.column > 1024 {
            let advice = "shorten the key: it and its colon stand within 1,024 characters";
            return Err(refuse(mark, "this key is too long", advice));
        }
        let style = match quoted {
            Some(style) => style,
            None => {
                let key = &self.text[start..end];
                if !scalar::is_plain_key(key) && !scalar::is_integer(key) {
                    return Err(key_problem(key).at(mark));
                }
                Style::Plain(Plain::Text)
            }
        };
        match self.brackets.last().map(|bracket| bracket.place) {
            Some(Place::Opened | Place::Comma) => self.place(Place::Colon),
            Some(_) => {
                let advice = "write a comma between the entries, or the text in double quotes";
                return self.refuse(colon, "a second colon stands in one entry", advice);
            }
            None if self.keyed => {
                let advice = "write a text that holds a colon and a blank in double quotes, and each key on a line of \
                              its own";
                return self.refuse(colon, "a second colon stands on this line", advice);
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

    /// Passes over an unquoted scalar; in a draft, over all its lines.
    fn plain(&mut self) {
        let flow = !self.brackets.is_empty();
        let mut end = self.at;
        loop {
            match self.byte(self.at) {
                None | Some(b'\n' | b'\r') => {
                    if self.form == Form::Draft && self.continues(flow) {
                        continue;
                    }
                    break;
                }
                Some(b':') if self.gap_or_bracket(self.at + 1) => break,
                Some(b'#') if self.byte(self.at - 1) == Some(b' ') => break,
                Some(byte) if flow && is_flow(byte) => break,
                Some(b' ') => self.at += 1,
                Some(_) => {
                    self.at += 1;
                    end = self.at;
                }
            }
        }
        // Only lines whose text belongs to the scalar have been entered, so `end` is on the present line.
        self.at = end;
    }

    /// Goes on to the next line that has text, if unquoted text goes on there.
    fn continues(&mut self, flow: bool) -> bool {
        let (mut start, mut lines) = (self.at, 0);
        let first = loop {
            start = match self.bytes[start..].iter().position(|&b| b == b'\n') {
                Some(offset) => start + offset + 1,
                None => return false,
            };
            lines += 1;
            let mut first = start;
            while self.byte(first) == Some(b' ') {
                first += 1;
            }
            if !matches!(self.byte(first), Some(b'\n' | b'\r')) {
                break first;
            }
        };
        let Some(byte) = self.byte(first) else { return false };
        let deeper = self.holder.is_none_or(|holder| (first - start) as u32 > holder);
        let other = byte == b'#'
            || (first == start && self.marker_at(start).is_some())
            || (byte == b':' && self.gap_or_bracket(first + 1))
            || (flow && is_flow(byte));
        if !deeper || other {
            return false;
        }
        self.line += lines - 1;
        self.next_line(start);
        self.fresh = false;
        self.at = first;
        true
    }

    fn plain_value(&mut self, start: usize, end: usize, mark: Mark) -> Result<Plain, Problem> {
        let text = &self.text[start..end];
        let value = match self.form {
            Form::Draft => scalar::draft_plain(text),
            _ => scalar::plain(text, !self.brackets.is_empty()),
        };
        value.map_err(|fault| plain_problem(fault, text).at(mark))
    }

    /// Passes over a quoted scalar, closing quote included.
    fn quoted(&mut self, style: Style, opening: Mark) -> Result<(), Problem> {
        let quote = if style == Style::Double { b'"' } else { b'\'' };
        self.at += 1;
        loop {
            match self.byte(self.at) {
                None => {
                    let quote = char::from(quote);
                    let message = format!("the text that begins here with {quote} never ends");
                    return Err(refuse(opening, message, format!("write a {quote} at its end")));
                }
                Some(b'\'') if quote == b'\'' && self.byte(self.at + 1) == Some(b'\'') => self.at += 2,
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') if quote == b'"' => self.escape()?,
                Some(b'\n') => self.quoted_line()?,
                Some(_) => self.at += 1,
            }
        }
    }

    /// Enters the next line of a quoted scalar and checks its indentation.
    fn quoted_line(&mut self) -> Result<(), Problem> {
        self.next_line(self.at + 1);
        self.fresh = false;
        let mut first = self.at;
        while self.byte(first) == Some(b' ') {
            first += 1;
        }
        if matches!(self.byte(first), None | Some(b'\n' | b'\r')) {
            return Ok(());
        }
        let shallow = self.holder.is_some_and(|holder| (first - self.at) as u32 <= holder);
        if shallow || (first == self.at && self.marker_at(first).is_some()) {
            let advice = "indent the lines that continue a quoted text deeper than its key or dash, or close the \
                          quotes before";
            return self.refuse(first, "a quoted text goes on here but is not indented deeper", advice);
        }
        Ok(())
    }

    fn escape(&mut self) -> Result<(), Problem> {
        let start = self.at;
        let digits = match self.byte(start + 1) {
            Some(b'x') => 2,
            Some(b'u') => 4,
            Some(b'U') => 8,
            Some(
                b'0' | b'a' | b'b' | b't' | b'n' | b'v' | b'f' | b'r' | b'e' | b' ' | b'"' | b'/' | b'\\' | b'N' | b'_'
                | b'L' | b'P',
            ) => {
                self.at += 2;
                return Ok(());
            }
            Some(b'\n' | b'\r') => return self.broken_line(start),
            _ => {
                let advice = "write \\\\ for a backslash, or one of \\n \\t \\\" \\\\ \\u0000";
                return self.refuse(start, "this backslash starts no escape that all readers know", advice);
            }
        };
        let Some(code) = hex(self.bytes, start + 2, digits) else {
            let message = format!("this escape needs {digits} hexadecimal digits");
            return self.refuse(start, message, "write them, or \\\\ for a backslash");
        };
        self.at = start + 2 + digits;
        if (0xD800..0xDC00).contains(&code) && digits == 4 && surrogate_pair(self.bytes, start).is_some() {
            self.at += 6;
        } else if char::from_u32(code).is_none() {
            let advice = "write the character itself";
            return self.refuse(start, "this escape stands for half a character, or for none", advice);
        }
        Ok(())
    }

    /// A backslash at a line's end: the line after it must not be empty.
    fn broken_line(&mut self, start: usize) -> Result<(), Problem> {
        self.at = self.line_end(start);
        let mut next = self.at + 1;
        while self.byte(next) == Some(b' ') {
            next += 1;
        }
        if matches!(self.byte(next), Some(b'\n' | b'\r')) {
            let advice = "remove the empty line, or write \\n";
            return self.refuse(start, "a backslash at a line's end is followed by an empty line", advice);
        }
        Ok(())
    }

    /// A `|` or `>`: text in lines of its own, which mail does not keep as it is.
    fn block_scalar(&mut self) -> Result<(), Problem> {
        let (start, mark) = (self.at, self.mark(self.at));
        if self.form != Form::Draft {
            let advice = "write the text in double quotes, its line ends as \\n";
            return Err(refuse(mark, "a block of text is kept for drafts: mail changes its line ends", advice));
        }
        let mut end = self.line_end(start);
        let mut lines = 0;
        while end < self.bytes.len() {
            let line = end + 1;
            let mut first = line;
            while self.byte(first) == Some(b' ') {
                first += 1;
            }
            let inside = match self.byte(first) {
                None => false,
                Some(b'\n' | b'\r') => true,
                Some(_) => self.holder.is_some_and(|holder| (first - line) as u32 > holder),
            };
            if !inside {
                break;
            }
            lines += 1;
            self.line_start = line;
            end = self.line_end(line);
        }
        self.push(Style::Block, start, end, mark)?;
        self.line += lines;
        self.seen = (self.line_start, 0);
        self.at = end;
        self.value(Style::Block);
        Ok(())
    }
}

fn refuse(mark: Mark, message: impl Into<String>, advice: impl Into<String>) -> Problem {
    Problem::new(message).at(mark).rule("protocol 1").advice(advice)
}

fn is_flow(byte: u8) -> bool {
    matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
}

fn hex(bytes: &[u8], at: usize, digits: usize) -> Option<u32> {
    bytes
        .get(at..at + digits)?
        .iter()
        .try_fold(0u32, |code, &digit| Some((code << 4) | char::from(digit).to_digit(16)?))
}

/// The character that two `\u` escapes beginning there stand for, a high surrogate and a low one.
pub(super) fn surrogate_pair(bytes: &[u8], at: usize) -> Option<char> {
    let half = |at: usize| if bytes.get(at..at + 2)? == b"\\u" { hex(bytes, at + 2, 4) } else { None };
    let (high, low) = (half(at)?, half(at + 6)?);
    if !(0xD800..0xDC00).contains(&high) || !(0xDC00..0xE000).contains(&low) {
        return None;
    }
    char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
}

/// The text as it would stand in double quotes, shortened for a message.
fn in_quotes(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    write::quoted(&short)
}

fn plain_problem(fault: Fault, text: &str) -> Problem {
    let shown = in_quotes(text);
    let (message, advice) = match fault {
        Fault::Word => (
            format!("{} unquoted is a truth value to one reader and text to another", shown.trim_matches('"')),
            format!("write true, false or null in small letters, or {shown} for the text"),
        ),
        Fault::Tilde => ("~ is null to one reader and text to another".to_owned(), "write null, or \"~\"".to_owned()),
        Fault::Range => (
            "this number is beyond what every reader keeps exactly".to_owned(),
            format!("keep within ±{}, or write {shown} as text", scalar::MAX_INTEGER),
        ),
        Fault::Number => (
            "this is a number, a date or a time to one reader and text to another".to_owned(),
            format!("write {shown} for the text, or a whole number without leading zeros or +"),
        ),
        Fault::Start => {
            ("unquoted text begins with a letter from A to Z".to_owned(), format!("write {shown} in double quotes"))
        }
        Fault::Bracketed(':') => (
            "a colon stands here without a blank after it".to_owned(),
            format!("write a blank after the colon of a key, or {shown} for the text"),
        ),
        Fault::Bracketed(_) => (
            "inside brackets unquoted text has only letters, digits, blanks and _ - . /".to_owned(),
            format!("write {shown} in double quotes"),
        ),
        Fault::Tail => (
            "this text ends in a white space that one reader keeps and another drops".to_owned(),
            format!("remove it, or write {shown} in double quotes"),
        ),
    };
    Problem::new(message).rule("protocol 1").advice(advice)
}

fn key_problem(key: &str) -> Problem {
    let shown = in_quotes(key);
    let problem = if key == "<<" {
        Problem::new("a merge key stands here, which readers take differently")
            .advice("write the entries out; \"<<\" in quotes is an ordinary key")
    } else if scalar::is_word(key) {
        Problem::new("this key is a truth value to one reader and text to another")
            .advice(format!("write {shown} in double quotes"))
    } else {
        let advice = format!(
            "write {shown} in double quotes; unquoted, a key has letters, digits, _ and - alone and begins with a \
             letter or _, or it is a whole number. Text that holds a colon and a blank needs quotes too"
        );
        Problem::new("this key needs quotes").advice(advice)
    };
    problem.rule("protocol 1")
}
