//! The vectors of queued turns, made by an independent implementation (`tests/vectors/queue.json`).

use adjutant_core::chain::queue::{Queued, digest_of, fits, id_of};
use adjutant_core::chain::{Chain, MatchFiles};
use adjutant_core::document::{Value, canonical, from_value, write};
use serde_json::json;

use crate::common::id;
use crate::vectors_protocol::{bytes, text, vectors_of};

fn vectors(part: &str) -> Vec<Value> {
    vectors_of("queue.json", part)
}

#[test]
fn queued_turns_have_the_digests_of_secret_choices() {
    for one in vectors("digests") {
        let place = (one["number"].as_u64().unwrap(), one["place"].as_u64().unwrap());
        let (seat, turn) = (id(text(&one, "seat")), &one["turn"]);
        let form = json!({"choice": turn, "id": id_of(place.0, place.1), "seat": seat});
        assert_eq!(String::from_utf8(canonical::canonical(&form)).unwrap(), text(&one, "canonical"));
        let typed = from_value(turn).unwrap();
        assert_eq!(digest_of(&bytes(&one, "match"), &bytes(&one, "salt"), &seat, place, &typed), bytes(&one, "digest"));
    }
}

#[test]
fn patterns_fit_alike() {
    for one in vectors("patterns") {
        assert_eq!(json!(fits(&one["pattern"], &one["value"])), one["fits"], "{}", one["pattern"]);
    }
}

#[test]
fn the_same_turns_are_shown_to_have_been_queued() {
    let mut told = std::collections::BTreeMap::<&str, usize>::new();
    for one in vectors("matches") {
        let mut files = MatchFiles::default();
        for (n, document) in one["documents"].as_array().unwrap().iter().enumerate() {
            files.add(&format!("{n:04}.yaml"), write(document).as_bytes());
        }
        let chain = Chain::build(&files).unwrap();
        assert!(chain.bad.is_empty(), "{:?}", chain.bad);
        for expected in one["turns"].as_array().unwrap() {
            let turn = chain.turns[&bytes(expected, "turn")];
            assert!(chain.line.iter().any(|step| step.turns.iter().any(|one| one.digest == turn.digest)), "{expected}");
            let shown = chain.queued(turn).unwrap();
            let word = match &shown {
                Queued::Proven { .. } => "proved",
                Queued::Sealed { .. } => "sealed",
                Queued::Unknown => "unknown",
                Queued::Untrue(_) => "untrue",
            };
            assert_eq!(word, text(expected, "shown"), "{expected}: {shown:?}");
            *told.entry(word).or_default() += 1;
        }
    }
    assert!(told.len() == 4 && told["untrue"] > 20, "{told:?}");
}
