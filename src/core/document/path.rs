//! The path of a value in a document, such as `orders[2].move.sp`.

use serde_json::Value;

/// Appends a key to a path, in a form that [`Document::mark`] can read.
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
