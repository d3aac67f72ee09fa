//! The protocol's vectors for reading, canonical form, digest and signed message.

use adjutant_core::document::{self, Form, Kind, Value};

fn vectors(text: &str) -> Value {
    serde_json::from_str(text).expect("the vectors are JSON")
}

#[test]
fn texts_are_read_as_the_vectors_say() {
    let cases = vectors(include_str!("../../../../tests/vectors/yaml.json"));
    let cases = cases.as_array().expect("a list of cases");
    assert!(cases.len() > 90);
    let mut wrong = Vec::new();
    for case in cases {
        let name = case["name"].as_str().expect("a name");
        let text = case["text"].as_str().expect("a text");
        let read = document::read(name, text.as_bytes(), Form::Signed);
        match (case["canonical"].as_str(), read) {
            (Some(wanted), Ok(doc)) => {
                let canonical = String::from_utf8(document::canonical(&doc.content)).expect("UTF-8");
                if canonical != wanted {
                    wrong.push(format!("{name}: {canonical} instead of {wanted}"));
                }
            }
            (Some(_), Err(problem)) => wrong.push(format!("{name}: refused, {problem}")),
            (None, Ok(doc)) => wrong.push(format!("{name}: accepted as {}", doc.content)),
            (None, Err(problem)) => {
                if problem.mark.is_none() || problem.advice.is_none() || problem.rule.is_none() {
                    wrong.push(format!("{name}: refused without place, rule or advice, {problem}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn documents_have_the_vectors_canonical_form_digest_and_message() {
    let vectors = vectors(include_str!("../../../../tests/vectors/protocol.json"));
    for case in vectors["documents"].as_array().expect("a list of documents") {
        let content = &case["content"];
        let canonical = String::from_utf8(document::canonical(content)).expect("UTF-8");
        assert_eq!(canonical, case["canonical"].as_str().expect("a canonical form"));
        let digest = document::digest(content);
        assert_eq!(digest.to_string(), case["digest"].as_str().expect("a digest"));
        let kind: Kind = serde_json::from_value(content["kind"].clone()).expect("a kind");
        assert_eq!(document::message(kind, digest), case["message"].as_str().expect("a message"));

        // The signatures are no part of the content, and a document written is the same document read.
        let mut signed = content.clone();
        signed["signatures"] = serde_json::json!([{"by": "union"}]);
        assert_eq!(document::digest(&signed), digest);
        assert_ne!(document::digest_complete(&signed), digest);
        let text = document::write(&signed);
        let read = document::read("vector", text.as_bytes(), Form::State).expect("what we write, we read");
        assert_eq!(read.content, signed);
        assert_eq!(document::digest(&read.content), digest);
    }
}
