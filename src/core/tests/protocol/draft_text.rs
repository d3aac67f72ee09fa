//! Text of several lines as people write it in drafts and packs: where it ends, and how its lines are joined. What is
//! expected here is what the YAML specification says, and other readers say the same.

use adjutant_core::document::{self, Form, Value};
use serde_json::json;

/// Reads a text both as a draft and as a file of a pack; `None` if it is refused.
fn read(text: &str) -> Option<document::Document> {
    let [draft, pack] = [Form::Draft, Form::Pack].map(|form| document::read("file", text.as_bytes(), form).ok());
    let content = |read: &Option<document::Document>| read.as_ref().map(|read| read.content.clone());
    assert_eq!(content(&draft), content(&pack), "{text:?}");
    draft
}

/// A text with an entry `b` after it: what it is, and in which line `b` stands.
#[track_caller]
fn reads(text: &str, wanted: Value, line: u32) {
    let read = read(&format!("{text}b: x\n")).unwrap_or_else(|| panic!("{text:?} is refused"));
    assert_eq!(read.content["a"], wanted, "{text:?}");
    assert_eq!(read.content["b"], "x", "{text:?}");
    assert_eq!(read.key_mark("b").map(|mark| (mark.line, mark.column)), Some((line, 1)), "{text:?}");
    // Mail may change the line ends.
    let mailed = text.replace('\n', "\r\n");
    if mailed != text && !mailed.contains("\r\r") {
        reads(&mailed, wanted, line);
    }
}

#[test]
fn unquoted_text_goes_on_in_deeper_lines() {
    reads("a: one\n", json!("one"), 2);
    reads("a: one\n  two\n", json!("one two"), 3);
    reads("a: one\n two\n", json!("one two"), 3);
    reads("a:\n  one\n  two\n", json!("one two"), 4);
    reads("a: one\n\n  two\n", json!("one\ntwo"), 4);
    reads("a: one\n\n\n  two\n", json!("one\n\ntwo"), 5);
    reads("a: one   \n\n   two  \n", json!("one\ntwo"), 4);
    reads("a: one\n    \n  two\n", json!("one\ntwo"), 4);
    reads("a: one\n  two\n\n  three\n", json!("one two\nthree"), 5);
    reads("a: one\n  two\n\n\n", json!("one two"), 5);
    reads("a: one\n  - two\n", json!("one - two"), 3);
    reads("a: one\n  :two\n", json!("one :two"), 3);
    reads("a: one\n  two:three\n", json!("one two:three"), 3);
    reads("a: one\n  ] two\n", json!("one ] two"), 3);
    reads("a:\n  - one\n    two\n  - three\n", json!(["one two", "three"]), 5);
    reads("a:\n  - one\n\n  - three\n", json!(["one", "three"]), 5);
    reads("a: x#y\n  z#\n", json!("x#y z#"), 3);
    reads("a: x# y\n", json!("x# y"), 2);
    reads("a: x #y\n", json!("x"), 2);
}

#[test]
fn a_comment_a_bracket_or_the_end_of_the_document_ends_it() {
    reads("a: one\n  # two\n", json!("one"), 3);
    reads("a: one # two\n", json!("one"), 2);
    reads("a: one\n\n# two\n", json!("one"), 4);
    reads("a: [one\n  two, three]\n", json!(["one two", "three"]), 3);
    reads("a: [one\n  , two]\n", json!(["one", "two"]), 3);
    reads("a: [one\n  ]\n", json!(["one"]), 3);
    reads("a: {k: one\n  two}\n", json!({"k": "one two"}), 3);
    reads("a: {k: one\n  }\n", json!({"k": "one"}), 3);
    for end in ["\n", "\n\n", "\n   ", "\n...\n", "", "\n  # two"] {
        let text = format!("a: one{end}");
        assert_eq!(read(&text).map(|read| read.content), Some(json!({"a": "one"})), "{text:?}");
    }
    // What is deeper and has a key of its own is no text, nor is what another document begins with.
    for text in ["a: one\n  two: three\n", "a: one\n  : two\n", "a: one\n---\nb: x\n", "a: one two: three\n"] {
        assert!(read(text).is_none(), "{text:?}");
    }
}

/// Nothing holds brackets that begin a document: their lines may stand at the margin.
#[test]
fn at_the_margin_text_goes_on_where_nothing_holds_it() {
    for text in ["{a: one\ntwo, b: x}\n", "{a: one\n\ntwo-, b: x}\n", "{a: one\n\n---two, b: x}\n"] {
        let joined = if text.contains("\n\n") { "one\n" } else { "one " };
        let last = text.split('\n').find(|line| line.ends_with('}')).and_then(|line| line.split(',').next()).unwrap();
        let wanted = json!({"a": format!("{joined}{last}"), "b": "x"});
        assert_eq!(read(text).map(|read| read.content), Some(wanted), "{text:?}");
    }
    let refused = |text: &str| document::read("file", text.as_bytes(), Form::Draft).expect_err(text);
    for (text, line, message) in [
        ("{a: one\n---\n}\n", 2, "the document ends inside brackets"),
        ("{a: one\n... two}\n", 2, "the document ends inside brackets"),
        ("{a: one\n: two}\n", 2, "this colon has no key before it"),
        ("a: one\n  : two\n", 2, "this colon has no key before it"),
    ] {
        let problem = refused(text);
        assert!(problem.message.contains(message), "{text:?}: {problem}");
        assert_eq!(problem.mark.map(|mark| mark.line), Some(line), "{text:?}: {problem}");
    }
}

/// The parser takes no unquoted text that ends in a blank and a dash: such text is joined by our own hand.
#[test]
fn text_that_ends_in_a_dash_is_joined_like_any_other() {
    reads("a: one -\n", json!("one -"), 2);
    reads("a: one -\n  two\n", json!("one - two"), 3);
    reads("a: one\n  two -\n", json!("one two -"), 3);
    reads("a: one  \n  two -\n", json!("one two -"), 3);
    reads("a: one\n\n  two -\n", json!("one\ntwo -"), 4);
    reads("a: one  \n\n\n  two -\n", json!("one\n\ntwo -"), 5);
    reads("a: one\n\n\n  two\n  three\n\n  four -\n", json!("one\n\ntwo three\nfour -"), 8);
    reads("a: one\n   \n  two  -\n", json!("one\ntwo  -"), 4);
    reads("a:\n  one\n  two -\n", json!("one two -"), 4);
    reads("a:\n  - one\n    two -\n  - three\n", json!(["one two -", "three"]), 5);
    reads("a: [one\n  two -]\n", json!(["one two -"]), 3);
    reads("a: [one\n  two -, three -]\n", json!(["one two -", "three -"]), 3);
}

#[test]
fn quoted_text_goes_on_in_deeper_lines() {
    reads("a: \"one\n  two\"\n", json!("one two"), 3);
    reads("a: \"one  \n\n  two\"\n", json!("one\ntwo"), 4);
    reads("a: \"one\\\n  two\"\n", json!("onetwo"), 3);
    reads("a: \"one \\\n  \\ two\"\n", json!("one  two"), 3);
    reads("a: 'it''s\n\n  two'\n", json!("it's\ntwo"), 4);
    reads("a: \"\\ud83d\\ude00 one\n  two\\u00e9\"\n", json!("😀 one twoé"), 3);
    reads("a: \"\\ud83d\\ude00 one\\t  \n\n\n  two\\x20\n  three\"\n", json!("😀 one\t\n\ntwo  three"), 6);
    reads("a: \"\\t\\ud83d\\ude00 \\ud83d\\ude00\"\n", json!("\t😀 😀"), 2);
    for text in ["a: \"one\ntwo\"\nb: x\n", "a: 'one\n---\n'\n", "a: \"one\\\n\n  two\"\n", "a: \"one\\ \n  two\"\n"] {
        assert!(read(text).is_none(), "{text:?}");
    }
}

#[test]
fn a_block_of_text_ends_with_the_first_line_that_is_not_deeper() {
    reads("a: |\n  one\n  two\n", json!("one\ntwo\n"), 4);
    reads("a: |-\n  one\n   two\n\n", json!("one\n two"), 5);
    reads("a: >\n  one\n  two\n\n  three\n", json!("one two\nthree\n"), 6);
    reads("a: |+\n  one\n\n", json!("one\n\n"), 4);
    reads("a: |\n", json!(""), 2);
    reads("a: |\n\n", json!(""), 3);
    reads("a:\n  - |\n    one\n  - two\n", json!(["one\n", "two"]), 5);
    reads("a: |\n  # one\n  k: two\n", json!("# one\nk: two\n"), 4);
    assert_eq!(read("a: |\n  one\n\n\n").map(|read| read.content), Some(json!({"a": "one\n"})));
}
