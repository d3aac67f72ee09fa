//! No prose is signed: events, cancellations and forfeits are codes, rules and facts, and words are made from them when
//! somebody reads. Correcting a word breaks no match.

use crate::example;
use std::process::Command;

use adjutant::chain::verify::verify;
use adjutant::document::{Form, Value, problem, read};
use example::{CAMPAIGN, HEAD_TO_HEAD, REFEREED, SEVEN_DAYS};

const EXAMPLES: [&str; 4] = [HEAD_TO_HEAD, REFEREED, SEVEN_DAYS, CAMPAIGN];
/// Set in the process in which nothing has words.
const WORDLESS: &str = "ADJUTANT_TEST_WORDLESS";
/// Fields whose values are codes or names although they contain blanks: a section of the protocol, the purpose of a
/// die, the source of a figure, the name of a place.
const CODES: [&str; 5] = ["rule", "purpose", "source", "odds", "name"];

/// Every text with a blank in it, with the field that holds it.
fn spaced<'v>(value: &'v Value, field: &'v str, found: &mut Vec<(&'v str, &'v str)>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| spaced(value, key, found)),
        Value::Array(list) => list.iter().for_each(|value| spaced(value, field, found)),
        Value::String(text) if text.contains(' ') => found.push((field, text)),
        _ => {}
    }
}

#[test]
fn no_signed_state_holds_a_sentence() {
    let mut refused = 0;
    for name in EXAMPLES {
        for (file, text) in example::read_files(name, true) {
            let content = read(&file, text.as_bytes(), Form::State).expect("it reads").content;
            if content["kind"] != "state" {
                continue;
            }
            for part in ["rolls", "events", "position", "awaiting", "outcome"] {
                let mut found = Vec::new();
                spaced(&content[part], part, &mut found);
                let sentences: Vec<_> = found.into_iter().filter(|(field, _)| !CODES.contains(field)).collect();
                assert!(sentences.is_empty(), "{name}/{file}, {part}: {sentences:?}");
            }
            let events = content["events"].as_array().expect("events");
            let told = ["skipped", "handed_back"];
            for event in events.iter().filter(|event| told.iter().any(|name| event["event"] == *name)) {
                let reasons = event["reasons"].as_array().expect("reasons");
                assert!(!reasons.is_empty() && reasons.iter().all(|reason| reason["code"] != "refused"), "{event}");
                refused += 1;
            }
        }
    }
    assert!(refused > 3, "the examples have orders that are not carried out: {refused}");
}

/// Even in a process in which no problem has words, every example verifies.
#[test]
fn every_example_verifies_without_a_word() {
    if std::env::var_os(WORDLESS).is_none() {
        let this = std::env::current_exe().expect("this program");
        let name = "no_prose::every_example_verifies_without_a_word";
        let ran = Command::new(this).args([name, "--exact"]).env(WORDLESS, "1").output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    problem::leave_out_all_words();
    assert_eq!(adjutant::document::Problem::new("words").message, "…");
    for name in EXAMPLES {
        let said = verify(&example::load(&example::read_files(name, false)), &adjutant::registry::games());
        assert!(said.is_valid(false) && said.counts.adjudicated > 40, "{name}: {:#?}", said.failures);
    }
}
