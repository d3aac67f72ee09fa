//! Commitments: what a seat binds itself to before anyone sees it (protocol 7).

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::document::{Bytes32, Id, Value, canonical};

/// The digest that stands in a turn's `commit` for a choice made in secret.
///
/// `salt` is drawn anew for each choice; without it the other side could try out every choice there is.
pub fn choice_digest(match_id: &Bytes32, salt: &Bytes32, id: &Id, seat: &Id, choice: &Value) -> Bytes32 {
    let form = canonical::canonical_whole(&json!({"choice": choice, "id": id, "seat": seat}));
    hash(&[b"adjutant/1 choice\n", &match_id.0, &salt.0, &form])
}

fn hash(parts: &[&[u8]]) -> Bytes32 {
    Bytes32(parts.iter().fold(Sha256::new(), Sha256::chain_update).finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
