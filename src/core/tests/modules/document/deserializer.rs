use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde_json::Value;

use adjutant_core::document::deserializer::*;

#[derive(Debug, PartialEq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Order {
    Hold,
    March(BTreeMap<String, i64>),
}

fn error_message<T: serde::de::DeserializeOwned + fmt::Debug>(value: &Value) -> String {
    T::deserialize(Node::strict(value)).unwrap_err().to_string()
}

/// No name of a type of this program reaches a person.
#[test]
fn what_was_expected_is_told_in_words_for_people() {
    for (of_serde, words) in [
        ("a string", "a text"),
        ("a boolean", "true or false"),
        ("a sequence", "a list"),
        ("a map", "a mapping"),
        ("unit", "null"),
        ("i64", "a whole number"),
        ("u8", "a whole number from 0 to 255"),
        ("u16", "a whole number from 0 to 65535"),
        ("u64", "a whole number, 0 or more"),
        ("f64", "a number"),
        ("a nonzero u32", "a whole number, 1 or more"),
        ("struct variant Order::March", "a mapping with its details"),
        ("struct Turn", "a mapping"),
        ("a sequence of 2 elements", "a list of the right length"),
        ("tuple struct Pair with 2 elements", "a list of the right length"),
        ("an array of length 3", "a list of the right length"),
        ("enum Kind", "a word, or one word with its details"),
        ("variant identifier", "a word, or one word with its details"),
        ("newtype struct Bytes32", "a value"),
        ("an id", "an id"),
    ] {
        assert_eq!(people(&of_serde), words);
    }
}

#[test]
fn what_was_found_is_told_and_shortened() {
    let long = "x".repeat(41);
    assert_eq!(error_message::<bool>(&Value::from("yes")), "expected true or false, found the text \"yes\"");
    assert_eq!(
        error_message::<bool>(&Value::from(&long[..40])),
        format!("expected true or false, found the text \"{}\"", &long[..40])
    );
    assert_eq!(
        error_message::<bool>(&Value::from(long.as_str())),
        format!("expected true or false, found the text \"{}…\"", &long[..40])
    );
    assert_eq!(error_message::<bool>(&Value::from(-3)), "expected true or false, found the number -3");
    assert_eq!(error_message::<u64>(&Value::from(1.5)), "expected a whole number, 0 or more, found the number 1.5");
}

/// Null stands for nothing, and a number of any sign is a number.
#[test]
fn null_is_no_missing_value() {
    assert_eq!(error_message::<Option<u64>>(&Value::Null), "null is not allowed here");
    assert_eq!(Option::<u64>::deserialize(Node::strict(&Value::from(3))).unwrap(), Some(3));
    assert_eq!(f64::deserialize(Node::strict(&Value::from(1.5))).unwrap(), 1.5);
    assert_eq!(u64::deserialize(Node::strict(&Value::from(u64::MAX))).unwrap(), u64::MAX);
}

/// A known word among several keys has lost its indentation; among unknown ones alone it has not.
#[test]
fn a_word_beside_its_details_is_told_to_be_indented() {
    let words = |text: &str| error_message::<Order>(&serde_json::from_str(text).unwrap());
    assert!(words(r#"{"march": {}, "sp": 2}"#).contains("`sp` stands next to `march`; move it inside"));
    for unclear in [r#"{"sp": 2, "to": 3}"#, r#"{"march": {}, "hold": {}}"#, "{}"] {
        assert!(words(unclear).contains("expected one word with its details"), "{unclear}");
    }
    assert_eq!(Order::deserialize(Node::strict(&Value::from("hold"))).unwrap(), Order::Hold);
}
