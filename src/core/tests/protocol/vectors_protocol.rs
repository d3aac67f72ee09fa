//! The protocol's test vectors, made by an independent implementation (`tests/vectors/protocol.json`).

use adjutant_core::document::{Bytes32, Kind, Value, canonical};
use adjutant_core::trust::{Dice, SeedChain, SigningKey, choice_digest, dice_key, seeds, verify};
use zeroize::Zeroizing;

fn vectors(part: &str) -> Vec<Value> {
    vectors_of("protocol.json", part)
}

/// A part of the vectors in a file.
pub fn vectors_of(file: &str, part: &str) -> Vec<Value> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(file);
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let part = all[part].as_array().unwrap_or_else(|| panic!("no vectors named {part}")).clone();
    assert!(!part.is_empty());
    part
}

pub fn text<'a>(vector: &'a Value, field: &str) -> &'a str {
    vector[field].as_str().unwrap_or_else(|| panic!("no text {field} in {vector}"))
}

pub fn bytes(vector: &Value, field: &str) -> Bytes32 {
    text(vector, field).parse().unwrap()
}

fn number(vector: &Value, field: &str) -> u64 {
    vector[field].as_u64().unwrap_or_else(|| panic!("no number {field} in {vector}"))
}

fn numbers(vector: &Value, field: &str) -> Vec<u64> {
    vector[field].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

#[test]
fn signatures_are_made_and_hold() {
    for vector in vectors("documents") {
        let key = SigningKey::from_seed(&bytes(&vector, "secret_seed").0);
        let content = &vector["content"];
        assert_eq!(canonical::canonical(content), text(&vector, "canonical").as_bytes());
        let digest = canonical::digest(content);
        assert_eq!(digest, bytes(&vector, "digest"));
        let kind: Kind = serde_json::from_value(content["kind"].clone()).unwrap();
        let message = canonical::message(kind, digest);
        assert_eq!(message, text(&vector, "message"));
        let message = message.as_bytes();
        assert_eq!(key.public(), bytes(&vector, "public_key"));
        assert_eq!(key.sign(message), text(&vector, "sig"));
        verify(&key.public(), message, text(&vector, "sig")).unwrap();
    }
}

#[test]
fn bad_signatures_are_refused() {
    let document = &vectors("documents")[0];
    let message = text(document, "message").as_bytes();
    for vector in vectors("bad_signatures") {
        let result = verify(&bytes(&vector, "public_key"), message, text(&vector, "sig"));
        assert!(result.is_err(), "{}", text(&vector, "why"));
    }
}

#[test]
fn seed_chains_reveal_what_they_committed_to() {
    for vector in vectors("seed_chains") {
        let length = number(&vector, "length") as u32;
        let chain = SeedChain::new(Zeroizing::new(bytes(&vector, "root").0), length).unwrap();
        assert_eq!(chain.anchor(), bytes(&vector, "anchor"));
        let reveals = vector["reveals"].as_object().unwrap();
        assert!(!reveals.is_empty());
        for (k, reveal) in reveals {
            let (k, reveal): (u32, Bytes32) = (k.parse().unwrap(), reveal.as_str().unwrap().parse().unwrap());
            assert_eq!(chain.reveal(k).unwrap(), reveal);
            let previous = if k == 1 { chain.anchor() } else { chain.reveal(k - 1).unwrap() };
            assert!(seeds::follows(&reveal, &previous));
            assert_eq!(chain.next_after(&previous).unwrap(), reveal);
        }
    }
}

#[test]
fn dice_fall_as_recorded() {
    for vector in vectors("dice") {
        let match_id = bytes(&vector, "match");
        let reveals: Vec<Bytes32> = vector["reveals"]
            .as_array()
            .unwrap()
            .iter()
            .map(|reveal| reveal.as_str().unwrap().parse().unwrap())
            .collect();
        let key = dice_key(&match_id, &reveals);
        assert_eq!(key, bytes(&vector, "dice_key"));
        let dice = Dice { key };
        for roll in vector["rolls"].as_array().unwrap() {
            let faces = dice.roll(number(roll, "n"), number(roll, "count") as usize, number(roll, "sides")).unwrap();
            assert_eq!(faces, numbers(roll, "faces"), "{roll}");
        }
        for shuffle in vector["shuffles"].as_array().unwrap() {
            let order = dice.shuffle(number(shuffle, "n"), number(shuffle, "cards")).unwrap();
            assert_eq!(order, numbers(shuffle, "order"), "{shuffle}");
        }
    }
}

#[test]
fn choices_have_their_digests() {
    for vector in vectors("choices") {
        let (id, seat) = (text(&vector, "id").parse().unwrap(), text(&vector, "seat").parse().unwrap());
        let (match_id, salt) = (bytes(&vector, "match"), bytes(&vector, "salt"));
        assert_eq!(choice_digest(&match_id, &salt, &id, &seat, &vector["choice"]), bytes(&vector, "digest"));
    }
}
