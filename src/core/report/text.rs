//! A report as plain text for mail and terminal: wrapped to a width, with aligned tables and calculations, and optional
//! colors.

mod ansi;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::model::{Block, Report, Run, Section, Span, Text, Tint, Which};
use super::sanitize::{clean, cut_note, quoted};
use super::tables;
use ansi::AnsiStyle;

/// The width of a page of a file or mail, in columns. Preformatted text, such as a map, may be wider.
pub const WIDTH: usize = 78;
/// The minimum width of a page.
const NARROW: usize = 40;
/// The maximum width of prose, because longer lines are hard to read; tables may be wider.
const PROSE: usize = 100;
/// The maximum width of a label in a calculation; a longer one is wrapped. On a narrow page it gets a third.
const LABEL: usize = 26;
/// A column of a table is not narrowed below this width while its words need it.
const COLUMN: usize = 8;
/// A non-breaking space. [`clean`] lets no control character through, so nothing can be mistaken for it.
const FAST: char = '\u{1}';

/// The page that a report is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// In columns. A page is at least 40 wide; a line of prose has at most 100 columns, tables and headings the whole width.
    pub width: usize,
    /// Whether color escape sequences are allowed; they take no width.
    pub color: bool,
}

impl Default for Page {
    /// The page of files and mail.
    fn default() -> Self {
        Page { width: WIDTH, color: false }
    }
}

/// Writes a report as plain text, for a file or mail. Nothing in it can control a terminal, whatever players wrote.
pub fn write(report: &Report) -> String {
    write_for(report, &Page::default())
}

/// Writes a report for a page. Nothing in it can control a terminal except the page's own colors, if it has any. Apart
/// from the colors, the text is the same as on a page without them.
pub fn write_for(report: &Report, page: &Page) -> String {
    let width = page.width.max(NARROW);
    let mut writer = Writer { prose: width.min(PROSE), width, color: page.color, out: String::new() };
    writer.heading(&report.title, "=");
    if !report.subtitle.is_empty() {
        writer.lines(&clean(&report.subtitle));
    }
    report.sections.iter().for_each(|section| writer.section(section));
    writer.out
}

/// A page being written.
struct Writer {
    /// The maximum width of prose.
    prose: usize,
    /// The maximum width of a line.
    width: usize,
    color: bool,
    out: String,
}

impl Writer {
    fn section(&mut self, section: &Section) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.heading(&section.heading, "-");
        for (n, block) in section.blocks.iter().enumerate() {
            if n > 0 {
                self.out.push('\n');
            }
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(text) => self.lines(&self.running(text)),
            Block::List(points) => {
                for point in points {
                    self.hang("- ", "  ", &self.running(point));
                }
            }
            Block::Table { header, rows } => self.table(header, rows, &[AnsiStyle::Strong]),
            Block::Ledger { sides, rows } => {
                let (header, rows) = tables::ledger(sides, rows);
                self.table(&header, &rows, &[AnsiStyle::Strong, AnsiStyle::First, AnsiStyle::Second]);
            }
            Block::Dice(dice) => {
                let (header, rows) = tables::dice(dice);
                self.table(&header, &rows, &[AnsiStyle::Strong]);
            }
            Block::Audit { title, lines } => {
                if !title.is_empty() {
                    self.lines(&self.running(title));
                }
                let lines: Vec<(String, String)> =
                    lines.iter().map(|(label, text)| (clean(label).into_owned(), self.running(text))).collect();
                self.labelled(&lines);
            }
            Block::Preformatted(text) => {
                for line in text.trim_end_matches('\n').split('\n') {
                    self.push("", clean(line).trim_end());
                }
            }
            Block::Drawn(lines) => {
                for line in lines {
                    let run = |run: &Run| {
                        let text = clean(&run.text);
                        ink_of(run.tint).map_or_else(|| text.to_string(), |ink| self.paint(ink, &text))
                    };
                    let line: String = line.iter().map(run).collect();
                    self.push("", line.trim_end());
                }
            }
            Block::Quote { by, text } => {
                self.hang("", "  ", &self.paint(AnsiStyle::Strong, &format!("{} writes:", clean(by))));
                let (lines, left) = quoted(text);
                let bar = self.paint(AnsiStyle::Said, ">") + " ";
                for line in lines {
                    self.hang(&bar, &bar, &line);
                }
                if left > 0 {
                    self.lines(&cut_note(left));
                }
            }
        }
    }

    /// A text in color, where the page has any.
    fn paint(&self, ink: AnsiStyle, text: &str) -> String {
        if self.color { ansi::paint(ink, text) } else { text.to_owned() }
    }

    /// Running text on one line: rules in brackets, rolls in words.
    fn running(&self, text: &Text) -> String {
        let mut line = String::new();
        for span in text {
            match span {
                Span::Plain(words) => line.push_str(&clean(words)),
                Span::Strong(words) => line.push_str(&self.paint(AnsiStyle::Strong, &clean(words))),
                Span::Rule(rule) => {
                    let rule = format!("[{}]", clean(rule).replace(' ', &FAST.to_string()));
                    line.push_str(&self.paint(AnsiStyle::Faint, &rule));
                }
                Span::Roll(n) => line.push_str(&self.paint(AnsiStyle::Roll, &format!("(roll{FAST}{n})"))),
            }
        }
        line
    }

    /// A heading, underlined with `under` if that is not empty.
    fn heading(&mut self, text: &str, under: &str) {
        let text = clean(text);
        if !text.is_empty() {
            for line in wrap(&self.paint(AnsiStyle::Strong, &text), self.width) {
                self.push("", &line);
            }
            self.push("", &self.paint(AnsiStyle::Faint, &under.repeat(text.width().min(self.width))));
        }
    }

    /// Lines of prose.
    fn lines(&mut self, text: &str) {
        self.hang("", "", text);
    }

    /// Lines of prose, with one prefix for the first line and another for the rest.
    fn hang(&mut self, first: &str, rest: &str, text: &str) {
        let room = self.prose - ansi::width(first).max(ansi::width(rest));
        for (n, line) in wrap(text, room).iter().enumerate() {
            self.push(if n == 0 { first } else { rest }, line);
        }
    }

    /// Lines with a label each.
    fn labelled(&mut self, lines: &[(String, String)]) {
        let most = LABEL.min(self.prose / 3);
        let labels: Vec<Vec<String>> = lines.iter().map(|(label, _)| wrap(label, most)).collect();
        let widest = labels.iter().flatten().map(|line| line.width()).max().unwrap_or(0);
        for (label, (_, text)) in labels.iter().zip(lines) {
            let values = wrap(text, (self.width - widest - 4).min(PROSE));
            for n in 0..label.len().max(values.len()) {
                let left = self.paint(AnsiStyle::Faint, label.get(n).map_or("", String::as_str));
                let right = values.get(n).map_or("", String::as_str);
                self.push("  ", &format!("{}  {right}", pad(&left, widest, false)));
            }
        }
    }

    /// A table; `heads` are the colors of the column headers, the last of which applies to all further columns.
    fn table(&mut self, header: &[String], rows: &[Vec<String>], heads: &[AnsiStyle]) {
        let columns = rows.iter().map(Vec::len).chain([header.len()]).max().unwrap_or(0);
        let cell = |row: &[String], n: usize| row.get(n).map_or(String::new(), |text| clean(text).into_owned());
        let all: Vec<Vec<String>> = std::iter::once(header)
            .chain(rows.iter().map(Vec::as_slice))
            .map(|row| (0..columns).map(|n| cell(row, n)).collect())
            .collect();
        let Some(widths) = widths(&all, columns, self.width) else { return self.records(&all) };
        let figures: Vec<bool> = (0..columns)
            .map(|n| {
                let body = || all.iter().skip(1).map(|row| row[n].as_str()).filter(|text| !text.is_empty());
                body().next().is_some() && body().all(is_figure)
            })
            .collect();
        for (at, row) in all.iter().enumerate() {
            let cells: Vec<Vec<String>> = row.iter().zip(&widths).map(|(text, &width)| wrap(text, width)).collect();
            for n in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let part = |(column, lines): (usize, &Vec<String>)| {
                    let mut text = lines.get(n).cloned().unwrap_or_default();
                    if let Some(ink) = heads.get(column).or(heads.last()).filter(|_| at == 0) {
                        text = self.paint(*ink, &text);
                    }
                    pad(&text, widths[column], figures[column])
                };
                let parts: Vec<String> = cells.iter().enumerate().map(part).collect();
                self.push("", &parts.join("  "));
            }
            if at == 0 {
                let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
                self.push("", &self.paint(AnsiStyle::Faint, &rules.join("  ")));
            }
        }
    }

    /// A table that is too wide for the page: each row takes several lines.
    fn records(&mut self, all: &[Vec<String>]) {
        let Some((header, rows)) = all.split_first() else { return };
        for (n, row) in rows.iter().enumerate() {
            if n > 0 {
                self.out.push('\n');
            }
            let lines: Vec<(String, String)> =
                header.iter().cloned().zip(row.iter().cloned()).filter(|(_, text)| !text.is_empty()).collect();
            self.labelled(&lines);
        }
    }

    fn push(&mut self, indent: &str, line: &str) {
        let line = format!("{indent}{line}").replace(FAST, " ");
        self.out.push_str(&ansi::finish(&line));
        self.out.push('\n');
    }
}

/// The width of each column of a table; `None` if the page is too narrow for all of them.
fn widths(all: &[Vec<String>], columns: usize, page: usize) -> Option<Vec<usize>> {
    let widest = |n: usize, of: &dyn Fn(&str) -> usize| all.iter().map(|row| of(&row[n])).max().unwrap_or(0).max(1);
    let mut widths: Vec<usize> = (0..columns).map(|n| widest(n, &|text| text.width())).collect();
    let room = page.saturating_sub(2 * columns.saturating_sub(1));
    // A table that is too wide is narrowed where it is widest, down to the length of the longest words.
    let longest = |text: &str| text.split(' ').map(UnicodeWidthStr::width).max().unwrap_or(0);
    let words: Vec<usize> = (0..columns).map(|n| widest(n, &longest).min(COLUMN)).collect();
    let none = vec![COLUMN; columns];
    for least in [&none, &words] {
        while widths.iter().sum::<usize>() > room {
            let spare = widths.iter_mut().zip(least).filter(|(width, least)| **width > **least);
            let Some((widest, _)) = spare.max_by_key(|(width, _)| **width) else { break };
            *widest -= 1;
        }
    }
    (widths.iter().sum::<usize>() <= room).then_some(widths)
}

/// Whether a cell is a number, so that its column is right-aligned.
pub(super) fn is_figure(text: &str) -> bool {
    text == "-"
        || text.strip_prefix(['+', '-']).unwrap_or(text).chars().all(|c| c.is_ascii_digit() || "/.†".contains(c))
            && text.chars().any(|c| c.is_ascii_digit())
}

fn pad(text: &str, width: usize, right: bool) -> String {
    let fill = " ".repeat(width.saturating_sub(ansi::width(text)));
    if right { fill + text } else { text.to_owned() + &fill }
}

/// Breaks a line at its spaces; a word longer than a line is cut. Always returns at least one line.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    // Spaces at the start of a line are kept, so that verse and lists in a comment keep their shape.
    let indent: String = text.chars().take_while(|c| *c == ' ').take(width / 2).collect();
    line.push_str(&indent);
    used += indent.len();
    let mut fresh = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let long = ansi::width(word);
        if !fresh && used + 1 + long > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
            fresh = true;
        }
        if !fresh {
            line.push(' ');
            used += 1;
        }
        if used + long <= width {
            line.push_str(word);
            used += long;
        } else {
            for c in word.chars() {
                let wide = if c == FAST { 1 } else { c.width().unwrap_or(0) };
                if used + wide > width && used > 0 {
                    lines.push(std::mem::take(&mut line));
                    used = 0;
                }
                line.push(c);
                used += wide;
            }
        }
        fresh = false;
    }
    lines.push(line);
    ansi::carry(lines)
}

/// The color of a part of a map.
fn ink_of(tint: Tint) -> Option<AnsiStyle> {
    match tint {
        Tint::None => None,
        Tint::Ground(Which::First) => Some(AnsiStyle::FirstGround),
        Tint::Ground(Which::Second) => Some(AnsiStyle::SecondGround),
        Tint::Force(Which::First) => Some(AnsiStyle::First),
        Tint::Force(Which::Second) => Some(AnsiStyle::Second),
    }
}
