//! Properties of reading, writing and canonical form that hold for every tree and every text.

use crate::values;
use adjutant_core::document::read::read_as_any;
use adjutant_core::document::{self, Form, Value};
use proptest::prelude::*;
use serde_json::json;

const FORMS: [Form; 3] = [Form::Signed, Form::State, Form::Draft];

/// The same tree with the entries of every mapping in the opposite order.
fn reversed(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(reversed).collect(),
        Value::Object(entries) => {
            Value::Object(entries.iter().rev().map(|(key, item)| (key.clone(), reversed(item))).collect())
        }
        other => other.clone(),
    }
}

/// The text of a tree, with these characters in the place of others.
fn altered(tree: &Value, changes: Vec<(prop::sample::Index, String)>) -> String {
    let mut text: Vec<char> = document::write(tree).chars().collect();
    for (index, insert) in changes {
        let at = index.index(text.len() + 1);
        let end = (at + 1).min(text.len());
        text.splice(at..end, insert.chars());
    }
    text.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_as_the_same_tree(tree in values::document()) {
        let text = document::write(&tree);
        for form in FORMS {
            let read = document::read("written", text.as_bytes(), form);
            let read = read.map_err(|problem| TestCaseError::fail(format!("{problem}\n{text}")))?;
            prop_assert_eq!(&read.content, &tree, "{}", text);
            prop_assert_eq!(document::write(&read.content), text.clone());
        }
    }

    #[test]
    fn text_of_the_tool_and_text_of_anybody_is_read_alike(
        tree in values::document(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[-\\[\\]{}:,?#&*!|>'\" \n\\\\a0]{0,3}"), 0..3),
    ) {
        let text = altered(&tree, changes);
        for form in FORMS {
            let (one, other) =
                (document::read("a", text.as_bytes(), form), read_as_any("a", text.as_bytes(), form));
            prop_assert_eq!(one, other, "{}", text);
        }
    }

    #[test]
    fn mail_that_changes_line_ends_changes_no_content(tree in values::document()) {
        let text = document::write(&tree);
        let mailed = format!("\u{feff}{}  \r\n...", text.replace('\n', "\r\n"));
        let read = document::read("mailed", mailed.as_bytes(), Form::Signed);
        let read = read.map_err(|problem| TestCaseError::fail(format!("{problem}\n{text}")))?;
        prop_assert_eq!(read.content, tree, "{}", text);
    }

    #[test]
    fn blanks_at_the_end_of_every_line_change_no_content(tree in values::document(), blanks in 1usize..4) {
        let text = document::write(&tree);
        prop_assert!(!text.contains("\\\n"), "{}", text);
        for end in ["\n", "\r\n"] {
            let mailed = text.replace('\n', &format!("{}{end}", " ".repeat(blanks)));
            let read = document::read("mailed", mailed.as_bytes(), Form::State);
            let read = read.map_err(|problem| TestCaseError::fail(format!("{problem}\n{text}")))?;
            prop_assert_eq!(&read.content, &tree, "{}", text);
        }
    }

    #[test]
    fn lines_keep_to_their_width(words in prop::collection::vec("[a-zA-Z0-9:,é'\"]{1,20}", 1..60)) {
        let text = words.join(" ");
        let tree = serde_json::json!({"comment": text, "orders": [{"list": words}, {"deep": {"deeper": text}}]});
        for line in document::write(&tree).lines() {
            prop_assert!(line.chars().count() <= 78, "{}", line);
        }
    }

    #[test]
    fn canonical_form_knows_no_order_of_keys(tree in values::document()) {
        let other = reversed(&tree);
        prop_assert_eq!(document::canonical(&tree), document::canonical(&other));
        prop_assert_eq!(document::digest(&tree), document::digest(&other));
        prop_assert_eq!(document::digest_complete(&tree), document::digest_complete(&other));
    }

    #[test]
    fn canonical_form_is_json_of_the_same_content(tree in values::document()) {
        let canonical = document::canonical(&tree);
        let read: Value = serde_json::from_slice(&canonical).expect("canonical form is JSON");
        prop_assert_eq!(read, document::canonical::content(&tree));
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for form in FORMS {
            let _ = document::read("bytes", &bytes, form);
        }
    }

    #[test]
    fn any_text_of_marks_is_answered(text in "[-\\[\\]{}:,?#&*!|>'\"%@` \n\\\\aby01u~.]{0,60}") {
        for form in FORMS {
            if let Ok(doc) = document::read("marks", text.as_bytes(), form) {
                let written = document::write(&doc.content);
                let again = document::read("again", written.as_bytes(), Form::Signed);
                let again = again.map_err(|problem| TestCaseError::fail(format!("{problem}\n{written}")))?;
                prop_assert_eq!(again.content, doc.content);
            }
        }
    }

    #[test]
    fn a_changed_text_is_answered_with_places(
        tree in values::document(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[-\\[\\]{}:,?#&*!|>'\" \n\\\\a0]{0,3}"), 1..4),
    ) {
        let text = altered(&tree, changes);
        for form in FORMS {
            match document::read("changed", text.as_bytes(), form) {
                Ok(doc) => {
                    let canonical = document::canonical(&doc.content);
                    let written = document::write(&doc.content);
                    let again = document::read("again", written.as_bytes(), Form::Signed);
                    let again = again.map_err(|problem| TestCaseError::fail(format!("{problem}\n{written}")))?;
                    prop_assert_eq!(document::canonical(&again.content), canonical);
                }
                Err(problem) => {
                    let mark = problem.mark.expect("every refusal has a place");
                    prop_assert!(mark.line >= 1 && mark.column >= 1);
                    prop_assert!(mark.line as usize <= text.split('\n').count(), "{:?} in {:?}", problem, text);
                    prop_assert!(problem.advice.is_some() && problem.rule.is_some());
                    prop_assert!(document::render("changed", &text, &[problem], false).len() > 20);
                }
            }
        }
    }
}

/// The long way and the short one read the same where they could differ: blanks and comments at a line's end,
/// paragraphs of several lines, a backslash between single quotes, a plain text that ends with a dash.
#[test]
fn what_people_and_programs_write_at_the_edges_reads_the_same_both_ways() {
    for (text, wanted) in [
        ("a: 1   \nb: 2 # two\n", Some(serde_json::json!({"a": 1, "b": 2}))),
        ("a: x#y\n", Some(serde_json::json!({"a": "x#y"}))),
        ("a: 'b\\'\n", Some(serde_json::json!({"a": "b\\"}))),
        ("a: 'it''s'\n", Some(serde_json::json!({"a": "it's"}))),
        ("a: b -\n", Some(serde_json::json!({"a": "b -"}))),
        ("a: [b -, c]\n", Some(serde_json::json!({"a": ["b -", "c"]}))),
        ("a: >-\n  one two\n  three\nb: 1\n", Some(serde_json::json!({"a": "one two three", "b": 1}))),
        ("a: !x 1\n", None),
        ("a: &x 1\n", None),
        ("a: &x [1]\n", None),
        ("a: !x {b: 1}\n", None),
    ] {
        for form in [Form::Draft, Form::Pack] {
            let [short, long] = [document::read, read_as_any].map(|read| read("file", text.as_bytes(), form));
            assert_eq!(short.ok().map(|read| read.content), wanted, "{text:?} as {form:?}");
            assert_eq!(long.ok().map(|read| read.content), wanted, "{text:?} as {form:?}, the long way");
        }
    }
}

/// The last byte and the last node that fit, and the first that do not (protocol 1).
#[test]
fn a_document_may_be_just_as_large_as_the_page_says() {
    for (form, bytes, nodes) in [(Form::Signed, 1_048_576, 50_000), (Form::State, 2_097_152, 100_000)] {
        let text = |bytes: usize| format!("a: 1\n#{}\n", "x".repeat(bytes - 7));
        let reads = |text: &str| [document::read, read_as_any].map(|read| read("file", text.as_bytes(), form).is_ok());
        assert_eq!((reads(&text(bytes)), reads(&text(bytes + 1))), ([true; 2], [false; 2]), "{form:?}");
        // What the program writes is held to the same: 64 bytes to an entry.
        let written = |entries: usize| document::write(&json!({"a": vec!["x".repeat(59); entries]}));
        let (most, more) = (written(bytes / 64 - 1), written(bytes / 64));
        assert!(most.len() <= bytes && more.len() > bytes, "{} and {}", most.len(), more.len());
        assert_eq!((reads(&most), reads(&more)), ([true; 2], [false; 2]), "{form:?}");
        // The mapping, its key, the list, and the ones in it.
        let list = |nodes: usize| format!("a: [{}1]\n", "1, ".repeat(nodes - 4));
        assert_eq!((reads(&list(nodes)), reads(&list(nodes + 1))), ([true; 2], [false; 2]), "{form:?}");
    }
}

/// Protocol 1: a scalar is a level, as is each collection around it; a key is a node, and its value another.
#[test]
fn what_is_to_be_written_is_held_to_the_limits_of_what_is_read() {
    let around = |value: Value, n: usize| if n.is_multiple_of(2) { json!([value]) } else { json!({"a": value}) };
    let nested = |levels: usize| (1..levels).fold(json!(1), around);
    for levels in 1..=66 {
        assert_eq!(document::levels(&nested(levels)), levels);
        assert_eq!(document::fits(&nested(levels), Form::Signed).is_ok(), levels <= 64, "{levels} levels");
    }
    for (value, levels) in [(json!([]), 1), (json!({}), 1), (json!([1, [2], 3]), 3), (json!({"a": {}, "b": 1}), 2)] {
        assert_eq!(document::levels(&value), levels, "{value}");
    }
    for (form, most) in [(Form::Signed, 50_000), (Form::State, 100_000)] {
        let list = |nodes: usize| Value::Array(vec![Value::Null; nodes - 1]);
        assert!(document::fits(&list(most), form).is_ok(), "{form:?}");
        for more in [1, 2] {
            assert!(document::fits(&list(most + more), form).is_err(), "{form:?}, {more} more");
        }
    }
}
