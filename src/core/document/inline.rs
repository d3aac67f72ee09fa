//! Values on one line, as people write them in a draft: `{move: {leader: mcdowell, path: ["5106"]}}`.

use serde_json::Value;

use super::quotes::quoted;

/// A value in YAML's flow style, within the profile.
pub fn inline(value: &Value) -> String {
    match value {
        Value::Object(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(key, value)| format!("{}: {}", text(key), inline(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::String(string) => text(string),
        other => other.to_string(),
    }
}

fn text(string: &str) -> String {
    let plain = string.starts_with(|c: char| c.is_ascii_alphabetic())
        && string.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
        && !["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
            .contains(&string.to_ascii_lowercase().as_str());
    // A key must not contain a full stop; quoting it does no harm.
    if plain && !string.contains('.') { string.to_owned() } else { quoted(string) }
}
