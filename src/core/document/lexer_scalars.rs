//! How far a scalar extends: the part of the lexer that skips quoted, unquoted and block text.

use super::lexer::{Lexer, Style, is_flow, refuse};
use super::problem::{Mark, Problem};

impl Lexer<'_> {
    /// Skips an unquoted scalar; in a draft, across all its lines.
    pub(super) fn plain(&mut self) {
        let flow = !self.brackets.is_empty();
        let mut end = self.at;
        loop {
            match self.byte(self.at) {
                None | Some(b'\n' | b'\r') => {
                    if self.form.by_hand() && self.continues(flow) {
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
        // Only lines whose text belongs to the scalar have been entered, so `end` is on the current line.
        self.at = end;
    }

    /// Moves to the next non-empty line, if the unquoted text continues there.
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

    /// Skips a quoted scalar, closing quote included.
    pub(super) fn quoted(&mut self, style: Style, opening: Mark) -> Result<(), Problem> {
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
            return self.refuse(first, "a quoted text continues here but is not indented deeper", advice);
        }
        Ok(())
    }

    fn escape(&mut self) -> Result<(), Problem> {
        let start = self.at;
        if self.byte(start + 1) == Some(b' ') {
            let blanks = self.bytes[start + 1..].iter().take_while(|&&byte| byte == b' ').count();
            if matches!(self.byte(start + 1 + blanks), Some(b'\n' | b'\r')) {
                let advice = "mail programs put spaces at the end of a line: ask for the file as an attachment";
                return self.refuse(start, "there are spaces after this backslash at the end of its line", advice);
            }
        }
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
                return self.refuse(start, "not all YAML readers know this escape", advice);
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

    /// Checks a backslash at the end of a line: the next line must not be empty.
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

    /// Handles `|` or `>`: text on lines of its own, which mail may alter.
    pub(super) fn block_scalar(&mut self) -> Result<(), Problem> {
        let (start, mark) = (self.at, self.mark(self.at));
        if !self.form.by_hand() {
            let advice = "write the text in double quotes, its line ends as \\n";
            return Err(refuse(mark, "a block of text is allowed only in drafts: mail changes its line ends", advice));
        }
        let mut end = self.line_end(start);
        let mut lines = 0;
        loop {
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

fn hex(bytes: &[u8], at: usize, digits: usize) -> Option<u32> {
    bytes.get(at..at + digits)?.iter().try_fold(0u32, |code, &digit| Some(code * 16 + char::from(digit).to_digit(16)?))
}

/// The character that two `\u` escapes at this place form, a high and a low surrogate.
pub(super) fn surrogate_pair(bytes: &[u8], at: usize) -> Option<char> {
    let half = |at: usize| if bytes.get(at..at + 2)? == b"\\u" { hex(bytes, at + 2, 4) } else { None };
    let (high, low) = (half(at)?, half(at + 6)?);
    if !(0xD800..0xDC00).contains(&high) || !(0xDC00..0xE000).contains(&low) {
        return None;
    }
    char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
}
