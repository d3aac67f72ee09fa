//! The path of a value in a document, such as `orders[2].move.sp`.

use serde_json::Value;

/// Appends a key to a path, in a form that [`Document::mark`](super::Document::mark) can read.
///
/// ```
/// use adjutant_core::document::path::{push_index, push_key};
///
/// let mut path = String::from("orders");
/// push_index(&mut path, 2);
/// push_key(&mut path, "move");
/// push_key(&mut path, "a b");
/// assert_eq!(path, "orders[2].move[\"a b\"]");
/// ```
pub fn push_key(path: &mut String, key: &str) {
    let simple = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if simple {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(key);
    } else {
        path.push('[');
        path.push_str(&Value::from(key).to_string());
        path.push(']');
    }
}

/// Appends the index of a list's entry, from 0, to a path.
pub fn push_index(path: &mut String, index: usize) {
    path.push('[');
    path.push_str(&index.to_string());
    path.push(']');
}

/// A step into a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

impl Step {
    /// Appends it to a path as people write it.
    pub(super) fn push(&self, path: &mut String) {
        match self {
            Step::Key(key) => push_key(path, key),
            Step::Index(at) => push_index(path, *at),
        }
    }
}

/// The steps of a path; `None` for a step that is not well formed.
pub(super) fn steps(path: &str) -> impl Iterator<Item = Option<Step>> {
    let mut rest = path;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let step = if let Some(inside) = rest.strip_prefix('[') {
            if inside.starts_with('"') {
                let mut strings = serde_json::Deserializer::from_str(inside).into_iter::<String>();
                let key = strings.next().and_then(Result::ok);
                let after = inside.get(strings.byte_offset()..).and_then(|after| after.strip_prefix(']'));
                key.zip(after).map(|(key, after)| (Step::Key(key), after))
            } else {
                let split = inside.split_once(']');
                split.and_then(|(index, after)| Some((Step::Index(index.parse().ok()?), after)))
            }
        } else {
            let rest = rest.strip_prefix('.').unwrap_or(rest);
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            (end > 0).then(|| (Step::Key(rest[..end].to_owned()), &rest[end..]))
        };
        let (step, after) = match step {
            Some((step, after)) => (Some(step), after),
            None => (None, ""),
        };
        rest = after;
        Some(step)
    })
}

/// The value at a path; `None` if there is none.
pub fn value_at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    steps(path).try_fold(value, |at, step| match (step?, at) {
        (Step::Key(key), Value::Object(entries)) => entries.get(&key),
        (Step::Index(n), Value::Array(items)) => items.get(n),
        _ => None,
    })
}
