//! The text of a draft with other decisions in it: its comments and everything else stay as they are.

use serde_json::{Map, Value};

use crate::document::inline;

/// The fields of a draft that the board writes, in this order where they are new.
pub const FIELDS: [&str; 8] = ["orders", "answers", "commit", "open", "standing", "offer", "take_back", "comment"];

/// Those of them that are lists.
pub const LISTS: [&str; 4] = ["orders", "answers", "commit", "open"];

/// A draft's text with these decisions in place of its own. A field that has not changed since `before` keeps its
/// text, so that a decision that is taken back gives the former bytes; so does an entry of a list. The caller makes
/// sure that the result says what was wanted: a text may have a form that is not understood here.
pub fn with_decisions(text: &str, before: &Map<String, Value>, now: &Map<String, Value>) -> String {
    let mut text = text.to_owned();
    for field in FIELDS {
        let value = |body: &Map<String, Value>| body.get(field).filter(|value| !is_empty(value)).cloned();
        let (old, new) = (value(before), value(now));
        if old != new {
            text = replaced(&text, field, (old.as_ref(), new.as_ref()));
        }
    }
    text
}

/// Whether a field says nothing.
pub fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

/// The text with another value of a field, or without it. Its line endings stay as they are.
fn replaced(text: &str, field: &str, (old, new): (Option<&Value>, Option<&Value>)) -> String {
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<&str> = text.lines().collect();
    let heading = format!("{field}:");
    match lines.iter().position(|line| begins(line, field)) {
        None => {
            let written = new.map(|value| lines_of(field, value)).unwrap_or_default();
            lines.into_iter().map(str::to_owned).chain(written).map(|line| line + ending).collect()
        }
        Some(at) => {
            let end = at + 1 + length(&lines[at + 1..]);
            let below = &lines[at + 1..end];
            let block = match (new, Entries::of(below, old)) {
                (Some(Value::Array(entries)), Some(written)) => written.with(lines[at], entries),
                (Some(value), _) => lines_of(field, value).into_iter().chain(comments(below)).collect(),
                // A list without entries keeps its name above the examples.
                (None, _) => {
                    let examples: Vec<String> = comments(below).collect();
                    let name = (!examples.is_empty()).then_some(heading);
                    name.into_iter().chain(examples).collect()
                }
            };
            let block: Vec<&str> = block.iter().map(String::as_str).collect();
            lines.splice(at..end, block.iter().copied());
            lines.into_iter().map(|line| line.to_owned() + ending).collect()
        }
    }
}

/// The entries of a list as they are written, each with the lines that belong to it.
struct Entries<'t> {
    entries: Vec<(&'t Value, Vec<&'t str>)>,
    /// Comments on lines of their own.
    comments: Vec<&'t str>,
}

impl<'t> Entries<'t> {
    /// Takes the lines below a field apart; nothing if they are no list of as many entries as the field has.
    fn of(below: &[&'t str], value: Option<&'t Value>) -> Option<Entries<'t>> {
        let values = value.and_then(Value::as_array)?;
        let dash = |line: &str| line.trim_start().starts_with("- ").then(|| line.len() - line.trim_start().len());
        let indent = below.iter().find_map(|line| dash(line))?;
        let (mut groups, mut comments): (Vec<Vec<&str>>, Vec<&str>) = (Vec::new(), Vec::new());
        for line in below {
            match groups.last_mut() {
                _ if dash(line) == Some(indent) => groups.push(vec![line]),
                Some(group) => group.push(line),
                None => comments.push(line),
            }
        }
        for group in &mut groups {
            let apart = |line: &&&str| line.trim().is_empty() || is_comment(line);
            let loose = group.iter().rev().take_while(apart).count();
            comments.extend(group.drain(group.len() - loose..));
        }
        comments.retain(|line| is_comment(line));
        (groups.len() == values.len()).then(|| Entries { entries: values.iter().zip(groups).collect(), comments })
    }

    /// The field with these entries: those that were there before as they were written.
    fn with(mut self, head: &str, values: &[Value]) -> Vec<String> {
        let mut lines = vec![head.to_owned()];
        for value in values {
            match self.entries.iter().position(|(old, _)| *old == value) {
                Some(at) => lines.extend(self.entries.remove(at).1.into_iter().map(str::to_owned)),
                None => lines.push(format!("  - {}", entry(value))),
            }
        }
        lines.extend(self.comments.into_iter().map(str::to_owned));
        lines
    }
}

/// Whether a field begins on a line.
fn begins(line: &str, field: &str) -> bool {
    line.strip_prefix(field).is_some_and(|rest| rest.starts_with(':'))
}

/// How many lines belong to a field above them: all up to the next field, without the empty lines and the comments
/// right before that.
fn length(below: &[&str]) -> usize {
    let inside = |line: &str| line.is_empty() || is_comment(line) || line.starts_with([' ', '\t', '}', ']']);
    let belongs = |line: &&str| inside(line) || line.starts_with('-') && !line.starts_with("---");
    let all = below.iter().position(|line| !belongs(line)).unwrap_or(below.len());
    let apart = |line: &&&str| line.trim().is_empty() || line.starts_with('#');
    all - below[..all].iter().rev().take_while(apart).count()
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// The comments on lines of their own.
fn comments(lines: &[&str]) -> impl Iterator<Item = String> {
    lines.iter().filter(|line| is_comment(line)).map(|line| (*line).to_owned()).collect::<Vec<_>>().into_iter()
}

/// An entry of a list as a person writes it: `march: {unit: hale, to: 5}`.
fn entry(value: &Value) -> String {
    match value.as_object().and_then(|fields| fields.iter().next().filter(|_| fields.len() == 1)) {
        Some((name, details)) => format!("{name}: {}", inline(details)),
        None => inline(value),
    }
}

/// A field as lines: a list with an entry on each line, or a value on one line.
pub fn lines_of(field: &str, value: &Value) -> Vec<String> {
    match value {
        Value::Array(entries) => {
            let entries = entries.iter().map(|one| format!("  - {}", entry(one)));
            std::iter::once(format!("{field}:")).chain(entries).collect()
        }
        value => vec![format!("{field}: {}", inline(value))],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::with_decisions;

    fn body(value: &Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap_or_default()
    }

    fn written(text: &str, before: Value, now: Value) -> String {
        with_decisions(text, &body(&before), &body(&now))
    }

    const DRAFT: &str =
        "# A draft\nadjutant: 1\norders:\n  # - march: {unit: hale, to: 5}\n\n# offer: draw\n# comment: x\n";

    #[test]
    fn decisions_stand_above_the_examples_and_can_be_taken_back() {
        let text = written(DRAFT, json!({}), json!({"orders": [{"rally": {"unit": "hale"}}]}));
        assert!(text.contains("orders:\n  - rally: {unit: hale}\n  # - march"), "{text}");
        assert_eq!(written(DRAFT, json!({}), json!({"orders": []})), DRAFT);
    }

    #[test]
    fn fields_that_the_draft_does_not_have_come_at_its_end() {
        let text = written(DRAFT, json!({}), json!({"comment": "Well played: # 1", "offer": "draw"}));
        assert!(text.ends_with("# comment: x\noffer: draw\ncomment: \"Well played: # 1\"\n"), "{text}");
    }

    #[test]
    fn a_field_that_does_not_change_keeps_its_text() {
        let text = "orders:\n  - march:\n      unit: hale   # by hand\n      to: 5\nstanding: {}\n";
        let before = json!({"orders": [{"march": {"unit": "hale", "to": 5}}], "standing": {}});
        let mut now = before.clone();
        now["comment"] = json!("hello");
        assert_eq!(written(text, before.clone(), now), format!("{text}comment: hello\n"));
        let mut now = before.clone();
        now["orders"] = json!([{"done": {}}]);
        assert_eq!(written(text, before, now), "orders:\n  - done: {}\nstanding: {}\n");
    }

    #[test]
    fn an_entry_that_stays_keeps_its_text_wherever_it_goes() {
        let (one, two, three) = (json!({"a": {"x": 1}}), json!({"b": {}}), json!({"c": {}}));
        let text = "orders: # mine\n  - a:\n      x: 1   # why\n\n# between\n  - b: {}  # then\n  # - example\n";
        let before = json!({"orders": [one, two]});
        let moved = written(text, before.clone(), json!({"orders": [two, three, one]}));
        assert_eq!(
            moved,
            "orders: # mine\n  - b: {}  # then\n  - c: {}\n  - a:\n      x: 1   # why\n# between\n  # - example\n"
        );
        let removed = written(text, before, json!({"orders": [one]}));
        assert_eq!(removed, "orders: # mine\n  - a:\n      x: 1   # why\n# between\n  # - example\n");
    }

    #[test]
    fn values_over_several_lines_go_whole() {
        for value in ["|\n  one\n\n  three", "{\n  always: 1\n}", "\n- a\n- b", "'one\n\n  two'"] {
            let text = format!("adjutant: 1\ncomment: {value}\nstanding: {{}}\n\n# the end\n");
            let before = json!({"comment": "something", "standing": {}});
            let text = written(&text, before, json!({"comment": "other", "standing": {}}));
            assert_eq!(text, "adjutant: 1\ncomment: other\nstanding: {}\n\n# the end\n");
        }
    }

    #[test]
    fn line_endings_stay() {
        let text = "orders:\r\n  - done: {}\r\nseat: union\r\n";
        let text = written(text, json!({"orders": [{"done": {}}]}), json!({"orders": [{"wait": {}}]}));
        assert_eq!(text, "orders:\r\n  - wait: {}\r\nseat: union\r\n");
    }
}
