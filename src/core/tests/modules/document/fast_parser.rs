use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::Value;

use adjutant_core::document::fast_parser::*;
use adjutant_core::document::form::Form;
use adjutant_core::document::problem::Mark;
use adjutant_core::document::read::{Document, read_as_any};
use adjutant_core::document::write;

/// The YAML files in a folder and below.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let yaml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "yaml");
    files.into_iter().filter(yaml).chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}

#[test]
fn whole_matches_are_read_the_short_way_as_the_long_way_reads_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/virginia-refereed");
    let files = files(&folder);
    assert!(files.len() > 100, "{}", files.len());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("text");
        let (content, marks) =
            read_own(&text, Form::State).unwrap_or_else(|| panic!("{} is not the tool's own", path.display()));
        let other = read_as_any("file", text.as_bytes(), Form::State).expect("a document");
        assert_eq!(Document::with_marks("file", content, marks), other, "{}", path.display());
    }
}

#[test]
fn the_limits_of_a_document_are_those_of_the_long_way() {
    for (form, most) in [(Form::Signed, 50_000), (Form::State, 100_000)] {
        let list = |entries: usize| format!("a:\n{}", "  - 1\n".repeat(entries));
        assert!(read_own(&list(most - 3), form).is_some());
        assert!(read_own(&list(most - 2), form).is_none());
    }
    let deep = |lists: usize| format!("a:\n  {}1\n", "- ".repeat(lists));
    assert!(read_own(&deep(62), Form::Signed).is_some());
    assert!(read_own(&deep(63), Form::Signed).is_none());
    let maps = |maps: usize| {
        let keys: Vec<String> = (0..maps).map(|n| format!("{}a:", "  ".repeat(n))).collect();
        format!("{} 1\n", keys.join("\n"))
    };
    assert!(read_own(&maps(63), Form::Signed).is_some());
    assert!(read_own(&maps(64), Form::Signed).is_none());
    let key = |length: usize| format!("{}: 1\n", "k".repeat(length));
    assert!(read_own(&key(200), Form::Signed).is_some());
    assert!(read_own(&key(2_000), Form::Signed).is_none());
}

/// Columns are counted in characters.
#[test]
fn places_behind_letters_of_several_bytes_are_those_of_the_long_way() {
    let text = "a: {\"é\": \"😀 ü\", c: 1, \"ß\": 2}\nb:\n  - {c: \"€\", d: 1}\n";
    let (content, marks) = read_own(text, Form::Signed).expect("the tool's own");
    let other = read_as_any("file", text.as_bytes(), Form::Signed).expect("a document");
    assert_eq!(Document::with_marks("file", content, marks), other);
    assert_eq!(other.mark("a.c"), Some(Mark { line: 1, column: 20 }));
}

#[test]
fn what_is_not_written_as_the_tool_writes_is_not_taken() {
    for text in [
        "",
        "a",
        "a: 1",
        "a: 1 \n",
        "a:  1\n",
        "a: 1\n\n",
        "a: 1 # one\n",
        "a: \"b\"\n",
        "a: {b: 1}\n\n",
        "\na: 1\n",
        "a: [1,2]\n",
        "a:\n- 1\n",
        "a:\n   - 1\n",
        "a: 1\na: 2\n",
        "1: 2\n",
        "a: 01\n",
        "a: 1\r\n",
        "- 1\n",
        "a: 9007199254740992\n",
        "kind: turn\nadjutant: 1\n",
        "a: &b 1\n",
        "a: ~\n",
        "a: Yes\n",
        "a: \"\\u0041\"\n",
    ] {
        assert!(read_own(text, Form::Signed).is_none(), "{text:?}");
    }
    let text = "adjutant: 1\na: [b, \"\\n\", {}]\nc:\n  - d: e f\n    \"12\": null\n  - - true\n    - -3\n";
    assert!(read_own(text, Form::Signed).is_none(), "a mapping in a list in brackets is written in brackets");
    let text = "adjutant: 1\na: [b, \"\\n\", {}]\nc:\n  - {d: e f, \"12\": null}\n  - [true, -3]\n";
    assert!(read_own(text, Form::Signed).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_the_short_way(tree in crate::values::document()) {
        let text = write(&tree);
        if let Some((content, marks)) = read_own(&text, Form::Signed) {
            let other = read_as_any("a", text.as_bytes(), Form::Signed);
            prop_assert_eq!(Ok(Document::with_marks("a", content, marks)), other, "{}", text);
        } else {
            let long = |value: &Value| value.as_object().is_some_and(|map| map.keys().any(|key| key.len() > 100));
            fn any(value: &Value, test: &dyn Fn(&Value) -> bool) -> bool {
                test(value)
                    || match value {
                        Value::Array(items) => items.iter().any(|item| any(item, test)),
                        Value::Object(map) => map.values().any(|item| any(item, test)),
                        _ => false,
                    }
            }
            prop_assert!(any(&tree, &long), "{}", text);
        }
    }
}
