//! Finds the citations of a rulebook: in the rules' code, the cases and the rulings.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_yaml::Value;

use crate::coverage::book::Book;
use crate::coverage::citations::{Citations, Cited, GameEntry, citation, citations, exactly};

// ---- code

#[derive(Debug, PartialEq)]
pub enum Piece {
    Literal(String),
    Comment(String),
}

/// The string literals and comments of Rust source, each with its line.
pub fn pieces(source: &str) -> Vec<(usize, Piece)> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        let line = source[..at].matches('\n').count() + 1;
        let hashes = rest.strip_prefix('r').map(|raw| raw.len() - raw.trim_start_matches('#').len());
        let raw = hashes.filter(|count| rest[1 + count..].starts_with('"'));
        let length = if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            pieces.push((line, Piece::Comment(rest[..end].to_owned())));
            end
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            pieces.push((line, Piece::Comment(rest[..end].to_owned())));
            end
        } else if let Some(count) = raw {
            let body = &rest[count + 2..];
            let close = format!("\"{}", "#".repeat(count));
            let end = body.find(&close).unwrap_or(body.len());
            pieces.push((line, Piece::Literal(body[..end].to_owned())));
            (count + 2 + end + close.len()).min(rest.len())
        } else if let Some(body) = rest.strip_prefix('"') {
            let mut escaped = false;
            let end = body.find(|c| {
                let closes = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                closes
            });
            let end = end.unwrap_or(body.len());
            pieces.push((line, Piece::Literal(body[..end].to_owned())));
            (end + 2).min(rest.len())
        } else if rest.starts_with("'\"'") {
            3
        } else if rest.starts_with("'\\") {
            // An escaped character: the quote or backslash in it opens nothing.
            rest.char_indices().nth(3).map_or(rest.len(), |(end, _)| end)
        } else {
            // A whole word, so that the `r` at the end of a word does not open a raw string.
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            word.max(rest.chars().next().map_or(1, char::len_utf8))
        };
        at += length;
    }
    pieces
}

/// The line from which a file is tests: the first for one named `tests.rs` or in a folder of tests, else where a module
/// of tests begins. A mere `mod tests;` begins none.
fn tests_from(file: &str, source: &str) -> usize {
    const MARK: &str = "#[cfg(test)]";
    if file.ends_with("tests.rs") || file.contains("/tests/") {
        return 0;
    }
    let begins = |at: &usize| {
        let item = &source[at + MARK.len()..];
        item.find(['{', ';']).is_none_or(|at| item[at..].starts_with('{'))
    };
    let at = source.match_indices(MARK).map(|(at, _)| at).find(begins);
    at.map_or(usize::MAX, |at| source[..at].matches('\n').count() + 1)
}

/// Records the citations in `source`. A citation in tests does not count as an implementation of the rule.
pub fn scan_code(file: &str, source: &str, known: &GameEntry, found: &mut Citations) {
    let tests = tests_from(file, source);
    let name = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".rs");
    for (line, piece) in pieces(source) {
        let (cited, prose) = match &piece {
            Piece::Comment(text) => (citations(known.book, text), true),
            Piece::Literal(text) => match exactly(known.book, text) {
                Some(cited) => (vec![cited], false),
                None => (citations(known.book, text), true),
            },
        };
        for cited in cited {
            known.demand(&cited, prose, &format!("{file}:{line}"), &mut found.complaints);
            if let Cited::Place(place) = cited {
                let found = if line < tests { &mut found.code } else { &mut found.tested };
                found.entry(place).or_default().insert(name.to_owned());
            }
        }
    }
}

// ---- cases

/// The rules that a case shows at work, and those that refuse something in it.
#[derive(Default)]
struct Shown {
    positive: Vec<String>,
    negative: Vec<String>,
    refuses: bool,
}

/// The rules that a field names: one, several in a list, or an optional rule with its ruling: `21.7, CW-310`.
fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => match text.split_once(", CW-") {
            Some((rule, ruling)) => vec![rule.to_owned(), format!("CW-{ruling}")],
            None => vec![text.clone()],
        },
        Value::Sequence(items) => items.iter().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

fn walk(value: &Value, shown: &mut Shown) {
    match value {
        Value::Sequence(items) => items.iter().for_each(|item| walk(item, shown)),
        Value::Mapping(fields) => {
            for (key, value) in fields {
                let rules = || match value {
                    Value::Sequence(items) => {
                        items.iter().filter_map(|item| item.get("rule")).flat_map(strings).collect()
                    }
                    _ => Vec::new(),
                };
                match key.as_str() {
                    Some("events") => shown.positive.extend(rules()),
                    Some("refused") => {
                        shown.negative.extend(rules());
                        shown.refuses |= value.as_sequence().is_some_and(|refused| !refused.is_empty());
                    }
                    Some("not_events") => {}
                    _ => walk(value, shown),
                }
            }
        }
        _ => {}
    }
}

pub fn scan_case(file: &str, text: &str, known: &GameEntry, found: &mut Citations) {
    let mut positive = BTreeSet::new();
    let mut negative = BTreeSet::new();
    for document in serde_yaml::Deserializer::from_str(text) {
        let case = match Value::deserialize(document) {
            Ok(case) => case,
            Err(error) => {
                found.complaints.push(format!("{file}: cannot be read: {error}"));
                return;
            }
        };
        let mut shown = Shown::default();
        walk(&case, &mut shown);
        // The rule that a case is named after is shown at work, or refusing, as the case goes.
        let named = case.get("rule").map(strings).unwrap_or_default();
        let target = if shown.refuses { &mut shown.negative } else { &mut shown.positive };
        target.extend(named);
        for (rules, places) in [(shown.positive, &mut positive), (shown.negative, &mut negative)] {
            // Prohibitions of the protocol are not rules of the game.
            for rule in rules.into_iter().filter(|rule| !rule.starts_with("protocol ")) {
                match exactly(known.book, &rule) {
                    Some(cited) => {
                        known.demand(&cited, false, file, &mut found.complaints);
                        if let Cited::Place(place) = cited {
                            places.insert(place);
                        }
                    }
                    None => found
                        .complaints
                        .push(format!("{file}: `{rule}` is not a citation, like 7.4.2 or {}12", known.book.prefix)),
                }
            }
        }
    }
    // A worked example is named in the text, as a rule's own field names the rule.
    for cited in citations(known.book, text) {
        if let Cited::Place(place) = &cited
            && place.example
        {
            known.demand(&cited, false, file, &mut found.complaints);
            positive.insert(place.clone());
        }
    }
    for place in positive {
        found.positive.entry(place).or_default().insert(file.to_owned());
    }
    for place in negative {
        found.negative.entry(place).or_default().insert(file.to_owned());
    }
}

// ---- rulings

/// The rulings, each with its text: one begins where a line opens with its number.
pub fn rulings(book: &Book, text: &str) -> Vec<(u32, String)> {
    let mut rulings: Vec<(u32, String)> = Vec::new();
    for line in text.lines() {
        let opening = line.trim_start_matches(['#', '*', '-', '|', ' ', '`']);
        let begun = match citation(book, opening) {
            Some((Cited::Ruling(number), _)) if !rulings.iter().any(|(made, _)| *made == number) => Some(number),
            _ => None,
        };
        match (begun, rulings.last_mut()) {
            (Some(number), _) => rulings.push((number, format!("{line}\n"))),
            (None, Some((_, body))) => body.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    rulings
}
