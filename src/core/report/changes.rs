//! The differences between two values, path by path.

use serde_json::Value;

use crate::document::path::{push_index, push_key};

/// One difference: the path, the old value, and the new one.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub path: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// Every difference, in the order of the first value; then what only the second has.
pub fn differences(before: &Value, after: &Value) -> Vec<Change> {
    let mut found = Vec::new();
    compare(String::new(), Some(before), Some(after), &mut found);
    found
}

fn compare(path: String, before: Option<&Value>, after: Option<&Value>, found: &mut Vec<Change>) {
    match (before, after) {
        (Some(before), Some(after)) if before == after => {}
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            for key in one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))) {
                let mut path = path.clone();
                push_key(&mut path, key);
                compare(path, one.get(key), other.get(key), found);
            }
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) => {
            for n in 0..one.len().max(other.len()) {
                let mut path = path.clone();
                push_index(&mut path, n);
                compare(path, one.get(n), other.get(n), found);
            }
        }
        _ => found.push(Change { path, before: before.cloned(), after: after.cloned() }),
    }
}

impl Change {
    /// The difference as a sentence: `game.turn: 1, now 2.`
    pub fn words(&self) -> String {
        let shown = |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), super::sentence);
        format!("{}: {}, now {}.", self.path, shown(&self.before), shown(&self.after))
    }
}
