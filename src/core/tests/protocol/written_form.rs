//! The written form of documents: what is in brackets, where lines break, what is quoted and how. The verifier compares
//! states with its own writing byte for byte, so the form is as fixed as the content.

use adjutant_core::document::quoted;
use adjutant_core::document::{Form, Value, read, write};
use serde_json::json;

/// A value beside the key `a`, as it is written; it reads back.
fn written(value: &Value) -> String {
    let document = json!({"a": value});
    let text = write(&document);
    let again = read("file", text.as_bytes(), Form::Signed).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    assert_eq!(again.content, document, "{text}");
    text
}

fn x(count: usize) -> String {
    "x".repeat(count)
}

#[test]
fn a_collection_stands_in_brackets_where_the_line_has_78_columns_for_it() {
    assert_eq!(written(&json!([x(73)])), format!("a: [{}]\n", x(73)));
    assert_eq!(written(&json!([x(74)])), format!("a:\n  - {}\n", x(74)));
    assert_eq!(written(&json!([1, x(70)])), format!("a: [1, {}]\n", x(70)));
    assert_eq!(written(&json!([1, x(71)])), format!("a:\n  - 1\n  - {}\n", x(71)));
    assert_eq!(written(&json!([x(70), 1])), format!("a: [{}, 1]\n", x(70)));
    assert_eq!(written(&json!([x(71), 1])), format!("a:\n  - {}\n  - 1\n", x(71)));
    assert_eq!(written(&json!({"k": x(70)})), format!("a: {{k: {}}}\n", x(70)));
    assert_eq!(written(&json!({"k": x(71)})), format!("a:\n  k: {}\n", x(71)));
    assert_eq!(written(&json!({x(70): 1})), format!("a: {{{}: 1}}\n", x(70)));
    assert_eq!(written(&json!({x(71): 1})), format!("a:\n  {}: 1\n", x(71)));
    // With its quotes it is two columns longer.
    assert_eq!(written(&json!(["5".repeat(71)])), format!("a: [\"{}\"]\n", "5".repeat(71)));
    assert_eq!(written(&json!(["5".repeat(72)])), format!("a:\n  - \"{}\"\n", "5".repeat(72)));
    // In a list the dash takes two columns, and the brackets begin where the value does. Text that is alone on its line
    // and too long for it is quoted.
    assert_eq!(written(&json!([[x(72)], [x(73)]])), format!("a:\n  - [{}]\n  - - \"{}\"\n", x(72), x(73)));
}

#[test]
fn what_holds_collections_stands_in_lines_unless_they_are_empty() {
    assert_eq!(written(&json!([[], {}, 1])), "a: [[], {}, 1]\n");
    assert_eq!(written(&json!({"b": [], "c": {}, "d": null})), "a: {b: [], c: {}, d: null}\n");
    assert_eq!(written(&json!([[1], {"b": 2}])), "a:\n  - [1]\n  - {b: 2}\n");
    assert_eq!(written(&json!({"b": [1], "c": {"d": {"e": 2}}})), "a:\n  b: [1]\n  c:\n    d: {e: 2}\n");
    assert_eq!(written(&json!([{"b": [[1]], "c": 2}])), "a:\n  - b:\n      - [1]\n    c: 2\n");
    assert_eq!(written(&json!([[[1], 2], 3])), "a:\n  - - [1]\n    - 2\n  - 3\n");
    assert_eq!(written(&json!([])), "a: []\n");
    assert_eq!(written(&json!({})), "a: {}\n");
}

#[test]
fn the_kind_comes_first_and_the_signatures_last() {
    let document = json!({"b": 1, "signatures": [], "kind": "turn", "a": 2, "adjutant": 1});
    assert_eq!(write(&document), "adjutant: 1\nkind: turn\nb: 1\na: 2\nsignatures: []\n");
    // What has no such order is written all the same.
    assert_eq!(write(&json!({})), "{}\n");
    assert_eq!(write(&json!([])), "[]\n");
    assert_eq!(write(&json!([1, {"signatures": 1, "kind": 2}])), "- 1\n- {signatures: 1, kind: 2}\n");
    assert_eq!(write(&json!("a b")), "a b\n");
}

#[test]
fn numbers_and_words_stand_without_quotes() {
    assert_eq!(written(&json!([0, 9, 10, -1, -10, true, false, null])), "a: [0, 9, 10, -1, -10, true, false, null]\n");
    assert_eq!(written(&json!(9_007_199_254_740_991_i64)), "a: 9007199254740991\n");
    assert_eq!(written(&json!(5)), "a: 5\n");
}

/// What may stand without quotes beside a key, and what only there and not in brackets.
#[test]
fn text_is_quoted_where_a_reader_could_mistake_it() {
    for text in ["a", "Z", "a b", "a-b", "a.b", "a/b", "a_b", "x9"] {
        assert_eq!(written(&json!(text)), format!("a: {text}\n"));
        assert_eq!(written(&json!([text])), format!("a: [{text}]\n"));
    }
    for text in ["a, b", "a (b)", "it's", "a!", "a?", "a; b", "a+b", "a=b"] {
        assert_eq!(written(&json!(text)), format!("a: {text}\n"));
        assert_eq!(written(&json!([text])), format!("a: [\"{text}\"]\n"));
    }
    for text in
        ["", "5a", "-a", "a ", " a", "a -", "a: b", "a#b", "a{b", "a[b", "a&b", "a*b", "é", "aé", "yes", "No", "null"]
    {
        assert_eq!(written(&json!(text)), format!("a: \"{text}\"\n"));
        assert_eq!(written(&json!([text])), format!("a: [\"{text}\"]\n"));
    }
    for (key, shown) in [("b", "b"), ("_b", "_b"), ("b-9", "b-9"), ("5", "\"5\""), ("b c", "\"b c\""), ("no", "\"no\"")]
    {
        assert_eq!(written(&json!({key: 1})), format!("a: {{{shown}: 1}}\n"));
    }
}

/// Every character that may not stand raw has the shortest escape that all readers know.
#[test]
fn what_may_not_stand_raw_is_escaped() {
    for (c, escape) in [
        ('"', "\\\""),
        ('\\', "\\\\"),
        ('\n', "\\n"),
        ('\t', "\\t"),
        ('\r', "\\r"),
        ('\0', "\\0"),
        ('\u{7}', "\\a"),
        ('\u{8}', "\\b"),
        ('\u{B}', "\\v"),
        ('\u{C}', "\\f"),
        ('\u{1B}', "\\e"),
        ('\u{85}', "\\N"),
        ('\u{2028}', "\\L"),
        ('\u{2029}', "\\P"),
        ('\u{1}', "\\x01"),
        ('\u{1F}', "\\x1f"),
        ('\u{7F}', "\\x7f"),
        ('\u{9F}', "\\x9f"),
        ('\u{FEFF}', "\\ufeff"),
        ('\u{FDD0}', "\\ufdd0"),
        ('\u{FFFE}', "\\ufffe"),
        ('\u{1FFFE}', "\\U0001fffe"),
        ('~', "~"),
        ('\u{A0}', "\u{A0}"),
        ('é', "é"),
        ('😀', "😀"),
    ] {
        assert_eq!(quoted(&format!("b{c}")), format!("\"b{escape}\""));
        assert_eq!(quoted(&format!("{c}{c}")), format!("\"{escape}{escape}\""));
        assert_eq!(written(&json!(format!("5{c}"))), format!("a: \"5{escape}\"\n"));
        assert_eq!(written(&json!([format!("5{c}")])), format!("a: [\"5{escape}\"]\n"));
    }
}

/// A key ends within 1,024 characters, its quotes and escapes among them.
#[test]
fn a_key_full_of_quotes_stands_in_single_quotes() {
    let quotes = |count: usize| "\"".repeat(count);
    assert_eq!(write(&json!({quotes(511): 1})), format!("\"{}\": 1\n", "\\\"".repeat(511)));
    assert_eq!(write(&json!({quotes(512): 1})), format!("'{}': 1\n", quotes(512)));
    assert_eq!(write(&json!({format!("'{}", quotes(512)): 1})), format!("'''{}': 1\n", quotes(512)));
    // What cannot stand raw cannot stand there either.
    assert_eq!(write(&json!({format!("\t{}", quotes(512)): 1})), format!("\"\\t{}\": 1\n", "\\\"".repeat(512)));
    assert_eq!(write(&json!({format!("\n{}", quotes(512)): 1})), format!("\"\\n{}\": 1\n", "\\\"".repeat(512)));
}

#[test]
fn text_that_is_too_long_for_its_line_is_quoted_and_broken() {
    // Beside its key, up to column 78.
    assert_eq!(written(&json!(x(75))), format!("a: {}\n", x(75)));
    assert_eq!(written(&json!(x(76))), format!("a: \"{}\"\n", x(76)));
    let with_break = |n: usize| format!("{} {}", x(n), "y".repeat(10));
    assert_eq!(written(&json!(with_break(64))), format!("a: {}\n", with_break(64)));
    assert_eq!(written(&json!(with_break(65))), format!("a: \"{}\n  yyyyyyyyyy\"\n", x(65)));
    // Quoted for what is in it: the quotes count.
    let accent = |n: usize| format!("é {} {}", x(n), "y".repeat(10));
    assert_eq!(written(&json!(accent(60))), format!("a: \"{}\"\n", accent(60)));
    assert_eq!(written(&json!(accent(61))), format!("a: \"é {}\n  yyyyyyyyyy\"\n", x(61)));
}

/// A long text fills its lines: none is longer than 78 columns, and the first word of each would not have fitted on the
/// one before.
#[test]
fn the_lines_of_a_long_text_are_full() {
    for (length, accent) in [(1, 'x'), (3, 'é'), (7, 'x'), (10, '"'), (13, 'é'), (29, 'x')] {
        let word: String = std::iter::repeat_n(accent, length).collect();
        let text = vec![word.as_str(); 400 / length].join(" ");
        for value in [json!(text), json!([text]), json!([[{"b": text}]])] {
            let written = written(&value);
            let lines: Vec<&str> = written.lines().filter(|line| line.contains(accent)).collect();
            assert!(lines.len() > 3, "{written}");
            let columns = |line: &str| line.chars().count();
            for pair in lines.windows(2) {
                let first = pair[1].trim_start().split(' ').next().unwrap();
                assert!(columns(pair[0]) <= 78, "{written}");
                assert!(columns(pair[0]) + 1 + columns(first.trim_end_matches('"')) > 76, "{written}");
            }
        }
    }
}

/// A line ends only in the place of a single blank, so that mail which cuts or adds blanks there changes nothing.
#[test]
fn no_line_ends_at_several_blanks_or_behind_a_backslash() {
    let double = vec!["xxxxxxx"; 40].join("  ");
    assert_eq!(written(&json!(double)), format!("a: \"{double}\"\n"));
    let slash = vec!["xxxxxx\\"; 40].join(" ");
    assert_eq!(written(&json!(slash)), format!("a: \"{}\"\n", slash.replace('\\', "\\\\")));
    let trailing = format!("{} ", x(100));
    assert_eq!(written(&json!(trailing)), format!("a: \"{trailing}\"\n"));
}

/// However deep it stands, a line takes some text: 20 columns.
#[test]
fn deep_text_has_room_on_its_line() {
    let deep = (0..40).fold(json!(vec!["xxxx"; 20].join(" ")), |value, _| json!({"k": [value, [[1]]]}));
    let text = write(&deep);
    let again = read("file", text.as_bytes(), Form::Signed);
    assert!(again.is_err(), "81 levels are too many to read");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("xxxx")).collect();
    // Four words have 19 columns. On the first line the quote takes one, and the blank behind them has no place.
    assert_eq!(lines[0].trim_start(), "- \"xxxx xxxx xxxx");
    assert!(lines[1..5].iter().all(|line| line.trim_start() == "xxxx xxxx xxxx xxxx"), "{lines:#?}");
    assert_eq!((lines.len(), lines[5].trim_start()), (6, "xxxx\""));
}
