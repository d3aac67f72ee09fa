//! Damage other than altered fields: files of the example matches removed, truncated, exchanged, doubled, lists in
//! another order, altered packs, and a sample of altered fields over a whole match. Each makes verification fail,
//! naming file and reason.

use crate::example;
use std::collections::BTreeMap;

use crate::alter::{Change, content, every, some_changes};
use adjutant::chain::verify::{Proof, Verification, verify};
use adjutant::chain::{Games, MatchFiles};
use adjutant::document::{Value, write};
use example::{Files, HEAD_TO_HEAD, REFEREED};

/// The steps of the beginning in which everything is tried: among them are empty turns, commitments, openings, a
/// forfeit, orders, a refused turn and a refused state.
const BEGINNING: u64 = 9;

/// An example, or its beginning, read once.
struct Example {
    name: &'static str,
    games: Games,
    files: Files,
    base: MatchFiles,
}

impl Example {
    fn new(name: &'static str, last: u64) -> Example {
        let all = example::read_files(name, false);
        let mut games = adjutant::registry::games();
        for (pack, files) in example::load(all.iter().filter(|(name, _)| name.starts_with("packs/"))).packs {
            games.add_pack(&pack, files);
        }
        let documents: Files = all.into_iter().filter(|(name, _)| !name.starts_with("packs/")).collect();
        let files = example::prefix(&documents, last);
        let base = example::load(&files);
        assert_eq!(base.read_states().count(), base.states.len());
        let example = Example { name, games, files, base };
        let verification = example.verify_instead(&BTreeMap::new());
        assert!(verification.is_valid(false), "{:#?}", verification.failures);
        example
    }

    /// Verifies with some files changed; `None` for one that is not there.
    fn verify_instead(&self, instead: &BTreeMap<String, Option<String>>) -> Verification {
        let mut files = self.base.clone();
        for (name, text) in instead {
            files.remove(name);
            if let Some(text) = text {
                files.add(name, text.as_bytes());
            }
        }
        verify(&files, &self.games)
    }

    /// Compares a verification that must fail with the expected message.
    #[track_caller]
    fn must_fail(&self, verification: &Verification, file: &str, what: &str) {
        let failures = &verification.failures;
        assert!(!failures.is_empty(), "{} {file}: {what}, and it holds", self.name);
        assert!(failures.iter().all(|failure| !failure.file.is_empty() && !failure.problem.message.is_empty()));
        // Nothing counts without a charter; then the missing charter is named.
        let named = |failure: &adjutant::chain::verify::Failure| {
            failure.file == file || failure.with.as_deref() == Some(file) || failure.proof == Proof::Withheld
        };
        assert!(file == "charter.yaml" || failures.iter().any(named), "{} {file}: {what}: {failures:#?}", self.name);
    }
}

/// The same list in another order, wherever a document has one whose entries differ.
fn reordered(document: &Value) -> Vec<Change> {
    fn walk(value: &Value, at: &str, whole: &Value, found: &mut Vec<Change>) {
        match value {
            Value::Array(items) => {
                if items.first() != items.last() {
                    let mut turned = items.clone();
                    turned.reverse();
                    let mut document = whole.clone();
                    if let Some(place) = document.pointer_mut(at) {
                        *place = Value::Array(turned);
                        found.push(Change { at: at[1..].to_owned(), what: "a list is turned round", document });
                    }
                }
                items.iter().enumerate().for_each(|(n, item)| walk(item, &format!("{at}/{n}"), whole, found));
            }
            Value::Object(fields) => {
                fields.iter().for_each(|(key, item)| walk(item, &format!("{at}/{key}"), whole, found))
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(document, "", document, &mut found);
    found
}

#[test]
fn a_list_in_another_order_is_found() {
    let mut count = 0;
    for name in [HEAD_TO_HEAD, REFEREED] {
        let example = Example::new(name, BEGINNING);
        for (name, text) in &example.files {
            // The order of a charter's signatures is not signed, and decides nothing.
            for change in reordered(&content(text)).iter().filter(|change| change.at != "signatures") {
                let instead = BTreeMap::from([(name.clone(), Some(write(&change.document)))]);
                example.must_fail(&example.verify_instead(&instead), name, &format!("{} {}", change.what, change.at));
                count += 1;
            }
        }
    }
    println!("{count} lists in another order");
    assert!(count >= 30, "only {count}");
}

#[test]
fn what_is_altered_late_in_a_match_is_found() {
    let example = Example::new(HEAD_TO_HEAD, u64::MAX);
    let (mut count, mut all) = (0, 0);
    for (name, text) in &example.files {
        // A prime number, so that the sample falls on all kinds of field.
        for change in every(&content(text), &mut all, 2_003) {
            let instead = BTreeMap::from([(name.clone(), Some(write(&change.document)))]);
            example.must_fail(&example.verify_instead(&instead), name, &format!("{} {}", change.what, change.at));
            count += 1;
        }
    }
    println!("{count} of {all} alterations of the whole match");
    assert!(count >= 15, "only {count}");
}

#[test]
fn files_that_are_dropped_cut_short_or_exchanged_are_found() {
    let example = Example::new(REFEREED, BEGINNING);
    let newest =
        example.files.iter().filter(|(name, _)| name.starts_with("states/")).map(|(name, _)| name.clone()).max();
    let newest = newest.expect("a state");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (n, (name, text)) in example.files.iter().enumerate() {
        // Without its newest state a match is one step earlier: nobody can verify what he does not have.
        if *name != newest && !replaces(text) {
            let verification = example.verify_instead(&BTreeMap::from([(name.clone(), None)]));
            assert!(!verification.failures.is_empty(), "{name} is dropped, and it holds");
            *counts.entry("dropped").or_default() += 1;
        }
        let half = text[..text.len() / 2].to_owned();
        let verification = example.verify_instead(&BTreeMap::from([(name.clone(), Some(half))]));
        example.must_fail(&verification, name, "cut short");
        *counts.entry("cut short").or_default() += 1;
        let (other, text) = &example.files[(n + 1) % example.files.len()];
        if *name != newest && !replaces(&example.files[n].1) {
            let verification = example.verify_instead(&BTreeMap::from([(name.clone(), Some(text.clone()))]));
            assert!(!verification.failures.is_empty(), "{other} stands in place of {name}, and it holds");
            *counts.entry("exchanged").or_default() += 1;
        }
        let mut doubled = content(&example.files[n].1);
        doubled["comment"] = Value::from("and another");
        let instead = BTreeMap::from([(format!("copy/{name}"), Some(write(&doubled)))]);
        example.must_fail(&example.verify_instead(&instead), &format!("copy/{name}"), "an altered copy beside it");
        *counts.entry("doubled").or_default() += 1;
    }
    println!("{counts:?}");
    assert!(counts.values().all(|&count| count >= 20), "{counts:?}");
}

/// Whether a document answers the refusal of a state; without it the refusal is unanswered, which is not a fault.
fn replaces(text: &str) -> bool {
    text.contains("\nkind: state\n") && text.contains("\nrefusal: ")
}

#[test]
fn an_altered_pack_is_found() {
    let files = example::read_files(REFEREED, false);
    let files = example::prefix(&files, 4);
    let mut count = 0;
    for (name, text) in files.iter().filter(|(name, _)| name.starts_with("packs/")) {
        let document = content(text);
        for change in some_changes(&document, 4) {
            let mut altered = files.clone();
            altered.iter_mut().find(|(other, _)| other == name).expect("the file").1 = write(&change.document);
            let verification = example::verify_files(&altered, &adjutant::registry::games());
            assert!(!verification.is_valid(false), "{name} {}: {}", change.what, change.at);
            count += 1;
        }
    }
    assert!(count >= 12, "only {count}");
}
