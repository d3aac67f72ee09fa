//! Every refusal of the reader: its position, its message, its advice. And what drafts are allowed.

use adjutant_core::document::{self, Form, Mark, Problem, Value};
use serde_json::json;

fn refused(text: &str, form: Form) -> Problem {
    match document::read("turn.yaml", text.as_bytes(), form) {
        Ok(doc) => panic!("{text:?} is read as {}", doc.content),
        Err(problem) => problem,
    }
}

fn draft(text: &str) -> Value {
    match document::read("draft.yaml", text.as_bytes(), Form::Draft) {
        Ok(doc) => doc.content,
        Err(problem) => panic!("{text:?} is refused: {problem}"),
    }
}

#[test]
fn each_refusal_names_the_place_the_fault_and_the_remedy() {
    // The text; line and column; a part of the message; a part of the advice.
    let cases = [
        ("a: 0512\n", 1, 4, "a number, a date or a time", "write \"0512\""),
        ("a: 2nd corps\n", 1, 4, "a number, a date or a time", "write \"2nd corps\""),
        ("a: -0\n", 1, 4, "a number, a date or a time", "write \"-0\""),
        ("a: 9007199254740992\n", 1, 4, "too large for some YAML readers", "within ±9007199254740991"),
        ("a: Yes\n", 1, 4, "without quotes, Yes is true, false or null", "\"Yes\" for the text"),
        ("a: NULL\n", 1, 4, "without quotes, NULL is true, false or null", "write true, false or null in lower case"),
        ("a: ~\n", 1, 4, "~ is null", "write null"),
        ("a: éclair\n", 1, 4, "must begin with a letter", "\"éclair\""),
        ("a: (x)\n", 1, 4, "must begin with a letter", "\"(x)\""),
        ("a: x\u{a0}\n", 1, 5, "a no-break space (U+00A0)", "write an ordinary space"),
        ("a: [don't]\n", 1, 5, "inside brackets unquoted text", "\"don't\""),
        ("a: {b:1}\n", 1, 5, "colon has no space after it", "write a space after the colon"),
        ("a: [b:1]\n", 1, 5, "colon has no space after it", "write a space after the colon"),
        ("a: \"b\" c\n", 1, 8, "more follows on the line", "double quotes"),
        ("a: [1] c\n", 1, 8, "more follows on the line", "double quotes"),
        ("a: [1 \"c\"]\n", 1, 5, "a number, a date or a time", "1 \\\"c"),
        ("a: [\"c\" 1]\n", 1, 9, "a comma is missing", "write a comma"),
        ("a: [,1]\n", 1, 5, "there is nothing before this comma", "remove the comma"),
        ("a: [1,,2]\n", 1, 7, "there is nothing before this comma", "remove the comma"),
        ("a: {b}\n", 1, 5, "every entry is a key, a colon and a value", "write `b: …`, with a value after the colon"),
        ("a: {b: 1, c}\n", 1, 11, "every entry is a key, a colon and a value", "or [c] if it is an entry of a list"),
        ("a: {\"b c\"}\n", 1, 5, "every entry is a key, a colon and a value", "key: value"),
        ("a: {b: c: 1}\n", 1, 9, "this entry has a second colon", "comma"),
        ("a: {[b]: 1}\n", 1, 5, "a bracket cannot be a key", "a key and a colon"),
        ("[b]: 1\n", 1, 4, "a collection cannot be a key", "text as the key"),
        ("a: [- 1]\n", 1, 5, "a dash does not start an entry", "leave the dash out"),
        ("a: [1,\n- b\n", 1, 4, "this [ is not closed before the entry of line 2", "write its ]"),
        ("a: [1,\n-2]\n", 2, 1, "inside brackets but not indented", "indent every line"),
        ("[b] : 1\n", 1, 5, "a collection cannot be a key", "text as the key"),
        ("a: {b:}\n", 1, 6, "this colon has no space after it", "a space after the colon"),
        ("a: %b\n", 1, 4, "no value begins with %", "double quotes"),
        ("a: 1\n[b, c]\n", 2, 1, "a key with its colon is expected", "key: value"),
        ("a: 1\n{b: c}\n", 2, 1, "a key with its colon is expected", "key: value"),
        ("a: [1}\n", 1, 6, "the [ of line 1 is closed by }", "write its ]"),
        ("a: b]\nc: ]\n", 2, 4, "this ] closes no open bracket", "remove it"),
        ("a: [1, 2\nb: 3\n", 1, 4, "this [ is not closed before the entry of line 2", "write its ]"),
        ("a: [1\n2]\n", 2, 1, "inside brackets but not indented", "indent every line"),
        ("a: [\n  1\n]\n", 3, 1, "inside brackets but not indented", "the closing bracket's too"),
        ("a: [1, 2\n", 1, 4, "this [ is not closed", "add the closing ]"),
        ("a: \"x\nb: 1\n", 2, 1, "a quoted text continues here but is not indented", "indent the lines"),
        ("a:\n  b: \"x\n  y\"\n", 3, 3, "a quoted text continues here but is not indented", "indent the lines"),
        ("a: \"x\n", 1, 4, "begins here with \" never ends", "at its end"),
        ("a: 'x\n", 1, 4, "begins here with ' never ends", "at its end"),
        ("a: \"\\q\"\n", 1, 5, "not all YAML readers know this escape", "\\\\"),
        ("a: \"b\\xZ\"\n", 1, 6, "needs 2 hexadecimal digits", "write them"),
        ("a: \"\\ud83d\"\n", 1, 5, "half a character", "the character itself"),
        ("a: \"\\ude00\\ud83d\"\n", 1, 5, "half a character", "the character itself"),
        ("a: \"\\ud83d\\u0041\"\n", 1, 5, "half a character", "the character itself"),
        ("a: \"\\u0041\\ude00\"\n", 1, 11, "half a character", "the character itself"),
        ("a: \"\\U0000d83d\"\n", 1, 5, "half a character", "the character itself"),
        ("a: \"\\U00110000\"\n", 1, 5, "or for none", "the character itself"),
        ("a: \"b\\\n\n  c\"\n", 1, 6, "followed by an empty line", "write \\n"),
        ("a: 1#c\n", 1, 4, "a number, a date or a time", "1#c"),
        ("a: [1]#c\n", 1, 7, "comment has no space before it", "a space before the #"),
        ("a: \"x\"#c\n", 1, 7, "comment has no space before it", "a space before the #"),
        ("a: [#c\n  1]\n", 1, 5, "comment has no space before it", "a space before the #"),
        ("a b: 1\n", 1, 1, "this key needs quotes", "\"a b\""),
        ("a: {b: c d: [1]}\n", 1, 8, "a comma is missing before `d`", "c, d: …"),
        ("a:\n  - b: 1\n  -c\n", 3, 3, "this dash has no space after it", "`- c: …`"),
        ("a:\n  -c: 1\n", 2, 3, "this dash has no space after it", "`- c: …`"),
        ("a: {b = c}\n", 1, 5, "every entry is a key, a colon and a value", "`b: c`"),
        ("a: {b:c}\n", 1, 5, "this colon has no space after it", "write a space after"),
        ("a: {b: 1}}\n", 1, 10, "this } closes no open bracket", "remove it"),
        ("0512: 1\n", 1, 1, "this key needs quotes", "\"0512\""),
        ("9007199254740992: 1\n", 1, 1, "this key needs quotes", "\"9007199254740992\""),
        ("a: {b:}\n", 1, 6, "colon has no space after it", "a space after the colon"),
        ("a: {\"b\" :1}\n", 1, 9, "colon has no space after it", "a space after the colon"),
        ("a:\n  - move {leader: x}\n", 2, 5, "the colon after `move` is missing", "`move: {…`"),
        ("a:\n  - path [b: 1]\n", 2, 5, "the colon after `path` is missing", "`path: […`"),
        ("move {a: 1}\n", 1, 1, "the colon after `move` is missing", "`move: {…`"),
        (
            "a:\n  - b: {c: 1, d: [2]\n  - e: 1\n",
            2,
            8,
            "this { is not closed before the entry of line 3",
            "write its }",
        ),
        ("a:\n  - b: {c: [1\n  - e: 1\n", 2, 12, "this [ is not closed before the entry of line 3", "write its ]"),
        ("a: {b: 1\nc: 2\n", 1, 4, "this { is not closed before the entry of line 2", "write its }"),
        ("a: {b: 1,\nc: 2}\n", 2, 1, "this line is inside brackets but not indented deeper", "deeper"),
        ("a: [\n  1\n]\n", 3, 1, "this line is inside brackets but not indented deeper", "deeper"),
        ("é: 1\n", 1, 1, "this key needs quotes", "\"é\""),
        ("no: 1\n", 1, 1, "this key is true, false or null to some YAML readers", "\"no\""),
        ("<<: {b: 1}\n", 1, 1, "a merge key", "write the entries out"),
        ("a:1\nb: 2\n", 1, 1, "a key with its colon is expected", "a space after it"),
        ("b: 2\na:1\n", 2, 1, "a key with its colon is expected", "a space after it"),
        ("\"a\":1\n", 1, 4, "colon has no space after it", "a space after the colon"),
        ("\"a\n  b\": 1\n", 1, 1, "continues over several lines", "on one line"),
        ("a: {\"b\"\n  : 1}\n", 1, 5, "every entry is a key, a colon", "on the key's line"),
        (": 1\n", 1, 1, "no key before it", "key: value"),
        ("? a\n: 1\n", 1, 1, "a key that begins with ? is not allowed", "key: value"),
        ("a: b: c\n", 1, 5, "a second colon", "double quotes"),
        ("a: - b\n", 1, 4, "a list cannot start on the line of its key", "next line"),
        ("a: &x 1\n", 1, 4, "an anchor", "write the value out"),
        ("a: *x\n", 1, 4, "an alias", "write the value out"),
        ("a: !x y\n", 1, 4, "a tag", "leave the tag out"),
        ("%YAML 1.2\n---\na: 1\n", 1, 1, "a directive", "leave the line out"),
        ("a: @x\n", 1, 4, "no value begins with @", "double quotes"),
        ("a: [|\n  x]\n", 1, 5, "no meaning inside brackets", "double quotes"),
        ("a: |\n  x\n", 1, 4, "allowed only in drafts", "\\n"),
        ("a: x\n  y\n", 2, 3, "continues on a second line", "double quotes"),
        ("a: \"x\"\n  b: 1\n", 2, 3, "already has its value", "indent"),
        ("a: 1\n  b: 1\n", 2, 3, "unquoted text continues", "indent"),
        ("a:\n    b: 1\n  c: 2\n", 3, 3, "indentation of this line matches no line above it", "alike"),
        ("a:\n  - 1\n  b: 2\n", 3, 3, "matches no line above it", "alike"),
        ("a:\n", 1, 1, "this key has no value", "leave the key out"),
        ("a: {b: }\n", 1, 5, "this key has no value", "\"\""),
        ("a:\n  -\n", 2, 4, "this entry has no value", "\"\""),
        ("a: 1\na: 2\n", 2, 1, "`a` appears twice", "one of the two"),
        ("a: 1\nb: {a: 1, c: 2, \"a\": 3}\n", 2, 17, "`a` appears twice", "one of the two"),
        ("a: 1\n---\nb: 1\n", 2, 1, "a second document", "one document"),
        ("a: 1\n...\n...\n", 3, 1, "a second document", "one document"),
        ("a: 1\n...\nb: 1\n", 3, 1, "the document has ended", "the ..."),
        ("{a: [1,\n---\n2]}\n", 2, 1, "ends inside brackets", "close the brackets"),
        ("a:\t1\n", 1, 3, "this line has a tab", "use spaces"),
        ("a:\n\t- 1\n", 2, 1, "this line has a tab", "replace the tab by spaces"),
        ("é: \"\t\"\n", 1, 5, "a tab", "\\t"),
        ("a: 1\rb: 2\n", 1, 5, "a carriage return", "LF or CRLF"),
        ("a: \"\u{7}\"\n", 1, 5, "readers interpret this character differently", "\\a"),
        ("a: x # \u{2028}\n", 1, 8, "readers interpret this character differently", "\\L"),
        ("a: \"\u{fdd0}\"\n", 1, 5, "readers interpret this character differently", "\\ufdd0"),
        ("a: \u{feff}\n", 1, 4, "byte-order mark", "remove"),
        ("- a\n", 1, 1, "a document is a mapping", "adjutant: 1"),
        ("a\n", 1, 1, "a document is a mapping", "adjutant: 1"),
        ("", 1, 1, "contains no document", "adjutant: 1"),
        ("# nothing\n", 1, 1, "contains no document", "adjutant: 1"),
        ("a: 1\n\n \u{1f600}: 2\n", 3, 2, "unquoted text continues", "indent"),
    ];
    let mut wrong = Vec::new();
    for (text, line, column, message, advice) in cases {
        let problem = refused(text, Form::Signed);
        let told = problem.advice.as_deref().unwrap_or_default();
        let fits = problem.mark == Some(Mark { line, column })
            && problem.message.contains(message)
            && told.contains(advice)
            && problem.rule.as_deref() == Some("protocol 1");
        if !fits {
            wrong.push(format!("{text:?}: {problem}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bytes_that_are_not_utf8_are_placed() {
    let problem = document::read("turn.yaml", b"a: 1\nb\xE9: 2\n", Form::Signed).expect_err("not UTF-8");
    assert_eq!(problem.mark, Some(Mark { line: 2, column: 2 }));
    assert!(problem.advice.unwrap_or_default().contains("UTF-8"));
}

#[test]
fn a_key_and_its_colon_stand_within_1024_characters() {
    for (length, quote, fits) in [(1024, "", true), (1025, "", false), (1022, "\"", true), (1023, "\"", false)] {
        for (open, close) in [("", ""), ("{", "}")] {
            let text = format!("{open}{quote}{}{quote}: 1{close}\n", "k".repeat(length));
            let read = document::read("key", text.as_bytes(), Form::Signed);
            assert_eq!(read.is_ok(), fits, "{length} {quote} {open} {:?}", read.err());
        }
    }
}

#[test]
fn what_the_profile_admits_is_read() {
    let cases = [
        ("a: b#c\n", json!({"a": "b#c"})),
        ("a: b:c\n", json!({"a": "b:c"})),
        ("--- # a comment\na: 1\n... # and another\n# last\n", json!({"a": 1})),
        ("{\n\"a\": [1,\n2,],\n}\n", json!({"a": [1, 2]})),
        ("a: {\"b\":1, 'c':[2], d: {}}\n", json!({"a": {"b": 1, "c": [2], "d": {}}})),
        ("a: [1,\n\n# a comment at the margin\n  2]\n", json!({"a": [1, 2]})),
        ("a: [b: 1, \"c\": 2]\n", json!({"a": [{"b": 1}, {"c": 2}]})),
        ("a:\n- b: 1\n  c:\n  - 2\n-\n  - 3\n", json!({"a": [{"b": 1, "c": [2]}, [3]]})),
        (
            "a: \"\\ud83d\\ude00 \\\\ud83d \\u0041\\\n  \\ b  \n\n   c\\  d\n  \"\n",
            json!({"a": "😀 \\ud83d A b\nc  d "}),
        ),
        ("a: '\\ud83d\\ude00 it''s  \n   so'\n", json!({"a": "\\ud83d\\ude00 it's so"})),
        ("a: b\\ud83d\\ude00\n\"c\\ud83d\\ude00\": 1\n", json!({"a": "b\\ud83d\\ude00", "c😀": 1})),
        ("a: \"b\\\r\n  c\r\n\r\n  d\"\r\n", json!({"a": "bc\nd"})),
        ("a:\n  \"b\"\nc:\n\n  [1]\n", json!({"a": "b", "c": [1]})),
        ("5106: x\n-7: z\n", json!({"5106": "x", "-7": "z"})),
        ("a: [b -, \"\\ud83d\\ude00\", c -]\nd: e -\n", json!({"a": ["b -", "😀", "c -"], "d": "e -"})),
        ("a: \"#x\" # y\n", json!({"a": "#x"})),
        ("a: On to Richmond — forward, to 100%!\n", json!({"a": "On to Richmond — forward, to 100%!"})),
    ];
    for (text, wanted) in cases {
        match document::read("turn.yaml", text.as_bytes(), Form::Signed) {
            Ok(doc) => assert_eq!(doc.content, wanted, "{text:?}"),
            Err(problem) => panic!("{text:?} is refused: {problem}"),
        }
    }
}

#[test]
fn a_draft_is_read_more_kindly() {
    let cases = [
        ("a: [0512, 3-1, Don't]\n", json!({"a": ["0512", "3-1", "Don't"]})),
        ("a: 2026-11-20\nb: 12:30\nc: 1e3\nd: 5\n", json!({"a": "2026-11-20", "b": "12:30", "c": "1e3", "d": 5})),
        ("a: (now)!\nb: éclair\nc: -x\nd: .5\n", json!({"a": "(now)!", "b": "éclair", "c": "-x", "d": ".5"})),
        ("a: |\n  one\n  two\nb: 1\n", json!({"a": "one\ntwo\n", "b": 1})),
        ("a: >-\n  one\n  two\n\n  three\n", json!({"a": "one two\nthree"})),
        ("- a: |\n    x\n  b: 1\n", json!(null)),
        ("a:\n  - |\n    x\n\n  - z\n", json!({"a": ["x\n", "z"]})),
        ("a: one\n  two # a comment\nb: [x y,\n  z\n  w]\n", json!({"a": "one two", "b": ["x y", "z w"]})),
        ("a: one\n\n  two\nb: 1\n", json!({"a": "one\ntwo", "b": 1})),
        ("a:\nb: 1\nc: {d: , e: 2}\nf:\n", json!({"b": 1, "c": {"e": 2}})),
        ("a: null\nb: true\n", json!({"a": null, "b": true})),
    ];
    for (text, wanted) in cases {
        if wanted.is_null() {
            assert!(refused(text, Form::Draft).message.contains("mapping"));
            continue;
        }
        let content = draft(text);
        assert_eq!(content, wanted, "{text:?}");
        // What `sign` writes of it is a signed document of the same content.
        let written = document::write(&content);
        let again = document::read("signed", written.as_bytes(), Form::Signed).expect("within the profile");
        assert_eq!(again.content, wanted);
    }
    for text in
        ["a: Yes\n", "a: ~\n", "a: 99999999999999999\n", "a:\n  -\n", "a: {b}\n", "0512: 1\n", "a: &x 1\n", "a:\t1\n"]
    {
        assert!(refused(text, Form::Draft).advice.is_some());
    }
}

#[test]
fn marks_find_values_and_keys_by_their_path() {
    let text =
        "seat: union\norders:\n  - move: {sp: 6, path: [\"5106\",\n      \"5107\"]}\n  - \"a.b\": {\"5106\": 1}\n";
    let doc = document::read("turn.yaml", text.as_bytes(), Form::Signed).expect("a turn");
    let mark = |line, column| Some(Mark { line, column });
    assert_eq!(doc.mark(""), mark(1, 1));
    assert_eq!(doc.mark("seat"), mark(1, 7));
    assert_eq!(doc.key_mark("seat"), mark(1, 1));
    assert_eq!(doc.mark("orders[0].move"), mark(3, 11));
    assert_eq!(doc.key_mark("orders[0].move"), mark(3, 5));
    assert_eq!(doc.mark("orders[0].move.sp"), mark(3, 16));
    assert_eq!(doc.mark("orders[0].move.path[1]"), mark(4, 7));
    assert_eq!(doc.mark("orders[1][\"a.b\"].5106"), mark(5, 21));
    assert_eq!(doc.key_mark("orders[1][\"a.b\"].5106"), mark(5, 13));
    for nowhere in ["x", "orders[2]", "orders[0].move.sp.x", "orders[", "[]", "orders[1][\"a.b", "..", "orders[-1]"] {
        assert_eq!(doc.mark(nowhere), None, "{nowhere}");
    }
    assert_eq!(doc.nearest_mark("orders[0].move.leader"), mark(3, 11));
    let kind = draft("a:\nb: 1\n");
    assert_eq!(kind, json!({"b": 1}));
    let doc = document::read("draft", b"a:\nb: 1\n", Form::Draft).expect("a draft");
    assert_eq!((doc.mark("b"), doc.mark("a")), (mark(2, 4), None));
}

#[test]
fn the_path_to_any_key_leads_there() {
    use adjutant_core::document::path::push_key;
    for (key, path) in [
        ("sp", "a.sp"),
        ("5106", "a.5106"),
        ("a-b_c", "a.a-b_c"),
        ("", "a[\"\"]"),
        ("a.b", "a[\"a.b\"]"),
        ("a b", "a[\"a b\"]"),
        ("b[0]", "a[\"b[0]\"]"),
        ("é", "a[\"é\"]"),
        ("\"", "a[\"\\\"\"]"),
    ] {
        let mut made = "a".to_owned();
        push_key(&mut made, key);
        assert_eq!(made, path);
        let text = document::write(&json!({"a": {key: 1}}));
        let doc = document::read("turn.yaml", text.as_bytes(), Form::Signed).expect("a turn");
        assert_eq!(doc.key_mark(path), Some(Mark { line: 1, column: 5 }), "{text}");
    }
    let mut made = String::new();
    push_key(&mut made, "a");
    assert_eq!(made, "a");
}

#[test]
fn long_text_is_shortened_in_the_advice() {
    let advice = |letters: usize| refused(&format!("a: 2nd{}\n", "x".repeat(letters)), Form::Signed).advice.unwrap();
    assert!(advice(37).contains(&format!("\"2nd{}\"", "x".repeat(37))), "forty characters stand whole");
    assert!(advice(38).contains(&format!("\"2nd{}…\"", "x".repeat(37))));
}

#[test]
fn a_pack_has_decimal_fractions_where_every_reader_sees_the_same_number() {
    let read = |text: &str| {
        let doc = document::read("pack.yaml", format!("a: {text}\n").as_bytes(), Form::Pack).expect(text);
        doc.content["a"].clone()
    };
    for (text, number) in [("38.25", 38.25), ("-38.25", -38.25), ("0.5", 0.5), ("-0.5", -0.5), ("10.0", 10.0)] {
        assert_eq!(read(text), json!(number));
    }
    for text in ["01.5", "00.5", "-01.5", "1.", ".5", "-.5", "1.5.2", "1.x", "x.1", "1e3", "+1.5"] {
        assert_eq!(read(text), json!(text));
    }
    let (longest, longer) = (format!("0.{}", "1".repeat(22)), format!("0.{}", "1".repeat(23)));
    assert!(read(&longest).is_number(), "24 characters");
    assert_eq!(read(&longer), json!(longer));
}

#[test]
fn a_comment_stands_at_the_start_of_a_line_or_after_a_blank() {
    for text in ["#c\na: \"b\" #c\n", "a: [1] #c\n #c\n", "a: 1 # c #d\n", "a: # c\n  - b\n"] {
        assert!(document::read("turn.yaml", text.as_bytes(), Form::Signed).is_ok(), "{text}");
    }
    for text in ["a: \"b\"#c\n", "a: \"b\"# c\n", "a: [1]# c\n", "a: [1]#\n"] {
        assert!(refused(text, Form::Signed).message.contains("no space before it"), "{text}");
    }
}

#[test]
fn a_file_is_read_no_further_than_its_limit() {
    use adjutant_core::document::read::read_limited;
    assert_eq!(read_limited(&b"abc"[..], 3).expect("readable"), Some(b"abc".to_vec()));
    assert_eq!(read_limited(&b"abcd"[..], 3).expect("readable"), None);
    assert_eq!(read_limited(std::io::repeat(b'x'), 1 << 20).expect("readable"), None);
    let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).expect("a folder opens");
    assert!(read_limited(folder, 10).expect_err("a folder").to_string().contains("directory"));
}
