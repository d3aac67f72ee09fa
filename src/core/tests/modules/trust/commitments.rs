use serde_json::json;

use adjutant_core::document::{Bytes32, Id};
use adjutant_core::trust::commitments::*;

fn id(text: &str) -> Id {
    text.parse().unwrap()
}

#[test]
fn everything_in_a_commitment_counts() {
    let (one, two) = (Bytes32([1; 32]), Bytes32([2; 32]));
    let (bid, union, south) = (id("bid"), id("union"), id("confederate"));
    let digest = choice_digest(&one, &two, &bid, &union, &json!(12));
    for other in [
        choice_digest(&two, &two, &bid, &union, &json!(12)),
        choice_digest(&one, &one, &bid, &union, &json!(12)),
        choice_digest(&one, &two, &id("bid-2"), &union, &json!(12)),
        choice_digest(&one, &two, &bid, &south, &json!(12)),
        choice_digest(&one, &two, &bid, &union, &json!("12")),
    ] {
        assert_ne!(digest, other);
    }
}

#[test]
fn the_order_in_which_a_choice_is_written_does_not_count() {
    let (one, two) = (Bytes32([1; 32]), Bytes32([2; 32]));
    let digest = |choice| choice_digest(&one, &two, &id("priorities-2"), &id("union"), &choice);
    assert_eq!(
        digest(json!({"primary": "east", "secondary": "west"})),
        digest(json!({"secondary": "west", "primary": "east"}))
    );
}
