//! A report as Markdown (with tables, as on GitHub and in most forums).

use super::model::{Block, Report, Section, Span, Text};
use super::sanitize::{clean, cut_note, quoted};
use super::tables;
use super::text::is_figure;

/// Writes a report as Markdown. Whatever players wrote appears as they typed it: their Markdown and HTML has no effect.
pub fn write(report: &Report) -> String {
    let mut out = String::new();
    if !report.title.is_empty() {
        out.push_str(&format!("# {}\n", escape(&report.title)));
    }
    if !report.subtitle.is_empty() {
        out.push_str(&format!("\n{}\n", first(&escape(&report.subtitle))));
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
    if !section.heading.is_empty() {
        out.push_str(&format!("## {}\n\n", escape(&section.heading)));
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
        Block::Paragraph(text) => out.push_str(&format!("{}\n", first(&running(text)))),
        Block::List(points) => {
            for point in points {
                out.push_str(&format!("- {}\n", first(&running(point))));
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
        Block::Audit { title, lines } => {
            if !title.is_empty() {
                out.push_str(&format!("{}\n\n", first(&running(title))));
            }
            out.push_str("| Step | |\n|---|---|\n");
            for (label, text) in lines {
                out.push_str(&format!("| {} | {} |\n", escape(label), running(text)));
            }
        }
        Block::Drawn(lines) => write_block(out, &Block::Preformatted(Block::lines(lines).join("\n"))),
        Block::Preformatted(text) => {
            let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
            let fence = "`".repeat(longest.max(2) + 1);
            out.push_str(&format!("{fence}text\n"));
            for line in text.trim_end_matches('\n').split('\n') {
                out.push_str(clean(line).trim_end());
                out.push('\n');
            }
            out.push_str(&format!("{fence}\n"));
        }
        Block::Quote { by, text } => {
            out.push_str(&format!("{} writes:\n\n", first(&escape(by))));
            let (lines, left) = quoted(text);
            for (n, line) in lines.iter().enumerate() {
                // Two spaces at the end of a line keep the player's line breaks.
                let end = if n + 1 < lines.len() && !line.is_empty() { "  " } else { "" };
                out.push_str(format!("> {}{end}\n", first(&escape(line.trim_start()))).trim_start_matches('\n'));
            }
            if left > 0 {
                out.push_str(&format!("\n{}\n", escape(&cut_note(left))));
            }
        }
    }
}

fn write_table(out: &mut String, header: &[String], rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).chain([header.len()]).max().unwrap_or(0);
    let line = |row: &[String]| {
        let cells: Vec<String> = (0..columns).map(|n| row.get(n).map_or(String::new(), |text| escape(text))).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    out.push_str(&line(header));
    let rules: Vec<&str> = (0..columns)
        .map(|n| {
            let mut body = rows.iter().filter_map(|row| row.get(n)).filter(|text| !text.is_empty()).peekable();
            if body.peek().is_some() && body.all(|text| is_figure(text)) { "---:" } else { "---" }
        })
        .collect();
    out.push_str(&format!("|{}|\n", rules.join("|")));
    for row in rows {
        out.push_str(&line(row));
    }
}

fn running(text: &Text) -> String {
    let mut line = String::new();
    for span in text {
        match span {
            Span::Plain(words) => line.push_str(&escape(words)),
            Span::Strong(words) if words.trim().is_empty() => line.push_str(words),
            Span::Strong(words) => line.push_str(&format!("**{}**", escape(words.trim()))),
            Span::Rule(rule) => line.push_str(&format!("\\[{}\\]", escape(rule))),
            Span::Roll(n) => line.push_str(&format!("(roll\u{a0}{n})")),
        }
    }
    line
}

/// Escapes every character that has a meaning in Markdown or HTML, wherever it is.
pub fn escape(text: &str) -> String {
    let text = clean(text);
    let mut out = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '$' | '^' => {
                out.push('\\');
                out.push(c);
            }
            '!' if text[at..].starts_with("![") => out.push_str("\\!"),
            // No automatic links: http://, www.
            ':' if text[at..].starts_with("://") => out.push_str("\\:"),
            '.' if ends_in_www(&text[..at]) => out.push_str("\\."),
            '@' => out.push_str("\\@"),
            _ => out.push(c),
        }
    }
    out
}

fn ends_in_www(text: &str) -> bool {
    text.len() >= 3 && text.is_char_boundary(text.len() - 3) && text[text.len() - 3..].eq_ignore_ascii_case("www")
}

/// The same for the start of a line, where more characters have a meaning: `-`, `+`, `=`, `1.`, and spaces.
fn first(line: &str) -> String {
    let line = line.trim_start();
    if line.starts_with(['-', '+', '=']) {
        return format!("\\{line}");
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    match line.as_bytes().get(digits) {
        Some(b'.' | b')') if digits > 0 => format!("{}\\{}", &line[..digits], &line[digits..]),
        _ => line.to_owned(),
    }
}
