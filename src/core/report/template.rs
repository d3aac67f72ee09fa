//! Templates: words with `{field}` or `{field:form}` for a value, and `[field:words|otherwise]` for words that depend on
//! whether a value is there. Brackets may be nested; a doubled brace is a brace. A game gives its rows
//! ([`word_tables`](super::word_tables)) and how its own values print ([`Values`]).

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::grammar::number;
use super::word_tables::Phrases;
use crate::document::from_value;

/// The values of an event or of a refusal, for a template.
pub trait Values {
    /// The data: the fields by their names.
    fn facts(&self) -> &Value;

    /// The words of the table for the values of its fields.
    fn phrases(&self) -> &'static Phrases;

    /// A value in the game's own words, in a form; the usual form if that is empty. `None` for a field and a form that
    /// need none: a word, a number, a noun that is counted.
    fn own_words(&mut self, field: &str, form: &str) -> Option<String>;

    /// Whether a field that is made from others is there; `None` for any other field.
    fn own_condition(&self, field: &str) -> Option<bool>;

    /// The field of that name, of the facts or of what a field of them contains; `because.hex` is one of the latter.
    fn find(&self, field: &str) -> Option<&Value> {
        match field.split_once('.') {
            Some((outer, inner)) => {
                let outer = self.facts().get(outer)?;
                outer.get(inner).or_else(|| nested(outer, inner))
            }
            None => self.facts().get(field).or_else(|| nested(self.facts(), field)),
        }
    }

    /// A field as a value of the game.
    fn get<T: DeserializeOwned>(&self, field: &str) -> Option<T> {
        from_value(self.find(field)?).ok()
    }

    /// How many a field says, or has in its list.
    fn count(&self, field: &str) -> u32 {
        match self.find(field) {
            Some(Value::Array(items)) => super::grammar::count(items),
            _ => self.get(field).unwrap_or_default(),
        }
    }

    /// The words of the table for a value. `details` are the fields of the value itself.
    fn phrase(&mut self, word: &str, _details: &Value) -> Option<String> {
        let words = self.phrases().get(word)?;
        Some(expand(words, self))
    }

    /// A value in words, in a form.
    fn value(&mut self, field: &str, form: &str) -> String {
        if let Some(words) = self.own_words(field, form) {
            return words;
        }
        match (form, self.find(field).cloned()) {
            ("", Some(Value::String(word))) => {
                self.phrase(&word, &Value::Null).unwrap_or_else(|| word.replace('_', " "))
            }
            ("words", Some(Value::String(word))) => self.phrase(&word, &Value::Null).unwrap_or_default(),
            ("id", Some(Value::String(word))) => word,
            ("", Some(Value::Object(choice))) => {
                choice.iter().find_map(|(word, details)| self.phrase(word, details)).unwrap_or_default()
            }
            ("" | "id", Some(other)) => other.to_string(),
            ("" | "words" | "id", _) => String::new(),
            _ => counted(self.count(field), form),
        }
    }

    /// Whether there is such a value, which is not zero, false or empty.
    fn is_there(&self, field: &str) -> bool {
        self.own_condition(field).unwrap_or_else(|| self.find(field).is_some_and(is_set))
    }
}

/// The forms in which any field can be had, besides a noun that is counted and verbs for one and several.
pub const FORMS: [&str; 3] = ["", "words", "id"];

/// The words of a template.
pub fn expand(template: &str, values: &mut (impl Values + ?Sized)) -> String {
    let mut words = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[', '}']) {
        words.push_str(&rest[..at]);
        let doubled = rest[at..].strip_prefix("{{").or_else(|| rest[at..].strip_prefix("}}"));
        if let Some(after) = doubled.or_else(|| rest[at..].strip_prefix('}')) {
            words.push_str(&rest[at..=at]);
            rest = after;
            continue;
        }
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
    let doubled = |at: usize| template[at..].starts_with("{{") || template[..at].ends_with('{');
    for (at, _) in template.match_indices(['{', '[']).filter(|(at, _)| !doubled(*at)) {
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

/// The value of a key within the values of a mapping.
fn nested<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    value.as_object()?.values().find_map(|inner| inner.get(key).or_else(|| nested(inner, key)))
}
