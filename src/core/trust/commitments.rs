//! Commitments: what a seat binds itself to before anyone sees it (protocol 7).

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::document::{Bytes32, Id, Value, canonical};

/// The digest that a turn's `commit` gives for a choice made in secret.
///
/// `salt` is drawn anew for each choice; without it the other side could try every possible choice.
pub fn choice_digest(match_id: &Bytes32, salt: &Bytes32, id: &Id, seat: &Id, choice: &Value) -> Bytes32 {
    let form = canonical::canonical_complete(&json!({"choice": choice, "id": id, "seat": seat}));
    hash(&[b"adjutant/1 choice\n", &match_id.0, &salt.0, &form])
}

fn hash(parts: &[&[u8]]) -> Bytes32 {
    Bytes32(parts.iter().fold(Sha256::new(), Sha256::chain_update).finalize().into())
}
