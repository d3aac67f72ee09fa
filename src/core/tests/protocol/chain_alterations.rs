//! Every change of any field of any document makes verification fail; so does every change of what follows from the
//! rules, the reveals and the chain, even if its author holds all keys and signs everything that follows again.

use std::sync::Arc;

use crate::common;
use adjutant_core::chain::verify::verify;
use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Value, digest, write};
use common::alter::{Resigner, changes, content, every_change_is_found, every_derived_change_is_found, taken_from};
use common::eventful;

/// How many changes of one kind to one field of one kind of document are tried, so that these tests stay quick.
const MOST: usize = 2;

#[test]
fn every_changed_field_is_found() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        let count = every_change_is_found(&rig.files, &rig.games, MOST);
        assert!(count > 200, "{count}");
    }
}

#[test]
fn with_all_keys_every_derived_field_is_found() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        let count = every_derived_change_is_found(&rig.files, &rig.games, rig.keys(), MOST);
        assert!(count > 150, "{count}");
    }
}

/// Whether a document names another by its digest.
fn names(document: &Value, other: &Value) -> bool {
    let hex = serde_json::json!(digest(other));
    let listed = document["turns"].as_array().is_some_and(|turns| turns.contains(&hex));
    listed || ["parent", "of", "refusal"].iter().any(|field| document[field] == hex)
}

/// Whoever alters where a document stands in the chain, or its comment, and signs it again, with or without all that
/// follows: the first failure names it, or what names it, and not what only misses what was there before. (What was wrong
/// and was refused is as wrong as before, once nothing replaces it any more.)
#[test]
fn the_first_failure_names_the_document_that_was_altered() {
    let (mut count, mut wrong) = (0, Vec::new());
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let rig = eventful(trust);
        let resigner = Resigner::new(&rig.files, rig.keys());
        let contents: Vec<Value> = rig.files.iter().map(|(_, text)| content(text)).collect();
        for ((name, _), old) in rig.files.iter().zip(&contents).filter(|(_, old)| old["kind"] != "charter") {
            let others = contents.iter().filter(|other| other["kind"] == old["kind"] && *other != old);
            let taken = others.flat_map(|other| ["step", "parent"].map(|at| taken_from(old, other, at)));
            let chained = ["step", "parent", "of", "refusal", "comment"];
            let made = changes(old).into_iter().filter(|change| chained.contains(&change.at.as_str()));
            for change in made.chain(taken.flatten()) {
                let alone = vec![(name.clone(), write(&resigner.signed_alone(&change.document)))];
                for instead in [alone, resigner.resigned(name, &change.document)] {
                    let mut files = rig.read();
                    let files = Arc::make_mut(&mut files);
                    for (name, text) in &instead {
                        files.remove(name);
                        files.add(name, text.as_bytes());
                    }
                    count += 1;
                    let failures = verify(files, &rig.games).failures;
                    let Some(first) = failures.first() else { continue };
                    let is_about = |file: &String| {
                        let other = &contents[rig.files.iter().position(|(name, _)| name == file).unwrap()];
                        let mut between = contents.iter().filter(|one| one["kind"] == "refusal" && names(one, old));
                        let refused = old["kind"] == "refusal" && names(old, other);
                        let was_wrong = file == "states/wrong.yaml";
                        file == name
                            || names(other, old)
                            || between.any(|one| names(other, one))
                            || refused
                            || was_wrong
                    };
                    if !is_about(&first.file) && !first.with.as_ref().is_some_and(is_about) {
                        let (at, what) = (&change.at, change.what);
                        wrong.push(format!("{name} {at}: {what}: {}: {}", first.file, first.problem.message));
                    }
                }
            }
        }
    }
    assert!(count > 500, "{count}");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
