//! The texts that are compiled into the program, which people write: the short way reads them as every reader does, or
//! not at all.

use adjutant_core::document::fast_parser::read_compiled;
use adjutant_core::document::{Form, Value, read};
use serde_json::json;

/// A text that is read, and what it says; the strict reader of packs agrees.
#[track_caller]
fn reads(text: &'static str, wanted: Value) {
    assert_eq!(read_compiled(text).as_ref(), Some(&wanted), "{text:?}");
    let long = read("file", text.as_bytes(), Form::Pack).unwrap_or_else(|problem| panic!("{text:?}: {problem}"));
    assert_eq!(long.content, wanted, "{text:?}, the long way");
}

#[test]
fn blanks_comments_and_empty_lines_say_nothing() {
    reads("# a comment\n\n   \na: 1\n", json!({"a": 1}));
    reads("a: 1   \nb: 2  # two\n   # end\nc: 3\n\n# last\n", json!({"a": 1, "b": 2, "c": 3}));
    reads("a: x#y\nb: x # y\n", json!({"a": "x#y", "b": "x"}));
    reads("a: \"b # c\" # d\n", json!({"a": "b # c"}));
    reads("a:   # one\n  # two\n\n  b: 1\n\n  c: 2\n", json!({"a": {"b": 1, "c": 2}}));
    reads("a:\n  - 1 # one\n\n  # two\n  - 2\nb: 1\n", json!({"a": [1, 2], "b": 1}));
    reads("a: [ # one\n  1, # two\n  # three\n\n  2\n  ] # four\nb: 1\n", json!({"a": [1, 2], "b": 1}));
}

#[test]
fn collections_stand_in_lines_or_in_brackets() {
    reads("a:\n  b:\n    c: 1\n  d: 2\ne: 3\n", json!({"a": {"b": {"c": 1}, "d": 2}, "e": 3}));
    reads(
        "a:\n  - b: 1\n    c: 2\n  - - 1\n    - two three\n  - [4]\n",
        json!({"a": [{"b": 1, "c": 2}, [1, "two three"], [4]]}),
    );
    reads("a: {b: 1,\n    c: {d: [e f, g], h: []}}\n", json!({"a": {"b": 1, "c": {"d": ["e f", "g"], "h": []}}}));
    reads("a: {\"b c\": 1, 12: \"e, f\",}\n", json!({"a": {"b c": 1, "12": "e, f"}}));
    reads("a: []\nb: {}\nc:\n  - {}\n  - []\n", json!({"a": [], "b": {}, "c": [{}, []]}));
    reads("a:\n  {b: 1}\nc:\n  [2]\nd:\n  e f\n", json!({"a": {"b": 1}, "c": [2], "d": "e f"}));
    reads("12: a\n\"b: c\": d\n", json!({"12": "a", "b: c": "d"}));
    reads("a: [[1, 2], [3]]\n", json!({"a": [[1, 2], [3]]}));
}

#[test]
fn scalars_are_what_the_profile_says_and_all_else_is_text() {
    reads("a: -3\nb: 0\nc: null\nd: true\ne: false\n", json!({"a": -3, "b": 0, "c": null, "d": true, "e": false}));
    reads(
        "a: it's 3 o'clock (or so)\nb: 5th\nc: 12:30\n",
        json!({"a": "it's 3 o'clock (or so)", "b": "5th", "c": "12:30"}),
    );
    reads("a: \"one \\\n  two\\n\\\"three\\\"\"\nb: 1\n", json!({"a": "one two\n\"three\"", "b": 1}));
    reads("a: \"one\n  two\n\n  three\\\\\"\nb: 1\n", json!({"a": "one two\nthree\\", "b": 1}));
    reads("a: b, c [d] {e}\n", json!({"a": "b, c [d] {e}"}));
    reads("a: \"\"\nb: \"é\\u00e9\"\n", json!({"a": "", "b": "éé"}));
}

#[test]
fn a_folded_paragraph_is_one_line() {
    reads("a: >-\n  one two\n  three\nb: 1\n", json!({"a": "one two three", "b": 1}));
    reads("a:\n  b: >-\n    one\n    two\n  c: 1\n", json!({"a": {"b": "one two", "c": 1}}));
    reads("a: >-\n   one # two\n\nb: 1\n", json!({"a": "one # two", "b": 1}));
    reads("a: >-\n  one\n", json!({"a": "one"}));
}

/// What is not known to the short way is left to another reader, whatever it may be.
#[test]
fn what_is_not_known_is_not_guessed() {
    for text in [
        "",
        "# nothing\n",
        "a: 1",
        "a: >\n  one\n",
        "a: |\n  one\n",
        "a: >-\n  one\n   two\n",
        "a: >-\n  one \n  two\n",
        "a: >-\nb: 1\n",
        "a: 1\n b: 2\n",
        "a: 1\n  b: 2\n",
        "a:\nb: 1\n",
        "a:\n",
        "a:\n  - 1\n   - 2\n",
        "a:\n  - 1\n  b: 2\n",
        "a:\n    b: 1\n  c: 2\n",
        "  a: 1\nb: 2\n",
        "a: b: c\n",
        "a: [1\n",
        "a: [1 2, 3\n",
        "a: {b}\n",
        "a: {b: 1]\n",
        "a: [1}\n",
        "a: [1, 2] 3\n",
        "a: [1] # one\n b\n",
        "a: \"b\" c\n",
        "a: \"b\n",
        "a: \"b\\",
        "a: 1\na: 2\n",
        "a: {b: 1, b: 2}\n",
        "a b: 1\n",
        "a\n  b: 1\n",
        "a: 1\nb\n",
        "\"a\nb\": 1\n",
        "a: 'b'\n",
        "a: &b 1\n",
        "a: *b\n",
        "a: !b 1\n",
        "a: - b\n",
        "a: ? b\n",
        "a: @b\n",
        "a: %b\n",
        "a: `b`\n",
        "a: ~\n",
        "a: yes\n",
        "a: 9007199254740992\n",
        "a: [b, 'c']\n",
        "a: \"b\"#c\n",
        "a: [1]#c\n",
        "a: [1,#2\n  3]\n",
        "a: [1, ,2]\n",
        "a: [\"b\" \"c\"]\n",
        "a: {b: \"c\" d: 1}\n",
        "a:\n  - # one\n  - 2\n",
    ] {
        assert_eq!(read_compiled(text), None, "{text:?}");
    }
}
