//! Converts the names that players write into the form that is signed. Only drafts may use names; signed documents are
//! in signed form.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::Session;

/// Something that a draft gives by name.
#[derive(Clone, Debug, PartialEq)]
pub struct ResolvedName {
    /// As the player wrote it.
    pub written: String,
    /// In the form that is signed.
    pub standard: Value,
    /// Its full name.
    pub called: String,
}

impl ResolvedName {
    /// How the player's word was understood: `Manassas (5006) is written 5006.`
    pub fn words(&self) -> String {
        let standard = self.standard.as_str().map_or_else(|| self.standard.to_string(), str::to_owned);
        match self.called.starts_with(&self.written) || self.called == standard {
            true if self.called == standard => format!("{} is written {standard}.", self.written),
            true => format!("{} is written {standard}.", self.called),
            false => format!("{} is {}, and written {standard}.", self.written, self.called),
        }
    }
}

/// Converts the names under a field to signed form; each is reported once.
pub fn resolve_names(table: &dyn Session, field: &str, value: &mut Value, told: &mut Vec<ResolvedName>) {
    resolve(&mut Names { table, known: HashMap::new() }, field, value, told);
}

/// The names of a game, with those that were looked up: a word is looked up once.
struct Names<'t> {
    table: &'t dyn Session,
    known: HashMap<(String, String), Option<(Value, String)>>,
}

impl Names<'_> {
    fn standard(&mut self, field: &str, written: &str) -> Option<(Value, String)> {
        let look_up = || self.table.standard(field, written);
        self.known.entry((field.to_owned(), written.to_owned())).or_insert_with(look_up).clone()
    }
}

fn resolve(names: &mut Names<'_>, field: &str, value: &mut Value, told: &mut Vec<ResolvedName>) {
    match value {
        Value::String(written) => {
            let Some((standard, called)) = names.standard(field, written) else { return };
            let one = ResolvedName { written: std::mem::take(written), standard: standard.clone(), called };
            *value = standard;
            if !told.contains(&one) {
                told.push(one);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| resolve(names, field, item, told)),
        Value::Object(entries) => {
            let mut formed = Map::new();
            for (key, mut value) in std::mem::take(entries) {
                let standard = key_in_form(names, field, &key);
                let key = if formed.contains_key(&standard) { key } else { standard };
                // An entry below a place in a list by places belongs to the same field: `from: {Corinth: [Nashville]}`.
                let of_the_list = key.starts_with(|c: char| c.is_ascii_digit());
                resolve(names, if of_the_list { field } else { &key }, &mut value, told);
                formed.insert(key, value);
            }
            *entries = formed;
        }
        _ => {}
    }
}

/// A key in signed form: a schema's key in lower case, a name as the id of what it names.
fn key_in_form(names: &mut Names<'_>, field: &str, key: &str) -> String {
    match names.standard(field, key) {
        Some((Value::String(standard), _)) => standard,
        Some((Value::Number(standard), _)) => standard.to_string(),
        _ if key.chars().any(char::is_uppercase) => key.trim().to_lowercase().replace([' ', '-'], "_"),
        _ => key.to_owned(),
    }
}
