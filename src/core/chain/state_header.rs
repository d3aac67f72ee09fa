//! A glance at a state that the tool wrote: the few fields that do not follow from the rules, without reading it.

use serde::Deserialize;

use super::folder::StateHead;
use crate::document::kinds::present;
use crate::document::{Bytes32, Form, Id, Signature, decode_at, read};

/// What a state's text seems to say. It decides only which state a verifier writes for comparison.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Skim {
    #[serde(default)]
    pub step: u64,
    pub parent: Bytes32,
    pub responder: Id,
    #[serde(default)]
    pub turns: Vec<Bytes32>,
    #[serde(deserialize_with = "present")]
    pub reveal: Option<Bytes32>,
    #[serde(default)]
    pub refusal: Option<Bytes32>,
    #[serde(default)]
    pub received: Option<String>,
    pub issued: String,
    pub signatures: Vec<Signature>,
}

impl Skim {
    /// What a glance at a state that is known would give.
    pub(super) fn of(head: &StateHead) -> Skim {
        let StateHead { step, parent, responder, turns, reveal, refusal, received, issued, signatures, .. } =
            head.clone();
        Skim { step, parent, responder, turns, reveal, refusal, received, issued, signatures }
    }
}

/// The fields of a state that a verifier needs before it can write the state itself; `None` if the text does not
/// look like the tool's own.
pub(super) fn skim(bytes: &[u8]) -> Option<Skim> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.starts_with("adjutant: 1\nkind: state\n"))?;
    let wanted = ["step", "parent", "responder", "turns", "reveal", "refusal", "received", "issued", "signatures"];
    // The fields stand before `rolls` and after `outcome`; what lies between is passed over in one search.
    let head = text.find("\nrolls:").map(|end| &text[..end + 1])?;
    let tail = text.rfind("\noutcome:").map(|start| &text[start + 1..])?;
    let mut few = String::new();
    for part in [head, tail] {
        let mut keep = false;
        for line in part.split_inclusive('\n') {
            if !line.starts_with([' ', '-']) {
                keep = line.split_once(':').is_some_and(|(key, _)| wanted.contains(&key));
            }
            if keep {
                few.push_str(line);
            }
        }
    }
    let document = read("", few.as_bytes(), Form::Signed).ok()?;
    decode_at(None, "", &document.content).ok()
}
