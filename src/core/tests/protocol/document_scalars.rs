//! The smallest parts of documents: ids, digests, words, times (protocol 1 and 2).

use adjutant_core::document::decode::is_time;
use adjutant_core::document::{Bytes32, Id, Kind, Signature, nearest};
use serde_json::json;

#[test]
fn thirty_two_bytes_are_64_lower_case_digits() {
    let text = "0123456789abcdef".repeat(4);
    let bytes: Bytes32 = text.parse().unwrap();
    assert_eq!(bytes.0[..8], [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef]);
    assert_eq!((bytes.to_string(), format!("{bytes:?}"), json!(bytes)), (text.clone(), text.clone(), json!(text)));
    for wrong in [&text[1..], &format!("{text}0"), &text.to_uppercase(), &text.replacen('0', "g", 1), ""] {
        assert_eq!(wrong.parse::<Bytes32>(), Err("expected 64 lower-case hexadecimal digits".to_owned()), "{wrong}");
    }
}

#[test]
fn an_id_is_a_letter_and_at_most_31_more() {
    for good in ["a", "z", "a0", "a-b_c9", &"x".repeat(32)] {
        let id: Id = good.parse().unwrap();
        assert_eq!((id.as_str(), id.to_string(), format!("{id:?}")), (good, good.to_owned(), good.to_owned()));
        assert_eq!(serde_json::from_value::<Id>(json!(good)).unwrap(), id);
    }
    for wrong in ["", "A", "0a", "-a", "_a", "aB", "a.b", "a b", "é", &"x".repeat(33)] {
        let said = wrong.parse::<Id>().unwrap_err();
        assert!(said.starts_with("expected an id: a lower-case letter, then at most 31"), "{wrong}: {said}");
        assert!(serde_json::from_value::<Id>(json!(wrong)).is_err(), "{wrong}");
    }
    assert!(serde_json::from_value::<Id>(json!(3)).unwrap_err().to_string().contains("a string"));
}

#[test]
fn a_kind_is_the_word_that_stands_in_the_document() {
    for kind in [
        Kind::Charter,
        Kind::Turn,
        Kind::State,
        Kind::Refusal,
        Kind::Disclosure,
        Kind::Receipt,
        Kind::Leave,
        Kind::Queue,
    ] {
        assert_eq!(json!(kind), json!(kind.as_str()));
    }
}

/// A signature has a blank in its middle, at which its line may end.
#[test]
fn a_signature_is_written_in_two_halves() {
    let sign = |sig: &str| Signature::new("anna".parse().unwrap(), Bytes32([0; 32]), sig).sig;
    assert_eq!(sign("abcdef"), "abc def");
    assert_eq!(sign("abcde"), "ab cde");
    assert_eq!(sign("éé"), "é é");
    assert_eq!(sign("aé"), "a é");
    assert_eq!(sign("ééé"), "ééé", "no character is cut");
}

#[test]
fn a_time_is_in_utc_and_says_so_with_a_z() {
    for good in ["2026-11-20T18:00:00Z", "2026-11-20T18:00:00.5Z", "2024-02-29T00:00:00Z"] {
        assert!(is_time(good), "{good}");
    }
    for wrong in [
        "",
        "Z",
        "2026-11-20T18:00:00",
        "2026-11-20T18:00:00+00:00",
        "2026-11-20 18:00:00Z",
        "2026-11-20t18:00:00Z",
        "2026-11-20T18:00:00z",
        "2026-11-20T24:00:00Z",
        "2026-02-29T00:00:00Z",
        "2026-11-20T18:00Z",
    ] {
        assert!(!is_time(wrong), "{wrong}");
    }
}

/// A known name is meant if no more than a quarter of its letters and one are wrong.
#[test]
fn the_nearest_known_name_is_offered_if_it_is_near() {
    let known = ["orders", "answers", "of"];
    assert_eq!(nearest("ordres", &known, "field"), "did you mean `orders`? Write one of `orders`, `answers`, `of`");
    assert_eq!(nearest("ORDERS", &known, "field"), "did you mean `orders`? Write one of `orders`, `answers`, `of`");
    // Two of six letters are one more than a quarter of them; three are too many.
    assert_eq!(nearest("ordexy", &known, "field"), "did you mean `orders`? Write one of `orders`, `answers`, `of`");
    assert_eq!(nearest("ordxyz", &known, "field"), "write one of `orders`, `answers`, `of`");
    // One of two.
    assert_eq!(nearest("if", &known, "word"), "did you mean `of`? Write one of `orders`, `answers`, `of`");
    assert_eq!(nearest("is", &known, "word"), "write one of `orders`, `answers`, `of`");
    assert_eq!(nearest("x", &[], "word"), "leave it out: no word is allowed here");
    let long = "x".repeat(64);
    assert_eq!(nearest(&long, &[&long], "word"), format!("did you mean `{long}`?"));
    let longer = "x".repeat(65);
    assert_eq!(nearest(&longer, &[&longer], "word"), format!("write `{longer}`"));
}
