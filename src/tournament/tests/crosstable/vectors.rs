//! The vectors of two tournaments, which an independent implementation made: `tests/vectors/tournament.json`, and
//! `tests/vectors/tournament_clubs.json` with teams, a limit of players, players who are kept apart, holidays and
//! accelerated rounds.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::document::{Bytes32, Value, canonical, write};
use adjutant_core::trust::SigningKey;
use serde_json::json;
use tournament::audit::audit;
use tournament::chain::{Chain, Documents};
use tournament::checkpoint;
use tournament::signed::{kind_of, message};

/// The vectors, each with how many rounds and standings they have.
fn all_vectors() -> [(Value, (usize, usize)); 2] {
    let read = |text: &str| serde_json::from_str(text).unwrap();
    [
        (read(include_str!("../../../../tests/vectors/tournament.json")), (4, 3)),
        (read(include_str!("../../../../tests/vectors/tournament_clubs.json")), (4, 4)),
    ]
}

fn bytes(value: &Value) -> Bytes32 {
    value.as_str().unwrap().parse().unwrap()
}

/// The documents of the vectors by digest, as files have them.
fn documents(vectors: &Value) -> BTreeMap<Bytes32, Value> {
    let signed = |one: &Value| {
        let mut signed = one["content"].clone();
        signed["signatures"] = json!([one["signature"]]);
        (bytes(&one["digest"]), signed)
    };
    vectors["documents"].as_array().unwrap().iter().map(signed).collect()
}

fn read(documents: impl Iterator<Item = Value>) -> Documents {
    let mut found = Documents::default();
    for (n, document) in documents.enumerate() {
        found.add(&format!("{n}.yaml"), write(&document).as_bytes());
    }
    found
}

#[test]
fn digests_and_signatures_are_as_the_vectors_have_them() {
    for (vectors, _) in all_vectors() {
        digests_and_signatures_are_as_these_have_them(&vectors);
    }
}

fn digests_and_signatures_are_as_these_have_them(vectors: &Value) {
    for one in vectors["documents"].as_array().unwrap() {
        let content = &one["content"];
        assert_eq!(canonical::canonical(content), one["canonical"].as_str().unwrap().as_bytes());
        let digest = canonical::digest(content);
        assert_eq!(digest, bytes(&one["digest"]));
        let key = SigningKey::from_seed(&bytes(&vectors["secret_seeds"][one["signer"].as_str().unwrap()]).0);
        assert_eq!(json!(key.public()), one["signature"]["key"]);
        let line = message(kind_of(content).unwrap(), digest);
        assert_eq!(json!(key.sign(line.as_bytes())), one["signature"]["sig"]);
    }
}

#[test]
fn the_chain_holds_and_comes_to_what_the_vectors_say() {
    for (vectors, counts) in all_vectors() {
        the_chain_holds_and_comes_to_what_these_say(&vectors, counts);
    }
}

fn the_chain_holds_and_comes_to_what_these_say(vectors: &Value, counts: (usize, usize)) {
    let found = read(documents(vectors).into_values());
    let chain = Chain::build(&found).unwrap();
    let (audit, season) = audit(&found, &chain);
    assert_eq!(audit.failures, []);
    let season = season.unwrap();
    assert_eq!(chain.head(), bytes(&vectors["head"]));
    assert_eq!((audit.rounds, audit.standings), counts);
    let table = season.crosstable().unwrap();
    let lots: BTreeMap<&str, u32> = table.players().iter().map(|player| (player.id.as_str(), player.lot)).collect();
    assert_eq!(json!(lots), vectors["lots"]);
    assert_eq!(json!(season.standings_rows().unwrap()), vectors["standings"]);
    let leaves: Vec<Bytes32> =
        std::iter::once(chain.announcement).chain(chain.line.iter().copied()).map(|filed| filed.digest).collect();
    let note = vectors["checkpoint"].as_str().unwrap();
    let key = SigningKey::from_seed(&bytes(&vectors["secret_seeds"]["director"]).0);
    assert_eq!(checkpoint::checkpoint(&season.id, &leaves, &key), note);
    assert_eq!(checkpoint::check(note, &season.id, &leaves, &key.public()), Ok(leaves.len()));
}

/// Copies with signatures that are damaged, missing or of somebody else change nothing, whether they are read first or
/// last.
#[test]
fn damaged_copies_hide_nothing() {
    let [(vectors, _), _] = all_vectors();
    let stranger = SigningKey::from_seed(&[7; 32]);
    let damaged = |document: &Value| {
        let mut broken = document.clone();
        broken["signatures"][0]["sig"] = json!(stranger.sign(b"something else"));
        let mut unsigned = document.clone();
        unsigned.as_object_mut().unwrap().shift_remove("signatures");
        let line = message(kind_of(document).unwrap(), canonical::digest(document));
        let mut usurped = document.clone();
        usurped["signatures"][0]["key"] = json!(stranger.public());
        usurped["signatures"][0]["sig"] = json!(stranger.sign(line.as_bytes()));
        [broken, unsigned, usurped]
    };
    let good: Vec<Value> = documents(&vectors).into_values().collect();
    let bad: Vec<Value> = good.iter().flat_map(damaged).collect();
    for order in [[&good, &bad], [&bad, &good]] {
        let found = read(order.into_iter().flatten().cloned());
        let chain = Chain::build(&found).unwrap();
        assert_eq!(audit(&found, &chain).0.failures, []);
        assert_eq!(chain.head(), bytes(&vectors["head"]));
    }
    let found = read(bad.into_iter());
    assert!(Chain::build(&found).is_err());
}

#[test]
fn whatever_breaks_the_chain_is_found() {
    for (vectors, _) in all_vectors() {
        what_breaks_the_chain_of_these_is_found(&vectors);
    }
}

fn what_breaks_the_chain_of_these_is_found(vectors: &Value) {
    let all = documents(vectors);
    for one in vectors["wrong"].as_array().unwrap() {
        let without: BTreeSet<Bytes32> = one["without"].as_array().unwrap().iter().map(bytes).collect();
        let instead = one["documents"].as_array().unwrap();
        let replaced: BTreeSet<Bytes32> = instead.iter().map(canonical::digest).collect();
        let kept = all.iter().filter(|(digest, _)| !without.contains(digest) && !replaced.contains(digest));
        let found = read(kept.map(|(_, document)| document.clone()).chain(instead.iter().cloned()));
        // An announcement that cannot be read begins no chain.
        let Ok(chain) = Chain::build(&found) else { continue };
        let (audit, _) = audit(&found, &chain);
        assert!(!audit.failures.is_empty(), "{}", one["why"]);
    }
}
