//! Reads the files of a signing log: the signed documents, and the openings of commitments.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::journal::{self, JournalContents};
use super::{SigningKey, secret};
use crate::document::kinds::Open;
use crate::document::{Bytes32, Kind, Problem, Signature, Value, from_value};

/// A document that this seat signed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SignedDocument {
    pub kind: Kind,
    /// The step that it is for; 0 for a charter and a disclosure.
    pub step: u64,
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub digest: Bytes32,
    /// The document with only this seat's signature in `signatures`.
    pub document: Value,
}

impl SignedDocument {
    /// This seat's signature, to be added to a charter that others have signed.
    pub fn signature(&self) -> Option<Signature> {
        from_value(self.document.get("signatures")?.get(0)?.clone()).ok()
    }
}

/// The fields of a logged document that are queried often. A log grows long, so the document itself is read only where
/// it is needed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Logged {
    pub kind: Kind,
    pub step: u64,
    #[serde(rename = "match")]
    _match_id: Bytes32,
    pub digest: Bytes32,
    pub document: LoggedFields,
    /// The position of its record in the ledger's text.
    #[serde(skip)]
    at: Range<usize>,
}

/// The queried fields of the document itself.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct LoggedFields {
    #[serde(default)]
    pub reveal: Option<Value>,
    /// What a refusal refuses, or a receipt names.
    #[serde(default)]
    pub of: Option<Value>,
    /// When a leave begins.
    #[serde(default)]
    pub from: Option<Value>,
    /// When an agreement to a pause was written: each replaces the one before.
    #[serde(default)]
    pub pause: Option<Value>,
    #[serde(default)]
    pub written: Option<Value>,
    /// The number of a queue.
    #[serde(default)]
    pub number: Option<Value>,
    /// The final state that a disclosure is for, and the seat in whose place the adjudicator discloses.
    #[serde(default)]
    pub state: Option<Value>,
    #[serde(default)]
    pub hand: Option<Value>,
    /// What a receipt asks or answers.
    #[serde(default)]
    pub asks: Option<Value>,
    #[serde(default)]
    pub answers: Option<Value>,
}

impl Logged {
    pub fn of(signed: &SignedDocument, at: Range<usize>) -> Logged {
        let SignedDocument { kind, step, match_id, digest, ref document } = *signed;
        let said = |field: &str| document.get(field).cloned();
        Logged {
            kind,
            step,
            _match_id: match_id,
            digest,
            document: LoggedFields {
                reveal: said("reveal"),
                of: said("of"),
                from: said("from"),
                pause: said("pause"),
                written: said("written"),
                number: said("number"),
                state: said("state"),
                hand: said("hand"),
                asks: said("asks"),
                answers: said("answers"),
            },
            at,
        }
    }

    pub fn reveal(&self) -> Option<Bytes32> {
        self.document.reveal.as_ref()?.as_str()?.parse().ok()
    }

    /// The signed document, read from the ledger's text.
    pub fn read(&self, text: &[u8]) -> Result<SignedDocument, Problem> {
        serde_json::from_slice(&text[self.at.clone()])
            .map_err(|error| Problem::new(format!("a record of the signing log cannot be read: {error}")))
    }
}

/// The documents in a log, with the text that they are read from, and the number of records that are not documents.
pub(super) fn logged(reading: JournalContents<Logged>) -> (Vec<u8>, Vec<Logged>, usize) {
    let count = reading.records.len();
    let documents = reading.records.into_iter().filter_map(|(at, logged)| Some(Logged { at, ..logged? }));
    let documents: Vec<Logged> = documents.collect();
    let others = count - documents.len();
    (reading.bytes, documents, others)
}

/// The step of the newest turn, state or refusal in a log; 0 if there is none.
pub(super) fn newest_step(dir: &Path) -> Result<u64, Problem> {
    let (_, documents, _) = logged(journal::read_file(&dir.join("log"))?);
    let moves = |logged: &&Logged| matches!(logged.kind, Kind::Turn | Kind::State | Kind::Refusal);
    Ok(documents.iter().filter(moves).map(|logged| logged.step).max().unwrap_or(0))
}

/// The digests of the documents in a log that is whole: it begins with the charter.
pub(super) fn signed(dir: &Path) -> Result<Option<BTreeSet<Bytes32>>, Problem> {
    let reading = journal::read_file(&dir.join("log"))?;
    let damaged = reading.damaged;
    let (_, documents, others) = logged(reading);
    let whole = !damaged && others == 0 && documents.iter().any(|logged| logged.kind == Kind::Charter);
    Ok(whole.then(|| documents.iter().map(|logged| logged.digest).collect()))
}

/// The charters in a log.
pub(super) fn charters(dir: &Path) -> Result<Vec<SignedDocument>, Problem> {
    let (text, documents, _) = logged(journal::read_file(&dir.join("log"))?);
    documents.iter().filter(|logged| logged.kind == Kind::Charter).map(|logged| logged.read(&text)).collect()
}

/// The anchors that a charter names.
pub(super) fn anchors_in(charter: &Value) -> Vec<Bytes32> {
    seats(charter).iter().filter_map(|seat| bytes32(seat.get("seed")?, "anchor")).collect()
}

/// The `hidden` values by which a charter binds its seats' hands.
pub(super) fn hidden_in(charter: &Value) -> Vec<Bytes32> {
    seats(charter).iter().filter_map(|seat| bytes32(seat, "hidden")).collect()
}

/// The opening behind a commitment, if its salt is kept in the folder of a seed.
pub(super) fn opening_in(folder: &Path, key: &SigningKey, digest: &Bytes32) -> Result<Option<Open>, Problem> {
    let records = journal::read_file::<Value>(&folder.join("salts"))?.values();
    let Some(record) = records.iter().find(|record| bytes32(record, "digest") == Some(*digest)) else {
        return Ok(None);
    };
    let lost = || lost_opening(digest);
    let wrapped = record.get("opening").and_then(Value::as_str).ok_or_else(lost)?;
    let opening = secret::unwrap(key, &format!("choice {digest}"), wrapped)?;
    serde_json::from_slice(&opening).map(Some).map_err(|_| lost())
}

/// Everything committed to with the seed in a folder, by digest.
pub(super) fn choices_in(folder: &Path, key: &SigningKey) -> Result<BTreeMap<Bytes32, Value>, Problem> {
    let mut choices = BTreeMap::new();
    for record in journal::read_file::<Value>(&folder.join("salts"))?.values() {
        let wrapped = record.get("opening").and_then(Value::as_str);
        let (Some(digest), Some(wrapped)) = (bytes32(&record, "digest"), wrapped) else { continue };
        // If one is damaged, only that one is lost.
        let Ok(opening) = secret::unwrap(key, &format!("choice {digest}"), wrapped) else { continue };
        let opening: Option<Open> = serde_json::from_slice(&opening).ok();
        choices.extend(opening.and_then(|opening| Some((digest, opening.choice?))));
    }
    Ok(choices)
}

pub(super) fn lost_opening(digest: &Bytes32) -> Problem {
    Problem::new(format!("the salt and the choice behind the commitment {digest} are not on this machine"))
        .rule("protocol 7")
        .advice("restore the folder of secrets from a backup, or forfeit the choice: `{id: …, forfeit: true}`")
}

pub(super) fn seats(charter: &Value) -> &[Value] {
    charter.get("seats").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

pub(super) fn bytes32(value: &Value, field: &str) -> Option<Bytes32> {
    value.get(field)?.as_str()?.parse().ok()
}
