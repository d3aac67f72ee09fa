//! Reminders: the signed word of an official that a game waits for a player. They stand beside the chain and have no effect on it
//! (protocol 12.6).

use adjutant_core::document::kinds::{Bytes32, Id, Signature, Version};
use adjutant_core::document::{self, Form, Problem, Value, decode};
use adjutant_core::trust::{SigningKey, verify};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::chain::official_key;
use crate::documents::Tournament;

/// The word in the document and in the signed message.
pub const KIND: &str = "reminder";

/// A reminder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reminder {
    pub adjutant: Version,
    pub kind: String,
    pub tournament: Bytes32,
    /// For whom the game waits.
    pub player: Id,
    pub round: u32,
    pub board: u32,
    /// Which game of the board, from 1; if absent, 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leg: Option<u32>,
    /// The newest document of the match that waits: its last state, or its charter.
    pub of: Bytes32,
    /// When the answer was due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// `director`, or the deputy who signs.
    pub by: Id,
    pub issued: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}

/// The content with the signature of an official.
pub fn sealed(content: &Value, by: &Id, key: &SigningKey) -> Value {
    let sig = key.sign(message(document::digest(content)).as_bytes());
    let signature = Signature::new(by.clone(), key.public(), &sig);
    let mut signed = content.clone();
    signed["signatures"] = json!([{"by": signature.by, "key": signature.key, "sig": signature.sig}]);
    signed
}

/// The reminder in a text, whoever has signed it; `None` if it is something else.
pub fn read(bytes: &[u8]) -> Option<(Reminder, Bytes32)> {
    let read = document::read("reminder", bytes, Form::Signed).ok()?;
    let reminder: Reminder = document::decode(&read).ok().filter(|one: &Reminder| one.kind == KIND)?;
    let is_dated =
        [Some(&reminder.issued), reminder.due.as_ref()].into_iter().flatten().all(|time| decode::is_time(time));
    is_dated.then(|| (reminder, document::digest(&read.content)))
}

impl Reminder {
    /// Checks that an official of the tournament, and nobody else, has signed it.
    ///
    /// # Errors
    /// It belongs to another tournament, or its signature is missing or does not hold.
    pub fn check(&self, digest: Bytes32, tournament: &Tournament, id: &Bytes32) -> Result<(), Problem> {
        let refuse = |message: &str| Err(Problem::new(message).rule("protocol 12.6"));
        if self.tournament != *id {
            return refuse("the reminder belongs to another tournament");
        }
        match (self.signatures.as_slice(), official_key(tournament, &self.by)) {
            ([one], Some(key)) if one.by == self.by && one.key == key => {
                verify(&one.key, message(digest).as_bytes(), &one.sig)
            }
            _ => refuse("no official of the tournament has signed the reminder"),
        }
    }
}

fn message(digest: Bytes32) -> String {
    format!("adjutant/1 {KIND} {digest}\n")
}
