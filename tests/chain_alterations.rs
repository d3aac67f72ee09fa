//! Every change of any field of any document makes verification fail; so does every change of what follows from the
//! rules, the reveals and the chain, when whoever makes it holds all keys and signs anew what follows.

mod common;

use adjutant::chain::MatchFiles;
use adjutant::document::Value;
use adjutant::document::kinds::TrustMode;
use adjutant::document::{digest, write};
use common::alter::{Resigner, Thin, changes, content};
use common::{Rig, eventful};

/// How many changes of one kind to one field of one kind of document are tried, so that these tests stay quick.
const MOST: usize = 2;

/// The files of a match, each read once.
fn read_all(rig: &Rig) -> MatchFiles {
    let files = rig.load();
    assert_eq!(files.read_states().count(), files.states.len());
    files
}

/// Changes every leaf and entry of every document, signatures included, and leaves the rest as it is.
fn every_change_is_found(rig: &Rig) -> usize {
    rig.assert_holds();
    let base = read_all(rig);
    let (mut count, mut thin) = (0, Thin::default());
    for (n, (name, text)) in rig.files.iter().enumerate() {
        let document = content(text);
        let kind = document["kind"].as_str().unwrap();
        for change in changes(&document).into_iter().filter(|change| thin.keeps(kind, change, MOST)) {
            let mut files = rig.files.clone();
            files[n].1 = write(&change.document);
            let verification = rig.verify_instead(&base, &files);
            let failure = verification.failures.first();
            let failure = failure.unwrap_or_else(|| panic!("{name} {}: {} and it holds", change.at, change.what));
            assert!(!failure.problem.message.is_empty());
            let named = verification.failures.iter().any(|failure| failure.file == *name);
            assert!(named || name == "charter.yaml", "{name} {}: {} {verification:#?}", change.at, change.what);
            count += 1;
        }
    }
    count
}

#[test]
fn head_to_head_every_changed_field_is_found() {
    let count = every_change_is_found(&eventful(TrustMode::HeadToHead));
    assert!(count > 200, "{count}");
}

#[test]
fn refereed_every_changed_field_is_found() {
    let count = every_change_is_found(&eventful(TrustMode::Refereed));
    assert!(count > 200, "{count}");
}

/// What does not follow from the rules, the reveals and the chain: whoever signs it answers for it.
fn is_free(kind: &str, at: &str, what: &str) -> bool {
    let field = at.split('/').next().unwrap_or_default();
    match kind {
        // An order after the one that ends the match does nothing.
        "turn" => field == "comment" || (at == "orders" && what == "an entry is added"),
        "state" => {
            let words =
                ["ruling/reason", "ruling/rule"].contains(&at) || (at == "ruling" && what == "a field is missing");
            words || matches!(field, "issued" | "received")
        }
        "refusal" => matches!(field, "reasons" | "issued"),
        _ => false,
    }
}

fn every_derived_change_is_found(rig: &Rig) -> usize {
    let (resigner, base) = (Resigner::new(&rig.files, rig.keys()), read_all(rig));
    let void: Vec<bool> = rig.with(|chain, _| {
        let is_void = |(_, text): &(String, String)| chain.is_void(digest(&content(text)));
        rig.files.iter().map(is_void).collect()
    });
    let (mut count, mut thin) = (0, Thin::default());
    for ((name, text), void) in rig.files.iter().zip(void) {
        let document = content(text);
        // What was refused was wrong in one way or another; another wrong thing in its place was refused as well.
        if void {
            continue;
        }
        let kind = document["kind"].as_str().unwrap().to_owned();
        for change in changes(&document) {
            if is_free(&kind, &change.at, change.what) || change.at.starts_with("signatures") {
                continue;
            }
            if change.at.is_empty() && only_free_fields_differ(&kind, &document, &change.document) {
                continue;
            }
            if !thin.keeps(&kind, &change, MOST) {
                continue;
            }
            let files = resigner.resigned(name, &change.document);
            let verification = rig.verify_instead(&base, &files);
            assert!(!verification.failures.is_empty(), "{name} {}: {} and it holds", change.at, change.what);
            count += 1;
        }
    }
    count
}

/// A missing comment, time or list of signatures is nothing that the rules derive.
fn only_free_fields_differ(kind: &str, before: &Value, after: &Value) -> bool {
    let (before, after) = (before.as_object().unwrap(), after.as_object().unwrap());
    let free = |key: &String| is_free(kind, key, "") || key == "signatures";
    before.iter().all(|(key, value)| free(key) || after.get(key) == Some(value))
        && after.keys().all(|key| before.contains_key(key))
}

#[test]
fn head_to_head_with_all_keys_every_derived_field_is_found() {
    let count = every_derived_change_is_found(&eventful(TrustMode::HeadToHead));
    assert!(count > 200, "{count}");
}

#[test]
fn refereed_with_all_keys_every_derived_field_is_found() {
    let count = every_derived_change_is_found(&eventful(TrustMode::Refereed));
    assert!(count > 200, "{count}");
}
