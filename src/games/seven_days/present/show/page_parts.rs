//! What the pages of `show` consist of.

use crate::report::{Block, Section, Span, Text};

/// A line of a page: what, and what there is to say.
pub fn line(label: &str, words: impl Into<String>) -> (String, Text) {
    (label.to_owned(), vec![Span::plain(words)])
}

/// The same with its rule.
pub fn ruled(label: &str, words: impl Into<String>, rule: &str) -> (String, Text) {
    (label.to_owned(), vec![Span::plain(words), Span::plain(" "), Span::rule(rule)])
}

/// A section that is one table.
pub fn table(heading: &str, header: &[&str], rows: Vec<Vec<String>>) -> Section {
    let header = header.iter().map(|words| (*words).to_owned()).collect();
    Section { heading: heading.to_owned(), blocks: vec![Block::Table { header, rows }] }
}

/// A section that is a list of facts, each with its name.
pub fn facts(heading: &str, lines: Vec<(String, Text)>) -> Section {
    Section { heading: heading.to_owned(), blocks: vec![Block::Audit { title: Text::new(), lines }] }
}

/// A mark behind what rests on a reconstruction.
pub fn dagger(reconstructed: bool) -> &'static str {
    if reconstructed { " †" } else { "" }
}

/// What the mark means.
pub fn note(rulings: &[&str]) -> Section {
    let words = format!(
        "† Figures of the printed game that are lost and were reconstructed; docs/rulings/seven_days.md gives the \
         reasons ({}).",
        rulings.join(", ")
    );
    Section { heading: String::new(), blocks: vec![Block::Paragraph(vec![Span::plain(words)])] }
}
