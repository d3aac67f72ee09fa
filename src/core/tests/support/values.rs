//! Arbitrary trees of the profile, rich in what YAML readers stumble over.

use proptest::prelude::*;
use serde_json::{Map, Value};

/// Words, numbers and marks that one reader or another takes for something else than text.
const TRAPS: [&str; 91] = [
    "",
    " ",
    "  a",
    "a  ",
    "a  b",
    "y",
    "N",
    "Yes",
    "no",
    "ON",
    "off",
    "true",
    "False",
    "null",
    "Null",
    "~",
    "NaN",
    ".nan",
    ".inf",
    "-.INF",
    "0",
    "-0",
    "+1",
    "12",
    "-7",
    "0512",
    "0o17",
    "0x1F",
    "1_000",
    "1e3",
    "1.5",
    ".5",
    "12:30",
    "190:20:30",
    "2026-11-20",
    "2026-11-20T18:00:00Z",
    "=",
    "<<",
    "-",
    "- a",
    "a -",
    "a - b",
    "a /",
    "?",
    "? a",
    ":",
    ": a",
    "a: b",
    "a:",
    "a :b",
    "a #b",
    "a#b",
    "#a",
    "&a",
    "*a",
    "!a",
    "!!str a",
    "|",
    ">",
    "%a",
    "@a",
    "`a",
    "[a",
    "]",
    "{a",
    "}",
    ",",
    "a,b",
    "a, b",
    "---",
    "...",
    "--- a",
    "don't",
    "\"a\"",
    "'",
    "\\",
    "a\\",
    "\\n",
    "\n",
    "a\nb",
    "\na\n",
    "a\n\nb",
    " \n ",
    "\t",
    "\ta",
    "a\r\nb",
    "\r",
    "\u{85}",
    "\u{2028}x",
    "\u{feff}",
    "On to Richmond, boys (now)!",
];

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(&TRAPS[..]).prop_map(str::to_owned),
        4 => "[a-z]{1,12}",
        2 => "[ -~]{0,20}",
        2 => any::<char>().prop_map(String::from),
        1 => prop::sample::select(&['\u{a0}', '\u{3000}', 'é', '\u{301}', '😀', '\u{fffe}', '\u{fdd0}', '\u{1fffe}', '\u{10ffff}',
            '\u{0}', '\u{7f}', '\u{9f}', '\u{d7ff}', '\u{e000}', '\u{202e}'][..]).prop_map(String::from),
    ]
}

/// Texts, short and long.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => piece(),
        2 => prop::collection::vec(piece(), 0..8).prop_map(|pieces| pieces.concat()),
        1 => prop::collection::vec(piece(), 0..60).prop_map(|pieces| pieces.join(" ")),
        1 => ("[ a-z]{60,100}", piece()).prop_map(|(long, end)| long + &end),
    ]
}

/// Whole numbers within ±(2^53−1).
fn integer() -> impl Strategy<Value = i64> {
    const MOST: i64 = (1 << 53) - 1;
    prop_oneof![-20i64..10_000, -MOST..=MOST, Just(MOST), Just(-MOST)]
}

/// Trees of any shape.
pub fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        3 => integer().prop_map(Value::from),
        6 => text().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 120, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((text(), inner), 0..8)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

/// Documents: mappings with the fields that every document has among others.
pub fn document() -> impl Strategy<Value = Value> {
    (prop::collection::vec((text(), value()), 0..8), any::<bool>()).prop_map(|(entries, signed)| {
        let mut fields = Map::new();
        if signed {
            fields.insert("signatures".to_owned(), serde_json::json!([{"by": "union"}]));
        }
        fields.extend(entries);
        if signed {
            fields.insert("kind".to_owned(), "turn".into());
            fields.insert("adjutant".to_owned(), 1.into());
        }
        Value::Object(fields)
    })
}
