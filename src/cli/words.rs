//! A report as plain text for the terminal.

use crate::report::{Block, Report, Span, Text};

/// The report as plain text.
pub fn text(report: &Report) -> String {
    let mut out = format!("{}\n", report.title);
    if !report.subtitle.is_empty() {
        out += &format!("{}\n", report.subtitle);
    }
    for section in &report.sections {
        out += &format!("\n{}\n{}\n", section.heading, "-".repeat(section.heading.chars().count()));
        for block in &section.blocks {
            out += &block_text(block);
        }
    }
    out
}

fn block_text(block: &Block) -> String {
    match block {
        Block::Paragraph(words) => format!("{}\n", spans(words)),
        Block::List(points) => points.iter().map(|point| format!("- {}\n", spans(point))).collect(),
        Block::Table { header, rows } => {
            let row = |cells: &Vec<String>| format!("{}\n", cells.join("  "));
            row(header) + &rows.iter().map(row).collect::<String>()
        }
        Block::Audit { title, lines } => {
            let lines: String = lines.iter().map(|(what, result)| format!("  {what}: {}\n", spans(result))).collect();
            format!("{}\n{lines}", spans(title))
        }
        Block::Preformatted(text) => format!("{text}\n"),
        Block::Quote { by, text } => format!("{by}: {text}\n"),
    }
}

fn spans(text: &Text) -> String {
    text.iter()
        .map(|span| match span {
            Span::Plain(words) | Span::Strong(words) => words.clone(),
            Span::Rule(rule) => format!("[{rule}]"),
            Span::Roll(n) => format!("(roll {n})"),
        })
        .collect()
}

/// The report as Markdown.
pub fn markdown(report: &Report) -> String {
    text(report)
}
