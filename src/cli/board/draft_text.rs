//! The text of a draft with other decisions in it: its comments and everything else stay as they are.

use serde_json::{Map, Value};

use crate::document::inline;

/// The fields of a draft that the board writes, in this order where they are new.
pub const FIELDS: [&str; 8] = ["orders", "answers", "commit", "open", "standing", "offer", "take_back", "comment"];

/// A draft's text with these decisions in place of its own. A field that has not changed since `before` keeps its
/// text, so that a decision that is taken back gives the former bytes.
pub fn with_decisions(text: &str, before: &Map<String, Value>, now: &Map<String, Value>) -> String {
    let mut text = text.to_owned();
    for field in FIELDS {
        let value = |body: &Map<String, Value>| body.get(field).filter(|value| !is_empty(value)).cloned();
        let (old, new) = (value(before), value(now));
        if old != new {
            text = replaced(&text, field, new.as_ref());
        }
    }
    text
}

/// Whether a field says nothing.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

/// The text with another value of a field, or without it.
fn replaced(text: &str, field: &str, value: Option<&Value>) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let head = lines.iter().position(|line| line.strip_prefix(field).is_some_and(|rest| rest.starts_with(':')));
    let written = value.map(|value| lines_of(field, value)).unwrap_or_default();
    let Some(at) = head else {
        let mut text = text.trim_end_matches('\n').to_owned() + "\n";
        written.iter().for_each(|line| text += &format!("{line}\n"));
        return text;
    };
    // What belongs to the field: the lines that are indented or begin a list, without the comments among them.
    let end = lines[at + 1..].iter().position(|line| !belongs(line)).map_or(lines.len(), |n| at + 1 + n);
    let comments: Vec<&str> = lines[at + 1..end].iter().copied().filter(|line| is_comment(line)).collect();
    // A list without entries keeps its name above the examples.
    let heading = format!("{field}:");
    let mut block: Vec<&str> = match (written.is_empty(), comments.is_empty()) {
        (true, false) => vec![&heading],
        _ => written.iter().map(String::as_str).collect(),
    };
    block.extend(comments);
    lines.splice(at..end, block);
    lines.join("\n") + "\n"
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// Whether a line belongs to the field above it.
fn belongs(line: &str) -> bool {
    line.starts_with([' ', '\t', '-'])
}

/// A field as lines: a list with an entry on each line, or a value on one line.
fn lines_of(field: &str, value: &Value) -> Vec<String> {
    match value {
        Value::Array(entries) => std::iter::once(format!("{field}:"))
            .chain(entries.iter().map(|entry| format!("  - {}", inline(entry))))
            .collect(),
        value => vec![format!("{field}: {}", inline(value))],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::with_decisions;

    fn body(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap_or_default()
    }

    const DRAFT: &str =
        "# A draft\nadjutant: 1\norders:\n  # - march: {unit: hale, to: 5}\n\n# offer: draw\n# comment: x\n";

    #[test]
    fn decisions_stand_above_the_examples_and_can_be_taken_back() {
        let order = json!({"orders": [{"rally": {"unit": "hale"}}]});
        let written = with_decisions(DRAFT, &body(json!({})), &body(order));
        assert!(written.contains("orders:\n  - rally: {unit: hale}\n  # - march"), "{written}");
        assert_eq!(with_decisions(DRAFT, &body(json!({})), &body(json!({"orders": []}))), DRAFT);
    }

    #[test]
    fn fields_that_the_draft_does_not_have_come_at_its_end() {
        let now = json!({"comment": "Well played: # 1", "offer": "draw"});
        let written = with_decisions(DRAFT, &body(json!({})), &body(now));
        assert!(written.ends_with("# comment: x\noffer: draw\ncomment: \"Well played: # 1\"\n"), "{written}");
    }

    #[test]
    fn a_field_that_does_not_change_keeps_its_text() {
        let text = "orders:\n  - march:\n      unit: hale   # by hand\n      to: 5\nstanding: {}\n";
        let before = json!({"orders": [{"march": {"unit": "hale", "to": 5}}], "standing": {}});
        let mut now = before.clone();
        now["comment"] = json!("hello");
        let written = with_decisions(text, &body(before.clone()), &body(now));
        assert_eq!(written, format!("{text}comment: hello\n"));
        let mut now = before.clone();
        now["orders"] = json!([{"done": {}}]);
        let written = with_decisions(text, &body(before), &body(now));
        assert_eq!(written, "orders:\n  - done: {}\nstanding: {}\n");
    }
}
