//! A report as plain text, for mail and terminal: 78 columns, tables and calculations aligned.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::model::{Block, Report, Section, Span, Text};
use super::safe::{clean, cut_note, quoted};
use super::tables;

/// The width of a page, in columns. Text in columns, such as a map, may be wider.
pub const WIDTH: usize = 78;
/// The widest label of a calculation; a longer one is wrapped.
const LABEL: usize = 26;
/// A space at which no line is broken. A control character cannot come out of [`clean`], so none is mistaken for it.
const FAST: char = '\u{1}';

/// Writes a report as plain text. Nothing in it steers a terminal, whatever players wrote.
pub fn write(report: &Report) -> String {
    let mut out = String::new();
    let title = clean(&report.title);
    if !title.is_empty() {
        for line in wrap(&title, WIDTH) {
            push(&mut out, "", &line);
        }
        push(&mut out, "", &"=".repeat(title.width().min(WIDTH)));
    }
    if !report.subtitle.is_empty() {
        for line in wrap(&clean(&report.subtitle), WIDTH) {
            push(&mut out, "", &line);
        }
    }
    for section in &report.sections {
        write_section(&mut out, section);
    }
    out
}

fn write_section(out: &mut String, section: &Section) {
    if !out.is_empty() {
        out.push('\n');
    }
    let heading = clean(&section.heading);
    if !heading.is_empty() {
        for line in wrap(&heading, WIDTH) {
            push(out, "", &line);
        }
        push(out, "", &"-".repeat(heading.width().min(WIDTH)));
    }
    for (n, block) in section.blocks.iter().enumerate() {
        if n > 0 {
            out.push('\n');
        }
        write_block(out, block);
    }
}

fn write_block(out: &mut String, block: &Block) {
    match block {
        Block::Paragraph(text) => {
            for line in wrap(&running(text), WIDTH) {
                push(out, "", &line);
            }
        }
        Block::List(points) => {
            for point in points {
                hang(out, "- ", "  ", &wrap(&running(point), WIDTH - 2));
            }
        }
        Block::Table { header, rows } => write_table(out, header, rows),
        Block::Ledger { sides, rows } => {
            let (header, rows) = tables::ledger(sides, rows);
            write_table(out, &header, &rows);
        }
        Block::Dice(dice) => {
            let (header, rows) = tables::dice(dice);
            write_table(out, &header, &rows);
        }
        Block::Audit { title, lines } => write_audit(out, title, lines),
        Block::Preformatted(text) => {
            for line in text.trim_end_matches('\n').split('\n') {
                push(out, "", clean(line).trim_end());
            }
        }
        Block::Quote { by, text } => {
            hang(out, "", "  ", &wrap(&format!("{} writes:", clean(by)), WIDTH - 2));
            let (lines, left) = quoted(text);
            for line in lines {
                hang(out, "> ", "> ", &wrap(&line, WIDTH - 2));
            }
            if left > 0 {
                push(out, "", &cut_note(left));
            }
        }
    }
}

/// Running text on one line: rules in brackets, rolls in words.
pub(super) fn running(text: &Text) -> String {
    let mut line = String::new();
    for span in text {
        match span {
            Span::Plain(words) | Span::Strong(words) => line.push_str(&clean(words)),
            Span::Rule(rule) => line.push_str(&format!("[{}]", clean(rule).replace(' ', &FAST.to_string()))),
            Span::Roll(n) => line.push_str(&format!("(roll{FAST}{n})")),
        }
    }
    line
}

fn write_audit(out: &mut String, title: &Text, lines: &[(String, Text)]) {
    if !title.is_empty() {
        for line in wrap(&running(title), WIDTH) {
            push(out, "", &line);
        }
    }
    let labels: Vec<Vec<String>> = lines.iter().map(|(label, _)| wrap(&clean(label), LABEL)).collect();
    let widest = labels.iter().flatten().map(|line| line.width()).max().unwrap_or(0);
    for (label, (_, text)) in labels.iter().zip(lines) {
        let values = wrap(&running(text), WIDTH - widest - 4);
        for n in 0..label.len().max(values.len()) {
            let left = label.get(n).map_or("", String::as_str);
            let right = values.get(n).map_or("", String::as_str);
            push(out, "  ", &format!("{}  {right}", pad(left, widest, false)));
        }
    }
}

fn write_table(out: &mut String, header: &[String], rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).chain([header.len()]).max().unwrap_or(0);
    let cell = |row: &[String], n: usize| row.get(n).map_or(String::new(), |text| clean(text).into_owned());
    let all: Vec<Vec<String>> = std::iter::once(header)
        .chain(rows.iter().map(Vec::as_slice))
        .map(|row| (0..columns).map(|n| cell(row, n)).collect())
        .collect();
    let mut widths: Vec<usize> =
        (0..columns).map(|n| all.iter().map(|row| row[n].width()).max().unwrap_or(0).max(1)).collect();
    // A table that is too wide gives up room where it has most.
    let room = WIDTH.saturating_sub(2 * columns.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        let Some(widest) = widths.iter_mut().max().filter(|width| **width > 8) else { break };
        *widest -= 1;
    }
    let figures: Vec<bool> = (0..columns)
        .map(|n| {
            let body = || all.iter().skip(1).map(|row| row[n].as_str()).filter(|text| !text.is_empty());
            body().next().is_some() && body().all(is_figure)
        })
        .collect();
    for (at, row) in all.iter().enumerate() {
        let cells: Vec<Vec<String>> = row.iter().zip(&widths).map(|(text, &width)| wrap(text, width)).collect();
        for n in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let parts: Vec<String> = cells
                .iter()
                .enumerate()
                .map(|(column, lines)| pad(lines.get(n).map_or("", String::as_str), widths[column], figures[column]))
                .collect();
            push(out, "", parts.join("  ").trim_end());
        }
        if at == 0 {
            let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
            push(out, "", &rules.join("  "));
        }
    }
}

/// Whether a cell is a number, so that its column is set to the right.
pub(super) fn is_figure(text: &str) -> bool {
    text == "-"
        || text.strip_prefix(['+', '-']).unwrap_or(text).chars().all(|c| c.is_ascii_digit() || "/.†".contains(c))
            && text.chars().any(|c| c.is_ascii_digit())
}

fn pad(text: &str, width: usize, right: bool) -> String {
    let fill = " ".repeat(width.saturating_sub(text.width()));
    if right { fill + text } else { text.to_owned() + &fill }
}

fn hang(out: &mut String, first: &str, rest: &str, lines: &[String]) {
    for (n, line) in lines.iter().enumerate() {
        push(out, if n == 0 { first } else { rest }, line);
    }
}

fn push(out: &mut String, indent: &str, line: &str) {
    let line = format!("{indent}{line}").replace(FAST, " ");
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Breaks a line at its spaces; a word that is longer than a line is cut. Always gives at least one line.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    // The space at the start of a line is kept, so that verse and lists in a comment keep their shape.
    let indent: String = text.chars().take_while(|c| *c == ' ').take(width / 2).collect();
    line.push_str(&indent);
    used += indent.len();
    let mut fresh = true;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let long = word.width();
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
                let wide = c.width().unwrap_or(0);
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
    lines
}
