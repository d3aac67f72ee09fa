//! The secret behind a seat's hidden draws and choices (protocol 8.1, 8.2 and 8.4).

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::document::{Bytes32, Id, Value, canonical};
use crate::trust::choice_digest;

/// What the charter says about a seat's secret: it binds the seat to the secret without revealing it.
pub fn hidden_digest(key: &Bytes32, secret: &Bytes32) -> Bytes32 {
    hash(&[b"adjutant/1 hidden secret\n", &key.0, &secret.0])
}

/// The key for everything that a state draws for a seat. It depends on the state's dice key, so the owner has signed
/// his acts before he can know it; and on the secret, which the other side does not learn before the audit.
pub fn hidden_key(dice_key: &Bytes32, secret: &Bytes32, seat: &Id) -> Bytes32 {
    hash(&[b"adjutant/1 hidden key\n", &dice_key.0, &secret.0, seat.as_str().as_bytes()])
}

/// What, besides the secret, the salt of a hidden choice is derived from. Derived salts cannot be lost.
#[derive(Clone, Debug)]
pub struct Salt<'a> {
    pub match_id: &'a Bytes32,
    /// The step of the turn that commits to the choice.
    pub step: u64,
    /// The refusal that this turn names, if any: its salts differ from those of the refused turn.
    pub refusal: Option<&'a Bytes32>,
    pub id: &'a Id,
    pub seat: &'a Id,
    pub choice: &'a Value,
}

impl Salt<'_> {
    /// The salt derived with a secret.
    pub fn under(&self, secret: &Bytes32) -> Bytes32 {
        let form = canonical::canonical_complete(&json!({"choice": self.choice, "id": self.id, "seat": self.seat}));
        let none = Bytes32([0; 32]);
        let refusal = self.refusal.unwrap_or(&none);
        let what = hash(&[&self.match_id.0, &self.step.to_be_bytes(), &refusal.0, &form]);
        hash(&[b"adjutant/1 salt\n", &secret.0, &what.0])
    }

    /// The digest in the turn's `commit` (protocol 7).
    pub fn digest(&self, secret: &Bytes32) -> Bytes32 {
        choice_digest(self.match_id, &self.under(secret), self.id, self.seat, self.choice)
    }
}

fn hash(parts: &[&[u8]]) -> Bytes32 {
    Bytes32(parts.iter().fold(Sha256::new(), Sha256::chain_update).finalize().into())
}
