//! Templates: words with `{field}` or `{field:form}` for a value, and `[field:words|otherwise]` for words that depend on
//! whether a value is there. Brackets may be nested.

use serde_json::Value;

use crate::report::grammar::number;

/// Supplies the values for a template.
pub trait Values {
    /// A value in words, in a form; the usual form if that is empty.
    fn value(&mut self, field: &str, form: &str) -> String;
    /// Whether there is such a value, which is not zero, false or empty.
    fn is_there(&self, field: &str) -> bool;
}

/// The words of a template.
pub fn expand(template: &str, values: &mut impl Values) -> String {
    let mut words = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[']) {
        words.push_str(&rest[..at]);
        let inside = &rest[at + 1..];
        let end = if rest[at..].starts_with('{') { inside.find('}') } else { closing(inside) };
        let Some(end) = end else { return words };
        let (name, after) = inside[..end].split_once(':').unwrap_or((&inside[..end], ""));
        if rest[at..].starts_with('{') {
            words.push_str(&values.value(name, after));
        } else {
            let (then, otherwise) = alternatives(after);
            let chosen = if values.is_there(name) { then } else { otherwise };
            words.push_str(&expand(chosen, values));
        }
        rest = &inside[end + 1..];
    }
    words + rest
}

/// The fields that a template mentions, each with its form; `None` for one that is only asked about.
pub fn fields(template: &str) -> Vec<(&str, Option<&str>)> {
    let mut found = Vec::new();
    for (at, _) in template.match_indices(['{', '[']) {
        let inside = &template[at + 1..];
        let name = inside.split([':', '}']).next().unwrap_or_default();
        let braces = template[at..].starts_with('{');
        let form = inside.split_once('}').map(|(field, _)| field.split_once(':').map_or("", |(_, form)| form));
        found.push((name, form.filter(|_| braces)));
    }
    found
}

/// Where the bracket that is open at the beginning of a text closes.
fn closing(text: &str) -> Option<usize> {
    outside(text, ']')
}

/// The two parts of a text around the `|` that is in no inner bracket.
fn alternatives(text: &str) -> (&str, &str) {
    outside(text, '|').map_or((text, ""), |at| (&text[..at], &text[at + 1..]))
}

/// The first place of a mark that is in no inner bracket.
fn outside(text: &str, mark: char) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        match c {
            _ if depth == 0 && c == mark => return Some(at),
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// A number in the form of a noun that is counted (`strength point`), or of verbs for one and for several (`is/are`).
pub fn counted(count: u32, form: &str) -> String {
    match form.split_once('/') {
        Some((one, several)) => if count == 1 { one } else { several }.to_owned(),
        None => number(count, form),
    }
}

/// Whether a value says something: it is not zero, false or empty.
pub fn is_set(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(set) => *set,
        Value::Number(number) => number.as_i64() != Some(0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(_) => true,
    }
}
